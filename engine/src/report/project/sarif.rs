//! SARIF 2.1.0: the mutants that no test kills, as findings for code scanning.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde_json::{Value, json};

use super::KillReporter;
use super::suite::{KillReport, ReportedMutant, Standing};
use crate::report::json::write_object;
use crate::report::tone::Paint;

/// One JSON object.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sarif;

impl KillReporter for Sarif {
    fn id(&self) -> &'static str {
        "sarif"
    }

    fn extension(&self) -> &'static str {
        "sarif"
    }

    fn write(
        &self,
        report: &KillReport,
        _paint: &dyn Paint,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let misses: Vec<&ReportedMutant> = report.misses().collect();
        let mut rules: BTreeMap<&str, usize> = BTreeMap::new();
        for miss in &misses {
            rules.entry(&miss.mutant.op).or_default();
        }
        for (index, place) in rules.values_mut().enumerate() {
            *place = index;
        }
        let descriptions: Vec<Value> = rules.keys().map(|operator| rule(operator)).collect();
        let results = misses.iter().map(|miss| result(report, miss, &rules));
        write_object(
            &json!({
                "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
                "version": "2.1.0",
                "runs": [{
                    "tool": { "driver": {
                        "name": "mutscore",
                        "semanticVersion": env!("CARGO_PKG_VERSION"),
                        "rules": descriptions,
                    }},
                    "automationDetails": { "id": format!("mutscore/{}/{}", report.project, report.suite) },
                    "columnKind": "unicodeCodePoints",
                    "results": results.collect::<Vec<_>>(),
                }],
            }),
            out,
        )
    }
}

fn rule(operator: &str) -> Value {
    let known = mutscore_operators::operators()
        .iter()
        .find(|known| known.meta().id == operator);
    let text = known.map_or("A change that no test notices.", |known| {
        known.meta().summary
    });
    json!({
        "id": operator,
        "shortDescription": { "text": text },
        "defaultConfiguration": { "level": "warning" },
    })
}

fn result(report: &KillReport, miss: &ReportedMutant, rules: &BTreeMap<&str, usize>) -> Value {
    let mutant = &miss.mutant;
    let change = miss.change();
    let text = match miss.standing {
        Standing::NotCovered => format!("No test runs this code: {change} goes unnoticed."),
        _ => {
            let tests: Vec<&str> = report.ids(&miss.covered_by).collect();
            format!(
                "No test notices {change}, though these run it: {}.",
                tests.join(", ")
            )
        }
    };
    json!({
        "ruleId": mutant.op,
        "ruleIndex": rules.get(mutant.op.as_str()),
        "level": "warning",
        "message": { "text": text },
        "locations": [{ "physicalLocation": {
            "artifactLocation": { "uri": uri(mutant.path.as_str()), "uriBaseId": "%SRCROOT%" },
            "region": {
                "startLine": mutant.start.line,
                "startColumn": mutant.start.column,
                "endLine": mutant.end.line,
                "endColumn": mutant.end.column,
            },
        }}],
        // The id survives edits elsewhere in the file, which is what a fingerprint is for.
        "partialFingerprints": { "mutscoreMutant/v1": mutant.id },
        "properties": { "standing": miss.standing.word() },
    })
}

/// A path as a relative URI.
fn uri(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            other => uri.push_str(&format!("%{other:02X}")),
        }
    }
    uri
}
