//! For programs: one JSON object, with everything by name.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::json;

use super::KillReporter;
use super::suite::{KillReport, Tally, reason};
use crate::report::json::write_object;
use crate::report::tone::Paint;

/// Version of the object's form.
const SCHEMA: u32 = 1;

/// One JSON object and a newline.
#[derive(Debug, Clone, Copy)]
pub(super) struct Json;

#[derive(Debug, Serialize)]
struct Object<'a> {
    schema: u32,
    project: &'a str,
    suite: &'a str,
    language: &'a str,
    counts: serde_json::Value,
    share_killed: Option<f64>,
    mutants: Vec<serde_json::Value>,
    tests: Vec<serde_json::Value>,
    remarks: &'a [String],
}

impl KillReporter for Json {
    fn id(&self) -> &'static str {
        "json"
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
        let tally = Tally::of(&report.mutants);
        let mutants = report.mutants.iter().map(|reported| {
            let mutant = &reported.mutant;
            json!({
                "id": mutant.id,
                "file": mutant.path,
                "line": mutant.start.line,
                "column": mutant.start.column,
                "operator": mutant.op,
                "original": mutant.original,
                "replacement": mutant.replacement,
                "standing": reported.standing.word(),
                "reason": reason(reported),
                "killed_by": report.ids(&reported.killed_by).collect::<Vec<_>>(),
                "covered_by": report.ids(&reported.covered_by).collect::<Vec<_>>(),
            })
        });
        let tests = report.tests.iter().zip(report.kills_of_tests());
        let tests = tests.map(|(test, kills)| {
            json!({
                "id": test.id,
                "name": test.name,
                "file": test.file,
                "line": test.line,
                "kills": kills,
            })
        });
        let object = Object {
            schema: SCHEMA,
            project: &report.project,
            suite: &report.suite,
            language: &report.language,
            counts: json!({
                "killed": tally.killed,
                "survived": tally.survived,
                "not-covered": tally.not_covered,
                "no-verdict": tally.no_verdict,
                "left-out": tally.left_out,
            }),
            share_killed: tally.share(),
            mutants: mutants.collect(),
            tests: tests.collect(),
            remarks: &report.remarks,
        };
        write_object(&object, out)
    }
}
