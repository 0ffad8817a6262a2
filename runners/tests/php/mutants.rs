//! Edits of every kind that PHP has, and what each has to end in, for every runner of PHP alike.
#![allow(clippy::unwrap_used, reason = "a failure here is a failed test")]

use mutscore_model::outcome::{Detail, Execution, RunOutcome};
use mutscore_model::overlay::Overlay;

use crate::bed::Bed;

pub(crate) const PROJECT: &str = include_str!("projects/mutants.txt");

/// An expression with its value, a file and an edit of it that gives the expression another one.
const CASES: &[(&str, &str, &str, &str, &str)] = &[
    (
        "Price::double(4)",
        "8",
        "Price",
        "$number * 2",
        "$number * 3",
    ),
    (
        "Price::double(5)",
        "10",
        "Price",
        "$number * 2",
        "$nothing->here()",
    ),
    ("Price::RATE", "2", "Price", "RATE = 2", "RATE = 3"),
    ("Cart::SIZE", "3", "Price", "RATE = 2", "RATE = 3"),
    ("Price::$base", "5", "Price", "5; // start", "6; // start"),
    (
        "Price::withDefault(1)",
        "4",
        "Price",
        "$step = 3",
        "$step = 4",
    ),
    ("Price::memo()", "[11]", "Price", "[11]", "[12]"),
    (
        "(new Price())->size()",
        "2",
        "Price",
        "$size + 1; // init",
        "$size - 1; // init",
    ),
    (
        "(new Price())->ghost(1)",
        "9",
        "Price",
        "count($rest) + 8",
        "count($rest) - 8",
    ),
    (
        "Price::recursive(3)",
        "3",
        "Price",
        "1 + self::",
        "2 + self::",
    ),
    (
        "Price::text()",
        "'public const RATE = 2;'",
        "Price",
        "RATE = 2",
        "RATE = 3",
    ),
    (
        "iterator_to_array(Price::each())",
        "[1, 4]",
        "Price",
        "yield 4; // second",
        "yield 5; // second",
    ),
    (
        "(new Cart())->open()",
        "7",
        "Price",
        "6; // secret",
        "5; // secret",
    ),
    (
        "(new Cart())->open()",
        "7",
        "Cart",
        "+ 1; // open",
        "- 1; // open",
    ),
    (
        "(new Cart())->sum([1])",
        "2",
        "Sums",
        "+ 1; // sum",
        "- 1; // sum",
    ),
    (
        "(string) new Cart()",
        "'of!4'",
        "Named",
        "'!'; // label",
        "'?'; // label",
    ),
    (
        "Named::from('of')->name",
        "'Of'",
        "Named",
        "'of'; // case",
        "'off'; // case",
    ),
    (
        "Named::PLAIN",
        "'plain'",
        "Labelled",
        "'plain'; // constant",
        "''; // constant",
    ),
    (
        "Late::go()",
        "2",
        "Late",
        "$number + 1; // late",
        "$number - 1; // late",
    ),
    (
        "eager()",
        "8",
        "eager",
        "EAGER + 1; // plus",
        "EAGER - 1; // plus",
    ),
    ("EAGER", "7", "eager", "EAGER = 7", "EAGER = 8"),
    (
        "$GLOBALS['eager']",
        "9",
        "eager",
        "+ 1; // global",
        "- 1; // global",
    ),
];

/// The tests of the project, as the names and the bodies of methods.
pub(crate) fn methods() -> Vec<(String, String)> {
    let mut all = vec![
        (
            "testNothing".to_owned(),
            "self::assertTrue(true);".to_owned(),
        ),
        (
            "testAProgramOfItsOwn".to_owned(),
            "self::assertSame(2, Price::RATE); self::assertSame('8', shell_exec(PHP_BINARY . \
             ' -r \\'require \"src/Price.php\"; echo Shop\\Price::double(4);\\''));"
                .to_owned(),
        ),
    ];
    for (number, (expression, value, ..)) in CASES.iter().enumerate() {
        let body = format!("self::assertSame({value}, {expression});");
        all.push((format!("testCase{number}"), body));
    }
    all
}

fn failed(outcome: RunOutcome) -> bool {
    matches!(
        outcome,
        RunOutcome::AssertionFailure | RunOutcome::ExecutionFailure
    )
}

pub(crate) fn every_kind_of_edit_is_run_and_ends_as_in_a_new_process(bed: &Bed) {
    let mut pair = bed.pair();
    for (number, (expression, _, file, from, to)) in CASES.iter().enumerate() {
        let name = format!("testCase{number}");
        let overlay = bed.edit(&format!("src/{file}.php"), from, to);
        let both = pair.run(&name, &overlay);
        assert!(failed(both.outcome()), "{expression}: {both:#?}");
        assert_eq!(both.warm.execution, Execution::Loaded, "{expression}");
        // Others run while the mutant is held.
        let again = pair.run_warm(&name, &overlay, 2);
        assert!(again.same_verdict(&both.cold), "{expression}: {again:#?}");
    }
    // Nothing of them stays.
    for number in 0..CASES.len() {
        let plain = pair.run_warm(&format!("testCase{number}"), &Overlay::default(), 1);
        let found = (plain.outcome, plain.execution);
        assert_eq!(found, (RunOutcome::Pass, Execution::Warm), "{plain:#?}");
    }
    assert_eq!(pair.warm.demoted(), None);
}

pub(crate) fn other_processes_see_the_replaced_file(bed: &Bed) {
    let both = bed.pair().run(
        "testAProgramOfItsOwn",
        &bed.edit("src/Price.php", "$number * 2", "$number * 3"),
    );
    assert!(failed(both.outcome()), "{both:#?}");
}

pub(crate) fn a_replaced_file_that_nothing_loads_says_nothing(bed: &Bed) {
    let overlay = bed.edit("src/Price.php", "$number * 2", "$number * 3");
    let both = bed.pair().run("testNothing", &overlay);
    for report in [&both.cold, &both.warm] {
        let found = (report.outcome, report.detail);
        assert_eq!(
            found,
            (RunOutcome::Infrastructure, Some(Detail::NotApplied)),
            "{report:#?}"
        );
    }
}

pub(crate) fn a_replaced_file_that_does_not_compile_is_never_a_kill_also_where_it_is_loaded_late(
    bed: &Bed,
) {
    let mut pair = bed.pair();
    for (file, from, to, detail) in [
        ("Price", "RATE = 2;", "RATE = ;", Detail::Syntax),
        (
            "Price",
            "RATE = 2;",
            "RATE = 2; public const RATE = 3;",
            Detail::Syntax,
        ),
        ("eager", "EAGER = 7;", "EAGER = 7", Detail::Syntax),
        (
            "eager",
            "EAGER = 7;",
            "EAGER = 7; throw new \\Exception('no');",
            Detail::Load,
        ),
        ("eager", "EAGER = 7;", "EAGER = 7; exit(0);", Detail::Crash),
    ] {
        let overlay = bed.edit(&format!("src/{file}.php"), from, to);
        let both = pair.run("testCase0", &overlay);
        for report in [&both.cold, &both.warm] {
            let found = (report.outcome, report.detail);
            assert_eq!(
                found,
                (RunOutcome::BuildFailure, Some(detail)),
                "{to}: {report:#?}"
            );
        }
    }
    let plain = pair.run_warm("testCase0", &Overlay::default(), 1);
    assert_eq!(plain.outcome, RunOutcome::Pass);
}
