//! The seam for output formats: a new one is a file beside this one and a line in the registry.

use std::io::{self, Write};

use mutscore_model::instance::Instance;

use super::excerpt::Excerpts;
use super::json::Json;
use super::terminal::Terminal;
use super::tone::Paint;
use crate::pool::FreezeSummary;
use crate::score::Score;

/// A score with what is needed to show it.
#[derive(Debug, Clone, Copy)]
pub struct ScoreView<'a> {
    /// The score.
    pub score: &'a Score,
    /// Its instance.
    pub instance: &'a Instance,
    /// The changed lines of missed mutants, as far as their sources could be read.
    pub excerpts: &'a Excerpts,
    /// Most missed mutants to be shown where people read.
    pub most_misses: usize,
}

/// An output format.
pub trait Reporter: Sync {
    /// Its name.
    fn id(&self) -> &'static str;

    /// Writes one score.
    ///
    /// # Errors
    /// Those of `out`.
    fn score(&self, view: &ScoreView<'_>, paint: &dyn Paint, out: &mut dyn Write)
    -> io::Result<()>;

    /// Writes what a freeze did, project by project.
    ///
    /// # Errors
    /// Those of `out`.
    fn freeze(
        &self,
        summaries: &[FreezeSummary],
        paint: &dyn Paint,
        out: &mut dyn Write,
    ) -> io::Result<()>;
}

static REPORTERS: &[&dyn Reporter] = &[&Terminal, &Json];

/// All formats.
#[must_use]
pub fn reporters() -> &'static [&'static dyn Reporter] {
    REPORTERS
}

/// The format of this name.
#[must_use]
pub fn reporter(id: &str) -> Option<&'static dyn Reporter> {
    REPORTERS
        .iter()
        .copied()
        .find(|reporter| reporter.id() == id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_is_found_by_its_own_name() {
        for one in reporters() {
            assert_eq!(reporter(one.id()).map(Reporter::id), Some(one.id()));
        }
        assert!(reporter("punch-cards").is_none());
    }
}
