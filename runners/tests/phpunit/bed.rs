//! The PHPUnit that the machine has, and tiny projects for it.
#![allow(dead_code, reason = "each test file uses its part")]
#![allow(clippy::unwrap_used, reason = "a failure here is a failed test")]

#[path = "../bed/mod.rs"]
mod shared;

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

#[allow(unused_imports, reason = "each test file uses its part")]
pub(crate) use shared::{Bed, Both, Environment, LIMITS, Pair, isolations};

const LOOK: &str = "@include 'PHPUnit/Autoload.php'; echo PHP_BINARY, PHP_EOL, \
                    class_exists('PHPUnit\\Runner\\Version') ? PHPUnit\\Runner\\Version::id() : '', PHP_EOL, \
                    extension_loaded('FFI') && extension_loaded('pcov') ? 'whole' : '';";

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

/// The machine's own PHP; `None`, with a word why, where it has no PHPUnit 9.
pub(crate) fn environment() -> Option<Environment> {
    let asked = Command::new("php")
        .args(["-r", LOOK])
        .stdin(Stdio::null())
        .output();
    let said = asked.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let said = said.unwrap_or_default();
    let mut lines = said.lines();
    let (program, version, whole) = (lines.next(), lines.next(), lines.next());
    let (Some(program), Some(version), Some("whole")) = (program, version, whole) else {
        shared::skip(
            "php",
            "there is no PHP with PHPUnit, FFI and pcov (`apt-get install php-cli phpunit php-pcov`)",
        );
        return None;
    };
    if !version.starts_with("9.") {
        shared::skip("php", &format!("PHPUnit is {version}, not 9"));
        return None;
    }
    Some(Environment {
        runner: "phpunit",
        version: "9",
        program: PathBuf::from(program),
        read_only: vec!["/usr/share".into(), "/usr/lib".into()],
        production: "src/**/*.php",
        withheld: &["tests/**/*Test.php"],
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
