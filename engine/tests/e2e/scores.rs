//! A score as programs and people get it: its fields, its exit codes, and what it says of misses.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::bed::Bed;

const STEPS: &str = "project/features/steps/bill_steps.py";

/// Fields of the specification, and those that we add.
const FIELDS: [&str; 15] = [
    "instance",
    "outcome",
    "mut_recall",
    "mut_recall_strict",
    "kill_complete",
    "gt_kills",
    "gen_kills",
    "missed",
    "cov_jaccard",
    "api_f1",
    "excluded",
    "discarded",
    "timing",
    "cache",
    "schema",
];
const OURS: [&str; 6] = [
    "api_f1_by_step",
    "execution",
    "isolation",
    "pairs",
    "project",
    "submission",
];
const FIELDS_OF_A_MISS: [&str; 8] = [
    "column",
    "file",
    "id",
    "line",
    "operator",
    "original",
    "replacement",
    "why",
];

/// The developers' steps as a submission, with other text here and there.
fn submission(bed: &Bed, name: &str, changes: &[(&str, &str)]) {
    let mut steps = bed.read(STEPS).replace("context.currency", "\"EUR\"");
    for (from, to) in changes {
        assert!(steps.contains(from), "{from}");
        steps = steps.replace(from, to);
    }
    bed.write(&format!("{name}/features/steps/bill_steps.py"), steps);
}

fn keys(value: &Value) -> BTreeSet<&str> {
    value
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect()
}

#[test]
fn a_score_has_its_fields_its_misses_their_reasons_and_each_ending_its_exit_code() {
    let Some(bed) = Bed::mini_frozen() else {
        return;
    };
    submission(&bed, "complete", &[]);
    submission(
        &bed,
        "lax",
        &[(
            "assert context.total == 100 + percent(), context.total",
            "context.total > 0",
        )],
    );
    submission(
        &bed,
        "elsewhere",
        &[("assert label(1, \"EUR\") == \"1 EUR\"", "pass")],
    );
    submission(&bed, "wrong", &[("== 100 + percent()", "== 1")]);

    let score = bed
        .succeed("complete --instance 1 --json --require kill-complete")
        .json();
    assert_eq!(
        keys(&score),
        FIELDS.into_iter().chain(OURS).collect(),
        "{score}"
    );
    assert_eq!(
        (&score["mut_recall"], &score["mut_recall_strict"]),
        (&json!(1.0), &json!(1.0))
    );
    assert_eq!(
        (&score["cov_jaccard"], &score["api_f1"]),
        (&score["cov_jaccard"], &json!(1.0)),
        "{score}"
    );
    assert_eq!(
        (&score["missed"], &score["excluded"], &score["discarded"]),
        (&json!([]), &json!({}), &json!([]))
    );
    assert_eq!(
        keys(&score["timing"]),
        ["run_cpu_seconds", "wall_seconds"].into()
    );
    assert_eq!(keys(&score["cache"]), ["hits", "misses"].into());

    misses_are_explained(&bed);
    exit_codes(&bed);
}

fn misses_are_explained(bed: &Bed) {
    let score = bed.succeed("lax --instance 1 --json").json();
    let missed = score["missed"].as_array().unwrap();
    let division = missed
        .iter()
        .find(|miss| miss["original"] == "*")
        .map(|miss| miss["why"].clone());
    assert_eq!(
        division, None,
        "a division by nought is killed without any check: {score}"
    );
    let unchecked = missed
        .iter()
        .all(|miss| miss["why"] == "executed-not-checked");
    assert!(unchecked, "{score}");

    let score = bed.succeed("elsewhere --instance 1 --json").json();
    let missed = score["missed"].as_array().unwrap();
    let said: Vec<Value> = missed
        .iter()
        .map(|miss| {
            assert_eq!(keys(miss), FIELDS_OF_A_MISS.into());
            json!([
                miss["file"],
                miss["line"],
                miss["operator"],
                miss["original"],
                miss["replacement"],
                miss["why"]
            ])
        })
        .collect();
    let expected = [
        json!([
            "src/shop/bill.py",
            9,
            "negate-cond",
            "==",
            "!=",
            "not-executed"
        ]),
        json!([
            "src/shop/bill.py",
            11,
            "return-value",
            "f\"{amount} {currency}\"",
            "\"\"",
            "not-executed"
        ]),
    ];
    assert_eq!(said, expected, "{score}");
    assert_eq!(
        (
            &score["gt_kills"],
            &score["gen_kills"],
            &score["mut_recall"]
        ),
        (&json!(4), &json!(2), &json!(0.5))
    );

    let people = bed.succeed("elsewhere --instance 1").out;
    assert!(
        people.contains("src/shop/bill.py") && people.contains("not-executed")
            || people.contains("never"),
        "{people}"
    );
}

fn exit_codes(bed: &Bed) {
    for (line, code) in [
        ("elsewhere --instance 1", 0),
        ("elsewhere --instance 1 --require kill-complete", 1),
        ("elsewhere --instance 1 --require recall=0.6", 1),
        ("elsewhere --instance 1 --require recall=0.5", 0),
        ("wrong --instance 1", 0),
        ("wrong --instance 1 --require pass", 1),
    ] {
        assert_eq!(bed.run(line).code, Some(code), "{line}");
    }
    let wrong = bed.succeed("wrong --instance 1 --json").json();
    assert_eq!(
        (&wrong["outcome"], &wrong["kill_complete"]),
        (&json!("assertion-failure"), &json!(false))
    );
    assert_eq!(
        (
            &wrong["mut_recall"],
            &wrong["cov_jaccard"],
            &wrong["api_f1"]
        ),
        (&json!(0.0), &json!(0.0), &json!(0.0))
    );
    assert_eq!(
        wrong["failed_step"]["name"],
        json!("the total is the price with its tax")
    );

    bed.run("complete --instance 3").is_refused(
        3,
        &[
            "the ground truth of instance 3 does not pass",
            "row at line 22",
        ],
    );
    bed.edit(
        "mutscore.toml",
        "interpreter = \"python3\"",
        "interpreter = \"python3.99\"",
    );
    bed.run("complete --instance 1")
        .is_refused(4, &["python3.99"]);
}
