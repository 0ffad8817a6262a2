//! For programs: one JSON object. The types themselves say what is in it.

use std::io::{self, Write};

use serde::Serialize;

use super::reporter::{Reporter, ScoreView};
use super::tone::Paint;
use crate::pool::FreezeSummary;
use crate::score::Score;

/// One JSON object and a newline.
#[derive(Debug, Clone, Copy)]
pub(super) struct Json;

/// What a freeze did.
#[derive(Debug, Serialize)]
struct Frozen<'a> {
    schema: u32,
    projects: &'a [FreezeSummary],
}

impl Reporter for Json {
    fn id(&self) -> &'static str {
        "json"
    }

    fn score(
        &self,
        view: &ScoreView<'_>,
        _paint: &dyn Paint,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let score: &Score = view.score;
        write_object(score, out)
    }

    fn freeze(
        &self,
        summaries: &[FreezeSummary],
        _paint: &dyn Paint,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        write_object(
            &Frozen {
                schema: mutscore_model::event::SCHEMA_VERSION,
                projects: summaries,
            },
            out,
        )
    }
}

pub(super) fn write_object(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)
}
