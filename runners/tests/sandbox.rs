//! What a sandbox shows and hides, tried for real: files, network, capabilities, descriptors.
//!
//! Everything runs in both isolation modes where the promise is made in both. As root the whole
//! file runs a second time as an ordinary user, because the two are built differently.
#[path = "sandbox/testbed.rs"]
mod testbed;

use mutscore_runners::sandbox::{
    Ended, ExtraFile, Isolation, Lost, SandboxError, SandboxPlan, Support,
};
use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use testbed::{Testbed, modes};

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
    let Some(testbed) = Testbed::isolated(&[("a", "pinned")]) else {
        return;
    };
    let secret = testbed.outside("frozen-pool.json", "secret");
    let pinned = testbed.tree().path().join("a");
    let script = format!(
        "cat {} {} 2>/dev/null; echo; ls -A /",
        secret.display(),
        pinned.display()
    );
    let output = testbed.run(&testbed.shell(&script)).output;
    let mut expected: Vec<String> = [".mutscore", "dev", "proc", "run", "tmp", "var", "workspace"]
        .map(String::from)
        .to_vec();
    let listed = SandboxPlan::system_paths();
    expected.extend(
        listed
            .iter()
            .map(|path| path.display().to_string().replace('/', "")),
    );
    expected.sort();
    let mut found: Vec<&str> = output.lines().skip(1).collect();
    found.sort_unstable();
    // Nothing was read, and the root holds what was put there and nothing else.
    assert_eq!(
        (output.lines().next(), found),
        (Some(""), expected.iter().map(String::as_str).collect())
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
fn the_probe_tries_everything_and_gives_a_reason_for_what_is_missing() {
    for (name, support) in mutscore_runners::sandbox::probe(testbed::init_exe()).named() {
        if let Support::Missing { reason, remedy } = support {
            assert!(!reason.is_empty() && !remedy.is_empty(), "{name}");
            assert!(!reason.contains("no answer"), "{name}: {reason}");
        }
    }
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
fn everything_here_also_holds_for_an_ordinary_user() {
    testbed::also_as_an_ordinary_user();
}
