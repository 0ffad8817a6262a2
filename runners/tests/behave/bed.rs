//! The Behave tests' environments, made once, and their tiny projects.
#![allow(dead_code, reason = "each test file uses its part")]
#![allow(clippy::unwrap_used, reason = "a failure here is a failed test")]

#[path = "../bed/mod.rs"]
mod shared;

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

#[allow(unused_imports, reason = "each test file uses its part")]
pub(crate) use shared::{Bed, Both, Environment, LIMITS, Pair, isolations};

/// The versions of Behave that the adapter is made for.
pub(crate) const VERSIONS: [&str; 2] = ["1.2.6", "1.3.3"];

/// An environment for each version; empty, with a word why, where there is no Python to make them with.
pub(crate) fn environments() -> Vec<Environment> {
    environments_of("python3")
}

/// The same for a given interpreter, which may be missing.
pub(crate) fn environments_of(python: &str) -> Vec<Environment> {
    let usable = Command::new(python)
        .args(["-c", "import venv, ensurepip"])
        .stderr(Stdio::null())
        .status();
    if !usable.is_ok_and(|status| status.success()) {
        skip(&format!("`{python}` with venv and pip is not here"));
        return Vec::new();
    }
    VERSIONS
        .iter()
        .map(|version| environment(python, version))
        .collect()
}

/// Says aloud that a promise is not checked here, unless the caller insists on Python.
pub(crate) fn skip(why: &str) {
    shared::skip("python", why);
}

/// Built once a machine: an advisory lock keeps test processes from building the same one twice.
fn environment(python: &str, version: &'static str) -> Environment {
    let name = format!("behave-{version}-{}", python.replace('/', "_"));
    let parent = Path::new(env!("CARGO_TARGET_TMPDIR")).join("behave-environments");
    fs::create_dir_all(&parent).unwrap();
    let lock = File::create(parent.join(format!("{name}.lock"))).unwrap();
    lock.lock().unwrap();
    let folder = parent.join(&name);
    let program = folder.join("bin/python");
    let ready = folder.join("ready");
    if !ready.exists() || !program.exists() {
        let _ = fs::remove_dir_all(&folder);
        run(Command::new(python).args(["-m", "venv"]).arg(&folder));
        // Behave 1.2.6 imports `pkg_resources` in places, which recent releases of setuptools have dropped.
        run(Command::new(&program)
            .args([
                "-m",
                "pip",
                "install",
                "--quiet",
                "--disable-pip-version-check",
                "setuptools<81",
            ])
            .args([format!("behave=={version}").as_str(), "coverage==7.17.5"]));
        fs::write(&ready, "").unwrap();
    }
    let base = run(Command::new(&program).args(["-c", "import sys; print(sys.base_prefix)"]));
    let base = PathBuf::from(String::from_utf8(base.stdout).unwrap().trim());
    Environment {
        runner: "behave",
        version,
        program,
        read_only: vec![folder, base],
        production: "shop/**/*.py",
        withheld: &["features/steps/**", "features/environment.py"],
    }
}

fn run(command: &mut Command) -> Output {
    let output = command.stdin(Stdio::null()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?} failed: {said}");
    output
}

/// Runs a check for both versions, where runs are kept apart by namespaces.
pub(crate) fn for_both(text: &str, check: impl Fn(&Bed)) {
    for environment in environments() {
        if let Some(isolation) = isolations().pop() {
            check(&Bed::new(&environment, isolation, text));
        }
    }
}

/// Runs a check for both versions and in both isolation modes.
pub(crate) fn for_all(text: &str, check: impl Fn(&Bed)) {
    for environment in environments() {
        for isolation in isolations() {
            check(&Bed::new(&environment, isolation, text));
        }
    }
}

impl Bed {
    /// Whether this version of Behave is 1.3 or later.
    pub(crate) fn is_new(&self) -> bool {
        self.version.starts_with("1.3")
    }
}
