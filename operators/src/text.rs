//! Reading a file's bytes as text: its encoding, its lines, its columns.
//!
//! Edits always work on bytes. Text is needed only for people and for ids, so a file in an unknown 8-bit encoding
//! is read as Latin-1: every byte is some character, nothing is lost, and the reading never depends on the machine.

use std::borrow::Cow;

use mutscore_model::span::{ByteSpan, LineCol};
use unicode_normalization::{UnicodeNormalization, is_nfc_quick};

const BOM: &[u8] = b"\xEF\xBB\xBF";

/// A file's bytes with an index of its lines.
pub struct Text<'s> {
    bytes: &'s [u8],
    utf8: bool,
    ascii: bool,
    /// Byte offset of each line's start.
    starts: Vec<u32>,
}

impl<'s> Text<'s> {
    /// Indexes `bytes`. A line ends with LF, CR LF, or a lone CR.
    #[must_use]
    pub fn new(bytes: &'s [u8]) -> Self {
        let mut starts = vec![0];
        let ends = memchr::memchr2_iter(b'\n', b'\r', bytes);
        let ends = ends.filter(|at| bytes[*at] == b'\n' || bytes.get(at + 1) != Some(&b'\n'));
        starts.extend(ends.map(|at| at as u32 + 1));
        let ascii = bytes.is_ascii();
        Self {
            bytes,
            utf8: ascii || std::str::from_utf8(bytes).is_ok(),
            ascii,
            starts,
        }
    }

    /// 1-based line of byte `at`.
    #[must_use]
    pub fn line(&self, at: u32) -> u32 {
        self.starts.partition_point(|start| *start <= at) as u32
    }

    /// 1-based lines of the first and the last byte of `span`.
    #[must_use]
    pub fn lines(&self, span: ByteSpan) -> (u32, u32) {
        let first = self.line(span.start);
        // Most spans end on the line on which they start.
        match self.starts.get(first as usize) {
            Some(next) if span.end > *next => (first, self.last_line(span.start, span.end)),
            _ => (first, first),
        }
    }

    /// 1-based line of the last byte before `end`, but never before the line of `start`.
    #[must_use]
    pub fn last_line(&self, start: u32, end: u32) -> u32 {
        self.line(end.saturating_sub(1).max(start))
    }

    /// Byte range of the 1-based `line`, its line end included.
    #[must_use]
    pub fn line_bytes(&self, line: u32) -> &'s [u8] {
        let start = self.starts[line as usize - 1] as usize;
        let end = self
            .starts
            .get(line as usize)
            .map_or(self.bytes.len(), |end| *end as usize);
        &self.bytes[start..end]
    }

    /// First byte of the 1-based `line`.
    #[must_use]
    pub fn start_of(&self, line: u32) -> u32 {
        self.starts[line as usize - 1]
    }

    /// Number of lines; a final line end starts no further line with content but is counted.
    #[must_use]
    pub fn line_count(&self) -> u32 {
        self.starts.len() as u32
    }

    /// Line and column of byte `at`, for people.
    #[must_use]
    pub fn place(&self, at: u32) -> LineCol {
        self.place_on(self.line(at), at)
    }

    /// Lines and columns of both ends of `span`, for people.
    #[must_use]
    pub fn places(&self, span: ByteSpan) -> (LineCol, LineCol) {
        let first = self.line(span.start);
        let last = match self.starts.get(first as usize) {
            Some(next) if span.end >= *next => self.line(span.end),
            _ => first,
        };
        (
            self.place_on(first, span.start),
            self.place_on(last, span.end),
        )
    }

    fn place_on(&self, line: u32, at: u32) -> LineCol {
        let mut from = self.starts[line as usize - 1] as usize;
        if line == 1 && self.bytes.starts_with(BOM) && at as usize >= BOM.len() {
            from = BOM.len();
        }
        let before = &self.bytes[from..at as usize];
        let characters = if self.ascii || !self.utf8 {
            before.len()
        } else {
            before.iter().filter(|byte| **byte & 0xC0 != 0x80).count()
        };
        LineCol::new(line, characters as u32 + 1)
    }

    /// Line and column of byte `at` as tools write them that count bytes, a byte-order mark included.
    #[must_use]
    pub fn byte_place(&self, at: u32) -> LineCol {
        let line = self.line(at);
        LineCol::new(line, at - self.starts[line as usize - 1] + 1)
    }

    /// Bytes that take the place of a part of this file, as text.
    #[must_use]
    pub fn taken(&self, part: Vec<u8>) -> String {
        if !self.utf8 {
            return latin1(&part);
        }
        String::from_utf8(part).unwrap_or_else(|error| latin1(error.as_bytes()))
    }

    /// `part` of this file as text.
    #[must_use]
    pub fn read<'a>(&self, part: &'a [u8]) -> Cow<'a, str> {
        if self.utf8
            && let Ok(text) = std::str::from_utf8(part)
        {
            return Cow::Borrowed(text);
        }
        Cow::Owned(latin1(part))
    }
}

/// Bytes as Latin-1: byte n is the character U+00n.
fn latin1(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| *byte as char).collect()
}

/// Text as ids hash it: composed (NFC), so that two spellings of one letter are one.
#[must_use]
pub fn composed(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || is_nfc_quick(text.chars()) == unicode_normalization::IsNormalized::Yes {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.nfc().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_line_end_starts_a_line() {
        let text = Text::new(b"a\nb\r\nc\rd");
        assert_eq!([0, 2, 5, 7].map(|at| text.line(at)), [1, 2, 3, 4]);
        assert_eq!(text.line_bytes(2), b"b\r\n");
        assert_eq!(text.line_count(), 4);
    }

    #[test]
    fn columns_count_characters_and_not_the_byte_order_mark() {
        let text = Text::new("\u{feff}é = 1\nü + 2".as_bytes());
        assert_eq!(text.place(8), LineCol::new(1, 5));
        assert_eq!(text.place(13), LineCol::new(2, 3));
        assert_eq!(text.place(0), LineCol::new(1, 1));
        assert_eq!(text.byte_place(8), LineCol::new(1, 9));
        assert_eq!(text.byte_place(13), LineCol::new(2, 4));
    }

    #[test]
    fn a_spans_lines_and_places_are_those_of_its_ends() {
        let text = Text::new("ab\r\nü = 1\n\nlast".as_bytes());
        for start in [0, 1, 2, 4, 6, 10, 11, 12, 13, 16] {
            for end in [0, 1, 2, 4, 6, 10, 11, 12, 13, 16] {
                if start <= end {
                    let span = ByteSpan::new(start, end);
                    assert_eq!(text.places(span), (text.place(start), text.place(end)));
                    let lines = (text.line(start), text.last_line(start, end));
                    assert_eq!(text.lines(span), lines, "{span:?}");
                }
            }
        }
    }

    #[test]
    fn a_file_that_is_not_utf8_is_read_as_latin1() {
        let text = Text::new(b"x = '\xE9' + y");
        assert_eq!(text.read(&b"x = '\xE9'"[..]), "x = 'é'");
        assert_eq!(text.place(8), LineCol::new(1, 9));
    }

    #[test]
    fn two_spellings_of_a_letter_are_one() {
        assert_eq!(composed("e\u{301}"), "é");
    }
}
