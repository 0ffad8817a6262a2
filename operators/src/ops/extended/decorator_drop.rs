//! `decorator-drop`: drops a decorator.

use super::offered::Offered;
use crate::offer::Feature;
use crate::operator::OperatorMeta;

static META: OperatorMeta = OperatorMeta {
    id: "decorator-drop",
    tier: 2,
    rev: 1,
    summary: "Drops a decorator.",
    doc: include_str!("../../../docs/decorator-drop.md"),
    table: &[("@d", "nothing")],
    schematizable: false,
};

/// The operator.
pub(crate) static DECORATOR_DROP: Offered =
    Offered::new(&META, Feature::Decorator).also_at_load_time();
