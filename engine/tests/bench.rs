//! A bench on disk: ids that stay, frozen files that notice every change, and errors that say which it was.
#![expect(clippy::unwrap_used, reason = "a test may end at the first surprise")]

use std::collections::BTreeMap;
use std::fs;

use mutscore::bench::{Bench, BenchError, FrozenError};
use mutscore::config::Known;
use mutscore_model::coverage::{Calls, Coverage};
use mutscore_model::digest::Digest;
use mutscore_model::event::SCHEMA_VERSION;
use mutscore_model::instance::{Scenario, ScenarioRef};
use mutscore_model::mutant::MutantId;
use mutscore_model::outcome::{Exclusion, FailedStep, PairOutcome};
use mutscore_model::path::RelPath;
use mutscore_model::pool::{Drop, GateEntry, Pool, PoolEntry, Provenance};

const CONFIG: &str = r#"schema = 1
[project.shed]
root = "shed"
language = "python"
runner = "behave"
production = ["src/**/*.py"]
test-side = ["features/**"]
"#;

fn open() -> (tempfile::TempDir, Bench) {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("shed")).unwrap();
    fs::write(folder.path().join("mutscore.toml"), CONFIG).unwrap();
    let known = Known {
        languages: vec!["python".into()],
        runners: vec!["behave".into()],
        operators: vec![],
    };
    let bench = Bench::open(folder.path(), &known).unwrap();
    (folder, bench)
}

fn path(text: &str) -> RelPath {
    RelPath::new(text).unwrap()
}

fn scenario(line: u32, name: &str) -> Scenario {
    Scenario {
        at: ScenarioRef {
            feature: path("features/a.feature"),
            line,
            rows: vec![],
            test: None,
        },
        outline: false,
        feature_name: "A".into(),
        name: name.into(),
        tags: vec!["slow".into()],
        steps: vec![],
    }
}

fn pool(instance: u32) -> Pool {
    let step = FailedStep {
        keyword: "Then".into(),
        name: "it “works”".into(),
        line: 7,
        row: None,
    };
    let entry = |id: &str, outcome, step: Option<FailedStep>| PoolEntry {
        id: MutantId::from_text(id),
        outcome,
        exception: step.as_ref().map(|_| "AssertionError".to_owned()),
        stripped: step.as_ref().map(|_| PairOutcome::Survived),
        step,
    };
    let mut coverage = Coverage::default();
    coverage.run.0.insert(path("src/a.py"), [3, 1, 2].into());
    coverage.load.0.insert(path("src/a.py"), [1].into());
    Pool {
        schema: SCHEMA_VERSION,
        instance,
        project: "shed".into(),
        provenance: Provenance {
            tool: env!("CARGO_PKG_VERSION").into(),
            operators: vec!["arith".into()],
            manifest: Digest::of(b"manifest"),
            tree: Digest::of(b"tree"),
            toolchain: BTreeMap::from([("python".into(), "3.11.7".into())]),
            policy: Digest::of(b"policy"),
        },
        coverage,
        calls: Calls(BTreeMap::from([(
            "src/a.py::A.b".into(),
            ["when".to_owned()].into(),
        )])),
        mutants: vec![
            entry("a", PairOutcome::Killed, Some(step)),
            entry("b", PairOutcome::Survived, None),
            entry("c", PairOutcome::Excluded(Exclusion::Timeout), None),
        ],
    }
}

#[test]
fn instances_are_stored_with_their_ids_and_read_back() {
    let (folder, bench) = open();
    assert!(bench.instances().unwrap().all().is_empty());
    bench
        .merge_instances("shed", &[scenario(3, "one"), scenario(9, "two")])
        .unwrap();
    let stored = fs::read_to_string(folder.path().join("instances.jsonl")).unwrap();
    assert_eq!(stored.lines().count(), 3);
    assert!(stored.starts_with("{\"form\":\"instances\",\"schema\":1}\n"));
    assert!(
        bench
            .merge_instances("shed", &[scenario(3, "one"), scenario(9, "two")])
            .unwrap()
            .is_empty()
    );
    assert_eq!(
        fs::read_to_string(folder.path().join("instances.jsonl")).unwrap(),
        stored
    );
    assert_eq!(bench.instance(2).unwrap().scenario, scenario(9, "two"));
}

#[test]
fn a_gone_instance_keeps_its_line_and_its_id() {
    let (folder, bench) = open();
    bench
        .merge_instances("shed", &[scenario(3, "one"), scenario(9, "two")])
        .unwrap();
    bench
        .merge_instances("shed", &[scenario(3, "one"), scenario(9, "three")])
        .unwrap();
    let stored = fs::read_to_string(folder.path().join("instances.jsonl")).unwrap();
    assert!(stored.contains("\"gone\":true"));
    let ids: Vec<u32> = bench
        .instances()
        .unwrap()
        .present()
        .map(|instance| instance.id)
        .collect();
    assert_eq!(ids, [1, 3]);
    let gone = bench.instance(2).unwrap_err();
    assert!(
        matches!(&gone, BenchError::InstanceGone { name, .. } if name == "two"),
        "{gone}"
    );
    let none = bench.instance(9).unwrap_err().to_string();
    assert!(
        none.contains("no instance 9") && none.contains("ids go from 1 to 3"),
        "{none}"
    );
}

#[test]
fn a_damaged_instance_list_is_refused_with_its_line() {
    let (folder, bench) = open();
    bench
        .merge_instances("shed", &[scenario(3, "one"), scenario(9, "two")])
        .unwrap();
    let file = folder.path().join("instances.jsonl");
    let good = fs::read_to_string(&file).unwrap();
    fs::write(&file, good.replace("\"id\":2", "\"id\":1")).unwrap();
    let error = bench.instances().unwrap_err();
    assert!(
        error.to_string().contains("instance 1 is there twice"),
        "{error}"
    );
    fs::write(&file, good.replace("\"id\":2", "\"id\":\"x\"")).unwrap();
    assert!(matches!(
        bench.instances().unwrap_err(),
        FrozenError::Malformed { line: 3, .. }
    ));
    fs::write(&file, &good[..good.len() - 5]).unwrap();
    assert!(matches!(
        bench.instances().unwrap_err(),
        FrozenError::Truncated(_)
    ));
    fs::write(&file, "").unwrap();
    assert!(matches!(
        bench.instances().unwrap_err(),
        FrozenError::Truncated(_)
    ));
    fs::write(&file, good.replace("\"schema\":1", "\"schema\":7")).unwrap();
    assert!(matches!(
        bench.instances().unwrap_err(),
        FrozenError::Schema { found: 7, .. }
    ));
}

#[test]
fn a_pool_reads_back_and_freezes_to_the_same_bytes() {
    let (_folder, bench) = open();
    bench.write_pool(&pool(412)).unwrap();
    let first = fs::read(bench.pool_path("shed", 412)).unwrap();
    let read = bench.pool("shed", 412).unwrap();
    assert_eq!(read, pool(412));
    bench.write_pool(&read).unwrap();
    assert_eq!(fs::read(bench.pool_path("shed", 412)).unwrap(), first);
}

#[test]
fn a_frozen_pool_has_a_line_for_each_mutant_and_each_covered_file() {
    let (_folder, bench) = open();
    bench.write_pool(&pool(412)).unwrap();
    insta::assert_snapshot!(fs::read_to_string(bench.pool_path("shed", 412)).unwrap(), @r#"
    {
     "calls": {
      "src/a.py::A.b": ["when"]
     },
     "coverage": {
      "load": {
       "src/a.py": [1]
      },
      "run": {
       "src/a.py": [1,2,3]
      }
     },
     "digest": "0dae41a6129bd6629dcf11e6692e5f37fd008853f18e70b7ba8d033fef04e9ec",
     "instance": 412,
     "mutants": [
      {"exception":"AssertionError","id":"a","outcome":"killed","step":{"keyword":"Then","line":7,"name":"it “works”"},"stripped":"survived"},
      {"id":"b","outcome":"survived"},
      {"id":"c","outcome":{"excluded":"timeout"}}
     ],
     "project": "shed",
     "provenance": {
      "manifest": "0d197521d9a48760576da1c87dfd828a60d397ea1e16f92a5b7c44b4f4060ce1",
      "operators": ["arith"],
      "policy": "ff096070fb25d5456f50000af78f1c92fda605bdb7bc3d1e7d1cc0091204e61c",
      "tool": "0.1.0",
      "toolchain": {
       "python": "3.11.7"
      },
      "tree": "6baa6c9f461fe834a9da0ebb62e0f6fb8c11988a58cbc51b8da8040aea19bc3a"
     },
     "schema": 1
    }
    "#);
}

#[test]
fn any_changed_value_of_a_frozen_pool_is_noticed() {
    let (_folder, bench) = open();
    bench.write_pool(&pool(412)).unwrap();
    let file = bench.pool_path("shed", 412);
    let good = fs::read_to_string(&file).unwrap();
    for (from, to) in [
        ("survived", "killed"),
        ("[1,2,3]", "[1,2]"),
        ("\"line\":7", "\"line\":8"),
        ("3.11.7", "3.11.8"),
    ] {
        let changed = good.replacen(from, to, 1);
        assert_ne!(changed, good);
        fs::write(&file, changed).unwrap();
        let error = bench.pool("shed", 412).unwrap_err();
        assert!(
            matches!(error, FrozenError::DigestMismatch { .. }),
            "{from}: {error}"
        );
    }
    // Layout is no content: tools that lay JSON out anew do no harm.
    let value: serde_json::Value = serde_json::from_str(&good).unwrap();
    fs::write(&file, format!("{value:#}")).unwrap();
    assert_eq!(bench.pool("shed", 412).unwrap(), pool(412));
}

#[test]
fn each_way_to_be_unusable_has_its_own_error() {
    let (_folder, bench) = open();
    assert!(matches!(
        bench.pool("shed", 412).unwrap_err(),
        FrozenError::Missing(_)
    ));
    bench.write_pool(&pool(412)).unwrap();
    let file = bench.pool_path("shed", 412);
    let good = fs::read_to_string(&file).unwrap();

    for cut in [0, 1, good.len() / 2, good.len() - 2] {
        fs::write(&file, &good[..cut]).unwrap();
        let error = bench.pool("shed", 412).unwrap_err();
        assert!(matches!(error, FrozenError::Truncated(_)), "{cut}: {error}");
    }
    fs::write(&file, good.replacen(':', "=", 1)).unwrap();
    assert!(matches!(
        bench.pool("shed", 412).unwrap_err(),
        FrozenError::Malformed { .. }
    ));
    fs::write(&file, "[1]").unwrap();
    assert!(matches!(
        bench.pool("shed", 412).unwrap_err(),
        FrozenError::Malformed { .. }
    ));

    let mut newer = pool(412);
    newer.schema = SCHEMA_VERSION + 1;
    bench.write_pool(&newer).unwrap();
    let error = bench.pool("shed", 412).unwrap_err();
    assert!(
        matches!(error, FrozenError::Schema { .. })
            && error.to_string().contains("use a newer mutscore"),
        "{error}"
    );

    let mut other = pool(412);
    other.provenance.tool = "97.0.0".into();
    bench.write_pool(&other).unwrap();
    assert!(
        matches!(bench.pool("shed", 412).unwrap_err(), FrozenError::Tool { found, .. } if found == "97.0.0")
    );

    bench.write_pool(&pool(412)).unwrap();
    fs::rename(&file, bench.pool_path("shed", 413)).unwrap();
    let error = bench.pool("shed", 413).unwrap_err();
    assert!(
        matches!(error, FrozenError::Foreign { .. }) && error.to_string().contains("renamed"),
        "{error}"
    );
}

#[test]
fn the_gate_is_stored_by_instance_and_checked_as_a_whole() {
    let (folder, bench) = open();
    let entries = [
        GateEntry {
            instance: 2,
            dropped: Some(Drop::Undefined),
            because: Some("step `x`".into()),
        },
        GateEntry {
            instance: 1,
            dropped: None,
            because: None,
        },
    ];
    bench.write_gate("shed", &entries).unwrap();
    let read = bench.gate("shed").unwrap();
    assert_eq!(read, [entries[1].clone(), entries[0].clone()]);

    let file = folder.path().join("pools/shed/gate.jsonl");
    let good = fs::read_to_string(&file).unwrap();
    assert_eq!(good.lines().count(), 3);
    fs::write(&file, good.replace("undefined", "pending")).unwrap();
    assert!(matches!(
        bench.gate("shed").unwrap_err(),
        FrozenError::DigestMismatch { .. }
    ));
    fs::write(
        &file,
        good.lines()
            .take(2)
            .map(|line| format!("{line}\n"))
            .collect::<String>(),
    )
    .unwrap();
    assert!(matches!(
        bench.gate("shed").unwrap_err(),
        FrozenError::DigestMismatch { .. }
    ));
    fs::write(&file, &good[..9]).unwrap();
    assert!(matches!(
        bench.gate("shed").unwrap_err(),
        FrozenError::Truncated(_)
    ));
    fs::write(&file, good.replacen("\"shed\"", "\"shop\"", 1)).unwrap();
    assert!(matches!(
        bench.gate("shed").unwrap_err(),
        FrozenError::Foreign { .. }
    ));
}

#[test]
fn two_writers_of_instances_give_no_id_twice() {
    let (_folder, bench) = open();
    std::thread::scope(|scope| {
        for worker in 0..4 {
            let bench = &bench;
            scope.spawn(move || {
                let found: Vec<Scenario> = (0..=worker)
                    .map(|n| scenario(n * 2 + 1, &format!("s{n}")))
                    .collect();
                bench
                    .merge_instances(&format!("p{worker}"), &found)
                    .unwrap();
            });
        }
    });
    let list = bench.instances().unwrap();
    let ids: Vec<u32> = list.present().map(|instance| instance.id).collect();
    assert_eq!(ids, (1..=10).collect::<Vec<u32>>());
}
