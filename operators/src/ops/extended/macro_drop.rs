//! `macro-drop`: drops a call that adds to a class while it is read.

use super::offered::Offered;
use crate::offer::Feature;
use crate::operator::OperatorMeta;

static META: OperatorMeta = OperatorMeta {
    id: "macro-drop",
    tier: 2,
    rev: 1,
    summary: "Drops a call that adds to a class while it is read.",
    doc: include_str!("../../../docs/macro-drop.md"),
    table: &[("validates …", "nothing")],
    schematizable: false,
};

/// The operator.
pub(crate) static MACRO_DROP: Offered = Offered::new(&META, Feature::Macro).also_at_load_time();
