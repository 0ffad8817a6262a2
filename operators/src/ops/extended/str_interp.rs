//! `str-interp`: empties a string with code inside.

use super::offered::Offered;
use crate::offer::Feature;
use crate::operator::OperatorMeta;

static META: OperatorMeta = OperatorMeta {
    id: "str-interp",
    tier: 2,
    rev: 1,
    summary: "Empties a string with code inside.",
    doc: include_str!("../../../docs/str-interp.md"),
    table: &[("interpolated string", "empty string")],
    schematizable: true,
};

/// The operator.
pub(crate) static STR_INTERP: Offered = Offered::new(&META, Feature::Interpolated);
