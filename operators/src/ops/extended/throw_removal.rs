//! `throw-removal`: does not raise an exception.

use super::offered::Offered;
use crate::offer::Feature;
use crate::operator::OperatorMeta;

static META: OperatorMeta = OperatorMeta {
    id: "throw-removal",
    tier: 2,
    rev: 1,
    summary: "Does not raise an exception.",
    doc: include_str!("../../../docs/throw-removal.md"),
    table: &[("throw E", "a statement without effect")],
    schematizable: true,
};

/// The operator.
pub(crate) static THROW_REMOVAL: Offered = Offered::new(&META, Feature::Throw);
