//! `const-sym`: replaces a symbol.

use super::offered::Offered;
use crate::offer::Feature;
use crate::operator::OperatorMeta;

static META: OperatorMeta = OperatorMeta {
    id: "const-sym",
    tier: 2,
    rev: 1,
    summary: "Replaces a symbol by another one.",
    doc: include_str!("../../../docs/const-sym.md"),
    table: &[(":a", ":mutscore")],
    schematizable: true,
};

/// The operator.
pub(crate) static CONST_SYM: Offered = Offered::new(&META, Feature::Symbol);
