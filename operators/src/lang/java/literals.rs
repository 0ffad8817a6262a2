//! Java's literals, taken apart.

use super::kinds::kind;
use crate::language::{Integer, StringParts};
use crate::tree::Node;

/// A decimal, hexadecimal or binary literal. Octal ones are file modes.
pub(super) fn integer(literal: Node<'_>) -> Option<Integer<'_>> {
    let text = literal.text();
    let (prefix, base) = match literal.kind() {
        kind::DECIMAL_INTEGER => ("", 10),
        kind::HEX_INTEGER => (text.get(..2)?, 16),
        kind::BINARY_INTEGER => (text.get(..2)?, 2),
        _ => return None,
    };
    let number = text[prefix.len()..].trim_end_matches(['l', 'L']);
    let suffix = &text[prefix.len() + number.len()..];
    Integer::new(prefix, number, base, suffix)
}

/// The digits and the suffix (`f`, `d`) of a number with a fraction or an exponent.
pub(super) fn float(literal: Node<'_>) -> Option<(&str, &str)> {
    let text = literal.text();
    let is_hex = literal.kind() == kind::HEX_FLOAT;
    if text.is_empty() || (is_hex && !text.contains(['p', 'P'])) {
        return None; // without an exponent `f` and `d` are digits
    }
    let digits = text.trim_end_matches(['f', 'F', 'd', 'D']);
    Some((digits, &text[digits.len()..]))
}

/// Whether a number literal is zero.
pub(super) fn is_zero(literal: Node<'_>) -> bool {
    if let Some(integer) = integer(literal) {
        return integer.digits.bytes().all(|digit| digit == b'0');
    }
    match literal.kind() {
        kind::DECIMAL_FLOAT => {
            float(literal).is_some_and(|(digits, _)| digits.replace('_', "").parse() == Ok(0.0_f64))
        }
        kind::OCTAL_INTEGER => literal
            .bytes()
            .iter()
            .all(|byte| matches!(byte, b'0' | b'_' | b'l' | b'L')),
        _ => false,
    }
}

/// The delimiters of a string. What comes in place of a text block is a plain string: a block needs a line break.
pub(super) fn string(literal: Node<'_>) -> Option<StringParts<'_>> {
    let text = literal.bytes();
    let empty = match text.strip_prefix(b"\"\"\"") {
        Some(rest) => rest.strip_suffix(b"\"\"\"")?.trim_ascii().is_empty(),
        None => text == b"\"\"",
    };
    Some(StringParts {
        open: "\"",
        empty,
        close: "\"",
    })
}

/// Whether code may stand inside a string.
pub(super) fn may_hold_code(text: &[u8]) -> bool {
    text.windows(2).any(|pair| pair == b"\\{")
}
