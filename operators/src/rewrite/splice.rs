//! Applies edits to a file's bytes and leaves every other byte as it was: line ends, byte-order mark, encoding and a
//! missing last newline all stay.

use mutscore_model::mutant::Edit;
use mutscore_model::span::ByteSpan;
use thiserror::Error;

/// Why edits cannot be applied.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum SpliceError {
    /// An edit reaches past the end of the file, or ends before it starts.
    #[error("edit {}..{} does not fit a file of {length} bytes; the manifest belongs to another version of the file", .span.start, .span.end)]
    OutOfBounds {
        /// The edit.
        span: ByteSpan,
        /// Length of the file in bytes.
        length: usize,
    },
    /// Two edits share bytes, or are not in order.
    #[error(
        "edit at byte {at} overlaps or precedes the edit before it; the manifest is damaged, freeze it again"
    )]
    Overlap {
        /// Start of the later edit.
        at: u32,
    },
}

/// `source` with every edit applied. Edits are sorted by their start and do not overlap.
///
/// # Errors
/// When an edit lies outside `source`, or edits overlap or are out of order.
pub fn apply(source: &[u8], edits: &[Edit]) -> Result<Vec<u8>, SpliceError> {
    let added: usize = edits.iter().map(|edit| edit.text.len()).sum();
    let mut result = Vec::with_capacity(source.len() + added);
    let mut copied = 0;
    for edit in edits {
        let (start, end) = (edit.span.start as usize, edit.span.end as usize);
        if end < start || end > source.len() {
            return Err(SpliceError::OutOfBounds {
                span: edit.span,
                length: source.len(),
            });
        }
        if start < copied {
            return Err(SpliceError::Overlap {
                at: edit.span.start,
            });
        }
        result.extend_from_slice(&source[copied..start]);
        result.extend_from_slice(edit.text.as_bytes());
        copied = end;
    }
    result.extend_from_slice(&source[copied..]);
    Ok(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(start: u32, end: u32, text: &str) -> Edit {
        Edit {
            span: ByteSpan::new(start, end),
            text: text.into(),
        }
    }

    #[test]
    fn only_the_named_bytes_change() {
        let source = b"\xEF\xBB\xBFa\r\n\xE9 b";
        let mutated = apply(source, &[edit(3, 4, "xyz"), edit(8, 8, "!")]).unwrap();
        assert_eq!(mutated, b"\xEF\xBB\xBFxyz\r\n\xE9 !b");
    }

    #[test]
    fn edits_that_do_not_fit_are_refused() {
        assert!(matches!(
            apply(b"ab", &[edit(1, 3, "")]),
            Err(SpliceError::OutOfBounds { .. })
        ));
        assert!(matches!(
            apply(b"ab", &[edit(1, 0, "")]),
            Err(SpliceError::OutOfBounds { .. })
        ));
        let overlapping = [edit(0, 2, ""), edit(1, 2, "")];
        assert_eq!(
            apply(b"ab", &overlapping),
            Err(SpliceError::Overlap { at: 1 })
        );
    }
}
