//! `const-bool`: exchanges the truth literals.

use crate::language::{Role, Token};
use crate::operator::{Operator, OperatorMeta, Proposal, Site};
use crate::role_set::RoleSet;

static META: OperatorMeta = OperatorMeta {
    id: "const-bool",
    tier: 1,
    rev: 1,
    summary: "Exchanges true and false.",
    doc: include_str!("../../docs/const-bool.md"),
    table: &[("true", "false"), ("false", "true")],
    schematizable: true,
};

pub(crate) struct ConstBool;

impl Operator for ConstBool {
    fn meta(&self) -> &'static OperatorMeta {
        &META
    }

    fn roles(&self) -> RoleSet {
        RoleSet::BOOL
    }

    fn mutate(&self, site: &Site<'_>, sink: &mut dyn FnMut(Proposal)) {
        let Role::Bool(value) = site.role else { return };
        // Compared with a truth value, the literal's opposite is the comparison's negation.
        let compared = matches!(site.parent_role(), Some((_, Role::Comparison)));
        if compared
            || site.is_returned()
            || site.drives_loop()
            || site.language.is_fixed_subject(site.node)
        {
            return;
        }
        let opposite = if value { Token::False } else { Token::True };
        if let Some(to) = site.language.spell(opposite) {
            sink(Proposal::replace(site.node, to));
        }
    }
}
