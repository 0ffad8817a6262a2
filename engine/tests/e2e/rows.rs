//! The rows of `cases/README.md` that are no matter of one language, on Ruby, PHP and Java: what Python's small bench is asked in
//! `cases`, `caching` and `interrupts`. `docs/cases.md` says which row is tested where.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::os::unix::fs::symlink;
use std::time::Duration;

use nix::sys::signal::Signal;
use serde_json::Value;

use super::bed::Bed;
use super::frozen::{gate, verdicts};
use super::interrupts::stop_in;
use super::traces::Watched;

const FEATURES: &str = include_str!("rows/features.txt");
const RUBY: &str = include_str!("rows/ruby.txt");
const PHP: &str = include_str!("rows/php.txt");
const BEHAT: &str = include_str!("rows/behat.txt");
const PHPUNIT: &str = include_str!("rows/phpunit.txt");
const JAVA: &str = include_str!("rows/java.txt");
const JUNIT: &str = include_str!("rows/junit.txt");
const CUCUMBER_JVM: &str = include_str!("rows/cucumber_jvm.txt");

/// A runner with the small shop in its language.
struct Shop {
    bed: Bed,
    /// Where production code is, and how its files end.
    code: (&'static str, &'static str),
    /// What the tests are called, by their scenarios' names in Behat and Cucumber.
    xunit: bool,
    /// Where its tests are, and the file that calls `Bill`.
    tests: (&'static str, &'static str),
}

/// The small part of the shop in Java, which has no rough edges.
fn java_shops() -> Vec<Shop> {
    let junit = Bed::maven("shop").map(|bed| {
        let sides = "production = [\"src/main/java/**/*.java\"]\ntest-side = [\"src/test/**\"]\nwithheld = [\"src/test/**/*.java\"]";
        shop(bed, ["java", "junit", sides], &[JAVA, JUNIT])
    });
    let cucumber = Bed::maven("shop").map(|bed| {
        let sides = "production = [\"src/main/java/**/*.java\"]\ntest-side = [\"features/**\", \"src/test/**\"]\nwithheld = [\"src/test/java/**\"]";
        shop(bed, ["java", "cucumber-jvm", sides], &[FEATURES, JAVA, CUCUMBER_JVM])
    });
    [junit, cucumber].into_iter().flatten().collect()
}

/// The shop for each runner of a script whose tool chain is here.
fn shops() -> Vec<Shop> {
    let ruby = Bed::ruby("shop").map(|bed| {
        let sides = "production = [\"lib/*.rb\"]\ntest-side = [\"features/**\"]\nwithheld = [\"features/**/*.rb\"]";
        shop(bed, ["ruby", "cucumber-ruby", sides], &[FEATURES, RUBY])
    });
    let behat = Bed::behat("shop").map(|bed| {
        let sides = "production = [\"src/**/*.php\"]\ntest-side = [\"features/**\"]\nwithheld = [\"features/bootstrap/**\"]";
        shop(bed, ["php", "behat", sides], &[FEATURES, PHP, BEHAT])
    });
    let phpunit = Bed::phpunit("shop").map(|bed| {
        let sides = "production = [\"src/**/*.php\"]\ntest-side = [\"tests/**\"]\nwithheld = [\"tests/*Test.php\"]";
        shop(bed, ["php", "phpunit", sides], &[PHP, PHPUNIT])
    });
    [ruby, behat, phpunit].into_iter().flatten().collect()
}

fn shop(bed: Bed, [language, runner, sides]: [&str; 3], texts: &[&str]) -> Shop {
    let mut config =
        format!("schema = 1\n\n[project.shop]\nroot = \"project\"\nlanguage = \"{language}\"\n");
    write!(
        config,
        "runner = \"{runner}\"\n{sides}\noperators = [\"arith\", \"negate-cond\", \"return-value\"]\n\n\
         [project.shop.toolchain]\nprogram = \"{language}\"\n\n\
         [project.shop.limits]\nwall-floor-seconds = 6\ncpu-floor-seconds = 1\nmemory-mib = 512\n"
    )
    .unwrap();
    bed.write("mutscore.toml", config);
    bed.write_all("project", texts);
    let code = match language {
        "ruby" => ("lib", "rb"),
        "java" => ("src/main/java/shop", "java"),
        _ => ("src/Shop", "php"),
    };
    let tests = match runner {
        "cucumber-ruby" => ("features", "features/step_definitions/steps.rb"),
        "behat" => ("features", "features/bootstrap/FeatureContext.php"),
        "phpunit" => ("tests", "tests/ShopTest.php"),
        "junit" => ("src/test", "src/test/java/shop/BillTest.java"),
        _ => ("features", "src/test/java/shop/Steps.java"),
    };
    Shop {
        bed,
        code,
        xunit: runner.ends_with("unit"),
        tests,
    }
}

impl Shop {
    /// A production file, below the project.
    fn file(&self, name: &str) -> String {
        let (folder, end) = self.code;
        let name = if end != "rb" {
            format!("{}{}", name[..1].to_uppercase(), &name[1..])
        } else {
            name.to_owned()
        };
        format!("{folder}/{name}.{end}")
    }

    /// The number of the instance with this name.
    fn id(&self, name: &str) -> u32 {
        let wanted = if self.xunit {
            camel(name)
        } else {
            name.to_owned()
        };
        let text = self.bed.read("instances.jsonl");
        let instances = text
            .lines()
            .skip(1)
            .map(|line| serde_json::from_str::<Value>(line).unwrap());
        let ends = |one: &Value| {
            one["name"]
                .as_str()
                .and_then(|name| name.strip_suffix(&wanted))
                .is_some_and(|class| {
                    class.is_empty() || class.ends_with("::") || class.ends_with('.')
                })
        };
        let one = instances
            .into_iter()
            .find(ends)
            .unwrap_or_else(|| panic!("{wanted}: {text}"));
        u32::try_from(one["id"].as_u64().unwrap()).unwrap()
    }

    fn verdicts(&self, name: &str) -> BTreeMap<String, String> {
        verdicts(&self.bed, "shop", self.id(name))
    }

    /// The verdict on an edit of a production file in the run of one test.
    fn verdict(&self, test: &str, file: &str, edit: &str) -> String {
        let all = self.verdicts(test);
        let name = format!("{}: {edit}", self.file(file));
        all.get(&name)
            .unwrap_or_else(|| panic!("{name}: {all:#?}"))
            .clone()
    }

    /// What becomes of the mutant that takes the rate away instead of adding it.
    fn bill_by_its_rate_is(&self, wanted: &str) {
        assert_eq!(self.verdict("total", "bill", "+ → -"), wanted);
    }

    fn dropped(&self, name: &str) -> Option<String> {
        gate(&self.bed, "shop")[&u64::from(self.id(name))].clone()
    }
}

/// `rows pass` as a test method: `testRowsPass`.
fn camel(name: &str) -> String {
    let name = if name == "step without a definition" {
        "incomplete"
    } else {
        name
    };
    name.split(' ').fold("test".to_owned(), |made, word| {
        made + &word[..1].to_uppercase() + &word[1..]
    })
}

/// B26, B30, B35, B36, B39, B41, B48, B51: all of it in one freeze with four workers, of which nothing stays behind.
#[test]
fn each_awkward_mutant_of_a_script_gets_its_own_verdict_and_leaves_nothing() {
    for shop in shops() {
        let before = shop.bed.users_tree();
        let command = shop.bed.command([
            "freeze", "--audit", "20%", "--jobs", "4", "--json", "--quiet",
        ]);
        let (ran, leftovers) = Watched::start(command).end(Duration::from_secs(400));
        assert_eq!(ran.code, Some(0), "{ran:?}");
        // A loop without end had started a process in a session of its own.
        leftovers.are_none(&shop.bed);
        let summary = &ran.json()["projects"][0];
        assert_eq!(summary["audit"]["disagreements"], 0, "{summary}");
        assert_eq!(shop.bed.users_tree(), before);

        assert_eq!(
            shop.verdict("drained", "rough", "- → +"),
            "timeout",
            "a loop without end"
        );
        assert_eq!(
            shop.verdict("printed", "rough", "- → +"),
            "killed",
            "memory without end"
        );
        // Four workers, and a file whose name is the same for all.
        assert_eq!(shop.dropped("hit"), None);
        // Texts of one length: no cache of compiled code answers for another one.
        assert_eq!(shop.verdict("fee", "fee", "+ → -"), "survived");
        assert_eq!(shop.verdict("fee", "fee", "- → +"), "killed");
        assert_eq!(shop.verdict("fee", "fee", "* → /"), "killed");
        // A test that is not all there is no passing test.
        let unwritten = if shop.xunit { "pending" } else { "undefined" };
        assert_eq!(
            shop.dropped("step without a definition").as_deref(),
            Some(unwritten)
        );
        assert_eq!(shop.dropped("rows pass"), None);
        assert_eq!(
            shop.dropped("row in the middle fails").as_deref(),
            Some("failing")
        );
    }
}

/// B09, B17, B28, B50: verdicts follow the code, wherever it changes and whatever it is called, and a second look at it.
#[test]
fn verdicts_of_scripts_follow_an_edit_of_another_file_moved_lines_and_new_names() {
    verdicts_follow_the_code(&shops());
}

/// The same rows of Java.
#[test]
fn verdicts_of_java_follow_an_edit_of_another_file_moved_lines_and_new_names() {
    verdicts_follow_the_code(&java_shops());
}

fn verdicts_follow_the_code(shops: &[Shop]) {
    for shop in shops {
        let bed = &shop.bed;
        let limits = bed
            .read("mutscore.toml")
            .find("[project.shop.limits]")
            .unwrap();
        bed.write("mutscore.toml", &bed.read("mutscore.toml")[..limits]);
        bed.freeze("--instance 1 3");
        let fees = shop.verdicts("fee");
        shop.bill_by_its_rate_is("survived");
        fs::remove_dir_all(bed.state().join("cache")).unwrap();
        bed.freeze("--instance 1 3 --force");
        assert_eq!(
            shop.verdicts("fee"),
            fees,
            "a quick suite has the time it had"
        );
        assert!(
            !fees.values().any(|verdict| verdict == "timeout"),
            "{fees:?}"
        );

        let (rate, bill) = (
            format!("project/{}", shop.file("rate")),
            format!("project/{}", shop.file("bill")),
        );
        let edit = if shop.code.1 == "rb" {
            ("  0\n", "  5\n")
        } else {
            ("return 0;", "return 5;")
        };
        bed.edit(&rate, edit.0, edit.1);
        bed.freeze("--instance 1 3 --force");
        let second = shop.verdicts("total");
        // Only the file with the rate was edited.
        shop.bill_by_its_rate_is("killed");

        let code = bed.read(&bill).replace("total(", "sum_up(");
        let class = if shop.code.1 == "java" {
            "public final class"
        } else {
            "final class"
        };
        let code = code.replacen("def ", "# one\n# two\n\ndef ", 1).replacen(
            class,
            &format!("// one\n\n{class}"),
            1,
        );
        bed.write(&bill, code);
        let test = format!("project/{}", shop.tests.1);
        bed.write(
            &test,
            bed.read(&test)
                .replace("total(@price", "sum_up(@price")
                .replace("Bill::total(", "Bill::sum_up(")
                .replace("Bill.total(", "Bill.sum_up("),
        );
        bed.freeze("--instance 1 3 --force");
        assert_eq!(shop.verdicts("total"), second, "moved and renamed");
    }
}

/// B11: what is tested lies behind a link, in a path with a blank.
#[test]
fn tests_of_scripts_are_found_and_run_through_a_link_and_a_blank() {
    tests_are_found_through_a_link_and_a_blank(&shops());
}

/// The same row of Java; with JUnit, the folder that the POM names lies behind the link.
#[test]
fn tests_of_java_are_found_and_run_through_a_link_and_a_blank() {
    tests_are_found_through_a_link_and_a_blank(&java_shops());
}

fn tests_are_found_through_a_link_and_a_blank(shops: &[Shop]) {
    for shop in shops {
        let bed = &shop.bed;
        bed.freeze("--instance 1 3");
        let fees = shop.verdicts("fee");
        let app = bed.bench().join("my app");
        fs::rename(bed.bench().join("project"), &app).unwrap();
        let folder = shop.tests.0;
        fs::rename(app.join(folder), app.join("specs")).unwrap();
        let up = "../".repeat(folder.matches('/').count());
        symlink(format!("{up}specs"), app.join(folder)).unwrap();
        let toml = bed
            .read("mutscore.toml")
            .replace(&format!("\"{folder}/"), "\"specs/");
        bed.write(
            "mutscore.toml",
            toml.replace("root = \"project\"", "root = \"my app\""),
        );
        fs::remove_dir_all(bed.bench().join("pools")).unwrap();
        fs::remove_file(bed.bench().join("instances.jsonl")).unwrap();
        let summary = bed.freeze("--instance 1 3");
        assert!(bed.read("instances.jsonl").contains("specs/"), "{summary}");
        assert_eq!(shop.verdicts("fee"), fees);
    }
}

/// B37: stopped while it goes through its pairs, a freeze leaves no process, no half of a file, and no verdict of what was cut off.
#[test]
fn a_freeze_of_a_script_that_is_stopped_is_taken_up_again() {
    for shop in shops() {
        let before = shop.bed.users_tree();
        for (phase, signal, code) in [
            ("gate: ", Signal::SIGTERM, Some(143)),
            ("\npairs: ", Signal::SIGKILL, None),
            ("\npairs: ", Signal::SIGINT, Some(130)),
        ] {
            stop_in(&shop.bed, phase, signal, code);
            assert_eq!(shop.bed.users_tree(), before, "{signal} in {phase}");
        }
        shop.bed.freeze("--jobs 2");
        assert_eq!(shop.verdict("fee", "fee", "* → /"), "killed");
        assert_eq!(shop.verdict("drained", "rough", "- → +"), "timeout");
    }
}

/// B51: a mutant that breaks the loading of the steps is no kill and has not survived; its neighbour has a verdict.
#[test]
fn a_mutant_that_keeps_steps_from_loading_is_neither_killed_nor_survived() {
    for shop in shops().iter().filter(|shop| shop.code.1 == "rb") {
        shop.bed.freeze("--instance 6");
        let all = shop.verdicts("plugged");
        let plug = |edit: &str| {
            all.iter()
                .find(|(name, _)| name.starts_with(&format!("lib/plug.rb: {edit}")))
                .unwrap()
                .1
        };
        assert_eq!(plug("+ → -"), "killed", "{all:#?}");
        assert_eq!(plug("base.is_a?"), "before-first-step", "{all:#?}");
    }
}
