//! Reports of one project and one suite of tests: which mutants no test kills, and which tests kill nothing.
//!
//! A new format is a file beside this one and a line in the registry.

mod data;
mod elements;
mod github;
mod html;
mod join;
mod json;
mod junit;
mod load;
mod markdown;
mod sarif;
mod suite;
mod terminal;

use std::io::{self, Write};

#[cfg(test)]
pub(super) use html::PAGE_SCRIPTS;
pub use join::JoinError;
pub use load::KillReportError;
pub use suite::{KillReport, ReportedMutant, Standing, Tally, TestCase};

use super::tone::Paint;

/// An output format.
pub trait KillReporter: Sync {
    /// Its name.
    fn id(&self) -> &'static str;

    /// What the name of a file in this format ends in.
    fn extension(&self) -> &'static str;

    /// Writes the whole report.
    ///
    /// # Errors
    /// Those of `out`.
    fn write(&self, report: &KillReport, paint: &dyn Paint, out: &mut dyn Write) -> io::Result<()>;
}

static KILL_REPORTERS: &[&dyn KillReporter] = &[
    &terminal::Terminal,
    &json::Json,
    &markdown::Markdown,
    &junit::Junit,
    &sarif::Sarif,
    &github::Github,
    &elements::Elements,
    &html::Html,
];

/// All formats.
#[must_use]
pub fn kill_reporters() -> &'static [&'static dyn KillReporter] {
    KILL_REPORTERS
}

/// The format of this name.
#[must_use]
pub fn kill_reporter(id: &str) -> Option<&'static dyn KillReporter> {
    KILL_REPORTERS
        .iter()
        .copied()
        .find(|reporter| reporter.id() == id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_is_found_by_its_own_name() {
        for one in kill_reporters() {
            assert_eq!(
                kill_reporter(one.id()).map(KillReporter::id),
                Some(one.id())
            );
        }
        assert!(kill_reporter("punch-cards").is_none());
    }
}
