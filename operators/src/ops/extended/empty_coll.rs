//! `empty-coll`: empties a collection literal.

use super::offered::Offered;
use crate::offer::Feature;
use crate::operator::OperatorMeta;

static META: OperatorMeta = OperatorMeta {
    id: "empty-coll",
    tier: 2,
    rev: 1,
    summary: "Empties a collection literal.",
    doc: include_str!("../../../docs/empty-coll.md"),
    table: &[("[a, b]", "[]")],
    schematizable: true,
};

/// The operator.
pub(crate) static EMPTY_COLL: Offered = Offered::new(&META, Feature::Collection);
