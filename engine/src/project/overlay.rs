//! From a mutant of the manifest to the files that stand in for it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use mutscore_model::mutant::Mutant;
use mutscore_model::overlay::{Overlay, Replacement};
use mutscore_model::path::RelPath;
use mutscore_model::span::ByteSpan;
use mutscore_operators::{MutateError, mutate};

/// Why a mutant cannot be made of its file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Unreadable {
    /// The file is not there.
    #[error("{}: {source}", path.display())]
    Io {
        /// Which.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The file is another one than the manifest was made of.
    #[error("{path}: {source}")]
    Mutate {
        /// Which.
        path: RelPath,
        /// Why.
        source: MutateError,
    },
}

/// Source files of a pinned tree, each read once.
#[derive(Debug)]
pub struct SourceTree {
    root: PathBuf,
    files: BTreeMap<RelPath, Arc<[u8]>>,
}

impl SourceTree {
    /// Files below `root`.
    #[must_use]
    pub fn new(root: &Path) -> Self {
        Self {
            root: root.to_owned(),
            files: BTreeMap::new(),
        }
    }

    /// The bytes of a file.
    ///
    /// # Errors
    /// [`Unreadable::Io`].
    pub fn read(&mut self, path: &RelPath) -> Result<Arc<[u8]>, Unreadable> {
        if let Some(bytes) = self.files.get(path) {
            return Ok(Arc::clone(bytes));
        }
        let full = self.root.join(path.as_str());
        let bytes: Arc<[u8]> = std::fs::read(&full)
            .map_err(|source| Unreadable::Io { path: full, source })?
            .into();
        self.files.insert(path.clone(), Arc::clone(&bytes));
        Ok(bytes)
    }

    /// The overlay that shows a mutant.
    ///
    /// # Errors
    /// [`Unreadable`], also if the file is not the one that the manifest was made of.
    pub fn mutated(&mut self, mutant: &Mutant) -> Result<Arc<Overlay>, Unreadable> {
        let source = self.read(&mutant.path)?;
        let bytes = mutate(&source, mutant).map_err(|error| Unreadable::Mutate {
            path: mutant.path.clone(),
            source: error,
        })?;
        let (original, edited) = touched(mutant, source.len(), bytes.len());
        Ok(Arc::new(Overlay {
            woven: None,
            files: vec![Replacement {
                path: mutant.path.clone(),
                bytes: bytes.into(),
                edited,
                original,
            }],
        }))
    }

    /// An overlay that changes nothing but one line end more at the end of a file: for proving that the way in
    /// which a file is replaced does not matter. The bytes must differ, or nobody could tell that they were loaded.
    ///
    /// # Errors
    /// [`Unreadable::Io`].
    pub fn equivalent(&mut self, path: &RelPath) -> Result<Arc<Overlay>, Unreadable> {
        let source = self.read(path)?;
        let end = u32::try_from(source.len()).unwrap_or(u32::MAX);
        let bytes: Arc<[u8]> = source.iter().copied().chain(*b"\n").collect();
        let original = ByteSpan { start: end, end };
        let edited = ByteSpan {
            start: end,
            end: end.saturating_add(1),
        };
        Ok(Arc::new(Overlay {
            woven: None,
            files: vec![Replacement {
                path: path.clone(),
                bytes,
                edited,
                original,
            }],
        }))
    }
}

/// The smallest span over all edits, in the original and in the mutated bytes.
fn touched(mutant: &Mutant, before: usize, after: usize) -> (ByteSpan, ByteSpan) {
    let start = mutant
        .edits
        .iter()
        .map(|edit| edit.span.start)
        .min()
        .unwrap_or(0);
    let end = mutant
        .edits
        .iter()
        .map(|edit| edit.span.end)
        .max()
        .unwrap_or(0);
    // Files are below 4 GiB: the parser's own limit.
    let end_after = (i64::from(end) + after as i64 - before as i64).max(i64::from(start));
    (
        ByteSpan { start, end },
        ByteSpan {
            start,
            end: u32::try_from(end_after).unwrap_or(u32::MAX),
        },
    )
}
