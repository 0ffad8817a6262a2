//! What an interpreter said of itself, kept for as long as its files are the same.
//!
//! Starting an interpreter to ask for its version is a good part of the time that scoring from the cache takes. The
//! answer lies in the program file and in its shared library, so it holds while those are the same files. A script in
//! the interpreter's place (a version manager's shim) may choose another one tomorrow without being changed itself: it
//! is asked every time.

use std::fs::{self, File, Metadata};
use std::io::Read as _;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use mutscore_model::digest::StableHasher;

use super::interpreter::Interpreter;
use crate::bench::atomic::write_atomically;

/// Where the answer of one program is kept.
pub(super) struct Asked {
    file: PathBuf,
}

impl Asked {
    /// The place for the program that `name` means when started in `dir`; `None` if its answer must not be kept.
    pub(super) fn of(state: &Path, dir: &Path, name: &str) -> Option<Self> {
        let program = found(dir, name)?;
        let real = fs::canonicalize(&program).ok()?;
        let mut magic = [0; 4];
        File::open(&real).ok()?.read_exact(&mut magic).ok()?;
        if magic != *b"\x7fELF" {
            return None;
        }
        let mut hasher = StableHasher::new("mutscore/interpreter/1");
        hasher.field(program.as_os_str().as_encoded_bytes());
        identify(&mut hasher, &real)?;
        for library in libraries(&real) {
            identify(&mut hasher, &library)?;
        }
        let name = hasher.finish().short(16);
        Some(Self {
            file: state.join("interpreters").join(format!("{name}.json")),
        })
    }

    /// The answer, if there is a whole one.
    pub(super) fn answer(&self) -> Option<Interpreter> {
        serde_json::from_slice(&fs::read(&self.file).ok()?).ok()
    }

    /// Keeps an answer. Not being able to costs time and nothing else.
    pub(super) fn keep(&self, interpreter: &Interpreter) {
        let kept = serde_json::to_vec(interpreter)
            .map_err(|error| error.to_string())
            .and_then(|text| {
                write_atomically(&self.file, &text).map_err(|error| error.to_string())
            });
        if let Err(error) = kept {
            tracing::debug!(%error, "the interpreter's answer is not kept");
        }
    }
}

/// The file that is started: as written if it has a slash, else the first of that name on the search path.
fn found(dir: &Path, name: &str) -> Option<PathBuf> {
    if name.contains('/') {
        return Some(dir.join(name));
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|folder| dir.join(folder).join(name))
        .find(|program| fs::metadata(program).is_ok_and(|meta| is_program(&meta)))
}

fn is_program(meta: &Metadata) -> bool {
    meta.is_file() && meta.mode() & 0o111 != 0
}

/// Shared libraries of the interpreter itself that lie where its prefix says.
fn libraries(program: &Path) -> Vec<PathBuf> {
    let Some(prefix) = program.parent().and_then(Path::parent) else {
        return Vec::new();
    };
    let folders = [prefix.join("lib"), prefix.join("lib64")];
    let mut libraries: Vec<PathBuf> = folders
        .iter()
        .filter_map(|folder| fs::read_dir(folder).ok())
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| {
            let name = path.file_name().unwrap_or_default().as_encoded_bytes();
            name.starts_with(b"libpython")
        })
        .collect();
    libraries.sort();
    libraries
}

/// Adds what tells this file from any other, and from itself after a change.
fn identify(hasher: &mut StableHasher, path: &Path) -> Option<()> {
    let meta = fs::metadata(path).ok()?;
    hasher
        .field(path.as_os_str().as_encoded_bytes())
        .number(meta.ino())
        .number(meta.size())
        .number(meta.mtime() as u64)
        .number(meta.mtime_nsec() as u64)
        .number(meta.ctime() as u64)
        .number(meta.ctime_nsec() as u64);
    Some(())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn program(folder: &Path, bytes: &[u8]) -> PathBuf {
        let path = folder.join("python");
        fs::write(&path, bytes).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    fn answer() -> Interpreter {
        serde_json::from_str(
            r#"{"version":[3,11,7],"build":"b","executable":"/usr/bin/python3","folders":[]}"#,
        )
        .unwrap()
    }

    #[test]
    fn an_answer_holds_until_the_program_changes() {
        let folder = tempfile::tempdir().unwrap();
        let path = program(folder.path(), b"\x7fELF one");
        let name = path.to_str().unwrap();
        let asked = Asked::of(folder.path(), folder.path(), name).unwrap();
        assert!(asked.answer().is_none());
        asked.keep(&answer());
        let again = Asked::of(folder.path(), folder.path(), name).unwrap();
        assert_eq!(again.answer().unwrap().version, [3, 11, 7]);
        program(folder.path(), b"\x7fELF other");
        let changed = Asked::of(folder.path(), folder.path(), name).unwrap();
        assert!(changed.answer().is_none());
    }

    #[test]
    fn a_script_in_the_interpreters_place_is_asked_every_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = program(folder.path(), b"#!/bin/sh\nexec python3 \"$@\"\n");
        assert!(Asked::of(folder.path(), folder.path(), path.to_str().unwrap()).is_none());
    }

    #[test]
    fn a_damaged_answer_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let path = program(folder.path(), b"\x7fELF one");
        let asked = Asked::of(folder.path(), folder.path(), path.to_str().unwrap()).unwrap();
        asked.keep(&answer());
        fs::write(&asked.file, "{").unwrap();
        assert!(asked.answer().is_none());
    }
}
