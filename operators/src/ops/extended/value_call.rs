//! `value-call`: replaces a call whose value is used.

use super::offered::Offered;
use crate::offer::Feature;
use crate::operator::OperatorMeta;

static META: OperatorMeta = OperatorMeta {
    id: "value-call",
    tier: 2,
    rev: 1,
    summary: "Replaces a call by a plain value of its type, by its receiver or by its argument.",
    doc: include_str!("../../../docs/value-call.md"),
    table: &[
        ("f(x)", "plain value of its type"),
        ("x.f()", "x"),
        ("f(x)", "x"),
    ],
    schematizable: true,
};

/// The operator.
pub(crate) static VALUE_CALL: Offered = Offered::new(&META, Feature::ValueCall);
