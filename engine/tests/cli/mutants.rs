//! `mutscore mutants`: of loose files, of a project, and through the filters.

use serde_json::{Value, json};

use super::place::{CODE, Place};

/// One of the worked examples that the operators were made from.
const EXAMPLE: &str = "def f(a, b):\n    return a < b\n";

#[test]
fn a_loose_file_gives_the_mutants_of_the_worked_example() {
    let place = Place::empty();
    place.write("boundary.py", EXAMPLE);
    let ran = place.run("mutants --language python boundary.py --json");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    let found: Vec<Value> = ran
        .json_lines()
        .iter()
        .map(|one| {
            json!([
                one["op"],
                one["line"],
                one["original"],
                one["replacement"],
                one["start"],
                one["end"]
            ])
        })
        .collect();
    let expected = [
        json!(["return-value", 2, "a < b", "False", 24, 29]),
        json!(["return-value", 2, "a < b", "True", 24, 29]),
        json!(["cond-boundary", 2, "<", "<=", 26, 27]),
        json!(["negate-cond", 2, "<", ">=", 26, 27]),
    ];
    assert_eq!(found, expected);
    assert!(
        ran.json_lines()
            .iter()
            .all(|one| one["path"] == "boundary.py" && one["id"].as_str().unwrap().len() == 23)
    );
}

#[test]
fn an_operator_set_says_what_is_made_of_a_loose_file() {
    let place = Place::empty();
    place.write("boundary.py", EXAMPLE);
    let ops = |set: &str| -> Vec<String> {
        let ran = place.run(&format!("mutants --operators {set} boundary.py --json"));
        let op = |one: &Value| one["op"].as_str().unwrap().to_owned();
        ran.json_lines().iter().map(op).collect()
    };
    assert_eq!(ops("cond-boundary"), ["cond-boundary"]);
    assert_eq!(
        ops("default,-return-value"),
        ["cond-boundary", "negate-cond"]
    );
    assert_eq!(ops("-return-value"), ["cond-boundary", "negate-cond"]);
    let ran = place.run("mutants --operators arit boundary.py");
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("unknown operator `arit`"), "{ran:?}");
}

#[test]
fn the_list_for_people_has_a_line_for_each() {
    let place = Place::empty();
    place.write("boundary.py", EXAMPLE);
    let ran = place.run("mutants boundary.py");
    assert_eq!(ran.err, "4 mutants\n");
    let line = ran.out.lines().nth(2).unwrap();
    assert!(
        line.starts_with("boundary.py:2:14  cond-boundary  `<` → `<=`  m1_"),
        "{line}"
    );
}

#[test]
fn a_mutant_is_shown_as_a_diff_that_git_applies() {
    let place = Place::empty();
    place.write("boundary.py", EXAMPLE);
    let ran = place.run("mutants boundary.py --diff --op cond-boundary");
    place.write("mutant.patch", &ran.out);
    let git = std::process::Command::new("git")
        .args(["apply", "mutant.patch"])
        .current_dir(place.path())
        .status();
    assert!(git.unwrap().success(), "{}", ran.out);
    assert_eq!(place.read("boundary.py"), EXAMPLE.replace('<', "<="));
}

#[test]
fn a_file_of_an_unknown_language_is_refused_with_a_way_out() {
    let place = Place::empty();
    place.write("a.cobol", "");
    let ran = place.run("mutants a.cobol");
    assert_eq!(ran.code, Some(2));
    assert!(
        ran.err.contains("name it with --language (known: "),
        "{ran:?}"
    );
    let ran = place.run("mutants a.cobol --language klingon");
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("unknown language `klingon`"), "{ran:?}");
    let ran = place.run("mutants nowhere.py");
    assert_eq!(ran.code, Some(4));
    assert!(ran.err.contains("read nowhere.py"), "{ran:?}");
}

#[test]
fn an_unfrozen_project_is_listed_from_its_source_and_nothing_is_written() {
    let place = Place::bench();
    let ran = place.run("mutants --json");
    let ops: Vec<String> = ran
        .json_lines()
        .iter()
        .map(|one| one["op"].as_str().unwrap().to_owned())
        .collect();
    assert!(
        ops.contains(&"arith".to_owned()) && ops.contains(&"cond-boundary".to_owned()),
        "{ops:?}"
    );
    assert!(
        ran.json_lines()
            .iter()
            .all(|one| one["path"] == "src/till/sums.py")
    );
    assert!(!place.path().join("pools").exists() && !place.path().join(".mutscore").exists());
}

#[test]
fn filters_narrow_the_list() {
    let place = Place::bench();
    let count = |line: &str| place.run(line).json_lines().len();
    let all = count("mutants --json");
    assert_eq!(count("mutants --json --file src/**/sums.py"), all);
    assert_eq!(count("mutants --json --file src/*.py"), 0);
    assert_eq!(count("mutants --json --op arith"), 1);
    assert_eq!(count("mutants --json --op arith --op cond-boundary"), 2);
    assert_eq!(
        count("mutants --json --match sums.py:3:"),
        count("mutants --json --match ^src/till/sums.py:3:")
    );
    let sample = place.run("mutants --json --sample 3 --seed 9");
    assert_eq!(sample.json_lines().len(), 3);
    assert_eq!(sample, place.run("mutants --json --sample 3 --seed 9"));
    assert_ne!(sample, place.run("mutants --json --sample 3 --seed 10"));
}

#[test]
fn a_diff_keeps_the_mutants_of_its_lines() {
    let place = Place::bench();
    let old = CODE.replace("full > 100", "full > 90");
    place.write("old/src/till/sums.py", &old);
    let diff = std::process::Command::new("git")
        .args([
            "diff",
            "--no-index",
            "old/src/till/sums.py",
            "project/src/till/sums.py",
        ])
        .current_dir(place.path())
        .output()
        .unwrap();
    place.write("change.patch", &String::from_utf8(diff.stdout).unwrap());
    let ran = place.run("mutants --json --in-diff change.patch");
    let lines: Vec<Value> = ran
        .json_lines()
        .iter()
        .map(|one| one["line"].clone())
        .collect();
    assert!(
        !lines.is_empty() && lines.iter().all(|line| *line == 3),
        "{ran:?}"
    );
    place.write("prose.txt", "hello");
    let ran = place.run("mutants --in-diff prose.txt");
    assert_eq!(ran.code, Some(2));
    assert!(
        ran.err.contains("cause: the diff changes no line"),
        "{ran:?}"
    );
}

#[test]
fn a_wrong_filter_is_wrong_usage() {
    let place = Place::bench();
    for (line, words) in [
        ("mutants --op arit", "unknown operator `arit`"),
        ("mutants --match (", "is not a regular expression"),
        ("mutants --file a[", "is not a usable glob"),
        ("mutants --outcome killed", "--instance"),
        ("mutants a.py --project till", "cannot be used with"),
    ] {
        let ran = place.run(line);
        assert_eq!(ran.code, Some(2), "{line}");
        assert!(ran.err.contains(words), "{line}: {}", ran.err);
    }
}
