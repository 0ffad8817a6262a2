//! `assign-plain`: assigns where a compound assignment would combine.

use crate::language::Role;
use crate::operator::{Operator, OperatorMeta, Proposal, Site};
use crate::ops::assign_op::is_exchanged;
use crate::role_set::RoleSet;

static META: OperatorMeta = OperatorMeta {
    id: "assign-plain",
    tier: 2,
    rev: 1,
    summary: "Assigns where a compound assignment would combine.",
    doc: include_str!("../../../docs/assign-plain.md"),
    table: &[("x op= y", "x = y")],
    schematizable: true,
};

pub(crate) struct AssignPlain;

impl Operator for AssignPlain {
    fn meta(&self) -> &'static OperatorMeta {
        &META
    }

    fn roles(&self) -> RoleSet {
        RoleSet::COMPOUND_ASSIGN
    }

    fn mutate(&self, site: &Site<'_>, sink: &mut dyn FnMut(Proposal)) {
        let Role::CompoundAssign(binary) = site.role else {
            return;
        };
        let operator = binary.operator.text();
        if (operator == ".=" || is_exchanged(operator)) && !site.drives_loop() {
            sink(Proposal::replace(binary.operator, "="));
        }
    }
}
