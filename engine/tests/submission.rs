//! Submissions from the outside: what is taken, what is left out, and what no text may ever do.
#![expect(clippy::unwrap_used, reason = "a test may end at the first surprise")]

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use mutscore::config::{self, Known, Scope};
use mutscore::submission::{SubmissionError, SubmissionLimits, Taken, Usable, take, take_within};

const CONFIG: &str = r#"schema = 1
[project.p]
root = "."
language = "python"
runner = "behave"
production = ["src/**"]
test-side = ["features/**"]
withheld = ["features/**/*.py"]
protected = ["features/**/*.feature"]
"#;

/// A base tree, and a place for submissions beside it.
struct Bench {
    folder: tempfile::TempDir,
    scope: Scope,
}

const OLD: &str = "one\ntwo\nthree\n";

impl Bench {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let known = Known {
            languages: vec!["python".into()],
            runners: vec!["behave".into()],
            operators: vec![],
        };
        let settings = config::parse(
            &folder.path().join("mutscore.toml"),
            CONFIG.to_owned(),
            &known,
        )
        .unwrap();
        let bench = Self {
            scope: settings.projects["p"].scope.clone(),
            folder,
        };
        for (path, text) in [
            ("src/a.py", "x = 1\n"),
            ("features/a.feature", "Feature: a\n"),
            ("features/data.txt", OLD),
            ("features/run.sh", "#!/bin/sh\n"),
        ] {
            bench.write(&format!("base/{path}"), text);
        }
        fs::set_permissions(
            bench.base().join("features/run.sh"),
            fs::Permissions::from_mode(0o755),
        )
        .unwrap();
        bench
    }

    fn base(&self) -> PathBuf {
        self.folder.path().join("base")
    }

    fn write(&self, path: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    fn patch(&self, text: impl AsRef<[u8]>) -> Taken {
        take(&self.write("gen.patch", text), &self.base(), &self.scope).unwrap()
    }

    fn folder(&self) -> Taken {
        take(&self.folder.path().join("gen"), &self.base(), &self.scope).unwrap()
    }
}

fn usable(taken: Taken) -> Usable {
    match taken {
        Taken::Usable(usable) => usable,
        Taken::Unusable { why, discarded } => panic!("{why} {discarded:?}"),
    }
}

fn unusable(taken: Taken) -> (String, Vec<(String, String)>) {
    match taken {
        Taken::Unusable { why, discarded } => (why, discarded),
        Taken::Usable(usable) => panic!("{usable:?}"),
    }
}

/// Files as text.
fn files(usable: &Usable) -> BTreeMap<String, String> {
    usable
        .files
        .iter()
        .map(|(path, content)| {
            (
                path.to_string(),
                String::from_utf8(content.bytes.clone()).unwrap(),
            )
        })
        .collect()
}

fn new_file(path: &str, lines: &[&str]) -> String {
    let body: String = lines.iter().map(|line| format!("+{line}\n")).collect();
    format!(
        "diff --git a/{path} b/{path}\nnew file mode 100644\nindex 0000000..1111111\n--- /dev/null\n+++ b/{path}\n@@ -0,0 +1,{} @@\n{body}",
        lines.len()
    )
}

fn change(path: &str, from: &str, to: &str) -> String {
    format!(
        "diff --git a/{path} b/{path}\n--- a/{path}\n+++ b/{path}\n@@ -1 +1 @@\n-{from}\n+{to}\n"
    )
}

const STEPS: &str = "features/steps/s.py";

fn pairs(list: &[(&str, &str)]) -> Vec<(String, String)> {
    list.iter()
        .map(|(path, why)| (path.to_string(), why.to_string()))
        .collect()
}

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
fn names_that_reach_out_are_left_out_by_whatever_line_they_come() {
    let bench = Bench::new();
    let good = new_file(STEPS, &["x = 1"]);
    for (name, why) in [
        ("../evil", "outside the project"),
        ("features/../../evil", "outside the project"),
        ("features/../features/steps/t.py", "outside the project"),
        ("/etc/evil", "outside the project"),
        ("./features/x", "outside the project"),
        ("features//evil", "unusable file name"),
        ("features/a\\b", "unusable file name"),
        ("features/a\u{1}b", "unusable file name"),
        (".git/hooks/post-checkout", "version control data"),
        ("features/.git/config", "version control data"),
        ("features/.GIT/config", "version control data"),
        ("features/git~1/config", "version control data"),
        ("features/.git /config", "version control data"),
    ] {
        let plain = format!("--- /dev/null\n+++ b/{name}\n@@ -0,0 +1 @@\n+x\n");
        let empty = format!("diff --git a/{name} b/{name}\nnew file mode 100644\n");
        let renamed = format!(
            "diff --git a/features/data.txt b/x\nsimilarity index 100%\nrename from features/data.txt\nrename to {name}\n"
        );
        let from = format!(
            "diff --git a/x b/features/y.py\nsimilarity index 100%\ncopy from {name}\ncopy to features/y.py\n"
        );
        for hostile in [new_file(name, &["x"]), plain, empty, renamed, from] {
            for text in [format!("{good}{hostile}"), format!("{hostile}{good}")] {
                let usable = usable(bench.patch(&text));
                assert_eq!(files(&usable).keys().collect::<Vec<_>>(), [STEPS], "{text}");
                assert_eq!(usable.discarded, pairs(&[(name, why)]), "{text}");
                assert!(usable.deleted.is_empty(), "{text}");
            }
            unusable(bench.patch(&hostile));
        }
    }
    assert_eq!(
        fs::read_dir(bench.folder.path()).unwrap().count(),
        2,
        "something was written beside the base"
    );
}

#[test]
fn a_name_is_judged_by_the_line_that_git_would_use() {
    // The `diff --git` line names a harmless file, the line that counts another one.
    let bench = Bench::new();
    let text = format!(
        "diff --git a/{STEPS} b/{STEPS}\nnew file mode 100644\n--- /dev/null\n+++ b/src/a2.py\n@@ -0,0 +1 @@\n+x\n"
    );
    let (_, discarded) = unusable(bench.patch(text));
    assert_eq!(discarded, pairs(&[("src/a2.py", "outside the test side")]));
}

#[test]
fn links_what_is_below_them_submodules_and_binary_differences_are_left_out() {
    let bench = Bench::new();
    let good = new_file(STEPS, &["x = 1"]);
    let link = new_file("features/l", &["/etc/passwd"]).replace("100644", "120000");
    let below = new_file("features/l/passwd", &["x"]);
    let module = new_file("features/m", &["Subproject commit 123"]).replace("100644", "160000");
    let retyped =
        "diff --git a/features/data.txt b/features/data.txt\nold mode 100644\nnew mode 120000\n";
    let binary = "diff --git a/features/b.dat b/features/b.dat\nnew file mode 100644\nindex 000..111\nGIT binary patch\n\
                  delta 3\nKcmZQzWMT#Y01f~L\n\nliteral 0\nHcmV?d00001\n\n";
    let differ = "diff --git a/features/__pycache__/s.pyc b/features/__pycache__/s.pyc\nnew file mode 100644\n\
                  Binary files /dev/null and b/features/__pycache__/s.pyc differ\n";
    let usable = usable(
        bench.patch(
            [&link, &below, &module, retyped, binary, differ, &good]
                .map(str::to_owned)
                .concat(),
        ),
    );
    assert_eq!(files(&usable).keys().collect::<Vec<_>>(), [STEPS]);
    assert_eq!(
        usable.discarded,
        pairs(&[
            ("features/__pycache__/s.pyc", "cache of a runtime"),
            ("features/b.dat", "binary difference"),
            ("features/data.txt", "symbolic link"),
            ("features/l", "symbolic link"),
            ("features/l/passwd", "symbolic link"),
            ("features/m", "submodule"),
        ])
    );
}

#[test]
fn nothing_is_written_through_a_link_of_the_project() {
    let bench = Bench::new();
    symlink("../src", bench.base().join("features/prod")).unwrap();
    let (_, discarded) = unusable(bench.patch(new_file("features/prod/a.py", &["x"])));
    assert_eq!(discarded, pairs(&[("features/prod/a.py", "symbolic link")]));
    bench.write("gen/features/prod/a.py", "x = 3\n");
    let (_, discarded) = unusable(bench.folder());
    assert_eq!(discarded, pairs(&[("features/prod/a.py", "symbolic link")]));
}

#[test]
fn a_rename_out_of_the_production_code_is_left_out_and_a_copy_is_read() {
    let bench = Bench::new();
    let moved = |verb: &str| {
        format!(
            "diff --git a/src/a.py b/features/a.py\nsimilarity index 100%\n{verb} from src/a.py\n{verb} to features/a.py\n"
        )
    };
    let (_, discarded) = unusable(bench.patch(moved("rename")));
    assert_eq!(
        discarded,
        pairs(&[("features/a.py", "outside the test side")])
    );
    let copied = usable(bench.patch(moved("copy")));
    assert_eq!(files(&copied)["features/a.py"], "x = 1\n");
    assert!(copied.deleted.is_empty());
}

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
