//! Ruby's literals, taken apart.

use crate::language::{Integer, StringParts};
use crate::tree::Node;

/// A decimal, hexadecimal or binary literal. Octal ones are file modes.
pub(super) fn integer(literal: Node<'_>) -> Option<Integer<'_>> {
    let text = literal.text();
    let (prefix, base) = match text.get(..2) {
        Some("0x" | "0X") => (&text[..2], 16),
        Some("0b" | "0B") => (&text[..2], 2),
        Some("0d" | "0D") => (&text[..2], 10),
        _ => ("", 10),
    };
    let integer = Integer::new(prefix, &text[prefix.len()..], base, "")?;
    let is_octal = prefix.is_empty() && integer.is_padded();
    (!is_octal).then_some(integer)
}

/// A float has no suffix: rational and imaginary numbers are kinds of their own.
pub(super) fn float(literal: Node<'_>) -> Option<(&str, &str)> {
    Some((literal.text(), ""))
}

/// Whether a number literal is zero.
pub(super) fn is_zero(number: Node<'_>) -> bool {
    let text = number.text();
    let mantissa = if text.starts_with("0x") || text.starts_with("0X") {
        text
    } else {
        text.split(['e', 'E']).next().unwrap_or(text)
    };
    let mut digits = mantissa.bytes().filter(u8::is_ascii_alphanumeric);
    digits.all(|byte| {
        matches!(
            byte,
            b'0' | b'x' | b'X' | b'o' | b'O' | b'b' | b'B' | b'd' | b'D'
        )
    })
}

/// The delimiters of a string without interpolation: quotes, or those of `%q(…)`.
pub(super) fn string(literal: Node<'_>) -> Option<StringParts<'_>> {
    let text = literal.bytes();
    let open = match text {
        [b'%', b'q' | b'Q', _, ..] => 3,
        [b'%', _, ..] => 2,
        [_, ..] => 1,
        [] => return None,
    };
    let close = text.len().checked_sub(1).filter(|close| open <= *close)?;
    Some(StringParts {
        open: std::str::from_utf8(&text[..open]).ok()?,
        empty: open == close,
        close: std::str::from_utf8(&text[close..]).ok()?,
    })
}

/// Whether a string literal has nothing between its delimiters.
pub(super) fn is_empty_string(literal: Node<'_>) -> bool {
    string(literal).is_some_and(|parts| parts.empty)
}
