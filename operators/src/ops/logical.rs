//! `logical`: exchanges the two short-circuit operators.

use crate::language::Role;
use crate::operator::{Operator, OperatorMeta, Proposal, Site, look_up};
use crate::role_set::RoleSet;

static META: OperatorMeta = OperatorMeta {
    id: "logical",
    tier: 1,
    rev: 1,
    summary: "Exchanges `and` and `or`.",
    doc: include_str!("../../docs/logical.md"),
    table: &[
        ("&&", "||"),
        ("||", "&&"),
        ("and", "or"),
        ("or", "and"),
        ("&&=", "||="),
        ("||=", "&&="),
    ],
    schematizable: true,
};

pub(crate) struct Logical;

impl Operator for Logical {
    fn meta(&self) -> &'static OperatorMeta {
        &META
    }

    fn roles(&self) -> RoleSet {
        RoleSet::LOGICAL.and(RoleSet::COMPOUND_ASSIGN)
    }

    fn mutate(&self, site: &Site<'_>, sink: &mut dyn FnMut(Proposal)) {
        let (Role::Logical(binary) | Role::CompoundAssign(binary)) = site.role else {
            return;
        };
        // PHP's words may be written in any case.
        let operator = binary.operator.text().to_ascii_lowercase();
        if let Some(to) = look_up(META.table, &operator) {
            sink(Proposal::replace(binary.operator, to));
        }
    }
}
