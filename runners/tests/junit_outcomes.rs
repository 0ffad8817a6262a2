//! What a run of a JUnit test is said to have ended in, cold and warm alike.
#![allow(clippy::unwrap_used, reason = "a failure here is a failed test")]

#[path = "jvm/bed.rs"]
mod bed;

use std::collections::BTreeMap;

use bed::{Bed, LIMITS, pom, with_best};
use mutscore_model::instance::{Scenario, ScenarioRef};
use mutscore_model::outcome::{RunOutcome, RunReport};
use mutscore_model::overlay::Overlay;
use mutscore_runners::runner::{CancelToken, Job, Mode, Session};

const JUPITER: &str = include_str!("junit/projects/jupiter.txt");
const FOUR: &str = include_str!("junit/projects/four.txt");
const OVERLOADS: &str = include_str!("junit/projects/overloads.txt");
const OVERLOADS_FOUR: &str = include_str!("junit/projects/overloads_four.txt");

fn with_jupiter(text: &str, check: impl Fn(&Bed)) {
    for version in ["5.14.4", "5.9.3"] {
        let text = format!(
            "{}{text}",
            pom(&[&format!("org.junit.jupiter:junit-jupiter:{version}")])
        );
        with_best("junit", version, &text, &check);
    }
}

fn with_four(text: &str, check: impl Fn(&Bed)) {
    let text = format!("{}{text}", pom(&["junit:junit:4.13.2"]));
    with_best("junit", "4.13.2", &text, check);
}

/// What stands above each test method: outcome, and whether it had begun.
fn expected(text: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut above = None;
    for line in text.lines().map(str::trim) {
        if let Some(words) = line.strip_prefix("// => ") {
            above = Some(words.to_owned());
        } else if let Some((front, _)) = line.split_once("(")
            && line.ends_with('{')
            && let Some(words) = above.take()
        {
            let name = front.rsplit(' ').next().unwrap_or_default();
            found.insert(name.to_owned(), words);
        }
    }
    found
}

fn words(report: &RunReport) -> String {
    let word = |value: serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let mut words = word(serde_json::to_value(report.outcome).unwrap());
    if let Some(detail) = report.detail {
        words = format!("{words}/{}", word(serde_json::to_value(detail).unwrap()));
    }
    if !report.step_begun {
        words.push_str(" unbegun");
    }
    if let Some(step) = &report.failed_step {
        words = format!("{words} at {}", step.name);
    }
    words
}

fn run(session: &mut dyn Session, at: &ScenarioRef) -> RunReport {
    let overlay = Overlay::default();
    let job = Job {
        scenario: at,
        overlay: &overlay,
        limits: LIMITS,
        observe: false,
        strip: false,
        batch: 1,
    };
    session.run(&job, &CancelToken::default())
}

fn scenarios(bed: &Bed) -> Vec<Scenario> {
    let found = bed.runner().discover(&bed.project).unwrap();
    found
        .scenarios
        .into_iter()
        .map(|one| one.scenario)
        .collect()
}

fn method(scenario: &Scenario) -> &str {
    scenario
        .at
        .test
        .as_deref()
        .unwrap()
        .split_once('#')
        .unwrap()
        .1
}

/// Every test ends in what is written above it, cold and warm; and no other tests are found.
fn check_all(bed: &Bed, text: &str) {
    let expected = expected(text);
    let scenarios = scenarios(bed);
    let mut names: Vec<&str> = scenarios.iter().map(method).collect();
    names.sort_unstable();
    let written: Vec<&str> = expected.keys().map(String::as_str).collect();
    assert_eq!(names, written);
    let mut sessions = [bed.session(Mode::Cold), bed.session(Mode::Warm)];
    for scenario in &scenarios {
        for session in &mut sessions {
            let report = run(&mut **session, &scenario.at);
            assert_eq!(
                words(&report),
                expected[method(scenario)],
                "{}: {report:#?}",
                scenario.name
            );
        }
    }
    assert_eq!(sessions[1].demoted(), None);
}

#[test]
fn every_jupiter_test_ends_in_what_is_written_above_it() {
    with_jupiter(JUPITER, |bed| check_all(bed, JUPITER));
}

#[test]
fn every_test_of_junit_four_and_three_ends_in_what_is_written_above_it() {
    with_four(FOUR, |bed| check_all(bed, FOUR));
}

#[test]
fn a_test_is_found_where_it_is_written_whatever_selects_it() {
    with_jupiter(JUPITER, |bed| {
        let all = scenarios(bed);
        let one = |name: &str| all.iter().find(|one| method(one) == name).unwrap();
        let text = &JUPITER[JUPITER
            .find("=== src/test/java/shop/CartTest.java")
            .unwrap()..];
        let line = text
            .lines()
            .position(|line| line.contains("void rows("))
            .unwrap();
        assert_eq!(one("rows").at.line as usize, line);
        assert!(one("rows").outline && !one("passes").outline);
        assert_eq!(one("passes").tags, ["fast"]);
        assert_eq!(
            one("nested").at.test.as_deref(),
            Some("shop.CartTest$Inner#nested")
        );
        assert_eq!(
            one("inherited").at.feature.as_str(),
            "src/test/java/shop/BaseContract.java"
        );
    });
}

#[test]
fn a_test_that_is_not_there_is_undefined() {
    let absent = |bed: &Bed| {
        let mut at = scenarios(bed)[0].at.clone();
        for test in ["shop.CartTest#nobody", "shop.NobodyTest#passes"] {
            at.test = Some(test.to_owned());
            for mode in [Mode::Cold, Mode::Warm] {
                let report = run(&mut *bed.session(mode), &at);
                assert_eq!(report.outcome, RunOutcome::BindingFailure, "{report:#?}");
                assert!(!report.step_begun);
            }
        }
    };
    with_jupiter(JUPITER, absent);
    with_four(FOUR, absent);
}

/// Each of these tests is found, and ends so, cold and warm.
fn check_some(bed: &Bed, expected: &[(&str, RunOutcome)]) {
    let all = scenarios(bed);
    for (test, outcome) in expected {
        let test = format!("shop.{test}");
        let Some(one) = all.iter().find(|one| one.at.test.as_deref() == Some(&test)) else {
            panic!("{test} is not among {all:#?}");
        };
        for mode in [Mode::Cold, Mode::Warm] {
            let report = run(&mut *bed.session(mode), &one.at);
            assert_eq!(report.outcome, *outcome, "{test}: {report:#?}");
        }
    }
}

/// A contract, a class that keeps to it, one that has its own say, and one that does without.
fn contract(imports: &str, test: &str, disabled: &str) -> String {
    format!(
        "\
=== src/test/java/shop/BaseContract.java
package shop;

{imports}

public abstract class BaseContract {{
    {test}
    public void holds() {{
    }}
}}
=== src/test/java/shop/KeepsTest.java
package shop;

public class KeepsTest extends BaseContract {{
}}
=== src/test/java/shop/OwnTest.java
package shop;

{imports}

public class OwnTest extends BaseContract {{
    @Override
    {test}
    public void holds() {{
        throw new AssertionError();
    }}
}}
=== src/test/java/shop/WithoutTest.java
package shop;

{imports}

public class WithoutTest extends BaseContract {{
    @Override
    {test}
    {disabled}
    public void holds() {{
    }}
}}
"
    )
}

#[test]
fn a_class_that_replaces_an_inherited_test_has_no_say_in_what_becomes_of_that_one() {
    let check = |bed: &Bed| {
        check_some(
            bed,
            &[
                ("BaseContract#holds", RunOutcome::Pass),
                ("OwnTest#holds", RunOutcome::AssertionFailure),
                ("WithoutTest#holds", RunOutcome::BindingFailure),
            ],
        );
    };
    with_jupiter(
        &contract("import org.junit.jupiter.api.*;", "@Test", "@Disabled"),
        check,
    );
    with_four(&contract("import org.junit.*;", "@Test", "@Ignore"), check);
}

#[test]
fn an_overload_in_a_class_that_inherits_a_test_replaces_nothing() {
    with_jupiter(OVERLOADS, |bed| {
        check_some(
            bed,
            &[
                // What is inherited fails in `OverloadsTest`, and nowhere else.
                ("BaseContract#holds", RunOutcome::AssertionFailure),
                ("OverloadsTest#holds", RunOutcome::Pass),
                ("GenericContract#takes", RunOutcome::Pass),
                ("StringsTest#takes", RunOutcome::AssertionFailure),
            ],
        );
    });
    with_four(OVERLOADS_FOUR, |bed| {
        check_some(bed, &[("BaseContract#holds", RunOutcome::AssertionFailure)]);
        assert_eq!(scenarios(bed).len(), 1, "an overload is no test of JUnit 4");
    });
}
