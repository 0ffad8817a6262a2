//! `regex-edit`: drops an anchor or a flag of a pattern.

use super::offered::Offered;
use crate::offer::Feature;
use crate::operator::OperatorMeta;

static META: OperatorMeta = OperatorMeta {
    id: "regex-edit",
    tier: 2,
    rev: 1,
    summary: "Drops an anchor or a flag of a literal pattern.",
    doc: include_str!("../../../docs/regex-edit.md"),
    table: &[("^…", "…"), ("…$", "…"), ("flag", "nothing")],
    schematizable: true,
};

/// The operator.
pub(crate) static REGEX_EDIT: Offered = Offered::new(&META, Feature::Pattern);
