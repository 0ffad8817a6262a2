//! What a run of Cucumber-JVM is said to have ended in, cold and warm alike.
#![allow(clippy::unwrap_used, reason = "a failure here is a failed test")]

#[path = "jvm/bed.rs"]
mod bed;
#[path = "cucumber_jvm/versions.rs"]
mod versions;

use std::panic::{AssertUnwindSafe, catch_unwind};

use bed::{Bed, LIMITS};
use mutscore_model::outcome::{Detail, RunOutcome};
use mutscore_model::overlay::Overlay;
use mutscore_runners::runner::RunnerError;
use versions::{with_all, with_newest};

const OUTCOMES: &str = include_str!("cucumber_jvm/projects/outcomes.txt");

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
fn discovery_tells_what_there_is_and_what_does_not_bind() {
    let broken = format!(
        "{OUTCOMES}=== src/test/resources/features/broken.feature\nFeature: broken\n  Scenario: one\n    Given x\n    Gibbon y\n"
    );
    with_all(&broken, |bed| {
        let found = bed.runner().discover(&bed.project).unwrap();
        let unparsable: Vec<&str> = found
            .unparsable
            .iter()
            .map(|(path, _)| path.as_str())
            .collect();
        assert_eq!(unparsable, ["src/test/resources/features/broken.feature"]);
        let one = |name: &str| {
            let mut all = found.scenarios.iter();
            all.find(|one| one.scenario.name == name).unwrap()
        };
        let outline = &one("rows").scenario;
        assert!(outline.outline);
        assert_eq!(outline.at, bed.scenario("rows"));
        assert_eq!(outline.steps[0].text, "prices <prices>");
        assert_eq!(one("passes").unbound, None);
        let places = &one("passes").binds;
        assert!(
            places.len() == 2 && places.iter().all(|place| place.contains('(')),
            "{places:?}"
        );
        assert_eq!(&one("rows").binds, places, "what all rows bind");
        assert_eq!(&one("an assertion fails").binds, places, "once each");
        assert_ne!(&one("undefined").binds, places);
        assert_eq!(
            one("undefined").unbound.as_deref(),
            Some("nobody wrote this")
        );
        assert!(one("empty").scenario.steps.is_empty());
        let german = &one("ein Schild").scenario;
        assert!(german.steps[0].background && !german.steps[1].background);
        assert_eq!(one("Before").scenario.tags, ["@before"]);
        let kinds: Vec<String> = one("an assertion fails")
            .scenario
            .steps
            .iter()
            .chain(&german.steps)
            .map(|step| format!("{:?}", step.kind))
            .collect();
        assert_eq!(kinds, ["Given", "Then", "Then", "Given", "Then"]);
    });
}

/// A project whose step file is `steps`.
fn loads(steps: &str) -> String {
    format!(
        "=== src/main/java/shop/Shop.java\npackage shop;\npublic class Shop {{\n}}\n\
         === src/test/resources/one.feature\nFeature: one\n  Scenario: one\n    Given one\n\
         === src/test/java/shop/Steps.java\npackage shop;\nimport io.cucumber.java.*;\nimport io.cucumber.java.en.*;\n\
         public class Steps {{\n{steps}\n}}\n"
    )
}

#[test]
fn what_does_not_load_ends_before_any_step_and_says_why() {
    let one = "@Given(\"one\") public void one() {}\n";
    let cases = [
        ("void broken(".to_owned(), Detail::Syntax),
        ("Nothing field;".to_owned(), Detail::Syntax),
        (
            format!("{one}@Given(\"one\") public void two() {{}}"),
            Detail::Load,
        ),
        (
            format!(
                "{one}@BeforeAll public static void first() {{ throw new IllegalStateException(\"no\"); }}"
            ),
            Detail::Load,
        ),
    ];
    for (steps, detail) in cases {
        with_newest(&loads(&steps), |bed| {
            let both = bed.pair().plain("one");
            for report in [&both.cold, &both.warm] {
                let found = (report.outcome, report.detail, report.step_begun);
                assert_eq!(
                    found,
                    (RunOutcome::BuildFailure, Some(detail), false),
                    "{steps}: {report:#?}"
                );
                assert!(
                    report.note.as_ref().is_some_and(|note| !note.is_empty()),
                    "{steps}: {report:#?}"
                );
            }
        });
    }
}

#[test]
fn a_project_that_does_not_compile_is_named() {
    let text = loads("").replace("class Shop {", "class Shop { void broken(");
    with_newest(&text, |bed| {
        let error = bed.runner().discover(&bed.project).unwrap_err();
        assert!(
            matches!(&error, RunnerError::DoesNotLoad { detail, .. } if detail.starts_with("src/main/java/shop/Shop.java:")),
            "{error}"
        );
    });
}
