//! Replaced files are really run: every kind of edit ends as in a new process, and nothing of it stays.
#![allow(clippy::unwrap_used, reason = "a failure here is a failed test")]

#[path = "cucumber_ruby/bed.rs"]
mod bed;

use std::fmt::Write as _;

use bed::{with_all, with_best};
use mutscore_model::outcome::{Detail, Execution, RunOutcome};
use mutscore_model::overlay::Overlay;

const PROJECT: &str = include_str!("cucumber_ruby/projects/mutants.txt");
const PRICE: &str = "lib/price.rb";

/// An expression with its value, and an edit of `lib/price.rb` that gives it another one.
const CASES: &[(&str, &str, &str, &str)] = &[
    (
        "Price.double(4)",
        "8",
        "number * 2 # double",
        "number * 3 # double",
    ),
    (
        "Price.double(5)",
        "10",
        "number * 2 # double",
        "unknown # double",
    ),
    ("Price::RATE", "2", "RATE = 2", "RATE = 3"),
    ("Price::BASE", "5", "5 # start", "6 # start"),
    ("Price.with_default(1)", "4", "step = 3", "step = 4"),
    ("Price::MEMO", "11", "[11]", "[12]"),
    ("Price.defined", "4", "{ 4 }", "{ 5 }"),
    (
        "Price::SQUARE.call(3)",
        "9",
        "number * number",
        "number + number",
    ),
    ("Price::Point.new(1).far", "7", "x + 6", "x - 6"),
    ("Price::Cart::SIZE", "3", "SIZE = 3", "SIZE = 4"),
    (
        "Price::Cart.new.size",
        "2",
        "size + 1 # init",
        "size - 1 # init",
    ),
    (
        "Price::Cart.new.total(1)",
        "2",
        "super(number) + 1",
        "super(number) - 1",
    ),
    (
        "Price::Cart.new.renamed(2)",
        "3",
        "super(number) + 1",
        "super(number) - 1",
    ),
    (
        "Price::Cart.new.public(1)",
        "7",
        "number + 6 # secret",
        "number - 6 # secret",
    ),
    ("Price::Cart.built.size", "8", "new(7)", "new(6)"),
    (
        "Price::Cart.new.ghost(1)",
        "9",
        "rest.size + 8",
        "rest.size - 8",
    ),
    ("1.refined", "3", "self + 2 # refined", "self - 2 # refined"),
    ("Price.text", "\"  RATE = 2\"", "RATE = 2", "RATE = 3"),
    ("Price.data", "\"the end\"", "the end", "the edge"),
    ("Price.recursive(3)", "3", "1 + recursive", "2 + recursive"),
];

/// The project with a scenario for each case.
fn project() -> String {
    let mut text = format!("{PROJECT}=== features/mutants.feature\nFeature: mutants\n");
    for (expression, value, ..) in CASES {
        write!(
            text,
            "\n  Scenario: {expression}\n    Given nothing\n    Then `{expression}` gives {value}\n"
        )
        .unwrap();
    }
    text.push_str(
        "\n  Scenario: nothing\n    Given nothing\n\
         \n  Scenario: late\n    When a late file is loaded\n    Then `Lazy.late(1)` gives 2\n\
         \n  Scenario: auto\n    Then `Auto.new.go` gives 3\n\
         \n  Scenario: again\n    When it is loaded again\n    Then `Price.double(4)` gives 8\n\
         \n  Scenario: a program of its own\n    Then a program of its own says 8\n",
    );
    text
}

fn failed(outcome: RunOutcome) -> bool {
    matches!(
        outcome,
        RunOutcome::AssertionFailure | RunOutcome::ExecutionFailure
    )
}

#[test]
fn every_kind_of_edit_is_run_and_ends_as_in_a_new_process() {
    with_all(&project(), |bed| {
        let mut pair = bed.pair();
        for (expression, _, from, to) in CASES {
            let overlay = bed.edit(PRICE, from, to);
            let both = pair.run(expression, &overlay);
            assert!(failed(both.outcome()), "{expression}: {both:#?}");
            assert_eq!(both.warm.execution, Execution::Loaded, "{expression}");
            // A neighbour that the edit does not reach, while the mutant is held.
            let held = pair.run_warm("nothing", &overlay, 3);
            assert_eq!(
                (held.outcome, held.execution),
                (RunOutcome::Pass, Execution::Loaded),
                "{expression}: {held:#?}"
            );
            let again = pair.run_warm(expression, &overlay, 2);
            assert!(again.same_verdict(&both.cold), "{expression}: {again:#?}");
        }
        // Nothing of them stays.
        for (expression, ..) in CASES {
            pair.is_clean(expression);
        }
        assert_eq!(pair.warm.demoted(), None);
    });
}

#[test]
fn files_that_are_loaded_late_again_or_by_others_are_the_replaced_ones() {
    with_all(&project(), |bed| {
        let mut pair = bed.pair();
        for (name, path, from, to) in [
            (
                "late",
                "lib/lazy.rb",
                "number + 1 # late",
                "number - 1 # late",
            ),
            ("auto", "lib/auto.rb", "3 # auto", "4 # auto"),
            ("again", PRICE, "number * 2 # double", "number * 3 # double"),
            (
                "a program of its own",
                PRICE,
                "number * 2 # double",
                "number * 3 # double",
            ),
        ] {
            let both = pair.run(name, &bed.edit(path, from, to));
            assert!(failed(both.outcome()), "{name}: {both:#?}");
            assert_eq!(both.warm.execution, Execution::Loaded, "{name}");
        }
    });
}

#[test]
fn a_replaced_file_that_nothing_loads_says_nothing() {
    with_best(&project(), |bed| {
        let overlay = bed.edit("lib/lazy.rb", "number + 1 # late", "number - 1 # late");
        let both = bed.pair().run("nothing", &overlay);
        for report in [&both.cold, &both.warm] {
            assert_eq!(
                (report.outcome, report.detail),
                (RunOutcome::Infrastructure, Some(Detail::NotApplied)),
                "{report:#?}"
            );
        }
    });
}

#[test]
fn a_replaced_file_that_does_not_load_ends_every_run_before_its_first_step() {
    with_best(&project(), |bed| {
        let mut pair = bed.pair();
        for (to, detail) in [
            ("def self.double(", Detail::Syntax),
            (
                "raise 'while loading'; def self.double(number)",
                Detail::Load,
            ),
            ("exit!; def self.double(number)", Detail::Crash),
        ] {
            let overlay = bed.edit(PRICE, "def self.double(number)", to);
            for name in ["nothing", "Price::RATE"] {
                let both = pair.run(name, &overlay);
                for report in [&both.cold, &both.warm] {
                    assert_eq!(
                        (report.outcome, report.detail, report.step_begun),
                        (RunOutcome::BuildFailure, Some(detail), false),
                        "{to}: {report:#?}"
                    );
                }
            }
        }
        assert_eq!(
            pair.run_warm("nothing", &Overlay::default(), 1).outcome,
            RunOutcome::Pass
        );
    });
}
