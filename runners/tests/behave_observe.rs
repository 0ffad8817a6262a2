//! What an observed run sees, whichever way lines are counted, and what is left without its checks.
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a failure here is a failed test"
)]

#[path = "behave/bed.rs"]
mod bed;

use std::collections::{BTreeMap, BTreeSet};
use std::process::{Command, Stdio};

use bed::{Bed, Environment, LIMITS, environments, environments_of, for_both, isolations, skip};
use mutscore_model::coverage::{Lines, Observation};
use mutscore_model::outcome::{Execution, RunOutcome};
use mutscore_model::overlay::Overlay;
use mutscore_model::path::RelPath;
use mutscore_runners::runner::{CancelToken, Job, Mode};

const OBSERVED: &str = include_str!("behave/projects/observed.txt");
const STRIP: &str = include_str!("behave/projects/strip.txt");

/// Makes the same observation with every source that the interpreter has, each in a fork.
const EVERY_SOURCE: &str = r#"
import json, os, sys
root, shim = sys.argv[1:3]
sys.path.insert(1, shim)
os.chdir(root)
from mutscore_shim import behave_adapter, classify, observe, record

def production():
    return ["shop/" + name for name in sorted(os.listdir("shop")) if name.endswith(".py")]

def observed(source):
    reader, writer = os.pipe()
    if os.fork() == 0:
        os.close(reader)
        scope = classify.Scope(root, production())
        project = behave_adapter.Project(scope)
        observer = observe.Observer(scope, ["features/steps/steps.py", "features/steps/support.py",
                                            "features/environment.py"], source)
        assert observer.lines.name == source, observer.lines.name
        observer.start()
        project.load("features/observed.feature")
        observer.loaded()
        said = record.Record(writer, "token")
        said.done(project.run({"feature": "features/observed.feature", "line": 3}, said, observer=observer))
        os._exit(0)
    os.close(writer)
    text = b""
    while True:
        part = os.read(reader, 65536)
        if not part:
            break
        text += part
    os.wait()
    return [value["done"] for value in record.values(text, "token") if "done" in value][0]["observation"]

sources = ["coverage.py", "sys.settrace"] + (["sys.monitoring"] if hasattr(sys, "monitoring") else [])
print(json.dumps(dict((source, observed(source)) for source in sources)))
"#;

fn bed_of(environment: &Environment, text: &str) -> Bed {
    Bed::new(environment, isolations().pop().unwrap(), text)
}

fn observe(bed: &Bed, name: &str) -> Observation {
    let scenario = bed.scenario(name);
    let overlay = Overlay::default();
    let job = Job {
        scenario: &scenario,
        overlay: &overlay,
        limits: LIMITS,
        observe: true,
        strip: false,
        batch: 1,
    };
    let found: Vec<Observation> = [Mode::Cold, Mode::Warm]
        .into_iter()
        .map(|mode| {
            let report = bed.session(mode).run(&job, &CancelToken::default());
            assert_eq!(
                (report.outcome, report.execution),
                (RunOutcome::Pass, Execution::Cold),
                "{report:#?}"
            );
            report.observation.unwrap()
        })
        .collect();
    assert_eq!(found[0], found[1]);
    found[0].clone()
}

/// The lines of `shop/stock.py` on which these texts stand.
fn lines_with(bed: &Bed, texts: &[&str]) -> BTreeSet<u32> {
    let source = std::fs::read_to_string(bed.copy().join("shop/stock.py")).unwrap();
    texts
        .iter()
        .flat_map(|text| {
            let found: Vec<u32> = (1..)
                .zip(source.lines())
                .filter(|(_, line)| line.contains(text))
                .map(|(n, _)| n)
                .collect();
            assert!(!found.is_empty(), "{text}");
            found
        })
        .collect()
}

#[test]
fn an_observed_run_tells_executed_lines_and_keeps_those_of_loading_apart() {
    for_both(OBSERVED, |bed| {
        let seen = observe(bed, "everything").coverage;
        let stock = RelPath::new("shop/stock.py").unwrap();
        let only = |lines: &Lines| {
            lines
                .0
                .keys()
                .map(|path| path.as_str().to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(only(&seen.run), ["shop/stock.py"]);
        assert_eq!(only(&seen.load), ["shop/__init__.py", "shop/stock.py"]);
        let run = &seen.run.0[&stock];
        let load = &seen.load.0[&stock];
        let in_run = [
            "found += LIMIT",
            "found += self",
            "return None",
            "self.goods[name] -= 1",
            "return n",
            "self.goods = dict",
            "yield n",
        ];
        assert!(run.is_superset(&lines_with(bed, &in_run)), "{run:?}");
        let never = lines_with(bed, &["\"never\"", "return -1"]);
        assert!(
            run.is_disjoint(&never) && load.is_disjoint(&never),
            "{run:?} {load:?}"
        );
        let in_load = [
            "LIMIT = 10",
            "class Stock",
            "def untouched",
            "size = 3",
            "NAMES = []",
            "first = Stock",
            "self.goods = dict",
        ];
        assert!(load.is_superset(&lines_with(bed, &in_load)), "{load:?}");
        assert!(
            load.is_disjoint(&lines_with(bed, &["found += LIMIT", "yield n"])),
            "{load:?}"
        );
        assert!(
            run.is_disjoint(&lines_with(
                bed,
                &["LIMIT = 10", "class Stock", "def untouched"]
            )),
            "{run:?}"
        );
    });
}

#[test]
fn direct_calls_are_told_with_the_kind_of_step_and_nothing_else() {
    for_both(OBSERVED, |bed| {
        let kinds = |kinds: &[&str]| {
            kinds
                .iter()
                .map(|kind| (*kind).to_owned())
                .collect::<BTreeSet<_>>()
        };
        let expected: BTreeMap<String, BTreeSet<String>> = [
            ("Stock.__init__", &["given"][..]),
            ("Stock.take", &["when"]),
            ("from_helper", &["when"]),
            ("from_hook", &["hook"]),
            ("Stock.total", &["then"]),
            ("Stock.__len__", &["then"]),
            ("Stock.empty", &["then"]),
            ("Stock.parse", &["then"]),
            ("hidden", &["then"]),
            ("_Hidden.shown", &["then"]),
            ("numbers", &["then"]),
            ("in_thread", &["then"]),
        ]
        .into_iter()
        .map(|(name, found)| (format!("shop/stock.py::{name}"), kinds(found)))
        .collect();
        assert_eq!(observe(bed, "everything").calls.0, expected);
    });
}

#[test]
fn every_way_of_counting_lines_sees_the_same() {
    let mut all = environments();
    match newer_python() {
        Some(python) => all.extend(environments_of(&python)),
        None => skip("no Python 3.12 or later: sys.monitoring is not compared"),
    }
    for environment in &all {
        let bed = bed_of(environment, OBSERVED);
        let reported = observe(&bed, "everything");
        let shims = bed.project.state.join("shims");
        let newest = std::fs::read_dir(shims)
            .unwrap()
            .map(|entry| entry.unwrap())
            .max_by_key(|entry| entry.metadata().unwrap().modified().unwrap());
        let output = Command::new(&bed.project.program)
            .args(["-c", EVERY_SOURCE])
            .args([bed.copy(), newest.unwrap().path()])
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        let last = said
            .lines()
            .last()
            .unwrap_or_else(|| panic!("{}", String::from_utf8_lossy(&output.stderr)));
        let found: BTreeMap<String, Observation> = serde_json::from_str(last).unwrap();
        assert!(found.len() >= 2);
        for (source, observation) in &found {
            assert_eq!(observation, &reported, "Behave {}, {source}", bed.version);
        }
    }
}

/// A Python with `sys.monitoring`, from the path or from pyenv.
fn newer_python() -> Option<String> {
    let mut candidates: Vec<String> =
        vec!["python3".into(), "python3.13".into(), "python3.12".into()];
    let output = |command: &mut Command| {
        let output = command.stderr(Stdio::null()).output().ok()?;
        Some(String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let versions = output(Command::new("pyenv").args(["versions", "--bare"])).unwrap_or_default();
    for version in versions.lines() {
        if let Some(prefix) = output(Command::new("pyenv").args(["prefix", version.trim()])) {
            candidates.push(format!("{}/bin/python3", prefix.trim()));
        }
    }
    candidates.into_iter().find(|python| {
        let works = Command::new(python)
            .args(["-c", "import sys, venv, ensurepip; sys.monitoring"])
            .stderr(Stdio::null())
            .status();
        works.is_ok_and(|status| status.success())
    })
}

#[test]
fn emptied_checks_let_a_mutant_pass_that_only_they_kill() {
    for_both(STRIP, |bed| {
        let mutant = bed.edit("shop/sums.py", "a + b", "a * b");
        let mut pair = bed.pair();
        for name in [
            "checked",
            "also used as set-up",
            "checked by another than its set-up",
            "async",
            "rows",
        ] {
            pair.strip = false;
            pair.plain(name).ends_in(RunOutcome::Pass);
            pair.run(name, &mutant)
                .ends_in(RunOutcome::AssertionFailure);
        }
        pair.strip = true;
        for name in ["checked", "also used as set-up", "async", "rows"] {
            pair.plain(name).ends_in(RunOutcome::Pass);
            pair.run(name, &mutant).ends_in(RunOutcome::Pass);
            pair.run_batch(name, &mutant, 3, LIMITS)
                .ends_in(RunOutcome::Pass);
        }
        // What is no Then step keeps its body, and so does a definition that no Then step of the scenario uses.
        pair.run("checked by another than its set-up", &mutant)
            .ends_in(RunOutcome::AssertionFailure);
        pair.plain("a check in the action")
            .ends_in(RunOutcome::Pass);
        pair.run("a check in the action", &mutant)
            .ends_in(RunOutcome::AssertionFailure);
        pair.plain("nobody wrote the check")
            .ends_in(RunOutcome::BindingFailure);
        // Nothing stays emptied.
        pair.strip = false;
        pair.run("checked", &mutant)
            .ends_in(RunOutcome::AssertionFailure);
        assert_eq!(pair.warm.demoted(), None);
    });
}
