//! `finally-drop`: drops what is done at last.

use super::offered::Offered;
use crate::offer::Feature;
use crate::operator::OperatorMeta;

static META: OperatorMeta = OperatorMeta {
    id: "finally-drop",
    tier: 2,
    rev: 1,
    summary: "Drops what is done at last, whether or not something failed.",
    doc: include_str!("../../../docs/finally-drop.md"),
    table: &[("finally block", "nothing")],
    schematizable: true,
};

/// The operator.
pub(crate) static FINALLY_DROP: Offered = Offered::new(&META, Feature::Finally);
