//! `assign-op`: exchanges the operator of a compound assignment.

use super::arith::joins_text;
use super::neutral::is_neutral;
use crate::language::Role;
use crate::operator::{Operator, OperatorMeta, Proposal, Site, look_up};
use crate::role_set::RoleSet;

static META: OperatorMeta = OperatorMeta {
    id: "assign-op",
    tier: 1,
    rev: 1,
    summary: "Exchanges the operator of a compound assignment.",
    doc: include_str!("../../docs/assign-op.md"),
    table: &[
        ("+=", "-="),
        ("-=", "+="),
        ("*=", "/="),
        ("/=", "*="),
        ("%=", "*="),
        ("**=", "*="),
        ("//=", "*="),
        ("&=", "|="),
        ("|=", "&="),
        ("^=", "&="),
        ("<<=", ">>="),
        (">>=", "<<="),
        (">>>=", "<<="),
        ("&^=", "&="),
    ],
    schematizable: true,
};

pub(crate) struct AssignOp;

impl Operator for AssignOp {
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
        let Some(operator) = binary.operator.text().strip_suffix('=') else {
            return;
        };
        let Some(to) = look_up(META.table, binary.operator.text()) else {
            return;
        };
        if !site.drives_loop()
            && !is_neutral(site.language, operator, binary.right)
            && !joins_text(operator, binary, site.language, site.survey)
        {
            sink(Proposal::replace(binary.operator, to));
        }
    }
}

/// Whether the operator is one of a compound assignment that combines two values.
pub(crate) fn is_exchanged(operator: &str) -> bool {
    look_up(META.table, operator).is_some()
}

#[cfg(test)]
mod tests {
    use super::META;
    use crate::ops::{arith, bitwise};

    #[test]
    fn the_table_is_that_of_the_plain_operators_with_an_equals_sign() {
        let plain = arith::TABLE
            .iter()
            .chain(bitwise::TABLE)
            .filter(|(from, _)| *from != "~E");
        for (from, to) in plain.clone() {
            let found = META
                .table
                .iter()
                .find(|(known, _)| *known == format!("{from}="));
            assert_eq!(
                found.map(|(_, to)| (*to).to_owned()),
                Some(format!("{to}=")),
                "{from}="
            );
        }
        assert_eq!(META.table.len(), plain.count());
    }
}
