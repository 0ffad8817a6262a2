//! `const-int-dec`: replaces an integer literal by the neighbour below.

use crate::language::{Integer, Role};
use crate::operator::{Operator, OperatorMeta, Proposal, Site};
use crate::ops::const_int::{is_edge, is_quiet, plain_integer, shifted};

static META: OperatorMeta = OperatorMeta {
    id: "const-int-dec",
    tier: 2,
    rev: 1,
    summary: "Replaces an integer literal by the neighbour below.",
    doc: include_str!("../../../docs/const-int-dec.md"),
    table: &[("n", "n-1"), ("0", "-1")],
    schematizable: true,
};

pub(crate) struct ConstIntDec;

impl Operator for ConstIntDec {
    fn meta(&self) -> &'static OperatorMeta {
        &META
    }

    fn mutate(&self, site: &Site<'_>, sink: &mut dyn FnMut(Proposal)) {
        let Some((integer, negative)) = plain_integer(site) else {
            return;
        };
        if is_quiet(site) || is_edge(site) || is_base_of_power(site) {
            return;
        }
        if negative && is_lowest(&integer) {
            return; // one less would not fit
        }
        let to = shifted(&integer, negative, false);
        if !(site.is_divisor() && is_zero(&to)) {
            sink(Proposal::replace(site.node, to));
        }
    }
}

/// `0 ** x`: a sign before the zero would belong to the power.
fn is_base_of_power(site: &Site<'_>) -> bool {
    matches!(site.parent_role(), Some((_, Role::Arithmetic(binary)))
        if binary.operator.text() == "**" && binary.left.holds(site.node))
}

/// Whether a number with a minus before it is the lowest of a machine type.
fn is_lowest(integer: &Integer<'_>) -> bool {
    u128::from_str_radix(&integer.digits, integer.base)
        .is_ok_and(|value| [7, 15, 31, 63].iter().any(|bits| value == 1 << bits))
}

/// Whether a number just written is zero, in whatever base: it would only crash as divisor.
fn is_zero(number: &str) -> bool {
    let digits = number.trim_start_matches("0x").trim_start_matches("0b");
    digits
        .bytes()
        .all(|digit| !digit.is_ascii_digit() || digit == b'0')
}
