//! Disks that are full and folders that are read-only: made with mounts of our own, in a mount namespace.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::bed::{Bed, MUTSCORE, Ran};

/// Runs the binary behind mounts that a shell makes first and lists the frozen files, as they are behind the mounts,
/// into `seen`; `None`, said aloud, where that is not allowed.
fn behind(bed: &Bed, mounts: &str, line: &str) -> Option<Ran> {
    let able = Command::new("unshare").args(["--mount", "true"]).output();
    if !able.is_ok_and(|output| output.status.success()) {
        eprintln!("SKIPPED: no mount namespaces here");
        return None;
    }
    let (bench, seen) = (bed.bench(), bed.root().join("seen"));
    let script = format!(
        "set -e; {mounts}; cd '{}'; code=0; '{MUTSCORE}' {line} || code=$?; \
         find pools -printf '%f %s\\n' > '{}'; exit $code",
        bench.display(),
        seen.display()
    );
    let mut command = Command::new("unshare");
    command.args(["--mount", "sh", "-c", &script]);
    bed.settle(&mut command);
    Some(Ran::of(command.output().unwrap()))
}

/// A full disk at `place`, with what was there before and `left` KiB to spare.
fn full(place: &Path, left: u32) -> String {
    let place = place.display();
    format!(
        "mkdir '{place}.before'; cp -a '{place}/.' '{place}.before/'; mount -t tmpfs -o size=1m tmpfs '{place}'; \
         cp -a '{place}.before/.' '{place}/'; dd if=/dev/zero of='{place}/.ballast' bs=1k 2>/dev/null || true; \
         truncate -s -{left}K '{place}/.ballast'"
    )
}

#[test]
fn a_read_only_bench_can_be_scored_but_not_frozen() {
    let Some(bed) = Bed::mini_frozen() else {
        return;
    };
    let steps = bed
        .read("project/features/steps/bill_steps.py")
        .replace("context.currency", "\"EUR\"");
    bed.write("gen/features/steps/bill_steps.py", steps);
    let before = bed.frozen();
    let bench = bed.bench();
    let bench = bench.display();
    let read_only = format!("mount --bind '{bench}' '{bench}'; mount -o remount,ro,bind '{bench}'");
    let Some(ran) = behind(&bed, &read_only, "score gen --instance 1 --json") else {
        return;
    };
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_eq!(ran.json()["kill_complete"], true);
    behind(&bed, &read_only, "freeze --force --instance 1")
        .unwrap()
        .is_refused(4, &["read-only", "pools/shop"]);
    assert_eq!(bed.frozen(), before);
}

#[test]
fn a_full_disk_under_the_bench_is_named_and_leaves_no_half_written_file() {
    let Some(bed) = Bed::mini_frozen() else {
        return;
    };
    fs::remove_file(bed.bench().join("pools/shop/1.json")).unwrap();
    let Some(ran) = behind(&bed, &full(&bed.bench(), 4), "freeze --instance 1") else {
        return;
    };
    ran.is_refused(4, &["pools/shop/", "the disk is full"]);
    let seen = fs::read_to_string(bed.root().join("seen")).unwrap();
    assert!(!seen.contains(".mutscore-"), "half-written: {seen}");
    assert!(
        seen.contains("2.json") && !seen.contains("1.json"),
        "{seen}"
    );
}

#[test]
fn a_full_disk_under_the_state_folder_is_named() {
    let Some(bed) = Bed::mini_frozen() else {
        return;
    };
    let steps = bed
        .read("project/features/steps/bill_steps.py")
        .replace("context.currency", "\"EUR\"");
    bed.write("gen/features/steps/bill_steps.py", steps);
    let before = bed.frozen();
    let Some(ran) = behind(
        &bed,
        &full(&bed.state(), 4),
        "score gen --instance 1 --json",
    ) else {
        return;
    };
    ran.is_refused(4, &["No space left", "state"]);
    assert_eq!(bed.frozen(), before);
}
