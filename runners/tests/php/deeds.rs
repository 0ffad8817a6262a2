//! Tests that look at the process they run in, or do to it what a test should not, for every runner of PHP alike.
#![allow(dead_code, reason = "each test file uses its part")]
#![allow(clippy::unwrap_used, reason = "a failure here is a failed test")]

use std::time::{Duration, Instant};

use mutscore_model::outcome::{Execution, RunOutcome, RunReport};
use mutscore_model::overlay::Overlay;
use mutscore_runners::runner::Isolation;

use crate::bed::{Bed, Both};

pub(crate) const PROJECT: &str = include_str!("projects/fidelity.txt");

/// What a run can look at, and finds alike in a new process and in a fork.
pub(crate) const ALIKE: &[&str] = &[
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
pub(crate) const DEEDS: &[(&str, &str, RunOutcome)] = &[
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
pub(crate) const CLEAN: &str = "self::assertSame([0, \"kept\\n\", false, 0], [\\Shop\\State::$count, file_get_contents('src/extra.txt'), left(), processes('left-by-a-run')]);";

/// A test after which no class can be loaded any more. For a project of its own: where a project does that, no class is
/// loaded ahead.
pub(crate) fn forgetful() -> Vec<(String, String)> {
    let body = "foreach (spl_autoload_functions() as $one) { if (is_array($one)) { spl_autoload_unregister($one); } }";
    vec![
        (
            "testForgetsHowToLoad".to_owned(),
            format!("{body} self::assertTrue(true);"),
        ),
        (
            "testNothing".to_owned(),
            "self::assertTrue(true);".to_owned(),
        ),
    ]
}

pub(crate) fn a_run_that_takes_class_loaders_away_ends_as_in_a_new_process(bed: &Bed) {
    let mut pair = bed.pair();
    pair.plain("testForgetsHowToLoad");
    let after = pair.plain("testNothing");
    assert_eq!(after.warm.execution, Execution::Warm, "{after:#?}");
    after.ends_in(RunOutcome::Pass);
}

/// The tests of the project, as the names and the bodies of methods.
pub(crate) fn methods() -> Vec<(String, String)> {
    let mut all = vec![
        (
            "testNothing".to_owned(),
            "\\Shop\\State::$count; self::assertTrue(true);".to_owned(),
        ),
        ("testClean".to_owned(), CLEAN.to_owned()),
        (
            "testDraws".to_owned(),
            "throw new \\Exception(json_encode([mt_rand(), rand(), mt_rand(1, 999999)]));"
                .to_owned(),
        ),
    ];
    for (number, expression) in ALIKE.iter().enumerate() {
        let body = format!("throw new \\Exception(json_encode({expression}));");
        all.push((format!("testTell{number}"), body));
    }
    for (name, code, _) in DEEDS {
        all.push((
            format!("test{name}"),
            format!("{code} self::assertTrue(true);"),
        ));
    }
    all
}

pub(crate) fn said(both: &Both) -> (String, String) {
    let message = |report: &RunReport| match &report.exception {
        Some(exception) => exception.message.clone(),
        None => panic!("{report:#?}"),
    };
    (message(&both.cold), message(&both.warm))
}

pub(crate) fn a_fork_finds_what_a_new_process_finds(bed: &Bed) {
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
}

pub(crate) fn what_a_run_does_ends_as_in_a_new_process_and_reaches_no_other_run(bed: &Bed) {
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
}

pub(crate) fn runs_that_share_a_view_do_not_see_what_others_wrote(bed: &Bed) {
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
}
