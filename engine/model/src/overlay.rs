//! What a runner is given in place of a mutant: whole files that stand in for others.
//!
//! Runners know nothing of mutants. They see replaced bytes and, as a hint for hot-swapping, where the
//! replacement differs from the file it stands for.

use std::sync::Arc;

use crate::digest::Digest;
use crate::path::RelPath;
use crate::span::ByteSpan;

/// One file that stands in for another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replacement {
    /// Which file, relative to the project root.
    pub path: RelPath,
    /// The bytes to be seen in its place.
    pub bytes: Arc<[u8]>,
    /// The bytes of `bytes` that differ (0-based, end exclusive).
    pub edited: ByteSpan,
    /// The bytes of the original that `edited` stands for.
    pub original: ByteSpan,
}

/// Files to be seen in place of others; empty for an unmutated run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Overlay {
    /// The replacements, sorted by path.
    pub files: Vec<Replacement>,
}

impl Overlay {
    /// A digest of what the overlay shows, for cache keys.
    #[must_use]
    pub fn digest(&self) -> Digest {
        let mut text = Vec::new();
        for file in &self.files {
            let path = file.path.as_str().as_bytes();
            text.extend_from_slice(&(path.len() as u64).to_le_bytes());
            text.extend_from_slice(path);
            text.extend_from_slice(&(file.bytes.len() as u64).to_le_bytes());
            text.extend_from_slice(&file.bytes);
        }
        Digest::of(&text)
    }
}
