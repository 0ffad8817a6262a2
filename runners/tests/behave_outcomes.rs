//! What a run of Behave is said to have ended in, cold and warm alike.
#![allow(clippy::unwrap_used, reason = "a failure here is a failed test")]

#[path = "behave/bed.rs"]
mod bed;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use bed::{Bed, LIMITS, for_all, for_both};
use mutscore_model::outcome::{Detail, RunOutcome};
use mutscore_model::overlay::Overlay;
use mutscore_runners::runner::{CancelToken, Job, Mode, RunLimits};

const OUTCOMES: &str = include_str!("behave/projects/outcomes.txt");
const NEWER: &str = include_str!("behave/projects/newer.txt");
const LIMITED: &str = include_str!("behave/projects/limited.txt");
const OUTLINE: &str = include_str!("behave/projects/outline.txt");

/// Runs all scenarios of a project and compares each with what is written above it.
fn check_all(bed: &Bed) {
    let mut pair = bed.pair();
    let mut wrong = Vec::new();
    for expected in bed.expected() {
        let run = AssertUnwindSafe(|| {
            let both = pair.run_batch(&expected.name, &Overlay::default(), 1, LIMITS);
            expected.check(&both.cold, "cold");
            expected.check(&both.warm, "warm");
        });
        if catch_unwind(run).is_err() {
            wrong.push(expected.name);
        }
    }
    assert_eq!(pair.warm.demoted(), None);
    assert!(wrong.is_empty(), "Behave {}: {wrong:#?}", bed.version);
}

#[test]
fn every_scenario_ends_in_what_is_written_above_it_cold_and_warm() {
    for_both(OUTCOMES, check_all);
}

#[test]
fn rules_pending_errors_and_async_steps_of_the_newer_behave_end_as_written() {
    for_both(NEWER, |bed| {
        if bed.is_new() {
            check_all(bed);
        }
    });
}

#[test]
fn a_run_that_does_not_end_is_a_timeout_whatever_it_ignores() {
    let limits = RunLimits {
        wall: Duration::from_secs(2),
        cpu: Duration::from_secs(1),
    };
    for_all(LIMITED, |bed| {
        // Mostly waiting, and nothing in it depends on the version.
        if !bed.is_new() {
            return;
        }
        let mut pair = bed.pair();
        for expected in bed.expected() {
            let both = pair.run_batch(&expected.name, &Overlay::default(), 1, limits);
            expected.check(&both.cold, "cold");
            expected.check(&both.warm, "warm");
            for report in [&both.cold, &both.warm] {
                assert!(report.wall_us < 30_000_000, "{report:#?}");
            }
        }
    });
}

/// A project whose step file is `steps`.
fn loads(steps: &str) -> String {
    format!(
        "=== shop/__init__.py\n=== features/one.feature\nFeature: one\n  Scenario: one\n    Given one\n\
         === features/steps/steps.py\nfrom behave import given\n{steps}\n"
    )
}

const FINE: &str = "@given('one')\ndef one(context):\n    pass\n";

#[test]
fn what_does_not_load_ends_before_any_step_and_says_why() {
    let hook = |text: &str| format!("{}=== features/environment.py\n{text}\n", loads(FINE));
    let cases = [
        (
            loads("def broken(:\n"),
            RunOutcome::BuildFailure,
            Detail::Syntax,
        ),
        (
            loads("import nothing_of_this_name\n"),
            RunOutcome::BuildFailure,
            Detail::Load,
        ),
        (
            loads("raise ValueError('while loading')\n"),
            RunOutcome::BuildFailure,
            Detail::Load,
        ),
        (
            loads("import sys; sys.exit(0)\n"),
            RunOutcome::BuildFailure,
            Detail::Load,
        ),
        (
            loads("import os; os._exit(0)\n"),
            RunOutcome::BuildFailure,
            Detail::Crash,
        ),
        (
            loads("raise MemoryError()\n"),
            RunOutcome::BuildFailure,
            Detail::OutOfMemory,
        ),
        (
            loads(&FINE.repeat(2)),
            RunOutcome::BindingFailure,
            Detail::Ambiguous,
        ),
        (
            hook("raise ValueError('in environment.py')"),
            RunOutcome::BuildFailure,
            Detail::Load,
        ),
        (
            hook("def before_all(context):\n    raise ValueError('no')"),
            RunOutcome::BuildFailure,
            Detail::Hook,
        ),
    ];
    for (text, outcome, detail) in cases {
        for_both(&text, |bed| {
            let both = bed.pair().plain("one");
            for report in [&both.cold, &both.warm] {
                let found = (report.outcome, report.detail, report.step_begun);
                assert_eq!(found, (outcome, Some(detail), false), "{text}: {report:#?}");
                assert!(
                    report.note.as_ref().is_some_and(|note| !note.is_empty()),
                    "{text}: {report:#?}"
                );
            }
        });
    }
}

#[test]
fn a_project_that_hangs_while_loading_is_a_load_timeout() {
    for_both(&loads("import time; time.sleep(600)\n"), |bed| {
        let mut project = bed.project.clone();
        project.bounds.load = Duration::from_secs(2);
        let scenario = bed.scenario("one");
        let overlay = Overlay::default();
        let job = Job {
            scenario: &scenario,
            overlay: &overlay,
            limits: LIMITS,
            observe: false,
            strip: false,
            batch: 1,
        };
        for mode in [Mode::Cold, Mode::Warm] {
            let mut session = bed.runner().session(&project, mode, 0).unwrap();
            let report = session.run(&job, &CancelToken::default());
            let found = (report.outcome, report.detail, report.step_begun);
            assert_eq!(
                found,
                (RunOutcome::Timeout, Some(Detail::LoadTimeout), false),
                "{mode:?}: {report:#?}"
            );
        }
    });
}

#[test]
fn an_outline_is_judged_over_all_its_rows_and_each_row_can_be_asked_for_alone() {
    for_both(OUTLINE, |bed| {
        let found = bed.runner().discover(&bed.project).unwrap();
        let [outline] = &found.scenarios[..] else {
            panic!("{found:#?}")
        };
        assert_eq!(
            (outline.scenario.at.line, outline.scenario.at.rows.clone()),
            (2, vec![7, 10, 11, 12])
        );
        assert_eq!(outline.scenario.at, bed.scenario("fee (net) is <want>"));
        let mut alone = outline.scenario.at.clone();
        let overlay = Overlay::default();
        let mut sessions = [bed.session(Mode::Cold), bed.session(Mode::Warm)];
        for (rows, failing) in [
            (vec![7, 10, 11, 12], Some(10)),
            (vec![10], Some(10)),
            (vec![11], None),
            (vec![12], None),
        ] {
            alone.rows = rows;
            let job = Job {
                scenario: &alone,
                overlay: &overlay,
                limits: LIMITS,
                observe: false,
                strip: false,
                batch: 1,
            };
            for session in &mut sessions {
                let report = session.run(&job, &CancelToken::default());
                let expected = if failing.is_some() {
                    RunOutcome::AssertionFailure
                } else {
                    RunOutcome::Pass
                };
                let row = report.failed_step.as_ref().and_then(|step| step.row);
                assert_eq!((report.outcome, row), (expected, failing), "{report:#?}");
            }
        }
    });
}
