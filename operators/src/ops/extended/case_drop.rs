//! `case-drop`: drops a case where a default follows.

use super::offered::Offered;
use crate::offer::Feature;
use crate::operator::OperatorMeta;

static META: OperatorMeta = OperatorMeta {
    id: "case-drop",
    tier: 2,
    rev: 1,
    summary: "Drops a case where a default takes over.",
    doc: include_str!("../../../docs/case-drop.md"),
    table: &[("case", "nothing")],
    schematizable: true,
};

/// The operator.
pub(crate) static CASE_DROP: Offered = Offered::new(&META, Feature::Case);
