//! What a run of Cucumber-Ruby is said to have ended in, cold and warm alike.
#![allow(clippy::unwrap_used, reason = "a failure here is a failed test")]

#[path = "cucumber_ruby/bed.rs"]
mod bed;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use bed::{Bed, LIMITS, with_all, with_best};
use mutscore_model::outcome::{Detail, RunOutcome};
use mutscore_model::overlay::Overlay;
use mutscore_runners::runner::{CancelToken, Job, Mode, RunLimits, RunnerError};

const OUTCOMES: &str = include_str!("cucumber_ruby/projects/outcomes.txt");
const LIMITED: &str = include_str!("cucumber_ruby/projects/limited.txt");

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
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_scenario_ends_in_what_is_written_above_it_cold_and_warm() {
    with_all(OUTCOMES, check_all);
}

#[test]
fn a_run_that_does_not_end_is_a_timeout_whatever_it_ignores() {
    let limits = RunLimits {
        wall: Duration::from_secs(2),
        cpu: Duration::from_secs(1),
    };
    with_best(LIMITED, |bed| {
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
        "=== lib/shop.rb\nmodule Shop\nend\n=== features/one.feature\nFeature: one\n  Scenario: one\n    Given one\n\
         === features/step_definitions/steps.rb\n{steps}\n"
    )
}

const FINE: &str = "Given('one') {}\n";

#[test]
fn what_does_not_load_ends_before_any_step_and_says_why() {
    let support = |text: &str| format!("{}=== features/support/env.rb\n{text}\n", loads(FINE));
    let built = RunOutcome::BuildFailure;
    let cases = [
        (loads("def broken(:\n"), built, Detail::Syntax),
        (
            loads("require 'nothing_of_this_name'\n"),
            built,
            Detail::Load,
        ),
        (loads("raise 'while loading'\n"), built, Detail::Load),
        (loads("exit 0\n"), built, Detail::Load),
        (loads("exit! 0\n"), built, Detail::Crash),
        (loads("raise NoMemoryError\n"), built, Detail::OutOfMemory),
        (
            support("raise ArgumentError, 'in env.rb'"),
            built,
            Detail::Load,
        ),
        (
            support(
                "respond_to?(:BeforeAll, true) ? BeforeAll { raise 'no' } : AfterConfiguration { |_| raise 'no' }",
            ),
            built,
            Detail::Hook,
        ),
    ];
    for (text, outcome, detail) in cases {
        with_best(&text, |bed| {
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
    with_best(&loads("sleep 600\n"), |bed| {
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
    with_best(OUTCOMES, |bed| {
        let mut alone = bed.scenario("rows");
        let rows = alone.rows.clone();
        assert_eq!(rows.len(), 3);
        let overlay = Overlay::default();
        let mut sessions = [bed.session(Mode::Cold), bed.session(Mode::Warm)];
        for (chosen, failing) in [
            (rows.clone(), Some(rows[1])),
            (vec![rows[0]], None),
            (vec![rows[2]], Some(rows[2])),
        ] {
            alone.rows = chosen;
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

#[test]
fn discovery_tells_what_there_is_and_what_does_not_bind() {
    let broken = format!(
        "{OUTCOMES}=== features/broken.feature\nFeature: broken\n  Scenario: one\n    Given x\n    Gibbon y\n"
    );
    with_best(&broken, |bed| {
        let found = bed.runner().discover(&bed.project).unwrap();
        assert_eq!(found.unparsable.len(), 1, "{:?}", found.unparsable);
        assert_eq!(found.unparsable[0].0.as_str(), "features/broken.feature");
        let one = |name: &str| {
            let mut all = found.scenarios.iter();
            all.find(|one| one.scenario.name == name).unwrap()
        };
        let outline = &one("rows").scenario;
        assert!(outline.outline);
        assert_eq!(outline.at, bed.scenario("rows"));
        assert_eq!(outline.steps[0].text, "prices <prices>");
        assert_eq!(one("passes").unbound, None);
        assert_eq!(
            one("undefined").unbound.as_deref(),
            Some("Given nobody wrote this")
        );
        let ambiguous = one("ambiguous").unbound.as_deref().unwrap();
        assert!(
            ambiguous.contains("(ambiguous: features/step_definitions/steps.rb:"),
            "{ambiguous}"
        );
        let german = &one("ein Schild").scenario;
        assert!(german.steps[0].background && !german.steps[1].background);
        assert_eq!(one("Before").scenario.tags, ["before"]);
        let kinds: Vec<String> = one("an assertion fails")
            .scenario
            .steps
            .iter()
            .map(|step| format!("{:?}", step.kind))
            .collect();
        assert_eq!(kinds, ["Given", "Then", "Then"]);
    });
}

#[test]
fn a_project_that_does_not_load_or_has_nothing_to_run_is_named() {
    with_best(&loads("raise 'while loading'\n"), |bed| {
        let error = bed.runner().discover(&bed.project).unwrap_err();
        assert!(
            matches!(&error, RunnerError::DoesNotLoad { detail, .. } if detail.contains("while loading")),
            "{error}"
        );
    });
    with_best("=== lib/shop.rb\nmodule Shop\nend\n", |bed| {
        let error = bed.runner().discover(&bed.project).unwrap_err();
        assert!(error.to_string().contains("has no feature file"), "{error}");
    });
}

#[test]
fn a_cucumber_without_an_adapter_is_refused_by_its_version() {
    let other = "=== lib/cucumber.rb\nmodule Cucumber\n  VERSION = '7.1.0'\nend\n";
    with_best(&format!("{}{other}", loads(FINE)), |bed| {
        let mut project = bed.project.clone();
        let own = project.layers[0].clone();
        // A folder of RUBYLIB comes before the gem that is installed.
        let lib = own.join("lib").display().to_string();
        project.env.insert("RUBYLIB".into(), lib);
        project.read_only.push(own);
        let error = bed.runner().discover(&project).unwrap_err().to_string();
        assert!(error.contains("Cucumber 7.1.0 is not a version"), "{error}");
        assert!(error.contains("2.4, 9 and 10"), "{error}");
    });
}

#[test]
fn a_fingerprint_is_not_remembered_for_another_choice_of_gems() {
    let lock = "=== Gemfile.lock\nGEM\n  specs:\n    rexml (3.2.5)\n";
    for (more, named) in [("", false), (lock, true)] {
        with_best(&format!("{}{more}", loads(FINE)), |bed| {
            let found = bed.runner().fingerprint(&bed.project).unwrap();
            assert_eq!(found["packages"].contains("rexml-"), named, "{found:?}");
        });
    }
}
