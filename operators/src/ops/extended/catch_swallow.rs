//! `catch-swallow`: empties an exception handler.

use super::offered::Offered;
use crate::offer::Feature;
use crate::operator::OperatorMeta;

static META: OperatorMeta = OperatorMeta {
    id: "catch-swallow",
    tier: 2,
    rev: 1,
    summary: "Empties an exception handler.",
    doc: include_str!("../../../docs/catch-swallow.md"),
    table: &[("handler", "empty handler")],
    schematizable: true,
};

/// The operator.
pub(crate) static CATCH_SWALLOW: Offered = Offered::new(&META, Feature::Handler);
