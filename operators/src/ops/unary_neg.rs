//! `unary-neg`: drops a unary minus.

use crate::language::Role;
use crate::operator::{Operator, OperatorMeta, Proposal, Site};
use crate::role_set::RoleSet;

static META: OperatorMeta = OperatorMeta {
    id: "unary-neg",
    tier: 1,
    rev: 1,
    summary: "Drops a unary minus.",
    doc: include_str!("../../docs/unary-neg.md"),
    table: &[("-E", "E")],
    schematizable: true,
};

pub(crate) struct UnaryNeg;

impl Operator for UnaryNeg {
    fn meta(&self) -> &'static OperatorMeta {
        &META
    }

    fn roles(&self) -> RoleSet {
        RoleSet::MINUS
    }

    fn mutate(&self, site: &Site<'_>, sink: &mut dyn FnMut(Proposal)) {
        if let Role::Minus(argument) = site.role {
            sink(Proposal::keep(site.node, argument));
        }
    }
}
