//! Places in a source text, in bytes and in lines.

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// A range of bytes: 0-based, `end` exclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ByteSpan {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl ByteSpan {
    /// The span `start..end`.
    #[must_use]
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// The span as indices into a slice.
    #[must_use]
    pub const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Number of bytes.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.end.saturating_sub(self.start)
    }

    /// Whether no byte is inside.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.end <= self.start
    }

    /// Whether `other` lies inside this span (equal spans do).
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// Whether the spans share a byte. Two empty spans never do.
    #[must_use]
    pub const fn overlaps(self, other: Self) -> bool {
        self.start < other.end && other.start < self.end
    }
}

/// A place for people: line and column both start at 1; the column counts characters
/// (Unicode scalar values, or bytes where the file is not UTF-8) and not a byte-order mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct LineCol {
    /// 1-based line.
    pub line: u32,
    /// 1-based column in characters.
    pub column: u32,
}

impl LineCol {
    /// The place at `line` and `column`, both counted from 1.
    #[must_use]
    pub const fn new(line: u32, column: u32) -> Self {
        Self { line, column }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn touching_spans_do_not_overlap() {
        let left = ByteSpan::new(0, 4);
        assert!(!left.overlaps(ByteSpan::new(4, 6)));
        assert!(left.overlaps(ByteSpan::new(3, 6)));
        assert!(left.contains(ByteSpan::new(4, 4)));
        assert!(!left.contains(ByteSpan::new(2, 5)));
        assert_eq!(left.len(), 4);
        assert!(ByteSpan::new(2, 2).is_empty());
    }
}
