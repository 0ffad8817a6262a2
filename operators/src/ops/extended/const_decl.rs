//! `const-decl`: changes the literals in declarations of constants and fields.

use super::loaded;
use crate::offer::LoadTime;
use crate::operator::{Operator, OperatorMeta, Proposal, Site};
use crate::role_set::RoleSet;

static META: OperatorMeta = OperatorMeta {
    id: "const-decl",
    tier: 2,
    rev: 1,
    summary: "Changes the literals in declarations of constants and fields outside of functions.",
    doc: include_str!("../../../docs/const-decl.md"),
    table: &[
        ("N = 3", "N = 4"),
        (
            "as const-int, const-float, const-bool, const-str",
            "their replacements",
        ),
    ],
    schematizable: false,
};

pub(crate) struct ConstDecl;

impl Operator for ConstDecl {
    fn meta(&self) -> &'static OperatorMeta {
        &META
    }

    fn sees_load_time(&self) -> bool {
        true
    }

    fn roles(&self) -> RoleSet {
        loaded::ROLES
    }

    fn mutate(&self, site: &Site<'_>, sink: &mut dyn FnMut(Proposal)) {
        loaded::mutate(LoadTime::Declaration, site, sink);
    }
}
