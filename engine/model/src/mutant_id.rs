//! Stable names of mutants.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::digest::Digest;

/// Length of an id as this version makes them.
const LENGTH: usize = MutantId::PREFIX.len() + MutantId::DIGITS;

/// A mutant's stable name: `m1_` and 20 hex digits. It survives edits elsewhere in the file.
///
/// Ids are made, copied and compared by the thousand, so one of the usual length holds its text itself.
#[derive(Clone)]
pub struct MutantId(Held);

#[derive(Clone)]
enum Held {
    Here([u8; LENGTH]),
    /// A text of another length, that somebody typed or another recipe made.
    Elsewhere(Box<str>),
}

impl MutantId {
    /// Number of hex digits after the prefix.
    pub const DIGITS: usize = 20;
    /// The prefix names the recipe, so that another recipe can never collide with this one.
    pub const PREFIX: &'static str = "m1_";

    /// The id made of a digest's first digits.
    #[must_use]
    pub fn from_digest(digest: &Digest) -> Self {
        let mut text = [0; LENGTH];
        let (prefix, digits) = text.split_at_mut(Self::PREFIX.len());
        prefix.copy_from_slice(Self::PREFIX.as_bytes());
        digest.write_short(digits);
        Self(Held::Here(text))
    }

    /// Takes an id as somebody wrote it; whether such a mutant exists is the manifest's business.
    #[must_use]
    pub fn from_text(text: &str) -> Self {
        Self(match text.as_bytes().try_into() {
            Ok(bytes) => Held::Here(bytes),
            Err(_) => Held::Elsewhere(text.into()),
        })
    }

    /// The id as written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match &self.0 {
            // It was a text when it came in, so it is one now.
            Held::Here(bytes) => std::str::from_utf8(bytes).unwrap_or_default(),
            Held::Elsewhere(text) => text,
        }
    }

    fn bytes(&self) -> &[u8] {
        match &self.0 {
            Held::Here(bytes) => bytes,
            Held::Elsewhere(text) => text.as_bytes(),
        }
    }
}

impl PartialEq for MutantId {
    fn eq(&self, other: &Self) -> bool {
        self.bytes() == other.bytes()
    }
}

impl Eq for MutantId {}

impl PartialOrd for MutantId {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for MutantId {
    fn cmp(&self, other: &Self) -> Ordering {
        self.bytes().cmp(other.bytes())
    }
}

impl Hash for MutantId {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bytes().hash(state);
    }
}

impl fmt::Debug for MutantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("MutantId").field(&self.as_str()).finish()
    }
}

impl fmt::Display for MutantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for MutantId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for MutantId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        Ok(Self::from_text(&text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_the_prefix_and_twenty_digits() {
        let digest = Digest::of(b"a");
        let id = MutantId::from_digest(&digest);
        assert_eq!(id.as_str(), format!("m1_{}", digest.short(20)));
        assert_eq!(id, MutantId::from_text(id.as_str()));
    }

    #[test]
    fn ids_of_any_length_sort_and_survive_json() {
        let texts = [
            "",
            "m1_0",
            "m1_00000000000000000000",
            "m1_é000000000000000000",
            "z",
        ];
        for (place, text) in texts.iter().enumerate() {
            let id = MutantId::from_text(text);
            assert_eq!(id.to_string(), *text);
            let json = serde_json::to_string(&id).unwrap();
            assert_eq!(json, format!("\"{text}\""));
            assert_eq!(serde_json::from_str::<MutantId>(&json).unwrap(), id);
            for later in &texts[place + 1..] {
                assert!(id < MutantId::from_text(later), "{text} {later}");
            }
        }
    }
}
