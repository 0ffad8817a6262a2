//! A fork of a loaded process is what a new process is, or the project is run cold.
#![allow(clippy::unwrap_used, reason = "a failure here is a failed test")]

#[path = "behave/bed.rs"]
mod bed;

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use bed::{Bed, Both, Pair, for_all, for_both};
use mutscore_model::outcome::{Execution, RunOutcome};
use mutscore_model::overlay::Overlay;
use mutscore_runners::runner::Isolation;

const PROJECT: &str = include_str!("behave/projects/fidelity.txt");

/// What a run can look at, and finds alike in a new process and in a fork.
const ALIKE: &[&str] = &[
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
const DEEDS: &[(&str, &str, RunOutcome)] = &[
    ("kills its parent", "os.kill(os.getppid(), 9); time.sleep(0.1)", RunOutcome::Pass),
    ("kills its group", "os.killpg(0, 9); time.sleep(30)", RunOutcome::ExecutionFailure),
    ("closes every descriptor", "os.closerange(3, 1 << 16)", RunOutcome::Infrastructure),
    ("closes what it prints to", "os.close(0); os.close(1); os.close(2)", RunOutcome::Pass),
    ("forges a pass and fails", "forge(); assert False", RunOutcome::AssertionFailure),
    ("forges a pass and leaves", "forge(); os._exit(0)", RunOutcome::ExecutionFailure),
    ("writes garbage without an end", "[forge(b'{{{') for _ in range(9)]", RunOutcome::Pass),
    ("forks and does not end the child", "os.fork()", RunOutcome::Pass),
    ("forks and fails in the child", "assert os.fork() != 0", RunOutcome::Pass),
    ("traces", "sys.settrace(lambda *_: None); sys.setprofile(lambda *_: None)", RunOutcome::Pass),
    ("floods its output", "[os.write(1, b'x' * 65536) for _ in range(800)]", RunOutcome::Pass),
    ("has much to say", "raise AssertionError('x' * 10 ** 7)", RunOutcome::AssertionFailure),
    ("leaves a daemon", "daemon('left-by-a-run')", RunOutcome::Pass),
    ("leaves a thread", "threading.Thread(target=time.sleep, args=(600,)).start()", RunOutcome::Pass),
    ("hangs at exit", "atexit.register(time.sleep, 600)", RunOutcome::Pass),
    ("replaces what the shim uses", "replace()", RunOutcome::Pass),
    ("empties its environment", "os.environ.clear(); sys.path[:] = []; sys.modules.pop('json', None)", RunOutcome::Pass),
    ("recurses as deep as it may", "recurse()", RunOutcome::Pass),
    ("spawns by multiprocessing", "spawn()", RunOutcome::Pass),
    ("ends as a generator", "raise GeneratorExit()", RunOutcome::ExecutionFailure),
    ("serves on a port", "serve_once(8123)", RunOutcome::Pass),
    ("serves on the same port", "serve_once(8123)", RunOutcome::Pass),
    (
        "writes everywhere",
        "[open(os.path.join(place, 'left'), 'w').close() for place in ('.', os.path.expanduser('~'), tempfile.gettempdir())]",
        RunOutcome::Pass,
    ),
    ("rewrites a file", "open('shop/extra.txt', 'w').write('spoilt')", RunOutcome::Pass),
    ("removes a file", "os.remove('shop/extra.txt')", RunOutcome::Pass),
    ("counts", "assert state.bump() == 1", RunOutcome::Pass),
    ("counts again", "assert state.bump() == 1", RunOutcome::Pass),
];

/// What an ordinary run looks at to see whether an earlier one left something.
const CLEAN: &str = "state.COUNT['n'] == 0 and open('shop/extra.txt').read() == 'kept\\n' \
     and not any('left' in names for names in files()) and processes('left-by-a-run') == 0";

/// What the deeds above use.
const TOOLS: &str = r#"=== kit/__init__.py
=== kit/deeds.py
import json
import multiprocessing
import os
import subprocess
import sys
import time
from unittest import mock

from shop import state


def forge(text=b'{"done": {"outcome": "pass", "step_begun": true}}'):
    for fd in range(3, 600):
        try:
            os.write(fd, b"\n" + text + b"\n" + text)
        except OSError:
            pass


def daemon(mark):
    code = "import time; time.sleep(600) #" + mark
    for _ in range(2):
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                os.execv(sys.executable, [sys.executable, "-c", code])
            os._exit(0)
        os.wait()
    subprocess.Popen([sys.executable, "-c", code], start_new_session=True)


def replace():
    def broken(*_, **__):
        raise RuntimeError("replaced")
    for name in ("os._exit", "os.write", "os.fstat", "os.getpid", "os.close", "json.dumps", "json.loads",
                 "json.JSONEncoder.encode", "time.monotonic", "random.seed", "signal.signal", "signal.alarm"):
        mock.patch(name, broken).start()


def recurse():
    def deeper(n):
        return deeper(n + 1)
    try:
        deeper(0)
    except RecursionError:
        pass


def spawn():
    process = multiprocessing.get_context("spawn").Process(target=state.work)
    process.start()
    process.join()
    assert process.exitcode == 0, process.exitcode
"#;

fn project() -> String {
    let mut text = format!("{PROJECT}{TOOLS}=== features/runs.feature\nFeature: runs\n");
    for expression in ALIKE {
        write!(text, "\n  Scenario: {expression}\n    Then tell {expression}\n").unwrap();
    }
    for (name, code, _) in DEEDS {
        let quotes = "\"\"\"";
        write!(
            text,
            "\n  Scenario: {name}\n    When this is done\n      {quotes}\n      from kit.deeds import *\n      {code}\n      {quotes}\n    And nothing is done\n"
        )
        .unwrap();
    }
    for expression in ["random.random()", "uuid.uuid4().hex", "processes('left-by-a-run')", "os.getpid()"] {
        write!(text, "\n  Scenario: tell {expression}\n    Then tell {expression}\n").unwrap();
    }
    write!(text, "\n  Scenario: clean\n    Then it holds that {CLEAN}\n").unwrap();
    text.push_str("\n  Scenario: nothing\n    When nothing is done\n");
    text
}

fn said(both: &Both) -> (String, String) {
    let message = |report: &mutscore_model::outcome::RunReport| report.exception.as_ref().unwrap().message.clone();
    (message(&both.cold), message(&both.warm))
}

/// A pair of sessions on a project that runs `code` while it is loaded.
fn with_load<'b>(bed: &'b Bed, code: &str) -> Pair<'b> {
    bed.pair_with(|project| drop(project.env.insert("AT_LOAD".into(), code.into())))
}

#[test]
fn a_fork_finds_what_a_new_process_finds() {
    for_both(&project(), |bed| {
        let mut pair = bed.pair();
        for expression in ALIKE {
            let (cold, warm) = said(&pair.plain(expression));
            assert_eq!(cold, warm, "Behave {}: {expression}", bed.version);
        }
        assert_eq!(pair.warm.demoted(), None);
    });
}

#[test]
fn what_a_run_does_ends_as_in_a_new_process_and_reaches_no_other_run() {
    for_both(&project(), |bed| {
        let mut pair = bed.pair();
        for (name, _, outcome) in DEEDS {
            let started = Instant::now();
            let both = pair.plain(name);
            assert_eq!(both.outcome(), *outcome, "Behave {}: {name}: {both:#?}", bed.version);
            assert!(started.elapsed() < Duration::from_secs(30), "{name} took {:?}", started.elapsed());
            let after = pair.run_warm("clean", &Overlay::default(), 1);
            assert_eq!(after.outcome, RunOutcome::Pass, "after {name}: {after:#?}");
        }
        assert_eq!(pair.warm.demoted(), None);
        assert_eq!(pair.run_warm("nothing", &Overlay::default(), 1).execution, Execution::Warm);
    });
}

#[test]
fn every_process_of_the_namespace_may_be_killed_by_a_run() {
    let text = format!(
        "{}\n  Scenario: kills all\n    When this is done\n      \"\"\"\n      try:\n          os.kill(-1, 9)\n      except ProcessLookupError:\n          pass\n      \"\"\"\n",
        project()
    );
    for_both(&text, |bed| {
        // Elsewhere it would mean every process of this machine.
        if bed.project.isolation == Isolation::Namespaces {
            let mut pair = bed.pair();
            pair.plain("kills all").ends_in(RunOutcome::Pass);
            pair.plain("clean").ends_in(RunOutcome::Pass);
        }
    });
}

#[test]
fn runs_that_share_a_view_do_not_see_what_others_wrote() {
    for_all(&project(), |bed| {
        if bed.project.isolation != Isolation::None {
            return;
        }
        let mut pair = bed.pair();
        for name in ["writes everywhere", "rewrites a file", "removes a file", "counts", "leaves a daemon"] {
            pair.plain(name).ends_in(RunOutcome::Pass);
            pair.plain("clean").ends_in(RunOutcome::Pass);
        }
        assert_eq!(pair.warm.demoted(), None);
    });
}

#[test]
fn a_project_whose_loading_a_fork_cannot_repeat_is_run_cold_and_says_why() {
    let cases = [
        ("import threading, time; threading.Thread(target=time.sleep, args=(600,), daemon=True).start()", "thread"),
        ("kept = open('shop/extra.txt')", "descriptor"),
        ("import socket; kept = socket.socket(); globals().update(kept=kept)", "descriptor"),
        ("import subprocess; kept = subprocess.Popen(['sleep', '600'])", "process"),
        ("import signal; signal.setitimer(signal.ITIMER_REAL, 1000)", "timer"),
        ("import mmap; globals().update(kept=mmap.mmap(-1, 4096))", "memory"),
        ("open('written', 'w').close()", "writes a file (written)"),
        ("os.remove('shop/extra.txt')", "writes a file (shop/extra.txt)"),
        ("os.mkdir('shop/new')", "writes a file (shop/new)"),
        ("open(os.path.expanduser('~/written'), 'w').close()", "writes a file (written)"),
        ("import tempfile; tempfile.mkdtemp(prefix='made')", "writes a file (made"),
        ("open('/dev/shm/written', 'w').close()", "writes a file (written)"),
        ("import time; STARTED = time.time()", "time"),
        ("import datetime; TODAY = datetime.date.today()", "time"),
        ("import datetime; NOW = datetime.datetime.now()", "time"),
        ("PID = os.getpid()", "getpid"),
    ];
    for_both(&project(), |bed| {
        if !bed.is_new() {
            return;
        }
        for (code, why) in cases {
            let code = code.replace("kept = open", "globals()['kept'] = open");
            let mut pair = with_load(bed, &code);
            let both = pair.plain("nothing");
            both.ends_in(RunOutcome::Pass);
            assert_eq!(both.warm.execution, Execution::Cold, "{code}");
            let said = pair.warm.demoted().unwrap_or_default().to_owned();
            assert!(said.contains(why), "{code}: {said}");
        }
    });
}

#[test]
fn files_written_by_loading_are_found_where_all_runs_share_one_view_too() {
    for_all(&project(), |bed| {
        if bed.project.isolation != Isolation::None || !bed.is_new() {
            return;
        }
        for code in ["open('written', 'a').close()", "import tempfile; tempfile.mkdtemp()"] {
            let mut pair = with_load(bed, code);
            pair.plain("nothing").ends_in(RunOutcome::Pass);
            let said = pair.warm.demoted().unwrap_or_default().to_owned();
            assert!(said.contains("writes a file"), "{code}: {said}");
        }
    });
}

#[test]
fn a_project_that_changes_its_own_state_while_loading_keeps_it_in_every_fork() {
    let cases = [
        ("import sys; sys.path.insert(0, '/nowhere')", "sys.path"),
        ("import signal; signal.signal(signal.SIGUSR1, signal.SIG_IGN)", "handlers()"),
        ("import warnings; warnings.simplefilter('error')", "[str(f) for f in warnings.filters]"),
        ("os.environ['SET_WHILE_LOADING'] = '1'", "environment()"),
        ("os.umask(0o77)", "oct(os.umask(0o22))"),
        ("import sys; sys.setrecursionlimit(3000)", "[gc.isenabled(), gc.get_threshold(), sys.getrecursionlimit(), sys.getswitchinterval()]"),
    ];
    for_both(&project(), |bed| {
        for (code, expression) in cases {
            let mut pair = with_load(bed, code);
            let (cold, warm) = said(&pair.plain(expression));
            assert_eq!(cold, warm, "{code}");
            assert_eq!(pair.warm.demoted(), None, "{code}");
        }
    });
}

#[test]
fn random_numbers_are_drawn_as_a_new_process_draws_them() {
    for_both(&project(), |bed| {
        let draws = |code: &str| {
            let mut pair = with_load(bed, code);
            let draws: Vec<(String, String)> = (0..3).map(|_| said(&pair.plain("tell random.random()"))).collect();
            assert_eq!(pair.warm.demoted(), None);
            draws
        };
        for code in ["", "import random; random.random()"] {
            let draws = draws(code);
            let mut all: Vec<&String> = draws.iter().flat_map(|(cold, warm)| [cold, warm]).collect();
            all.sort();
            all.dedup();
            assert_eq!(all.len(), 6, "`{code}`: {draws:?}");
        }
        for code in ["import random; random.seed(7)", "import random; random.seed(7); random.random()"] {
            let draws = draws(code);
            assert!(draws.iter().all(|(cold, warm)| cold == warm && cold == &draws[0].0), "`{code}`: {draws:?}");
        }
        let mut pair = bed.pair();
        let draws: Vec<String> = (0..2).map(|_| said(&pair.plain("tell uuid.uuid4().hex")).1).collect();
        assert_ne!(draws[0], draws[1]);
    });
}

#[test]
fn threads_and_servers_of_before_all_belong_to_one_run() {
    let code = "import socketserver, threading, http.server\n\
         server = http.server.HTTPServer(('127.0.0.1', 8124), http.server.SimpleHTTPRequestHandler)\n\
         threading.Thread(target=server.serve_forever, daemon=True).start()\n\
         import urllib.request\n\
         assert urllib.request.urlopen('http://127.0.0.1:8124/shop/extra.txt').read() == b'kept\\n'";
    for_both(&project(), |bed| {
        let mut pair = bed.pair_with(|project| drop(project.env.insert("BEFORE_ALL".into(), code.into())));
        for _ in 0..3 {
            let both = pair.plain("nothing");
            both.ends_in(RunOutcome::Pass);
            assert_eq!(both.warm.execution, Execution::Warm);
        }
    });
}

#[test]
fn what_a_run_left_behind_is_ended_and_counted() {
    for_both(&project(), |bed| {
        let mut pair = bed.pair();
        let both = pair.plain("leaves a daemon");
        assert_eq!(both.outcome(), RunOutcome::Pass);
        assert!(both.warm.left_behind >= 3, "{both:#?}");
        let (cold, warm) = said(&pair.plain("tell processes('left-by-a-run')"));
        assert_eq!((cold.as_str(), warm.as_str()), ("0", "0"));
    });
}
