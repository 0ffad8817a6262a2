//! Processes, memory, disk and output of a runner are bounded and accounted for, tried for real.
#[path = "sandbox/testbed.rs"]
mod testbed;

use mutscore_runners::process::marked;
use mutscore_runners::sandbox::{Ended, Lost, RUN_MARK};
use std::time::{Duration, Instant};
use testbed::{SOON, Testbed, modes, skip};

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
fn everything_here_also_holds_for_an_ordinary_user() {
    testbed::also_as_an_ordinary_user();
}
