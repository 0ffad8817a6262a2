//! Replaced files are really run: every kind of edit, swapped or loaded, ends as in a new process.
#![allow(clippy::unwrap_used, reason = "a failure here is a failed test")]

#[path = "behave/bed.rs"]
mod bed;

use std::fmt::Write as _;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::time::Duration;

use bed::{LIMITS, for_all, for_both};
use mutscore_model::outcome::{Detail, Execution, RunOutcome};
use mutscore_runners::runner::Isolation;

const PROJECT: &str = include_str!("behave/projects/mutants.txt");
const PRICE: &str = "shop/price.py";

/// An edit, a check that passes without it and fails with it, and how a warm session is to apply it.
struct Case {
    expression: &'static str,
    value: &'static str,
    from: &'static str,
    to: &'static str,
    how: Execution,
}

const fn swapped(
    expression: &'static str,
    value: &'static str,
    from: &'static str,
    to: &'static str,
) -> Case {
    Case {
        expression,
        value,
        from,
        to,
        how: Execution::Swapped,
    }
}

const fn loaded(
    expression: &'static str,
    value: &'static str,
    from: &'static str,
    to: &'static str,
) -> Case {
    Case {
        expression,
        value,
        from,
        to,
        how: Execution::Loaded,
    }
}

/// Kinds of edits in `shop/price.py`.
const CASES: &[Case] = &[
    swapped("price.double(4)", "8", "n * 2  # double", "n * 3  # double"),
    swapped("double(5)", "10", "n * 2  # double", "n + 2  # double"),
    swapped(
        "price.double(6)",
        "12",
        "n * 2  # double",
        "unknown  # double",
    ),
    loaded("price.RATE", "2", "RATE = 2", "RATE = 3"),
    loaded("price.BASE", "5", "5  # start", "6  # start"),
    loaded("price.with_default(1)", "4", "step=3", "step=4"),
    loaded("price.traced(1)", "8", ") + 0  # tracer", ") + 1  # tracer"),
    swapped("price.traced(2)", "9", "n + 7", "n - 7"),
    loaded("price.scaled(2)", "6", "@scaled_by(3)", "@scaled_by(4)"),
    loaded("price.MEMO", "11", "n * 11", "n * 12"),
    swapped("price.fresh_memo(1)", "13", "n * 13", "n * 14"),
    loaded(
        "price.plus_four(1)",
        "5",
        "x + n  # adder",
        "x - n  # adder",
    ),
    swapped("price.nested(3)", "4", "x + n  # nested", "x - n  # nested"),
    loaded(
        "(price.twin(3), price.other(3))",
        "(2, 2)",
        "n - 1  # twin",
        "n + 1  # twin",
    ),
    loaded("price.SQUARE(3)", "9", "n * n", "n + n"),
    loaded("price.Cart().size", "3", "size = 3", "size = 4"),
    swapped(
        "price.Cart().total(1)",
        "2",
        "(n) + 1  # super",
        "(n) - 1  # super",
    ),
    swapped("price.Cart().public(1)", "7", "n + 6", "n - 6"),
    swapped(
        "price.Cart.fixed(1)",
        "3",
        "n + 2  # static",
        "n - 2  # static",
    ),
    swapped(
        "price.Cart.built(1)",
        "7",
        "size + 3  # class",
        "size - 3  # class",
    ),
    swapped("price.Cart().weight", "4", "return 4", "return -4"),
    swapped(
        "price.Cart.Inner().depth()",
        "2",
        "2  # inner",
        "3  # inner",
    ),
    swapped("list(price.numbers())", "[1, 2]", "yield 2", "yield 3"),
    swapped(
        "run(price.waits(1))",
        "2",
        "n + 1  # async",
        "n - 1  # async",
    ),
    swapped("price.TABLE['twice'](1)", "10", "n + 9", "n - 9"),
    swapped("price.TABLE['partial']()", "10", "n + 9", "n * 9 + 2"),
    swapped("price.documented(1)", "9", "n + 8", "n - 8"),
    loaded("price.documented.__doc__", "'One.'", "One.", "Two."),
    loaded(
        "price.undocumented.__doc__",
        "None",
        "\"\".join([])",
        "\"a docstring\"",
    ),
    swapped(
        "'n * 2' in price.source()",
        "True",
        "n * 2  # double",
        "n / 2  # double",
    ),
    swapped(
        "'n * 2' in price.file_text()",
        "True",
        "n * 2  # double",
        "n / 2  # double",
    ),
    loaded(
        "price.generating.generates",
        "True",
        "yield  # generating",
        "pass   # generating",
    ),
    swapped("price.recursive(3)", "3", "1 + recursive", "2 + recursive"),
    swapped(
        "price.recursive(2)",
        "2",
        "n - 1)  # recursive",
        "n + 1)  # recursive",
    ),
];

/// The project with a scenario for each case.
fn project() -> String {
    let mut text = format!("{PROJECT}=== features/mutants.feature\nFeature: mutants\n");
    for case in CASES {
        let (expression, value) = (case.expression, case.value);
        write!(
            text,
            "\n  Scenario: {expression}\n    Given nothing\n    Then `{expression}` gives {value}\n"
        )
        .unwrap();
    }
    text.push_str("\n  Scenario: a program of its own\n    Then a program of its own says 8\n");
    text.push_str("\n  Scenario: a late import\n    Then a late import gives 2\n");
    for (name, value) in [("renamed", 2), ("held", 2), ("hooks[0]", 3)] {
        write!(
            text,
            "\n  Scenario: {name}\n    Then `{name}(1)` gives {value}\n"
        )
        .unwrap();
    }
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
    for_both(&project(), |bed| {
        let mut pair = bed.pair();
        for case in CASES {
            let overlay = bed.edit(PRICE, case.from, case.to);
            let both = pair.run(case.expression, &overlay);
            assert!(failed(both.outcome()), "{}: {both:#?}", case.expression);
            assert_eq!(both.warm.execution, case.how, "{}", case.expression);
            // A neighbour that the edit does not reach, while the mutant is held.
            let held = pair.run_warm("hooks[0]", &overlay, 3);
            assert_eq!(
                (held.outcome, held.execution),
                (RunOutcome::Pass, case.how),
                "{}: {held:#?}",
                case.expression
            );
            let again = pair.run_warm(case.expression, &overlay, 2);
            assert!(
                again.same_verdict(&both.cold),
                "{}: {again:#?}",
                case.expression
            );
        }
        // Nothing of them stays.
        for case in CASES {
            pair.is_clean(case.expression);
        }
        assert_eq!(pair.warm.demoted(), None);
    });
}

#[test]
fn edits_are_run_alike_where_all_runs_share_one_view() {
    for_all(&project(), |bed| {
        if bed.project.isolation != Isolation::None || !bed.is_new() {
            return;
        }
        let mut pair = bed.pair();
        for case in CASES {
            let overlay = bed.edit(PRICE, case.from, case.to);
            for batch in [1, 3] {
                let report = pair.run_warm(case.expression, &overlay, batch);
                assert!(failed(report.outcome), "{}: {report:#?}", case.expression);
                assert_eq!(report.execution, case.how, "{}", case.expression);
            }
        }
        let overlay = bed.edit(PRICE, "n * 2  # double", "n * 3  # double");
        assert!(failed(pair.run("a program of its own", &overlay).outcome()));
        let plain = pair.plain("a program of its own");
        plain.ends_in(RunOutcome::Pass);
    });
}

#[test]
fn functions_under_other_names_and_late_imports_are_mutated_too() {
    for_both(&project(), |bed| {
        let mut pair = bed.pair();
        for name in ["renamed", "held"] {
            let overlay = bed.edit("shop/captured.py", "n + 1  # kept", "n - 1  # kept");
            let both = pair.run(name, &overlay);
            both.ends_in(RunOutcome::AssertionFailure);
            assert_eq!(both.warm.execution, Execution::Swapped);
        }
        let overlay = bed.edit("shop/captured.py", "n + 2  # hooked", "n - 2  # hooked");
        pair.run("hooks[0]", &overlay)
            .ends_in(RunOutcome::AssertionFailure);
        let overlay = bed.edit("shop/lazy.py", "n + 1", "n - 1");
        let both = pair.run("a late import", &overlay);
        both.ends_in(RunOutcome::AssertionFailure);
        assert_eq!(both.warm.execution, Execution::Loaded);
    });
}

#[test]
fn a_program_that_a_step_starts_runs_the_mutated_file() {
    for_both(&project(), |bed| {
        let mut pair = bed.pair();
        pair.plain("a program of its own").ends_in(RunOutcome::Pass);
        let overlay = bed.edit(PRICE, "n * 2  # double", "n * 3  # double");
        pair.run("a program of its own", &overlay)
            .ends_in(RunOutcome::AssertionFailure);
        let overlay = bed.edit(PRICE, "RATE = 2", "RATE = 3");
        pair.run("a program of its own", &overlay)
            .ends_in(RunOutcome::Pass);
    });
}

#[test]
fn a_mutant_that_does_not_import_begins_no_step() {
    let cases = [
        ("RATE = 2", "RATE = = 2", Detail::Syntax),
        ("RATE = 2", "RATE = unknown", Detail::Load),
        ("RATE = 2", "RATE = __import__('sys').exit(0)", Detail::Load),
        (
            "RATE = 2",
            "RATE = __import__('os')._exit(0)",
            Detail::Crash,
        ),
        (
            "RATE = 2",
            "RATE = __import__('os').kill(__import__('os').getpid(), 11)",
            Detail::Crash,
        ),
        (
            "RATE = 2",
            "RATE = bytearray(10 ** 12)",
            Detail::OutOfMemory,
        ),
    ];
    for_both(&project(), |bed| {
        let mut pair = bed.pair();
        for (from, to, detail) in cases {
            let overlay = bed.edit(PRICE, from, to);
            for batch in [1, 3] {
                let both = pair.run_batch("held", &overlay, batch, LIMITS);
                for report in [&both.cold, &both.warm] {
                    let found = (report.outcome, report.detail, report.step_begun);
                    assert_eq!(
                        found,
                        (RunOutcome::BuildFailure, Some(detail), false),
                        "{to}: {report:#?}"
                    );
                }
            }
        }
        pair.plain("held").ends_in(RunOutcome::Pass);
        assert_eq!(pair.warm.demoted(), None);
    });
}

#[test]
fn a_mutant_that_hangs_while_importing_is_a_load_timeout() {
    for_both(&project(), |bed| {
        let mut pair = bed.pair_with(|project| project.bounds.load = Duration::from_secs(3));
        let overlay = bed.edit(PRICE, "RATE = 2", "while True: pass");
        let both = pair.run("held", &overlay);
        for report in [&both.cold, &both.warm] {
            let found = (report.outcome, report.detail, report.step_begun);
            assert_eq!(
                found,
                (RunOutcome::Timeout, Some(Detail::LoadTimeout), false),
                "{report:#?}"
            );
        }
        pair.plain("held").ends_in(RunOutcome::Pass);
    });
}

#[test]
fn mutants_of_one_length_in_a_row_get_their_own_verdicts() {
    for_all(&project(), |bed| {
        let mut pair = bed.pair();
        for batch in [1, 2] {
            for (to, survives) in [
                ("n + 2", false),
                ("2 * n", true),
                ("n - 2", false),
                ("n / 2", false),
            ] {
                let overlay = bed.edit(PRICE, "n * 2  # double", &format!("{to}  # double"));
                let report = pair.run_warm("price.double(4)", &overlay, batch);
                assert_eq!(
                    report.outcome == RunOutcome::Pass,
                    survives,
                    "{to}: {report:#?}"
                );
            }
            for (to, survives) in [("0 + 2", true), ("0 + 3", false), ("0 + 4", false)] {
                let overlay = bed.edit(PRICE, "RATE = 2", &format!("RATE = {to}"));
                let report = pair.run_warm("price.RATE", &overlay, batch);
                assert_eq!(
                    report.outcome == RunOutcome::Pass,
                    survives,
                    "{to}: {report:#?}"
                );
            }
        }
    });
}

#[test]
fn a_replaced_file_that_is_never_loaded_gives_no_verdict() {
    for_all(&project(), |bed| {
        let mut pair = bed.pair();
        for (path, from, to) in [
            ("shop/unused.py", "return 1", "return 2"),
            ("shop/lazy.py", "n + 1", "n - 1"),
        ] {
            let both = pair.run("held", &bed.edit(path, from, to));
            for report in [&both.cold, &both.warm] {
                let found = (report.outcome, report.detail);
                assert_eq!(
                    found,
                    (RunOutcome::Infrastructure, Some(Detail::NotApplied)),
                    "{path}: {report:#?}"
                );
            }
        }
    });
}

#[test]
fn a_file_that_cannot_be_replaced_is_trouble_of_ours_and_not_a_crash_of_the_project() {
    // Trees of equal files are one tree: this one is to be nobody else's.
    let own = format!("{}\n=== own.txt\nof this test\n", project());
    for_both(&own, |bed| {
        let folder = bed.project.layers[0].join("shop");
        let allow = |mode| fs::set_permissions(&folder, Permissions::from_mode(mode)).unwrap();
        let overlay = bed.edit(PRICE, "n * 2  # double", "n * 3  # double");
        allow(0o555);
        let report = bed.pair().run_cold("price.double(4)", &overlay);
        allow(0o755);
        assert_eq!(report.outcome, RunOutcome::Infrastructure, "{report:#?}");
        assert!(report.note.unwrap().contains("PermissionError"));
        let report = bed.pair().run_cold("price.double(4)", &overlay);
        assert_eq!(report.outcome, RunOutcome::AssertionFailure, "{report:#?}");
    });
}
