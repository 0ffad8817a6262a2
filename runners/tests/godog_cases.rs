//! Reports from users of other tools, as tests under Godog: module paths, hanging mutants, package `main`, exit codes.
#![allow(clippy::unwrap_used, reason = "a failure here is a failed test")]

#[path = "godog/bed.rs"]
mod bed;

use std::collections::BTreeSet;
use std::time::Duration;

use bed::{Bed, LIMITS, environment, isolations, whole, with_all, with_best};
use mutscore_model::outcome::{Detail, RunOutcome};
use mutscore_model::overlay::Overlay;
use mutscore_runners::runner::{CancelToken, Job, Mode, RunLimits};

use RunOutcome::{AssertionFailure, BindingFailure, Pass, Timeout};

const CASES: &str = include_str!("godog/projects/cases.txt");
const SHOP: &str = "shop/shop.go";

/// B15: a comment above `module`, a decoy in it, quotes and a trailing note do not hide the module's path.
#[test]
fn a_comment_above_the_module_hides_no_coverage() {
    let (Some(environment), Some(isolation)) = (environment(), isolations().pop()) else {
        return;
    };
    let module = "// Words of the owner's.\n// module example.test/not-this-one\n\nmodule \"example.test/tiny\" // a note\n";
    let text = whole(CASES).replacen("module example.test/tiny\n", module, 1);
    let bed = Bed::new(&environment, isolation, &text);
    let scenario = bed.scenario("retries");
    let nothing = Overlay::default();
    let job = Job {
        scenario: &scenario,
        overlay: &nothing,
        limits: LIMITS,
        observe: true,
        strip: false,
        batch: 1,
    };
    let report = bed.session(Mode::Cold).run(&job, &CancelToken::default());
    let seen = report.observation.clone().unwrap();
    let lines = seen
        .coverage
        .run
        .0
        .iter()
        .find(|(path, _)| path.as_str() == SHOP);
    let line = |text: &str| {
        let before = CASES.split(text).next().unwrap();
        let file = before.rsplit("=== ").next().unwrap();
        u32::try_from(file.matches('\n').count()).unwrap()
    };
    assert!(
        lines.unwrap().1.contains(&line("return code == 429")),
        "{report:#?}"
    );
}

/// B16: the hanging mutant is a timeout, and neither it nor the tool chain leaves anything in the temporary folder.
#[test]
fn a_mutant_that_hangs_leaves_no_folder_of_the_compiler() {
    let folders = || -> BTreeSet<String> {
        let entries = std::fs::read_dir(std::env::temp_dir()).unwrap().flatten();
        entries
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .filter(|name| name.starts_with("go-build"))
            .collect()
    };
    with_all(CASES, |bed| {
        let before = folders();
        let limits = RunLimits {
            wall: Duration::from_secs(10),
            cpu: Duration::from_millis(500),
        };
        let mut pair = bed.pair();
        let hangs = bed.edit(SHOP, "i += 1", "i -= 1");
        let both = pair.run_batch("counting", &hangs, 1, limits);
        both.ends_in(Timeout);
        for report in [&both.cold, &both.warm] {
            // Limits below a second hold, whatever the kernel counts in.
            assert!((500_000..900_000).contains(&report.cpu_us), "{report:#?}");
        }
        pair.plain("counting").ends_in(Pass);
        assert_eq!(folders(), before);
    });
}

/// B17: no answer comes from the tool chain's cache of test results: the same twice, each with a time of its own.
#[test]
fn a_quick_test_is_run_each_time_it_is_asked_for() {
    with_best(CASES, |bed| {
        let mut pair = bed.pair();
        let dearer = bed.edit(SHOP, "code == 429", "code != 429");
        for _ in 0..2 {
            pair.run("retries", &dearer).ends_in(AssertionFailure);
            let plain = pair.plain("retries");
            plain.ends_in(Pass);
            assert!(plain.cold.wall_us > 0 && plain.warm.wall_us > 0);
        }
    });
}

/// B19: a suite in package `main`, in a folder of another name.
#[test]
fn package_main_in_a_folder_of_another_name_is_run() {
    with_best(CASES, |bed| {
        let mut pair =
            bed.pair_with(|project| project.production = vec!["cmd/tally/main.go".into()]);
        let minus = bed.edit("cmd/tally/main.go", "a + b", "a - b");
        pair.run("nothing is added", &minus).ends_in(Pass);
        let killed = pair.run("one is added", &minus);
        killed.ends_in(AssertionFailure);
        assert_eq!(killed.cold.failed_step.unwrap().name, "2 and 1 make 3");
    });
}

/// B20: godog ends well with undefined steps and takes the first of two definitions. Neither scenario is a test.
#[test]
fn undefined_and_ambiguous_steps_make_no_usable_test_whatever_the_exit_code() {
    with_best(CASES, |bed| {
        let mut pair = bed.pair();
        let halved = bed.edit(SHOP, "n * 2", "n / 2");
        for (scenario, detail) in [
            ("no step for the check", Detail::Undefined),
            ("two definitions", Detail::Ambiguous),
        ] {
            let plain = pair.plain(scenario);
            plain.ends_in(BindingFailure);
            assert_eq!(plain.cold.detail, Some(detail));
            pair.run(scenario, &halved).ends_in(BindingFailure);
        }
        let found = bed.runner().discover(&bed.project).unwrap();
        let unbound = |name: &str| {
            let mut all = found.scenarios.iter();
            let one = all.find(|one| one.scenario.name == name).unwrap();
            one.unbound.clone().unwrap_or_default()
        };
        assert_eq!(unbound("no step for the check"), "Then the fee shown is 6");
        assert!(unbound("two definitions").contains("ambiguous"));
    });
}
