//! A folder of its own for each test, and the binary run in it.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// What the smallest useful bench says.
pub(crate) const CONFIG: &str = r#"schema = 1

[project.till]
root = "project"
language = "python"
runner = "behave"
production = ["src/till/**/*.py"]
test-side = ["features/**"]
withheld = ["features/**/*.py"]
protected = ["features/**/*.feature"]

[project.till.env]
PYTHONPATH = "src"
"#;

/// Production code of that bench.
pub(crate) const CODE: &str = "\
def total(prices, rebate):
    full = sum(prices)
    if full > 100:
        return full - rebate
    return full


def is_free(price):
    return price == 0
";

/// A folder for one test.
pub(crate) struct Place {
    folder: TempDir,
}

/// What a command printed, with the folder's name taken out, and its exit code.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Place {
    /// An empty folder.
    pub(crate) fn empty() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    /// A bench with one project.
    pub(crate) fn bench() -> Self {
        let place = Self::empty();
        place.write("mutscore.toml", CONFIG);
        place.write("project/src/till/__init__.py", "");
        place.write("project/src/till/sums.py", CODE);
        place.write("project/features/till.feature", "Feature: Till\n");
        place.write("project/features/steps/till_steps.py", "");
        place
    }

    pub(crate) fn path(&self) -> PathBuf {
        fs::canonicalize(self.folder.path()).unwrap()
    }

    /// Writes a file, its folders included.
    pub(crate) fn write(&self, path: &str, text: &str) -> PathBuf {
        let path = self.folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    pub(crate) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.folder.path().join(path)).unwrap()
    }

    /// The binary, ready to be run here. What the caller's environment says about looks and places is not passed on.
    pub(crate) fn command<S: AsRef<OsStr>>(&self, words: impl IntoIterator<Item = S>) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mutscore"));
        command
            .args(words)
            .current_dir(self.folder.path())
            .stdin(Stdio::null())
            .env("COLUMNS", "100");
        for name in [
            "MUTSCORE_STATE",
            "NO_COLOR",
            "CLICOLOR",
            "CLICOLOR_FORCE",
            "RUST_BACKTRACE",
        ] {
            command.env_remove(name);
        }
        command
    }

    /// Runs a line of words that hold no blanks.
    pub(crate) fn run(&self, line: &str) -> Ran {
        self.finish(self.command(line.split_whitespace()).output().unwrap())
    }

    /// Output as text, without what differs from run to run.
    pub(crate) fn finish(&self, output: Output) -> Ran {
        let text = |bytes: Vec<u8>| {
            let text = String::from_utf8(bytes).unwrap();
            let text = text.replace(&self.path().display().to_string(), "[HERE]");
            text.replace(&self.folder.path().display().to_string(), "[HERE]")
        };
        Ran {
            code: output.status.code(),
            out: text(output.stdout),
            err: text(output.stderr),
        }
    }
}

impl Ran {
    /// The lines of standard output as JSON.
    pub(crate) fn json_lines(&self) -> Vec<serde_json::Value> {
        self.out
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }

    /// Standard output as one JSON value.
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

/// Every file below a folder, relative and sorted.
pub(crate) fn files_below(folder: &Path) -> Vec<String> {
    let mut files = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                files.push(path.strip_prefix(folder).unwrap().display().to_string());
            }
        }
    }
    files.sort();
    files
}
