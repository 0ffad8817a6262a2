//! Many submissions in one run, two compared, several ranked, a suite on its own.

use serde_json::{Value, json};

use super::bed::{self, Bed};

const STEPS: &str = "project/features/steps/bill_steps.py";

/// The developers' steps without what their hooks provide.
fn steps(bed: &Bed) -> String {
    bed.read(STEPS).replace("context.currency", "\"EUR\"")
}

/// The developers' steps, with a change, as a submission in this place.
fn submission(bed: &Bed, place: &str, change: Option<(&str, &str)>) {
    let mut steps = steps(bed);
    if let Some((from, to)) = change {
        assert!(steps.contains(from), "{from}");
        steps = steps.replace(from, to);
    }
    bed.write(&format!("{place}/features/steps/bill_steps.py"), steps);
}

/// The first two instances whose ground truth kills something with the bill's steps.
fn instances(bed: &Bed) -> Vec<u64> {
    let list = bed.read("instances.jsonl");
    let of = |line: &str| serde_json::from_str::<Value>(line).unwrap();
    list.lines()
        .skip(1)
        .map(of)
        .filter(|one| one["feature"] == "features/bill.feature")
        .map(|one| one["id"].as_u64().unwrap())
        .filter(|id| bed.bench().join(format!("pools/shop/{id}.json")).exists())
        .take(2)
        .collect()
}

fn rows(bed: &Bed) -> Vec<Value> {
    let text = bed.read("results.jsonl");
    let lines = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines
        .filter_map(|line| line.get("result").cloned())
        .collect()
}

#[test]
fn a_folder_of_submissions_is_scored_once_and_gone_on_with() {
    let Some(bed) = Bed::mini_frozen() else {
        return;
    };
    let ids = instances(&bed);
    for id in &ids {
        submission(&bed, &format!("runs/same/whole/{id}"), None);
        submission(&bed, &format!("runs/same/whole/repeat-2/{id}"), None);
        bed.write(&format!("runs/worse/whole/{id}.patch"), "no patch at all\n");
        bed.write(&format!("runs/worse/whole/repeat-2/{id}.patch"), "");
    }
    bed.write(
        &format!("runs/same/whole/{}/generation.json", ids[0]),
        r#"{"seconds": 4.5, "cost": 0.25}"#,
    );
    let ran = bed.succeed("score runs --json-lines");
    assert_eq!(ran.out.lines().count(), 4 * ids.len(), "{ran:?}");
    let found = rows(&bed);
    let order: Vec<_> = found
        .iter()
        .map(|row| {
            (
                row["configuration"].as_str().unwrap(),
                row["repeat"].as_u64().unwrap(),
                row["instance"].as_u64().unwrap(),
            )
        })
        .collect();
    let mut sorted = order.clone();
    sorted.sort_unstable();
    assert_eq!(order, sorted, "rows come in the order of the plan");
    for row in &found {
        let is_same = row["configuration"] == "same";
        assert_eq!(
            row["outcome"],
            if is_same {
                "pass"
            } else {
                "generation-failure"
            },
            "{row}"
        );
        assert_eq!(
            row["pairs"]
                .as_str()
                .is_some_and(|pairs| pairs.contains('k')),
            is_same,
            "{row}"
        );
    }
    assert_eq!(
        found[0]["generation"],
        json!({"seconds": 4.5, "cost": 0.25})
    );
    let again = bed.succeed("score runs");
    assert!(
        again.err.contains("0 scored") && again.err.contains("had a result"),
        "{}",
        again.err
    );
    let text = bed.read("results.jsonl");
    let place = format!("runs/worse/whole/{}.patch", ids[0]);
    bed.write(&place, "no patch either\n");
    let other = bed.run("score runs");
    assert_eq!(other.code, Some(2), "{other:?}");
    assert!(
        other.err.contains("is another submission than the one"),
        "{}",
        other.err
    );
    assert_eq!(bed.read("results.jsonl"), text, "nothing is written");
    bed.write(&place, "no patch at all\n");
    let cut: String = text
        .lines()
        .take(text.lines().count() - 2)
        .map(|line| format!("{line}\n"))
        .collect();
    bed.write("results.jsonl", cut + "{\"result\":{\"conf");
    let resumed = bed.succeed("score runs");
    assert!(resumed.err.contains("2 scored"), "{}", resumed.err);
    assert_eq!(bed.read("results.jsonl"), text, "ends in the same bytes");

    assert!(
        text.contains("\"group\":\""),
        "instances say which step definitions they share"
    );
    let report = bed
        .succeed("report results.jsonl --format json --draws 200")
        .json();
    assert_eq!(report["groups"], json!(1), "{report}");
    assert_eq!(
        report["arms"][0]["overall"]["measures"]["kill_complete"]["value"],
        json!(1.0)
    );
    assert_eq!(
        report["arms"][1]["overall"]["stages"]["generation-failure"],
        json!(1.0)
    );
    bed.succeed("report results.jsonl --suites suites --format elements");
    let suite = |name: &str| -> Value {
        serde_json::from_str(&bed.read(&format!("suites/shop/{name}.json"))).unwrap()
    };
    let tests = |name: &str| suite(name).to_string().matches("\"name\":").count();
    assert_eq!(
        suite("01-same-whole-1")["config"]["suite"],
        "same, whole, 1"
    );
    assert!(tests("joined") > tests("01-same-whole-1"));
    bed.succeed("report results.jsonl --format html --output report.html --draws 50");
    let page = bed.read("report.html");
    assert!(
        page.contains("bill.py") && page.contains("def "),
        "with the bench, a page has sources"
    );
    let alone = bed.run("report --suites suites --project shop");
    assert_eq!(alone.code, Some(2), "{alone:?}");

    let other = bed.run("score runs --output other.jsonl --all-instances");
    assert_eq!(other.code, Some(0), "{other:?}");
    let refused = bed.run("report other.jsonl");
    assert_eq!(refused.code, Some(2), "{refused:?}");
    assert!(
        refused.err.contains("has no result for instance"),
        "{}",
        refused.err
    );
    let failed = bed.succeed("report other.jsonl --missing failed --format json --draws 0");
    assert!(
        failed.err.contains("counted as generation failures"),
        "{}",
        failed.err
    );
}

/// Runs of the bundled bench, from the documented commands to numbers that are added up once more by hand.
#[test]
fn the_bundled_runs_come_to_the_numbers_of_their_rows() {
    let Some(bed) = Bed::toolshed() else { return };
    let index = std::fs::read_to_string(bed::corpora().join("runs/index.jsonl")).unwrap();
    let of_python = |line: &&str| line.contains("python-behave-toolshed");
    let lines: Vec<&str> = index.lines().filter(of_python).collect();
    bed.write("runs/index.jsonl", lines.join("\n"));
    let scored = bed.succeed("score runs --output results.jsonl");
    assert!(
        scored.err.contains(&format!("{} scored", lines.len())),
        "{}",
        scored.err
    );

    let text = bed.read("results.jsonl");
    let parsed = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    let kills: std::collections::BTreeMap<u64, u64> = parsed
        .filter_map(|line| line.get("planned").cloned())
        .map(|one| {
            (
                one["instance"].as_u64().unwrap(),
                one["gt_kills"].as_u64().unwrap(),
            )
        })
        .collect();
    let rows = rows(&bed);
    let report = bed
        .succeed("report results.jsonl --format json --draws 100")
        .json();
    let arms = report["arms"].as_array().unwrap();
    assert_eq!(arms.len(), 6, "three configurations in two views");
    for arm in arms {
        let of_arm: Vec<&Value> = rows
            .iter()
            .filter(|row| {
                row["configuration"] == arm["configuration"] && row["view"] == arm["view"]
            })
            .collect();
        assert_eq!(of_arm.len(), 10, "five instances, two generations each");
        let mean =
            |value: &dyn Fn(&Value) -> f64| of_arm.iter().map(|row| value(row)).sum::<f64>() / 10.0;
        let passes = |row: &Value| row["outcome"] == "pass";
        let killed = |row: &Value| {
            row["pairs"]
                .as_str()
                .map_or(0, |pairs| pairs.matches('k').count() as u64)
        };
        let all = |row: &Value| kills[&row["instance"].as_u64().unwrap()];
        let wanted = [
            ("pass", mean(&|row| f64::from(u8::from(passes(row))))),
            (
                "kill_complete",
                mean(&|row| f64::from(u8::from(passes(row) && killed(row) == all(row)))),
            ),
            (
                "mut_recall_strict",
                mean(&|row| killed(row) as f64 / all(row) as f64),
            ),
            (
                "cov_jaccard",
                mean(&|row| row["cov_jaccard"].as_f64().unwrap()),
            ),
            ("api_f1", mean(&|row| row["api_f1"].as_f64().unwrap())),
        ];
        for (name, wanted) in wanted {
            let found = arm["overall"]["measures"][name]["value"].as_f64().unwrap();
            assert!((found - wanted).abs() < 1e-12, "{name} of {arm}: {wanted}");
        }
    }
    let careful = &arms[1]["overall"]["measures"]["kill_complete"]["value"];
    assert_eq!(arms[1]["configuration"], "careful");
    assert!(careful.as_f64() > arms[3]["overall"]["measures"]["kill_complete"]["value"].as_f64());
}

#[test]
fn a_wrong_place_or_a_double_one_is_named() {
    let Some(bed) = Bed::mini_frozen() else {
        return;
    };
    bed.write("runs/one/whole/nothing.patch", "");
    let ran = bed.run("score runs");
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(
        ran.err
            .contains("does not begin with the id of an instance"),
        "{}",
        ran.err
    );
    bed.write(
        "index.jsonl",
        "{\"configuration\":\"a\",\"view\":\"v\",\"instance\":1,\"submission\":\"absent.patch\"}\n",
    );
    let ran = bed.run("score index.jsonl");
    assert!(
        ran.err.contains("index.jsonl:1: there is no"),
        "{}",
        ran.err
    );
    bed.write("absent.patch", "");
    let line =
        "{\"configuration\":\"a\",\"view\":\"v\",\"instance\":1,\"submission\":\"absent.patch\"}\n";
    bed.write("index.jsonl", line.repeat(2));
    let ran = bed.run("score index.jsonl");
    assert!(
        ran.err
            .contains("are both repeat 1 of a (v) for instance 1"),
        "{}",
        ran.err
    );
    bed.write(
        "index.jsonl",
        line.replace("\"instance\":1", "\"instance\":4711"),
    );
    let ran = bed.run("score index.jsonl");
    assert!(ran.err.contains("4711"), "{}", ran.err);
    let ran = bed.run("score absent.patch");
    assert!(ran.err.contains("add `--instance N`"), "{}", ran.err);
}

#[test]
fn two_tests_are_compared_and_candidates_ranked_without_the_ground_truth() {
    let Some(bed) = Bed::mini_frozen() else {
        return;
    };
    let id = instances(&bed)[0];
    submission(&bed, "cand/whole", None);
    let steps = steps(&bed);
    // Nothing is checked any more.
    let blind: String = steps
        .lines()
        .map(|line| match line.trim_start().strip_prefix("assert ") {
            Some(_) => format!("{}pass\n", &line[..line.len() - line.trim_start().len()]),
            None => format!("{line}\n"),
        })
        .collect();
    bed.write("cand/blind/features/steps/bill_steps.py", blind);
    bed.write(
        "cand/broken/features/steps/bill_steps.py",
        "import no_such_module\n",
    );

    let compared = bed
        .succeed(&format!(
            "compare cand/whole cand/blind --instance {id} --json"
        ))
        .json();
    let count = |side: &str| {
        let all = compared["mutants"].as_array().unwrap().iter();
        all.filter(|one| one["side"] == side).count()
    };
    assert!(count("only-a") > 0, "{compared}");
    assert_eq!(count("only-b"), 0);
    let kills = compared["mutants"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|one| one["gt_kills"] == true)
        .count();
    assert_eq!(
        count("only-a") + count("both"),
        kills,
        "the first is the developers' own"
    );

    for pool in [true, false] {
        if !pool {
            // The developers' kills are not looked at.
            std::fs::remove_file(bed.bench().join(format!("pools/shop/{id}.json"))).unwrap();
        }
        let ranked = bed
            .succeed(&format!("rank cand --instance {id} --json"))
            .json();
        let names: Vec<&str> = ranked
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["candidate"].as_str().unwrap())
            .collect();
        assert_eq!(
            names,
            ["cand/whole", "cand/blind", "cand/broken"],
            "{ranked}"
        );
        assert_eq!(ranked[2]["outcome"], "build-failure");
        assert!(
            ranked[0]["kills"].as_u64() > ranked[1]["kills"].as_u64(),
            "{ranked}"
        );
    }
}

#[test]
fn a_suite_is_measured_without_freezing_anything() {
    let Some(bed) = Bed::mini() else { return };
    let before = bed.users_tree();
    let run = bed.succeed("run --format json --audit 0% --quiet");
    let found = run.json();
    assert_eq!(found["project"], "shop", "{found}");
    assert!(!bed.bench().join("pools").exists() && !bed.bench().join("instances.jsonl").exists());
    assert_eq!(bed.users_tree(), before);
    let ran = bed.run("run --audit 0% --quiet --min-killed 100%");
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(
        ran.err
            .contains("of the mutants are killed, 100.0% were asked for"),
        "{}",
        ran.err
    );
    bed.write(
        "change.diff",
        "--- a/src/shop/none.py\n+++ b/src/shop/none.py\n@@ -1 +1 @@\n-x\n+y\n",
    );
    let none = bed
        .succeed("run --format json --audit 0% --quiet --in-diff change.diff")
        .json();
    assert_eq!(none["mutants"].as_array().map(Vec::len), Some(0), "{none}");
}
