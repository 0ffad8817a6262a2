//! `default-drop`: drops the default case.

use super::offered::Offered;
use crate::offer::Feature;
use crate::operator::OperatorMeta;

static META: OperatorMeta = OperatorMeta {
    id: "default-drop",
    tier: 2,
    rev: 1,
    summary: "Drops the default case.",
    doc: include_str!("../../../docs/default-drop.md"),
    table: &[("default case", "nothing")],
    schematizable: true,
};

/// The operator.
pub(crate) static DEFAULT_DROP: Offered = Offered::new(&META, Feature::DefaultCase);
