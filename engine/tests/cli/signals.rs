//! Ctrl-C for real: the first lets the run under way end and keeps it, the second ends everything at once, and the
//! same command then comes to its end.

use std::io::{BufRead as _, BufReader, Read as _};
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Child, Command, Stdio};
use std::time::{SystemTime, UNIX_EPOCH};

use super::framework::{bench, has_python, state};
use super::place::{CODE, Place, files_below};

/// A bench whose scenarios take this many seconds, and of which nothing is in the cache.
fn slow_bench(seconds: u32) -> Place {
    let place = bench();
    let slow = place.read("project/features/steps/till_steps.py").replace(
        "    context.prices = [a, b]",
        &format!("    import time\n    time.sleep({seconds})\n    context.prices = [a, b]"),
    );
    place.write("project/features/steps/till_steps.py", &slow);
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap()
        .as_nanos();
    place.write("project/src/till/sums.py", &format!("# {now}\n{CODE}"));
    place
}

/// Starts a freeze and waits until the gate is at work.
fn freeze_in_the_gate(place: &Place) -> (Child, BufReader<impl std::io::Read + use<>>) {
    let mut child = place
        .command(["freeze", "--jobs", "1", "--audit", "0%"])
        .env("MUTSCORE_STATE", state())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut words = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    while !line.starts_with("gate: ") {
        line.clear();
        assert!(
            words.read_line(&mut line).unwrap() > 0,
            "the freeze ended before the gate"
        );
    }
    (child, words)
}

fn interrupt(child: &Child) {
    let sent = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(sent.unwrap().success());
}

#[test]
fn the_first_signal_stops_gently_and_the_same_command_takes_up_where_it_stopped() {
    if !has_python() {
        return;
    }
    let place = slow_bench(1);
    let (mut child, mut words) = freeze_in_the_gate(&place);
    // Six runs of a second each: some have ended by then also on a busy machine, and not all on a quiet one.
    std::thread::sleep(std::time::Duration::from_secs(4));
    interrupt(&child);
    let mut said = String::new();
    words.read_to_string(&mut said).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{said}");
    assert!(
        said.contains("stopping: runs under way are being finished and kept"),
        "{said}"
    );
    assert!(
        said.contains("error: interrupted after ") && said.contains("takes up where it stopped"),
        "{said}"
    );
    let pools = place.path().join("pools");
    assert!(
        !pools.exists() || files_below(&pools).is_empty(),
        "half-written: {:?}",
        files_below(&pools)
    );

    let again = place
        .command(["freeze", "--audit", "0%", "--json"])
        .env("MUTSCORE_STATE", state())
        .stderr(Stdio::null())
        .output()
        .unwrap();
    let ran = place.finish(again);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(
        ran.json()["projects"][0]["cached"].as_u64().unwrap() >= 1,
        "the finished run was kept: {ran:?}"
    );
}

#[test]
fn the_second_signal_ends_at_once() {
    if !has_python() {
        return;
    }
    // Longer than a stop waits for a run under way: the second signal comes while it waits.
    let place = slow_bench(30);
    let (mut child, mut words) = freeze_in_the_gate(&place);
    let first = std::time::Instant::now();
    interrupt(&child);
    let mut line = String::new();
    while !line.contains("once more to end at once") {
        line.clear();
        assert!(
            words.read_line(&mut line).unwrap() > 0,
            "it ended before the second signal"
        );
    }
    interrupt(&child);
    let ended = child.wait().unwrap();
    if ended.signal() != Some(2) {
        // On a machine so busy that the second one came after the first had waited long enough by itself.
        assert_eq!(ended.code(), Some(130));
        assert!(first.elapsed() > std::time::Duration::from_secs(3));
    }
}
