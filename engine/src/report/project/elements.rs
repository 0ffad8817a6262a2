//! The report schema of mutation testing (mutation-testing-elements, version 2), which viewers of other tools read.
//!
//! Its `Timeout` counts as detected and its `RuntimeError` hides why. Here a run without a verdict is on nobody's side,
//! so such a mutant is `Ignored`, with the reason.

use std::collections::BTreeMap;
use std::io::{self, Write};

use mutscore_model::path::RelPath;
use mutscore_model::span::LineCol;
use serde::Serialize;
use serde_json::json;

use super::KillReporter;
use super::suite::{KillReport, ReportedMutant, Standing, reason};
use crate::report::json::write_object;
use crate::report::tone::Paint;
use mutscore_model::mutant::MutantStatus;

/// One JSON object.
#[derive(Debug, Clone, Copy)]
pub(super) struct Elements;

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Report<'a> {
    schema_version: &'static str,
    thresholds: Thresholds,
    framework: serde_json::Value,
    config: serde_json::Value,
    files: BTreeMap<&'a RelPath, File<'a>>,
    test_files: BTreeMap<&'a RelPath, TestFile<'a>>,
}

/// Where viewers change colours; nothing is measured by them.
#[derive(Debug, Serialize)]
struct Thresholds {
    high: u8,
    low: u8,
}

#[derive(Debug, Serialize)]
struct File<'a> {
    language: &'a str,
    source: String,
    mutants: Vec<Entry<'a>>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Entry<'a> {
    id: &'a str,
    mutator_name: &'a str,
    replacement: &'a str,
    location: Location,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    status_reason: Option<String>,
    killed_by: Vec<&'a str>,
    covered_by: Vec<&'a str>,
}

#[derive(Debug, Serialize)]
struct Location {
    start: LineCol,
    end: LineCol,
}

#[derive(Debug, Default, Serialize)]
struct TestFile<'a> {
    tests: Vec<Test<'a>>,
}

#[derive(Debug, Serialize)]
struct Test<'a> {
    id: &'a str,
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    location: Option<OpenLocation>,
}

#[derive(Debug, Serialize)]
struct OpenLocation {
    start: LineCol,
}

impl KillReporter for Elements {
    fn id(&self) -> &'static str {
        "elements"
    }

    fn extension(&self) -> &'static str {
        "json"
    }

    fn write(
        &self,
        report: &KillReport,
        _paint: &dyn Paint,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let files = report.by_file().into_iter().map(|(path, mutants)| {
            let entries = mutants.iter().map(|mutant| entry(report, mutant)).collect();
            let source = source(report, path, &mutants);
            let language = report.language.as_str();
            let file = File {
                language,
                source,
                mutants: entries,
            };
            (path, file)
        });
        let mut test_files: BTreeMap<&RelPath, TestFile<'_>> = BTreeMap::new();
        for test in &report.tests {
            let line = test.line.filter(|line| *line > 0);
            let location = line.map(|line| OpenLocation {
                start: LineCol::new(line, 1),
            });
            test_files.entry(&test.file).or_default().tests.push(Test {
                id: &test.id,
                name: &test.name,
                location,
            });
        }
        let report = Report {
            schema_version: "2",
            thresholds: Thresholds { high: 80, low: 60 },
            framework: json!({ "name": "mutscore", "version": env!("CARGO_PKG_VERSION") }),
            config: json!({
                "project": report.project,
                "suite": report.suite,
                "remarks": report.remarks,
            }),
            files: files.collect(),
            test_files,
        };
        write_object(&report, out)
    }
}

fn entry<'a>(report: &'a KillReport, mutant: &'a ReportedMutant) -> Entry<'a> {
    let status = match (mutant.standing, &mutant.mutant.status) {
        (Standing::Killed, _) => "Killed",
        (Standing::Survived, _) => "Survived",
        (Standing::NotCovered, _) => "NoCoverage",
        (Standing::LeftOut, MutantStatus::Stillborn) => "CompileError",
        (Standing::LeftOut | Standing::NoVerdict(_), _) => "Ignored",
    };
    Entry {
        id: mutant.mutant.id.as_str(),
        mutator_name: &mutant.mutant.op,
        replacement: &mutant.mutant.replacement,
        location: Location {
            start: mutant.mutant.start,
            end: mutant.mutant.end,
        },
        status,
        status_reason: reason(mutant),
        killed_by: report.ids(&mutant.killed_by).collect(),
        covered_by: report.ids(&mutant.covered_by).collect(),
    }
}

/// The file's text; where it cannot be had, as many empty lines as the places of its mutants need.
fn source(report: &KillReport, path: &RelPath, mutants: &[&ReportedMutant]) -> String {
    match report.sources.texts.get(path) {
        Some(text) => text.clone(),
        None => {
            let last = mutants.iter().map(|mutant| mutant.mutant.end.line).max();
            "\n".repeat(last.unwrap_or(0) as usize)
        }
    }
}
