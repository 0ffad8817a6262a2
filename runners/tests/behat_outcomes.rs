//! What a run of Behat is said to have ended in, cold and warm alike.
#![allow(clippy::unwrap_used, reason = "a failure here is a failed test")]

#[path = "behat/bed.rs"]
mod bed;

use std::panic::{AssertUnwindSafe, catch_unwind};

use bed::{Bed, LIMITS, with_all, with_best};
use mutscore_model::outcome::{Detail, RunOutcome};
use mutscore_model::overlay::Overlay;
use mutscore_runners::runner::RunnerError;

const OUTCOMES: &str = include_str!("behat/projects/outcomes.txt");

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

/// A project whose context begins with `head` and has `inside` in its class.
fn loads(head: &str, inside: &str) -> String {
    format!(
        "=== src/Shop/Cart.php\n<?php\nnamespace Shop;\nclass Cart {{}}\n=== features/one.feature\nFeature: one\n  Scenario: one\n    \
         Given one\n=== features/bootstrap/FeatureContext.php\n<?php\n{head}\nclass FeatureContext implements \
         Behat\\Behat\\Context\\Context {{\n    {inside}\n    /** @Given one */\n    public function one() {{}}\n}}\n"
    )
}

#[test]
fn what_does_not_load_ends_before_any_step_and_says_why() {
    let configured = |text: &str| format!("{}=== behat.yml\n{text}\n", loads("", ""));
    for (text, detail) in [
        (loads("function broken(", ""), Detail::Syntax),
        (
            loads("throw new LogicException('while loading');", ""),
            Detail::Load,
        ),
        (loads("exit(0);", ""), Detail::Crash),
        (
            loads(
                "",
                "public function __construct() { throw new LogicException('no context'); }",
            ),
            Detail::Load,
        ),
        (
            configured("default: {suites: {a: {contexts: [NoSuchContext]}}}"),
            Detail::Load,
        ),
        (
            configured("default: {extensions: {NoSuchExtension: ~}}"),
            Detail::Load,
        ),
    ] {
        with_best(&text, |bed| {
            let both = bed.pair().plain("one");
            for report in [&both.cold, &both.warm] {
                let found = (report.outcome, report.detail, report.step_begun);
                assert_eq!(
                    found,
                    (RunOutcome::BuildFailure, Some(detail), false),
                    "{text}: {report:#?}"
                );
                assert!(
                    report.note.as_ref().is_some_and(|note| !note.is_empty()),
                    "{report:#?}"
                );
            }
        });
    }
}

#[test]
fn then_definitions_are_emptied_arguments_and_all() {
    with_all(OUTCOMES, |bed| {
        let mut pair = bed.pair();
        pair.strip = true;
        for (name, outcome) in [
            ("passes", RunOutcome::Pass),
            ("rows", RunOutcome::Pass),
            ("an assertion of PHP", RunOutcome::Pass),
            ("ein Schild", RunOutcome::Pass),
            ("a transformation fails", RunOutcome::ExecutionFailure),
            ("divides", RunOutcome::ExecutionFailure),
            ("pending", RunOutcome::BindingFailure),
        ] {
            pair.plain(name).ends_in(outcome);
        }
    });
}

#[test]
fn discovery_tells_what_there_is_and_what_does_not_bind() {
    let text = format!(
        "{OUTCOMES}=== features/broken.feature\nFeature: broken\n  Scenario: one\n    Given x\n    Gibbon y\n"
    );
    with_best(&text, |bed| {
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
        assert_eq!(outline.steps[0].text, "prices \"<prices>\"");
        assert_eq!(one("passes").unbound, None);
        assert_eq!(
            one("passes").binds,
            ["FeatureContext::prices()", "FeatureContext::total()"]
        );
        assert_eq!(one("good rows").unbound, None);
        assert_eq!(
            one("undefined").unbound.as_deref(),
            Some("When nobody wrote this")
        );
        let ambiguous = one("ambiguous").unbound.clone().unwrap();
        assert!(ambiguous.contains("(ambiguous: "), "{ambiguous}");
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
    with_best(
        &loads("throw new LogicException('while loading');", ""),
        |bed| {
            let error = bed.runner().discover(&bed.project).unwrap_err();
            assert!(
                matches!(&error, RunnerError::DoesNotLoad { detail, .. } if detail.contains("while loading")),
                "{error}"
            );
        },
    );
    with_best("=== src/Shop/Cart.php\n<?php\n", |bed| {
        let error = bed.runner().discover(&bed.project).unwrap_err();
        assert!(error.to_string().contains("has no feature file"), "{error}");
    });
}
