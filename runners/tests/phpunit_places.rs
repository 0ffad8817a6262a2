//! Where PHPUnit is taken from: the project's `vendor`, a folder of libraries, the machine; and which is refused.
#![allow(clippy::unwrap_used, reason = "a failure here is a failed test")]

#[path = "phpunit/bed.rs"]
mod bed;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use bed::{generations, isolations, newer_generations};
use mutscore_model::outcome::{Execution, RunOutcome};
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
        bed.project.libraries.retain(|folder| *folder != home);
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
        pair.is_clean("testTotal");
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

/// A folder with a PHPUnit that has a version and nothing else.
fn says(folder: &Path, version: &str) {
    let package = folder.join("vendor/phpunit/phpunit/src/Runner");
    fs::create_dir_all(&package).unwrap();
    let class = format!(
        "<?php namespace PHPUnit\\Runner; class Version {{ public static function id() {{ return '{version}'; }} }}"
    );
    fs::write(package.join("Version.php"), class).unwrap();
    let autoload = "<?php require __DIR__ . '/phpunit/phpunit/src/Runner/Version.php';";
    fs::write(folder.join("vendor/autoload.php"), autoload).unwrap();
}

/// Why a project with these folders of libraries is refused.
fn refused(folders: &[&Path]) -> Option<String> {
    // One PHP is enough for it.
    let (generation, isolation) = (generations().pop()?, isolations().pop()?);
    let mut bed = generation.bed(isolation, PROJECT);
    bed.project.libraries = folders.iter().map(|folder| folder.to_path_buf()).collect();
    let error = bed.runner().discover(&bed.project).unwrap_err();
    let RunnerError::Unusable { what, hint } = error else {
        panic!("{error}");
    };
    assert!(hint.contains(bed.runner().supported().unwrap()), "{hint}");
    Some(what)
}

#[test]
fn a_version_without_an_adapter_is_refused_by_name() {
    for version in ["8.5.40", "10.4.2", "12.5.33"] {
        let folder = tempfile::tempdir().unwrap();
        says(folder.path(), version);
        let Some(what) = refused(&[folder.path()]) else {
            return;
        };
        assert_eq!(
            what,
            format!("PHPUnit {version} is not a version that `phpunit` knows")
        );
    }
}

#[test]
fn a_release_that_lacks_what_the_adapter_uses_is_refused_with_what_it_lacks() {
    for version in ["10.5.0", "11.5.2"] {
        let folder = tempfile::tempdir().unwrap();
        says(folder.path(), version);
        let Some(what) = refused(&[folder.path()]) else {
            return;
        };
        let begins = format!("PHPUnit {version} (without PHPUnit\\Event\\");
        assert!(what.starts_with(&begins), "{what}");
    }
}

#[test]
fn the_first_folder_that_is_declared_is_taken() {
    let folder = tempfile::tempdir().unwrap();
    let (first, second) = (folder.path().join("z"), folder.path().join("a"));
    says(&first, "8.5.1");
    says(&second, "8.5.2");
    if let Some(what) = refused(&[folder.path(), &first, &second]) {
        assert!(what.starts_with("PHPUnit 8.5.1 "), "{what}");
    }
}

#[test]
fn a_file_deep_in_a_folder_of_libraries_counts_in_its_fingerprint() {
    for generation in generations() {
        let Some(isolation) = isolations().pop() else {
            return;
        };
        let mut bed = generation.bed(isolation, PROJECT);
        let folder = tempfile::tempdir().unwrap();
        // PHPUnit itself lies elsewhere.
        says(folder.path(), "");
        let real = match &generation.home {
            Some(home) => home.join("autoload.php").display().to_string(),
            None => "PHPUnit/Autoload.php".to_owned(),
        };
        let autoload = format!("<?php require '{real}';");
        fs::write(folder.path().join("vendor/autoload.php"), autoload).unwrap();
        let library = folder.path().join("vendor/maths/src/Maths.php");
        fs::create_dir_all(library.parent().unwrap()).unwrap();
        bed.project.read_only.append(&mut bed.project.libraries);
        bed.project.libraries.push(folder.path().to_owned());
        let mut fingerprints = Vec::new();
        for content in ["<?php // 1", "<?php // 2", "<?php // 1"] {
            fs::write(&library, content).unwrap();
            fingerprints.push(bed.runner().fingerprint(&bed.project).unwrap());
        }
        assert!(
            fingerprints[0]["phpunit"].starts_with(&format!("{}.", generation.major)),
            "{fingerprints:?}"
        );
        assert_ne!(fingerprints[0], fingerprints[1]);
        assert_eq!(fingerprints[0], fingerprints[2]);
    }
}
