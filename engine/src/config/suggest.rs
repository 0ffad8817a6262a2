//! "Did you mean": the known word nearest to a mistyped one.

/// The known word nearest to `word`, if one is near enough to be what was meant.
pub(super) fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed = word.to_lowercase().replace('_', "-");
    known
        .into_iter()
        .map(|candidate| (distance(&typed, candidate), candidate))
        .filter(|&(steps, candidate)| steps <= (candidate.chars().count().max(3) / 3))
        .min()
        .map(|(_, candidate)| candidate)
}

/// Levenshtein distance in characters: inserted, removed or changed.
fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, from) in left.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &to) in right.iter().enumerate() {
            let changed = diagonal + usize::from(from != to);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_swapped_letter_and_an_underscore_are_understood() {
        assert_eq!(
            nearest("prodution", ["production", "protected"]),
            Some("production")
        );
        assert_eq!(
            nearest("test_side", ["test-side", "withheld"]),
            Some("test-side")
        );
    }

    #[test]
    fn a_word_far_from_all_known_ones_gets_no_suggestion() {
        assert_eq!(nearest("colour", ["production", "protected", "root"]), None);
    }
}
