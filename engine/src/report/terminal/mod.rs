//! For people at a terminal, or reading a log.

mod freeze;
mod score;

use std::io::{self, Write};

use super::reporter::{Reporter, ScoreView};
use super::tone::Paint;
use crate::pool::FreezeSummary;

/// Text with tones.
#[derive(Debug, Clone, Copy)]
pub(super) struct Terminal;

impl Reporter for Terminal {
    fn id(&self) -> &'static str {
        "terminal"
    }

    fn score(
        &self,
        view: &ScoreView<'_>,
        paint: &dyn Paint,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        score::write(view, paint, out)
    }

    fn freeze(
        &self,
        summaries: &[FreezeSummary],
        paint: &dyn Paint,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        summaries
            .iter()
            .try_for_each(|summary| freeze::write(summary, paint, out))
    }
}

/// Width of the column that names what a line says, in characters.
const LABEL: usize = 14;

/// A line of the form `name   value`.
fn line(out: &mut dyn Write, label: &str, value: &str) -> io::Result<()> {
    writeln!(out, "{label:LABEL$}{value}")
}

/// `3 timeout, 1 binding`; counts of nothing are left out.
fn counts<'a>(counts: impl IntoIterator<Item = (&'a String, &'a usize)>) -> String {
    let words: Vec<String> = counts
        .into_iter()
        .filter(|(_, count)| **count > 0)
        .map(|(reason, count)| format!("{} {reason}", super::words::thousands(*count)))
        .collect();
    words.join(", ")
}
