//! A fork of a loaded process is what a new process is, and what one run does reaches no other.
#![allow(clippy::unwrap_used, reason = "a failure here is a failed test")]

#[path = "phpunit/bed.rs"]
mod bed;
#[path = "php/deeds.rs"]
mod deeds;

use bed::{LIMITS, Pair, test_case, with_all, with_best};
use deeds::said;
use mutscore_model::outcome::{Execution, RunOutcome};
use mutscore_model::overlay::Overlay;
use mutscore_runners::runner::{CancelToken, Job, Mode};

/// The project with a test for each of them.
fn project() -> String {
    format!(
        "{}{}",
        deeds::PROJECT,
        test_case("RunsTest", "", &deeds::methods())
    )
}

#[test]
fn a_fork_finds_what_a_new_process_finds() {
    with_best(&project(), deeds::a_fork_finds_what_a_new_process_finds);
}

#[test]
fn what_a_run_does_ends_as_in_a_new_process_and_reaches_no_other_run() {
    with_best(
        &project(),
        deeds::what_a_run_does_ends_as_in_a_new_process_and_reaches_no_other_run,
    );
}

#[test]
fn runs_that_share_a_view_do_not_see_what_others_wrote() {
    with_all(
        &project(),
        deeds::runs_that_share_a_view_do_not_see_what_others_wrote,
    );
}

/// The project whose bootstrap script ends with `code`.
fn loading(code: &str) -> String {
    format!("{}=== tests/more.php\n<?php\n{code}\n", project())
}

#[test]
fn random_numbers_are_drawn_as_a_new_process_draws_them() {
    let drawn = |pair: &mut Pair<'_>| {
        let report = pair.run_warm("testDraws", &Overlay::default(), 1);
        report.exception.unwrap().message
    };
    // Not touched while loading, or merely used: every fork draws anew.
    for code in ["", "mt_rand();", "shuffle($GLOBALS['list']);"] {
        with_best(
            &loading(&format!("$GLOBALS['list'] = [1, 2, 3]; {code}")),
            |bed| {
                let mut pair = bed.pair();
                assert_ne!(drawn(&mut pair), drawn(&mut pair), "`{code}`");
                assert_eq!(pair.warm.demoted(), None);
            },
        );
    }
    // Seeded while loading, and already drawn from: every run goes on from there.
    with_best(&loading("mt_srand(42); mt_rand();"), |bed| {
        let mut pair = bed.pair();
        let (cold, warm) = said(&pair.plain("testDraws"));
        assert_eq!(cold, warm);
        assert_eq!(drawn(&mut pair), warm);
        assert_eq!(pair.warm.demoted(), None);
    });
}

#[test]
fn a_project_whose_loading_a_fork_cannot_repeat_is_run_cold_and_says_why() {
    for (code, why) in [
        (
            "$GLOBALS['kept'] = fopen('src/extra.txt', 'r');",
            "descriptor",
        ),
        (
            "$GLOBALS['kept'] = stream_socket_server('tcp://127.0.0.1:0');",
            "descriptor",
        ),
        ("if (pcntl_fork() === 0) { sleep(600); exit; }", "process"),
        (
            "file_put_contents('written', '');",
            "writes a file (written)",
        ),
        ("unlink('src/extra.txt');", "writes a file (src/extra.txt)"),
        (
            "file_put_contents(getenv('HOME') . '/written', '');",
            "writes a file (written)",
        ),
        (
            "tempnam(sys_get_temp_dir(), 'made');",
            "writes a file (made",
        ),
        (
            "$GLOBALS['started'] = \\time();",
            "asks for the time or the process (time)",
        ),
        (
            "$GLOBALS['started'] = new DateTimeImmutable();",
            "(datetimeimmutable)",
        ),
        ("$GLOBALS['own'] = getmypid();", "(getmypid)"),
        (
            "$GLOBALS['when'] = $_SERVER['REQUEST_TIME'];",
            "(request_time)",
        ),
    ] {
        with_best(&loading(code), |bed| {
            let mut pair = bed.pair();
            pair.plain("testNothing").ends_in(RunOutcome::Pass);
            let report = pair.run_warm("testNothing", &Overlay::default(), 1);
            assert_eq!(report.execution, Execution::Cold, "{code}");
            let said = pair.warm.demoted().unwrap_or_default().to_owned();
            assert!(said.contains(why), "{code}: {said}");
        });
    }
}

#[test]
fn classes_are_loaded_ahead_only_where_nobody_looks() {
    let looking = "=== src/Look.php\n<?php\nnamespace Shop;\nclass Look { public static function at(): array { return get_declared_classes(); } }\n";
    with_best(&format!("{looking}{}", project()), |bed| {
        let mut pair = bed.pair();
        pair.plain("testNothing").ends_in(RunOutcome::Pass);
        let loaded = bed.edit("src/State.php", "$count = 0", "$count = 1");
        pair.run("testClean", &loaded)
            .ends_in(RunOutcome::AssertionFailure);
        assert_eq!(pair.warm.demoted(), None);
    });
}

/// Two runs at once share no file, though its name is the same (case B26).
const HITS: &str = "=== src/Hits.php
<?php
namespace Shop;

final class Hits
{
    public function add(string $key): int
    {
        $file = fopen(sys_get_temp_dir() . '/app_test_hits.txt', 'c+');
        flock($file, LOCK_EX);
        $count = substr_count(stream_get_contents($file), \"$key\\n\") + 1;
        fwrite($file, \"$key\\n\");
        fclose($file);
        return $count;
    }
}
=== tests/HitsTest.php
<?php
namespace Shop\\Tests;

final class HitsTest extends \\PHPUnit\\Framework\\TestCase
{
    protected function setUp(): void
    {
        @unlink(sys_get_temp_dir() . '/app_test_hits.txt');
    }
    public function testCounts(): void
    {
        $hits = new \\Shop\\Hits();
        self::assertSame(1, $hits->add('a'));
        usleep(200000);
        self::assertSame(2, $hits->add('a'));
    }
}
";

#[test]
fn runs_at_once_do_not_meet_in_a_file_of_one_name() {
    with_all(HITS, |bed| {
        let scenario = bed.scenario("testCounts");
        let overlay = Overlay::default();
        let job = Job {
            scenario: &scenario,
            overlay: &overlay,
            limits: LIMITS,
            observe: false,
            strip: false,
            batch: 1,
        };
        for mode in [Mode::Cold, Mode::Warm] {
            std::thread::scope(|scope| {
                for slot in 0..3 {
                    let (bed, job) = (&bed, &job);
                    scope.spawn(move || {
                        let mut session = bed.runner().session(&bed.project, mode, slot).unwrap();
                        for _ in 0..2 {
                            let report = session.run(job, &CancelToken::default());
                            assert_eq!(
                                report.outcome,
                                RunOutcome::Pass,
                                "{mode:?} {slot}: {report:#?}"
                            );
                        }
                    });
                }
            });
        }
    });
}

#[test]
fn a_run_that_takes_class_loaders_away_ends_as_in_a_new_process() {
    let files = test_case("RunsTest", "", &deeds::forgetful());
    let text = format!("{}{files}", deeds::PROJECT);
    with_best(
        &text,
        deeds::a_run_that_takes_class_loaders_away_ends_as_in_a_new_process,
    );
}
