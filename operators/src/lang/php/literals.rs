//! PHP's literals, taken apart.

use super::kinds::kind;
use crate::language::{Integer, StringParts};
use crate::tree::Node;

/// A decimal, hexadecimal or binary literal. Octal ones are file modes.
pub(super) fn integer(literal: Node<'_>) -> Option<Integer<'_>> {
    let text = literal.text();
    let (prefix, base) = match text.get(..2) {
        Some("0x" | "0X") => (&text[..2], 16),
        Some("0b" | "0B") => (&text[..2], 2),
        _ => ("", 10),
    };
    let integer = Integer::new(prefix, &text[prefix.len()..], base, "")?;
    let is_octal = base == 10 && integer.is_padded();
    (!is_octal).then_some(integer)
}

/// Whether a string of double quotes has variables or code inside.
pub(super) fn has_code(string: Node<'_>) -> bool {
    string
        .named()
        .any(|child| !matches!(child.kind(), kind::ESCAPE_SEQUENCE | kind::STRING_CONTENT))
}

/// Whether the text of a string of double quotes may hold code: all code in it begins with a dollar sign.
pub(super) fn may_hold_code(text: &[u8]) -> bool {
    text.contains(&b'$')
}

/// The delimiters of a string without code, the prefix (`b`) with the opening one.
pub(super) fn string(literal: Node<'_>) -> Option<StringParts<'_>> {
    let text = literal.bytes();
    let open = text.iter().position(|byte| matches!(byte, b'"' | b'\''))? + 1;
    let close = text.len().checked_sub(1)?;
    Some(StringParts {
        open: std::str::from_utf8(text.get(..open)?).ok()?,
        empty: open == close,
        close: std::str::from_utf8(&text[close..]).ok()?,
    })
}

/// Whether nothing is between the delimiters of a string, heredocs included.
pub(super) fn is_empty_string(literal: Node<'_>) -> bool {
    match literal.kind() {
        kind::STRING | kind::ENCAPSED_STRING => string(literal).is_some_and(|parts| parts.empty),
        _ => false,
    }
}
