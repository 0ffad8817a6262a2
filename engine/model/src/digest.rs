//! BLAKE3 digests and the one way fields are put together before hashing.
//!
//! Every id and cache key is a digest over *length-prefixed* fields, so that no two different lists of
//! fields can ever feed the same bytes to the hash.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A BLAKE3-256 digest; written as 64 lower-case hex digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    /// Number of bytes in a digest.
    pub const LEN: usize = 32;

    /// The digest of `bytes`.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Self(*blake3::hash(bytes).as_bytes())
    }

    /// Wraps the raw bytes of a digest that was computed elsewhere.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The raw bytes.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The first `digits` hex digits (at most 64).
    #[must_use]
    pub fn short(&self, digits: usize) -> String {
        let mut hex = vec![0; digits.min(2 * Self::LEN)];
        self.write_short(&mut hex);
        hex.into_iter().map(char::from).collect()
    }

    /// Fills `hex` with the first hex digits, as ASCII; what is beyond 64 stays as it is.
    pub(crate) fn write_short(&self, hex: &mut [u8]) {
        // Ids are made by the thousand, so this does without the formatting machinery.
        const HEX: &[u8; 16] = b"0123456789abcdef";
        for (place, digit) in hex.iter_mut().take(2 * Self::LEN).enumerate() {
            let byte = self.0[place / 2];
            let half = if place % 2 == 0 { byte >> 4 } else { byte & 15 };
            *digit = HEX[usize::from(half)];
        }
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.short(2 * Self::LEN))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}

/// The text is not 64 hex digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DigestParseError;

impl fmt::Display for DigestParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a digest is 64 hexadecimal digits")
    }
}

impl std::error::Error for DigestParseError {}

impl FromStr for Digest {
    type Err = DigestParseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let digits = text.as_bytes();
        if digits.len() != 2 * Self::LEN {
            return Err(DigestParseError);
        }
        let mut bytes = [0; Self::LEN];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            let high = (pair[0] as char).to_digit(16).ok_or(DigestParseError)?;
            let low = (pair[1] as char).to_digit(16).ok_or(DigestParseError)?;
            *byte = (high << 4 | low) as u8;
        }
        Ok(Self(bytes))
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}

/// Builds a digest out of fields, each preceded by its length in bytes as a little-endian `u32`.
///
/// The fields are gathered first and hashed in one go, which is faster for the short lists this is meant for: of a
/// large content, give the digest. A field longer than `u32::MAX` bytes keeps its low 32 length bits; the project
/// refuses such files earlier.
#[derive(Clone, Default)]
pub struct StableHasher {
    fields: Vec<u8>,
}

impl StableHasher {
    /// A hasher whose first field names what is being identified, e.g. `"mutscore/1"`.
    #[must_use]
    pub fn new(domain: &str) -> Self {
        let mut hasher = Self {
            fields: Vec::with_capacity(160), // most lists fit
        };
        hasher.field(domain);
        hasher
    }

    /// Adds one field.
    pub fn field(&mut self, field: impl AsRef<[u8]>) -> &mut Self {
        let bytes = field.as_ref();
        self.fields
            .extend_from_slice(&(bytes.len() as u32).to_le_bytes());
        self.fields.extend_from_slice(bytes);
        self
    }

    /// Adds a number as one field of eight little-endian bytes.
    pub fn number(&mut self, number: u64) -> &mut Self {
        self.field(number.to_le_bytes())
    }

    /// How much has been added; for [`StableHasher::rewind`].
    #[must_use]
    pub fn mark(&self) -> usize {
        self.fields.len()
    }

    /// Takes back everything added since `mark`, so that many lists with a common beginning share one hasher.
    pub fn rewind(&mut self, mark: usize) {
        self.fields.truncate(mark);
    }

    /// The digest of all fields so far.
    #[must_use]
    pub fn finish(&self) -> Digest {
        Digest::of(&self.fields)
    }

    /// The fields so far as a beginning of many lists.
    #[must_use]
    pub fn beginning(&self) -> Beginning {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&self.fields);
        Beginning {
            hasher,
            length: self.fields.len(),
        }
    }

    /// The digest of all fields so far, of which `beginning` was taken earlier: only what has been added since is
    /// hashed.
    #[must_use]
    pub fn finish_from(&self, beginning: &Beginning) -> Digest {
        let mut hasher = beginning.hasher.clone();
        hasher.update(&self.fields[beginning.length..]);
        Digest(*hasher.finalize().as_bytes())
    }
}

/// Fields hashed already, see [`StableHasher::beginning`].
#[derive(Clone)]
pub struct Beginning {
    hasher: blake3::Hasher,
    length: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_survives_its_written_form() {
        let digest = Digest::of(b"hello");
        let json = serde_json::to_string(&digest).unwrap();
        assert_eq!(json.len(), 66);
        assert_eq!(serde_json::from_str::<Digest>(&json).unwrap(), digest);
        assert!("xyz".parse::<Digest>().is_err());
        assert!("g".repeat(64).parse::<Digest>().is_err());
    }

    #[test]
    fn the_digest_is_blake3() {
        let empty = "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262";
        assert_eq!(Digest::of(b"").to_string(), empty);
    }

    #[test]
    fn a_rewound_hasher_has_forgotten_what_came_after_the_mark() {
        let mut hasher = StableHasher::new("t");
        hasher.field("a");
        let mark = hasher.mark();
        let first = hasher.field("b").finish();
        hasher.rewind(mark);
        assert_eq!(hasher.finish(), StableHasher::new("t").field("a").finish());
        assert_eq!(hasher.field("b").finish(), first);
    }

    #[test]
    fn a_digest_does_not_depend_on_whether_its_beginning_was_hashed_earlier() {
        for length in [0, 1, 63, 64, 65, 200, 1023, 1024, 1025, 3000] {
            let mut hasher = StableHasher::new("t");
            hasher.field("x".repeat(length));
            let beginning = hasher.beginning();
            let mark = hasher.mark();
            for field in ["", "rest", &"long".repeat(400)] {
                hasher.field(field);
                assert_eq!(hasher.finish_from(&beginning), hasher.finish());
                hasher.rewind(mark);
            }
        }
    }

    #[test]
    fn moving_a_byte_between_fields_changes_the_digest() {
        let first = StableHasher::new("t").field("ab").field("c").finish();
        let second = StableHasher::new("t").field("a").field("bc").finish();
        assert_ne!(first, second);
    }
}
