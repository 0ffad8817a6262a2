//! Bad input: each a clear error with a way out, the right exit code, and nothing half-written.

use super::place::{CONFIG, Place, files_below};

/// Exit code and standard error of a command that must print nothing else.
fn fails(place: &Place, line: &str) -> String {
    let ran = place.run(line);
    assert_eq!(ran.out, "", "{line}");
    format!("exit code {}\n{}", ran.code.unwrap(), ran.err)
}

#[test]
fn no_bench_anywhere() {
    insta::assert_snapshot!(fails(&Place::empty(), "instances"), @r"
    exit code 2
    error: no mutscore.toml in [HERE] or above it
    hint: name the bench with --bench DIR, or run `mutscore init`
    ");
}

#[test]
fn a_folder_that_is_no_bench_is_not_searched_upward() {
    let place = Place::bench();
    insta::assert_snapshot!(fails(&place, "instances --bench project"), @r"
    exit code 2
    error: no mutscore.toml in [HERE]/project or above it
    hint: name the bench with --bench DIR, or run `mutscore init`
    ");
    insta::assert_snapshot!(fails(&place, "instances --bench nowhere"), @r"
    exit code 2
    error: read nowhere: No such file or directory (os error 2)
    hint: name the bench's folder with --bench DIR
    ");
}

#[test]
fn a_bench_is_found_from_below() {
    let place = Place::bench();
    let mut command = place.command(["mutants", "--op", "cond-boundary"]);
    let ran = place.finish(
        command
            .current_dir(place.path().join("project/src"))
            .output()
            .unwrap(),
    );
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (Some(0), "1 mutant\n"),
        "{ran:?}"
    );
}

#[test]
fn broken_toml_is_shown_at_its_place() {
    let place = Place::empty();
    place.write("mutscore.toml", "schema = 1\n[project.a\nroot = 1\n");
    insta::assert_snapshot!(fails(&place, "instances"));
}

#[test]
fn an_unknown_key_gets_the_nearest_one() {
    let place = Place::bench();
    place.write("mutscore.toml", &CONFIG.replace("test-side", "testside"));
    let words = fails(&place, "freeze");
    assert!(
        words.starts_with("exit code 2\nerror: unknown key `testside`\n"),
        "{words}"
    );
    assert!(
        words.contains("mutscore.toml:8:1") && words.contains("did you mean `test-side`?"),
        "{words}"
    );
    assert!(!place.path().join(".mutscore").exists());
}

#[test]
fn a_newer_schema_is_refused() {
    let place = Place::bench();
    place.write(
        "mutscore.toml",
        &CONFIG.replace("schema = 1", "schema = 9\nnew-key = 1"),
    );
    let words = fails(&place, "instances");
    assert!(
        words.contains("error: schema 9 is newer than this mutscore, which reads schema 1"),
        "{words}"
    );
}

#[test]
fn an_unknown_instance_of_an_unfrozen_bench() {
    insta::assert_snapshot!(fails(&Place::bench(), "score --instance 3 project"), @r"
    exit code 2
    error: there is no instance 3
    hint: this bench has none yet; run `mutscore freeze`
    ");
}

#[test]
fn an_unknown_project_is_answered_with_those_there_are() {
    let words = fails(&Place::bench(), "freeze tell");
    assert!(words.starts_with("exit code 2\n"), "{words}");
    assert!(
        words.contains("unknown project `tell`") && words.contains("did you mean `till`?"),
        "{words}"
    );
}

#[test]
fn an_unknown_command_is_wrong_usage() {
    let words = fails(&Place::empty(), "freze");
    assert!(
        words.starts_with("exit code 2\nerror: unrecognized subcommand 'freze'"),
        "{words}"
    );
    assert!(words.contains("'freeze'"), "{words}");
}

#[test]
fn an_interpreter_that_is_not_there_is_the_environment() {
    let place = Place::bench();
    place.write(
        "mutscore.toml",
        &format!("{CONFIG}[project.till.python]\ninterpreter = \"no-such-python\"\n"),
    );
    let ran = place.run("freeze --quiet");
    assert_eq!((ran.code, ran.out.as_str()), (Some(4), ""));
    insta::assert_snapshot!(ran.err, @r"
    error: cannot start the interpreter `no-such-python`: No such file or directory (os error 2)
    hint: install it, or set `interpreter` in mutscore.toml
    ");
    assert!(!place.path().join("pools").exists() && !place.path().join("instances.jsonl").exists());
}

#[test]
fn a_damaged_instance_list_is_named_with_its_line() {
    let place = Place::bench();
    place.write(
        "instances.jsonl",
        "{\"form\":\"instances\",\"schema\":1}\n{\"id\":1,\n",
    );
    let words = fails(&place, "instances");
    assert!(
        words.starts_with("exit code 2\nerror: ") && words.contains("[HERE]/instances.jsonl"),
        "{words}"
    );
    assert!(words.contains("hint: "), "{words}");
}

#[test]
fn values_out_of_bounds_are_wrong_usage_in_words() {
    let place = Place::empty();
    for (line, words) in [
        ("freeze --audit 200%", "write a share such as 2% or 0.02"),
        ("score x.patch --instance one", "invalid value 'one'"),
        (
            "score x.patch --instance 1 --require recall=2",
            "write kill-complete, pass, or recall=SHARE",
        ),
        (
            "cache gc --max-size 3parsecs",
            "write a size such as 500MiB",
        ),
        ("instances --jobs 0", "invalid value '0'"),
        (
            "instances --color sometimes",
            "[possible values: auto, always, never]",
        ),
    ] {
        let said = fails(&place, line);
        assert!(
            said.starts_with("exit code 2\n") && said.contains(words),
            "{line}: {said}"
        );
    }
}

#[test]
fn a_command_that_fails_early_writes_nothing() {
    let place = Place::bench();
    let before = files_below(&place.path());
    for line in [
        "instances",
        "mutants",
        "explain m1_00",
        "freeze nobody",
        "freeze --check",
        "doctor",
    ] {
        place.run(line);
    }
    assert_eq!(files_below(&place.path()), before);
}
