//! Short ways to rewrite a text, and the tool chains that judge the result.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use mutscore_operators::rewrite::{Function, Place, Rewrite, Wish, apply, hide, strip};
use mutscore_operators::{Language, language};

use crate::toolchain;

pub(crate) fn of(id: &str) -> &'static dyn Language {
    language(id).unwrap()
}

pub(crate) fn applied(source: &str, rewrite: &Rewrite) -> String {
    String::from_utf8(apply(source.as_bytes(), &rewrite.edits).unwrap()).unwrap()
}

/// The text with every body hidden.
pub(crate) fn hidden(id: &str, source: &str) -> String {
    hidden_by(id, source, &mut |_| Wish::Hide).0
}

pub(crate) fn hidden_by(
    id: &str,
    source: &str,
    wish: &mut dyn FnMut(&Function) -> Wish,
) -> (String, Rewrite) {
    let rewrite = hide(of(id), source.as_bytes(), wish).unwrap();
    (applied(source, &rewrite), rewrite)
}

/// The text with the functions at these lines emptied.
pub(crate) fn stripped(id: &str, source: &str, lines: &[u32]) -> (String, Rewrite) {
    let places: Vec<Place> = lines.iter().copied().map(Place::Line).collect();
    let rewrite = strip(of(id), source.as_bytes(), &places).unwrap();
    (applied(source, &rewrite), rewrite)
}

/// Whether the program answers. Where it does not, the test says so aloud; `MUTSCORE_REQUIRE` with its language makes that
/// a failure.
pub(crate) fn has(program: &str, version: &str) -> bool {
    let found = Command::new(program)
        .arg(version)
        .output()
        .is_ok_and(|output| output.status.success());
    if !found {
        let language = match program {
            "python3" => "python",
            "javac" => "java",
            named_alike => named_alike,
        };
        toolchain::missing(language, program);
    }
    found
}

/// A folder for files that a tool chain reads.
pub(crate) struct Bed(tempfile::TempDir);

impl Bed {
    pub(crate) fn new(files: &[(&str, &str)]) -> Self {
        let bed = Self(tempfile::tempdir().unwrap());
        for (path, text) in files {
            bed.write(path, text);
        }
        bed
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn run(&self, program: &str, words: &[&str]) -> Ran {
        self.run_with(program, words, &[])
    }

    pub(crate) fn run_with(&self, program: &str, words: &[&str], env: &[(&str, &str)]) -> Ran {
        let output = Command::new(program)
            .args(words)
            .envs(env.iter().copied())
            .current_dir(self.path())
            .output()
            .unwrap();
        Ran::of(output)
    }
}

/// What a program printed, and whether it ended well.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Ran {
    pub(crate) ok: bool,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    fn of(output: Output) -> Self {
        Self {
            ok: output.status.success(),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    pub(crate) fn succeeded(self) -> Self {
        assert!(self.ok, "{self:?}");
        self
    }
}
