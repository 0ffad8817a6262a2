//! A frozen bench, made through the library so that no test framework is needed: listed, explained, checked, damaged.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use mutscore::bench::Bench;
use mutscore::config::Known;
use mutscore::manifest;
use mutscore_model::coverage::{Calls, Coverage, Lines};
use mutscore_model::digest::Digest;
use mutscore_model::event::SCHEMA_VERSION;
use mutscore_model::instance::{Scenario, ScenarioRef, Step, StepKind};
use mutscore_model::mutant::Mutant;
use mutscore_model::outcome::{Exclusion, FailedStep, PairOutcome};
use mutscore_model::path::RelPath;
use mutscore_model::pool::{Drop, GateEntry, Pool, PoolEntry, Provenance};
use serde_json::{Value, json};

use super::place::{CODE, Place};

pub(crate) fn known() -> Known {
    let operators = mutscore_operators::operators()
        .iter()
        .map(|operator| operator.meta().id.to_owned());
    Known {
        languages: vec!["python".to_owned()],
        runners: vec!["behave".to_owned()],
        operators: operators.collect(),
    }
}

fn scenario(line: u32, name: &str, rows: Vec<u32>) -> Scenario {
    let step = Step {
        keyword: "Then".to_owned(),
        kind: StepKind::Then,
        text: "the total is right".to_owned(),
        line: line + 1,
        background: false,
    };
    Scenario {
        outline: !rows.is_empty(),
        at: ScenarioRef {
            feature: RelPath::new("features/till.feature").unwrap(),
            line,
            rows,
            test: None,
        },
        feature_name: "Till".to_owned(),
        name: name.to_owned(),
        tags: Vec::new(),
        steps: vec![step],
    }
}

/// The first mutant is killed, the second excluded, all others survive.
fn pool(instance: u32, mutants: &[Mutant], manifest: Digest) -> Pool {
    let killed = |mutant: &Mutant| PoolEntry {
        id: mutant.id.clone(),
        outcome: PairOutcome::Killed,
        step: Some(FailedStep {
            keyword: "Then".to_owned(),
            name: "the total is right".to_owned(),
            line: 4,
            row: None,
        }),
        exception: Some("AssertionError".to_owned()),
        stripped: Some(PairOutcome::Survived),
    };
    let other = |mutant: &Mutant, outcome| PoolEntry {
        id: mutant.id.clone(),
        outcome,
        step: None,
        exception: None,
        stripped: None,
    };
    let entries = mutants
        .iter()
        .enumerate()
        .map(|(place, mutant)| match place {
            0 => killed(mutant),
            1 => other(mutant, PairOutcome::Excluded(Exclusion::Timeout)),
            _ => other(mutant, PairOutcome::Survived),
        });
    let lines = BTreeMap::from([(
        RelPath::new("src/till/sums.py").unwrap(),
        BTreeSet::from([2, 3, 4, 5]),
    )]);
    Pool {
        schema: SCHEMA_VERSION,
        instance,
        project: "till".to_owned(),
        provenance: Provenance {
            tool: env!("CARGO_PKG_VERSION").to_owned(),
            operators: Vec::new(),
            manifest,
            tree: Digest::of(b"tree"),
            toolchain: BTreeMap::new(),
            policy: Digest::of(b"policy"),
        },
        coverage: Coverage {
            run: Lines(lines),
            load: Lines::default(),
        },
        calls: Calls::default(),
        mutants: entries.collect(),
    }
}

/// Three instances: the first is frozen, the second was dropped, the third passed the gate and is not frozen.
pub(crate) fn frozen() -> Place {
    frozen_with(|_| {})
}

/// The same, with something done to the mutants of the manifest first.
pub(crate) fn frozen_with(change: impl FnOnce(&mut [Mutant])) -> Place {
    let place = Place::bench();
    let bench = Bench::open(&place.path(), &known()).unwrap();
    let found = [
        scenario(3, "A sum", vec![]),
        scenario(7, "A rebate", vec![]),
        scenario(11, "Free", vec![14, 15]),
    ];
    bench.merge_instances("till", &found).unwrap();
    let mut built = manifest::build(
        bench.project("till").unwrap(),
        &place.path().join("project"),
    )
    .unwrap();
    change(&mut built.mutants);
    let digest = built.write(&bench.manifest_path("till")).unwrap();
    let gate = |instance, dropped, because: Option<&str>| GateEntry {
        instance,
        dropped,
        because: because.map(str::to_owned),
    };
    let entries = [
        gate(1, None, None),
        gate(
            2,
            Some(Drop::Failing),
            Some("Then the total is right: AssertionError"),
        ),
        gate(3, None, None),
    ];
    bench.write_gate("till", &entries).unwrap();
    bench.write_pool(&pool(1, &built.mutants, digest)).unwrap();
    place
}

fn first_mutant(place: &Place) -> String {
    place.run("mutants --json").json_lines()[0]["id"]
        .as_str()
        .unwrap()
        .to_owned()
}

#[test]
fn instances_show_gate_and_pool() {
    let place = frozen();
    let ran = place.run("instances");
    assert_eq!(ran.code, Some(0));
    insta::assert_snapshot!(ran.out);
    let lines = place.run("instances --json --project till").json_lines();
    assert_eq!(lines[0]["kills"], json!(1));
    assert_eq!(lines[1]["gate"], json!("failing"));
    assert_eq!(
        lines[1]["because"],
        json!("Then the total is right: AssertionError")
    );
    assert_eq!(lines[2]["pool"], json!("none"));
    assert_eq!(lines[2]["rows"], json!([14, 15]));
}

#[test]
fn a_pool_that_was_edited_is_unusable_and_says_so() {
    let place = frozen();
    let path = place.path().join("pools/till/1.json");
    let text = fs::read_to_string(&path)
        .unwrap()
        .replace("survived", "killed");
    fs::write(&path, text).unwrap();
    assert!(place.run("instances").out.contains("unusable"));
    let pool = place.run("instances --json").json_lines()[0]["pool"]
        .as_str()
        .unwrap()
        .to_owned();
    assert!(
        pool.starts_with("unusable: ") && pool.contains("does not have the digest it says"),
        "{pool}"
    );
    let ran = place.run("explain 1:m1_");
    assert_eq!(ran.code, Some(2));
}

#[test]
fn mutants_of_an_instance_come_with_what_the_ground_truth_does() {
    let place = frozen();
    let all = place.run("mutants --instance 1 --json").json_lines();
    let outcomes: Vec<&Value> = all.iter().map(|one| &one["outcome"]).collect();
    assert_eq!(
        outcomes[..3],
        [
            &json!("killed"),
            &json!("excluded: timeout"),
            &json!("survived")
        ]
    );
    for (outcome, count) in [("killed", 1), ("excluded", 1), ("survived", all.len() - 2)] {
        let ran = place.run(&format!("mutants --instance 1 --outcome {outcome} --json"));
        assert_eq!(ran.json_lines().len(), count, "{outcome}");
    }
    let ran = place.run("mutants --instance 3");
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("hint: run `mutscore freeze`"), "{ran:?}");
}

#[test]
fn an_edit_of_the_code_moves_ends_and_makes_mutants_of_an_earlier_manifest() {
    let place = frozen();
    let earlier = "pools/till/manifest.jsonl";
    let fates = |line: &str| -> Vec<(String, Value)> {
        let ran = place.run(line);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        let lines = ran.json_lines();
        let fate = |one: &Value| (one["since"].as_str().unwrap().to_owned(), one.clone());
        lines.iter().map(fate).collect()
    };
    let all = format!("mutants --since {earlier} --json");
    assert!(fates(&all).iter().all(|(fate, _)| fate == "kept"));

    let edited = format!("# words\n{}", CODE.replace("full > 100", "full > 7 + 9"));
    place.write("project/src/till/sums.py", &edited);
    let found = fates(&all);
    let count = |wanted: &str| found.iter().filter(|(fate, _)| fate == wanted).count();
    assert!(count("moved") > 0 && count("new") > 0, "{found:?}");
    assert_eq!(count("kept"), 0);
    for (_, one) in found.iter().filter(|(fate, _)| fate == "moved") {
        let line = |one: &Value| one["line"].as_u64().unwrap();
        assert_eq!(line(&one["was"]) + 1, line(one));
    }
    // A filter filters both sides: what it hides is not called gone.
    let only = fates(&format!("{all} --op return-value"));
    assert!(!only.is_empty() && only.iter().all(|(fate, _)| fate == "moved"));
    let ran = place.run(&format!("mutants --since {earlier}"));
    assert!(ran.err.contains(" moved, "), "{ran:?}");
}

#[test]
fn a_mutant_and_a_pair_are_explained() {
    let place = frozen();
    let id = first_mutant(&place);
    let ran = place.run(&format!("explain {id}"));
    assert_eq!(ran.code, Some(0), "{ran:?}");
    insta::assert_snapshot!(ran.out);
    let ran = place.run(&format!("explain 1:{}", &id[..14]));
    assert_eq!(ran.code, Some(0), "{ran:?}");
    insta::assert_snapshot!("a_pair_is_explained", ran.out);
    let pair = place.run(&format!("explain 1:{id} --json")).json();
    assert_eq!(pair["pair"]["outcome"], json!("killed"));
    let mutant = place.run(&format!("explain {id} --json")).json();
    assert_eq!(
        mutant["pairs"],
        json!([{ "instance": 1, "outcome": "killed" }])
    );
}

#[test]
fn an_id_that_is_unknown_or_too_short_is_wrong_usage() {
    let place = frozen();
    for (what, words) in [
        (
            "m1_ffffffffffffffffffff",
            "no mutant `m1_ffffffffffffffffffff` in the manifests of till",
        ),
        ("m1_", "mutants begin with `m1_`"),
        ("9:m1_", "there is no instance 9\nhint: ids go from 1 to 3"),
        ("x:m1_", "`x` is not an instance id"),
    ] {
        let ran = place.run(&format!("explain {what}"));
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{what}");
        assert!(ran.err.contains(words), "{what}: {}", ran.err);
    }
}

#[test]
fn a_check_names_what_is_not_frozen_and_is_content_once_it_is() {
    let place = frozen();
    let ran = place.run("freeze --check");
    assert_eq!(ran.code, Some(2));
    assert!(
        ran.out
            .starts_with("till: instance 3 is not frozen: there is no [HERE]/pools/till/3.json"),
        "{ran:?}"
    );
    assert!(ran.out.ends_with("not sound: 2 pools checked\n"), "{ran:?}");

    let bench = Bench::open(&place.path(), &known()).unwrap();
    let stored = manifest::read(&bench.manifest_path("till")).unwrap();
    bench
        .write_pool(&pool(3, &stored.mutants, stored.digest))
        .unwrap();
    let ran = place.run("freeze --check");
    assert_eq!(
        (ran.code, ran.out.as_str()),
        (Some(0), "sound: 2 pools checked\n")
    );

    bench
        .write_pool(&pool(3, &stored.mutants, Digest::of(b"another")))
        .unwrap();
    let ran = place.run("freeze --check --json");
    assert_eq!(ran.code, Some(2));
    let problem = ran.json()["problems"][0].as_str().unwrap().to_owned();
    assert!(
        problem.contains("the pool of instance 3 belongs to another manifest"),
        "{problem}"
    );
}

#[test]
fn a_pool_of_another_version_is_refused() {
    let place = frozen();
    let bench = Bench::open(&place.path(), &known()).unwrap();
    let mut other = bench.pool("till", 1).unwrap();
    other.provenance.tool = "7.0.0".to_owned();
    bench.write_pool(&other).unwrap();
    let ran = place.run("mutants --instance 1");
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""));
    assert!(
        ran.err.contains("was frozen by mutscore 7.0.0, this is "),
        "{ran:?}"
    );
    assert!(
        ran.err.contains("\nhint: score with that version"),
        "{ran:?}"
    );
}

#[test]
fn an_instance_that_left_the_features_says_so() {
    let place = frozen();
    let bench = Bench::open(&place.path(), &known()).unwrap();
    bench
        .merge_instances("till", &[scenario(3, "A sum", vec![])])
        .unwrap();
    let ran = place.run("score project --instance 2");
    assert_eq!(ran.code, Some(2));
    assert!(
        ran.err
            .contains("instance 2 (`A rebate`) is no longer in the feature files of `till`"),
        "{ran:?}"
    );
}
