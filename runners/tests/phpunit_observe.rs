//! What a run executes and what a test calls: lines by pcov, calls by probes that change neither.
#![allow(clippy::unwrap_used, reason = "a failure here is a failed test")]

#[path = "phpunit/bed.rs"]
mod bed;

use std::collections::BTreeMap;

use bed::{Bed, LIMITS, with_all, with_best};
use mutscore_model::coverage::{Lines, Observation};
use mutscore_model::outcome::{RunOutcome, RunReport};
use mutscore_model::overlay::Overlay;
use mutscore_runners::runner::{CancelToken, Job, Mode};

const PROJECT: &str = include_str!("phpunit/projects/observed.txt");

fn observe(bed: &Bed, name: &str) -> RunReport {
    let scenario = bed.scenario(name);
    let overlay = Overlay::default();
    let job = Job {
        scenario: &scenario,
        overlay: &overlay,
        limits: LIMITS,
        observe: true,
        strip: false,
        batch: 1,
    };
    // A warm session observes cold.
    bed.session(Mode::Warm).run(&job, &CancelToken::default())
}

fn observed(bed: &Bed, name: &str) -> Observation {
    let report = observe(bed, name);
    assert_eq!(report.outcome, RunOutcome::Pass, "{report:#?}");
    report.observation.unwrap()
}

fn of(lines: &Lines, path: &str) -> Vec<u32> {
    let mut all = lines.0.iter();
    let found = all.find(|(file, _)| file.as_str() == path);
    found
        .map(|(_, lines)| lines.iter().copied().collect())
        .unwrap_or_default()
}

fn calls(observation: &Observation) -> BTreeMap<&str, Vec<&str>> {
    let all = observation.calls.0.iter();
    all.map(|(name, kinds)| (name.as_str(), kinds.iter().map(String::as_str).collect()))
        .collect()
}

#[test]
fn default_values_are_on_lines_that_no_run_marks_and_the_body_is() {
    with_all(PROJECT, |bed| {
        let seen = observed(bed, "testDefaults");
        // The end of a file counts as run where the file is loaded.
        assert_eq!(of(&seen.coverage.run, "src/Find.php"), [11, 14]);
    });
}

#[test]
fn lines_of_loading_are_apart_from_lines_of_the_run() {
    with_best(PROJECT, |bed| {
        let seen = observed(bed, "testInheritedAndInTurns");
        assert_eq!(of(&seen.coverage.load, "src/eager.php"), [7, 9, 10]);
        assert_eq!(of(&seen.coverage.run, "src/eager.php"), [7]);
        assert!(of(&seen.coverage.run, "src/Cart.php").contains(&34));
        let refused = observed(bed, "testRefuses");
        let lines = of(&refused.coverage.run, "src/Cart.php");
        assert!(lines.contains(&12) && lines.contains(&13), "{lines:?}");
    });
}

#[test]
fn direct_calls_are_those_whose_nearest_caller_is_test_code() {
    with_all(PROJECT, |bed| {
        let made = "src/Cart.php::Shop\\Cart::__construct";
        let added = "src/Cart.php::Shop\\Cart::add";
        let total = "src/Cart.php::Shop\\Cart::total";
        let same = "src/Cart.php::Shop\\Cart::same";
        let find = "src/Find.php::Shop\\Find::at";
        let given = vec!["given"];
        let when = vec!["when"];
        let expected = |more: &[(&'static str, Vec<&'static str>)]| {
            let set_up = [(made, given.clone()), (added, given.clone())];
            set_up
                .into_iter()
                .chain(more.iter().cloned())
                .collect::<BTreeMap<_, _>>()
        };
        // `same` is called by `sum` there, and `note` by the constructor: production to production.
        let seen = observed(bed, "testTotal");
        assert_eq!(calls(&seen), expected(&[(total, when.clone())]));
        let seen = observed(bed, "testDefaults");
        assert_eq!(calls(&seen), expected(&[(find, when.clone())]));
        let seen = observed(bed, "testThroughAFunctionOfPhp");
        assert_eq!(calls(&seen), expected(&[(same, when.clone())]));
        // A helper that a submission does not replace is infrastructure.
        let seen = observed(bed, "testThroughAHelper");
        assert_eq!(calls(&seen), expected(&[]));
        let seen = observed(bed, "testInheritedAndInTurns");
        let more = [
            ("src/Base.php::Shop\\Base::label", when.clone()),
            ("src/Cart.php::Shop\\Cart::list", when.clone()),
            ("src/eager.php::Shop\\twice", when.clone()),
        ];
        assert_eq!(calls(&seen), expected(&more));
    });
}

#[test]
fn a_run_that_fails_is_observed_up_to_its_end() {
    with_best(PROJECT, |bed| {
        let report = observe(bed, "testFails");
        assert_eq!(report.outcome, RunOutcome::AssertionFailure, "{report:#?}");
        let seen = report.observation.unwrap();
        assert!(calls(&seen).contains_key("src/Cart.php::Shop\\Cart::total"));
        assert!(of(&seen.coverage.run, "src/Cart.php").contains(&22));
    });
}
