//! `coalesce`: drops a value or its fallback.

use super::offered::Offered;
use crate::offer::Feature;
use crate::operator::OperatorMeta;

static META: OperatorMeta = OperatorMeta {
    id: "coalesce",
    tier: 2,
    rev: 1,
    summary: "Drops a value or its fallback.",
    doc: include_str!("../../../docs/coalesce.md"),
    table: &[("a ?? b", "a"), ("a ?? b", "b"), ("??=", "="), ("||=", "=")],
    schematizable: true,
};

/// The operator.
pub(crate) static COALESCE: Offered = Offered::new(&META, Feature::Fallback);
