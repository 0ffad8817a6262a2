//! `mutscore mutants --check` and what `explain` says of mutants that are never run.

use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::framework::{bench, has_python, run};
use super::place::Place;

/// 3 + 2 is 2 + 3, and 0 * 6 is 0 * 5: folded by the compiler.
const FOLDED: &str = "\
def f(a):
    limit = 2 + 2
    base = 0 * 5
    return limit + base + a
";

fn loose() -> Place {
    let place = Place::empty();
    place.write("calc.py", FOLDED);
    place
}

/// Line, replacement and status of each.
fn statuses(lines: &[Value]) -> Vec<Value> {
    lines
        .iter()
        .map(|one| json!([one["line"], one["replacement"], one["status"]]))
        .collect()
}

fn has_interpreter() -> bool {
    let found = Command::new("python3")
        .arg("--version")
        .stdout(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    let required = std::env::var("MUTSCORE_REQUIRE").unwrap_or_default();
    assert!(
        found || !required.split([',', ' ']).any(|word| word == "python"),
        "MUTSCORE_REQUIRE asks for python"
    );
    if !found {
        eprintln!("SKIPPED: `python3` is not here");
    }
    found
}

#[test]
fn loose_files_are_compiled_on_request_only() {
    if !has_interpreter() {
        return;
    }
    let place = loose();
    let unchecked = place.run("mutants calc.py --json").json_lines();
    assert!(unchecked.iter().all(|one| one["status"] == "ok"));
    let ran = place.run("mutants calc.py --check --operators const-int --json");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    let lines = ran.json_lines();
    assert_eq!(
        statuses(&lines),
        [
            json!([2, "3", "ok"]),
            json!([2, "3", "duplicate"]),
            json!([3, "1", "ok"]),
            json!([3, "6", "equivalent"]),
        ]
    );
    assert_eq!(lines[1]["same_as"], lines[0]["id"]);
}

#[test]
fn a_list_is_filtered_by_status_and_shows_it() {
    if !has_interpreter() {
        return;
    }
    let place = loose();
    let ran = place.run("mutants calc.py --check --status equivalent --status duplicate");
    assert_eq!(ran.err, "2 mutants\n");
    assert!(ran.out.contains("`2` → `3`  duplicate of m1_"), "{ran:?}");
    assert!(ran.out.contains("`5` → `6`  equivalent  m1_"), "{ran:?}");
    let none = place.run("mutants calc.py --check --status stillborn");
    assert_eq!((none.out.as_str(), none.err.as_str()), ("", "0 mutants\n"));
    assert_eq!(place.run("mutants calc.py --status dead").code, Some(2));
}

#[test]
fn a_file_that_the_compiler_refuses_as_it_is_is_named_and_its_mutants_stay() {
    if !has_interpreter() {
        return;
    }
    let place = Place::empty();
    place.write("old.py", "def f(a):\n    print 'x'\n    return a + 1\n");
    let ran = place.run("mutants old.py --check --operators arith --json");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(
        ran.err
            .contains("old.py: 1 mutant not compiled: it does not compile by itself (line 2:"),
        "{ran:?}"
    );
    assert_eq!(statuses(&ran.json_lines()), [json!([3, "-", "ok"])]);
}

#[test]
fn a_projects_mutants_are_compiled_by_its_own_interpreter_and_answers_are_kept() {
    if !has_python() {
        return;
    }
    let place = bench();
    place.write("project/src/till/sums.py", FOLDED);
    for _ in 0..2 {
        let ran = run(&place, "mutants --check --status equivalent --json");
        assert_eq!(ran.code, Some(0), "{ran:?}");
        assert_eq!(statuses(&ran.json_lines()), [json!([3, "6", "equivalent"])]);
    }
    let cache = run(&place, "cache stats --json").json();
    assert_ne!(cache["by_outcome"]["compiled"], Value::Null, "{cache}");
}

#[test]
fn explain_says_why_a_mutant_is_in_no_pool() {
    let place = super::frozen::frozen_with(|mutants| {
        use mutscore_model::mutant::MutantStatus;
        let keeper = mutants[0].id.clone();
        mutants[1].status = MutantStatus::Duplicate(keeper);
        mutants[2].status = MutantStatus::Equivalent;
        mutants[3].status = MutantStatus::Stillborn;
    });
    let lines = place.run("mutants --json").json_lines();
    let id = |at: usize| lines[at]["id"].as_str().unwrap().to_owned();
    let said = |what: &str| place.run(&format!("explain {what}")).out;
    let duplicate = said(&id(1));
    assert!(
        duplicate.contains(&format!("duplicate of {}", id(0))),
        "{duplicate}"
    );
    assert!(said(&id(2)).contains("equivalent: it compiles to what the original compiles to"));
    assert!(said(&id(3)).contains("stillborn: it does not compile"));
    // The keeper is killed, and so is what is the same.
    let pair = said(&format!("1:{}", id(1)));
    assert!(
        pair.contains("duplicate of") && pair.contains("ground truth: killed"),
        "{pair}"
    );
    let pair = said(&format!("1:{}", id(2)));
    assert!(!pair.contains("does not execute"), "{pair}");
    let found = place.run("mutants --status duplicate --json").json_lines();
    assert_eq!(found.len(), 1);
}
