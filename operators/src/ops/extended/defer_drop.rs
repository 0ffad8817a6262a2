//! `defer-drop`: drops a call that is put off to the end of the function.

use super::offered::Offered;
use crate::offer::Feature;
use crate::operator::OperatorMeta;

static META: OperatorMeta = OperatorMeta {
    id: "defer-drop",
    tier: 2,
    rev: 1,
    summary: "Drops a call that is put off to the end of the function.",
    doc: include_str!("../../../docs/defer-drop.md"),
    table: &[("defer f()", "nothing")],
    schematizable: true,
};

/// The operator.
pub(crate) static DEFER_DROP: Offered = Offered::new(&META, Feature::Deferred);
