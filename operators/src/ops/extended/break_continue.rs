//! `break-continue`: exchanges `break` and `continue`.

use super::offered::Offered;
use crate::offer::Feature;
use crate::operator::OperatorMeta;

static META: OperatorMeta = OperatorMeta {
    id: "break-continue",
    tier: 2,
    rev: 1,
    summary: "Exchanges `break` and `continue`.",
    doc: include_str!("../../../docs/break-continue.md"),
    table: &[("break", "continue"), ("continue", "break")],
    schematizable: true,
};

/// The operator.
pub(crate) static BREAK_CONTINUE: Offered = Offered::new(&META, Feature::Jump);
