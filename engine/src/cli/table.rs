//! Columns of text. Widths count characters, and colours are put on after the widths are known.

use std::io::{self, Write};

use mutscore::report::Tone;

use super::term::paint;

/// A cell: its text, and its tone if it has one.
pub(crate) type Cell = (String, Option<Tone>);

/// Rows of cells under a heading; numbers to the right, everything else to the left.
#[derive(Debug)]
pub(crate) struct Table {
    heading: Vec<&'static str>,
    rows: Vec<Vec<Cell>>,
}

impl Table {
    /// An empty table with these columns.
    pub(crate) fn new(heading: &[&'static str]) -> Self {
        Self {
            heading: heading.to_vec(),
            rows: Vec::new(),
        }
    }

    /// Adds a row, one cell a column.
    pub(crate) fn row(&mut self, cells: Vec<Cell>) {
        self.rows.push(cells);
    }

    /// Writes the heading and the rows.
    ///
    /// # Errors
    /// Those of `out`.
    pub(crate) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let columns = self.heading.len();
        let width = |column: usize| {
            let cells = self
                .rows
                .iter()
                .filter_map(|row| row.get(column))
                .map(|(text, _)| text.chars().count());
            cells.chain([self.heading[column].len()]).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        let heading: Vec<Cell> = self
            .heading
            .iter()
            .map(|name| ((*name).to_owned(), Some(Tone::Faint)))
            .collect();
        for row in std::iter::once(&heading).chain(&self.rows) {
            let mut line = String::new();
            for (column, (text, tone)) in row.iter().enumerate() {
                let gap = " ".repeat(widths[column].saturating_sub(text.chars().count()));
                let shown = tone.map_or_else(|| text.clone(), |tone| paint(tone, text));
                let is_number =
                    !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || c == ',');
                match (is_number, column + 1 == columns) {
                    (true, _) => line.extend([gap.as_str(), &shown]),
                    (false, true) => line.push_str(&shown),
                    (false, false) => line.extend([shown.as_str(), &gap]),
                }
                line.push_str(if column + 1 == columns { "" } else { "  " });
            }
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

/// A cell without a tone.
pub(crate) fn cell(text: impl Into<String>) -> Cell {
    (text.into(), None)
}

/// A cell with a tone.
pub(crate) fn toned(tone: Tone, text: impl Into<String>) -> Cell {
    (text.into(), Some(tone))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_to_the_right_and_no_line_ends_in_spaces() {
        let mut table = Table::new(&["id", "name", "state"]);
        table.row(vec![cell("7"), cell("a long name"), cell("")]);
        table.row(vec![cell("1,204"), cell("ü"), cell("ok")]);
        let mut out = Vec::new();
        table.write(&mut out).unwrap();
        let text = anstream::adapter::strip_bytes(&out).into_vec();
        insta::assert_snapshot!(String::from_utf8(text).unwrap(), @r"
        id     name         state
            7  a long name
        1,204  ü            ok
        ");
    }
}
