//! `cond-boundary`: moves the edge of a relational comparison by one.

use crate::language::Role;
use crate::operator::{Operator, OperatorMeta, Proposal, Site, look_up};
use crate::role_set::RoleSet;

static META: OperatorMeta = OperatorMeta {
    id: "cond-boundary",
    tier: 1,
    rev: 1,
    summary: "Moves the edge of a relational comparison: `<` and `<=`, `>` and `>=` change places.",
    doc: include_str!("../../docs/cond-boundary.md"),
    table: &[("<", "<="), ("<=", "<"), (">", ">="), (">=", ">")],
    schematizable: true,
};

pub(crate) struct CondBoundary;

impl Operator for CondBoundary {
    fn meta(&self) -> &'static OperatorMeta {
        &META
    }

    fn roles(&self) -> RoleSet {
        RoleSet::COMPARISON
    }

    fn mutate(&self, site: &Site<'_>, sink: &mut dyn FnMut(Proposal)) {
        let Role::Comparison = site.role else { return };
        if site.language.chosen_between(site.node).is_some() {
            return; // at the edge both choices are equal: the mutant is the same function
        }
        for link in site.language.comparisons(site.node) {
            if let Some(to) = look_up(META.table, link.operator.text()) {
                sink(Proposal::replace(link.operator, to));
            }
        }
    }
}
