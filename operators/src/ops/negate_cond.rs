//! `negate-cond`: turns a comparison, or anything else that is tested, into its opposite.

use crate::language::{Role, Token};
use crate::operator::{Operator, OperatorMeta, Proposal, Site, look_up};
use crate::role_set::RoleSet;
use crate::tree::Node;

static META: OperatorMeta = OperatorMeta {
    id: "negate-cond",
    tier: 1,
    rev: 1,
    summary: "Negates a comparison or another tested expression.",
    doc: include_str!("../../docs/negate-cond.md"),
    table: &[
        ("==", "!="),
        ("!=", "=="),
        ("<", ">="),
        ("<=", ">"),
        (">", "<="),
        (">=", "<"),
        ("===", "!=="),
        ("!==", "==="),
        ("<>", "=="),
        ("is", "is not"),
        ("is not", "is"),
        ("in", "not in"),
        ("not in", "in"),
        ("=~", "!~"),
        ("!~", "=~"),
    ],
    schematizable: true,
};

pub(crate) struct NegateCond;

impl Operator for NegateCond {
    fn meta(&self) -> &'static OperatorMeta {
        &META
    }

    fn roles(&self) -> RoleSet {
        RoleSet::COMPARISON
            .and(RoleSet::PRIMARY)
            .and(RoleSet::COMPOUND)
            .and(RoleSet::ARITHMETIC)
            .and(RoleSet::MINUS)
            .and(RoleSet::COMPLEMENT)
            .and(RoleSet::STEP)
    }

    fn mutate(&self, site: &Site<'_>, sink: &mut dyn FnMut(Proposal)) {
        match site.role {
            Role::Comparison => {
                for link in site.language.comparisons(site.node) {
                    if let Some(to) = look_up(META.table, &words(link.operator)) {
                        sink(Proposal::replace(link.operator, to));
                    }
                }
            }
            Role::Primary => negate_atom(site, true, sink),
            Role::Compound
            | Role::Arithmetic(_)
            | Role::Minus(_)
            | Role::Complement(_)
            | Role::Step(_) => {
                negate_atom(site, false, sink);
            }
            _ => {}
        }
    }
}

/// The operator's words with one blank between them.
fn words(operator: Node<'_>) -> String {
    operator
        .text()
        .split_ascii_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

fn negate_atom(site: &Site<'_>, primary: bool, sink: &mut dyn FnMut(Proposal)) {
    if !site.is_condition() || matches!(site.parent_role(), Some((_, Role::Not(_)))) {
        return;
    }
    let Some(not) = site.language.spell(Token::Not) else {
        return;
    };
    let (before, after) = match (not, primary) {
        (not, true) => (not, ""),
        ("not ", false) => ("not (", ")"),
        (_, false) => ("!(", ")"),
    };
    sink(Proposal::wrap(site.node, before, site.node, after));
}
