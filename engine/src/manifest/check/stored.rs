//! Answers that were given before: one entry of the result cache for each source file.

use std::collections::BTreeMap;

use mutscore_model::compiled::Compiled;
use mutscore_model::digest::{Digest, StableHasher};
use mutscore_model::path::RelPath;
use serde::{Deserialize, Serialize};

use crate::cache::{Key, ResultCache};

/// What is known of a file and its versions.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Known {
    /// Of the file as it is; `None` if it was not asked about yet.
    pub(super) original: Option<Compiled>,
    /// Of each version, by the digest of its bytes.
    pub(super) versions: BTreeMap<Digest, Compiled>,
}

impl Known {
    /// Whether anything was answered that will be answered so again: trouble is not.
    fn is_worth_keeping(&self) -> bool {
        matches!(self.original, Some(ref original) if settled(original))
    }
}

fn settled(answer: &Compiled) -> bool {
    !matches!(answer, Compiled::Unknown(_))
}

/// Everything beside a file's own bytes that an answer depends on.
pub(super) struct Shelf<'a> {
    pub(super) cache: Option<&'a dyn ResultCache>,
    /// The compiler, its version, and the revision of our half.
    pub(super) compiler: String,
    /// Digest of the other files and the environment, for a compiler that looks at them.
    pub(super) tree: Option<Digest>,
}

impl Shelf<'_> {
    fn key(&self, path: &RelPath, source: &Digest) -> Key {
        let mut hasher = StableHasher::new("mutscore/compiled/1");
        hasher.field(&self.compiler).field(path.as_str());
        hasher.field(source.as_bytes());
        hasher.field(self.tree.map_or(&b""[..], |_| &b"tree"[..]));
        if let Some(tree) = &self.tree {
            hasher.field(tree.as_bytes());
        }
        Key::from_digest(hasher.finish())
    }

    pub(super) fn look_up(&self, path: &RelPath, source: &Digest) -> Known {
        self.cache
            .and_then(|cache| cache.compiled(&self.key(path, source)))
            .and_then(|text| serde_json::from_str(&text).ok())
            .unwrap_or_default()
    }

    pub(super) fn keep(&self, path: &RelPath, source: &Digest, mut known: Known) {
        let Some(cache) = self.cache else { return };
        known.versions.retain(|_, answer| settled(answer));
        if known.is_worth_keeping()
            && let Ok(text) = serde_json::to_string(&known)
        {
            cache.put_compiled(&self.key(path, source), &text);
        }
    }
}
