//! `null-return`: returns null where the default set returns an empty value.

use crate::language::{Role, Token};
use crate::operator::{Operator, OperatorMeta, Proposal, Site};
use crate::ops::return_value;
use crate::role_set::RoleSet;

static META: OperatorMeta = OperatorMeta {
    id: "null-return",
    tier: 2,
    rev: 1,
    summary: "Returns null where the default set returns an empty value.",
    doc: include_str!("../../../docs/null-return.md"),
    table: &[("text or collection", "null")],
    schematizable: true,
};

pub(crate) struct NullReturn;

impl Operator for NullReturn {
    fn meta(&self) -> &'static OperatorMeta {
        &META
    }

    fn roles(&self) -> RoleSet {
        RoleSet::RETURN
    }

    fn mutate(&self, site: &Site<'_>, sink: &mut dyn FnMut(Proposal)) {
        let Role::Return(_) = site.role else {
            return;
        };
        let Some(null) = site.language.spell(Token::Null) else {
            return;
        };
        for returned in site.language.returned(site.node) {
            if returned.value.text() != null && return_value::gives_an_empty_value(site, &returned)
            {
                sink(Proposal::replace(returned.value, null));
            }
        }
    }
}
