//! A base tree, submissions beside it, and texts of patches.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;

use mutscore::config::{self, Known, Scope};
use mutscore::submission::{Taken, Usable, take};

pub(crate) const CONFIG: &str = r#"schema = 1
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
pub(crate) struct Bench {
    pub(crate) folder: tempfile::TempDir,
    pub(crate) scope: Scope,
}

pub(crate) const OLD: &str = "one\ntwo\nthree\n";

impl Bench {
    pub(crate) fn new() -> Self {
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

    pub(crate) fn base(&self) -> PathBuf {
        self.folder.path().join("base")
    }

    pub(crate) fn write(&self, path: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    pub(crate) fn patch(&self, text: impl AsRef<[u8]>) -> Taken {
        take(&self.write("gen.patch", text), &self.base(), &self.scope).unwrap()
    }

    pub(crate) fn folder(&self) -> Taken {
        take(&self.folder.path().join("gen"), &self.base(), &self.scope).unwrap()
    }
}

pub(crate) fn usable(taken: Taken) -> Usable {
    match taken {
        Taken::Usable(usable) => usable,
        Taken::Unusable { why, discarded } => panic!("{why} {discarded:?}"),
    }
}

pub(crate) fn unusable(taken: Taken) -> (String, Vec<(String, String)>) {
    match taken {
        Taken::Unusable { why, discarded } => (why, discarded),
        Taken::Usable(usable) => panic!("{usable:?}"),
    }
}

/// Files as text.
pub(crate) fn files(usable: &Usable) -> BTreeMap<String, String> {
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

pub(crate) fn new_file(path: &str, lines: &[&str]) -> String {
    let body: String = lines.iter().map(|line| format!("+{line}\n")).collect();
    format!(
        "diff --git a/{path} b/{path}\nnew file mode 100644\nindex 0000000..1111111\n--- /dev/null\n+++ b/{path}\n@@ -0,0 +1,{} @@\n{body}",
        lines.len()
    )
}

pub(crate) fn change(path: &str, from: &str, to: &str) -> String {
    format!(
        "diff --git a/{path} b/{path}\n--- a/{path}\n+++ b/{path}\n@@ -1 +1 @@\n-{from}\n+{to}\n"
    )
}

pub(crate) const STEPS: &str = "features/steps/s.py";

pub(crate) fn pairs(list: &[(&str, &str)]) -> Vec<(String, String)> {
    list.iter()
        .map(|(path, why)| (path.to_string(), why.to_string()))
        .collect()
}
