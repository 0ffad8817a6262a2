//! Submissions from the outside: what is taken, what is left out, and what no text may ever do.
#![expect(clippy::unwrap_used, reason = "a test may end at the first surprise")]

mod bed;
mod folder;
mod names;
mod unusable;

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::process::Command;

use crate::bed::*;

#[test]
fn a_patch_gives_its_test_side_files_and_reports_the_rest() {
    let bench = Bench::new();
    let text = [new_file(STEPS, &["from behave import then", "", "x = 1"]),
        change("src/a.py", "x = 1", "x = 2"),
        change("features/a.feature", "Feature: a", "Feature: easier"),
        new_file("README.md", &["hello"]),
        "diff --git a/features/data.txt b/features/data.txt\n--- a/features/data.txt\n+++ b/features/data.txt\n\
         @@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three\n"
            .to_owned(),
    ]
    .concat();
    let usable = usable(bench.patch(text));
    assert_eq!(
        files(&usable),
        BTreeMap::from([
            (
                STEPS.to_owned(),
                "from behave import then\n\nx = 1\n".to_owned()
            ),
            (
                "features/data.txt".to_owned(),
                "one\nTWO\nthree\n".to_owned()
            ),
        ])
    );
    assert_eq!(
        usable.discarded,
        pairs(&[
            ("README.md", "outside the test side"),
            ("features/a.feature", "protected"),
            ("src/a.py", "outside the test side"),
        ])
    );
    assert!(usable.deleted.is_empty());
}

#[test]
fn a_patch_is_found_in_mails_markdown_and_other_spellings() {
    let bench = Bench::new();
    let git = new_file(STEPS, &["x = 1"]);
    let expected = usable(bench.patch(&git)).digest;
    for text in [
        format!(
            "From 1234 Mon Sep 17 00:00:00 2001\nFrom: a <a@b>\nSubject: [PATCH] steps\n\n---\n 1 file changed\n\n{git}-- \n2.39.5\n"
        ),
        format!("Here is the patch:\n\n```diff\n{git}```\n"),
        git.trim_end().to_owned(),
        git.replace("a/features", "features")
            .replace("b/features", "features"),
        git.replace("a/features", "i/features")
            .replace("b/features", "w/features"),
        format!("--- /dev/null\n+++ b/{STEPS}\n@@ -0,0 +1 @@\n+x = 1\n"),
        format!("--- /dev/null\t1970-01-01\n+++ {STEPS}\t2024-01-01\n@@ -0,0 +1 @@\n+x = 1\n"),
        format!(
            "diff -ruN old/{STEPS} new/{STEPS}\n--- old/{STEPS}\t1970-01-01 00:00:00\n+++ new/{STEPS}\t2024-01-01\n@@ -0,0 +1 @@\n+x = 1\n"
        ),
    ] {
        assert_eq!(usable(bench.patch(&text)).digest, expected, "{text}");
    }
}

#[test]
fn names_with_blanks_quotes_and_umlauts_are_read_as_git_writes_them() {
    let bench = Bench::new();
    let text = "diff --git \"a/features/\\303\\274 \\\"b\\\".py\" \"b/features/\\303\\274 \\\"b\\\".py\"\nnew file mode 100644\n\
                --- /dev/null\n+++ \"b/features/\\303\\274 \\\"b\\\".py\"\n@@ -0,0 +1 @@\n+x\n\
                diff --git a/features/c d.txt b/features/c d.txt\nnew file mode 100644\nindex 000..111\n";
    let usable = usable(bench.patch(text));
    let names: Vec<String> = usable.files.keys().map(ToString::to_string).collect();
    assert_eq!(names, ["features/c d.txt", "features/ü \"b\".py"]);
}

#[test]
fn what_real_git_writes_is_taken_whole() {
    let bench = Bench::new();
    let work = bench.folder.path().join("work");
    let git = |args: &[&str]| {
        let output = Command::new("git")
            .args([
                "-c",
                "user.name=x",
                "-c",
                "user.email=x@y",
                "-c",
                "init.defaultBranch=m",
            ])
            .args(args)
            .current_dir(&work)
            .output()
            .unwrap();
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        output.stdout
    };
    assert!(
        Command::new("cp")
            .arg("-r")
            .arg(bench.base())
            .arg(&work)
            .status()
            .unwrap()
            .success()
    );
    git(&["init", "-q"]);
    git(&["add", "-A"]);
    git(&["commit", "-qm", "base"]);
    let put = |path: &str, text: &[u8]| {
        fs::create_dir_all(work.join(path).parent().unwrap()).unwrap();
        fs::write(work.join(path), text).unwrap();
    };
    put(STEPS, b"x = 1\n# no newline at the end");
    put("features/steps/empty.py", b"");
    put("features/ein ü.txt", b"u\n");
    put("features/crlf.txt", b"a\r\nb\r\n");
    fs::rename(
        work.join("features/data.txt"),
        work.join("features/moved.txt"),
    )
    .unwrap();
    fs::set_permissions(
        work.join("features/run.sh"),
        fs::Permissions::from_mode(0o644),
    )
    .unwrap();
    symlink("/etc/passwd", work.join("features/link")).unwrap();
    git(&["add", "-A"]);
    for extra in [
        &["--binary"][..],
        &[],
        &["--no-renames"],
        &["--no-prefix"],
        &["-U0"],
    ] {
        let mut args = vec!["diff", "--cached"];
        args.extend(extra);
        let usable = usable(bench.patch(git(&args)));
        let names: Vec<String> = usable.files.keys().map(ToString::to_string).collect();
        let expected = [
            "features/crlf.txt",
            "features/ein ü.txt",
            "features/moved.txt",
            "features/run.sh",
            "features/steps/empty.py",
            STEPS,
        ];
        assert_eq!(names, expected, "{extra:?}");
        for (path, content) in &usable.files {
            assert_eq!(content.bytes, fs::read(work.join(path)).unwrap(), "{path}");
            assert!(!content.executable, "{path}");
        }
        assert_eq!(
            usable
                .deleted
                .iter()
                .map(|path| path.as_str())
                .collect::<Vec<_>>(),
            ["features/data.txt"]
        );
        assert_eq!(
            usable.discarded,
            pairs(&[("features/link", "symbolic link")])
        );
    }
    let bytes: Vec<u8> = (0..=255).cycle().take(5_000).collect();
    put("features/new.dat", &bytes);
    git(&["add", "-A"]);
    let with = usable(bench.patch(git(&["diff", "--cached", "--binary"])));
    let content = with
        .files
        .iter()
        .find(|(path, _)| path.as_str() == "features/new.dat");
    assert_eq!(content.unwrap().1.bytes, bytes);
    let (why, _) = unusable(bench.patch(git(&["diff", "--cached"])));
    assert!(
        why.contains("no contents for the binary file `features/new.dat`"),
        "{why}"
    );
}

#[test]
fn a_usable_submission_becomes_a_layer() {
    let bench = Bench::new();
    let text = new_file(STEPS, &["x = 1"])
        + &new_file("features/go.sh", &["#!/bin/sh"]).replace("100644", "100755");
    let usable = usable(bench.patch(text));
    let layer = usable.layer(&bench.folder.path().join("state")).unwrap();
    assert_eq!(
        fs::read_to_string(layer.path().join(STEPS)).unwrap(),
        "x = 1\n"
    );
    let mode = |path: &str| {
        fs::metadata(layer.path().join(path))
            .unwrap()
            .permissions()
            .mode()
            & 0o777
    };
    assert_eq!((mode("features/go.sh"), mode(STEPS)), (0o755, 0o644));
}

#[test]
fn git_is_not_led_by_the_repository_or_configuration_around_it() {
    // A repository around the scratch folder would make git look for the files at its own top, and find none.
    let bench = Bench::new();
    let output = Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "a_patch_gives_its_test_side_files_and_reports_the_rest",
        ])
        .env("TMPDIR", bench.folder.path())
        .env("GIT_DIR", "/nowhere")
        .env("GIT_CONFIG_COUNT", "1")
        .env("GIT_CONFIG_KEY_0", "core.autocrlf")
        .env("GIT_CONFIG_VALUE_0", "true")
        .output();
    assert!(
        Command::new("git")
            .arg("init")
            .arg("-q")
            .arg(bench.folder.path())
            .status()
            .unwrap()
            .success()
    );
    let again = Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "a_patch_gives_its_test_side_files_and_reports_the_rest",
        ])
        .env("TMPDIR", bench.folder.path())
        .output();
    for output in [output, again] {
        let output = output.unwrap();
        let words = String::from_utf8_lossy(&output.stdout);
        assert!(
            output.status.success() && words.contains("1 passed"),
            "{words}"
        );
    }
}
