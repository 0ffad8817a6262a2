//! Replaced and woven files under Cucumber-JVM: what runs is what was replaced, and no run sees another one.
#![allow(clippy::unwrap_used, reason = "a failure here is a failed test")]

#[path = "jvm/bed.rs"]
mod bed;
#[path = "cucumber_jvm/versions.rs"]
mod versions;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use bed::{Bed, LIMITS};
use mutscore_model::outcome::{Detail, Execution, RunOutcome, RunReport};
use mutscore_model::overlay::{Overlay, Woven, WovenBuild};
use mutscore_model::path::RelPath;
use mutscore_runners::runner::{CancelToken, Compiled, Job, Mode, RunLimits};
use versions::{with_all, with_newest};

const MUTANTS: &str = include_str!("cucumber_jvm/projects/mutants.txt");
const CART: &str = "src/main/java/shop/Cart.java";

#[test]
fn a_replaced_file_is_what_runs_cold_and_warm() {
    with_all(MUTANTS, |bed| {
        let mut pair = bed.pair();
        let cases = [
            (
                "total",
                "total += price",
                "total -= price",
                RunOutcome::AssertionFailure,
            ),
            (
                "total",
                "total += price",
                "total += price + 0",
                RunOutcome::Pass,
            ),
            ("empty", "prices.get(0)", "0", RunOutcome::AssertionFailure),
            (
                "total",
                "total += price",
                "throw new IllegalStateException()",
                RunOutcome::ExecutionFailure,
            ),
        ];
        for (name, from, to, outcome) in cases {
            let both = pair.run(name, &bed.edit(CART, from, to));
            both.ends_in(outcome);
            assert_eq!(
                (both.cold.execution, both.warm.execution),
                (Execution::Cold, Execution::Loaded)
            );
        }
        pair.plain("total").ends_in(RunOutcome::Pass);
    });
}

#[test]
fn a_changed_constant_reaches_those_who_copied_it() {
    with_newest(MUTANTS, |bed| {
        let mut pair = bed.pair();
        let more = bed.edit(CART, "LIMIT = 3", "LIMIT = 4");
        pair.run("full", &more)
            .ends_in(RunOutcome::AssertionFailure);
        pair.run("limit", &more)
            .ends_in(RunOutcome::AssertionFailure);
        pair.plain("limit").ends_in(RunOutcome::Pass);
    });
}

#[test]
fn what_does_not_compile_is_no_run() {
    with_newest(MUTANTS, |bed| {
        for (from, to) in [
            ("total += price", "total += nothing"),
            ("static int hidden()", "static int hidden("),
        ] {
            let both = bed.pair().run("total", &bed.edit(CART, from, to));
            for report in [&both.cold, &both.warm] {
                let found = (report.outcome, report.detail, report.step_begun);
                assert_eq!(
                    found,
                    (RunOutcome::BuildFailure, Some(Detail::Syntax), false),
                    "{report:#?}"
                );
            }
        }
    });
}

/// `total` in three copies, as weaving writes them.
fn woven(bed: &Bed) -> Arc<WovenBuild> {
    let dispatch = "public int total() { if (mutscore_woven.Selected.number >= 1 && mutscore_woven.Selected.number <= 2) \
                    switch (mutscore_woven.Selected.number) { case 1: return mut1_total(); case 2: return mut2_total(); }";
    let copies = "private int mut1_total() { return -1; } private int mut2_total() { throw new IllegalStateException(); } \
                  static int hidden()";
    let text = bed.edit(CART, "public int total() {", dispatch).files[0]
        .bytes
        .to_vec();
    let text = String::from_utf8(text)
        .unwrap()
        .replace("static int hidden()", copies);
    let support =
        "package mutscore_woven; public final class Selected { public static int number = 0; }";
    let file = |path: &str, text: &str| (RelPath::new(path).unwrap(), Arc::from(text.as_bytes()));
    let files: BTreeMap<RelPath, Arc<[u8]>> = [
        file(CART, &text),
        file("mutscore_woven/Selected.java", support),
    ]
    .into_iter()
    .collect();
    Arc::new(WovenBuild::new(files))
}

#[test]
fn one_build_holds_many_mutants_and_its_number_says_which_runs() {
    with_all(MUTANTS, |bed| {
        let build = woven(bed);
        let made = bed.runner().weaver(&bed.project).unwrap()(&build).unwrap();
        assert_eq!(made, Compiled::Whole);
        let mut session = bed.session(Mode::Warm);
        let scenario = bed.scenario("total");
        for (number, outcome) in [
            (0, RunOutcome::Pass),
            (1, RunOutcome::AssertionFailure),
            (2, RunOutcome::ExecutionFailure),
            (0, RunOutcome::Pass),
        ] {
            let overlay = Overlay {
                files: Vec::new(),
                woven: Some(Woven {
                    build: Arc::clone(&build),
                    number,
                    shared: false,
                }),
            };
            let job = Job {
                scenario: &scenario,
                overlay: &overlay,
                limits: LIMITS,
                observe: false,
                strip: false,
                batch: 1,
            };
            let report = session.run(&job, &CancelToken::default());
            assert_eq!(
                (report.outcome, report.execution),
                (outcome, Execution::Shared),
                "{number}: {report:#?}"
            );
        }
    });
}

#[test]
fn what_the_compiler_refuses_in_a_woven_build_is_named_by_file_and_byte() {
    with_newest(MUTANTS, |bed| {
        let text = bed.edit(CART, "return 7;", "return \"é\" + ;").files[0]
            .bytes
            .clone();
        let at = String::from_utf8(text.to_vec())
            .unwrap()
            .find("+ ;")
            .unwrap()
            + 2;
        let path = RelPath::new(CART).unwrap();
        let build = WovenBuild::new([(path.clone(), text)].into_iter().collect());
        let Compiled::Refused(refusals) =
            bed.runner().weaver(&bed.project).unwrap()(&build).unwrap()
        else {
            panic!("it compiles")
        };
        assert_eq!(refusals[0].path.as_ref(), Some(&path), "{refusals:?}");
        assert_eq!(
            refusals[0].at,
            Some(u32::try_from(at).unwrap()),
            "{refusals:?}"
        );
    });
}

#[test]
fn no_run_sees_what_another_one_did() {
    with_all(MUTANTS, |bed| {
        let mut pair = bed.pair();
        for name in ["changed", "file", "thread", "counted"] {
            pair.plain(name).ends_in(RunOutcome::Pass);
            let both = pair.plain("clean");
            both.ends_in(RunOutcome::Pass);
            assert_eq!(both.warm.execution, Execution::Warm, "after `{name}`");
        }
        assert_eq!(pair.warm.demoted(), None);
    });
}

#[test]
fn a_run_that_does_not_end_is_a_timeout() {
    let limits = RunLimits {
        wall: Duration::from_secs(8),
        cpu: Duration::from_secs(3),
    };
    with_newest(MUTANTS, |bed| {
        let mut pair = bed.pair();
        for name in ["waits", "busy"] {
            let both = pair.run_batch(name, &Overlay::default(), 1, limits);
            both.ends_in(RunOutcome::Timeout);
        }
        pair.plain("clean").ends_in(RunOutcome::Pass);
    });
}

#[test]
fn emptied_then_steps_check_nothing_and_others_still_act() {
    with_all(MUTANTS, |bed| {
        let mut pair = bed.pair();
        pair.strip = true;
        pair.run("total", &bed.edit(CART, "total += price", "total -= price"))
            .ends_in(RunOutcome::Pass);
        let acts = bed.edit(
            CART,
            "prices.add(price)",
            "throw new IllegalStateException()",
        );
        pair.run("total", &acts)
            .ends_in(RunOutcome::ExecutionFailure);
    });
}

fn observed(bed: &Bed, name: &str) -> RunReport {
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
    bed.session(Mode::Warm).run(&job, &CancelToken::default())
}

#[test]
fn lines_are_seen_up_to_an_exception_and_calls_by_who_makes_them() {
    with_all(MUTANTS, |bed| {
        let report = observed(bed, "empty");
        assert_eq!(report.outcome, RunOutcome::Pass, "{report:#?}");
        let seen = report.observation.unwrap();
        let line = |words: &str| {
            let at = MUTANTS
                .lines()
                .skip(1)
                .position(|line| line.contains(words))
                .unwrap();
            u32::try_from(at + 1).unwrap()
        };
        let cart = RelPath::new(CART).unwrap();
        // The last of them throws: a tool that marks whole blocks at their ends sees none.
        for words in [
            "int count = prices.size()",
            "if (count > LIMIT)",
            "return prices.get(0)",
            "made++",
        ] {
            assert!(
                seen.coverage.run.contains(&cart, line(words)),
                "{words}: {:?}",
                seen.coverage
            );
        }
        assert!(
            !seen.coverage.run.contains(&cart, line("return -1;")),
            "{:?}",
            seen.coverage
        );
        assert_eq!(seen.coverage.run.0.len(), 1, "{:?}", seen.coverage);
        let calls: Vec<(String, Vec<String>)> = seen
            .calls
            .0
            .into_iter()
            .map(|(name, who)| (name, who.into_iter().collect()))
            .collect();
        let call =
            |name: &str, who: &str| (format!("{CART}::shop.Cart#{name}"), vec![who.to_owned()]);
        assert_eq!(calls, [call("<init>", "then"), call("first", "then")]);
    });
}
