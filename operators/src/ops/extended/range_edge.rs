//! `range-edge`: adds the last element to a range or takes it away.

use super::offered::Offered;
use crate::offer::Feature;
use crate::operator::OperatorMeta;

static META: OperatorMeta = OperatorMeta {
    id: "range-edge",
    tier: 2,
    rev: 1,
    summary: "Adds the last element to a range or takes it away.",
    doc: include_str!("../../../docs/range-edge.md"),
    table: &[("..", "..."), ("...", "..")],
    schematizable: true,
};

/// The operator.
pub(crate) static RANGE_EDGE: Offered = Offered::new(&META, Feature::RangeEdge);
