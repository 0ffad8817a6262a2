//! Series of patches, and what makes a submission a generation failure.

use std::fs;
use std::path::Path;

use mutscore::submission::{SubmissionLimits, take_within};

use crate::bed::*;

#[test]
fn a_change_of_a_withheld_file_is_named_and_its_deletion_is_no_edit() {
    let bench = Bench::new();
    let (why, _) = unusable(bench.patch(change(STEPS, "old", "new")));
    assert!(why.contains(STEPS) && why.contains("withheld"), "{why}");
    let (why, _) = unusable(bench.patch(change("features/none.txt", "old", "new")));
    assert!(why.contains("is not in the project"), "{why}");
    let deleted = format!(
        "diff --git a/{STEPS} b/{STEPS}\ndeleted file mode 100644\n--- a/{STEPS}\n+++ /dev/null\n@@ -1 +0,0 @@\n-old\n"
    );
    let both = format!("{deleted}{}", new_file("features/steps/t.py", &["x = 1"]));
    let usable = usable(bench.patch(both));
    assert_eq!(
        files(&usable).keys().collect::<Vec<_>>(),
        ["features/steps/t.py"]
    );
    assert!(usable.deleted.is_empty() && usable.discarded.is_empty());
}

#[test]
fn a_series_may_change_what_it_made_before() {
    let bench = Bench::new();
    let text = format!(
        "{}{}",
        new_file(STEPS, &["one"]),
        change(STEPS, "one", "two")
    );
    assert_eq!(files(&usable(bench.patch(text)))[STEPS], "two\n");
}

#[test]
fn a_patch_that_is_empty_broken_or_does_not_apply_is_a_generation_failure() {
    let bench = Bench::new();
    let body = |hunk: &str| format!("--- a/features/data.txt\n+++ b/features/data.txt\n{hunk}");
    for (text, words) in [
        (String::new(), "it is empty"),
        (" \n\n".to_owned(), "it is empty"),
        ("I could not do it.\n".to_owned(), "it holds no patch"),
        (
            body("@@ -1,3 +1,3 @@\n one\n-two\n"),
            "line 5: the patch ends within a hunk",
        ),
        (
            new_file(STEPS, &["x"]) + &body("@@ -2,2 +2,2 @@\n two\n-three\n+THREE\nand so on\n"),
            "",
        ),
        (
            body("@@ -1,1 +1,1 @@\n+a\n+b\n-c\n"),
            "line 5: a line of a hunk that its header does not count",
        ),
        (
            body("@@ what @@\n+a\n"),
            "line 3: a hunk header that cannot be read",
        ),
        (
            body("@@ -99999999999,1 +1 @@\n-a\n+b\n"),
            "a hunk header that cannot be read",
        ),
        (
            body("@@ -1,2 +1,2 @@\n not there\n-two\n+x\n"),
            "the patch does not apply: patch failed",
        ),
        (
            new_file("features/data.txt", &["x"]),
            "already exists in working directory",
        ),
        (
            "diff --cc features/data.txt\n--- a/f\n+++ b/f\n".to_owned(),
            "the diff of a merge",
        ),
        (
            "diff --git a/features/x b/features/x\nnew file mode 100000\n".to_owned(),
            "unknown file mode",
        ),
        (
            "diff --git a/features/x b/features/yz\nold mode 100644\nnew mode 100755\n".to_owned(),
            "cannot be told apart",
        ),
        (
            "--- a/features/data.txt\n+++ b/features/other.txt\n@@ -1 +1 @@\n-a\n+b\n".to_owned(),
            "one file with two names",
        ),
        (
            change("src/a.py", "x = 1", "x = 2"),
            "its only edit was discarded",
        ),
    ] {
        if words.is_empty() {
            // The rest of such a text is no patch, and is passed over as git does.
            usable(bench.patch(text));
            continue;
        }
        let (why, _) = unusable(bench.patch(&text));
        assert!(why.contains(words), "{text:?}: {why}");
    }
}

#[test]
fn a_name_that_is_not_text_is_left_out() {
    let bench = Bench::new();
    let mut text = b"--- /dev/null\n+++ b/features/".to_vec();
    text.extend(b"\xff\xfe.py\n@@ -0,0 +1 @@\n+x\n");
    let (_, discarded) = unusable(bench.patch(text));
    assert_eq!(
        discarded,
        pairs(&[("features/\u{fffd}\u{fffd}.py", "unusable file name")])
    );
}

#[test]
fn a_submission_without_any_test_code_is_a_generation_failure() {
    let bench = Bench::new();
    let (why, _) = unusable(bench.patch(new_file("features/notes.md", &["x"])));
    assert!(
        why.contains("no test code (files like features/**/*.py)"),
        "{why}"
    );
}

#[test]
fn names_that_differ_in_case_only_and_files_in_place_of_folders_are_refused() {
    let bench = Bench::new();
    let twice = format!(
        "{}{}",
        new_file("features/steps/A.py", &["x"]),
        new_file("features/steps/a.py", &["x"])
    );
    assert!(
        unusable(bench.patch(twice))
            .0
            .contains("differ in case only")
    );
    let (why, _) = unusable(bench.patch(new_file("features/data.txt/x.py", &["x"])));
    assert!(why.contains("which is a file"), "{why}");
    fs::create_dir(bench.base().join("features/steps")).unwrap();
    let (why, _) = unusable(bench.patch(new_file("features/steps", &["x"])));
    assert!(why.contains("is a folder of the project"), "{why}");
}

#[test]
fn size_and_number_of_files_are_bounded() {
    let bench = Bench::new();
    let limits = SubmissionLimits {
        bytes: 2_000,
        files: 2,
    };
    let taken = |path: &Path| take_within(path, &bench.base(), &bench.scope, limits).unwrap();
    let patch = |text: String| taken(&bench.write("gen.patch", text));
    let many: String = (0..3)
        .map(|n| new_file(&format!("features/{n}.py"), &["x"]))
        .collect();
    assert!(unusable(patch(many)).0.contains("more than 2 files"));
    let long = new_file(STEPS, &["x".repeat(3_000).as_str()]);
    assert!(unusable(patch(long)).0.contains("larger than 2000 bytes"));
    // Copies make much out of little.
    bench.write("base/features/big.txt", "x".repeat(1_500));
    let copy = |n: u8| {
        format!(
            "diff --git a/features/big.txt b/features/{n}.txt\ncopy from features/big.txt\ncopy to features/{n}.txt\n"
        )
    };
    assert!(
        unusable(patch(copy(1) + &copy(2)))
            .0
            .contains("larger than 2000 bytes")
    );

    let gen_folder = bench.folder.path().join("gen");
    for name in ["a", "b", "c"] {
        bench.write(&format!("gen/features/{name}.py"), name);
    }
    assert!(unusable(taken(&gen_folder)).0.contains("more than 2 files"));
    fs::remove_file(gen_folder.join("features/c.py")).unwrap();
    bench.write("gen/features/a.py", "x".repeat(3_000));
    assert!(
        unusable(taken(&gen_folder))
            .0
            .contains("more than 2000 bytes")
    );
}
