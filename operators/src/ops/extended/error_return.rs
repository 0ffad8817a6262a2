//! `error-return`: returns an error where there was none.

use super::offered::Offered;
use crate::offer::Feature;
use crate::operator::OperatorMeta;

static META: OperatorMeta = OperatorMeta {
    id: "error-return",
    tier: 2,
    rev: 1,
    summary: "Returns an error where there was none.",
    doc: include_str!("../../../docs/error-return.md"),
    table: &[("nil in the place of an error", "errors.New(\"mutscore\")")],
    schematizable: true,
};

/// The operator.
pub(crate) static ERROR_RETURN: Offered = Offered::new(&META, Feature::MissingError);
