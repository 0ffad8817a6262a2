//! For people at a terminal: tables that fit it.

use std::io::{self, Write};

use super::columns::{is_right, parts, text};
use super::tables::{Table, introduction, tables};
use super::{SetReporter, SetView};
use crate::report::tone::{Paint, Tone};

/// Widest line, in characters; a longer name stays whole.
const WIDTH: usize = 120;

/// Text with tones.
#[derive(Debug, Clone, Copy)]
pub(super) struct Terminal;

impl SetReporter for Terminal {
    fn id(&self) -> &'static str {
        "terminal"
    }

    fn write(&self, view: &SetView<'_>, paint: &dyn Paint, out: &mut dyn Write) -> io::Result<()> {
        for line in introduction(view.summary) {
            writeln!(out, "{}", wrapped(&line))?;
        }
        tables(view.summary)
            .iter()
            .try_for_each(|table| write(table, paint, out))
    }
}

/// Words in lines that fit; what follows the first line stands in a little.
fn wrapped(text: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let used = lines.last().map_or(0, |line| line.chars().count());
        if used > 0 && used + 1 + word.chars().count() > WIDTH {
            lines.push(format!("  {word}"));
        } else if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines.join("\n")
}

fn write(table: &Table, paint: &dyn Paint, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\n{}", paint.paint(Tone::Strong, &table.title))?;
    let rows: Vec<Vec<String>> = table
        .rows
        .iter()
        .map(|row| row.iter().map(text).collect())
        .collect();
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        let cells = cells.map(|cell| cell.chars().count());
        cells
            .chain([table.head[column].chars().count()])
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = (0..table.head.len()).map(width).collect();
    let right: Vec<bool> = (0..table.head.len())
        .map(|column| is_right(table, column))
        .collect();
    for (part, columns) in parts(&widths, WIDTH).iter().enumerate() {
        if part > 0 {
            writeln!(out)?;
        }
        let line = |row: &[String]| {
            let cells = columns.iter().map(|&column| {
                let gap = " ".repeat(widths[column].saturating_sub(row[column].chars().count()));
                match right[column] {
                    true => format!("{gap}{}", row[column]),
                    false => format!("{}{gap}", row[column]),
                }
            });
            let line = cells.collect::<Vec<_>>().join("  ");
            line.trim_end().to_owned()
        };
        writeln!(out, "{}", paint.paint(Tone::Faint, &line(&table.head)))?;
        for row in &rows {
            writeln!(out, "{}", line(row))?;
        }
    }
    Ok(())
}
