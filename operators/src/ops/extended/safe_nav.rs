//! `safe-nav`: accesses a member without care for null.

use super::offered::Offered;
use crate::offer::Feature;
use crate::operator::OperatorMeta;

static META: OperatorMeta = OperatorMeta {
    id: "safe-nav",
    tier: 2,
    rev: 1,
    summary: "Accesses a member without care for null.",
    doc: include_str!("../../../docs/safe-nav.md"),
    table: &[("?->", "->"), ("&.", ".")],
    schematizable: true,
};

/// The operator.
pub(crate) static SAFE_NAV: Offered = Offered::new(&META, Feature::SafeAccess);
