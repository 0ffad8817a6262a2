//! `assign-null`: assigns null instead of a value.

use super::offered::Offered;
use crate::offer::Feature;
use crate::operator::OperatorMeta;

static META: OperatorMeta = OperatorMeta {
    id: "assign-null",
    tier: 2,
    rev: 1,
    summary: "Assigns null instead of a value.",
    doc: include_str!("../../../docs/assign-null.md"),
    table: &[("x = E", "x = null")],
    schematizable: true,
};

/// The operator.
pub(crate) static ASSIGN_NULL: Offered = Offered::new(&META, Feature::AssignedValue);
