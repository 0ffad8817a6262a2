//! The machine's PHPUnit 9, the newer ones that the environment names, and tiny projects for them.
#![allow(dead_code, reason = "each test file uses its part")]
#![allow(clippy::unwrap_used, reason = "a failure here is a failed test")]

#[path = "../bed/mod.rs"]
mod shared;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use mutscore_runners::runner::Isolation;
#[allow(unused_imports, reason = "each test file uses its part")]
pub(crate) use shared::{Bed, Both, Environment, LIMITS, Pair, isolations};

/// The folders with PHPUnit 10 and newer that the tests are made with, each with an `autoload.php`.
const HOMES: &str = "MUTSCORE_PHPUNIT";

const LOOK: &str =
    "echo PHP_BINARY, PHP_EOL, extension_loaded('FFI') && extension_loaded('pcov') ? 'whole' : '';";
const LOOK_FOR: &str = "@include $argv[1]; echo class_exists('PHPUnit\\Runner\\Version') ? PHPUnit\\Runner\\Version::id() : '';";

/// What every project here begins with: classes are found by their names.
pub(crate) const HEAD: &str = "=== phpunit.xml
<phpunit bootstrap=\"tests/bootstrap.php\">
  <testsuites><testsuite name=\"all\"><directory>tests</directory></testsuite></testsuites>
</phpunit>
=== tests/bootstrap.php
<?php
spl_autoload_register(function (string $class): void {
    $file = dirname(__DIR__) . '/src/' . str_replace('\\\\', '/', substr($class, 5)) . '.php';
    if (str_starts_with($class, 'Shop\\\\') && is_file($file)) {
        require $file;
    }
});
";

/// A PHPUnit of a generation that has an adapter.
#[derive(Debug)]
pub(crate) struct Generation {
    program: PathBuf,
    /// Its version's first part.
    pub(crate) major: u32,
    /// Where it is, beside the machine's own.
    pub(crate) home: Option<PathBuf>,
}

/// Every PHPUnit that is at hand; says aloud if there is none.
pub(crate) fn generations() -> Vec<Generation> {
    let program = program();
    let found: Vec<Generation> = program
        .iter()
        .flat_map(|program| nine(program).into_iter().chain(newer(program)))
        .collect();
    if found.is_empty() {
        shared::skip(
            "php",
            "there is no PHP with PHPUnit, FFI and pcov (`apt-get install php-cli phpunit php-pcov`)",
        );
    }
    found
}

/// Those that have no package of the machine's; says aloud if there is none.
pub(crate) fn newer_generations() -> Vec<Generation> {
    let mut found = generations();
    found.retain(|generation| generation.home.is_some());
    if found.is_empty() {
        let why =
            format!("{HOMES} names no folder with PHPUnit 10 or newer: nothing is run with it");
        shared::skip("phpunit10", &why);
    }
    found
}

/// The machine's own.
fn nine(program: &Path) -> Option<Generation> {
    let version = version(program, "PHPUnit/Autoload.php");
    version.starts_with("9.").then(|| Generation {
        program: program.to_owned(),
        major: 9,
        home: None,
    })
}

fn newer(program: &Path) -> Vec<Generation> {
    let homes = std::env::var_os(HOMES).unwrap_or_default();
    std::env::split_paths(&homes)
        .filter(|home| !home.as_os_str().is_empty())
        .map(|home| in_folder(program, home))
        .collect()
}

fn in_folder(program: &Path, home: PathBuf) -> Generation {
    let said = version(program, &home.join("autoload.php").display().to_string());
    let major = said.split('.').next().and_then(|major| major.parse().ok());
    let Some(major @ 10..) = major else {
        panic!("{}: `{said}` is no PHPUnit 10 or newer", home.display());
    };
    Generation {
        program: program.to_owned(),
        major,
        home: Some(home),
    }
}

fn program() -> Option<PathBuf> {
    let said = php(Path::new("php"), &["-r", LOOK]);
    let mut lines = said.lines();
    match (lines.next(), lines.next()) {
        (Some(program), Some("whole")) => Some(PathBuf::from(program)),
        _ => None,
    }
}

fn version(program: &Path, autoload: &str) -> String {
    php(program, &["-r", LOOK_FOR, "--", autoload])
}

fn php(program: &Path, words: &[&str]) -> String {
    let asked = Command::new(program)
        .args(words)
        .stdin(Stdio::null())
        .output();
    asked
        .map(|output| String::from_utf8_lossy(&output.stdout).into_owned())
        .unwrap_or_default()
}

impl Generation {
    fn environment(&self) -> Environment {
        Environment {
            runner: "phpunit",
            version: match self.major {
                9 => "9",
                10 => "10",
                _ => "11",
            },
            program: self.program.clone(),
            read_only: vec!["/usr/share".into(), "/usr/lib".into()],
            production: "src/**/*.php",
            withheld: &["tests/**/*Test.php"],
        }
    }

    /// A project for this PHPUnit: what stands behind `[9]` or `[10]` (and newer) is for that one alone, be it the word above a
    /// test (`// [9] => pass`) or a file (`=== [10] tests/NewTest.php`).
    pub(crate) fn bed(&self, isolation: Isolation, text: &str) -> Bed {
        let mut bed = Bed::new(&self.environment(), isolation, &self.project(text));
        if let Some(home) = &self.home {
            bed.project.libraries.push(home.clone());
        }
        bed
    }

    fn project(&self, text: &str) -> String {
        let (mine, other) = match self.major {
            9 => ("[9] ", "[10] "),
            _ => ("[10] ", "[9] "),
        };
        let mut kept = String::new();
        let mut skipping = false;
        for line in format!("{HEAD}{text}").lines() {
            let word = line.trim_start();
            let marked = word
                .strip_prefix("=== ")
                .or_else(|| word.strip_prefix("// "));
            if word.starts_with("=== ") {
                skipping = marked.is_some_and(|rest| rest.starts_with(other));
            }
            if skipping || marked.is_some_and(|rest| rest.starts_with(other)) {
                continue;
            }
            match marked.and_then(|rest| rest.strip_prefix(mine)) {
                Some(rest) => kept.push_str(&line.replacen(&format!("{mine}{rest}"), rest, 1)),
                None => kept.push_str(line),
            }
            kept.push('\n');
        }
        kept
    }
}

/// Runs a check with every PHPUnit, where runs are kept apart by namespaces.
pub(crate) fn with_best(text: &str, check: impl Fn(&Bed)) {
    with_generations(text, |_, bed| check(bed));
}

/// The same for a check that depends on the first part of its version.
pub(crate) fn with_generations(text: &str, check: impl Fn(u32, &Bed)) {
    for generation in generations() {
        if let Some(isolation) = isolations().pop() {
            check(generation.major, &generation.bed(isolation, text));
        }
    }
}

/// Runs a check with those from 10 on.
pub(crate) fn with_newer(text: &str, check: impl Fn(&Bed)) {
    for generation in newer_generations() {
        if let Some(isolation) = isolations().pop() {
            check(&generation.bed(isolation, text));
        }
    }
}

/// Runs a check with every PHPUnit in both isolation modes.
pub(crate) fn with_all(text: &str, check: impl Fn(&Bed)) {
    for generation in generations() {
        for isolation in isolations() {
            check(&generation.bed(isolation, text));
        }
    }
}

/// A class of tests with these methods, as a file of a project.
pub(crate) fn test_case(name: &str, head: &str, methods: &[(String, String)]) -> String {
    let mut text = format!(
        "=== tests/{name}.php\n<?php\nnamespace Shop\\Tests;\nuse Shop;\n{head}\n\
         final class {name} extends \\PHPUnit\\Framework\\TestCase\n{{\n    protected $preserveGlobalState = false;\n"
    );
    for (method, body) in methods {
        writeln!(text, "    public function {method}(): void {{ {body} }}").unwrap();
    }
    text + "}\n"
}
