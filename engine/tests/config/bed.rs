//! A bench of one project, and what its file is answered with.

use std::fs;

use mutscore::config::{self, ConfigError, Invalid, Known, Problem, Settings};

pub(crate) fn known() -> Known {
    let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    Known {
        languages: names(&["python"]),
        runners: names(&["behave", "pytest-bdd"]),
        operators: names(&["default", "extended", "arith", "cond-boundary", "const-int"]),
    }
}

pub(crate) const GOOD: &str = r#"schema = 1

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
pub(crate) fn bench(text: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("shed/src")).unwrap();
    fs::write(folder.path().join("mutscore.toml"), text).unwrap();
    folder
}

pub(crate) fn load(text: &str) -> Result<Settings, ConfigError> {
    config::load(bench(text).path(), &known())
}

/// The error of a bad file.
pub(crate) fn invalid(text: &str) -> Invalid {
    match load(text) {
        Err(ConfigError::Invalid(invalid)) => *invalid,
        other => panic!("{text}\n{other:?}"),
    }
}

/// The place and the problem; every error must also have a hint, and show the file's line.
pub(crate) fn problem(text: &str) -> (usize, usize, Problem) {
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
