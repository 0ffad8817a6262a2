//! `stmt-delete`: drops an assignment to something that outlives the function.

use super::offered::Offered;
use crate::offer::Feature;
use crate::operator::OperatorMeta;

static META: OperatorMeta = OperatorMeta {
    id: "stmt-delete",
    tier: 2,
    rev: 1,
    summary: "Drops an assignment to a field, an element or a global.",
    doc: include_str!("../../../docs/stmt-delete.md"),
    table: &[("x.f = E", "a statement without effect")],
    schematizable: true,
};

/// The operator.
pub(crate) static STMT_DELETE: Offered = Offered::new(&META, Feature::Assignment);
