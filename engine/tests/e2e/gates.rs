//! The gate's runs: the first one cold, the others warm where that says as much; and cold again where they fail.

use std::process::Command;

use super::tiny_go;

const PROJECT: &str = include_str!("count_go.txt");

#[test]
fn repeats_of_the_gate_are_warm_and_a_scenario_that_fails_only_warm_is_kept() {
    let mut able = Command::new("unshare");
    able.args(["--user", "--pid", "--fork", "true"]);
    if !able.output().is_ok_and(|output| output.status.success()) {
        eprintln!("SKIPPED: no PID namespaces here");
        return;
    }
    let Some(bed) = tiny_go::bed("count", PROJECT, ["project"; 2]) else {
        return;
    };
    let ran = bed.succeed("freeze --json --quiet --jobs 1 --audit 0%");
    let summary = &ran.json()["projects"][0];
    let executed = |way: &str| summary["executed"][way].as_u64().unwrap_or(0);
    // Eight scenarios: one run of the gate and the observed one each, and two repeats each of those two that feel
    // themselves to be the fortieth process and more.
    assert_eq!(executed("cold"), 8 * 2 + 2 * 2, "{summary}");
    assert!(executed("warm") >= 8 * 2, "{summary}");
    let files = ["pools/count/gate.jsonl", "instances.jsonl"];
    let warm = files.map(|file| bed.read(file));
    // With the same cache: what failed warm is not found there in the place of a cold run.
    bed.succeed("freeze --quiet --jobs 1 --force --execution cold");
    assert_eq!(warm, files.map(|file| bed.read(file)));
}
