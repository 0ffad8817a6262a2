//! What an observed run tells, and what emptied checks leave.
#![allow(clippy::unwrap_used, reason = "a failure here is a failed test")]

#[path = "cucumber_ruby/bed.rs"]
mod bed;

use std::collections::BTreeMap;

use bed::{Bed, LIMITS, with_all, with_best};
use mutscore_model::coverage::Observation;
use mutscore_model::outcome::RunOutcome;
use mutscore_model::overlay::Overlay;
use mutscore_runners::runner::{CancelToken, Job, Mode};
use serde_json::{Value, json};

const PROJECT: &str = include_str!("cucumber_ruby/projects/observed.txt");
const BILL: &str = "lib/bill.rb";

fn observe(bed: &Bed, name: &str) -> Observation {
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
    // A warm session observes cold by itself.
    let reports = [Mode::Cold, Mode::Warm].map(|mode| {
        let report = bed.session(mode).run(&job, &CancelToken::default());
        assert_eq!(report.outcome, RunOutcome::Pass, "{report:#?}");
        report.observation.unwrap()
    });
    let [cold, warm] = reports;
    assert_eq!(cold, warm);
    cold
}

/// The lines of a file that hold these texts.
fn lines(texts: &[&str]) -> Vec<u32> {
    let file = PROJECT
        .split("=== ")
        .find(|file| file.starts_with(BILL))
        .unwrap();
    let numbered: BTreeMap<&str, u32> = file.lines().skip(1).map(str::trim).zip(1..).collect();
    let mut found: Vec<u32> = texts.iter().map(|text| numbered[text]).collect();
    found.sort_unstable();
    found
}

fn told(observation: &Observation) -> Value {
    serde_json::to_value(observation).unwrap()
}

#[test]
fn an_observed_run_tells_executed_lines_and_keeps_those_of_loading_apart() {
    with_all(PROJECT, |bed| {
        let found = told(&observe(bed, "one"));
        let run = &found["coverage"]["run"][BILL];
        let once = lines(&[
            "@lines = []",
            "if price > 100",
            "@lines << [text, price]",
            "self",
            "tax = rate",
            "sum * tax",
            "@lines.sum { |_, price| price }",
            "number.ceil",
        ]);
        // The `2` of `rate` is a line that a text cannot name alone.
        let rate = lines(&["def rate"])[0] + 1;
        let mut wanted = once;
        wanted.push(rate);
        wanted.sort_unstable();
        assert_eq!(run, &json!(wanted));
        let load = found["coverage"]["load"][BILL].as_array().unwrap();
        for text in [
            "class Bill",
            "attr_reader :lines",
            "def total",
            "module Rounding",
        ] {
            assert!(load.contains(&json!(lines(&[text])[0])), "{text}: {load:?}");
        }
        assert!(!load.contains(&json!(rate)));
        assert_eq!(found["coverage"]["run"].get("lib/late.rb"), None);
        // What a step loads is executed by the run.
        let late = told(&observe(bed, "three"));
        assert_eq!(late["coverage"]["run"]["lib/late.rb"], json!([1, 2, 3]));
        assert_eq!(late["coverage"]["load"].get("lib/late.rb"), None);
    });
}

#[test]
fn direct_calls_are_told_with_the_kind_of_step_and_nothing_else() {
    with_best(PROJECT, |bed| {
        let found = told(&observe(bed, "one"));
        assert_eq!(
            found["calls"],
            json!({
                "lib/bill.rb::Bill#add": ["given"],
                "lib/bill.rb::Bill#initialize": ["hook"],
                "lib/bill.rb::Bill#lines": ["then"],
                "lib/bill.rb::Bill#total": ["then", "when"],
                "lib/bill.rb::Rounding.up": ["then"],
            })
        );
        // The helper beside the withheld files is infrastructure; its call is not the test's.
        let others = told(&observe(bed, "two"));
        assert_eq!(others["calls"].get("lib/bill.rb::Bill#each_line"), None);
        // Through a delegation of the library's: the test's own call all the same.
        let wrapped = told(&observe(bed, "three"));
        assert_eq!(
            wrapped["calls"],
            json!({
                "lib/bill.rb::Bill#initialize": ["hook"],
                "lib/bill.rb::Bill#late": ["when"],
                "lib/bill.rb::Bill.of": ["when"],
                "lib/bill.rb::Wrapped#initialize": ["when"],
                "lib/bill.rb::Bill#total": ["when"],
            })
        );
    });
}

#[test]
fn emptied_checks_let_a_mutant_pass_that_only_they_kill() {
    with_all(PROJECT, |bed| {
        let mut pair = bed.pair();
        let wrong_total = bed.edit(BILL, "sum * tax", "sum + tax");
        let raising = bed.edit(BILL, "sum * tax", "sum * nobody");
        for name in ["one", "rows"] {
            pair.strip = false;
            pair.run(name, &wrong_total)
                .ends_in(RunOutcome::AssertionFailure);
            pair.strip = true;
            pair.plain(name).ends_in(RunOutcome::Pass);
            pair.run(name, &wrong_total).ends_in(RunOutcome::Pass);
            pair.run(name, &raising)
                .ends_in(RunOutcome::ExecutionFailure);
        }
    });
}
