//! What Cucumber has since 9 and 2.4 has not: rules, expressions, hooks around a run, plugins and their events.
#![allow(clippy::unwrap_used, reason = "a failure here is a failed test")]

#[path = "cucumber_ruby/bed.rs"]
mod bed;

use bed::{Bed, Both, LIMITS, isolations, later};
use mutscore_model::outcome::{Detail, Execution, RunOutcome, RunReport};
use mutscore_model::overlay::Overlay;
use mutscore_runners::runner::{CancelToken, Job, Mode};
use serde_json::json;

const PROJECT: &str = include_str!("cucumber_ruby/projects/later.txt");
const HARBOUR: &str = "lib/harbour.rb";

/// Runs a check with each of them, where runs are kept apart best.
fn with_later(text: &str, check: impl Fn(&Bed)) {
    for generation in later() {
        if let Some(isolation) = isolations().pop() {
            check(&generation.bed(isolation, text));
        }
    }
}

fn message(report: &RunReport) -> &str {
    report.exception.as_ref().map_or("", |found| &found.message)
}

#[test]
fn every_scenario_ends_in_what_is_written_above_it_cold_and_warm() {
    let check = |bed: &Bed| {
        let mut pair = bed.pair();
        let told = |name: &str| matches!(name, "said" | "definitions");
        for expected in bed.expected().iter().filter(|one| !told(&one.name)) {
            let both = pair.plain(&expected.name);
            expected.check(&both.cold, "cold");
            expected.check(&both.warm, "warm");
            assert_eq!(both.warm.execution, Execution::Warm, "{}", expected.name);
        }
        assert_eq!(pair.warm.demoted(), None);
    };
    for generation in later() {
        for isolation in isolations() {
            check(&generation.bed(isolation, PROJECT));
        }
    }
}

#[test]
fn a_plugin_is_told_in_a_fork_what_it_is_told_in_a_new_process() {
    with_later(PROJECT, |bed| {
        let mut pair = bed.pair();
        for (name, words) in [
            ("said", ":step_activated=>"),
            ("definitions", ":expression=>"),
        ] {
            let both = pair.plain(name);
            assert!(message(&both.cold).contains(words), "{both:#?}");
            assert_eq!(message(&both.cold), message(&both.warm));
            // Another run in the same tree is told no more.
            let again = pair.run_warm(name, &Overlay::default(), 1);
            assert_eq!(message(&again), message(&both.cold));
        }
    });
}

#[test]
fn discovery_tells_rules_with_both_backgrounds_and_outlines_by_their_examples() {
    with_later(PROJECT, |bed| {
        let found = bed.runner().discover(&bed.project).unwrap();
        assert_eq!(found.unparsable, []);
        assert_eq!(found.scenarios.len(), bed.expected().len());
        let one = |name: &str| {
            let mut all = found.scenarios.iter();
            all.find(|one| one.scenario.name == name).unwrap()
        };
        let steps = |name: &str| -> Vec<(String, String, bool)> {
            let steps = one(name).scenario.steps.iter();
            steps
                .map(|step| {
                    (
                        format!("{:?}", step.kind),
                        step.text.clone(),
                        step.background,
                    )
                })
                .collect()
        };
        let step = |kind: &str, text: &str, background: bool| {
            (kind.to_owned(), text.to_owned(), background)
        };
        assert_eq!(
            steps("the last berth"),
            [
                step("Given", "4 berths", true),
                step("Given", "1 berth", true),
                step("When", "\"Maria\" moors", false),
                step("Then", "0 are free", false),
            ]
        );
        // A rule's background ends with the rule, and so do its tags.
        assert_eq!(
            steps("no storm"),
            [
                step("Given", "4 berths", true),
                step("Then", "the weather is storm", false)
            ]
        );
        assert_eq!(one("no storm").scenario.tags, ["calm", "feature", "stormy"]);
        assert_eq!(one("one too many").scenario.tags, ["feature"]);
        assert_eq!(
            steps("outside of rules")[2],
            step("When", "the ship anna moors", false)
        );
        let rows = &one("rows").scenario;
        assert!(rows.outline);
        assert_eq!(rows.at, bed.scenario("rows"));
        assert_eq!(rows.at.rows.len(), 3);
        assert_eq!(rows.steps[2].text, "<ships> ship moors");
        assert_eq!(
            one("a type that nobody defined").unbound.as_deref(),
            Some("Then x is unknown")
        );
        let ambiguous = one("ambiguous expressions").unbound.as_deref().unwrap();
        assert!(
            ambiguous.starts_with("When two words meet (ambiguous: features/"),
            "{ambiguous}"
        );
        assert_eq!(one("the last berth").unbound, None);
    });
}

#[test]
fn mutants_behind_expressions_and_hooks_of_a_run_end_as_in_a_new_process() {
    with_later(PROJECT, |bed| {
        let mut pair = bed.pair();
        let mut both = |name: &str, from: &str, to: &str| {
            let overlay = bed.edit(HARBOUR, from, to);
            let both = Both {
                cold: pair.run_cold(name, &overlay),
                warm: pair.run_warm(name, &overlay, 9),
            };
            assert!(both.cold.same_verdict(&both.warm), "{name}: {both:#?}");
            assert_eq!(both.warm.execution, Execution::Loaded, "{name}");
            both
        };
        // The transformer of a type is run when its step is.
        both(
            "types of the project",
            "text.capitalize # named",
            "nobody.capitalize # named",
        )
        .ends_in(RunOutcome::ExecutionFailure);
        both(
            "types of the project",
            "text.capitalize # named",
            "text # named",
        )
        .ends_in(RunOutcome::Pass);
        both("types of the project", "new(3) # opened", "new(4) # opened")
            .ends_in(RunOutcome::AssertionFailure);
        let early = both("outside of rules", "new(3) # opened", "nobody # opened");
        for report in [&early.cold, &early.warm] {
            assert_eq!(
                (report.outcome, report.detail, report.step_begun),
                (RunOutcome::BuildFailure, Some(Detail::Hook), false)
            );
            assert!(
                report
                    .note
                    .as_deref()
                    .unwrap()
                    .starts_with("BeforeAll: NameError"),
                "{report:#?}"
            );
        }
        // Free berths decide between an assertion and an error.
        both("rows", "berths - @ships.size", "berths + @ships.size")
            .ends_in(RunOutcome::AssertionFailure);
    });
}

#[test]
fn emptied_checks_of_a_rule_let_a_mutant_pass_that_only_they_kill() {
    with_later(PROJECT, |bed| {
        let mut pair = bed.pair();
        let wrong = bed.edit(HARBOUR, "berths - @ships.size", "berths - @ships.size + 1");
        for name in ["the last berth", "a storm"] {
            pair.strip = false;
            pair.run(name, &wrong).ends_in(RunOutcome::AssertionFailure);
            pair.strip = true;
            pair.plain(name).ends_in(RunOutcome::Pass);
            pair.run(name, &wrong).ends_in(RunOutcome::Pass);
        }
    });
}

#[test]
fn an_observed_run_keeps_loading_hooks_of_the_run_and_steps_apart() {
    with_later(PROJECT, |bed| {
        let observed = [Mode::Cold, Mode::Warm].map(|mode| {
            let job = Job {
                scenario: &bed.scenario("the last berth"),
                overlay: &Overlay::default(),
                limits: LIMITS,
                observe: true,
                strip: false,
                batch: 1,
            };
            let report = bed.session(mode).run(&job, &CancelToken::default());
            assert_eq!(report.outcome, RunOutcome::Pass, "{report:#?}");
            serde_json::to_value(report.observation.unwrap()).unwrap()
        });
        assert_eq!(observed[0], observed[1]);
        assert_eq!(
            observed[0]["calls"],
            json!({
                "lib/harbour.rb::Harbour#free": ["then"],
                "lib/harbour.rb::Harbour#initialize": ["given"],
                "lib/harbour.rb::Harbour#moor": ["when"],
                "lib/harbour.rb::Harbour.opened": ["hook"],
            })
        );
        let run = observed[0]["coverage"]["run"][HARBOUR].as_array().unwrap();
        let opened = PROJECT
            .split("=== ")
            .find_map(|file| file.strip_prefix("lib/harbour.rb\n"))
            .and_then(|text| text.lines().position(|line| line.contains("# opened")))
            .unwrap();
        assert!(run.contains(&json!(opened + 1)), "{run:?}");
    });
}

#[test]
fn hooks_around_a_run_that_fail_are_named_and_kill_nothing() {
    let project = |support: &str| {
        format!(
            "=== lib/shop.rb\nmodule Shop\nend\n=== features/one.feature\nFeature: one\n  Scenario: one\n    Given one\n\
             === features/step_definitions/steps.rb\nGiven('one') {{}}\n=== features/support/env.rb\n{support}\n"
        )
    };
    let built = RunOutcome::BuildFailure;
    let cases = [
        (
            "InstallPlugin { |*| raise 'no' }",
            built,
            Some(Detail::Hook),
            "InstallPlugin: ",
        ),
        (
            "BeforeAll { exit 0 }",
            built,
            Some(Detail::Hook),
            "BeforeAll: SystemExit",
        ),
        (
            "AfterAll { exit 0 }",
            RunOutcome::ExecutionFailure,
            Some(Detail::Hook),
            "AfterAll: SystemExit",
        ),
        (
            "InstallPlugin { |config, _| config.on_event(:test_run_finished) { |event| raise 'no' if event.success } }",
            RunOutcome::ExecutionFailure,
            Some(Detail::Crash),
            "",
        ),
        (
            "AfterAll { $stdout.puts 'done' }",
            RunOutcome::Pass,
            None,
            "",
        ),
    ];
    for (support, outcome, detail, words) in cases {
        with_later(&project(support), |bed| {
            let both = bed.pair().plain("one");
            for report in [&both.cold, &both.warm] {
                assert_eq!(
                    (report.outcome, report.detail),
                    (outcome, detail),
                    "{support}: {report:#?}"
                );
                assert_eq!(report.step_begun, outcome != built, "{support}");
                assert!(
                    report
                        .note
                        .as_deref()
                        .unwrap_or_default()
                        .starts_with(words),
                    "{report:#?}"
                );
            }
        });
    }
}

#[test]
fn a_copy_of_cucumber_that_runs_do_not_see_is_refused_and_one_they_see_is_in_the_fingerprint() {
    with_later(PROJECT, |bed| {
        let fingerprint = bed.runner().fingerprint(&bed.project).unwrap();
        let version = format!("{}.", bed.version);
        assert!(
            fingerprint["cucumber"].starts_with(&version),
            "{fingerprint:?}"
        );
        assert!(
            !fingerprint["packages"].contains("cucumber-2.4"),
            "{fingerprint:?}"
        );
        assert_eq!(fingerprint["libraries"].len(), 24, "{fingerprint:?}");
        let mut blind = bed.project.clone();
        // The folder of the copy is the last that runs may read.
        blind.read_only.pop();
        let error = bed.runner().discover(&blind).unwrap_err().to_string();
        assert!(error.contains("which RUBYLIB names"), "{error}");
    });
}
