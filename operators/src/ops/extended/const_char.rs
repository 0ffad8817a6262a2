//! `const-char`: replaces a character.

use super::offered::Offered;
use crate::offer::Feature;
use crate::operator::OperatorMeta;

static META: OperatorMeta = OperatorMeta {
    id: "const-char",
    tier: 2,
    rev: 1,
    summary: "Replaces a character by the one with number zero.",
    doc: include_str!("../../../docs/const-char.md"),
    table: &[("'c'", "'\\0'")],
    schematizable: true,
};

/// The operator.
pub(crate) static CONST_CHAR: Offered = Offered::new(&META, Feature::Character);
