//! Submissions that are folders.

use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use mutscore::submission::{SubmissionError, take};

use crate::bed::*;

#[test]
fn a_folder_laid_out_like_the_project_gives_what_differs_from_it() {
    let bench = Bench::new();
    bench.write(&format!("gen/{STEPS}"), "x = 1\n");
    bench.write("gen/src/a.py", "x = 1\n");
    bench.write("gen/features/a.feature", "Feature: easier\n");
    bench.write("gen/features/data.txt", OLD);
    bench.write("gen/setup.py", "");
    bench.write("gen/generation.json", "{}");
    bench.write("gen/.git/HEAD", "ref");
    bench.write("gen/features/__pycache__/x.pyc", "x");
    symlink("/etc/passwd", bench.folder.path().join("gen/features/l")).unwrap();
    assert!(
        Command::new("mkfifo")
            .arg(bench.folder.path().join("gen/features/pipe"))
            .status()
            .unwrap()
            .success()
    );
    let usable = usable(bench.folder());
    assert_eq!(files(&usable).keys().collect::<Vec<_>>(), [STEPS]);
    assert_eq!(
        usable.discarded,
        pairs(&[
            (".git", "version control data"),
            ("features/__pycache__", "cache of a runtime"),
            ("features/a.feature", "protected"),
            ("features/l", "symbolic link"),
            ("features/pipe", "neither a file nor a folder"),
            ("setup.py", "outside the test side"),
        ])
    );
}

#[test]
fn a_folder_with_one_patch_is_that_patch() {
    let bench = Bench::new();
    let text = new_file(STEPS, &["x = 1"]);
    let alone = usable(bench.patch(&text));
    bench.write("gen/x.patch", &text);
    bench.write("gen/generation.json", "{}");
    assert_eq!(usable(bench.folder()), alone);
    bench.write("gen/y.patch", &text);
    let (_, discarded) = unusable(bench.folder());
    assert_eq!(
        discarded,
        pairs(&[
            ("x.patch", "outside the test side"),
            ("y.patch", "outside the test side")
        ])
    );
}

#[test]
fn a_patch_and_a_folder_that_come_to_the_same_have_the_same_digest() {
    let bench = Bench::new();
    bench.write(&format!("gen/{STEPS}"), "x = 1\n");
    let folder = usable(bench.folder());
    assert_eq!(
        folder.digest,
        usable(bench.patch(new_file(STEPS, &["x = 1"]))).digest
    );
    assert_ne!(
        folder.digest,
        usable(bench.patch(new_file(STEPS, &["x = 2"]))).digest
    );
}

#[test]
fn what_is_not_there_or_no_file_is_the_callers_trouble() {
    let bench = Bench::new();
    let fails = |path: &Path| take(path, &bench.base(), &bench.scope).unwrap_err();
    assert!(matches!(
        fails(&bench.folder.path().join("none.patch")),
        SubmissionError::Unreadable { .. }
    ));
    assert!(matches!(
        fails(Path::new("/dev/null")),
        SubmissionError::Special(_)
    ));
}
