//! Where things lie and what is whose: sources, benches, production and test-side files.

use std::fs;

use mutscore::config::{self, ConfigError, Problem, Source};

use crate::bed::*;

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
