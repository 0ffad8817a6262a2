//! A mutant in its source: the lines that change, before and after.

use std::collections::BTreeMap;

use mutscore_model::mutant::{Mutant, MutantId};
use mutscore_operators::{MutateError, mutate};
use similar::{ChangeTag, TextDiff};

/// Most lines of an excerpt; a mutant that spans more is cut.
const MOST_LINES: usize = 8;

/// Lines around the change in a unified diff, as `diff -u` has them.
const CONTEXT: usize = 3;

/// What a line of an excerpt is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// Only in the original.
    Removed,
    /// Only in the mutant.
    Added,
    /// Lines were left out here.
    Cut,
}

/// A line of an excerpt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// What it is.
    pub mark: Mark,
    /// 1-based line of the original; of the mutated file for an added line.
    pub number: usize,
    /// The text, without its line end.
    pub text: String,
}

/// Changed lines by mutant.
pub type Excerpts = BTreeMap<MutantId, Vec<Line>>;

/// The lines that a mutant changes, the original ones first.
///
/// # Errors
/// When `source` is not the file the mutant was made from.
pub fn excerpt(source: &[u8], mutant: &Mutant) -> Result<Vec<Line>, MutateError> {
    let mutated = mutate(source, mutant)?;
    let (before, after) = (
        String::from_utf8_lossy(source),
        String::from_utf8_lossy(&mutated),
    );
    let diff = TextDiff::from_lines(before.as_ref(), after.as_ref());
    let mut lines = Vec::new();
    for change in diff.iter_all_changes() {
        let (mark, index) = match change.tag() {
            ChangeTag::Delete => (Mark::Removed, change.old_index()),
            ChangeTag::Insert => (Mark::Added, change.new_index()),
            ChangeTag::Equal => continue,
        };
        let text = change.value().trim_end_matches(['\n', '\r']).to_owned();
        lines.push(Line {
            mark,
            number: index.map_or(0, |index| index + 1),
            text,
        });
    }
    if lines.len() > MOST_LINES {
        let left_out = lines.len() - MOST_LINES + 1;
        let number = lines[MOST_LINES - 1].number;
        lines.truncate(MOST_LINES - 1);
        lines.push(Line {
            mark: Mark::Cut,
            number,
            text: format!("… {left_out} more lines"),
        });
    }
    Ok(lines)
}

/// A mutant as a unified diff that `patch` and `git apply` take.
///
/// # Errors
/// When `source` is not the file the mutant was made from.
pub fn unified(source: &[u8], mutant: &Mutant) -> Result<String, MutateError> {
    let mutated = mutate(source, mutant)?;
    let (before, after) = (
        String::from_utf8_lossy(source),
        String::from_utf8_lossy(&mutated),
    );
    let path = mutant.path.as_str();
    Ok(difference(path, &before, &after))
}

/// A unified diff of one file.
#[must_use]
pub fn difference(path: &str, before: &str, after: &str) -> String {
    TextDiff::from_lines(before, after)
        .unified_diff()
        .context_radius(CONTEXT)
        .header(&format!("a/{path}"), &format!("b/{path}"))
        .to_string()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use mutscore_model::path::RelPath;
    use mutscore_operators::{Options, Source, generate_file, language};

    use super::*;

    fn mutants(text: &str) -> Vec<Mutant> {
        let bytes: Arc<[u8]> = text.as_bytes().into();
        let file = Source {
            path: RelPath::new("a.py").unwrap(),
            bytes,
        };
        generate_file(language("python").unwrap(), &file, &Options::default()).mutants
    }

    const SOURCE: &str = "def f(a, b):\n    c = a\n    return a < b\n";

    #[test]
    fn an_excerpt_shows_the_line_before_and_after() {
        let mutant = mutants(SOURCE)
            .into_iter()
            .find(|mutant| mutant.op == "cond-boundary")
            .unwrap();
        let lines = excerpt(SOURCE.as_bytes(), &mutant).unwrap();
        let line = |mark, text: &str| Line {
            mark,
            number: 3,
            text: text.to_owned(),
        };
        assert_eq!(
            lines,
            [
                line(Mark::Removed, "    return a < b"),
                line(Mark::Added, "    return a <= b")
            ]
        );
    }

    #[test]
    fn a_long_excerpt_is_cut_and_says_by_how_much() {
        let text = format!(
            "def f(a):\n    return [\n{}    ]\n",
            "        1,\n".repeat(30)
        );
        let mutant = mutants(&text)
            .into_iter()
            .find(|mutant| mutant.op == "return-value")
            .unwrap();
        let lines = excerpt(text.as_bytes(), &mutant).unwrap();
        assert_eq!(lines.len(), MOST_LINES);
        assert_eq!(lines[MOST_LINES - 1].mark, Mark::Cut);
    }

    #[test]
    fn a_unified_diff_names_the_file_twice_and_applies_to_other_bytes_never() {
        let mutant = mutants(SOURCE)
            .into_iter()
            .find(|mutant| mutant.op == "cond-boundary")
            .unwrap();
        let diff = unified(SOURCE.as_bytes(), &mutant).unwrap();
        assert!(
            diff.starts_with("--- a/a.py\n+++ b/a.py\n@@ -1,3 +1,3 @@\n"),
            "{diff}"
        );
        assert!(
            diff.contains("-    return a < b\n+    return a <= b\n"),
            "{diff}"
        );
        assert!(unified(b"def f(a, b):\n    return a < b\n", &mutant).is_err());
    }
}
