//! `incr-decr`: exchanges `++` and `--`.

use crate::language::Role;
use crate::operator::{Operator, OperatorMeta, Proposal, Site, look_up};
use crate::role_set::RoleSet;

static META: OperatorMeta = OperatorMeta {
    id: "incr-decr",
    tier: 1,
    rev: 1,
    summary: "Exchanges `++` and `--`.",
    doc: include_str!("../../docs/incr-decr.md"),
    table: &[("++", "--"), ("--", "++")],
    schematizable: true,
};

pub(crate) struct IncrDecr;

impl Operator for IncrDecr {
    fn meta(&self) -> &'static OperatorMeta {
        &META
    }

    fn roles(&self) -> RoleSet {
        RoleSet::STEP
    }

    fn mutate(&self, site: &Site<'_>, sink: &mut dyn FnMut(Proposal)) {
        let Role::Step(token) = site.role else { return };
        if let Some(to) = look_up(META.table, token.text())
            && !site.drives_loop()
        {
            sink(Proposal::replace(token, to));
        }
    }
}
