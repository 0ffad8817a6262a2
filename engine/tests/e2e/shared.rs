//! Runs that share a process, from outside: which mutants may, and that all end as they do cold.

use super::tiny_go;

const PROJECT: &str = include_str!("shop_go.txt");

#[test]
fn what_runs_without_a_scenario_is_not_shared_and_every_pair_ends_as_it_does_cold() {
    // Behind a link and a blank, as some projects lie (B11).
    let Some(bed) = tiny_go::bed("shop", PROJECT, ["own place", "a link"]) else {
        return;
    };
    std::os::unix::fs::symlink("own place", bed.bench().join("a link")).unwrap();
    let ran = bed.succeed("freeze --json --quiet --audit 100%");
    let summary = &ran.json()["projects"][0];
    let executed = |way: &str| summary["executed"][way].as_u64().unwrap_or(0);
    assert_eq!(summary["audit"]["disagreements"], 0, "{summary}");
    assert!(summary["audit"]["audited"].as_u64() > Some(20), "{summary}");
    assert!(executed("shared") > 0, "{summary}");
    assert!(executed("swapped") > 0, "{summary}");
}
