//! Python's literals, taken apart.

use super::kinds::kind;
use crate::language::{Integer, StringParts};
use crate::tree::Node;

/// A decimal, hexadecimal or binary literal. Octal ones are file modes; `1j` is a complex number and `1L` Python 2.
pub(super) fn integer(literal: Node<'_>) -> Option<Integer> {
    let text = literal.text();
    let (prefix, base) = match text.get(..2) {
        Some("0x" | "0X") => (&text[..2], 16),
        Some("0b" | "0B") => (&text[..2], 2),
        Some("0o" | "0O") => return None,
        _ => ("", 10),
    };
    let digits: String = text[prefix.len()..]
        .chars()
        .filter(|digit| *digit != '_')
        .collect();
    let is_old_octal = base == 10 && digits.len() > 1 && digits.starts_with('0');
    let is_number = !digits.is_empty() && digits.chars().all(|digit| digit.is_digit(base));
    (is_number && !is_old_octal).then(|| Integer {
        prefix: prefix.to_owned(),
        digits,
        base,
        suffix: String::new(),
    })
}

/// A real number; `1.5j` is a complex one.
pub(super) fn float(literal: Node<'_>) -> Option<(&str, &str)> {
    let text = literal.text();
    (!text.ends_with(['j', 'J', 'l', 'L'])).then_some((text, ""))
}

/// The delimiters of a string without interpolation, the prefix (`rb`) with the opening one.
pub(super) fn string(literal: Node<'_>) -> Option<StringParts<'_>> {
    let part = |wanted| literal.children().find(|child| child.kind() == wanted);
    let (start, end) = (part(kind::STRING_START)?, part(kind::STRING_END)?);
    Some(StringParts {
        open: start.text(),
        empty: start.end() == end.start(),
        close: end.text(),
    })
}
