//! `loop-once`: leaves a loop over elements after the first one.

use super::offered::Offered;
use crate::offer::Feature;
use crate::operator::OperatorMeta;

static META: OperatorMeta = OperatorMeta {
    id: "loop-once",
    tier: 2,
    rev: 1,
    summary: "Leaves a loop over elements after the first one.",
    doc: include_str!("../../../docs/loop-once.md"),
    table: &[("last statement", "last statement, then break")],
    schematizable: true,
};

/// The operator.
pub(crate) static LOOP_ONCE: Offered = Offered::new(&META, Feature::LoopEnd);
