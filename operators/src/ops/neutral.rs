//! Operands that make two operators give the same value, so that swapping them changes nothing.

use crate::language::{Language, Role};
use crate::tree::Node;

/// Whether `right` leaves the left operand as it is under `operator` (or, for `*`, makes it zero): `x * 1`, `x + 0`.
/// `operator` is given without the `=` of a compound assignment.
pub(crate) fn is_neutral(language: &dyn Language, operator: &str, right: Node<'_>) -> bool {
    let Some(value) = magnitude(language, right) else {
        return false;
    };
    match operator {
        "*" => value == 1.0 || value == 0.0,
        "/" | "//" | "**" => value == 1.0,
        "+" | "-" | "<<" | ">>" => value == 0.0,
        _ => false,
    }
}

/// Absolute value of a number literal, with or without a sign.
fn magnitude(language: &dyn Language, node: Node<'_>) -> Option<f64> {
    let node = language.unwrapped(node);
    match language.role(node)? {
        Role::SignedNumber(number) => magnitude(language, number),
        Role::Integer => {
            let integer = language.integer(node)?;
            u32::from_str_radix(&integer.digits, integer.base)
                .ok()
                .map(f64::from)
        }
        Role::Float => language.float(node)?.0.replace('_', "").parse().ok(),
        _ => None,
    }
}
