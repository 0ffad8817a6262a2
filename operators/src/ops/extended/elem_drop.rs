//! `elem-drop`: drops an element of a collection literal.

use super::offered::Offered;
use crate::offer::Feature;
use crate::operator::OperatorMeta;

static META: OperatorMeta = OperatorMeta {
    id: "elem-drop",
    tier: 2,
    rev: 1,
    summary: "Drops an element of a collection literal.",
    doc: include_str!("../../../docs/elem-drop.md"),
    table: &[("[a, b]", "[a]"), ("[a, b]", "[b]")],
    schematizable: true,
};

/// The operator.
pub(crate) static ELEM_DROP: Offered = Offered::new(&META, Feature::Element);
