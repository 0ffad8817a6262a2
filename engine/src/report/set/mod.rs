//! Reports of a result set: tables for people and papers, numbers for programs, and one page for a browser.
//!
//! A new format is a file beside this one and a line in the registry.

mod columns;
mod csv;
mod data;
mod html;
mod json;
mod latex;
mod markdown;
mod misses;
mod rle;
mod tables;
mod terminal;

use std::io::{self, Write};

#[cfg(test)]
pub(super) use html::PAGE_SCRIPTS;
pub use misses::{Misses, ProjectMisses};

use super::tone::Paint;
use crate::measures::Summary;
use crate::results::ResultSet;

/// A result set with what is needed to show it.
#[derive(Debug, Clone, Copy)]
pub struct SetView<'a> {
    /// The numbers.
    pub summary: &'a Summary,
    /// What they are made of.
    pub set: &'a ResultSet,
    /// The mutants behind them; without a bench, nothing.
    pub misses: &'a Misses,
}

/// An output format.
pub trait SetReporter: Sync {
    /// Its name.
    fn id(&self) -> &'static str;

    /// Writes the whole report.
    ///
    /// # Errors
    /// Those of `out`.
    fn write(&self, view: &SetView<'_>, paint: &dyn Paint, out: &mut dyn Write) -> io::Result<()>;
}

static SET_REPORTERS: &[&dyn SetReporter] = &[
    &terminal::Terminal,
    &json::Json,
    &csv::Csv,
    &markdown::Markdown,
    &latex::Latex,
    &html::Html,
];

/// All formats.
#[must_use]
pub fn set_reporters() -> &'static [&'static dyn SetReporter] {
    SET_REPORTERS
}

/// The format of this name.
#[must_use]
pub fn set_reporter(id: &str) -> Option<&'static dyn SetReporter> {
    SET_REPORTERS
        .iter()
        .copied()
        .find(|reporter| reporter.id() == id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_is_found_by_its_own_name() {
        for one in set_reporters() {
            assert_eq!(set_reporter(one.id()).map(SetReporter::id), Some(one.id()));
        }
        assert!(set_reporter("punch-cards").is_none());
    }
}
