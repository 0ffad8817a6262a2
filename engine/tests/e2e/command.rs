//! A project whose tool is known by its command line only: exit codes, cold, and results that say so.

use serde_json::{Value, json};

use super::bed::Bed;

const CONFIG: &str = r#"schema = 1

[project.till]
root = "till"
language = "python"
runner = "command"
production = ["src/*.py"]
test-side = ["tests/*"]
withheld = ["tests/*.sh"]

[project.till.command]
build = "python3 -m py_compile src/till.py"
run = ["sh", "{test}"]
tests = ["tests/*.sh"]

[project.till.limits]
wall-floor-seconds = 5
"#;
const TILL: &str = "def total(prices):\n    total = 0\n    for price in prices:\n        if price > 0:\n            total += price\n    return total\n";
const TEST: &str = "cd src && python3 -c 'import till; assert till.total([2, -1, 3]) == 5'\n";

fn bed() -> Option<Bed> {
    let bed = Bed::empty("till")?;
    bed.write("mutscore.toml", CONFIG);
    bed.write("till/src/till.py", TILL);
    bed.write("till/tests/total.sh", TEST);
    bed.write("till/tests/broken.sh", "exit 3\n");
    bed.write("till/tests/absent.sh", "exec no-such-program\n");
    Some(bed)
}

fn id_of(bed: &Bed, test: &str) -> u64 {
    let line = bed
        .read("instances.jsonl")
        .lines()
        .find(|line| line.contains(test))
        .map(str::to_owned);
    let instance: Value = serde_json::from_str(&line.unwrap()).unwrap();
    instance["id"].as_u64().unwrap()
}

#[test]
fn a_plain_command_is_frozen_and_scored_by_its_exit_code() {
    let Some(bed) = bed() else { return };
    let summary = bed.freeze("till");
    assert_eq!(summary["frozen"], json!(1), "{summary}");
    let gate = bed.read("pools/till/gate.jsonl");
    assert_eq!(gate.matches("\"failing\"").count(), 1, "{gate}");
    assert_eq!(gate.matches("\"build\"").count(), 1, "{gate}");

    let id = id_of(&bed, "total.sh");
    let pool: Value = serde_json::from_str(&bed.read(&format!("pools/till/{id}.json"))).unwrap();
    let of = |outcome: &str| {
        let entries = pool["mutants"].as_array().unwrap().iter();
        entries.filter(|entry| entry["outcome"] == outcome).count()
    };
    assert!(of("killed") > 3, "{pool}");
    assert!(of("survived") > 0, "{pool}");
    let all = pool["mutants"].as_array().unwrap().iter();
    assert!(all.clone().all(|entry| entry["stripped"].is_null()));

    bed.write(
        "weak/tests/total.sh",
        "cd src && python3 -c 'import till; till.total([])'\n",
    );
    let weak = bed
        .succeed(&format!("score weak --instance {id} --json"))
        .json();
    assert_eq!(weak["outcome"], "pass");
    assert_eq!(weak["cov_jaccard"], Value::Null);
    assert_eq!(weak["api_f1"], Value::Null);
    assert_eq!(weak["kill_complete"], false);
    assert!(
        weak["execution"].as_str().unwrap().contains("exit codes"),
        "{weak}"
    );

    bed.write("same/tests/total.sh", TEST);
    let same = bed
        .succeed(&format!("score same --instance {id} --json"))
        .json();
    assert_eq!(
        (&same["mut_recall"], &same["kill_complete"]),
        (&json!(1.0), &json!(true))
    );

    bed.write("wrong/tests/total.sh", "exit 1\n");
    let wrong = bed
        .succeed(&format!("score wrong --instance {id} --json"))
        .json();
    assert_eq!(wrong["outcome"], "assertion-failure");
    bed.write("killed/tests/total.sh", "kill -SEGV $$\n");
    let killed = bed
        .succeed(&format!("score killed --instance {id} --json"))
        .json();
    assert_eq!(killed["outcome"], "execution-failure");
    bed.write("none/tests/total.sh", "exec no-such-program\n");
    let none = bed
        .succeed(&format!("score none --instance {id} --json"))
        .json();
    assert_eq!(none["outcome"], "build-failure");
}

#[test]
fn a_mutant_that_does_not_build_is_never_a_kill() {
    let Some(bed) = bed() else { return };
    // This build fails whenever the code differs: every mutant then ends before the test begins.
    bed.edit(
        "mutscore.toml",
        "python3 -m py_compile src/till.py",
        "grep -q 'if price > 0:' src/till.py && grep -q 'total += price' src/till.py",
    );
    bed.freeze("till");
    let id = id_of(&bed, "total.sh");
    let pool: Value = serde_json::from_str(&bed.read(&format!("pools/till/{id}.json"))).unwrap();
    let entries = pool["mutants"].as_array().unwrap();
    let before = entries
        .iter()
        .filter(|entry| entry["outcome"].to_string().contains("before-first-step"))
        .count();
    let killed = entries.iter().filter(|entry| entry["outcome"] == "killed");
    assert!(before > 2, "{pool}");
    // A change elsewhere builds, and is killed by the test.
    assert!(killed.count() > 0, "{pool}");
}

#[test]
fn a_command_table_and_its_runner_go_together() {
    let Some(bed) = bed() else { return };
    bed.edit(
        "mutscore.toml",
        "runner = \"command\"",
        "runner = \"behave\"",
    );
    let ran = bed.run("instances");
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(
        ran.err
            .contains("only `runner = \"command\"` has a table `command`"),
        "{ran:?}"
    );
    let without = CONFIG.split("[project.till.command]").next().unwrap();
    bed.write("mutscore.toml", without);
    let ran = bed.run("instances");
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(ran.err.contains("needs a table `command`"), "{ran:?}");
}
