//! The way in: a path to something handed in, to files that may be laid on the pinned tree.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};

use mutscore_model::digest::{Digest, StableHasher};
use mutscore_model::path::RelPath;
use mutscore_runners::workspace::{Layer, LayerBuilder, WorkspaceError};

use super::{apply, folder};
use crate::config::Scope;

/// How much a submission may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SubmissionLimits {
    /// Bytes in all: of the patch, or of the files of a folder.
    pub bytes: u64,
    /// Files in all.
    pub files: usize,
}

impl Default for SubmissionLimits {
    /// 8 MiB and 2,000 files: many times what the tests of one scenario need.
    fn default() -> Self {
        Self {
            bytes: 8 << 20,
            files: 2_000,
        }
    }
}

/// What a submission comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Taken {
    /// There is test code to run.
    Usable(Usable),
    /// There is none: a generation failure, with the reason in words.
    Unusable {
        /// Why.
        why: String,
        /// Paths that were not taken, sorted, each with the reason in words.
        discarded: Vec<(String, String)>,
    },
}

/// The test-side files of a submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Usable {
    /// Whole files, new or changed; never empty.
    pub files: BTreeMap<RelPath, Content>,
    /// Files of the base tree that the submission takes away, sorted.
    pub deleted: Vec<RelPath>,
    /// Paths that were not taken, sorted, each with the reason in words.
    pub discarded: Vec<(String, String)>,
    /// Digest of `files` and `deleted`: equal for submissions that come to the same.
    pub digest: Digest,
}

/// A file of a submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Whether it may be executed.
    pub executable: bool,
}

impl Usable {
    /// The files as a layer to be laid on the base tree; its folder is made below `state`. Deleted files are no part
    /// of it: see [`Usable::deleted_globs`].
    ///
    /// # Errors
    /// [`WorkspaceError`] when it cannot be written.
    pub fn layer(&self, state: &Path) -> Result<Layer, WorkspaceError> {
        let mut layer = LayerBuilder::new(state)?;
        for (path, content) in &self.files {
            layer.file(path.as_ref(), &content.bytes, content.executable)?;
        }
        layer.finish()
    }

    /// Globs that match exactly the deleted files, for `PinnedTree::without`.
    #[must_use]
    pub fn deleted_globs(&self) -> Vec<String> {
        self.deleted
            .iter()
            .map(|path| globset::escape(path.as_str()))
            .collect()
    }
}

/// Why a submission could not even be looked at. What is wrong *in* a submission is [`Taken::Unusable`] instead.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SubmissionError {
    /// It is not there, or may not be read.
    #[error("read {path}: {source} (hint: a submission is a patch file or a folder)")]
    Unreadable {
        /// Which file or folder.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// It is neither a file nor a folder.
    #[error("{0} is neither a file nor a folder (hint: a submission is a patch file or a folder)")]
    Special(PathBuf),
    /// git is needed to apply patches.
    #[error("cannot start git: {0} (hint: install git; it applies patches)")]
    NoGit(std::io::Error),
    /// A scratch folder cannot be made or used.
    #[error("scratch folder {path}: {source} (hint: is the disk full? TMPDIR puts it elsewhere)")]
    Scratch {
        /// Which.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
}

/// Takes a submission: a patch file, or a folder laid out like the project or holding one `*.patch`.
/// `base` is the pinned tree without the withheld files.
///
/// # Errors
/// [`SubmissionError`] for trouble of ours or of the caller; a bad submission is [`Taken::Unusable`].
pub fn take(path: &Path, base: &Path, scope: &Scope) -> Result<Taken, SubmissionError> {
    take_within(path, base, scope, SubmissionLimits::default())
}

/// [`take`] with limits of one's own.
///
/// # Errors
/// As [`take`].
pub fn take_within(
    path: &Path,
    base: &Path,
    scope: &Scope,
    limits: SubmissionLimits,
) -> Result<Taken, SubmissionError> {
    let unreadable = |source| SubmissionError::Unreadable {
        path: path.to_path_buf(),
        source,
    };
    let kind = fs::metadata(path).map_err(unreadable)?.file_type();
    if !kind.is_dir() && !kind.is_file() {
        return Err(SubmissionError::Special(path.to_path_buf()));
    }
    let patch = if kind.is_file() {
        Some(path.to_path_buf())
    } else {
        folder::only_patch(path)?
    };
    let found = match patch {
        None => folder::read(path, base, scope, limits)?,
        Some(patch) => match read_bounded(&patch, limits.bytes)? {
            None => Found::Bad(format!("the patch is larger than {} bytes", limits.bytes)),
            Some(text) => apply::patch(&text, base, scope, limits)?,
        },
    };
    Ok(conclude(found, scope))
}

/// What reading a patch or a folder comes to.
pub(super) enum Found {
    /// Nothing of it can be used.
    Bad(String),
    /// Its edits.
    Edits(Edits),
}

/// Edits of a submission.
#[derive(Debug, Default)]
pub(super) struct Edits {
    pub(super) files: BTreeMap<RelPath, Content>,
    pub(super) deleted: Vec<RelPath>,
    pub(super) discarded: Vec<(String, String)>,
    /// Set if what was kept cannot be used although it was told apart from the rest.
    pub(super) unusable: Option<String>,
}

fn conclude(found: Found, scope: &Scope) -> Taken {
    let mut edits = match found {
        Found::Bad(why) => {
            return Taken::Unusable {
                why,
                discarded: Vec::new(),
            };
        }
        Found::Edits(edits) => edits,
    };
    edits.discarded.sort();
    edits.discarded.dedup();
    edits.deleted.sort();
    let discarded = edits.discarded;
    if let Some(why) = edits.unusable {
        return Taken::Unusable { why, discarded };
    }
    if edits.files.is_empty() {
        let why = match discarded.len() {
            0 => "it changes no file".to_owned(),
            1 => "its only edit was discarded".to_owned(),
            count => format!("all of its {count} edits were discarded"),
        };
        return Taken::Unusable { why, discarded };
    }
    // What is withheld says what kind of files the tests are made of; without any of them there is no test code.
    let is_code = |path: &RelPath| scope.is_withheld(path.as_str());
    if !scope.withheld_globs().is_empty() && !edits.files.keys().any(is_code) {
        let why = format!(
            "it holds no test code (files like {})",
            scope.withheld_globs().join(", ")
        );
        return Taken::Unusable { why, discarded };
    }
    let mut hasher = StableHasher::new("mutscore/submission/1");
    for (path, content) in &edits.files {
        hasher
            .field(path.as_str())
            .field(if content.executable { "x" } else { "f" })
            .field(&content.bytes);
    }
    for path in &edits.deleted {
        hasher.field(path.as_str()).field("gone");
    }
    Taken::Usable(Usable {
        files: edits.files,
        deleted: edits.deleted,
        discarded,
        digest: hasher.finish(),
    })
}

/// The bytes of a regular file; `None` if there are more than `most`.
pub(super) fn read_bounded(path: &Path, most: u64) -> Result<Option<Vec<u8>>, SubmissionError> {
    let unreadable = |source| SubmissionError::Unreadable {
        path: path.to_path_buf(),
        source,
    };
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(unreadable)?;
    file.take(most.saturating_add(1))
        .read_to_end(&mut bytes)
        .map_err(unreadable)?;
    Ok((bytes.len() as u64 <= most).then_some(bytes))
}
