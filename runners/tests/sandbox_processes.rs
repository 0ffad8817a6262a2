//! Nothing that a runner starts outlives it, its sandbox, or the engine, tried for real.
#[path = "sandbox/testbed.rs"]
mod testbed;

use mutscore_runners::process::marked;
use mutscore_runners::sandbox::{Ended, Isolation, RUN_MARK};
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use testbed::{SOON, Testbed, modes};

/// A daemon as it should not be: a session of its own, twice forked, deaf to TERM, holding the pipe.
const DAEMON: &str = r#"
import os, signal, sys, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        print("daemon", flush=True)
        open("up", "w").close()
        while True: time.sleep(60)
    os._exit(0)
while not os.path.exists("up"): time.sleep(0.01)
"#;

#[test]
fn a_daemon_in_its_own_session_that_ignores_term_is_gone_when_the_runner_has_ended() {
    for mode in modes() {
        let testbed = Testbed::new(mode, &[]);
        let plan = testbed.python(DAEMON);
        let started = Instant::now();
        let run = testbed.run(&plan);
        assert_eq!(
            (run.output.as_str(), run.exit.ended),
            ("daemon\n", Ended::Code(0)),
            "{mode:?}"
        );
        assert_eq!(marked(RUN_MARK, &plan.run), [], "{mode:?}");
        assert!(started.elapsed() < Duration::from_secs(20));
    }
}

#[test]
fn a_runner_and_its_daemon_that_hang_are_gone_a_second_after_the_kill() {
    for mode in modes() {
        let testbed = Testbed::new(mode, &[]);
        let plan = testbed.python(&format!("{DAEMON}\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nprint('hang', flush=True)\ntime.sleep(600)"));
        let mut sandbox = testbed.start(&plan);
        testbed::until("the runner hangs", || {
            String::from_utf8_lossy(&sandbox.output_tail()).contains("hang")
        });
        assert!(
            sandbox
                .wait(Instant::now() + Duration::from_millis(20))
                .is_none()
        );
        let ordered = Instant::now();
        assert_eq!(
            sandbox.terminate(Duration::from_millis(100)).ended,
            Ended::Killed
        );
        assert!(ordered.elapsed() < Duration::from_secs(1), "{mode:?}");
        assert_eq!(marked(RUN_MARK, &plan.run), [], "{mode:?}");
    }
}

#[test]
fn a_runner_that_heeds_term_may_end_by_itself() {
    for mode in modes() {
        let testbed = Testbed::new(mode, &[]);
        let mut sandbox = testbed.start(
            &testbed.shell("trap 'echo tidy; exit 5' TERM; echo up; while :; do sleep 0.05; done"),
        );
        testbed::until("the trap is set", || sandbox.output_tail() == b"up\n");
        assert_eq!(
            sandbox.terminate(Duration::from_secs(10)).ended,
            Ended::Code(5),
            "{mode:?}"
        );
        assert!(String::from_utf8_lossy(&sandbox.output_tail()).contains("tidy"));
    }
}

#[test]
fn dropping_a_sandbox_ends_everything_and_removes_its_folder() {
    for mode in modes() {
        let testbed = Testbed::new(mode, &[]);
        let plan = testbed.shell("sleep 600 & mkdir -p deep/er; chmod 0 deep; sleep 600");
        let sandbox = testbed.start(&plan);
        testbed::until("it sleeps", || marked(RUN_MARK, &plan.run).len() >= 2);
        drop(sandbox);
        assert_eq!(marked(RUN_MARK, &plan.run), []);
        assert!(!plan.scratch.exists());
    }
}

#[test]
fn an_engine_that_is_killed_leaves_no_process() {
    for mode in modes() {
        let testbed = Testbed::new(mode, &[]);
        let plan = testbed.python(&format!("{DAEMON}\ntime.sleep(600)"));
        let file = testbed.outside("plan.json", &serde_json::to_string(&plan).unwrap());
        let mut engine = Command::new(testbed::init_exe())
            .args(["hold".as_ref(), file.as_os_str()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut ready = String::new();
        BufReader::new(engine.stdout.take().unwrap())
            .read_line(&mut ready)
            .unwrap();
        let supervisor = ready.strip_prefix("ready ").unwrap().trim().to_owned();
        testbed::until("the runner and its daemon are up", || {
            marked(RUN_MARK, &plan.run).len() >= 2
        });
        engine.kill().unwrap();
        engine.wait().unwrap();
        let killed = Instant::now();
        testbed::until("nothing is left", || marked(RUN_MARK, &plan.run).is_empty());
        testbed::until("the scratch folder is gone", || !plan.scratch.exists());
        testbed::until("the supervisor is gone", || testbed::has_ended(&supervisor));
        let groups = testbed::traces()
            .into_iter()
            .filter(|trace| trace.contains(&format!("mutscore-{supervisor}-")));
        assert_eq!(groups.count(), 0, "{mode:?}");
        assert!(killed.elapsed() < Duration::from_secs(2), "{mode:?}");
    }
}

#[test]
fn a_supervisor_that_is_killed_takes_the_sandbox_with_it() {
    let Some(testbed) = Testbed::isolated(&[]) else {
        return;
    };
    let plan = testbed.python(&format!("{DAEMON}\ntime.sleep(600)"));
    let mut sandbox = testbed.start(&plan);
    testbed::until("the runner and its daemon are up", || {
        marked(RUN_MARK, &plan.run).len() >= 2
    });
    testbed::kill_supervisor_of_this_test(&sandbox);
    assert_eq!(
        sandbox.wait(Instant::now() + SOON).unwrap().ended,
        Ended::Vanished
    );
    testbed::until("nothing is left", || marked(RUN_MARK, &plan.run).is_empty());
}

#[test]
fn two_workers_have_their_own_temporary_folder_and_slot() {
    for mode in modes() {
        let testbed = Testbed::new(mode, &[]);
        let script = "echo $MUTSCORE_SLOT; echo x >> $TMPDIR/hits; echo x >> $HOME/hits; cat $TMPDIR/hits $HOME/hits | wc -l; sleep 0.3";
        let (mut one, mut two) = (testbed.shell(script), testbed.shell(script));
        (one.slot, two.slot) = (0, 1);
        let mut both = [testbed.start(&one), testbed.start(&two)];
        let outputs = both.each_mut().map(|sandbox| {
            sandbox.wait(Instant::now() + SOON).unwrap();
            String::from_utf8(sandbox.output_tail()).unwrap()
        });
        assert_eq!(outputs, ["0\n2\n", "1\n2\n"], "{mode:?}");
    }
}

#[test]
fn without_namespaces_the_engine_sweeps_what_a_killed_supervisor_leaves() {
    let testbed = Testbed::new(Isolation::None, &[]);
    let plan = testbed.python(&format!("{DAEMON}\ntime.sleep(600)"));
    let sandbox = testbed.start(&plan);
    testbed::until("the runner and its daemon are up", || {
        marked(RUN_MARK, &plan.run).len() >= 2
    });
    testbed::kill_supervisor_of_this_test(&sandbox);
    drop(sandbox);
    assert_eq!(marked(RUN_MARK, &plan.run), []);
    assert!(!plan.scratch.exists());
}

#[test]
fn everything_here_also_holds_for_an_ordinary_user() {
    testbed::also_as_an_ordinary_user();
}
