//! `spaceship`: exchanges the operands of a three-way comparison.

use super::offered::Offered;
use crate::offer::Feature;
use crate::operator::OperatorMeta;

static META: OperatorMeta = OperatorMeta {
    id: "spaceship",
    tier: 2,
    rev: 1,
    summary: "Exchanges the operands of a three-way comparison, so that an order is reversed.",
    doc: include_str!("../../../docs/spaceship.md"),
    table: &[("a <=> b", "b <=> a")],
    schematizable: true,
};

/// The operator.
pub(crate) static SPACESHIP: Offered = Offered::new(&META, Feature::ThreeWay);
