//! Standard output and standard error: pipes that close, colours, quiet.

use std::io::Read as _;
use std::process::Stdio;

use super::place::Place;

#[test]
fn a_reader_that_goes_away_is_success() {
    let place = Place::empty();
    // Far more than a pipe holds, so that the writer is surely still at it.
    let text: String = (0..3_000)
        .map(|n| format!("def f{n}(a, b):\n    return a < b\n"))
        .collect();
    place.write("big.py", &text);
    let mut child = place
        .command(["mutants", "big.py", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = child.stdout.take().unwrap();
    let mut first = [0; 100];
    out.read_exact(&mut first).unwrap();
    drop(out);
    let ended = child.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(0), "{ended:?}");
    assert!(ended.stderr.is_empty(), "{ended:?}");
}

#[test]
fn a_full_disk_behind_standard_output_is_the_environment() {
    let place = Place::empty();
    let full = std::fs::File::options()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let ran = place.finish(
        place
            .command(["explain", "--list"])
            .stdout(full)
            .output()
            .unwrap(),
    );
    assert_eq!(ran.code, Some(4));
    assert!(
        ran.err
            .starts_with("error: write to standard output\n  cause: No space left on device"),
        "{ran:?}"
    );
}

#[test]
fn colour_is_for_terminals_or_for_those_who_ask() {
    let place = Place::empty();
    assert!(!place.run("explain --list").out.contains('\x1b'));
    assert!(
        place
            .run("explain --list --color always")
            .out
            .contains('\x1b')
    );
    assert!(place.run("--color=always --help").out.contains('\x1b'));
    assert!(!place.run("--color never --help").out.contains('\x1b'));
    assert!(
        place
            .run("explain nothing --color always")
            .err
            .starts_with('\x1b')
    );
}

#[test]
fn quiet_leaves_results_and_errors() {
    let place = Place::bench();
    let ran = place.run("mutants --quiet --op arith");
    assert!(ran.out.contains("arith") && ran.err.is_empty(), "{ran:?}");
    let ran = place.run("instances --quiet");
    assert_eq!(
        (ran.code, ran.out.as_str(), ran.err.as_str()),
        (Some(0), "", "")
    );
    assert!(
        place
            .run("explain nothing --quiet")
            .err
            .starts_with("error: ")
    );
}

#[test]
fn verbose_shows_the_debug_log_on_standard_error() {
    let place = Place::empty();
    assert_eq!(
        place.run("explain nothing -v").err.lines().next(),
        place.run("explain nothing").err.lines().next()
    );
    assert!(place.run("explain nothing -vv").err.contains("DEBUG"));
}
