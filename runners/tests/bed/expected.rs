//! What stands above the scenarios of a tiny project: `# => OUTCOME[/DETAIL] [unbegun] [at STEP]`.
#![allow(clippy::unwrap_used, reason = "a failure here is a failed test")]

use mutscore_model::instance::ScenarioRef;
use mutscore_model::outcome::RunReport;
use mutscore_model::path::RelPath;

/// A scenario and what is written above it.
#[derive(Debug, Clone)]
pub(crate) struct Expected {
    pub(crate) name: String,
    pub(crate) at: ScenarioRef,
    /// `OUTCOME[/DETAIL]`; empty where nothing is written.
    pub(crate) outcome: String,
    pub(crate) begun: bool,
    /// Text of the failing step.
    pub(crate) step: Option<String>,
}

impl Expected {
    /// Fails unless the report says all that is written.
    pub(crate) fn check(&self, report: &RunReport, how: &str) {
        let word = |value: serde_json::Value| value.as_str().unwrap_or_default().to_owned();
        let outcome = word(serde_json::to_value(report.outcome).unwrap());
        let detail = report
            .detail
            .map(|detail| word(serde_json::to_value(detail).unwrap()));
        let found = detail.map_or_else(|| outcome.clone(), |detail| format!("{outcome}/{detail}"));
        let step = report.failed_step.as_ref().map(|step| step.name.clone());
        let wanted = (self.outcome.clone(), self.begun, self.step.clone());
        assert_eq!(
            (found, report.step_begun, step),
            wanted,
            "{how}, `{}`: {report:#?}",
            self.name
        );
    }
}

pub(crate) fn expected_in(path: &str, text: &str) -> Vec<Expected> {
    let mut found: Vec<Expected> = Vec::new();
    let mut above: Option<&str> = None;
    let mut in_examples = false;
    let mut header = false;
    for (at, line) in text.lines().enumerate() {
        let line_number = u32::try_from(at + 1).unwrap();
        let line = line.trim();
        if let Some(words) = line.strip_prefix("# =>") {
            above = Some(words.trim());
        } else if let Some((keyword, name)) = line.split_once(": ")
            && matches!(
                keyword,
                "Scenario" | "Scenario Outline" | "Szenario" | "Example"
            )
        {
            in_examples = false;
            found.push(expectation(
                path,
                line_number,
                name,
                above.take().unwrap_or_default(),
            ));
        } else if line.starts_with("Examples") {
            (in_examples, header) = (true, true);
        } else if in_examples && line.starts_with('|') {
            if !header && let Some(last) = found.last_mut() {
                last.at.rows.push(line_number);
            }
            header = false;
        }
    }
    found
}

/// The test methods of a PHP class, with what stands above them: `// => …`.
pub(crate) fn expected_methods(path: &str, text: &str) -> Vec<Expected> {
    let mut found = Vec::new();
    let (mut namespace, mut class, mut above) = ("", "", None);
    for (at, line) in text.lines().enumerate() {
        let line = line.trim();
        if let Some(words) = line.strip_prefix("// =>") {
            above = Some(words.trim());
        } else if let Some(name) = line.strip_prefix("namespace ") {
            namespace = name.trim_end_matches(';');
        } else if let Some(rest) = line.trim_start_matches("final ").strip_prefix("class ") {
            class = rest.split_whitespace().next().unwrap_or_default();
        } else if let Some((_, rest)) = line.split_once("public function test")
            && let Some((name, _)) = rest.split_once('(')
        {
            let line_number = u32::try_from(at + 1).unwrap();
            let name = format!("test{name}");
            let mut one = expectation(path, line_number, &name, above.take().unwrap_or_default());
            one.at.test = Some(format!("{namespace}\\{class}::{name}"));
            found.push(one);
        }
    }
    found
}

fn expectation(path: &str, line: u32, name: &str, words: &str) -> Expected {
    let (front, step) = words
        .split_once(" at ")
        .map_or((words, None), |(front, step)| (front, Some(step)));
    let mut front = front.split_whitespace();
    let outcome = front.next().unwrap_or_default().to_owned();
    Expected {
        name: name.to_owned(),
        at: ScenarioRef {
            feature: RelPath::new(path).unwrap(),
            line,
            rows: Vec::new(),
            test: None,
        },
        begun: front.next() != Some("unbegun"),
        outcome,
        step: step.map(str::to_owned),
    }
}
