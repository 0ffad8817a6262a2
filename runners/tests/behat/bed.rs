//! The Behat that `MUTSCORE_BEHAT` names, and tiny projects for it.
#![allow(dead_code, reason = "each test file uses its part")]
#![allow(clippy::unwrap_used, reason = "a failure here is a failed test")]

#[path = "../bed/mod.rs"]
mod shared;

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

#[allow(unused_imports, reason = "each test file uses its part")]
pub(crate) use shared::{Bed, Both, Environment, LIMITS, Pair, isolations};

/// Where classes of every project here are found.
pub(crate) const HEAD: &str = "=== behat.yml
default:
  autoload:
    '': '%paths.base%/features/bootstrap'
    'Shop': '%paths.base%/src'
";

/// The machine's own PHP with the Behat that the environment names; `None`, with a word why, where there is none.
pub(crate) fn environment() -> Option<Environment> {
    if std::env::var_os("MUTSCORE_BEHAT").is_none() {
        shared::skip(
            "behat",
            "there is no Behat (MUTSCORE_BEHAT names a folder with it and an autoload.php)",
        );
        return None;
    }
    let asked = Command::new("php")
        .args(["-r", "echo PHP_BINARY;"])
        .stdin(Stdio::null())
        .output();
    let program = asked.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let Some(program) = program.ok().filter(|program| !program.is_empty()) else {
        shared::skip("behat", "there is no PHP (`apt-get install php-cli`)");
        return None;
    };
    Some(Environment {
        runner: "behat",
        version: "3",
        program: PathBuf::from(program),
        read_only: vec!["/usr/share".into(), "/usr/lib".into()],
        production: "src/**/*.php",
        withheld: &["features/bootstrap/**"],
    })
}

/// Runs a check where runs are kept apart by namespaces.
pub(crate) fn with_best(text: &str, check: impl Fn(&Bed)) {
    if let Some(environment) = environment()
        && let Some(isolation) = isolations().pop()
    {
        check(&Bed::new(&environment, isolation, &format!("{HEAD}{text}")));
    }
}

/// Runs a check in both isolation modes.
pub(crate) fn with_all(text: &str, check: impl Fn(&Bed)) {
    if let Some(environment) = environment() {
        for isolation in isolations() {
            check(&Bed::new(&environment, isolation, &format!("{HEAD}{text}")));
        }
    }
}

/// A context with a step for each of these methods, and a feature with a scenario for each step, as files of a project.
pub(crate) fn context(head: &str, methods: &[(String, String)]) -> String {
    let mut class = format!(
        "=== behat.yml\ndefault: {{autoload: {{'': '%paths.base%/features/bootstrap'}}}}\n\
         === features/bootstrap/FeatureContext.php\n<?php\n{head}\nrequire __DIR__ . '/../../tests/bootstrap.php';\n\
         final class FeatureContext implements Behat\\Behat\\Context\\Context\n{{\n    \
         private static function assertSame($a, $b): void {{ if ($a !== $b) {{ throw new Exception(json_encode([$a, $b])); }} }}\n    \
         private static function assertTrue(bool $a): void {{ self::assertSame(true, $a); }}\n"
    );
    let mut feature = "=== features/runs.feature\nFeature: runs\n".to_owned();
    for (method, body) in methods {
        writeln!(
            class,
            "    /** @Then {method} */\n    public function {method}() {{ {body} }}"
        )
        .unwrap();
        writeln!(feature, "\n  Scenario: {method}\n    Then {method}").unwrap();
    }
    format!("{class}}}\n{feature}")
}
