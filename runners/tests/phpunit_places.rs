//! Where PHPUnit is taken from: the project's `vendor`, a folder of libraries, the machine; and which is refused.
#![allow(clippy::unwrap_used, reason = "a failure here is a failed test")]

#[path = "phpunit/bed.rs"]
mod bed;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use bed::{generations, isolations, newer_generations};
use mutscore_model::outcome::{Execution, RunOutcome};
use mutscore_model::overlay::Overlay;
use mutscore_runners::runner::RunnerError;

const PROJECT: &str = "=== src/functions.php
<?php
namespace Shop;
function rate(): int { return 3; }
=== src/Cart.php
<?php
namespace Shop;
class Cart { public function total(int $price): int { return $price * rate(); } }
=== tests/CartTest.php
<?php
namespace Shop\\Tests;
final class CartTest extends \\PHPUnit\\Framework\\TestCase
{
    public function testTotal(): void { self::assertSame(6, (new \\Shop\\Cart())->total(2)); }
}
";

/// A newer PHPUnit as Composer would lay it into a project: with the project's own functions loaded by `vendor/autoload.php`.
fn vendor(home: &Path) -> String {
    let at = |path: &str| path.replace("sebastianbergmann+phpunit/", "phpunit/phpunit/");
    let mut text = String::new();
    let mut left = vec![home.to_owned()];
    while let Some(folder) = left.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(home).unwrap().display().to_string();
            let known = path
                .extension()
                .is_some_and(|end| end == "php" || end == "xsd");
            if path.is_dir() {
                left.push(path);
            } else if known && let Ok(content) = fs::read_to_string(&path) {
                writeln!(text, "=== vendor/{}\n{}", at(&name), content.trim_end()).unwrap();
            }
        }
    }
    let autoload = at(&fs::read_to_string(home.join("autoload.php")).unwrap());
    text + &format!(
        "=== vendor/autoload.php\n{autoload}\nrequire __DIR__ . '/../src/functions.php';\n"
    )
}

#[test]
fn a_projects_own_phpunit_is_taken_first_and_the_code_that_it_loads_can_be_replaced() {
    for generation in newer_generations() {
        let home = generation.home.clone().unwrap();
        let text = format!("{PROJECT}{}", vendor(&home));
        let Some(isolation) = isolations().pop() else {
            return;
        };
        let mut bed = generation.bed(isolation, &text);
        bed.project.read_only.retain(|folder| *folder != home);
        let found = bed.runner().fingerprint(&bed.project).unwrap();
        assert!(
            found["phpunit"].starts_with(&format!("{}.", generation.major)),
            "{found:?}"
        );
        let found = bed.runner().discover(&bed.project).unwrap();
        assert_eq!(found.scenarios.len(), 1, "{found:?}");
        let mut pair = bed.pair();
        pair.plain("testTotal").ends_in(RunOutcome::Pass);
        for (file, from, to) in [
            ("src/functions.php", "return 3", "return 4"),
            ("src/Cart.php", "$price *", "$price +"),
        ] {
            let both = pair.run("testTotal", &bed.edit(file, from, to));
            both.ends_in(RunOutcome::AssertionFailure);
            assert_eq!(both.warm.execution, Execution::Loaded, "{file}");
        }
        let plain = pair.run_warm("testTotal", &Overlay::default(), 1);
        assert_eq!(
            (plain.outcome, plain.execution),
            (RunOutcome::Pass, Execution::Warm),
            "{plain:#?}"
        );
        assert_eq!(pair.warm.demoted(), None);
    }
}

#[test]
fn each_place_gives_the_version_that_is_there() {
    for generation in generations() {
        let Some(isolation) = isolations().pop() else {
            return;
        };
        let bed = generation.bed(isolation, &format!("{PROJECT}=== src/more.php\n<?php\n"));
        let found = bed.runner().fingerprint(&bed.project).unwrap();
        assert!(
            found["phpunit"].starts_with(&format!("{}.", generation.major)),
            "{found:?}"
        );
    }
}

#[test]
fn a_version_without_an_adapter_is_refused_by_name() {
    // One PHP is enough for it.
    if let Some(generation) = generations().pop()
        && let Some(isolation) = isolations().pop()
    {
        for version in ["8.5.40", "10.4.2", "12.5.33"] {
            let folder = tempfile::tempdir().unwrap();
            let package = folder.path().join("vendor/phpunit/phpunit/src/Runner");
            fs::create_dir_all(&package).unwrap();
            let class = format!(
                "<?php namespace PHPUnit\\Runner; class Version {{ public static function id() {{ return '{version}'; }} }}"
            );
            fs::write(package.join("Version.php"), class).unwrap();
            let autoload = "<?php require __DIR__ . '/phpunit/phpunit/src/Runner/Version.php';";
            fs::write(folder.path().join("vendor/autoload.php"), autoload).unwrap();
            let mut bed = generation.bed(isolation, PROJECT);
            bed.project.read_only.insert(0, folder.path().to_owned());
            let error = bed.runner().discover(&bed.project).unwrap_err();
            let RunnerError::Unusable { what, hint } = &error else {
                panic!("{error}");
            };
            assert_eq!(
                what,
                &format!("PHPUnit {version} is not a version that `phpunit` knows")
            );
            assert!(hint.contains(bed.runner().supported().unwrap()), "{hint}");
        }
    }
}
