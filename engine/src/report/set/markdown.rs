//! Markdown: the same tables, for pages and comments of code forges.

use std::io::{self, Write};

use super::columns::{is_right, text};
use super::tables::{introduction, tables};
use super::{SetReporter, SetView};
use crate::report::escape;
use crate::report::tone::Paint;

/// Tables between pipes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Markdown;

impl SetReporter for Markdown {
    fn id(&self) -> &'static str {
        "markdown"
    }

    fn write(&self, view: &SetView<'_>, _paint: &dyn Paint, out: &mut dyn Write) -> io::Result<()> {
        for line in introduction(view.summary) {
            writeln!(out, "- {}", escape::markdown(&line))?;
        }
        for table in tables(view.summary) {
            writeln!(out, "\n### {}\n", escape::markdown(&table.title))?;
            let head: Vec<String> = table
                .head
                .iter()
                .map(|name| escape::markdown(name))
                .collect();
            writeln!(out, "| {} |", head.join(" | "))?;
            let rule = |column| {
                if is_right(&table, column) {
                    "---:"
                } else {
                    "---"
                }
            };
            let rules: Vec<&str> = (0..head.len()).map(rule).collect();
            writeln!(out, "| {} |", rules.join(" | "))?;
            for row in &table.rows {
                let cells: Vec<String> = row
                    .iter()
                    .map(|cell| escape::markdown(&text(cell)))
                    .collect();
                writeln!(out, "| {} |", cells.join(" | "))?;
            }
        }
        Ok(())
    }
}
