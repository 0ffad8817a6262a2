//! What is left out: names that reach out, links, and what is not the test's to change.

use std::fs;
use std::os::unix::fs::symlink;

use crate::bed::*;

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
