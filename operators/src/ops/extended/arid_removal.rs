//! `arid-removal`: drops a call that only tells or frees something.

use super::offered::Offered;
use crate::offer::Feature;
use crate::operator::OperatorMeta;

static META: OperatorMeta = OperatorMeta {
    id: "arid-removal",
    tier: 2,
    rev: 1,
    summary: "Drops a call of the kinds that the default set leaves alone: logging, printing, closing, sleeping.",
    doc: include_str!("../../../docs/arid-removal.md"),
    table: &[("log(…)", "a statement without effect")],
    schematizable: true,
};

/// The operator.
pub(crate) static ARID_REMOVAL: Offered = Offered::new(&META, Feature::AridCall);
