//! Python's literals, taken apart.

use crate::language::{Integer, StringParts};
use crate::tree::Node;

/// A decimal, hexadecimal or binary literal. Octal ones are file modes; `1j` is a complex number and `1L` Python 2.
pub(super) fn integer(literal: Node<'_>) -> Option<Integer<'_>> {
    let text = literal.text();
    let (prefix, base) = match text.get(..2) {
        Some("0x" | "0X") => (&text[..2], 16),
        Some("0b" | "0B") => (&text[..2], 2),
        Some("0o" | "0O") => return None,
        _ => ("", 10),
    };
    let integer = Integer::new(prefix, &text[prefix.len()..], base, "")?;
    let is_old_octal = base == 10 && integer.is_padded();
    (!is_old_octal).then_some(integer)
}

/// A real number; `1.5j` is a complex one.
pub(super) fn float(literal: Node<'_>) -> Option<(&str, &str)> {
    let text = literal.text();
    (!text.ends_with(['j', 'J', 'l', 'L'])).then_some((text, ""))
}

/// Whether a string's prefix lets code stand inside (`f"…"`, `t"…"`).
pub(super) fn may_hold_code(text: &[u8]) -> bool {
    prefix(text)
        .iter()
        .any(|letter| matches!(letter, b'f' | b'F' | b't' | b'T'))
}

/// The letters before the opening delimiter.
pub(super) fn prefix(text: &[u8]) -> &[u8] {
    let quote = text.iter().position(|byte| matches!(byte, b'"' | b'\''));
    &text[..quote.unwrap_or(0)]
}

/// The delimiters of a string without interpolation, the prefix (`rb`) with the opening one.
pub(super) fn string(literal: Node<'_>) -> Option<StringParts<'_>> {
    let text = literal.bytes();
    let prefix = prefix(text);
    let rest = &text[prefix.len()..];
    let quote = rest.first()?;
    let long = rest.len() >= 6 && rest[..3].iter().all(|byte| byte == quote);
    let delimiter = if long { 3 } else { 1 };
    let (open, close) = (prefix.len() + delimiter, text.len().checked_sub(delimiter)?);
    Some(StringParts {
        open: std::str::from_utf8(&text[..open]).ok()?,
        empty: open == close,
        close: std::str::from_utf8(&text[close..]).ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_formatted_strings_may_hold_code() {
        for (text, expected) in [
            ("f'{x}'", true),
            ("Rf''", true),
            ("rb'f'", false),
            ("\"\"\"f\"\"\"", false),
            ("u\"t\"", false),
        ] {
            assert_eq!(may_hold_code(text.as_bytes()), expected, "{text}");
        }
    }
}
