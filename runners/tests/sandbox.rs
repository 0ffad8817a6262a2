//! What a sandbox promises, tried for real: network, files, processes, memory, disk and output.
//!
//! Everything runs in both isolation modes where the promise is made in both. As root the whole
//! file runs a second time as an ordinary user, because the two are built differently.
#[path = "sandbox/testbed.rs"]
mod testbed;

use mutscore_runners::process::marked;
use mutscore_runners::sandbox::{
    Ended, ExtraFile, Isolation, Lost, RUN_MARK, SandboxError, Support,
};
use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use testbed::{SOON, Testbed, is_ordinary_rerun, python, skip};

const BOTH: [Isolation; 2] = [Isolation::Namespaces, Isolation::None];

/// The modes that work here; without namespaces the other half is said to be skipped.
fn modes() -> Vec<Isolation> {
    BOTH.into_iter()
        .filter(|mode| *mode == Isolation::None || testbed::namespaces_work())
        .collect()
}

#[test]
fn a_runner_sees_its_layers_merged_with_the_top_most_first() {
    for mode in modes() {
        let testbed = Testbed::new(mode, &[("a.txt", "low"), ("b.txt", "low")]);
        let mut layer = testbed.layer_builder();
        layer.file(Path::new("a.txt"), b"top", false).unwrap();
        let layer = layer.finish().unwrap();
        let mut plan = testbed.shell("cat a.txt b.txt; pwd");
        plan.view.lowers.insert(0, layer.path().to_owned());
        let run = testbed.run(&plan);
        assert_eq!(
            run.output,
            format!("toplow{}\n", plan.workspace().display()),
            "{mode:?}"
        );
        assert_eq!(run.exit.ended, Ended::Code(0));
    }
}

#[test]
fn an_existing_file_of_the_project_can_be_changed_and_the_host_does_not_see_it() {
    for mode in modes() {
        let testbed = Testbed::new(mode, &[("a.txt", "old\n"), ("d/b.txt", "b")]);
        let run =
            testbed.run(&testbed.shell(
                "echo new >> a.txt && rm d/b.txt && rmdir d && mkdir d && ls d && cat a.txt",
            ));
        assert_eq!(
            (run.output.as_str(), run.exit.ended),
            ("old\nnew\n", Ended::Code(0)),
            "{mode:?}"
        );
        testbed.tree().verify().unwrap();
    }
}

#[test]
fn exit_codes_and_signals_come_back_as_they_are() {
    for mode in modes() {
        let testbed = Testbed::new(mode, &[]);
        assert_eq!(
            testbed.run(&testbed.shell("exit 7")).exit.ended,
            Ended::Code(7)
        );
        assert_eq!(
            testbed.run(&testbed.shell("kill -SEGV $$")).exit.ended,
            Ended::Signal(11)
        );
    }
}

#[test]
fn the_socket_at_descriptor_three_reaches_the_engine() {
    for mode in modes() {
        let testbed = Testbed::new(mode, &[]);
        let mut sandbox = testbed.start_with(
            &testbed.shell("read line <&3; echo got $line >&3; ls /proc/self/fd | wc -l >&4"),
            2,
        );
        let mut sockets = sandbox.take_sockets();
        sockets[0].write_all(b"hello\n").unwrap();
        let mut answers = [String::new(), String::new()];
        for (socket, answer) in sockets.iter_mut().zip(&mut answers) {
            socket.read_to_string(answer).unwrap();
        }
        // 0 to 4 and the one that lists them: nothing else was inherited.
        assert_eq!(
            answers.each_ref().map(|text| text.trim()),
            ["got hello", "6"],
            "{mode:?}"
        );
    }
}

#[test]
fn a_runner_that_does_not_exist_is_an_error_that_names_it() {
    for mode in modes() {
        let testbed = Testbed::new(mode, &[]);
        let mut plan = testbed.shell("true");
        plan.argv = vec!["no-such-runner".into()];
        let error = testbed.try_start(&plan).unwrap_err();
        assert!(matches!(error, SandboxError::Step { .. }), "{error}");
        assert!(error.to_string().contains("no-such-runner"), "{error}");
        assert!(!plan.scratch.exists());
    }
}

#[test]
fn a_read_only_path_that_is_missing_is_an_error_that_names_it() {
    let Some(testbed) = Testbed::isolated(&[]) else {
        return;
    };
    let mut plan = testbed.shell("true");
    plan.read_only.push("/no/such/toolchain".into());
    let error = testbed.try_start(&plan).unwrap_err().to_string();
    assert!(error.contains("/no/such/toolchain"), "{error}");
}

#[test]
fn a_disk_too_small_for_the_set_up_is_an_error_of_the_set_up() {
    let Some(testbed) = Testbed::isolated(&[("a", "x")]) else {
        return;
    };
    let mut plan = testbed.shell("true");
    plan.limits.disk_bytes = 64 << 10;
    plan.view.extra_files.push(ExtraFile {
        path: "shim.py".into(),
        content: "#".repeat(1 << 20),
    });
    let error = testbed.try_start(&plan).unwrap_err();
    assert!(matches!(error, SandboxError::Step { .. }), "{error}");
    assert!(error.to_string().contains("/workspace/shim.py"), "{error}");
}

#[test]
fn there_is_no_network_but_a_loopback_that_works() {
    let Some(testbed) = Testbed::isolated(&[]) else {
        return;
    };
    let run = testbed.run(&testbed.python(
        r#"
import errno, socket, time
server = socket.create_server(("127.0.0.1", 0))
client = socket.create_connection(server.getsockname())
client.sendall(b"loop"); print(server.accept()[0].recv(4).decode())
started = time.monotonic()
try:
    socket.create_connection(("192.0.2.1", 80), timeout=20)
except OSError as error:
    print(errno.errorcode[error.errno], time.monotonic() - started < 1)
print(socket.gethostbyname(socket.gethostname()))
"#,
    ));
    assert_eq!(run.output, "loop\nENETUNREACH True\n127.0.0.1\n");
}

#[test]
fn a_host_file_outside_the_allow_list_cannot_be_read() {
    let Some(testbed) = Testbed::isolated(&[]) else {
        return;
    };
    let secret = testbed.outside("frozen-pool.json", "secret");
    let script = format!(
        "cat {} {}/a 2>/dev/null || echo hidden",
        secret.display(),
        testbed.tree().path().display()
    );
    assert_eq!(testbed.run(&testbed.shell(&script)).output, "hidden\n");
    assert_eq!(
        testbed
            .run(&testbed.shell("ls /"))
            .output
            .split_whitespace()
            .filter(|name| ["home", "root", "mnt", "sys"].contains(name))
            .count(),
        0
    );
}

#[test]
fn an_allow_listed_path_is_readable_at_its_place_and_through_its_link_but_not_writable() {
    let Some(testbed) = Testbed::isolated(&[]) else {
        return;
    };
    let tool = testbed.outside("tool/data", "tool\n");
    fs::set_permissions(&tool, std::os::unix::fs::PermissionsExt::from_mode(0o666)).unwrap();
    let folder = tool.parent().unwrap();
    let link = folder.with_file_name("link");
    std::os::unix::fs::symlink(folder, &link).unwrap();
    let script = format!(
        "cat {0}/data {1}/data; echo x 2>/dev/null > {1}/data || echo refused; touch {1}/new 2>/dev/null || echo refused; touch /usr/x 2>/dev/null || echo refused",
        folder.display(),
        link.display()
    );
    let mut plan = testbed.shell(&script);
    plan.read_only.push(link);
    assert_eq!(
        testbed.run(&plan).output,
        "tool\ntool\nrefused\nrefused\nrefused\n"
    );
    assert_eq!(fs::read_to_string(tool).unwrap(), "tool\n");
}

#[test]
fn the_mounts_are_locked_even_for_a_runner_that_may_mount() {
    let Some(testbed) = Testbed::isolated(&[("a", "x")]) else {
        return;
    };
    let script = "umount /workspace; umount /usr; mount -o remount,bind,rw /usr && touch /usr/x; umount /proc; echo; ls /workspace; [ -e /usr/x ] || echo locked";
    let mut plan = testbed.shell(script);
    plan.keep_mount_capability = true;
    let run = testbed.run(&plan);
    assert!(run.output.ends_with("a\nlocked\n"), "{}", run.output);
}

#[test]
fn a_runner_has_no_capabilities_unless_it_is_to_make_views() {
    let Some(testbed) = Testbed::isolated(&[]) else {
        return;
    };
    let script = "grep -E 'Cap(Eff|Prm|Bnd)|NoNewPrivs' /proc/self/status | tr -d '\\t\\n'";
    let run = testbed.run(&testbed.shell(script));
    assert_eq!(
        run.output,
        "CapPrm:0000000000000000CapEff:0000000000000000CapBnd:0000000000000000NoNewPrivs:1"
    );
    let mut plan = testbed.shell(script);
    plan.keep_mount_capability = true;
    assert_eq!(
        testbed.run(&plan).output,
        "CapPrm:000000000020101bCapEff:000000000020101bCapBnd:000000000020101bNoNewPrivs:1"
    );
}

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
        testbed::until("it sleeps", || {
            marked(RUN_MARK, &plan.run).len() >= 2 || mode == Isolation::Namespaces
        });
        drop(sandbox);
        assert_eq!(marked(RUN_MARK, &plan.run), []);
        assert!(!plan.scratch.exists());
    }
}

#[test]
fn a_fork_bomb_is_bounded_and_ended() {
    for mode in modes() {
        let testbed = Testbed::new(mode, &[]);
        let mut plan = testbed.python(
            r#"
import os, time
made = 0
while True:
    try:
        if os.fork() == 0: time.sleep(600)
        made += 1
    except OSError:
        break
    if made > 500: break
print(made, flush=True)
time.sleep(600)
"#,
        );
        plan.limits.processes = 50;
        let mut sandbox = testbed.start(&plan);
        if sandbox.lost().contains(&Lost::ProcessLimit) {
            skip("no process limit for root without namespaces and control groups");
            continue;
        }
        testbed::until("the bomb has met its bound", || {
            sandbox.output_tail().ends_with(b"\n")
        });
        let made: u32 = String::from_utf8_lossy(&sandbox.output_tail())
            .trim()
            .parse()
            .unwrap();
        assert!((20..=60).contains(&made), "{mode:?}: {made}");
        assert_eq!(sandbox.kill().ended, Ended::Killed);
        assert_eq!(marked(RUN_MARK, &plan.run), []);
    }
}

#[test]
fn a_memory_hog_gets_a_memory_error_each_time() {
    for mode in modes() {
        let testbed = Testbed::new(mode, &[]);
        let mut plan = testbed.python("x = []\ntry:\n    while True: x.append(bytes(10 ** 6))\nexcept MemoryError:\n    del x; print('MemoryError')");
        plan.limits.address_space_bytes = Some(300 << 20);
        for _ in 0..3 {
            let run = testbed.run(&plan);
            assert_eq!(
                (run.output.as_str(), run.exit.ended),
                ("MemoryError\n", Ended::Code(0)),
                "{mode:?}"
            );
        }
    }
}

#[test]
fn the_memory_of_all_processes_together_is_bounded_by_a_control_group() {
    for mode in modes() {
        let testbed = Testbed::new(mode, &[]);
        let script = "import os, time\nfor _ in range(8):\n    if os.fork() == 0:\n        x = b'x' * (60 << 20); time.sleep(600)\ntime.sleep(600)";
        let mut plan = testbed.python(script);
        plan.limits.memory_bytes = 150 << 20;
        plan.limits.disk_bytes = 16 << 20;
        let mut sandbox = testbed.start(&plan);
        if sandbox.lost().contains(&Lost::MemoryTotal) {
            skip("no writable control group with the memory controller");
            continue;
        }
        std::thread::sleep(Duration::from_millis(1500));
        let exit = sandbox.kill();
        assert!(exit.out_of_memory, "{mode:?}: {exit:?}");
        assert!(exit.peak_memory_bytes <= 170 << 20, "{exit:?}");
    }
}

#[test]
fn a_flood_of_output_is_drained_and_its_end_is_kept() {
    for mode in modes() {
        let testbed = Testbed::new(mode, &[]);
        let mut plan = testbed.shell("yes flood | head -c 20000000; echo; echo the end");
        plan.limits.output_bytes = 1000;
        let mut sandbox = testbed.start(&plan);
        assert_eq!(
            sandbox.wait(Instant::now() + SOON).unwrap().ended,
            Ended::Code(0)
        );
        assert_eq!(sandbox.output_bytes(), 20_000_009);
        let tail = sandbox.output_tail();
        assert_eq!(tail.len(), 1000);
        assert!(tail.ends_with(b"the end\n"));
    }
}

#[test]
fn a_disk_flood_meets_its_limit_inside() {
    let Some(testbed) = Testbed::isolated(&[]) else {
        return;
    };
    for place in ["/workspace", "/tmp", "$HOME", "/dev/shm"] {
        let script = format!(
            "i=0; while [ $i -lt 20 ]; do head -c 1000000 /dev/zero > {place}/f$i || break; i=$((i+1)); done; echo $i"
        );
        let mut plan = testbed.shell(&script);
        plan.limits.disk_bytes = 8 << 20;
        let run = testbed.run(&plan);
        assert!(
            run.output.contains("No space left on device"),
            "{place}: {}",
            run.output
        );
        assert!(
            ["6\n", "7\n", "8\n"]
                .iter()
                .any(|end| run.output.ends_with(end)),
            "{place}: {}",
            run.output
        );
    }
}

#[test]
fn a_single_file_is_bounded_everywhere() {
    for mode in modes() {
        let testbed = Testbed::new(mode, &[]);
        let mut plan = testbed.python("f = open('f', 'wb')\ntry:\n    f.write(bytes(2 << 20)); f.flush()\nexcept OSError as e:\n    print(e.strerror)");
        plan.limits.file_bytes = 1 << 20;
        assert_eq!(testbed.run(&plan).output, "File too large\n", "{mode:?}");
    }
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
fn cpu_time_of_all_descendants_is_accounted_for() {
    for mode in modes() {
        let testbed = Testbed::new(mode, &[]);
        let run = testbed.run(&testbed.python(
            "import os, time\nr, w = os.pipe()\nfor _ in range(2):\n    if os.fork() == 0:\n        if os.fork() == 0:\n            while time.process_time() < 0.2: pass\n        os._exit(0)\nos.close(w); os.read(r, 1)",
        ));
        assert!(
            run.exit.user_cpu + run.exit.system_cpu >= Duration::from_millis(380),
            "{mode:?}: {:?}",
            run.exit
        );
        assert!(run.exit.peak_memory_bytes > 1 << 20);
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
        let mut ready = [0; 6];
        engine
            .stdout
            .take()
            .unwrap()
            .read_exact(&mut ready)
            .unwrap();
        testbed::until("the runner and its daemon are up", || {
            marked(RUN_MARK, &plan.run).len() >= 2
        });
        engine.kill().unwrap();
        engine.wait().unwrap();
        let killed = Instant::now();
        testbed::until("nothing is left", || marked(RUN_MARK, &plan.run).is_empty());
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
fn no_mount_no_group_and_no_folder_is_left() {
    for mode in modes() {
        let testbed = Testbed::new(mode, &[("a", "x")]);
        let before = testbed::traces();
        for _ in 0..5 {
            testbed.run(&testbed.shell("echo x > $TMPDIR/x; mkdir -p $HOME/y"));
        }
        assert_eq!(
            testbed.leftover_traces(&before),
            Vec::<String>::new(),
            "{mode:?}"
        );
    }
}

#[test]
fn what_is_lost_without_namespaces_has_names_and_with_them_nearly_nothing_is() {
    for mode in modes() {
        let testbed = Testbed::new(mode, &[]);
        let sandbox = testbed.start(&testbed.shell("true"));
        let without = [
            Lost::Network,
            Lost::HostFiles,
            Lost::Processes,
            Lost::DiskLimit,
        ];
        for lost in without {
            assert_eq!(
                sandbox.lost().contains(&lost),
                mode == Isolation::None,
                "{lost:?}"
            );
            assert!(!lost.describe().is_empty());
        }
    }
}

#[test]
fn everything_here_also_holds_for_an_ordinary_user() {
    if is_ordinary_rerun() {
        return;
    }
    if !nix::unistd::geteuid().is_root() {
        skip("not started as root: the other tests have already run as an ordinary user");
        return;
    }
    let this = std::env::current_exe().unwrap();
    let Some(status) = testbed::run_as_nobody(&this) else {
        return;
    };
    assert!(status.success(), "the tests fail for an ordinary user");
}

#[test]
fn the_probe_tries_everything_and_gives_a_reason_for_what_is_missing() {
    for (name, support) in mutscore_runners::sandbox::probe(testbed::init_exe()).named() {
        if let Support::Missing { reason, remedy } = support {
            assert!(!reason.is_empty() && !remedy.is_empty(), "{name}");
            assert!(!reason.contains("no answer"), "{name}: {reason}");
        }
    }
}

#[test]
fn the_python_of_these_tests_is_there() {
    assert!(
        Path::new(python()).exists(),
        "install Python 3 as {}: these tests need it",
        python()
    );
}
