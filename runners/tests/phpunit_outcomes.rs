//! What a run of PHPUnit is said to have ended in, cold and warm alike.
#![allow(clippy::unwrap_used, reason = "a failure here is a failed test")]

#[path = "phpunit/bed.rs"]
mod bed;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use bed::{Bed, LIMITS, with_all, with_best, with_generations, with_newer};
use mutscore_model::instance::ScenarioRef;
use mutscore_model::outcome::{Detail, RunOutcome, RunReport};
use mutscore_model::overlay::Overlay;
use mutscore_model::path::RelPath;
use mutscore_runners::runner::{CancelToken, Job, Mode, RunLimits, RunnerError};

const OUTCOMES: &str = include_str!("phpunit/projects/outcomes.txt");

/// Runs all tests of a project and compares each with what is written above it.
fn check_all(bed: &Bed) {
    let mut pair = bed.pair();
    let mut wrong = Vec::new();
    for expected in bed.expected() {
        let run = AssertUnwindSafe(|| {
            let both = pair.run_batch(&expected.name, &Overlay::default(), 1, LIMITS);
            expected.check(&both.cold, "cold");
            expected.check(&both.warm, "warm");
        });
        if catch_unwind(run).is_err() {
            wrong.push(expected.name);
        }
    }
    assert_eq!(pair.warm.demoted(), None);
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_test_ends_in_what_is_written_above_it_cold_and_warm() {
    with_all(OUTCOMES, check_all);
}

/// A project with this test class, and nothing but a passing test in it.
fn loads(before: &str, after: &str) -> String {
    format!(
        "=== src/Cart.php\n<?php\nnamespace Shop;\nclass Cart {{}}\n=== tests/OneTest.php\n<?php\nnamespace Shop\\Tests;\n{before}\n\
         final class OneTest extends \\PHPUnit\\Framework\\TestCase {{\n    public function testOne(): void {{ {after} self::assertTrue(true); }}\n}}\n"
    )
}

fn both_end(text: &str, outcome: RunOutcome, detail: Detail) {
    with_best(text, |bed| {
        let both = bed.pair().plain("testOne");
        for report in [&both.cold, &both.warm] {
            let found = (report.outcome, report.detail, report.step_begun);
            assert_eq!(found, (outcome, Some(detail), false), "{text}: {report:#?}");
            assert!(
                report.note.as_ref().is_some_and(|note| !note.is_empty()),
                "{report:#?}"
            );
        }
    });
}

#[test]
fn what_does_not_load_ends_before_any_test_and_says_why() {
    let bootstrap =
        |code: &str| format!("{}=== tests/bootstrap.php\n<?php\n{code}\n", loads("", ""));
    let built = RunOutcome::BuildFailure;
    for (text, detail) in [
        (loads("function broken(", ""), Detail::Syntax),
        (
            loads("throw new \\RuntimeException('while loading');", ""),
            Detail::Load,
        ),
        (loads("exit(0);", ""), Detail::Crash),
        (
            bootstrap("throw new Exception('in the bootstrap script');"),
            Detail::Load,
        ),
        (bootstrap("exit(0);"), Detail::Crash),
        (
            bootstrap("posix_kill(getmypid(), 9); sleep(5);"),
            Detail::Crash,
        ),
    ] {
        both_end(&text, built, detail);
    }
}

/// A project whose configuration has these attributes, and one test.
fn strict(attributes: &str, body: &str) -> String {
    format!(
        "=== phpunit.xml\n<phpunit bootstrap=\"tests/bootstrap.php\" {attributes}>\n  <testsuites><testsuite name=\"all\">\
         <directory>tests</directory></testsuite></testsuites>\n</phpunit>\n{}",
        loads("", body)
    )
}

#[test]
fn what_a_project_is_strict_about_fails_and_nothing_else_does() {
    let fails = [
        (9, "failOnRisky", "return;"),
        (9, "failOnWarning", "$this->addWarning('no');"),
        (10, "failOnWarning", "trigger_error('no', E_USER_WARNING);"),
        (10, "failOnWarning", "echo [][1];"),
        (10, "failOnNotice", "trigger_error('no');"),
        (
            10,
            "failOnDeprecation",
            "trigger_error('no', E_USER_DEPRECATED);",
        ),
    ];
    for (since, option, body) in fails {
        for (value, wanted) in [
            ("true", RunOutcome::AssertionFailure),
            ("false", RunOutcome::Pass),
        ] {
            let text = strict(&format!("{option}=\"{value}\""), body);
            with_generations(&text, |generation, bed| {
                if (generation == 9) == (since == 9) || option == "failOnRisky" {
                    let both = bed.pair().plain("testOne");
                    assert_eq!(
                        both.outcome(),
                        wanted,
                        "{generation}, {option}={value}: {both:#?}"
                    );
                }
            });
        }
    }
}

#[test]
fn a_test_that_is_not_there_is_not_bound() {
    with_best(&loads("", ""), |bed| {
        let overlay = Overlay::default();
        let mut sessions = [bed.session(Mode::Cold), bed.session(Mode::Warm)];
        for (feature, test) in [
            ("tests/OneTest.php", "Shop\\Tests\\OneTest::testTwo"),
            ("tests/OneTest.php", "Shop\\Tests\\TwoTest::testOne"),
            ("tests/TwoTest.php", "Shop\\Tests\\TwoTest::testOne"),
        ] {
            let scenario = ScenarioRef {
                feature: RelPath::new(feature).unwrap(),
                line: 5,
                rows: Vec::new(),
                test: Some(test.to_owned()),
            };
            for session in &mut sessions {
                let report = session.run(&job(&scenario, &overlay), &CancelToken::default());
                let found = (report.outcome, report.detail, report.step_begun);
                assert_eq!(
                    found,
                    (RunOutcome::BindingFailure, Some(Detail::Undefined), false),
                    "{report:#?}"
                );
            }
        }
    });
}

fn job<'a>(scenario: &'a ScenarioRef, overlay: &'a Overlay) -> Job<'a> {
    Job {
        scenario,
        overlay,
        limits: LIMITS,
        observe: false,
        strip: false,
        batch: 1,
    }
}

#[test]
fn a_run_that_does_not_end_is_a_timeout_whatever_it_ignores() {
    let limits = RunLimits {
        wall: Duration::from_secs(2),
        cpu: Duration::from_secs(1),
    };
    for code in [
        "while (true) { }",
        "sleep(600);",
        "pcntl_signal(SIGXCPU, SIG_IGN); pcntl_signal(SIGTERM, SIG_IGN); while (true) { }",
        "while (true) { try { while (true) { } } finally { } }",
    ] {
        with_best(&loads("", code), |bed| {
            let both = bed
                .pair()
                .run_batch("testOne", &Overlay::default(), 1, limits);
            for report in [&both.cold, &both.warm] {
                assert_eq!(
                    (report.outcome, report.step_begun),
                    (RunOutcome::Timeout, true),
                    "{report:#?}"
                );
                assert!(report.wall_us < 30_000_000, "{report:#?}");
            }
        });
    }
}

#[test]
fn a_project_that_hangs_while_loading_is_a_load_timeout() {
    let text = format!(
        "{}=== tests/bootstrap.php\n<?php\nsleep(600);\n",
        loads("", "")
    );
    with_best(&text, |bed| {
        let mut project = bed.project.clone();
        project.bounds.load = Duration::from_secs(2);
        let scenario = bed.scenario("testOne");
        let overlay = Overlay::default();
        for mode in [Mode::Cold, Mode::Warm] {
            let mut session = bed.runner().session(&project, mode, 0).unwrap();
            let report: RunReport = session.run(&job(&scenario, &overlay), &CancelToken::default());
            let found = (report.outcome, report.detail, report.step_begun);
            let wanted = (RunOutcome::Timeout, Some(Detail::LoadTimeout), false);
            assert_eq!(found, wanted, "{mode:?}: {report:#?}");
        }
    });
}

#[test]
fn discovery_tells_what_there_is_and_what_cannot_run_alone() {
    let text = format!(
        "{OUTCOMES}=== tests/MoreTest.php\n<?php\nnamespace Shop\\Tests;\nabstract class Common extends \\PHPUnit\\Framework\\TestCase {{\n    \
         public function testShared(): void {{ self::assertTrue(true); }}\n}}\nfinal class MoreTest extends Common {{\n    \
         /** @group dear */\n    public function testGrouped(): void {{ self::assertTrue(true); }}\n    \
         /** @depends testGrouped */\n    public function testLater(): void {{ self::assertTrue(true); }}\n    \
         /** @runInSeparateProcess */\n    public function testApart(): void {{ self::assertTrue(true); }}\n}}\n\
         === tests/GarbledTest.php\n<?php\nclass GarbledTest extends {{\n"
    );
    with_best(&text, |bed| {
        let found = bed.runner().discover(&bed.project).unwrap();
        let unparsable: Vec<&str> = found
            .unparsable
            .iter()
            .map(|(path, _)| path.as_str())
            .collect();
        assert_eq!(unparsable, ["tests/GarbledTest.php"]);
        let one = |name: &str| {
            found
                .scenarios
                .iter()
                .find(|one| one.scenario.name == name)
                .unwrap()
        };
        for expected in bed.expected() {
            if expected.at.feature.as_str() == "tests/OutcomesTest.php" {
                assert_eq!(one(&expected.name).scenario.at, expected.at);
                assert_eq!(one(&expected.name).unbound, None);
            }
        }
        assert_eq!(one("testGrouped").scenario.tags, ["dear"]);
        for (name, why) in [
            ("testShared", "inherited"),
            ("testLater", "depends on another test"),
            ("testApart", "process of its own"),
        ] {
            let words = one(name).unbound.clone().unwrap_or_default();
            assert!(words.contains(why), "{name}: {words}");
        }
    });
}

#[test]
fn attributes_say_what_is_a_test_and_what_cannot_run_alone() {
    let text = "=== tests/NewTest.php\n<?php\nnamespace Shop\\Tests;\nuse PHPUnit\\Framework\\Attributes\\{DataProvider, Depends, Group, \
                RunClassInSeparateProcess, RunInSeparateProcess, Test};\nfinal class NewTest extends \\PHPUnit\\Framework\\TestCase {\n    \
                #[Test]\n    #[Group('dear'), DataProvider('rows')]\n    public function it_counts(int $number): void { self::assertSame(1, $number); }\n    \
                public static function rows(): array { return [[1], [1]]; }\n    \
                #[Depends('it_counts')]\n    public function testLater(): void { self::assertTrue(true); }\n    \
                #[RunInSeparateProcess]\n    public function testApart(): void { self::assertTrue(true); }\n    \
                public function helps(): void { }\n}\n\
                === tests/ApartTest.php\n<?php\nnamespace Shop\\Tests;\n#[\\PHPUnit\\Framework\\Attributes\\RunTestsInSeparateProcesses]\n\
                final class ApartTest extends \\PHPUnit\\Framework\\TestCase {\n    public function testAlone(): void { self::assertTrue(true); }\n}\n";
    with_newer(text, |bed| {
        let found = bed.runner().discover(&bed.project).unwrap();
        let said: Vec<(&str, u32, String)> = found
            .scenarios
            .iter()
            .map(|one| {
                let why = one.unbound.clone().unwrap_or_default();
                (one.scenario.name.as_str(), one.scenario.at.line, why)
            })
            .collect();
        let words = |name: &str, why: &str| format!("Test {name} ({why})");
        assert_eq!(
            said,
            [
                (
                    "testAlone",
                    5,
                    words("testAlone", "it runs in a process of its own")
                ),
                ("it_counts", 7, String::new()),
                (
                    "testLater",
                    10,
                    words("testLater", "it depends on another test")
                ),
                (
                    "testApart",
                    12,
                    words("testApart", "it runs in a process of its own")
                ),
            ]
        );
        assert_eq!(found.scenarios[1].scenario.tags, ["dear"]);
        let both = bed.pair().run_at(&found.scenarios[1].scenario.at);
        assert_eq!(both.outcome(), RunOutcome::Pass, "{both:#?}");
    });
}

#[test]
fn a_folder_for_caches_does_not_keep_a_project_from_being_forked() {
    let body = "self::assertDirectoryDoesNotExist('.phpunit.cache');";
    with_newer(&strict("cacheDirectory=\".phpunit.cache\"", body), |bed| {
        let mut pair = bed.pair();
        pair.plain("testOne").ends_in(RunOutcome::Pass);
        assert_eq!(pair.warm.demoted(), None);
    });
}

#[test]
fn a_project_that_wants_a_process_for_each_test_has_none_that_runs_here() {
    with_best(&strict("processIsolation=\"true\"", ""), |bed| {
        let found = bed.runner().discover(&bed.project).unwrap();
        let words: Vec<_> = found
            .scenarios
            .iter()
            .map(|one| one.unbound.clone().unwrap_or_default())
            .collect();
        assert_eq!(words, ["Test testOne (it runs in a process of its own)"]);
    });
}

#[test]
fn a_project_that_does_not_load_is_named() {
    let text = format!(
        "{}=== tests/bootstrap.php\n<?php\nthrow new Exception('while loading');\n",
        loads("", "")
    );
    with_best(&text, |bed| {
        let error = bed.runner().discover(&bed.project).unwrap_err();
        assert!(
            matches!(&error, RunnerError::DoesNotLoad { detail, .. } if detail.contains("while loading")),
            "{error}"
        );
    });
}
