//! What a runner is given in place of a mutant: whole files that stand in for others.
//!
//! Runners know nothing of mutants. They see replaced bytes and, as a hint for hot-swapping, where the
//! replacement differs from the file it stands for.

use std::collections::BTreeMap;
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
    /// A build that holds the same change among others, where there is one. Whoever compiles may use it in place of
    /// `files`: it is to behave the same, so it is no part of the digest.
    pub woven: Option<Woven>,
}

/// One change of a build that holds many.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Woven {
    /// The build.
    pub build: Arc<WovenBuild>,
    /// Which of its changes runs; 0 for none.
    pub number: u32,
    /// Whether the change cannot be reached before or after a scenario: a process that made other runs may then make
    /// this one, if it is found unchanged.
    pub shared: bool,
}

/// Whole files with many changes at once, of which a number chosen at start-up says which one runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WovenBuild {
    files: BTreeMap<RelPath, Arc<[u8]>>,
    digest: Digest,
}

impl WovenBuild {
    /// A build of these files: some stand in for others, some stand beside them.
    #[must_use]
    pub fn new(files: BTreeMap<RelPath, Arc<[u8]>>) -> Self {
        let mut text = Vec::new();
        for (path, bytes) in &files {
            append(&mut text, path, bytes);
        }
        let digest = Digest::of(&text);
        Self { files, digest }
    }

    /// The files, by path.
    #[must_use]
    pub fn files(&self) -> &BTreeMap<RelPath, Arc<[u8]>> {
        &self.files
    }

    /// A digest of all files: builds of equal digest are one build.
    #[must_use]
    pub fn digest(&self) -> Digest {
        self.digest
    }
}

fn append(text: &mut Vec<u8>, path: &RelPath, bytes: &[u8]) {
    let path = path.as_str().as_bytes();
    text.extend_from_slice(&(path.len() as u64).to_le_bytes());
    text.extend_from_slice(path);
    text.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
    text.extend_from_slice(bytes);
}

impl Overlay {
    /// A digest of what the overlay shows, for cache keys.
    #[must_use]
    pub fn digest(&self) -> Digest {
        let mut text = Vec::new();
        for file in &self.files {
            append(&mut text, &file.path, &file.bytes);
        }
        Digest::of(&text)
    }
}
