//! The views that agents get of the bundled bench: they load, and their scenarios say what is hidden.

use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

use super::bed::{Bed, Ran, TOOLSHED, copy, corpora};

/// The interpreter that the bed's bench runs with.
fn interpreter(bed: &Bed) -> PathBuf {
    let environments = std::fs::read_dir(bed.state().join("envs")).unwrap();
    let mut programs = environments.map(|entry| entry.unwrap().path().join("bin/python"));
    programs.find(|program| program.exists()).unwrap()
}

/// Runs Python in the view's folder as the bench would.
fn python(bed: &Bed, view: &str, words: &[&str]) -> Ran {
    let mut command = Command::new(interpreter(bed));
    bed.settle(&mut command);
    command
        .args(words)
        .current_dir(bed.bench().join(view))
        .env("PYTHONPATH", "src");
    Ran::of(command.output().unwrap())
}

fn view(bed: &Bed, which: &str) -> Value {
    bed.succeed(&format!("view --instance 1 --{which} --out {which} --json"))
        .json()
}

const LOAD_ALL: &str = "
import importlib, pkgutil, toolshed
for module in pkgutil.iter_modules(toolshed.__path__):
    importlib.import_module('toolshed.' + module.name)
print('loaded')
";

#[test]
fn views_load_tell_no_step_and_their_scenario_fails_with_what_is_hidden() {
    let Some(bed) = Bed::toolshed() else { return };
    // The bed's environment is made when it is first asked for.
    let target = view(&bed, "target-hidden");
    let all = view(&bed, "all-hidden");
    let hidden = |summary: &Value| summary["functions_hidden"].as_u64().unwrap();
    assert!(
        hidden(&target) >= 5 && hidden(&all) > 2 * hidden(&target),
        "{target} {all}"
    );
    assert_eq!(
        target["interfaces"],
        serde_json::json!([
            "src/toolshed/money.py::Money.__str__",
            "src/toolshed/money.py::Money.parse"
        ])
    );
    for which in ["target-hidden", "all-hidden"] {
        let folder = bed.bench().join(which);
        assert!(
            !folder.join("features/steps").exists()
                && !folder.join("features/environment.py").exists()
        );
        assert!(folder.join("features/accounts/amounts.feature").exists());
        let loaded = python(&bed, which, &["-c", LOAD_ALL]);
        assert_eq!(loaded.out, "loaded\n", "{which}: {loaded:?}");

        // With the developers' own steps put back, the hidden code is what fails.
        copy(
            &corpora().join(TOOLSHED).join("project/features"),
            &folder.join("features"),
        );
        let behave = ["-m", "behave", "features/accounts/amounts.feature:4"];
        let ran = python(&bed, which, &behave);
        assert_ne!(ran.code, Some(0), "{which}: {ran:?}");
        let said = format!("{}{}", ran.out, ran.err);
        assert!(said.contains("implementation hidden"), "{which}: {said}");
    }
}
