//! What loading a project leaves is kept in every fork, or the project is run cold and says why.
#![allow(clippy::unwrap_used, reason = "a failure here is a failed test")]

#[path = "behave/bed.rs"]
mod bed;
#[path = "behave/deeds.rs"]
mod deeds;

use bed::{Bed, LIMITS, Pair, for_all, for_both};
use deeds::{project, said};
use mutscore_model::outcome::{Execution, RunOutcome};
use mutscore_model::overlay::Overlay;
use mutscore_runners::runner::Isolation;

/// A pair of sessions on a project that runs `code` while it is loaded.
fn with_load<'b>(bed: &'b Bed, code: &str) -> Pair<'b> {
    bed.pair_with(|project| drop(project.env.insert("AT_LOAD".into(), code.into())))
}

#[test]
fn a_project_whose_loading_a_fork_cannot_repeat_is_run_cold_and_says_why() {
    let cases = [
        (
            "import threading, time; threading.Thread(target=time.sleep, args=(600,), daemon=True).start()",
            "thread",
        ),
        ("kept = open('shop/extra.txt')", "descriptor"),
        (
            "import socket; kept = socket.socket(); globals().update(kept=kept)",
            "descriptor",
        ),
        (
            "import subprocess; kept = subprocess.Popen(['sleep', '600'])",
            "process",
        ),
        (
            "import signal; signal.setitimer(signal.ITIMER_REAL, 1000)",
            "timer",
        ),
        (
            "import mmap; globals().update(kept=mmap.mmap(-1, 4096))",
            "memory",
        ),
        ("open('written', 'w').close()", "writes a file (written)"),
        (
            "os.remove('shop/extra.txt')",
            "writes a file (shop/extra.txt)",
        ),
        ("os.mkdir('shop/new')", "writes a file (shop/new)"),
        (
            "open(os.path.expanduser('~/written'), 'w').close()",
            "writes a file (written)",
        ),
        (
            "import tempfile; tempfile.mkdtemp(prefix='made')",
            "writes a file (made",
        ),
        (
            "open('/dev/shm/written', 'w').close()",
            "writes a file (written)",
        ),
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
        for code in [
            "open('written', 'a').close()",
            "import tempfile; tempfile.mkdtemp()",
        ] {
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
        (
            "import signal; signal.signal(signal.SIGUSR1, signal.SIG_IGN)",
            "handlers()",
        ),
        (
            "import warnings; warnings.simplefilter('error')",
            "[str(f) for f in warnings.filters]",
        ),
        ("os.environ['SET_WHILE_LOADING'] = '1'", "environment()"),
        ("os.umask(0o77)", "oct(os.umask(0o22))"),
        (
            "import sys; sys.setrecursionlimit(3000)",
            "[gc.isenabled(), gc.get_threshold(), sys.getrecursionlimit(), sys.getswitchinterval()]",
        ),
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
            let swapped = bed.edit("shop/state.py", "6 * 7", "6 * 8");
            let loaded = bed.edit("shop/state.py", "SEEN = []", "SEEN = [ ]");
            let overlays = [Overlay::default(), swapped, loaded];
            let mut draw =
                |overlay| said(&pair.run_batch("tell random.random()", overlay, 2, LIMITS));
            let draws: Vec<(String, String)> = overlays.iter().map(&mut draw).collect();
            assert_eq!(pair.warm.demoted(), None);
            draws
        };
        for code in ["", "import random; random.random()"] {
            let draws = draws(code);
            let mut all: Vec<&String> =
                draws.iter().flat_map(|(cold, warm)| [cold, warm]).collect();
            all.sort();
            all.dedup();
            assert_eq!(all.len(), 6, "`{code}`: {draws:?}");
        }
        for code in [
            "import random; random.seed(7)",
            "import random; random.seed(7); random.random()",
        ] {
            let draws = draws(code);
            assert!(
                draws
                    .iter()
                    .all(|(cold, warm)| cold == warm && cold == &draws[0].0),
                "`{code}`: {draws:?}"
            );
        }
        let mut pair = bed.pair();
        let draws: Vec<String> = (0..2)
            .map(|_| said(&pair.plain("tell uuid.uuid4().hex")).1)
            .collect();
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
        let mut pair =
            bed.pair_with(|project| drop(project.env.insert("BEFORE_ALL".into(), code.into())));
        for _ in 0..3 {
            let both = pair.plain("nothing");
            both.ends_in(RunOutcome::Pass);
            assert_eq!(both.warm.execution, Execution::Warm);
        }
    });
}

#[test]
fn a_library_that_was_imported_ahead_is_as_the_project_would_have_imported_it() {
    let cases = [
        ("import outside", "'none'"),
        ("os.environ['MODE'] = 'set'; import outside", "'set'"),
        (
            "import sys, types; sys.modules['absent'] = types.ModuleType('absent'); import outside",
            "'stand-in'",
        ),
    ];
    let library = tempfile::tempdir().unwrap();
    let text = "import os\ntry:\n    import absent\n    VALUE = 'stand-in'\n\
         except ImportError:\n    VALUE = os.environ.get('MODE', 'none')\n";
    std::fs::write(library.path().join("outside.py"), text).unwrap();
    let open = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(library.path(), open).unwrap();
    for_both(&project(), |bed| {
        let loaded = bed.edit("shop/state.py", "SEEN = []", "SEEN = [ ]");
        for (code, value) in cases {
            let mut pair = bed.pair_with(|project| {
                project.read_only.push(library.path().to_owned());
                let path = library.path().display().to_string();
                project.env.insert("PYTHONPATH".into(), path);
                project.env.insert("AT_LOAD".into(), code.into());
            });
            let both = pair.run("tell __import__('outside').VALUE", &loaded);
            assert_eq!(both.warm.execution, Execution::Loaded, "{both:#?}");
            assert_eq!(said(&both), (value.to_owned(), value.to_owned()), "{code}");
        }
    });
}
