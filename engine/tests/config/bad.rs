//! What each kind of bad file is answered with: the place, the problem, and a way out.

use std::fs;

use mutscore::config::{self, OperatorChoice, Problem};

use crate::bed::*;

#[test]
fn a_mistyped_key_is_answered_with_the_nearest_one() {
    let text = GOOD.replace("withheld", "witheld");
    let (line, column, found) = problem(&text);
    assert_eq!((line, column), (10, 1));
    let Problem::UnknownKey { key, known } = &found else {
        panic!("{found:?}")
    };
    assert_eq!(key, "witheld");
    assert!(known.contains(&"tree-exclude".to_owned()));
    assert!(
        found.hint().starts_with("did you mean `withheld`?"),
        "{}",
        found.hint()
    );
}

#[test]
fn unknown_names_are_answered_with_the_known_ones() {
    for (from, to, hint) in [
        ("\"behave\"", "\"behav\"", "did you mean `behave`?"),
        ("\"python\"", "\"pyton\"", "did you mean `python`?"),
        (
            "\"behave\"",
            "\"cucumber\"",
            "known runners: `behave`, `pytest-bdd`",
        ),
    ] {
        let (line, _, found) = problem(&GOOD.replace(from, to));
        assert!(line == 5 || line == 6);
        assert!(
            matches!(found, Problem::UnknownName { .. }) && found.hint().contains(hint),
            "{found:?}"
        );
    }
    let (line, column, found) =
        problem(&format!("{GOOD}operators = [\"arith\", \"const-intt\"]\n"));
    assert_eq!((line, column), (12, 23));
    assert!(
        found.hint().contains("did you mean `const-int`?"),
        "{}",
        found.hint()
    );
    let (_, _, found) = problem(&format!("{GOOD}operators = \"al\"\n"));
    assert!(found.hint().contains("`default`"), "{}", found.hint());
}

#[test]
fn operators_can_be_added_to_the_default_set_and_taken_out_of_it() {
    let choice = |list: &str| {
        load(&format!("{GOOD}operators = {list}\n"))
            .unwrap()
            .projects["shed"]
            .operators
            .clone()
    };
    let ids = |ids: &[&str]| OperatorChoice::Ids(ids.iter().map(|&id| id.to_owned()).collect());
    assert_eq!(
        choice("[\"default\", \"-arith\"]"),
        ids(&["default", "-arith"])
    );
    assert_eq!(choice("\"default\""), OperatorChoice::Default);
    let (_, _, found) = problem(&format!("{GOOD}operators = [\"-arit\"]\n"));
    assert!(
        found.hint().contains("did you mean `arith`?"),
        "{}",
        found.hint()
    );
    // A profile stands for its operators, alone or in a list.
    for profile in ["\"extended\"", "[\"extended\"]"] {
        let settings = load(&format!("{GOOD}operators = {profile}\n")).unwrap();
        let shed = settings.project("shed").unwrap();
        let extended = OperatorChoice::Ids(vec!["extended".to_owned()]);
        assert_eq!(shed.operators, extended);
    }
    let (_, _, found) = problem(&format!("{GOOD}operators = []\n"));
    assert!(matches!(
        found,
        Problem::BadValue {
            key: "operators",
            ..
        }
    ));
}

#[test]
fn only_the_two_test_failures_may_count_as_a_kill() {
    let (line, _, found) = problem(&format!(
        "{GOOD}[project.shed.outcome]\nkill-on = [\"timeout\"]\n"
    ));
    assert_eq!(line, 13);
    assert!(
        found
            .hint()
            .contains("`assertion-failure`, `execution-failure`"),
        "{}",
        found.hint()
    );
}

#[test]
fn broken_toml_is_shown_where_it_breaks() {
    let (line, _, found) = problem(&GOOD.replace("[\"src/**/*.py\"]", "[\"src/**/*.py\""));
    assert!((7..=8).contains(&line), "{line}");
    assert!(matches!(found, Problem::Malformed(_)));
    assert_eq!(problem("schema = 1\nschema = 1\n").0, 2);
}

#[test]
fn a_missing_key_is_named() {
    let (_, _, found) = problem(&GOOD.replace("runner = \"behave\"\n", ""));
    assert_eq!(
        found,
        Problem::MissingKey {
            key: "runner".into()
        }
    );
    let (_, _, found) = problem(&GOOD.replace("root = \"shed\"\n", ""));
    assert_eq!(found, Problem::MissingKey { key: "root".into() });
    assert_eq!(
        problem("[project]\n").2,
        Problem::MissingKey {
            key: "schema".into()
        }
    );
}

#[test]
fn a_schema_of_the_future_is_refused_before_its_keys_are_called_unknown() {
    let (line, _, found) = problem("schema = 2\nbrand-new = true\n");
    assert_eq!(
        (line, found),
        (1, Problem::FutureSchema { found: 2, known: 1 })
    );
    assert!(matches!(
        problem("schema = 0\n").2,
        Problem::BadValue { key: "schema", .. }
    ));
}

#[test]
fn globs_that_do_not_compile_or_leave_the_project_are_refused() {
    for glob in ["src/[a", "/etc/**", "../x", "", "a/./b", "a\\\\b"] {
        let (line, column, found) = problem(&GOOD.replace("src/**/*.py", glob));
        assert_eq!((line, column), (7, 15), "{glob}");
        assert!(
            matches!(found, Problem::BadGlob { .. }),
            "{glob}: {found:?}"
        );
    }
}

#[test]
fn values_out_of_bounds_are_refused_where_they_are() {
    for (section, line, key) in [
        ("limits", "factor = 0.5", "factor"),
        ("limits", "factor = nan", "factor"),
        ("limits", "wall-floor-seconds = 0.0", "wall-floor-seconds"),
        ("limits", "load-seconds = inf", "load-seconds"),
        ("limits", "cap-seconds = 1.0", "cap-seconds"),
        ("limits", "memory-mib = 0", "memory-mib"),
        ("limits", "open-files = 3", "open-files"),
        ("run", "gate-runs = 0", "gate-runs"),
        ("outcome", "kill-on = []", "kill-on"),
        ("env", "MUTSCORE_SLOT = \"1\"", "env"),
        ("env", "\"A=B\" = \"1\"", "env"),
        ("python", "packages = [\"--index-url=x\"]", "packages"),
        ("python", "packages = [\"a\\nb\"]", "packages"),
        ("python", "version = \"3.x\"", "version"),
        ("toolchain", "program = \"\"", "program"),
        ("toolchain", "version = \"v3\"", "version"),
        ("python", "interpreter = \"\"", "interpreter"),
    ] {
        let text = format!("{GOOD}[project.shed.{section}]\n{line}\n");
        let (at, _, found) = problem(&text);
        assert!(
            matches!(&found, Problem::BadValue { key: named, .. } if *named == key),
            "{line}: {found:?}"
        );
        assert_eq!(at, 13, "{line}");
    }
}

#[test]
fn a_wrong_type_says_what_was_expected() {
    let (line, _, found) = problem(&format!(
        "{GOOD}[project.shed.limits]\nprocesses = \"many\"\n"
    ));
    assert_eq!(line, 13);
    assert!(found.to_string().contains("expected u32"), "{found}");
    let (_, _, found) = problem(&format!("{GOOD}operators = 3\n"));
    assert!(
        found
            .to_string()
            .contains("expected \"default\" or a list of operator ids"),
        "{found}"
    );
}

#[test]
fn a_missing_root_folder_is_named() {
    let (line, column, found) = problem(&GOOD.replace("root = \"shed\"", "root = \"nowhere\""));
    assert_eq!((line, column), (4, 8));
    assert!(matches!(found, Problem::NoFolder(path) if path.ends_with("nowhere")));
}

#[test]
fn a_project_name_must_be_usable_as_a_folder() {
    for name in ["\"../x\"", "\"a/b\"", "\"\"", "\".hidden\""] {
        let (line, _, found) =
            problem(&GOOD.replace("[project.shed]", &format!("[project.{name}]")));
        assert_eq!(line, 3, "{name}");
        assert!(
            matches!(found, Problem::BadValue { key: "project", .. }),
            "{found:?}"
        );
    }
}

#[test]
fn a_column_counts_characters_and_not_bytes() {
    let text = GOOD.replace(
        "production = [\"src/**/*.py\"]",
        "production = [\"src/ü/ö*.py\", \"/x\"]",
    );
    assert_eq!(invalid(&text).column, 30);
}

#[test]
fn an_excerpt_points_at_the_word_that_is_wrong() {
    let folder = bench(&GOOD.replace("\"behave\"", "\"behav\""));
    let shown = config::load(folder.path(), &known())
        .unwrap_err()
        .render(false);
    let shown = shown.replace(
        &fs::canonicalize(folder.path())
            .unwrap()
            .display()
            .to_string(),
        "DIR",
    );
    insta::assert_snapshot!(shown, @r#"
    error: unknown runner `behav`
     --> DIR/mutscore.toml:6:10
      |
    6 | runner = "behav"
      |          ^^^^^^^ not known
      |
      = help: did you mean `behave`? known runners: `behave`, `pytest-bdd`
    "#);
}
