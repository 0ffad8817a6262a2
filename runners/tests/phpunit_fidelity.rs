//! A fork of a loaded process is what a new process is, and what one run does reaches no other.
#![allow(clippy::unwrap_used, reason = "a failure here is a failed test")]

#[path = "phpunit/bed.rs"]
mod bed;

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use bed::{Both, LIMITS, Pair, with_all, with_best};
use mutscore_model::outcome::{Execution, RunOutcome, RunReport};
use mutscore_model::overlay::Overlay;
use mutscore_runners::runner::{CancelToken, Isolation, Job, Mode};

const PROJECT: &str = include_str!("phpunit/projects/fidelity.txt");

/// What a run can look at, and finds alike in a new process and in a fork.
const ALIKE: &[&str] = &[
    "getcwd()",
    "[$_SERVER['argv'], $_SERVER['argc'], $GLOBALS['argv'], $_SERVER['SCRIPT_NAME'], PHP_SAPI]",
    "settings()",
    "environment()",
    "[error_reporting(), error_get_last(), ob_get_level(), get_include_path(), umask()]",
    "[setlocale(LC_ALL, '0'), date_default_timezone_get(), mb_internal_encoding()]",
    "[posix_getpgid(getmypid()) === getmypid(), posix_getsid(getmypid()) === getmypid()]",
    "array_diff_key(posix_getrlimit(), ['soft cpu' => 1, 'hard cpu' => 1])",
    "status()",
    "files()",
    "[stream_get_contents(STDIN), posix_isatty(STDOUT), posix_isatty(STDERR), ignore_user_abort()]",
    "[posix_getuid(), posix_geteuid(), pcntl_getpriority()]",
    "[substr(decoct(fileperms('src/extra.txt')), -4), is_writable('src/extra.txt'), filesize('src/extra.txt')]",
    "[count(spl_autoload_functions()), class_exists('Zygote'), function_exists('pcov\\\\start') && ini_get('pcov.enabled')]",
    "abs($_SERVER['REQUEST_TIME'] - time()) < 5",
    "Shop\\State::$count",
    "first_descriptor()",
    "[set_error_handler(null) !== null, libxml_use_internal_errors(), gc_enabled()]",
];

/// What a run does, and what it ends in. Afterwards an ordinary run of the same session has to pass.
const DEEDS: &[(&str, &str, RunOutcome)] = &[
    (
        "KillsItsParent",
        "posix_kill(posix_getppid(), 9); usleep(100000);",
        RunOutcome::Pass,
    ),
    (
        "KillsItsGroup",
        "posix_kill(0, 9); sleep(30);",
        RunOutcome::ExecutionFailure,
    ),
    (
        "ClosesEveryDescriptor",
        "close_all();",
        RunOutcome::Infrastructure,
    ),
    (
        "ClosesWhatItPrintsTo",
        "fclose(STDIN); fclose(STDOUT); fclose(STDERR);",
        RunOutcome::Pass,
    ),
    (
        "ForgesAPassAndFails",
        "forge(); throw new \\Exception('no');",
        RunOutcome::AssertionFailure,
    ),
    (
        "ForgesAPassAndLeaves",
        "forge(); exit(0);",
        RunOutcome::ExecutionFailure,
    ),
    (
        "ForksAndDoesNotEndTheChild",
        "pcntl_fork();",
        RunOutcome::Pass,
    ),
    (
        "ForksAndFailsInTheChild",
        "if (pcntl_fork() === 0) { throw new \\Exception('in the child'); }",
        RunOutcome::Pass,
    ),
    (
        "ForksAndExitsInTheChild",
        "if (pcntl_fork() === 0) { exit(0); }",
        RunOutcome::Pass,
    ),
    (
        "FloodsItsOutput",
        "for ($i = 0; $i < 800; $i++) { fwrite(STDOUT, str_repeat('x', 65536)); }",
        RunOutcome::Pass,
    ),
    (
        "UsesMoreMemoryThanThereIs",
        "str_repeat('x', 10 ** 10);",
        RunOutcome::ExecutionFailure,
    ),
    (
        "HasMuchToSay",
        "throw new \\Exception(str_repeat('x', 10 ** 7));",
        RunOutcome::AssertionFailure,
    ),
    (
        "LeavesADaemon",
        "shell_exec('setsid sh -c \"exec -a left-by-a-run sleep 600\" >/dev/null 2>&1 &');",
        RunOutcome::Pass,
    ),
    (
        "HangsAtItsEnd",
        "register_shutdown_function(fn () => sleep(600));",
        RunOutcome::Pass,
    ),
    (
        "ReplacesHandlers",
        "set_error_handler(fn () => exit(0)); set_exception_handler(fn () => exit(0));",
        RunOutcome::Pass,
    ),
    (
        "EmptiesItsSurroundings",
        "foreach (array_keys($_SERVER) as $name) { putenv($name); } $_SERVER = $_ENV = []; set_include_path('');",
        RunOutcome::Pass,
    ),
    (
        "ForgetsHowToLoad",
        "foreach (spl_autoload_functions() as $one) { if (is_array($one)) { spl_autoload_unregister($one); } }",
        RunOutcome::Pass,
    ),
    (
        "ChangesItsSettings",
        "ini_set('error_reporting', '0'); ini_set('precision', '3'); mb_internal_encoding('UTF-16');",
        RunOutcome::Pass,
    ),
    ("ServesOnAPort", "serve_once(8123);", RunOutcome::Pass),
    ("ServesOnTheSamePort", "serve_once(8123);", RunOutcome::Pass),
    (
        "WritesEverywhere",
        "foreach (['.', getenv('HOME'), sys_get_temp_dir()] as $place) { file_put_contents(\"$place/left\", ''); }",
        RunOutcome::Pass,
    ),
    (
        "RewritesAFile",
        "file_put_contents('src/extra.txt', 'spoilt');",
        RunOutcome::Pass,
    ),
    ("RemovesAFile", "unlink('src/extra.txt');", RunOutcome::Pass),
    ("GoesElsewhere", "chdir('/');", RunOutcome::Pass),
    (
        "Counts",
        "if (\\Shop\\State::bump() !== 1) { throw new \\Exception('again'); }",
        RunOutcome::Pass,
    ),
    (
        "CountsAgain",
        "if (\\Shop\\State::bump() !== 1) { throw new \\Exception('again'); }",
        RunOutcome::Pass,
    ),
    (
        "DeclaresAClassTwice",
        "\\Shop\\State::bump(); eval('namespace Shop; class State {}');",
        RunOutcome::BuildFailure,
    ),
];

/// What an ordinary run looks at to see whether an earlier one left something.
const CLEAN: &str = "self::assertSame([0, \"kept\\n\", false, 0], [\\Shop\\State::$count, file_get_contents('src/extra.txt'), left(), processes('left-by-a-run')]);";

/// The project with a test for each of them.
fn project() -> String {
    let mut text = format!(
        "{PROJECT}=== tests/RunsTest.php\n<?php\nnamespace Shop\\Tests;\nuse Shop;\n\
         final class RunsTest extends \\PHPUnit\\Framework\\TestCase\n{{\n    protected $preserveGlobalState = false;\n    \
         public function testNothing(): void {{ \\Shop\\State::$count; self::assertTrue(true); }}\n    \
         public function testClean(): void {{ {CLEAN} }}\n    \
         public function testDraws(): void {{ throw new \\Exception(json_encode([mt_rand(), rand(), mt_rand(1, 999999)])); }}\n"
    );
    for (number, expression) in ALIKE.iter().enumerate() {
        writeln!(
            text,
            "    public function testTell{number}(): void {{ throw new \\Exception(json_encode({expression})); }}"
        )
        .unwrap();
    }
    for (name, code, _) in DEEDS {
        writeln!(
            text,
            "    public function test{name}(): void {{ {code} self::assertTrue(true); }}"
        )
        .unwrap();
    }
    text.push_str("}\n");
    text
}

fn said(both: &Both) -> (String, String) {
    let message = |report: &RunReport| match &report.exception {
        Some(exception) => exception.message.clone(),
        None => panic!("{report:#?}"),
    };
    (message(&both.cold), message(&both.warm))
}

#[test]
fn a_fork_finds_what_a_new_process_finds() {
    with_best(&project(), |bed| {
        let mut pair = bed.pair();
        let mut wrong = Vec::new();
        for (number, expression) in ALIKE.iter().enumerate() {
            let (cold, warm) = said(&pair.plain(&format!("testTell{number}")));
            if cold != warm {
                wrong.push(format!("{expression}: {cold} but warm {warm}"));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        assert_eq!(pair.warm.demoted(), None);
    });
}

#[test]
fn what_a_run_does_ends_as_in_a_new_process_and_reaches_no_other_run() {
    with_best(&project(), |bed| {
        let mut pair = bed.pair();
        for (name, _, outcome) in DEEDS {
            let started = Instant::now();
            let both = pair.plain(&format!("test{name}"));
            assert_eq!(both.outcome(), *outcome, "{name}: {both:#?}");
            assert!(
                started.elapsed() < Duration::from_secs(30),
                "{name} took {:?}",
                started.elapsed()
            );
            let after = pair.run_warm("testClean", &Overlay::default(), 1);
            let found = (after.outcome, after.execution);
            assert_eq!(
                found,
                (RunOutcome::Pass, Execution::Warm),
                "after {name}: {after:#?}"
            );
        }
        assert_eq!(pair.warm.demoted(), None);
        let last = pair.run_warm("testNothing", &Overlay::default(), 1);
        assert_eq!(last.execution, Execution::Warm);
    });
}

#[test]
fn runs_that_share_a_view_do_not_see_what_others_wrote() {
    with_all(&project(), |bed| {
        if bed.project.isolation != Isolation::None {
            return;
        }
        let mut pair = bed.pair();
        for name in [
            "testWritesEverywhere",
            "testRewritesAFile",
            "testRemovesAFile",
            "testCounts",
        ] {
            pair.plain(name).ends_in(RunOutcome::Pass);
            let after = pair.run_warm("testCounts", &Overlay::default(), 1);
            assert_eq!(after.outcome, RunOutcome::Pass, "after {name}: {after:#?}");
        }
    });
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
