//! The real thing: what `behave` itself says of every scenario, and where it says that a step failed.
#![allow(clippy::unwrap_used, reason = "a failure here is a failed test")]

#[path = "behave/bed.rs"]
mod bed;

use std::collections::BTreeMap;
use std::process::{Command, Stdio};

use bed::{Bed, LIMITS, for_both};
use mutscore_model::instance::ScenarioRef;
use mutscore_model::outcome::{RunOutcome, RunReport};
use mutscore_model::overlay::Overlay;
use mutscore_runners::runner::{CancelToken, Job, Mode};
use serde_json::Value;

const NATIVE: &str = include_str!("behave/projects/native.txt");

/// What Behave reports of a scenario: its status, and text and status of the first step that did not pass.
#[derive(Debug)]
struct Native {
    status: String,
    stopped_at: Option<(String, String)>,
}

/// Every scenario by `FILE:LINE`, as one native run of the whole suite reports it.
fn natively(bed: &Bed) -> BTreeMap<String, Native> {
    let root = bed.copy();
    let behave = bed.project.program.with_file_name("behave");
    let status = Command::new(behave)
        .args([
            "--format",
            "json",
            "--outfile",
            "report.json",
            "--no-summary",
        ])
        .current_dir(&root)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .unwrap();
    assert!(!status.success(), "there are failing scenarios in it");
    let report: Value =
        serde_json::from_slice(&std::fs::read(root.join("report.json")).unwrap()).unwrap();
    let mut found = BTreeMap::new();
    for element in report
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|feature| feature["elements"].as_array().unwrap())
    {
        if element["type"] == "background" {
            continue;
        }
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let steps = element["steps"].as_array().into_iter().flatten();
        let status_of = |step: &Value| text(&step["result"]["status"]);
        let stopped_at = steps
            .map(|step| (text(&step["name"]), status_of(step)))
            .find(|(_, status)| !matches!(status.as_str(), "passed" | "skipped" | "untested" | ""));
        found.insert(
            text(&element["location"]),
            Native {
                status: text(&element["status"]),
                stopped_at,
            },
        );
    }
    found
}

/// Whether a report of ours says the same as Behave's own.
fn agrees(native: &Native, ours: &RunReport) -> bool {
    let step = ours.failed_step.as_ref().map(|step| step.name.as_str());
    let same_step = native
        .stopped_at
        .as_ref()
        .is_none_or(|(name, _)| step == Some(name));
    let same_outcome = match native.status.as_str() {
        "passed" => ours.outcome == RunOutcome::Pass,
        "skipped" => ours.outcome == RunOutcome::BindingFailure && step.is_none(),
        // Behave 1.2.6 has one word for all of them, and leaves hooks and clean-ups to the exit code in places.
        _ => !matches!(
            ours.outcome,
            RunOutcome::Pass | RunOutcome::Infrastructure | RunOutcome::Timeout
        ),
    };
    same_outcome && same_step
}

#[test]
fn every_scenario_ends_as_behave_itself_reports_it() {
    for_both(NATIVE, |bed| {
        let native = natively(bed);
        let mut session = bed.session(Mode::Cold);
        let overlay = Overlay::default();
        let mut compared = 0;
        for scenario in bed.expected() {
            let lines = if scenario.at.rows.is_empty() {
                vec![scenario.at.line]
            } else {
                scenario.at.rows.clone()
            };
            for line in lines {
                let rows = if scenario.at.rows.is_empty() {
                    Vec::new()
                } else {
                    vec![line]
                };
                let at = ScenarioRef {
                    rows,
                    ..scenario.at.clone()
                };
                let job = Job {
                    scenario: &at,
                    overlay: &overlay,
                    limits: LIMITS,
                    observe: false,
                    strip: false,
                    batch: 1,
                };
                let report = session.run(&job, &CancelToken::default());
                let told = &native[&format!("{}:{line}", at.feature.as_str())];
                assert!(
                    agrees(told, &report),
                    "Behave {}, {}: {told:?} {report:#?}",
                    bed.version,
                    scenario.name
                );
                compared += 1;
            }
        }
        assert_eq!((compared, native.len()), (17, 17));
    });
}

#[test]
fn discovery_finds_what_behave_itself_runs() {
    for_both(NATIVE, |bed| {
        let native = natively(bed);
        let found = bed.runner().discover(&bed.project).unwrap();
        let mut places = Vec::new();
        for one in &found.scenarios {
            let at = &one.scenario.at;
            let lines = if at.rows.is_empty() {
                vec![at.line]
            } else {
                at.rows.clone()
            };
            places.extend(
                lines
                    .iter()
                    .map(|line| format!("{}:{line}", at.feature.as_str())),
            );
        }
        places.sort();
        assert_eq!(places, native.keys().cloned().collect::<Vec<_>>());
        for one in &found.scenarios {
            let unbound = one.scenario.name == "is undefined";
            assert_eq!(one.unbound.is_some(), unbound, "{one:#?}");
        }
    });
}
