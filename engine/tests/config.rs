//! `mutscore.toml` from the outside: what a good one means, and what each kind of bad one is answered with.
#![expect(clippy::unwrap_used, reason = "a test may end at the first surprise")]

use std::fs;
use std::path::Path;
use std::time::Duration;

use mutscore::config::{
    self, ConfigError, ExecutionChoice, Invalid, IsolationChoice, Known, OperatorChoice, Problem,
    Settings, Source,
};
use mutscore_model::outcome::RunOutcome;

fn known() -> Known {
    let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    Known {
        languages: names(&["python"]),
        runners: names(&["behave", "pytest-bdd"]),
        operators: names(&["default", "extended", "arith", "cond-boundary", "const-int"]),
    }
}

const GOOD: &str = r#"schema = 1

[project.shed]
root = "shed"
language = "python"
runner = "behave"
production = ["src/**/*.py"]
exclude = ["src/gen/**"]
test-side = ["features/**"]
withheld = ["features/**/*.py"]
protected = ["features/**/*.feature"]
"#;

/// A folder with a project in it.
fn bench(text: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("shed/src")).unwrap();
    fs::write(folder.path().join("mutscore.toml"), text).unwrap();
    folder
}

fn load(text: &str) -> Result<Settings, ConfigError> {
    config::load(bench(text).path(), &known())
}

/// The error of a bad file.
fn invalid(text: &str) -> Invalid {
    match load(text) {
        Err(ConfigError::Invalid(invalid)) => *invalid,
        other => panic!("{text}\n{other:?}"),
    }
}

/// The place and the problem; every error must also have a hint, and show the file's line.
fn problem(text: &str) -> (usize, usize, Problem) {
    let error = load(text).unwrap_err();
    let shown = error.render(false);
    let ConfigError::Invalid(invalid) = error else {
        panic!("{shown}")
    };
    let line = text.lines().nth(invalid.line - 1).unwrap_or_default();
    assert!(
        shown.contains(line.trim_end()),
        "the excerpt lacks the line {line:?}:\n{shown}"
    );
    assert!(
        shown.contains("help: ") && shown.contains("mutscore.toml"),
        "{shown}"
    );
    (invalid.line, invalid.column, invalid.problem)
}

#[test]
fn defaults_are_filled_in_and_paths_made_absolute() {
    let folder = bench(GOOD);
    let settings = config::load(folder.path(), &known()).unwrap();
    let shed = settings.project("shed").unwrap();
    let root = fs::canonicalize(folder.path()).unwrap().join("shed");
    assert_eq!(shed.source, Source::Folder(root));
    assert_eq!(shed.operators, OperatorChoice::Default);
    assert_eq!(
        (shed.python.interpreter.as_str(), shed.gate_runs),
        ("python3", 3)
    );
    assert_eq!(
        (shed.execution, shed.isolation),
        (ExecutionChoice::Auto, IsolationChoice::Auto)
    );
    assert_eq!(
        (shed.limits.factor, shed.limits.cap),
        (10.0, Duration::from_secs(600))
    );
    assert_eq!(
        (shed.bounds.memory, shed.bounds.processes),
        (2048 << 20, 256)
    );
    assert_eq!(
        shed.outcome.kill_on,
        [RunOutcome::AssertionFailure, RunOutcome::ExecutionFailure].into()
    );
    assert!(shed.tree_exclude.is_empty());
}

#[test]
fn every_section_can_be_set() {
    let text = format!(
        "{GOOD}operators = [\"arith\", \"const-int\"]\nsubmissions = \"patches\"\ntree-exclude = [\"big/**\"]\n\
         [project.shed.python]\ninterpreter = \"python3.11\"\nversion = \"3.11\"\npackages = [\"behave==1.3.3\"]\n\
         [project.shed.env]\nPYTHONPATH = \"src\"\n\
         [project.shed.limits]\nfactor = 4.5\ncap-seconds = 30.0\nmemory-mib = 512\n\
         [project.shed.outcome]\nkill-on = [\"assertion-failure\"]\n\
         [project.shed.run]\ngate-runs = 5\nexecution = \"cold\"\nisolation = \"none\"\n"
    );
    let settings = load(&text).unwrap();
    let shed = settings.project("shed").unwrap();
    assert_eq!(
        shed.operators,
        OperatorChoice::Ids(vec!["arith".into(), "const-int".into()])
    );
    assert_eq!(shed.submissions, Some(settings.dir.join("patches")));
    assert_eq!(shed.tree_exclude, ["big/**"]);
    assert_eq!(
        (shed.python.version.as_deref(), &shed.python.packages[..]),
        (Some("3.11"), &["behave==1.3.3".to_owned()][..])
    );
    assert_eq!(shed.env["PYTHONPATH"], "src");
    assert_eq!(
        (shed.limits.factor, shed.limits.cap, shed.bounds.memory),
        (4.5, Duration::from_secs(30), 512 << 20)
    );
    assert_eq!(shed.outcome.kill_on, [RunOutcome::AssertionFailure].into());
    assert_eq!(
        (shed.gate_runs, shed.execution, shed.isolation),
        (5, ExecutionChoice::Cold, IsolationChoice::None)
    );
}

#[test]
fn the_policy_digest_changes_with_what_outcomes_depend_on_and_with_nothing_else() {
    let digest =
        |more: &str| load(&format!("{GOOD}{more}")).unwrap().projects["shed"].policy_digest();
    let plain = digest("");
    assert_eq!(digest("[project.shed.run]\nexecution = \"cold\"\n"), plain);
    assert_eq!(digest("[project.shed.limits]\nfactor = 10.0\n"), plain);
    for more in [
        "[project.shed.limits]\nfactor = 11.0\n",
        "[project.shed.limits]\nload-seconds = 61.0\n",
        "[project.shed.limits]\nopen-files = 99\n",
        "[project.shed.outcome]\nkill-on = [\"execution-failure\"]\n",
    ] {
        assert_ne!(digest(more), plain, "{more}");
    }
}

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
fn a_downloaded_source_is_pinned_by_version_and_hash() {
    let sha = "ab".repeat(32);
    let text = |sdist: &str, sha: &str, root: &str| {
        let text = GOOD.replace("root = \"shed\"\n", root);
        format!("{text}[project.shed.source]\npip-sdist = \"{sdist}\"\nsha256 = \"{sha}\"\n")
    };
    let settings = load(&text("python-docx==1.2.0", &sha.to_uppercase(), "")).unwrap();
    let expected = Source::PipSdist {
        name: "python-docx".into(),
        version: "1.2.0".into(),
        sha256: sha.clone(),
        root: ".".into(),
    };
    assert_eq!(settings.projects["shed"].source, expected);
    for (sdist, sha, root, key) in [
        ("python-docx", sha.as_str(), "", "pip-sdist"),
        ("python-docx>=1.2", sha.as_str(), "", "pip-sdist"),
        ("--help==1", sha.as_str(), "", "pip-sdist"),
        ("a==1/../x", sha.as_str(), "", "pip-sdist"),
        ("python-docx==1.2.0", "abc", "", "sha256"),
        (
            "python-docx==1.2.0",
            sha.as_str(),
            "root = \"../x\"\n",
            "root",
        ),
    ] {
        let found = invalid(&text(sdist, sha, root)).problem;
        assert!(
            matches!(found, Problem::BadValue { key: named, .. } if named == key),
            "{sdist} {sha} {root}: {found:?}"
        );
    }
}

#[test]
fn a_bench_inside_its_project_does_not_pin_itself() {
    let text = GOOD
        .replace("root = \"shed\"", "root = \".\"")
        .replace("[\"src/gen/**\"]", "[]\nsubmissions = \"patches/\"");
    let settings = load(&text).unwrap();
    assert_eq!(
        settings.projects["shed"].tree_exclude,
        [
            "mutscore.toml",
            "instances.jsonl",
            "pools",
            ".mutscore",
            ".mutscore-*",
            "patches"
        ]
    );
}

#[test]
fn files_are_told_apart_by_the_scope() {
    let settings = load(GOOD).unwrap();
    let scope = &settings.projects["shed"].scope;
    assert!(scope.is_production("src/a/b.py") && scope.is_production("src/b.py"));
    assert!(!scope.is_production("src/gen/b.py") && !scope.is_production("lib/src/b.py"));
    assert!(scope.is_withheld("features/steps/s.py") && scope.is_test_side("features/steps/s.py"));
    assert!(scope.is_protected("features/a.feature") && !scope.is_protected("features/steps/s.py"));
}

#[test]
fn the_scope_is_checked_against_the_files_there_are() {
    let settings = load(GOOD).unwrap();
    let check = |paths: &[&str]| settings.projects["shed"].scope.check(paths.iter().copied());
    let found = |paths: &[&str]| match check(paths) {
        Err(ConfigError::Invalid(invalid)) => (invalid.line, invalid.problem),
        other => panic!("{other:?}"),
    };
    let all = ["src/a.py", "features/steps/s.py", "features/a.feature"];
    assert!(check(&all).is_ok());
    let (line, problem) = found(&all[1..]);
    assert_eq!(
        (line, problem),
        (
            7,
            Problem::MatchesNothing {
                list: "production",
                glob: "src/**/*.py".into()
            }
        )
    );
    let (line, problem) = found(&[all[0], all[2]]);
    assert_eq!(
        (line, problem),
        (
            10,
            Problem::MatchesNothing {
                list: "withheld",
                glob: "features/**/*.py".into()
            }
        )
    );
    let (line, problem) = found(&all[..2]);
    assert_eq!(line, 11);
    assert!(matches!(
        problem,
        Problem::MatchesNothing {
            list: "protected",
            ..
        }
    ));
}

#[test]
fn a_file_that_is_production_and_test_side_is_named() {
    let settings = load(&GOOD.replace(
        "test-side = [\"features/**\"]",
        "test-side = [\"features/**\", \"src/test_*.py\"]",
    ))
    .unwrap();
    let error = settings.projects["shed"]
        .scope
        .check(["src/a.py", "src/test_a.py"])
        .unwrap_err();
    let ConfigError::Invalid(invalid) = error else {
        panic!()
    };
    assert_eq!(
        invalid.problem,
        Problem::Overlap {
            file: "src/test_a.py".into()
        }
    );
    assert_eq!((invalid.line, invalid.column), (9, 29));
}

#[test]
fn a_withheld_file_must_be_one_that_a_submission_can_bring_back() {
    let settings = load(&GOOD.replace(
        "withheld = [\"features/**/*.py\"]",
        "withheld = [\"helpers/*.py\"]",
    ))
    .unwrap();
    let error = settings.projects["shed"]
        .scope
        .check(["src/a.py", "helpers/h.py"])
        .unwrap_err();
    assert!(
        error
            .to_string()
            .contains("`helpers/h.py` is withheld but not on the test side"),
        "{error}"
    );
}

#[test]
fn an_unknown_project_is_answered_with_the_known_ones() {
    let error = load(GOOD)
        .unwrap()
        .project("shedd")
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("unknown project `shedd`") && error.contains("did you mean `shed`?"),
        "{error}"
    );
}

#[test]
fn the_nearest_bench_upward_is_found() {
    let folder = bench(GOOD);
    let inner = folder.path().join("shed/src");
    assert_eq!(
        config::find(&inner).unwrap(),
        fs::canonicalize(folder.path()).unwrap()
    );
    fs::write(inner.join("mutscore.toml"), GOOD).unwrap();
    assert_eq!(
        config::find(&inner).unwrap(),
        fs::canonicalize(&inner).unwrap()
    );
    let nowhere = tempfile::tempdir().unwrap();
    let error = config::find(nowhere.path()).unwrap_err();
    assert!(
        matches!(error, ConfigError::NotFound { .. })
            && error.to_string().contains("mutscore init"),
        "{error}"
    );
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

fn write(folder: &Path, path: &str, text: &str) {
    let path = folder.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

#[test]
fn init_proposes_a_file_that_loads_for_a_behave_project() {
    for (package, glob, python_path) in [
        ("src/shop", "src/shop/**/*.py", "src"),
        ("shop", "shop/**/*.py", "."),
    ] {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), &format!("{package}/__init__.py"), "");
        write(folder.path(), "tests/__init__.py", "");
        write(folder.path(), "features/a.feature", "Feature: a");
        write(folder.path(), "features/steps/s.py", "");
        let text = config::starter(folder.path()).unwrap();
        write(folder.path(), "mutscore.toml", &text);
        let settings = config::load(folder.path(), &known()).unwrap();
        let project = settings.projects.values().next().unwrap();
        assert_eq!(project.scope.production_globs(), [glob]);
        assert_eq!(project.env["PYTHONPATH"], python_path);
        let files = [
            format!("{package}/__init__.py"),
            "features/a.feature".into(),
            "features/steps/s.py".into(),
        ];
        project
            .scope
            .check(files.iter().map(String::as_str))
            .unwrap();
        let again = config::starter(folder.path()).unwrap_err().to_string();
        assert!(again.contains("exists already"), "{again}");
    }
}

#[test]
fn init_says_what_it_looked_for_where_nothing_is_recognised() {
    let folder = tempfile::tempdir().unwrap();
    let error = config::starter(folder.path()).unwrap_err().to_string();
    assert!(error.contains("no test framework recognised"), "{error}");
    write(folder.path(), "features/a.feature", "");
    write(folder.path(), "features/steps/s.py", "");
    let error = config::starter(folder.path()).unwrap_err().to_string();
    assert!(error.contains("no Python package found"), "{error}");
}

#[test]
fn the_published_json_schema_is_that_of_the_types() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/mutscore.schema.json");
    let current = format!("{:#}\n", config::schema());
    if std::env::var_os("MUTSCORE_BLESS").is_some() {
        fs::write(&path, &current).unwrap();
    }
    let published = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        published == current,
        "docs/mutscore.schema.json is stale; run this test with MUTSCORE_BLESS=1"
    );
}
