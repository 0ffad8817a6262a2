//! Arbitrary texts as patches: whatever they say, nothing leaves the test side.
#![expect(clippy::unwrap_used, reason = "a test may end at the first surprise")]

use std::fs;
use std::path::Path;

use mutscore::config::{self, Known, Scope};
use mutscore::submission::{Taken, take};
use proptest::prelude::*;

fn scope(dir: &Path) -> Scope {
    let text = "schema = 1\n[project.p]\nroot = \".\"\nlanguage = \"python\"\nrunner = \"behave\"\n\
                production = [\"src/**\"]\ntest-side = [\"features/**\"]\nprotected = [\"features/**/*.feature\"]\n";
    let known = Known {
        languages: vec!["python".into()],
        runners: vec!["behave".into()],
        operators: vec![],
    };
    let settings = config::parse(&dir.join("mutscore.toml"), text.to_owned(), &known).unwrap();
    settings.projects["p"].scope.clone()
}

/// Every file below a folder with its contents, to see whether anything was touched.
fn listing(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap().flatten() {
            if entry.file_type().unwrap().is_dir() {
                folders.push(entry.path());
            } else {
                found.push((
                    entry.path().display().to_string(),
                    fs::read(entry.path()).unwrap(),
                ));
            }
        }
    }
    found.sort();
    found
}

fn check(text: &[u8]) -> Result<(), TestCaseError> {
    let folder = tempfile::tempdir().unwrap();
    let base = folder.path().join("base");
    for (path, text) in [
        ("features/a.txt", "one\n"),
        ("features/a.feature", "f\n"),
        ("src/a.py", "x\n"),
    ] {
        let path = base.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let patch = folder.path().join("x.patch");
    fs::write(&patch, text).unwrap();
    let before = listing(folder.path());
    let taken = take(&patch, &base, &scope(folder.path())).unwrap();
    prop_assert_eq!(listing(folder.path()), before);
    if let Taken::Usable(usable) = taken {
        for path in usable.files.keys().chain(&usable.deleted) {
            let path = path.as_str();
            prop_assert!(
                path.starts_with("features/") && !path.ends_with(".feature"),
                "{}",
                path
            );
            prop_assert!(
                path.split('/')
                    .all(|part| !matches!(part, "" | "." | ".." | ".git")),
                "{}",
                path
            );
        }
    }
    Ok(())
}

/// Names that a hostile patch would try.
fn name() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        4 => Just("features".to_owned()),
        2 => prop::sample::select(&["..", ".", "", ".git", ".GIT", "src", "a.txt", "a.feature", "a.py", "a", "b", "etc", "x y"][..])
            .prop_map(str::to_owned),
        1 => "[a-z./\\\\\" \t\u{0}ü]{0,8}",
    ];
    let prefix = prop::sample::select(&["a/", "b/", "", "/", "../", "i/", "\"a/"][..]);
    (prefix, prop::collection::vec(part, 1..4))
        .prop_map(|(prefix, parts)| format!("{prefix}{}", parts.join("/")))
}

fn line() -> impl Strategy<Value = String> {
    let mode = prop::sample::select(&["100644", "100755", "120000", "160000", "40000", ""][..]);
    prop_oneof![
        (name(), name()).prop_map(|(old, new)| format!("diff --git {old} {new}")),
        name().prop_map(|name| format!("--- {name}\n+++ {name}\n@@ -1 +1 @@\n-one\n+two")),
        name().prop_map(|name| format!("--- /dev/null\n+++ {name}\n@@ -0,0 +1 @@\n+two")),
        name().prop_map(|name| format!("diff --git {name} {name}\nnew file mode 100644")),
        name().prop_map(|name| format!("rename from {name}")),
        name().prop_map(|name| format!("rename to {name}")),
        name().prop_map(|name| format!("copy from {name}")),
        name().prop_map(|name| format!("copy to {name}")),
        (
            prop::sample::select(
                &[
                    "new file mode",
                    "deleted file mode",
                    "old mode",
                    "new mode",
                    "index 1..2"
                ][..]
            ),
            mode
        )
            .prop_map(|(word, mode)| format!("{word} {mode}")),
        (0u32..3, 0u32..3).prop_map(|(old, new)| format!("@@ -{old},{old} +{new},{new} @@")),
        prop::sample::select(
            &[
                "+x",
                "-one",
                " one",
                "\\ No newline at end of file",
                "GIT binary patch",
                "",
                "-- "
            ][..]
        )
        .prop_map(str::to_owned),
        "\\PC{0,20}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn lines_of_patches_in_any_order_never_yield_a_path_outside(lines in prop::collection::vec(line(), 0..12)) {
        check(lines.join("\n").as_bytes())?;
    }

    #[test]
    fn arbitrary_bytes_never_yield_a_path_outside(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        check(&bytes)?;
    }

    #[test]
    fn a_good_patch_with_bytes_changed_never_yields_a_path_outside(
        changes in prop::collection::vec((0usize..400, any::<u8>()), 0..6),
    ) {
        let mut text = b"diff --git a/features/s.py b/features/s.py\nnew file mode 100644\n--- /dev/null\n\
                         +++ b/features/s.py\n@@ -0,0 +1,2 @@\n+x = 1\n+y = 2\n\
                         diff --git a/features/a.txt b/features/b.txt\nsimilarity index 50%\nrename from features/a.txt\n\
                         rename to features/b.txt\n--- a/features/a.txt\n+++ b/features/b.txt\n@@ -1 +1 @@\n-one\n+two\n"
            .to_vec();
        for (at, byte) in changes {
            let at = at % text.len();
            text[at] = byte;
        }
        check(&text)?;
    }
}
