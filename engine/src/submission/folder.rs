//! A submission that is a folder: whole files, laid out like the project.
//!
//! A folder may be a whole working copy, so files that equal those of the base tree are no edits, and a file that
//! is not there is not deleted. Links are never followed and special files never opened.

use std::fs::{self, DirEntry};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use super::apply::{conflict, is_through_link};
use super::discard::{Reason, why_not};
use super::names::{is_dot_git, safe};
use super::take::{Content, Edits, Found, SubmissionError, SubmissionLimits, read_bounded};
use crate::config::Scope;

/// What a generator says of itself; not part of the tests.
const SIDECAR: &str = "generation.json";

/// The only `*.patch` or `*.diff` at the top of the folder.
pub(super) fn only_patch(folder: &Path) -> Result<Option<PathBuf>, SubmissionError> {
    let mut patches = Vec::new();
    for entry in entries(folder)? {
        let path = entry.path();
        let named = path
            .extension()
            .is_some_and(|extension| extension == "patch" || extension == "diff");
        if named && entry.file_type().is_ok_and(|kind| kind.is_file()) {
            patches.push(path);
        }
    }
    Ok(if patches.len() == 1 {
        patches.pop()
    } else {
        None
    })
}

/// The folder's entries, by name.
fn entries(folder: &Path) -> Result<Vec<DirEntry>, SubmissionError> {
    let unreadable = |source| SubmissionError::Unreadable {
        path: folder.to_path_buf(),
        source,
    };
    let mut entries = fs::read_dir(folder)
        .map_err(unreadable)?
        .collect::<Result<Vec<_>, _>>()
        .map_err(unreadable)?;
    entries.sort_by_key(DirEntry::file_name);
    Ok(entries)
}

/// Reads the folder's test-side files.
pub(super) fn read(
    folder: &Path,
    base: &Path,
    scope: &Scope,
    limits: SubmissionLimits,
) -> Result<Found, SubmissionError> {
    let mut reading = Reading {
        base,
        scope,
        limits,
        seen: 0,
        bytes: 0,
        edits: Edits::default(),
    };
    Ok(match reading.folder(folder, "")? {
        Some(why) => Found::Bad(why),
        None => {
            reading.edits.unusable = conflict(base, &reading.edits);
            Found::Edits(reading.edits)
        }
    })
}

struct Reading<'a> {
    base: &'a Path,
    scope: &'a Scope,
    limits: SubmissionLimits,
    seen: usize,
    bytes: u64,
    edits: Edits,
}

impl Reading<'_> {
    /// Reads one folder; `Some` if the submission cannot be used. `prefix` is its path with a `/`, or empty.
    fn folder(&mut self, folder: &Path, prefix: &str) -> Result<Option<String>, SubmissionError> {
        for entry in entries(folder)? {
            // What is not UTF-8 comes out with replacement characters, which no path may have.
            let name = entry.file_name().to_string_lossy().into_owned();
            if prefix.is_empty() && name == SIDECAR {
                continue;
            }
            let path = format!("{prefix}{name}");
            let stop = match self.quick_reason(&entry, &path) {
                Some(reason) => {
                    self.edits.discarded.push((path, reason.to_string()));
                    None
                }
                None if is_folder(&entry) => self.folder(&entry.path(), &format!("{path}/"))?,
                None => self.file(&entry.path(), &path)?,
            };
            if stop.is_some() {
                return Ok(stop);
            }
        }
        Ok(None)
    }

    /// Why an entry is left out by what it is, whatever is in it.
    fn quick_reason(&self, entry: &DirEntry, path: &str) -> Option<Reason> {
        let name = path.rsplit('/').next().unwrap_or(path);
        let kind = entry.file_type().ok();
        if is_dot_git(name) {
            return Some(Reason::VersionControl);
        }
        match kind {
            Some(kind) if kind.is_dir() => (name == "__pycache__").then_some(Reason::Cache),
            Some(kind) if kind.is_symlink() => {
                Some(why_not(self.scope, path).unwrap_or(Reason::Link))
            }
            Some(kind) if kind.is_file() => None,
            _ => Some(why_not(self.scope, path).unwrap_or(Reason::Special)),
        }
    }

    fn file(&mut self, file: &Path, name: &str) -> Result<Option<String>, SubmissionError> {
        self.seen += 1;
        let limits = self.limits;
        if self.seen > limits.files {
            return Ok(Some(format!(
                "the folder holds more than {} files",
                limits.files
            )));
        }
        let path = match safe(name) {
            Ok(path) => path,
            Err(reason) => {
                self.edits
                    .discarded
                    .push((name.to_owned(), reason.to_string()));
                return Ok(None);
            }
        };
        let Some(bytes) = read_bounded(file, limits.bytes - self.bytes)? else {
            return Ok(Some(format!(
                "the folder holds more than {} bytes",
                limits.bytes
            )));
        };
        self.bytes += bytes.len() as u64;
        let executable =
            fs::symlink_metadata(file).is_ok_and(|found| found.permissions().mode() & 0o100 != 0);
        if same_as(&self.base.join(name), &bytes, executable) {
            return Ok(None);
        }
        let reason =
            why_not(self.scope, name).or(is_through_link(self.base, &path).then_some(Reason::Link));
        match reason {
            Some(reason) => self
                .edits
                .discarded
                .push((name.to_owned(), reason.to_string())),
            None => {
                self.edits.files.insert(path, Content { bytes, executable });
            }
        }
        Ok(None)
    }
}

fn is_folder(entry: &DirEntry) -> bool {
    entry.file_type().is_ok_and(|kind| kind.is_dir())
}

fn same_as(base: &Path, bytes: &[u8], executable: bool) -> bool {
    let Ok(found) = fs::symlink_metadata(base) else {
        return false;
    };
    found.is_file()
        && found.len() == bytes.len() as u64
        && (found.permissions().mode() & 0o100 != 0) == executable
        && fs::read(base).is_ok_and(|base| base == bytes)
}
