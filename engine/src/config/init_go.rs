//! What `mutscore init` proposes for a Go module with godog.

use std::fs;
use std::path::{Path, PathBuf};

use super::init::choices;

/// The folders of a module whose tests start suites of godog, relative to it; nothing for other folders.
pub(super) fn suites(folder: &Path) -> Vec<String> {
    let module = fs::read_to_string(folder.join("go.mod")).unwrap_or_default();
    if !module.contains("github.com/cucumber/godog") {
        return Vec::new();
    }
    let files = ignore::Walk::new(folder)
        .flatten()
        .map(ignore::DirEntry::into_path);
    let mut found: Vec<String> = files
        .filter(|path| path.to_string_lossy().ends_with("_test.go") && starts_suites(path))
        .filter_map(|path| {
            let inside = path.parent()?.strip_prefix(folder).ok()?;
            Some(inside.to_string_lossy().into_owned())
        })
        .collect();
    found.sort();
    found.dedup();
    found
}

fn starts_suites(path: &PathBuf) -> bool {
    fs::read_to_string(path).is_ok_and(|text| text.contains("github.com/cucumber/godog"))
}

/// The whole file.
pub(super) fn text(name: &str, suites: &[String]) -> String {
    let globs = |of: &dyn Fn(&str) -> String| {
        let globs = suites.iter().map(|suite| format!("\"{}\"", of(suite)));
        globs.collect::<Vec<_>>().join(", ")
    };
    let below = |ending: &'static str| {
        move |suite: &str| match suite {
            "" => ending.to_owned(),
            suite => format!("{suite}/{ending}"),
        }
    };
    let in_root = suites.iter().any(String::is_empty);
    let (exclude, test_side) = if in_root {
        let side = "\"**/*_test.go\", \"features/**\"".to_owned();
        (side.clone(), side)
    } else {
        (globs(&below("**")), globs(&below("**")))
    };
    let withheld = globs(&below("*_test.go"));
    let choices = choices(name);
    format!(
        r#"# A mutscore bench. The form of this file is described in docs/mutscore.schema.json.
schema = 1

[project.{name}]
root = "."
language = "go"
runner = "godog"
# The only place for mutants.
production = ["**/*.go"]
# Taken out of it: test code, generated files.
exclude = [{exclude}]
# The only place a submission may write to: guessed from the packages whose tests import godog.
test-side = [{test_side}]
# The developers' own test code, taken away before a submission is laid in.
withheld = [{withheld}]
# What no submission may change.
protected = ["**/*.feature"]

[project.{name}.toolchain]
# Its modules have to be in the module cache, or a network at hand when it is first opened.
program = "go"

# [project.{name}.env]
# GOFLAGS = "-tags=integration"
# GODOG_ARGS = "--godog.tags=@unit"

{choices}"#
    )
}
