//! What the page of a suite knows.

use std::collections::BTreeMap;

use serde::Serialize;

use super::suite::{KillReport, reason};
use crate::report::page::mutants::Mutants;

/// Most source text in a page, in bytes.
const MOST_SOURCE: usize = 24 << 20;

/// Everything.
#[derive(Debug, Serialize)]
pub(super) struct Data<'a> {
    tool: &'static str,
    project: &'a str,
    suite: &'a str,
    language: &'a str,
    /// Id, name, file, line.
    tests: Vec<(&'a str, &'a str, &'a str, Option<u32>)>,
    #[serde(flatten)]
    mutants: Mutants<'a>,
    standing: Vec<&'static str>,
    killed_by: Vec<&'a [usize]>,
    covered_by: Vec<&'a [usize]>,
    /// By place among the mutants.
    reasons: BTreeMap<usize, String>,
    notes: &'a [String],
}

/// The page's data.
pub(super) fn data(report: &KillReport) -> Data<'_> {
    let mutants = || report.mutants.iter();
    let mut most_source = MOST_SOURCE;
    Data {
        tool: env!("CARGO_PKG_VERSION"),
        project: &report.project,
        suite: &report.suite,
        language: &report.language,
        tests: report
            .tests
            .iter()
            .map(|test| (&*test.id, &*test.name, test.file.as_str(), test.line))
            .collect(),
        mutants: Mutants::of(
            mutants().map(|reported| &reported.mutant),
            &report.sources,
            &mut most_source,
        ),
        standing: mutants().map(|reported| reported.standing.word()).collect(),
        killed_by: mutants().map(|reported| &*reported.killed_by).collect(),
        covered_by: mutants().map(|reported| &*reported.covered_by).collect(),
        reasons: mutants()
            .enumerate()
            .filter_map(|(place, reported)| Some((place, reason(reported)?)))
            .collect(),
        notes: &report.remarks,
    }
}
