//! The lines that a unified diff adds or changes.

use std::collections::{BTreeMap, BTreeSet};

use mutscore_model::mutant::Mutant;

/// Added and changed lines by file, 1-based, as they are after the change. Where lines were only taken away, the
/// line before them stands for them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChangedLines {
    files: BTreeMap<String, BTreeSet<u32>>,
}

/// Why a text is no unified diff.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DiffError {
    /// There is not one hunk in it.
    #[error(
        "the diff changes no line (hint: give a unified diff, as `git diff` or `diff -u` write it)"
    )]
    Nothing,
    /// A hunk's head cannot be read, or comes before any file.
    #[error("line {line} of the diff is not a usable hunk: {text}")]
    Hunk {
        /// 1-based line of the diff.
        line: usize,
        /// The line.
        text: String,
    },
}

impl ChangedLines {
    /// Reads a unified diff.
    ///
    /// # Errors
    /// [`DiffError`].
    pub fn read(diff: &str) -> Result<Self, DiffError> {
        let mut changed = Self::default();
        let mut file: Option<String> = None;
        let mut lines = diff.lines().enumerate();
        while let Some((index, line)) = lines.next() {
            if let Some(path) = line.strip_prefix("+++ ") {
                file = Some(path_of(path));
            } else if line.starts_with("@@ -") {
                let unusable = || DiffError::Hunk {
                    line: index + 1,
                    text: line.to_owned(),
                };
                let file = file.clone().ok_or_else(unusable)?;
                let mut hunk = Hunk::read(line).ok_or_else(unusable)?;
                while !hunk.is_over() {
                    let Some((_, body)) = lines.next() else { break };
                    hunk.take(body);
                }
                changed.files.entry(file).or_default().extend(hunk.changed);
            }
        }
        if changed.files.values().all(BTreeSet::is_empty) {
            Err(DiffError::Nothing)
        } else {
            Ok(changed)
        }
    }

    /// Whether the mutant's text lies on one of the lines. Files of the diff may be named from further up than the
    /// project's root.
    #[must_use]
    pub fn touched_by(&self, mutant: &Mutant) -> bool {
        let path = mutant.path.as_str();
        let is_file = |name: &str| {
            name == path
                || name
                    .strip_suffix(path)
                    .is_some_and(|rest| rest.ends_with('/'))
        };
        let lines = mutant.start.line..=mutant.end.line;
        self.files
            .iter()
            .any(|(name, changed)| is_file(name) && changed.range(lines.clone()).next().is_some())
    }
}

/// The path of a `+++` line, without the time that `diff -u` puts behind it and the `b/` of git.
fn path_of(text: &str) -> String {
    let path = text
        .split('\t')
        .next()
        .unwrap_or(text)
        .trim_end()
        .trim_matches('"');
    path.strip_prefix("b/").unwrap_or(path).to_owned()
}

/// A hunk while it is read.
struct Hunk {
    old_left: u32,
    new_left: u32,
    /// The next line of the new file.
    next: u32,
    changed: Vec<u32>,
}

impl Hunk {
    /// Reads `@@ -1,3 +1,4 @@`; a count that is left out is 1.
    fn read(head: &str) -> Option<Self> {
        let mut parts = head.strip_prefix("@@ -")?.split(' ');
        let (_, old_left) = range(parts.next()?)?;
        let (start, new_left) = range(parts.next()?.strip_prefix('+')?)?;
        // A hunk that leaves nothing names the line before it.
        let next = if new_left == 0 { start + 1 } else { start };
        Some(Self {
            old_left,
            new_left,
            next,
            changed: Vec::new(),
        })
    }

    fn is_over(&self) -> bool {
        self.old_left == 0 && self.new_left == 0
    }

    fn take(&mut self, line: &str) {
        match line.as_bytes().first() {
            Some(b'+') => {
                self.changed.push(self.next);
                self.next += 1;
                self.new_left = self.new_left.saturating_sub(1);
            }
            Some(b'-') => {
                self.changed.push(self.next.saturating_sub(1).max(1));
                self.old_left = self.old_left.saturating_sub(1);
            }
            Some(b'\\') => {}
            // Some editors take the blank away from an empty line.
            _ => {
                self.next += 1;
                self.old_left = self.old_left.saturating_sub(1);
                self.new_left = self.new_left.saturating_sub(1);
            }
        }
    }
}

fn range(text: &str) -> Option<(u32, u32)> {
    match text.split_once(',') {
        Some((start, count)) => Some((start.parse().ok()?, count.parse().ok()?)),
        None => Some((text.parse().ok()?, 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(diff: &str) -> Vec<(String, Vec<u32>)> {
        let changed = ChangedLines::read(diff).unwrap();
        changed
            .files
            .into_iter()
            .map(|(file, lines)| (file, lines.into_iter().collect()))
            .collect()
    }

    #[test]
    fn added_lines_count_as_they_are_after_the_change() {
        let diff = "diff --git a/x.py b/x.py\n--- a/x.py\n+++ b/x.py\n@@ -3,2 +3,4 @@ def f():\n a\n+b\n+++ c\n d\n";
        assert_eq!(lines(diff), [("x.py".to_owned(), vec![4, 5])]);
    }

    #[test]
    fn a_removal_is_felt_on_the_line_before_it() {
        let diff = "--- x.py\t2026-01-01\n+++ x.py\t2026-01-02\n@@ -3,3 +3,2 @@\n a\n-b\n c\n@@ -9 +7,0 @@\n-z\n";
        assert_eq!(lines(diff), [("x.py".to_owned(), vec![3, 7])]);
    }

    #[test]
    fn a_text_without_hunks_or_with_a_broken_one_is_refused() {
        assert_eq!(ChangedLines::read("hello\n"), Err(DiffError::Nothing));
        assert!(matches!(
            ChangedLines::read("+++ b/x\n@@ -a +1 @@\n"),
            Err(DiffError::Hunk { line: 2, .. })
        ));
        assert!(matches!(
            ChangedLines::read("@@ -1 +1 @@\n-a\n+b\n"),
            Err(DiffError::Hunk { line: 1, .. })
        ));
    }
}
