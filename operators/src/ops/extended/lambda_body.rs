//! `lambda-body`: lets a closure give back nothing.

use super::offered::Offered;
use crate::offer::Feature;
use crate::operator::OperatorMeta;

static META: OperatorMeta = OperatorMeta {
    id: "lambda-body",
    tier: 2,
    rev: 1,
    summary: "Lets a closure do nothing and give back null.",
    doc: include_str!("../../../docs/lambda-body.md"),
    table: &[("closure's body", "null or empty block")],
    schematizable: true,
};

/// The operator.
pub(crate) static LAMBDA_BODY: Offered = Offered::new(&META, Feature::ClosureBody);
