//! `arith`: exchanges arithmetic operators.

use super::neutral::is_neutral;
use crate::language::{Binary, Language, Role, Survey};
use crate::operator::{Operator, OperatorMeta, Proposal, Site, look_up};
use crate::role_set::RoleSet;

static META: OperatorMeta = OperatorMeta {
    id: "arith",
    tier: 1,
    rev: 1,
    summary: "Exchanges arithmetic operators.",
    doc: include_str!("../../docs/arith.md"),
    table: TABLE,
    schematizable: true,
};

/// Also the table of the compound assignments.
pub(crate) const TABLE: &[(&str, &str)] = &[
    ("+", "-"),
    ("-", "+"),
    ("*", "/"),
    ("/", "*"),
    ("%", "*"),
    ("**", "*"),
    ("//", "*"),
];

pub(crate) struct Arith;

impl Operator for Arith {
    fn meta(&self) -> &'static OperatorMeta {
        &META
    }

    fn roles(&self) -> RoleSet {
        RoleSet::ARITHMETIC
    }

    fn mutate(&self, site: &Site<'_>, sink: &mut dyn FnMut(Proposal)) {
        let Role::Arithmetic(binary) = site.role else {
            return;
        };
        let operator = binary.operator.text();
        let Some(to) = look_up(TABLE, operator) else {
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

/// Whether the operator works on text or collections here, where its counterpart would only raise a type error.
/// `operator` is given without the `=` of a compound assignment.
pub(crate) fn joins_text<'t>(
    operator: &str,
    binary: Binary<'t>,
    language: &dyn Language,
    survey: &Survey<'t>,
) -> bool {
    matches!(operator, "+" | "*" | "%" | "/")
        && (language.is_stringish(binary.left, survey)
            || language.is_stringish(binary.right, survey))
}
