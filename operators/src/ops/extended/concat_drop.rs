//! `concat-drop`: drops one side of a concatenation.

use crate::language::Role;
use crate::offer::Feature;
use crate::operator::{Operator, OperatorMeta, Proposal, Site};
use crate::ops::arith::joins_text;
use crate::role_set::RoleSet;

static META: OperatorMeta = OperatorMeta {
    id: "concat-drop",
    tier: 2,
    rev: 1,
    summary: "Drops one side of a concatenation of texts or collections.",
    doc: include_str!("../../../docs/concat-drop.md"),
    table: &[
        ("a + b", "a"),
        ("a + b", "b"),
        ("a . b", "a"),
        ("a . b", "b"),
    ],
    schematizable: true,
};

pub(crate) struct ConcatDrop;

impl Operator for ConcatDrop {
    fn meta(&self) -> &'static OperatorMeta {
        &META
    }

    fn feature(&self) -> Option<Feature> {
        Some(Feature::Concatenation)
    }

    fn roles(&self) -> RoleSet {
        RoleSet::ARITHMETIC
    }

    fn mutate(&self, site: &Site<'_>, sink: &mut dyn FnMut(Proposal)) {
        let Role::Arithmetic(binary) = site.role else {
            return;
        };
        let joins =
            binary.operator.text() == "+" && joins_text("+", binary, site.language, site.survey);
        if joins && !site.drives_loop() {
            sink(Proposal::keep(site.node, binary.left));
            sink(Proposal::keep(site.node, binary.right));
        }
    }
}
