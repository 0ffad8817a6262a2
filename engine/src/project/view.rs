//! What a run sees: layers of files, and digests that say which.

use std::path::PathBuf;

use mutscore_model::digest::Digest;
use mutscore_runners::workspace::{Layer, PinnedTree};

/// Layers laid on each other, the top-most first.
#[derive(Debug)]
pub struct Laid {
    layers: Vec<PathBuf>,
    tree: Digest,
    submission: Option<Digest>,
    /// Kept alive as long as the view is in use.
    _layer: Option<Layer>,
}

impl Laid {
    /// The whole tree.
    pub(crate) fn whole(tree: &PinnedTree) -> Self {
        Self {
            layers: vec![tree.path().to_owned()],
            tree: digest(tree),
            submission: None,
            _layer: None,
        }
    }

    /// A submission on the tree without what it replaces.
    pub(crate) fn submission(tree: &PinnedTree, layer: Layer, submission: Digest) -> Self {
        Self {
            layers: vec![layer.path().to_owned(), tree.path().to_owned()],
            tree: digest(tree),
            submission: Some(submission),
            _layer: Some(layer),
        }
    }

    /// Folders, the top-most first.
    #[must_use]
    pub fn layers(&self) -> &[PathBuf] {
        &self.layers
    }

    /// Digest of the bottom layer.
    #[must_use]
    pub fn tree(&self) -> Digest {
        self.tree
    }

    /// Digest of the submission's files.
    #[must_use]
    pub fn submission_of(&self) -> Option<Digest> {
        self.submission
    }
}

fn digest(tree: &PinnedTree) -> Digest {
    Digest::of(tree.digest().as_bytes())
}
