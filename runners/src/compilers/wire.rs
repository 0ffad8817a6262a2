//! Frames of fields: a count, then each field's length and bytes, all 32 bits and little-endian.
//!
//! Not JSON: sources are bytes in any encoding, and five languages read this with a dozen lines each.

use std::time::Instant;

use mutscore_model::mutant::Edit;
use mutscore_model::path::RelPath;

use crate::runner::CancelToken;
use crate::session::channel::{Channel, ChannelError};

/// An answer has at most this many fields …
const MOST_FIELDS: usize = 8;
/// … of at most this many bytes each. The messages of compilers are short.
const MOST_BYTES: usize = 64 << 10;

/// Puts fields together.
pub(super) struct Frame {
    count: u32,
    bytes: Vec<u8>,
}

impl Frame {
    pub(super) fn new(first: &str) -> Self {
        let mut frame = Self {
            count: 0,
            bytes: vec![0; 4],
        };
        frame.field(first.as_bytes());
        frame
    }

    pub(super) fn field(&mut self, field: &[u8]) -> &mut Self {
        // Sources are below 4 GiB: the parser's own limit.
        let length = u32::try_from(field.len()).unwrap_or(u32::MAX);
        self.bytes.extend_from_slice(&length.to_le_bytes());
        self.bytes.extend_from_slice(field);
        self.count += 1;
        self
    }

    fn number(&mut self, number: impl ToString) -> &mut Self {
        self.field(number.to_string().as_bytes())
    }

    /// The question about a file and its versions.
    pub(super) fn question(path: &RelPath, source: &[u8], versions: &[&[Edit]]) -> Self {
        let mut frame = Self::new("file");
        frame.field(path.as_str().as_bytes()).field(source);
        for edits in versions {
            frame.number(edits.len());
            for edit in *edits {
                let Edit { span, text } = edit;
                frame.number(span.start).number(span.end);
                frame.field(text.as_bytes());
            }
        }
        frame
    }

    pub(super) fn finish(mut self) -> Vec<u8> {
        self.bytes[..4].copy_from_slice(&self.count.to_le_bytes());
        self.bytes
    }
}

/// The next frame's fields as text. Whatever is not UTF-8 in a compiler's words is replaced.
pub(super) fn receive(
    channel: &mut Channel,
    deadline: Instant,
    cancel: &CancelToken,
) -> Result<Vec<String>, ChannelError> {
    let count = number(channel, deadline, cancel)?;
    if count == 0 || count > MOST_FIELDS {
        return Err(ChannelError::Garbled(format!("a frame of {count} fields")));
    }
    let mut fields = Vec::with_capacity(count);
    for _ in 0..count {
        let length = number(channel, deadline, cancel)?;
        if length > MOST_BYTES {
            return Err(ChannelError::Garbled(format!("a field of {length} bytes")));
        }
        let field = channel.take(length, deadline, cancel)?;
        fields.push(String::from_utf8_lossy(&field).into_owned());
    }
    Ok(fields)
}

fn number(
    channel: &mut Channel,
    deadline: Instant,
    cancel: &CancelToken,
) -> Result<usize, ChannelError> {
    let bytes = channel.take(4, deadline, cancel)?;
    let mut number = [0; 4];
    number.copy_from_slice(&bytes);
    Ok(u32::from_le_bytes(number) as usize)
}
