//! What a cache key depends on: each part that can change a result, and nothing else.
#![allow(clippy::unwrap_used, reason = "a test says what failed by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use mutscore::cache::{Key, KeyParts, Purpose, Scope};
use mutscore_model::digest::Digest;
use mutscore_model::instance::ScenarioRef;
use mutscore_model::path::RelPath;
use mutscore_runners::runner::{Bounds, RunLimits};

/// Owned parts, so that a test can change one and leave the rest.
#[derive(Clone)]
struct Parts {
    tool: String,
    runner: String,
    toolchain: BTreeMap<String, String>,
    view: Digest,
    submission: Option<Digest>,
    overlay: Digest,
    scenario: ScenarioRef,
    purpose: Purpose,
    production: Vec<String>,
    test_side: Vec<String>,
    withheld: Vec<String>,
    env: BTreeMap<String, String>,
    isolation: String,
    limits: RunLimits,
    bounds: Bounds,
}

impl Parts {
    fn key(&self) -> Key {
        KeyParts {
            tool: &self.tool,
            runner: &self.runner,
            toolchain: &self.toolchain,
            view: self.view,
            submission: self.submission,
            overlay: self.overlay,
            scenario: &self.scenario,
            purpose: self.purpose,
            scope: Scope {
                production: &self.production,
                test_side: &self.test_side,
                withheld: &self.withheld,
            },
            env: &self.env,
            isolation: &self.isolation,
            limits: self.limits,
            bounds: &self.bounds,
        }
        .key()
    }
}

fn map(entries: &[(&str, &str)]) -> BTreeMap<String, String> {
    entries
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect()
}

fn parts() -> Parts {
    Parts {
        tool: "0.1.0".into(),
        runner: "behave".into(),
        toolchain: map(&[("behave", "1.3.3"), ("python", "3.11.2")]),
        view: Digest::of(b"tree"),
        submission: Some(Digest::of(b"patch")),
        overlay: Digest::of(b"mutant"),
        scenario: ScenarioRef {
            feature: RelPath::new("features/a.feature").unwrap(),
            line: 7,
            rows: vec![12, 13],
            test: None,
        },
        purpose: Purpose::Pair,
        production: vec!["src/**".into()],
        test_side: vec!["features/**".into()],
        withheld: vec!["features/steps/**".into()],
        env: map(&[("LANG", "C.UTF-8")]),
        isolation: "full".into(),
        limits: RunLimits {
            wall: Duration::from_secs(5),
            cpu: Duration::from_secs(4),
        },
        bounds: Bounds {
            processes: 64,
            memory: 1 << 30,
            disk: 1 << 28,
            open_files: 256,
            load: Duration::from_secs(30),
        },
    }
}

/// One change, and what it is.
type Change = (&'static str, fn(&mut Parts));

/// Each changes one thing that may change a result.
const CHANGES: &[Change] = &[
    ("tool", |p| p.tool = "0.1.1".into()),
    ("runner", |p| p.runner = "behat".into()),
    ("a toolchain version", |p| {
        p.toolchain = map(&[("behave", "1.3.4"), ("python", "3.11.2")])
    }),
    ("a further toolchain entry", |p| {
        p.toolchain.insert("six".into(), "1.16".into());
    }),
    ("view", |p| {
        p.view = Digest::of(b"tree with another step definition")
    }),
    ("submission", |p| {
        p.submission = Some(Digest::of(b"another patch"))
    }),
    ("no submission", |p| p.submission = None),
    ("overlay", |p| p.overlay = Digest::of(b"another mutant")),
    ("feature", |p| {
        p.scenario.feature = RelPath::new("features/b.feature").unwrap()
    }),
    ("line", |p| p.scenario.line = 8),
    ("one row less", |p| p.scenario.rows = vec![12]),
    ("order of rows", |p| p.scenario.rows = vec![13, 12]),
    ("purpose: stripped", |p| p.purpose = Purpose::Stripped),
    ("purpose: observed", |p| p.purpose = Purpose::Observed),
    ("purpose: gate 1", |p| p.purpose = Purpose::Gate(1)),
    ("purpose: gate 2", |p| p.purpose = Purpose::Gate(2)),
    ("production", |p| p.production.push("lib/**".into())),
    ("test side", |p| p.test_side.push("lib/**".into())),
    ("withheld", |p| p.withheld.push("lib/**".into())),
    ("a variable's value", |p| p.env = map(&[("LANG", "C")])),
    ("a variable's name", |p| {
        p.env = map(&[("LC_ALL", "C.UTF-8")])
    }),
    ("isolation", |p| p.isolation = "none".into()),
    ("wall limit", |p| {
        p.limits.wall = Duration::from_millis(5001)
    }),
    ("wall limit, nanosecond", |p| {
        p.limits.wall += Duration::from_nanos(1)
    }),
    ("CPU limit", |p| p.limits.cpu = Duration::from_secs(5)),
    ("processes", |p| p.bounds.processes = 65),
    ("memory", |p| p.bounds.memory += 1),
    ("disk", |p| p.bounds.disk += 1),
    ("open files", |p| p.bounds.open_files += 1),
    ("load time", |p| p.bounds.load = Duration::from_secs(31)),
];

#[test]
fn each_part_alone_changes_the_key_and_no_two_changes_meet() {
    let mut seen = BTreeSet::from([parts().key()]);
    for (what, change) in CHANGES {
        let mut changed = parts();
        change(&mut changed);
        assert!(seen.insert(changed.key()), "{what}");
    }
}

#[test]
fn a_part_cannot_pass_for_its_neighbour() {
    let mut first = parts();
    let mut second = parts();
    (first.tool, first.runner) = ("ab".into(), "c".into());
    (second.tool, second.runner) = ("a".into(), "bc".into());
    assert_ne!(first.key(), second.key());

    first = parts();
    second = parts();
    (first.production, first.test_side) = (vec!["a".into(), "b".into()], vec![]);
    (second.production, second.test_side) = (vec!["a".into()], vec!["b".into()]);
    assert_ne!(first.key(), second.key());

    first = parts();
    second = parts();
    (first.limits.wall, first.limits.cpu) = (Duration::from_secs(4), Duration::from_secs(5));
    (second.limits.wall, second.limits.cpu) = (Duration::from_secs(5), Duration::from_secs(4));
    assert_ne!(first.key(), second.key());
}

#[test]
fn the_order_of_insertion_the_thread_and_the_moment_do_not_matter() {
    let key = parts().key();
    let mut backwards = parts();
    backwards.toolchain = BTreeMap::new();
    backwards.toolchain.insert("python".into(), "3.11.2".into());
    backwards.toolchain.insert("behave".into(), "1.3.3".into());
    assert_eq!(backwards.key(), key);
    let elsewhere = std::thread::spawn(|| parts().key()).join().unwrap();
    assert_eq!(elsewhere, key);
}

#[test]
fn the_encoding_is_the_one_that_stored_caches_were_written_with() {
    // A new value here means that every stored result is lost: raise the key's schema version with it.
    let expected = "7f1027ad4ea1d044bcd0ee5e778a9f8dcfd7101986e81544c507b321f8ce9483";
    assert_eq!(parts().key().to_string(), expected);
}
