//! `catch-narrow`: catches one type of exception less.

use super::offered::Offered;
use crate::offer::Feature;
use crate::operator::OperatorMeta;

static META: OperatorMeta = OperatorMeta {
    id: "catch-narrow",
    tier: 2,
    rev: 1,
    summary: "Catches one of several types of exceptions less.",
    doc: include_str!("../../../docs/catch-narrow.md"),
    table: &[("A, B", "A"), ("A, B", "B")],
    schematizable: false,
};

/// The operator.
pub(crate) static CATCH_NARROW: Offered = Offered::new(&META, Feature::CaughtType);
