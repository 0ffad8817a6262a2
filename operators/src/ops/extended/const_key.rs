//! `const-key`: changes a string that is a key.

use super::offered::Offered;
use crate::offer::Feature;
use crate::operator::OperatorMeta;

static META: OperatorMeta = OperatorMeta {
    id: "const-key",
    tier: 2,
    rev: 1,
    summary: "Empties a string that is a key, or fills an empty one.",
    doc: include_str!("../../../docs/const-key.md"),
    table: &[("d[\"k\"]", "d[\"\"]"), ("d[\"\"]", "d[\"mutscore\"]")],
    schematizable: true,
};

/// The operator.
pub(crate) static CONST_KEY: Offered = Offered::new(&META, Feature::Key);
