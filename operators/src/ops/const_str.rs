//! `const-str`: empties a string literal, or fills an empty one.

use crate::language::Role;
use crate::operator::{Operator, OperatorMeta, Proposal, Site};
use crate::role_set::RoleSet;

static META: OperatorMeta = OperatorMeta {
    id: "const-str",
    tier: 1,
    rev: 1,
    summary: "Empties a string literal, or fills an empty one.",
    doc: include_str!("../../docs/const-str.md"),
    table: &[("\"…\"", "\"\""), ("\"\"", "\"mutscore\"")],
    schematizable: true,
};

pub(crate) struct ConstStr;

impl Operator for ConstStr {
    fn meta(&self) -> &'static OperatorMeta {
        &META
    }

    fn roles(&self) -> RoleSet {
        RoleSet::STR
    }

    fn mutate(&self, site: &Site<'_>, sink: &mut dyn FnMut(Proposal)) {
        let Role::Str = site.role else { return };
        if site.is_returned()
            || site.drives_loop()
            || site.language.is_fixed_subject(site.node)
            || site.language.is_key_or_format(site.node)
        {
            return;
        }
        let Some(parts) = site.language.string(site.node) else {
            return;
        };
        // `'a''b'` side by side: an empty first piece would open a long string with its neighbour's quote.
        let quote = parts.close.as_bytes().last().copied();
        if site.node.next_byte() == quote || site.node.previous_byte() == quote {
            return;
        }
        let contents = if parts.empty { "mutscore" } else { "" };
        sink(Proposal::replace(
            site.node,
            format!("{}{contents}{}", parts.open, parts.close),
        ));
    }
}
