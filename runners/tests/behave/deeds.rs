//! A project whose scenarios look at the process they run in, or do to it what a test should not.
#![allow(dead_code, reason = "each test file uses its part")]
#![allow(clippy::unwrap_used, reason = "a failure here is a failed test")]

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU32, Ordering};

use mutscore_model::outcome::{RunOutcome, RunReport};

use crate::bed::Both;

const PROJECT: &str = include_str!("projects/fidelity.txt");

/// What a run can look at, and finds alike in a new process and in a fork.
pub(crate) const ALIKE: &[&str] = &[
    "LOADED",
    "os.getcwd()",
    "sys.argv",
    "sys.path",
    "environment()",
    "state.COUNT",
    "handlers()",
    "[str(f) for f in warnings.filters]",
    "[os.getpgrp() == os.getpid(), os.getsid(0) == os.getpid()]",
    "[threading.active_count(), threading.current_thread() is threading.main_thread()]",
    "limits()",
    "sys.flags",
    "[locale.getlocale(), locale.getpreferredencoding(), time.tzname, sys.getfilesystemencoding()]",
    "oct(os.umask(0o22))",
    "[gc.isenabled(), gc.get_threshold(), sys.getrecursionlimit(), sys.getswitchinterval()]",
    "[sys.gettrace(), sys.getprofile(), threading._trace_hook, threading._profile_hook]",
    "first_descriptor()",
    "status('Uid', 'Gid', 'CapEff', 'CapPrm', 'CapAmb', 'NoNewPrivs', 'Seccomp', 'SigBlk', 'SigIgn', 'Threads')",
    "files()",
    "[sys.stdin.isatty(), sys.stdin.read()]",
    "[type(sys.stdout).__name__, type(sys.stderr).__name__, logging.root.level, len(logging.root.handlers)]",
    "[os.getuid(), os.getpriority(os.PRIO_PROCESS, 0), sorted(os.sched_getaffinity(0))]",
    "[os.path.getmtime('shop/extra.txt'), oct(os.stat('shop/extra.txt').st_mode), os.access('shop/extra.txt', os.W_OK)]",
];

/// What a run does, and what it ends in. Afterwards an ordinary run of the same session has to pass.
pub(crate) const DEEDS: &[(&str, &str, RunOutcome)] = &[
    (
        "kills its parent",
        "os.kill(os.getppid(), 9); time.sleep(0.1)",
        RunOutcome::Pass,
    ),
    (
        "kills its group",
        "os.killpg(0, 9); time.sleep(30)",
        RunOutcome::ExecutionFailure,
    ),
    (
        "closes every descriptor",
        "os.closerange(3, 1 << 16)",
        RunOutcome::Infrastructure,
    ),
    (
        "closes what it prints to",
        "os.close(0); os.close(1); os.close(2)",
        RunOutcome::Pass,
    ),
    (
        "forges a pass and fails",
        "forge(); assert False",
        RunOutcome::AssertionFailure,
    ),
    (
        "forges a pass and leaves",
        "forge(); os._exit(0)",
        RunOutcome::ExecutionFailure,
    ),
    (
        "writes garbage without an end",
        "[forge(b'{{{') for _ in range(9)]",
        RunOutcome::Pass,
    ),
    (
        "forks and does not end the child",
        "os.fork()",
        RunOutcome::Pass,
    ),
    (
        "forks and fails in the child",
        "assert os.fork() != 0",
        RunOutcome::Pass,
    ),
    (
        "traces",
        "sys.settrace(lambda *_: None); sys.setprofile(lambda *_: None)",
        RunOutcome::Pass,
    ),
    (
        "floods its output",
        "[os.write(1, b'x' * 65536) for _ in range(800)]",
        RunOutcome::Pass,
    ),
    (
        "uses more memory than there is",
        "bytearray(10 ** 10)",
        RunOutcome::ExecutionFailure,
    ),
    (
        "lets a child use it",
        "assert subprocess.call([sys.executable, '-c', 'bytearray(10 ** 10)']) == 1",
        RunOutcome::Pass,
    ),
    (
        "has much to say",
        "raise AssertionError('x' * 10 ** 7)",
        RunOutcome::AssertionFailure,
    ),
    (
        "leaves a daemon",
        "daemon('left-by-a-run')",
        RunOutcome::Pass,
    ),
    (
        "leaves a thread",
        "threading.Thread(target=time.sleep, args=(600,)).start()",
        RunOutcome::Pass,
    ),
    (
        "hangs at exit",
        "atexit.register(time.sleep, 600)",
        RunOutcome::Pass,
    ),
    ("replaces what the shim uses", "replace()", RunOutcome::Pass),
    (
        "empties its environment",
        "os.environ.clear(); sys.path[:] = []; sys.modules.pop('json', None)",
        RunOutcome::Pass,
    ),
    ("recurses as deep as it may", "recurse()", RunOutcome::Pass),
    ("spawns by multiprocessing", "spawn()", RunOutcome::Pass),
    (
        "ends as a generator",
        "raise GeneratorExit()",
        RunOutcome::ExecutionFailure,
    ),
    ("serves on a port", "serve_once(8123)", RunOutcome::Pass),
    (
        "serves on the same port",
        "serve_once(8123)",
        RunOutcome::Pass,
    ),
    (
        "writes everywhere",
        "[open(os.path.join(place, 'left'), 'w').close() for place in ('.', os.path.expanduser('~'), tempfile.gettempdir())]",
        RunOutcome::Pass,
    ),
    (
        "rewrites a file",
        "open('shop/extra.txt', 'w').write('spoilt')",
        RunOutcome::Pass,
    ),
    (
        "removes a file",
        "os.remove('shop/extra.txt')",
        RunOutcome::Pass,
    ),
    ("counts", "assert state.bump() == 1", RunOutcome::Pass),
    ("counts again", "assert state.bump() == 1", RunOutcome::Pass),
];

/// What an ordinary run looks at to see whether an earlier one left something.
const CLEAN: &str = "state.COUNT['n'] == 0 and open('shop/extra.txt').read() == 'kept\\n' \
     and not any('left' in names for names in files()) and processes('left-by-a-run') == 0";

/// The project, whose processes have a name of their own: without a process namespace every test's runs see those of
/// the other tests.
pub(crate) fn project() -> String {
    static PROJECTS: AtomicU32 = AtomicU32::new(0);
    let number = PROJECTS.fetch_add(1, Ordering::Relaxed);
    let own = format!("left-by-{}-{number}", std::process::id());
    let mut renamed = String::new();
    for line in text().lines() {
        // Scenarios are found by name, so those stay.
        if line.trim_start().starts_with("Scenario:") {
            renamed.push_str(line);
        } else {
            renamed.push_str(&line.replace("left-by-a-run", &own));
        }
        renamed.push('\n');
    }
    renamed
}

fn text() -> String {
    let mut text = format!("{PROJECT}=== features/runs.feature\nFeature: runs\n");
    for expression in ALIKE {
        write!(
            text,
            "\n  Scenario: {expression}\n    Then tell {expression}\n"
        )
        .unwrap();
    }
    for (name, code, _) in DEEDS {
        let quotes = "\"\"\"";
        write!(
            text,
            "\n  Scenario: {name}\n    When this is done\n      {quotes}\n      from kit.deeds import *\n      {code}\n      {quotes}\n    And nothing is done\n"
        )
        .unwrap();
    }
    for expression in [
        "random.random()",
        "uuid.uuid4().hex",
        "processes('left-by-a-run')",
        "os.getpid()",
        "__import__('outside').VALUE",
    ] {
        write!(
            text,
            "\n  Scenario: tell {expression}\n    Then tell {expression}\n"
        )
        .unwrap();
    }
    write!(
        text,
        "\n  Scenario: clean\n    Then it holds that {CLEAN}\n"
    )
    .unwrap();
    text.push_str("\n  Scenario: hangs beside its children\n    When this is done\n      \"\"\"\n");
    text.push_str("      from kit.deeds import *\n      daemon('left-by-a-run'); time.sleep(600)\n      \"\"\"\n");
    text.push_str("\n  Scenario: nothing\n    When nothing is done\n");
    text
}

pub(crate) fn said(both: &Both) -> (String, String) {
    let message = |report: &RunReport| report.exception.as_ref().unwrap().message.clone();
    (message(&both.cold), message(&both.warm))
}
