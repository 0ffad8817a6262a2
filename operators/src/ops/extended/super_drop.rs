//! `super-drop`: drops a call of the base class's method.

use super::offered::Offered;
use crate::offer::Feature;
use crate::operator::OperatorMeta;

static META: OperatorMeta = OperatorMeta {
    id: "super-drop",
    tier: 2,
    rev: 1,
    summary: "Drops a call of the base class's method.",
    doc: include_str!("../../../docs/super-drop.md"),
    table: &[("super().f()", "a statement without effect")],
    schematizable: true,
};

/// The operator.
pub(crate) static SUPER_DROP: Offered = Offered::new(&META, Feature::SuperCall);
