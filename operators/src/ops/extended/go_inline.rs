//! `go-inline`: waits for a call that would run beside the function.

use super::offered::Offered;
use crate::offer::Feature;
use crate::operator::OperatorMeta;

static META: OperatorMeta = OperatorMeta {
    id: "go-inline",
    tier: 2,
    rev: 1,
    summary: "Waits for a call that would run beside the function.",
    doc: include_str!("../../../docs/go-inline.md"),
    table: &[("go f()", "f()")],
    schematizable: true,
};

/// The operator.
pub(crate) static GO_INLINE: Offered = Offered::new(&META, Feature::Concurrent);
