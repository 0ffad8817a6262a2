//! Runs that share a process, from outside: which mutants may, and that all end as they do cold.

use super::bed::Bed;

/// What the small project asks for: the modules of the runner's own tests.
const MODULES: &str = include_str!("../../../runners/tests/godog/modules.txt");
const PROJECT: &str = include_str!("shop_go.txt");

const CONFIG: &str = r#"schema = 1

[project.shop]
root = "a link"
language = "go"
runner = "godog"
production = ["shop/**/*.go"]
test-side = ["features/**"]
withheld = ["features/*_test.go"]
protected = ["features/**/*.feature"]

[project.shop.toolchain]
program = "go"
"#;

#[test]
fn what_runs_without_a_scenario_is_not_shared_and_every_pair_ends_as_it_does_cold() {
    let Some(bed) = Bed::go("shop") else {
        return;
    };
    bed.write("mutscore.toml", CONFIG);
    // Behind a link and a blank, as some projects lie (B11).
    bed.write_all("own place", &[MODULES, PROJECT]);
    std::os::unix::fs::symlink("own place", bed.bench().join("a link")).unwrap();
    let ran = bed.succeed("freeze --json --quiet --audit 100%");
    let summary = &ran.json()["projects"][0];
    let executed = |way: &str| summary["executed"][way].as_u64().unwrap_or(0);
    assert_eq!(summary["audit"]["disagreements"], 0, "{summary}");
    assert!(summary["audit"]["audited"].as_u64() > Some(20), "{summary}");
    assert!(executed("shared") > 0, "{summary}");
    assert!(executed("swapped") > 0, "{summary}");
}
