//! `selector-swap`: calls the counterpart of a function.

use super::offered::Offered;
use crate::offer::Feature;
use crate::operator::OperatorMeta;

static META: OperatorMeta = OperatorMeta {
    id: "selector-swap",
    tier: 2,
    rev: 1,
    summary: "Calls the counterpart of a well-known function.",
    doc: include_str!("../../../docs/selector-swap.md"),
    table: &[
        ("min", "max"),
        ("first", "last"),
        ("any", "all"),
        ("lower", "upper"),
        ("starts with", "ends with"),
        ("push", "unshift"),
        ("floor", "ceil"),
        ("keys", "values"),
    ],
    schematizable: true,
};

/// The operator.
pub(crate) static SELECTOR_SWAP: Offered = Offered::new(&META, Feature::Selector);
