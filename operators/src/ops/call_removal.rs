//! `call-removal`: drops a call whose result nobody uses.

use crate::language::Role;
use crate::operator::{Operator, OperatorMeta, Proposal, Site};
use crate::role_set::RoleSet;

static META: OperatorMeta = OperatorMeta {
    id: "call-removal",
    tier: 1,
    rev: 1,
    summary: "Drops a call whose result is not used, together with its arguments.",
    doc: include_str!("../../docs/call-removal.md"),
    table: &[("f(…) as a statement", "a statement without effect")],
    schematizable: true,
};

pub(crate) struct CallRemoval;

impl Operator for CallRemoval {
    fn meta(&self) -> &'static OperatorMeta {
        &META
    }

    fn roles(&self) -> RoleSet {
        RoleSet::CALL_STATEMENT
    }

    fn mutate(&self, site: &Site<'_>, sink: &mut dyn FnMut(Proposal)) {
        let Role::CallStatement = site.role else {
            return;
        };
        if let Some((gone, nothing)) = site.language.removal(site.node) {
            sink(Proposal::replace(gone, nothing));
        }
    }
}
