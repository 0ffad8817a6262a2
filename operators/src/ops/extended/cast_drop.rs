//! `cast-drop`: does not convert a value.

use super::offered::Offered;
use crate::offer::Feature;
use crate::operator::OperatorMeta;

static META: OperatorMeta = OperatorMeta {
    id: "cast-drop",
    tier: 2,
    rev: 1,
    summary: "Does not convert a value.",
    doc: include_str!("../../../docs/cast-drop.md"),
    table: &[("(T) E", "E")],
    schematizable: true,
};

/// The operator.
pub(crate) static CAST_DROP: Offered = Offered::new(&META, Feature::Cast);
