//! Cells as text, and columns of them that fit a line.

use super::tables::{Cell, Table};
use crate::measures::Estimate;
use crate::report::words;

/// `52.1`: a share in percent.
pub(super) fn percent(value: f64) -> String {
    // No `-0.0`: nothing is nothing from both sides.
    let text = format!("{:.1}", 100.0 * value);
    if text == "-0.0" {
        "0.0".to_owned()
    } else {
        text
    }
}

/// `[48.0, 56.3]`, where there is an interval.
pub(super) fn interval(estimate: Estimate) -> Option<String> {
    let (low, high) = (estimate.low?, estimate.high?);
    Some(format!("[{}, {}]", percent(low), percent(high)))
}

/// `12,040`, `12.3`, `0.0123`: three digits at least, none that says nothing.
pub(super) fn amount(value: f64) -> String {
    let size = value.abs();
    if size >= 999.5 {
        words::thousands(value.round() as usize)
    } else if size >= 99.95 {
        format!("{value:.0}")
    } else if size >= 9.995 {
        format!("{value:.1}")
    } else if size >= 0.995 || size == 0.0 {
        format!("{value:.2}")
    } else {
        format!("{value:.4}")
    }
}

/// `0.032`, `<0.001`.
pub(super) fn chance(value: f64) -> String {
    if value < 0.001 {
        "<0.001".to_owned()
    } else {
        format!("{value:.3}")
    }
}

/// A cell as plain text.
pub(super) fn text(cell: &Cell) -> String {
    match cell {
        Cell::Name(name) => crate::report::escape::one_line(name),
        Cell::Count(count) => words::thousands(*count),
        Cell::Percent(estimate) => match interval(*estimate) {
            Some(interval) => format!("{} {interval}", percent(estimate.value)),
            None => percent(estimate.value),
        },
        Cell::Amount(value) => amount(*value),
        Cell::Chance(value) => chance(*value),
        Cell::Yes => "yes".to_owned(),
        Cell::Nothing => "–".to_owned(),
    }
}

/// Whether a column is written to the right: all but names.
pub(super) fn is_right(table: &Table, column: usize) -> bool {
    let cells = table.rows.iter().filter_map(|row| row.get(column));
    !cells.into_iter().any(|cell| matches!(cell, Cell::Name(_)))
}

/// Columns of a table in parts that are at most `width` wide; each part begins with the first column.
pub(super) fn parts(widths: &[usize], width: usize) -> Vec<Vec<usize>> {
    const GAP: usize = 2;
    let Some((first, others)) = widths.split_first() else {
        return Vec::new();
    };
    let mut parts = vec![vec![0]];
    let mut used = *first;
    for (column, needed) in others.iter().enumerate() {
        if used + GAP + needed > width && parts.last().is_some_and(|part| part.len() > 1) {
            parts.push(vec![0]);
            used = *first;
        }
        used += GAP + needed;
        if let Some(part) = parts.last_mut() {
            part.push(column + 1);
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wide_table_is_shown_in_parts_that_repeat_the_first_column() {
        assert_eq!(parts(&[10, 20, 20, 20], 60), [vec![0, 1, 2], vec![0, 3]]);
        assert_eq!(parts(&[10, 90], 60), [vec![0, 1]], "nothing is dropped");
        assert!(parts(&[], 60).is_empty());
    }

    #[test]
    fn numbers_have_the_digits_that_say_something() {
        assert_eq!(amount(12_040.4), "12,040");
        assert_eq!(amount(12.345), "12.3");
        assert_eq!(amount(0.01234), "0.0123");
        assert_eq!(amount(0.0), "0.00");
        assert_eq!(percent(-0.000_01), "0.0");
        assert_eq!(chance(0.000_2), "<0.001");
    }
}
