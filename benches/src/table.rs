//! What was measured, way by way: a table for people and JSON for `benches/results/`.

use std::fmt::Write as _;
use std::time::Duration;

use serde::Serialize;

/// The runs made in one way.
#[derive(Debug, Clone, Copy, Default)]
pub struct Tally {
    /// How many.
    pub runs: u32,
    /// CPU time of everything that was done for them.
    pub cpu: Duration,
    /// Wall time.
    pub wall: Duration,
    /// CPU time that the runs report of themselves; zero where nothing is reported.
    pub own: Duration,
    /// Runs that ended in another verdict (pass or not) than the same pair when warm.
    pub differ: u32,
}

impl std::ops::Add for Tally {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            runs: self.runs + other.runs,
            cpu: self.cpu + other.cpu,
            wall: self.wall + other.wall,
            own: self.own + other.own,
            differ: self.differ + other.differ,
        }
    }
}

/// One line of a table.
#[derive(Debug, Clone, Serialize)]
pub struct Row {
    /// How the pairs were run.
    pub way: &'static str,
    /// How many.
    pub runs: u32,
    /// Milliseconds of CPU time a run, all in.
    pub cpu_ms: f64,
    /// Milliseconds of CPU time that the run itself took, as reported.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own_ms: Option<f64>,
    /// How many times less CPU than the native run of the same table.
    pub times_less: f64,
    /// Milliseconds of wall time a run.
    pub wall_ms: f64,
    /// Runs with another verdict than the warm one.
    pub differ: u32,
}

/// Rows of the ways that were used, against the first one.
#[must_use]
pub fn rows(tallies: &[(&'static str, Tally)]) -> Vec<Row> {
    let each = |total: Duration, runs: u32| total.as_secs_f64() * 1e3 / f64::from(runs);
    let yardstick = tallies
        .first()
        .map_or(0.0, |(_, tally)| each(tally.cpu, tally.runs));
    let used = tallies.iter().filter(|(_, tally)| tally.runs > 0);
    used.map(|(way, tally)| {
        let cpu_ms = each(tally.cpu, tally.runs);
        Row {
            way,
            runs: tally.runs,
            cpu_ms,
            own_ms: (!tally.own.is_zero()).then(|| each(tally.own, tally.runs)),
            times_less: yardstick / cpu_ms,
            wall_ms: each(tally.wall, tally.runs),
            differ: tally.differ,
        }
    })
    .collect()
}

/// The rows as text, with a heading.
#[must_use]
pub fn text(rows: &[Row]) -> String {
    let mut text = format!(
        "  {:22}{:>7}{:>10}{:>10}{:>10}{:>10}{:>8}\n",
        "way", "runs", "CPU ms", "own ms", "less", "wall ms", "differ"
    );
    for row in rows {
        let own = row.own_ms.map_or("-".to_owned(), |own| format!("{own:.2}"));
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "  {:22}{:>7}{:>10.2}{:>10}{:>9.1}×{:>10.2}{:>8}",
            row.way, row.runs, row.cpu_ms, own, row.times_less, row.wall_ms, row.differ
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_are_compared_with_the_first_one_and_unused_ones_left_out() {
        let tally = |runs, millis| Tally {
            runs,
            cpu: Duration::from_millis(millis),
            ..Tally::default()
        };
        let rows = rows(&[
            ("native", tally(4, 1400)),
            ("unused", tally(0, 0)),
            ("warm", tally(10, 140)),
        ]);
        assert_eq!(rows.len(), 2);
        assert!((rows[1].times_less - 25.0).abs() < 1e-9, "{rows:?}");
        assert!(text(&rows).contains("25.0×"), "{}", text(&rows));
    }
}
