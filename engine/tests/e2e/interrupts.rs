//! B37: a freeze that is stopped anywhere, in any way, ends in the same bytes when it is taken up again.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::bed::{Bed, shared};
use super::traces::{Watched, marked};

/// Starts a freeze, waits until it says `phase` and a little longer, stops it, and gives what is left to check.
pub(crate) fn stop_in(bed: &Bed, phase: &str, signal: Signal, code: Option<i32>) {
    let words = bed.root().join("words");
    let mut command = bed.command(["freeze", "--audit", "0%", "--jobs", "2"]);
    command.env("NO_COLOR", "1");
    let running = Watched::start_into(command, &words);
    wait_for(&words, phase);
    let engine = running.id();
    kill(Pid::from_raw(i32::try_from(engine).unwrap()), signal).unwrap();
    let (ran, leftovers) = running.end(Duration::from_secs(30));
    assert_eq!(
        ran.code,
        code,
        "{signal} in {phase}: {}",
        fs::read_to_string(&words).unwrap()
    );
    if signal == Signal::SIGKILL {
        // Nobody is left to clean up but the kernel and the supervisors.
        let since = Instant::now();
        while !marked(engine).is_empty() {
            assert!(
                since.elapsed() < Duration::from_secs(2),
                "left behind: {:?}",
                marked(engine)
            );
            std::thread::sleep(Duration::from_millis(50));
        }
    } else {
        leftovers.are_none(bed);
    }
    let half: Vec<PathBuf> = fs::read_dir(bed.bench().join("pools/shop"))
        .into_iter()
        .flatten()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.file_name().unwrap().to_str().unwrap().starts_with('.'))
        .collect();
    assert!(
        half.is_empty() || signal == Signal::SIGKILL,
        "half-written: {half:?}"
    );
}

fn wait_for(words: &std::path::Path, phase: &str) {
    let since = Instant::now();
    while !fs::read_to_string(words)
        .unwrap_or_default()
        .contains(phase)
    {
        assert!(
            since.elapsed() < Duration::from_secs(120),
            "{phase} never comes: {:?}",
            fs::read_to_string(words)
        );
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_freeze_that_is_stopped_again_and_again_ends_in_the_same_bytes() {
    let Some(bed) = Bed::mini() else { return };
    let before = bed.users_tree();
    for (phase, signal, code) in [
        ("finding scenarios", Signal::SIGKILL, None),
        ("gate: ", Signal::SIGTERM, Some(143)),
        ("gate: ", Signal::SIGKILL, None),
        ("cold against warm: ", Signal::SIGINT, Some(130)),
        ("\npairs: ", Signal::SIGKILL, None),
        ("\npairs: ", Signal::SIGTERM, Some(143)),
        ("Then emptied: ", Signal::SIGKILL, None),
    ] {
        stop_in(&bed, phase, signal, code);
        assert_eq!(bed.users_tree(), before, "{signal} in {phase}");
    }
    let (ran, leftovers) =
        Watched::start(bed.command(["freeze", "--audit", "0%"])).end(Duration::from_secs(180));
    assert_eq!(ran.code, Some(0), "{ran:?}");
    leftovers.are_none(&bed);
    assert_eq!(bed.frozen(), shared().unwrap().frozen);
    assert_eq!(bed.users_tree(), before);
}

#[test]
fn a_score_that_is_stopped_leaves_nothing_and_gives_its_result_when_asked_again() {
    let Some(bed) = Bed::mini_frozen() else {
        return;
    };
    let steps = bed
        .read("project/features/steps/rough_steps.py")
        .replace("time.sleep(0.2)", "time.sleep(2.2)");
    bed.write("gen/features/steps/rough_steps.py", steps);
    for (signal, code) in [(Signal::SIGINT, 130), (Signal::SIGTERM, 143)] {
        let mut running =
            Watched::start(bed.command(["score", "gen", "--instance", "6", "--json"]));
        assert!(
            running.runs_for(Duration::from_millis(1500)),
            "it is over too soon to be stopped"
        );
        kill(Pid::from_raw(i32::try_from(running.id()).unwrap()), signal).unwrap();
        let (ran, leftovers) = running.end(Duration::from_secs(20));
        assert_eq!((ran.code, ran.out.as_str()), (Some(code), ""), "{ran:?}");
        leftovers.are_none(&bed);
    }
    let score = bed.succeed("score gen --instance 6 --json").json();
    assert_eq!(score["kill_complete"], true, "{score}");
}
