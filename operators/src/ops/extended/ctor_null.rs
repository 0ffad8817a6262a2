//! `ctor-null`: assigns null instead of a new object.

use super::offered::Offered;
use crate::offer::Feature;
use crate::operator::OperatorMeta;

static META: OperatorMeta = OperatorMeta {
    id: "ctor-null",
    tier: 2,
    rev: 1,
    summary: "Assigns null instead of a new object.",
    doc: include_str!("../../../docs/ctor-null.md"),
    table: &[("new T()", "null")],
    schematizable: true,
};

/// The operator.
pub(crate) static CTOR_NULL: Offered = Offered::new(&META, Feature::Constructed);
