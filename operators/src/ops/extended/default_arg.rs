//! `default-arg`: changes the literals in default values of parameters.

use super::loaded;
use crate::offer::LoadTime;
use crate::operator::{Operator, OperatorMeta, Proposal, Site};
use crate::role_set::RoleSet;

static META: OperatorMeta = OperatorMeta {
    id: "default-arg",
    tier: 2,
    rev: 1,
    summary: "Changes the literals in default values of parameters.",
    doc: include_str!("../../../docs/default-arg.md"),
    table: &[
        ("f(x = 3)", "f(x = 4)"),
        (
            "as const-int, const-float, const-bool, const-str",
            "their replacements",
        ),
    ],
    schematizable: false,
};

pub(crate) struct DefaultArg;

impl Operator for DefaultArg {
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
        loaded::mutate(LoadTime::DefaultValue, site, sink);
    }
}
