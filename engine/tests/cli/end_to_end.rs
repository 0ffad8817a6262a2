//! From nothing to a score with a real test framework: provision, freeze, score, and every exit code on the way.
//!
//! One test, because freezing is what costs.

use serde_json::{Value, json};

use super::framework::{bench, has_python, run};
use super::place::{Place, files_below};

#[test]
fn from_a_clean_bench_to_a_score() {
    if !has_python() {
        return;
    }
    let place = bench();
    freezes(&place);
    scores_a_complete_submission(&place);
    explains_what_a_lax_one_misses(&place);
    tells_a_wrong_one(&place);
    refuses_what_cannot_be_scored(&place);
}

fn freezes(place: &Place) {
    let ran = run(place, "freeze --audit 100% --json");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let project = &ran.json()["projects"][0];
    assert_eq!(
        (&project["instances"], &project["frozen"]),
        (&json!(2), &json!(1)),
        "{project}"
    );
    assert_eq!(project["dropped"], json!({ "failing": 1 }));
    assert_eq!(project["audit"]["disagreements"], json!(0));
    assert_eq!(run(place, "freeze --check").out, "sound: 1 pool checked\n");
    assert!(super::framework::state().join("logs/freeze.log").is_file());

    let before = frozen_files(place);
    let again = run(place, "freeze --quiet");
    assert_eq!((again.code, again.err.as_str()), (Some(0), ""), "{again:?}");
    assert!(
        again
            .out
            .contains("2 found, 1 frozen (1 from before), 1 dropped"),
        "{again:?}"
    );
    assert_eq!(frozen_files(place), before);
}

fn frozen_files(place: &Place) -> Vec<(String, String)> {
    let files = files_below(&place.path().join("pools"));
    files
        .into_iter()
        .map(|file| (file.clone(), place.read(&format!("pools/{file}"))))
        .collect()
}

fn scores_a_complete_submission(place: &Place) {
    // The short form; a folder that exists is a submission.
    let ran = run(
        place,
        "complete --instance 1 --json --require kill-complete",
    );
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let score = ran.json();
    assert_eq!(score["outcome"], json!("pass"));
    assert_eq!(
        (&score["mut_recall"], &score["kill_complete"]),
        (&json!(1.0), &json!(true))
    );
    assert_eq!(score["gt_kills"], score["gen_kills"]);
    for key in [
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
    ] {
        assert!(score.get(key).is_some(), "{key}: {score}");
    }
    let again = run(place, "score complete --instance 1 --json").json();
    assert_eq!(again["cache"]["misses"], json!(0), "{again}");
}

fn explains_what_a_lax_one_misses(place: &Place) {
    let score = run(place, "lax --instance 1 --json").json();
    let missed = score["missed"].as_array().unwrap();
    assert!(
        !missed.is_empty() && score["kill_complete"] == json!(false),
        "{score}"
    );
    assert!(
        missed
            .iter()
            .any(|miss| miss["why"] == "executed-not-checked"),
        "{score}"
    );
    let keys: Vec<&str> = [
        "id",
        "file",
        "line",
        "operator",
        "original",
        "replacement",
        "why",
    ]
    .into();
    assert!(
        missed
            .iter()
            .all(|miss| keys.iter().all(|key| miss.get(key).is_some())),
        "{score}"
    );

    let ran = run(place, "lax --instance 1");
    assert!(ran.out.contains("KillComplete  no\n"), "{}", ran.out);
    assert!(ran.out.contains("\nsrc/till/sums.py\n"), "{}", ran.out);
    assert!(
        ran.out
            .contains("    -         return full - rebate\n    +         return full + rebate\n"),
        "{}",
        ran.out
    );

    for (requirement, code) in [
        ("kill-complete", 1),
        ("recall=1.0", 1),
        ("recall=0%", 0),
        ("pass", 0),
    ] {
        let ran = run(place, &format!("lax --instance 1 --require {requirement}"));
        assert_eq!(ran.code, Some(code), "{requirement}");
    }
}

fn tells_a_wrong_one(place: &Place) {
    let ran = run(place, "wrong --instance 1");
    assert_eq!(ran.code, Some(0), "a failing test has a score");
    assert!(
        ran.out.contains("stage         assertion-failure\n"),
        "{}",
        ran.out
    );
    assert!(
        ran.out
            .contains("failed step   Then the total is 100 (line 5)\n"),
        "{}",
        ran.out
    );
    assert_eq!(
        run(place, "wrong --instance 1 --require pass").code,
        Some(1)
    );
    let score = run(place, "wrong --instance 1 --json").json();
    assert_eq!(
        (&score["mut_recall"], &score["missed"]),
        (&json!(0.0), &Value::Array(Vec::new()))
    );
}

fn refuses_what_cannot_be_scored(place: &Place) {
    let ran = run(place, "complete --instance 2");
    assert_eq!((ran.code, ran.out.as_str()), (Some(3), ""), "{ran:?}");
    assert!(
        ran.err
            .contains("the ground truth of instance 2 does not pass"),
        "{}",
        ran.err
    );
    let ran = run(place, "nowhere.patch --instance 1");
    assert_eq!(ran.code, Some(2));
    assert!(
        ran.err
            .starts_with("error: there is no nowhere.patch\nhint: "),
        "{}",
        ran.err
    );
    let ran = run(place, "complete --instance 7");
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("hint: ids go from 1 to 2"), "{}", ran.err);

    place.write(
        "project/src/till/sums.py",
        "def total(prices, rebate):\n    return sum(prices)\n",
    );
    let ran = run(place, "complete --instance 1");
    assert_eq!(ran.code, Some(2), "a pool does not fit another tree");
    assert!(
        ran.err
            .contains("was frozen from another tree of the project"),
        "{}",
        ran.err
    );
}
