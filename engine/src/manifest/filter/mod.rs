//! Which mutants of a manifest somebody wants to see: by file, operator, text, diff, or a random sample.

mod diff;
mod sample;

pub use diff::{ChangedLines, DiffError};
pub use sample::sample;

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use mutscore_model::mutant::Mutant;
use regex::Regex;

/// A filter as it was typed. An empty list, or `None`, lets everything through.
#[derive(Debug, Clone, Default)]
pub struct FilterSpec {
    /// Globs of files; `*` does not cross `/`. One must match.
    pub files: Vec<String>,
    /// Operator ids. One must be the mutant's.
    pub operators: Vec<String>,
    /// Regular expressions over `path:line: original -> replacement`. Each must match.
    pub matching: Vec<String>,
    /// Lines of which the mutant must touch one.
    pub changed: Option<ChangedLines>,
}

/// Why a filter cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FilterError {
    /// Not a glob.
    #[error(
        "`{glob}` is not a usable glob: {source} (hint: write it relative to the project's root, such as `src/**/*.py`)"
    )]
    Glob {
        /// As typed.
        glob: String,
        /// Why.
        source: globset::Error,
    },
    /// Not a regular expression.
    #[error(
        "`{text}` is not a regular expression: {source} (hint: put `\\` before a character that is meant as itself)"
    )]
    Regex {
        /// As typed.
        text: String,
        /// Why.
        source: regex::Error,
    },
}

/// A filter with everything compiled.
#[derive(Debug, Clone)]
pub struct Filter {
    files: Option<GlobSet>,
    operators: Vec<String>,
    matching: Vec<Regex>,
    changed: Option<ChangedLines>,
}

impl Filter {
    /// Compiles a filter.
    ///
    /// # Errors
    /// [`FilterError`], with the glob or expression that is wrong.
    pub fn new(spec: FilterSpec) -> Result<Self, FilterError> {
        let regex =
            |text: String| Regex::new(&text).map_err(|source| FilterError::Regex { text, source });
        Ok(Self {
            files: globs(&spec.files)?,
            operators: spec.operators,
            matching: spec
                .matching
                .into_iter()
                .map(regex)
                .collect::<Result<_, _>>()?,
            changed: spec.changed,
        })
    }

    /// Whether the mutant passes.
    #[must_use]
    pub fn lets_through(&self, mutant: &Mutant) -> bool {
        self.files
            .as_ref()
            .is_none_or(|files| files.is_match(mutant.path.as_str()))
            && (self.operators.is_empty() || self.operators.iter().any(|op| mutant.op == *op))
            && self
                .changed
                .as_ref()
                .is_none_or(|changed| changed.touched_by(mutant))
            && self.matches(mutant)
    }

    fn matches(&self, mutant: &Mutant) -> bool {
        if self.matching.is_empty() {
            return true;
        }
        let text = format!(
            "{}:{}: {} -> {}",
            mutant.path, mutant.start.line, mutant.original, mutant.replacement
        );
        self.matching.iter().all(|regex| regex.is_match(&text))
    }
}

fn globs(typed: &[String]) -> Result<Option<GlobSet>, FilterError> {
    let mut set = GlobSetBuilder::new();
    let bad = |glob: &String| {
        let glob = glob.clone();
        move |source| FilterError::Glob { glob, source }
    };
    for glob in typed {
        set.add(
            GlobBuilder::new(glob)
                .literal_separator(true)
                .build()
                .map_err(bad(glob))?,
        );
    }
    match typed.first() {
        None => Ok(None),
        Some(first) => Ok(Some(set.build().map_err(bad(first))?)),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use mutscore_model::path::RelPath;
    use mutscore_operators::{Options, Source, generate, language};

    use super::*;

    const TEXT: &str = "def f(a, b):\n    c = a + 1\n    return c < b\n";

    fn mutants() -> Vec<Mutant> {
        let file = |path: &str| Source {
            path: RelPath::new(path).unwrap(),
            bytes: Arc::from(TEXT.as_bytes()),
        };
        let files = [file("src/a.py"), file("src/deep/b.py")];
        generate(language("python").unwrap(), &files, &Options::default())
            .into_iter()
            .flat_map(|outcome| outcome.mutants)
            .collect()
    }

    fn kept(spec: FilterSpec) -> Vec<(String, String)> {
        let filter = Filter::new(spec).unwrap();
        let kept = mutants()
            .into_iter()
            .filter(|mutant| filter.lets_through(mutant));
        kept.map(|mutant| (mutant.path.to_string(), mutant.op.to_string()))
            .collect()
    }

    #[test]
    fn an_empty_filter_keeps_all() {
        assert_eq!(kept(FilterSpec::default()).len(), mutants().len());
    }

    #[test]
    fn a_star_does_not_cross_folders() {
        let of = |glob: &str| {
            kept(FilterSpec {
                files: vec![glob.to_owned()],
                ..FilterSpec::default()
            })
        };
        assert!(
            of("src/*.py").iter().all(|(path, _)| path == "src/a.py") && !of("src/*.py").is_empty()
        );
        assert_eq!(of("src/**/*.py").len(), mutants().len());
        assert!(of("*.py").is_empty());
    }

    #[test]
    fn filters_hold_together() {
        let spec = FilterSpec {
            files: vec!["src/deep/*".to_owned()],
            operators: vec!["cond-boundary".to_owned(), "arith".to_owned()],
            matching: vec!["^src/deep/b.py:3: < -> <=$".to_owned()],
            changed: None,
        };
        assert_eq!(
            kept(spec),
            [("src/deep/b.py".to_owned(), "cond-boundary".to_owned())]
        );
    }

    #[test]
    fn a_diff_keeps_mutants_on_its_lines_only() {
        let diff = "--- a/src/a.py\n+++ b/src/a.py\n@@ -1,3 +1,3 @@\n def f(a, b):\n-    c = a + 2\n+    c = a + 1\n     return c < b\n";
        let changed = Some(ChangedLines::read(diff).unwrap());
        let kept = kept(FilterSpec {
            changed,
            ..FilterSpec::default()
        });
        assert!(!kept.is_empty());
        assert!(
            kept.iter()
                .all(|(path, op)| path == "src/a.py" && (op == "arith" || op == "const-int")),
            "{kept:?}"
        );
    }

    #[test]
    fn a_wrong_glob_or_expression_is_named() {
        let glob = Filter::new(FilterSpec {
            files: vec!["a[".to_owned()],
            ..FilterSpec::default()
        });
        assert!(
            glob.unwrap_err()
                .to_string()
                .contains("`a[` is not a usable glob")
        );
        let regex = Filter::new(FilterSpec {
            matching: vec!["(".to_owned()],
            ..FilterSpec::default()
        });
        assert!(
            regex
                .unwrap_err()
                .to_string()
                .contains("`(` is not a regular expression")
        );
    }
}
