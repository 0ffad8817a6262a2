//! Go's literals, taken apart.

use super::kinds::kind;
use crate::language::{Integer, StringParts};
use crate::tree::Node;

/// A decimal, hexadecimal or binary literal. Octal ones (`0o644`, `0644`) are file modes.
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

/// A decimal floating-point number; a hexadecimal one is chosen bit by bit and stays.
pub(super) fn float(literal: Node<'_>) -> Option<(&str, &str)> {
    let text = literal.text();
    (!text.starts_with("0x") && !text.starts_with("0X")).then_some((text, ""))
}

/// The delimiters of a string, quoted or raw.
pub(super) fn string(literal: Node<'_>) -> Option<StringParts<'_>> {
    let text = literal.text();
    let close = text.len().checked_sub(1).filter(|close| *close > 0)?;
    Some(StringParts {
        open: text.get(..1)?,
        empty: close == 1,
        close: text.get(close..)?,
    })
}

/// Whether the node is a string literal.
pub(super) fn is_string(node: Node<'_>) -> bool {
    matches!(node.kind(), kind::STRING | kind::RAW_STRING)
}

/// Whether a number literal is zero.
pub(super) fn is_zero(number: Node<'_>) -> bool {
    let text = number.text();
    match integer(number) {
        Some(integer) => integer.digits.bytes().all(|digit| digit == b'0'),
        None => text.replace('_', "").parse() == Ok(0.0_f64),
    }
}
