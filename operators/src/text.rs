//! Reading a file's bytes as text: its encoding, its lines, its columns.
//!
//! Edits always work on bytes. Text is needed only for people and for ids, so a file in an unknown 8-bit encoding
//! is read as Latin-1: every byte is some character, nothing is lost, and the reading never depends on the machine.

use std::borrow::Cow;

use mutscore_model::span::LineCol;
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
        for (at, byte) in bytes.iter().enumerate() {
            match byte {
                b'\n' => starts.push(at as u32 + 1),
                b'\r' if bytes.get(at + 1) != Some(&b'\n') => starts.push(at as u32 + 1),
                _ => {}
            }
        }
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
        let line = self.line(at);
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
