//! The Go that the machine has, with godog from its module cache, and tiny projects for it.
#![allow(dead_code, reason = "each test file uses its part")]
#![allow(clippy::unwrap_used, reason = "a failure here is a failed test")]

#[path = "../bed/mod.rs"]
mod shared;

use std::path::PathBuf;
use std::process::{Command, Stdio};

#[allow(unused_imports, reason = "each test file uses its part")]
pub(crate) use shared::{Bed, Both, Environment, LIMITS, Pair, isolations};

/// What all tiny projects ask for; their modules are those of the bundled bench.
pub(crate) const MODULES: &str = include_str!("modules.txt");

/// The machine's own Go; `None`, with a word why, where it has none or cannot have godog.
pub(crate) fn environment() -> Option<Environment> {
    let asked = Command::new("go")
        .args(["env", "GOROOT"])
        .stdin(Stdio::null())
        .output();
    let said = asked.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let root = PathBuf::from(said.unwrap_or_default().trim());
    let program = root.join("bin/go");
    if !program.is_file() {
        shared::skip("go", "there is no Go (`apt-get install golang`)");
        return None;
    }
    if !modules_at_hand() {
        shared::skip(
            "go",
            "godog cannot be fetched (`go mod download` where there is a network)",
        );
        return None;
    }
    Some(Environment {
        runner: "godog",
        version: "0.16",
        program,
        read_only: Vec::new(),
        production: "shop/**/*.go",
        withheld: &["features/*.go"],
    })
}

fn modules_at_hand() -> bool {
    let folder = tempfile::tempdir().unwrap();
    let mut name = "";
    for line in MODULES.lines() {
        match line.strip_prefix("=== ") {
            Some(next) => name = next,
            None => {
                let path = folder.path().join(name);
                let before = std::fs::read_to_string(&path).unwrap_or_default();
                std::fs::write(path, format!("{before}{line}\n")).unwrap();
            }
        }
    }
    let done = Command::new("go")
        .args(["mod", "download"])
        .env("GOFLAGS", "-mod=mod")
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .output();
    done.is_ok_and(|done| done.status.success())
}

/// A project's files, with its `go.mod`.
pub(crate) fn whole(text: &str) -> String {
    format!("{MODULES}{text}")
}

/// Runs a check where runs are kept apart by namespaces.
pub(crate) fn with_best(text: &str, mut check: impl FnMut(&Bed)) {
    if let Some(environment) = environment()
        && let Some(isolation) = isolations().pop()
    {
        check(&Bed::new(&environment, isolation, &whole(text)));
    }
}

/// Runs a check in both isolation modes.
pub(crate) fn with_all(text: &str, check: impl Fn(&Bed)) {
    if let Some(environment) = environment() {
        for isolation in isolations() {
            check(&Bed::new(&environment, isolation, &whole(text)));
        }
    }
}
