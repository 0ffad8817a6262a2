//! LaTeX: rows for the tables of a paper. The `tabular` around them is the paper's own.

use std::io::{self, Write};

use super::columns::{interval, percent, text};
use super::tables::{Cell, introduction, tables};
use super::{SetReporter, SetView};
use crate::report::escape::{latex, one_line};
use crate::report::tone::Paint;

/// Rows that end in `\\`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Latex;

impl SetReporter for Latex {
    fn id(&self) -> &'static str {
        "latex"
    }

    fn write(&self, view: &SetView<'_>, _paint: &dyn Paint, out: &mut dyn Write) -> io::Result<()> {
        for line in introduction(view.summary) {
            writeln!(out, "% {}", one_line(&line))?;
        }
        for table in tables(view.summary) {
            writeln!(out, "\n% {}", one_line(&table.title))?;
            let head: Vec<String> = table.head.iter().map(|name| latex(name)).collect();
            writeln!(out, "% {} \\\\", head.join(" & "))?;
            for row in &table.rows {
                let cells: Vec<String> = row.iter().map(cell).collect();
                writeln!(out, "{} \\\\", cells.join(" & "))?;
            }
        }
        Ok(())
    }
}

fn cell(cell: &Cell) -> String {
    match cell {
        Cell::Percent(estimate) => match interval(*estimate) {
            Some(interval) => format!("{} {{\\scriptsize {interval}}}", percent(estimate.value)),
            None => percent(estimate.value),
        },
        Cell::Yes => r"\checkmark".to_owned(),
        Cell::Nothing => "--".to_owned(),
        Cell::Chance(_) => format!("${}$", text(cell)),
        other => latex(&text(other)),
    }
}
