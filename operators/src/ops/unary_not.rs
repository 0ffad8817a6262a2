//! `unary-not`: drops a negation.

use crate::language::Role;
use crate::operator::{Operator, OperatorMeta, Proposal, Site};
use crate::role_set::RoleSet;

static META: OperatorMeta = OperatorMeta {
    id: "unary-not",
    tier: 1,
    rev: 1,
    summary: "Drops a negation.",
    doc: include_str!("../../docs/unary-not.md"),
    table: &[("!E", "E"), ("not E", "E")],
    schematizable: true,
};

pub(crate) struct UnaryNot;

impl Operator for UnaryNot {
    fn meta(&self) -> &'static OperatorMeta {
        &META
    }

    fn roles(&self) -> RoleSet {
        RoleSet::NOT
    }

    fn mutate(&self, site: &Site<'_>, sink: &mut dyn FnMut(Proposal)) {
        let Role::Not(argument) = site.role else {
            return;
        };
        let inner = site.language.unwrapped(argument);
        let same_as_negated = match site.language.role(inner) {
            // One comparison: negating its operator gives the same function.
            Some(Role::Comparison) => site.language.comparisons(inner).len() == 1,
            // A double negation only turns a value into a truth value; literals never vary.
            Some(Role::Not(_) | Role::Bool(_)) => true,
            _ => false,
        };
        if !same_as_negated && !matches!(site.parent_role(), Some((_, Role::Not(_)))) {
            sink(Proposal::keep(site.node, argument));
        }
    }
}
