//! `bitwise`: exchanges bitwise operators and drops a complement.

use super::neutral::is_neutral;
use crate::language::Role;
use crate::operator::{Operator, OperatorMeta, Proposal, Site, look_up};
use crate::role_set::RoleSet;

static META: OperatorMeta = OperatorMeta {
    id: "bitwise",
    tier: 1,
    rev: 1,
    summary: "Exchanges bitwise operators and drops a complement.",
    doc: include_str!("../../docs/bitwise.md"),
    table: TABLE,
    schematizable: true,
};

/// Also the table of the compound assignments (its last line aside).
pub(crate) const TABLE: &[(&str, &str)] = &[
    ("&", "|"),
    ("|", "&"),
    ("^", "&"),
    ("<<", ">>"),
    (">>", "<<"),
    (">>>", "<<"),
    ("&^", "&"),
    ("~E", "E"),
];

pub(crate) struct Bitwise;

impl Operator for Bitwise {
    fn meta(&self) -> &'static OperatorMeta {
        &META
    }

    fn roles(&self) -> RoleSet {
        RoleSet::ARITHMETIC.and(RoleSet::COMPLEMENT)
    }

    fn mutate(&self, site: &Site<'_>, sink: &mut dyn FnMut(Proposal)) {
        match site.role {
            Role::Arithmetic(binary) => {
                let operator = binary.operator.text();
                if let Some(to) = look_up(TABLE, operator)
                    && !is_neutral(site.language, operator, binary.right)
                {
                    sink(Proposal::replace(binary.operator, to));
                }
            }
            Role::Complement(argument) => sink(Proposal::keep(site.node, argument)),
            _ => {}
        }
    }
}
