//! Which file of a project is what: production, test side, withheld, protected.

use std::ops::Range;
use std::sync::Arc;

use globset::{Glob, GlobBuilder, GlobSet, GlobSetBuilder};
use toml::Spanned;

use super::problem::{ConfigError, Origin, Problem};

/// Globs with their places in `mutscore.toml`.
#[derive(Debug, Clone)]
pub(super) struct Globs {
    list: &'static str,
    texts: Vec<(String, Range<usize>)>,
    set: GlobSet,
}

impl Globs {
    /// Compiles the globs of the list called `list`.
    pub(super) fn compile(
        origin: &Arc<Origin>,
        list: &'static str,
        typed: &[Spanned<String>],
    ) -> Result<Self, ConfigError> {
        let mut set = GlobSetBuilder::new();
        let mut texts = Vec::with_capacity(typed.len());
        let bad = |glob: &Spanned<String>, why: String| {
            origin.error(
                glob.span(),
                Problem::BadGlob {
                    glob: glob.get_ref().clone(),
                    why,
                },
            )
        };
        for glob in typed {
            set.add(compile(glob.get_ref()).map_err(|why| bad(glob, why))?);
            texts.push((glob.get_ref().clone(), glob.span()));
        }
        let set = set.build().map_err(|error| match typed.first() {
            Some(first) => bad(first, error.kind().to_string()),
            None => origin.error(0..0, Problem::Malformed(error.to_string())),
        })?;
        Ok(Self { list, texts, set })
    }

    fn is_match(&self, path: &str) -> bool {
        self.set.is_match(path)
    }

    /// The globs as typed.
    pub(super) fn texts(&self) -> Vec<String> {
        self.texts.iter().map(|(text, _)| text.clone()).collect()
    }

    /// Marks the globs that match this path.
    fn mark(&self, path: &str, seen: &mut [bool]) {
        for index in self.set.matches(path) {
            seen[index] = true;
        }
    }

    fn first_unseen(&self, origin: &Arc<Origin>, seen: &[bool]) -> Result<(), ConfigError> {
        match self.texts.iter().zip(seen).find(|(_, seen)| !**seen) {
            None => Ok(()),
            Some(((glob, span), _)) => Err(origin.error(
                span.clone(),
                Problem::MatchesNothing {
                    list: self.list,
                    glob: glob.clone(),
                },
            )),
        }
    }

    fn span_of_match(&self, path: &str) -> Range<usize> {
        self.set
            .matches(path)
            .first()
            .map_or(0..0, |&index| self.texts[index].1.clone())
    }
}

fn compile(text: &str) -> Result<Glob, String> {
    if text.is_empty() {
        return Err("it is empty".to_owned());
    }
    if text.starts_with('/')
        || text.contains('\\')
        || text.split('/').any(|part| matches!(part, "." | ".."))
    {
        return Err("it must stay inside the project's root".to_owned());
    }
    GlobBuilder::new(text)
        .literal_separator(true)
        .build()
        .map_err(|error| error.kind().to_string())
}

/// The kinds of files of one project. Paths are relative to its root, with `/`.
#[derive(Debug, Clone)]
pub struct Scope {
    pub(super) origin: Arc<Origin>,
    pub(super) production: Globs,
    pub(super) exclude: Globs,
    pub(super) test_side: Globs,
    pub(super) withheld: Globs,
    pub(super) protected: Globs,
}

impl Scope {
    /// Whether mutants may be in this file.
    #[must_use]
    pub fn is_production(&self, path: &str) -> bool {
        self.production.is_match(path) && !self.exclude.is_match(path)
    }

    /// Whether this file is test code, requirement or data of a test.
    #[must_use]
    pub fn is_test_side(&self, path: &str) -> bool {
        self.test_side.is_match(path)
    }

    /// Whether this file is taken away before a submission is laid in.
    #[must_use]
    pub fn is_withheld(&self, path: &str) -> bool {
        self.withheld.is_match(path)
    }

    /// Whether no submission may change this file although it is on the test side.
    #[must_use]
    pub fn is_protected(&self, path: &str) -> bool {
        self.protected.is_match(path)
    }

    /// Globs of the production scope, as typed.
    #[must_use]
    pub fn production_globs(&self) -> Vec<String> {
        self.production.texts()
    }

    /// Globs taken out of the production scope, as typed.
    #[must_use]
    pub fn exclude_globs(&self) -> Vec<String> {
        self.exclude.texts()
    }

    /// Globs of the test side, as typed.
    #[must_use]
    pub fn test_side_globs(&self) -> Vec<String> {
        self.test_side.texts()
    }

    /// Globs of the withheld files, as typed.
    #[must_use]
    pub fn withheld_globs(&self) -> Vec<String> {
        self.withheld.texts()
    }

    /// Globs of the protected files, as typed.
    #[must_use]
    pub fn protected_globs(&self) -> Vec<String> {
        self.protected.texts()
    }

    /// Checks the globs against the files there are: what is declared must exist, and no file may be production
    /// and test side at once. Globs cannot be compared with each other, so this needs the files.
    ///
    /// # Errors
    /// [`ConfigError::Invalid`] for a production, withheld or protected glob without a file, a file that is both
    /// production and test side, and a withheld file outside the test side.
    pub fn check<'p>(&self, paths: impl IntoIterator<Item = &'p str>) -> Result<(), ConfigError> {
        let must_match = [&self.production, &self.withheld, &self.protected];
        let mut seen: Vec<Vec<bool>> = must_match
            .iter()
            .map(|globs| vec![false; globs.texts.len()])
            .collect();
        for path in paths {
            for (globs, seen) in must_match.iter().zip(&mut seen) {
                globs.mark(path, seen);
            }
            if self.is_production(path) && self.is_test_side(path) {
                let problem = Problem::Overlap {
                    file: path.to_owned(),
                };
                return Err(self
                    .origin
                    .error(self.test_side.span_of_match(path), problem));
            }
            if self.is_withheld(path) && !self.is_test_side(path) {
                let problem = Problem::WithheldOutside {
                    file: path.to_owned(),
                };
                return Err(self
                    .origin
                    .error(self.withheld.span_of_match(path), problem));
            }
        }
        must_match
            .iter()
            .zip(&seen)
            .try_for_each(|(globs, seen)| globs.first_unseen(&self.origin, seen))
    }
}
