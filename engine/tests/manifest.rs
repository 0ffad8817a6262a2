//! A project's manifest: made from its production files, the same bytes each time, read back with suspicion.
#![expect(clippy::unwrap_used, reason = "a test may end at the first surprise")]

use std::fs;
use std::path::Path;

use mutscore::bench::FrozenError;
use mutscore::config::{self, Known, ProjectSettings};
use mutscore::manifest::{ManifestError, build, operators, read};
use mutscore_model::digest::Digest;

const CONFIG: &str = r#"schema = 1
[project.shed]
root = "."
language = "python"
runner = "behave"
production = ["src/**/*.py"]
exclude = ["src/gen/**"]
test-side = ["features/**"]
operators = ["arith", "cond-boundary"]
"#;

fn settings(dir: &Path, text: &str) -> ProjectSettings {
    let known = Known {
        languages: vec!["python".into()],
        runners: vec!["behave".into()],
        operators: vec!["arith".into(), "cond-boundary".into()],
    };
    let settings = config::parse(&dir.join("mutscore.toml"), text.to_owned(), &known).unwrap();
    settings.projects["shed"].clone()
}

fn project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in [
        ("src/b.py", "def f(a, b):\n    return a + b\n"),
        (
            "src/a.py",
            "def g(a):\n    if a < 3:\n        return a * 2\n    return a\n",
        ),
        ("src/.hidden.py", "def h(a):\n    return a - 1\n"),
        ("src/gen/c.py", "def k(a):\n    return a - 1\n"),
        ("features/steps.py", "def s(a):\n    return a - 1\n"),
    ] {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

#[test]
fn mutants_are_only_in_the_production_scope_and_in_the_order_of_their_paths() {
    let folder = project();
    let built = build(&settings(folder.path(), CONFIG), folder.path()).unwrap();
    let places: Vec<(&str, &str)> = built
        .mutants
        .iter()
        .map(|mutant| (mutant.path.as_str(), mutant.op.as_str()))
        .collect();
    assert_eq!(
        places,
        [
            ("src/.hidden.py", "arith"),
            ("src/a.py", "cond-boundary"),
            ("src/a.py", "arith"),
            ("src/b.py", "arith")
        ]
    );
    assert_eq!(operators(&built.header), ["cond-boundary", "arith"]);
    assert_eq!(built.header.operator_set, "arith,cond-boundary");
}

#[test]
fn a_manifest_reads_back_and_is_the_same_bytes_each_time() {
    let folder = project();
    let settings = settings(folder.path(), CONFIG);
    let (first, second) = (folder.path().join("1.jsonl"), folder.path().join("2.jsonl"));
    let built = build(&settings, folder.path()).unwrap();
    let digest = built.write(&first).unwrap();
    build(&settings, folder.path())
        .unwrap()
        .write(&second)
        .unwrap();
    assert_eq!(fs::read(&first).unwrap(), fs::read(&second).unwrap());
    let stored = read(&first).unwrap();
    assert_eq!(
        (stored.header, stored.mutants),
        (built.header, built.mutants)
    );
    assert_eq!(
        (stored.digest, Digest::of(&fs::read(&first).unwrap())),
        (digest, digest)
    );
}

#[test]
fn each_way_to_be_unusable_has_its_own_error() {
    let folder = project();
    let file = folder.path().join("m.jsonl");
    let fails = || match read(&file).unwrap_err() {
        ManifestError::Stored(error) => error,
        other => panic!("{other}"),
    };
    assert!(matches!(fails(), FrozenError::Missing(_)));
    build(&settings(folder.path(), CONFIG), folder.path())
        .unwrap()
        .write(&file)
        .unwrap();
    let good = fs::read_to_string(&file).unwrap();
    for text in ["", &good[..good.len() - 1], &good[..40]] {
        fs::write(&file, text).unwrap();
        assert!(matches!(fails(), FrozenError::Truncated(_)), "{text}");
    }
    fs::write(&file, good.replacen("\"rev\":", "\"rav\":", 2)).unwrap();
    assert!(matches!(
        fails(),
        FrozenError::Malformed { line: 1 | 2, .. }
    ));
    let newer = good.replacen("{\"schema\":1,", "{\"schema\":2,\"brand-new\":true,", 1);
    assert_ne!(newer, good);
    fs::write(&file, newer).unwrap();
    assert!(matches!(
        fails(),
        FrozenError::Schema {
            found: 2,
            known: 1,
            ..
        }
    ));
    let last = good.lines().last().unwrap();
    fs::write(&file, format!("{good}{last}\n")).unwrap();
    let error = fails();
    assert!(
        matches!(error, FrozenError::Malformed { line: 6, .. })
            && error.to_string().contains("twice"),
        "{error}"
    );
}

#[test]
fn a_scope_that_does_not_fit_the_files_is_refused_before_any_mutant_is_made() {
    let folder = project();
    let nothing = settings(folder.path(), &CONFIG.replace("src/**/*.py", "lib/**/*.py"));
    let error = build(&nothing, folder.path()).unwrap_err();
    assert!(
        error.to_string().contains("`lib/**/*.py` matches no file"),
        "{error}"
    );
    let both = settings(
        folder.path(),
        &CONFIG.replace("\"features/**\"", "\"features/**\", \"src/a.py\""),
    );
    let error = build(&both, folder.path()).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("`src/a.py` is in the production scope and on the test side"),
        "{error}"
    );
    let none = settings(folder.path(), &CONFIG.replace("src/gen/**", "src/**"));
    assert!(matches!(
        build(&none, folder.path()).unwrap_err(),
        ManifestError::NoFiles { .. }
    ));
}
