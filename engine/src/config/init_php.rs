//! What `mutscore init` proposes for a PHP project with Behat or PHPUnit.

use std::path::Path;

/// Files by which a project says that it has Behat, or PHPUnit.
const BEHAT: [&str; 4] = ["behat.yml", "behat.yml.dist", "behat.dist.yml", "behat.php"];
const PHPUNIT: [&str; 3] = ["phpunit.xml", "phpunit.xml.dist", "phpunit.dist.xml"];

/// The whole file, if the folder has the marks of one of them and production code in a usual place.
pub(super) fn proposal(folder: &Path, name: &str) -> Option<String> {
    let production: Vec<String> = ["src", "lib", "app"]
        .iter()
        .filter(|below| holds(&folder.join(below), "php"))
        .map(|below| format!("\"{below}/**/*.php\""))
        .collect();
    if production.is_empty() {
        return None;
    }
    let has = |marks: &[&str]| marks.iter().any(|mark| folder.join(mark).is_file());
    let features = folder.join("features");
    if has(&BEHAT) || (holds(&features, "feature") && holds(&features, "php")) {
        return Some(text(
            name,
            &production,
            "behat",
            &[
                "features/**",
                "features/bootstrap/**",
                "features/**/*.feature",
            ],
            "Behat is taken from `vendor`, or from the folder that MUTSCORE_BEHAT names; see docs/runners/behat.md.",
        ));
    }
    has(&PHPUNIT).then(|| {
        text(
            name,
            &production,
            "phpunit",
            &["tests/**", "tests/**/*Test.php", "tests/bootstrap.php"],
            "PHPUnit is taken from `vendor`, a folder in `read-only`, or this machine; see docs/runners/phpunit.md.",
        )
    })
}

fn holds(folder: &Path, extension: &str) -> bool {
    ignore::Walk::new(folder).flatten().any(|entry| {
        entry
            .path()
            .extension()
            .is_some_and(|found| found == extension)
    })
}

fn text(name: &str, production: &[String], runner: &str, tests: &[&str; 3], needs: &str) -> String {
    let [test_side, withheld, protected] = tests;
    format!(
        r#"# A mutscore bench. The form of this file is described in docs/mutscore.schema.json.
schema = 1

[project.{name}]
root = "."
language = "php"
runner = "{runner}"
# The only place for mutants: guessed from the folders found here.
production = [{production}]
# Taken out of it: generated files, third-party code.
exclude = []
# The only place a submission may write to.
test-side = ["{test_side}"]
# The developers' own test code, taken away before a submission is laid in.
withheld = ["{withheld}"]
# What no submission may change.
protected = ["{protected}"]

[project.{name}.toolchain]
# {needs}
program = "php"

# [project.{name}.limits]        # a mutated run may take factor × the unmutated one, within floors and cap
# factor = 10.0
# wall-floor-seconds = 10.0
# cpu-floor-seconds = 2.0
# cap-seconds = 600.0

# [project.{name}.run]
# gate-runs = 3                  # passing runs of as many that a scenario needs
# execution = "auto"             # warm | cold
# isolation = "auto"             # namespaces | none
"#,
        production = production.join(", "),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn folder(files: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for file in files {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        folder
    }

    #[test]
    fn a_project_is_known_by_its_marks() {
        for (files, runner) in [
            (vec!["src/A.php", "behat.yml", "phpunit.xml"], Some("behat")),
            (
                vec![
                    "src/A.php",
                    "features/a.feature",
                    "features/bootstrap/C.php",
                ],
                Some("behat"),
            ),
            (vec!["lib/A.php", "phpunit.xml.dist"], Some("phpunit")),
            (
                vec!["src/A.php", "features/a.feature", "features/steps.rb"],
                None,
            ),
            (vec!["phpunit.xml"], None),
        ] {
            let found = proposal(folder(&files).path(), "shop");
            let wanted = runner.map(|runner| format!("runner = \"{runner}\""));
            match (&found, &wanted) {
                (Some(text), Some(line)) => assert!(text.contains(line), "{files:?}: {text}"),
                (None, None) => {}
                _ => panic!("{files:?}: {found:?}"),
            }
        }
    }
}
