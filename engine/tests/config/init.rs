//! The file that `init` proposes.

use std::fs;
use std::path::Path;

use mutscore::config::{self};

use crate::bed::*;

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
