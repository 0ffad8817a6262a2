//! Regular expressions, as far as all languages write them alike: anchors at their ends.

use std::ops::Range;

/// The anchors at both ends of `pattern`, as byte ranges of it. In a text where a backslash must be written twice
/// (`doubled`), an end after a backslash is left alone, for it may be escaped.
pub(crate) fn anchors(pattern: &str, doubled: bool) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let words: &[&str] = if doubled {
        &["\\\\A", "\\\\b", "^"]
    } else {
        &["\\A", "\\b", "^"]
    };
    let first = words.iter().find(|word| pattern.starts_with(**word));
    let start = first.map_or(0, |word| word.len());
    if start > 0 && !is_repeated(&pattern[start..]) {
        found.push(0..start);
    }
    let words: &[&str] = if doubled {
        &["\\\\Z", "\\\\z", "\\\\b", "$"]
    } else {
        &["\\Z", "\\z", "\\b", "$"]
    };
    if let Some(word) = words.iter().find(|word| pattern.ends_with(**word)) {
        let end = pattern.len() - word.len();
        let backslashes = pattern[..end]
            .bytes()
            .rev()
            .take_while(|byte| *byte == b'\\')
            .count();
        let escaped = if doubled {
            backslashes > 0
        } else {
            backslashes % 2 == 1
        };
        if end >= start && !escaped {
            found.push(end..pattern.len());
        }
    }
    found
}

/// Whether a quantifier comes next, which would then have nothing before it.
fn is_repeated(rest: &str) -> bool {
    rest.starts_with(['*', '+', '?', '{'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_anchors_at_the_ends_that_are_not_escaped_are_found() {
        for (pattern, doubled, expected) in [
            ("^a$", false, vec![(0, 1), (2, 3)]),
            (r"\Aa\Z", false, vec![(0, 2), (3, 5)]),
            (r"a\$", false, vec![]),
            (r"a\\$", false, vec![(3, 4)]),
            (r"a\\$", true, vec![]),
            (r"\\bword\\b", true, vec![(0, 3), (7, 10)]),
            ("a^b$c", false, vec![]),
            ("^*", false, vec![]),
            ("^", false, vec![(0, 1)]),
            ("$", false, vec![(0, 1)]),
            (r"\b", false, vec![(0, 2)]),
            ("", false, vec![]),
        ] {
            let found = anchors(pattern, doubled).into_iter();
            let found: Vec<(usize, usize)> = found.map(|range| (range.start, range.end)).collect();
            assert_eq!(found, expected, "{pattern}");
        }
    }
}
