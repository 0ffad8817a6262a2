//! The Cucumber-Ruby that the machine has, and tiny projects for it.
#![allow(dead_code, reason = "each test file uses its part")]
#![allow(clippy::unwrap_used, reason = "a failure here is a failed test")]

#[path = "../bed/mod.rs"]
mod shared;

use std::path::PathBuf;
use std::process::{Command, Stdio};

#[allow(unused_imports, reason = "each test file uses its part")]
pub(crate) use shared::{Bed, Both, Environment, LIMITS, Pair, isolations};

/// The machine's own Ruby; `None`, with a word why, where it has no Cucumber 2.4.
pub(crate) fn environment() -> Option<Environment> {
    let asked = Command::new("ruby")
        .args([
            "-e",
            "gem 'cucumber'; require 'cucumber'; puts RbConfig.ruby, Cucumber::VERSION",
        ])
        .stdin(Stdio::null())
        .output();
    let said = asked.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let said = said.unwrap_or_default();
    let mut lines = said.lines();
    let (Some(program), Some(version)) = (lines.next(), lines.next()) else {
        shared::skip(
            "ruby",
            "there is no Ruby with Cucumber (`apt-get install cucumber`)",
        );
        return None;
    };
    if !version.starts_with("2.4.") {
        shared::skip("ruby", &format!("Cucumber is {version}, not 2.4"));
        return None;
    }
    Some(Environment {
        runner: "cucumber-ruby",
        version: "2.4",
        program: PathBuf::from(program),
        read_only: vec![
            "/usr/lib".into(),
            "/usr/share".into(),
            "/var/lib/gems".into(),
        ]
        .into_iter()
        .filter(|path: &PathBuf| path.exists())
        .collect(),
        production: "lib/**/*.rb",
        withheld: &["features/step_definitions/**", "features/support/**"],
    })
}

/// Runs a check where runs are kept apart by namespaces.
pub(crate) fn with_best(text: &str, check: impl Fn(&Bed)) {
    if let Some(environment) = environment()
        && let Some(isolation) = isolations().pop()
    {
        check(&Bed::new(&environment, isolation, text));
    }
}

/// Runs a check in both isolation modes.
pub(crate) fn with_all(text: &str, check: impl Fn(&Bed)) {
    if let Some(environment) = environment() {
        for isolation in isolations() {
            check(&Bed::new(&environment, isolation, text));
        }
    }
}
