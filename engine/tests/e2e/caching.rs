//! The result cache: what must miss it, what must hit it, and that it never shows in a verdict.

use std::fs::File;
use std::time::{Duration, SystemTime};

use serde_json::Value;

use super::bed::{Bed, Ran};
use super::frozen::verdicts;
use super::traces::Watched;

const RATE: &str = "project/src/shop/rate.py";
const BILL: &str = "project/src/shop/bill.py";
const STEPS: &str = "project/features/steps/bill_steps.py";
const BY_TAX: &str = "src/shop/bill.py: + → -";

/// Runs of the one instance that were made, and that were answered from the cache.
fn freeze_again(bed: &Bed) -> (u64, u64) {
    // Cold: what calibration runs is never cached and would blur the count.
    let summary = bed.freeze("--instance 1 --force --execution cold");
    let made = summary["executed"]
        .as_object()
        .unwrap()
        .values()
        .map(|count| count.as_u64().unwrap())
        .sum();
    (made, summary["cached"].as_u64().unwrap())
}

/// §4.4 of the survey of rivals: a key that does not close over the test side gives verdicts of another test.
#[test]
fn whatever_may_change_a_verdict_misses_the_cache_and_nothing_else_does() {
    let Some(bed) = Bed::mini() else { return };
    let (all, none) = freeze_again(&bed);
    assert!(all > 10 && none == 0, "{all} {none}");
    assert_eq!(freeze_again(&bed), (0, all), "unchanged");

    let touched = File::options()
        .write(true)
        .open(bed.bench().join(STEPS))
        .unwrap();
    touched
        .set_modified(SystemTime::now() + Duration::from_secs(90))
        .unwrap();
    bed.write(
        "project/src/shop/__pycache__/bill.cpython-311.pyc",
        "not bytecode",
    );
    bed.write("notes.txt", "beside the project");
    assert_eq!(
        freeze_again(&bed),
        (0, all),
        "a time, bytecode and a file outside of the tree are touched"
    );

    let edits = [
        (
            STEPS,
            "assert label(1, context.currency)",
            "assert  label(1, context.currency)",
        ),
        ("project/features/data/prices.txt", "100\n", "100 \n"),
        (
            "project/features/environment.py",
            "import tempfile\n",
            "import tempfile\n\nX = 1\n",
        ),
        ("project/behave.ini", "EUR", "EUR\nshade = red"),
        (
            "project/features/bill.feature",
            "Feature: Bills",
            "Feature: All bills",
        ),
        (RATE, "return 0\n", "return 0\n\n"),
        (
            "mutscore.toml",
            "PYTHONPATH = \"src\"",
            "PYTHONPATH = \"src\"\nSHADE = \"red\"",
        ),
        (
            "mutscore.toml",
            "cpu-floor-seconds = 1",
            "cpu-floor-seconds = 2",
        ),
    ];
    for (path, from, to) in edits {
        let whole = bed.read(path);
        bed.edit(path, from, to);
        let (made, cached) = freeze_again(&bed);
        // Limits do not bind the unlimited runs of the gate.
        let limits = to.starts_with("cpu-floor");
        assert!(
            if limits {
                made > 5 && cached < 5
            } else {
                cached == 0
            },
            "{path}: {made} made, {cached} cached"
        );
        bed.write(path, whole);
        assert_eq!(freeze_again(&bed), (0, all), "{path} is as it was");
    }

    bed.edit(
        "mutscore.toml",
        "\"return-value\"",
        "\"return-value\", \"const-int\"",
    );
    let (made, cached) = freeze_again(&bed);
    assert_eq!(cached, all, "the mutants there were before");
    assert!(made > 0, "the new ones");
}

/// B09, B17, B28, B50: verdicts and coverage follow the code, wherever it changes and whatever it is called.
#[test]
fn verdicts_follow_an_edit_of_another_file_moved_lines_and_new_names() {
    let Some(bed) = Bed::mini() else { return };
    let config = bed.read("mutscore.toml");
    if let Some(limits) = config.find("[project.shop.limits]") {
        bed.write("mutscore.toml", &config[..limits]);
    }
    bed.freeze("--instance 1");
    let first = verdicts(&bed, "shop", 1);
    assert_eq!(first[BY_TAX], "survived", "the rate is nought: {first:?}");
    std::fs::remove_dir_all(bed.state().join("cache")).unwrap();
    bed.freeze("--instance 1 --force");
    let again = verdicts(&bed, "shop", 1);
    assert_eq!(again, first, "a quick suite has the time it had");
    assert!(!first.values().any(|verdict| verdict == "timeout"));

    bed.edit(RATE, "return 0", "return 5");
    bed.freeze("--instance 1 --force");
    let second = verdicts(&bed, "shop", 1);
    assert_eq!(
        second[BY_TAX], "killed",
        "only the file with the rate was edited: {second:?}"
    );

    bed.edit(BILL, "def total(", "# one\n# two\n# three\ndef sum_up(");
    bed.edit(STEPS, "import label, total", "import label, sum_up");
    bed.edit(STEPS, "total(context.price)", "sum_up(context.price)");
    bed.freeze("--instance 1 --force");
    assert_eq!(verdicts(&bed, "shop", 1), second, "moved and renamed");
}

const CHECKED: &str = "assert context.total == 100, context.total";

fn submit(bed: &Bed, check: &str) -> Value {
    let steps = bed.read(STEPS);
    let steps = steps.replace(
        "assert context.total == 100 + percent(), context.total",
        check,
    );
    let steps = steps.replace("context.currency", "\"EUR\"");
    bed.write("gen/features/steps/bill_steps.py", steps);
    bed.succeed("score gen --instance 1 --json").json()
}

/// The experiment that other tools fail: results of a test must not survive the removal of its assertions.
#[test]
fn a_test_without_its_assertions_is_not_answered_with_the_kills_it_had_before() {
    let Some(bed) = Bed::mini_frozen() else {
        return;
    };
    let whole = submit(&bed, CHECKED);
    assert_eq!(whole["kill_complete"], true, "{whole}");
    let gutted = submit(&bed, "pass");
    assert_eq!(gutted["cache"]["hits"], 0, "{gutted}");
    assert!(
        gutted["gen_kills"].as_u64() < whole["gen_kills"].as_u64(),
        "{gutted}"
    );
    let again = submit(&bed, CHECKED);
    assert_eq!(again["cache"]["misses"], 0, "{again}");
    assert_eq!(again["gen_kills"], whole["gen_kills"]);
    eprintln!(
        "a score answered from the cache: {} s",
        again["timing"]["wall_seconds"]
    );
}

/// A timeout says nothing for ever: it is run again each time.
#[test]
fn a_timeout_is_not_kept_as_a_verdict() {
    let Some(bed) = Bed::mini() else { return };
    let first = bed.freeze("--instance 4 --execution cold");
    assert_eq!(first["excluded"]["timeout"], 1, "{first}");
    let again = bed.freeze("--instance 4 --execution cold --force");
    assert_eq!(
        again["executed"]["cold"], 1,
        "only the timeout is made again: {again}"
    );
    assert_eq!(again["excluded"]["timeout"], 1, "{again}");
}

#[test]
fn two_engines_on_one_state_agree_and_do_not_trouble_each_other() {
    let (Some(one), Some(other)) = (Bed::mini(), Bed::mini()) else {
        return;
    };
    let command = |bed: &Bed| {
        let mut command = bed.command([
            "freeze",
            "--json",
            "--quiet",
            "--audit",
            "0%",
            "--instance",
            "1",
            "2",
            "5",
        ]);
        command.env("MUTSCORE_STATE", one.state());
        command
    };
    let (first, second) = (
        Watched::start(command(&one)),
        Watched::start(command(&other)),
    );
    for running in [first, second] {
        let (ran, leftovers): (Ran, _) = running.end(Duration::from_secs(120));
        assert_eq!(ran.code, Some(0), "{ran:?}");
        assert_eq!(ran.err, "", "no word of trouble");
        drop(leftovers);
    }
    assert_eq!(one.frozen(), other.frozen());
}
