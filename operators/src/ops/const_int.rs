//! `const-int`: replaces an integer literal by a neighbour.

use crate::language::{Integer, Role};
use crate::operator::{Operator, OperatorMeta, Proposal, Site};
use crate::role_set::RoleSet;
use crate::tree::Node;

static META: OperatorMeta = OperatorMeta {
    id: "const-int",
    tier: 1,
    rev: 1,
    summary: "Replaces an integer literal by a neighbour.",
    doc: include_str!("../../docs/const-int.md"),
    table: &[
        ("0", "1"),
        ("1", "0"),
        ("1 as divisor", "2"),
        ("2^k-1 for k in 7, 8, 15, 16, 31, 32, 63, 64", "n-1"),
        ("n", "n+1"),
    ],
    schematizable: true,
};

/// Values at the upper edge of a machine type: one more may not fit.
const TYPE_LIMITS: [u128; 8] = [
    (1 << 7) - 1,
    (1 << 8) - 1,
    (1 << 15) - 1,
    (1 << 16) - 1,
    (1 << 31) - 1,
    (1 << 32) - 1,
    (1 << 63) - 1,
    (1 << 64) - 1,
];

pub(crate) struct ConstInt;

impl Operator for ConstInt {
    fn meta(&self) -> &'static OperatorMeta {
        &META
    }

    fn roles(&self) -> RoleSet {
        RoleSet::INTEGER.and(RoleSet::SIGNED_NUMBER)
    }

    fn mutate(&self, site: &Site<'_>, sink: &mut dyn FnMut(Proposal)) {
        let Some((integer, negative)) = plain_integer(site) else {
            return;
        };
        if is_quiet(site) || is_edge(site) {
            return;
        }
        let to = if negative {
            neighbour_below_zero(&integer, site.is_divisor())
        } else {
            neighbour(&integer, site.is_divisor())
        };
        sink(Proposal::replace(site.node, to));
    }
}

/// The integer at the site, and whether a minus stands before it: a signed literal is one unit.
pub(crate) fn plain_integer<'t>(site: &Site<'t>) -> Option<(Integer<'t>, bool)> {
    let (literal, negative) = match site.role {
        Role::Integer => (site.node, false),
        Role::SignedNumber(number) => (site.language.unwrapped(number), true),
        _ => return None,
    };
    if matches!(site.parent_role(), Some((_, Role::SignedNumber(_)))) {
        return None;
    }
    Some((site.language.integer(literal)?, negative))
}

/// Whether a change of this literal is no news: it is returned (so `return-value` covers it), drives a loop, or is all
/// that a loop or `match` looks at.
pub(crate) fn is_quiet(site: &Site<'_>) -> bool {
    site.is_returned() || site.drives_loop() || site.language.is_fixed_subject(site.node)
}

/// Whether it is the edge of a comparison, which `cond-boundary` moves.
pub(crate) fn is_edge(site: &Site<'_>) -> bool {
    let Some((parent, Role::Comparison)) = site.parent_role() else {
        return false;
    };
    site.language.comparisons(parent).iter().any(|link| {
        let beside = |operand: Node<'_>| operand.holds(site.node);
        matches!(link.operator.text(), "<" | "<=" | ">" | ">=")
            && (beside(link.left) || beside(link.right))
    })
}

fn neighbour(integer: &Integer<'_>, divisor: bool) -> String {
    let value = u128::from_str_radix(&integer.digits, integer.base).ok();
    let digits = match value {
        Some(1) if !divisor => step(&integer.digits, integer.base, false),
        Some(value) if TYPE_LIMITS.contains(&value) && value != 1 => {
            step(&integer.digits, integer.base, false)
        }
        _ => step(&integer.digits, integer.base, true),
    };
    written("", integer, digits)
}

/// The digits with what stands around them in the literal; nearly always nothing does.
fn written(sign: &str, integer: &Integer<'_>, digits: String) -> String {
    let (prefix, suffix) = (integer.prefix, integer.suffix);
    if sign.is_empty() && prefix.is_empty() && suffix.is_empty() {
        return digits;
    }
    [sign, prefix, &digits, suffix].concat()
}

/// The neighbour above of a negative number; `-1` as divisor goes down, for zero would only crash.
fn neighbour_below_zero(integer: &Integer<'_>, divisor: bool) -> String {
    let value = u128::from_str_radix(&integer.digits, integer.base).ok();
    let (sign, up) = match value {
        Some(0) => ("", true),
        Some(1) if divisor => ("-", true),
        Some(1) => ("", false),
        _ => ("-", false),
    };
    written(sign, integer, step(&integer.digits, integer.base, up))
}

/// The neighbour above or below, whatever it is used for.
pub(crate) fn shifted(integer: &Integer<'_>, negative: bool, up: bool) -> String {
    let zero = integer.digits.bytes().all(|digit| digit == b'0');
    let one = u128::from_str_radix(&integer.digits, integer.base) == Ok(1);
    let (sign, grows) = match (negative, up) {
        (_, false) if zero => ("-", true),
        (true, true) if one => ("", false),
        (true, true) if zero => ("", true),
        (true, _) => ("-", !up),
        (false, _) => ("", up),
    };
    written(sign, integer, step(&integer.digits, integer.base, grows))
}

/// Whether it is the highest value of a machine type.
pub(crate) fn is_type_limit(integer: &Integer<'_>) -> bool {
    u128::from_str_radix(&integer.digits, integer.base)
        .is_ok_and(|value| TYPE_LIMITS.contains(&value))
}

/// Adds or takes one, digit by digit: literals may be longer than any machine integer. Width and case are kept.
fn step(digits: &str, base: u32, up: bool) -> String {
    // Nearly all of them are short decimal numbers, and such have no width to keep.
    if base == 10
        && digits.len() < 19
        && (digits.len() == 1 || !digits.starts_with('0'))
        && let Ok(value) = digits.parse::<u64>()
        && (up || value > 0)
    {
        return (if up { value + 1 } else { value - 1 }).to_string();
    }
    let upper = digits.bytes().any(|digit| digit.is_ascii_uppercase());
    let mut result: Vec<u8> = digits.into();
    let mut carry = true;
    for digit in result.iter_mut().rev() {
        let value = char::from(*digit).to_digit(base).unwrap_or(0);
        let next = match (up, value) {
            (true, value) if value + 1 == base => 0,
            (true, value) => value + 1,
            (false, 0) => base - 1,
            (false, value) => value - 1,
        };
        carry = next == if up { 0 } else { base - 1 };
        let written = char::from_digit(next, base).map_or(b'0', |digit| digit as u8);
        *digit = match upper {
            true => written.to_ascii_uppercase(),
            false => written,
        };
        if !carry {
            break;
        }
    }
    if carry && up {
        result.insert(0, b'1');
    }
    let digits = String::from_utf8(result).unwrap_or_default();
    // In base ten, `09` would not be a number.
    let zeros = digits.bytes().take_while(|digit| *digit == b'0').count();
    match base == 10 && zeros > 0 {
        true => digits[zeros.min(digits.len() - 1)..].to_owned(),
        false => digits,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn integer<'t>(prefix: &'t str, digits: &'t str, base: u32) -> Integer<'t> {
        Integer::new(prefix, digits, base, "").unwrap()
    }

    #[test]
    fn each_row_of_the_table_gives_its_neighbour() {
        for (prefix, digits, base, to) in [
            ("", "0", 10, "1"),
            ("", "1", 10, "0"),
            ("", "7", 10, "8"),
            ("", "99", 10, "100"),
            ("", "127", 10, "126"),
            ("", "255", 10, "254"),
            ("", "4294967295", 10, "4294967294"),
            ("", "18446744073709551615", 10, "18446744073709551614"),
            ("", "10", 10, "11"),
            ("0x", "0F", 16, "0x10"),
            ("0x", "ff", 16, "0xfe"),
            ("0X", "AB", 16, "0XAC"),
            ("0b", "11", 2, "0b100"),
            (
                "",
                "9999999999999999999999999999999999999999",
                10,
                "10000000000000000000000000000000000000000",
            ),
        ] {
            assert_eq!(neighbour(&integer(prefix, digits, base), false), to);
        }
    }

    #[test]
    fn a_neighbour_on_either_side_keeps_its_base() {
        for (prefix, digits, base, negative, below, above) in [
            ("", "0", 10, false, "-1", "1"),
            ("", "1", 10, false, "0", "2"),
            ("", "10", 10, false, "9", "11"),
            ("", "1", 10, true, "-2", "0"),
            ("", "9", 10, true, "-10", "-8"),
            ("", "0", 10, true, "-1", "1"),
            ("0x", "F0", 16, false, "0xEF", "0xF1"),
        ] {
            let literal = integer(prefix, digits, base);
            assert_eq!(shifted(&literal, negative, false), below, "{digits}");
            assert_eq!(shifted(&literal, negative, true), above, "{digits}");
        }
    }

    #[test]
    fn a_divisor_never_becomes_zero() {
        assert_eq!(neighbour(&integer("", "1", 10), true), "2");
        assert_eq!(neighbour_below_zero(&integer("", "1", 10), true), "-2");
    }

    #[test]
    fn a_sign_belongs_to_the_literal() {
        assert_eq!(neighbour_below_zero(&integer("", "1", 10), false), "0");
        assert_eq!(neighbour_below_zero(&integer("", "5", 10), false), "-4");
        assert_eq!(neighbour_below_zero(&integer("", "10", 10), false), "-9");
        assert_eq!(neighbour_below_zero(&integer("", "0", 10), false), "1");
    }
}
