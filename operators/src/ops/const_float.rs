//! `const-float`: replaces a floating-point literal.

use crate::language::Role;
use crate::operator::{Operator, OperatorMeta, Proposal, Site};
use crate::role_set::RoleSet;

static META: OperatorMeta = OperatorMeta {
    id: "const-float",
    tier: 1,
    rev: 1,
    summary: "Replaces a floating-point literal by 1.0, and 1.0 by 2.0.",
    doc: include_str!("../../docs/const-float.md"),
    table: &[("1.0", "2.0"), ("x", "1.0")],
    schematizable: true,
};

pub(crate) struct ConstFloat;

impl Operator for ConstFloat {
    fn meta(&self) -> &'static OperatorMeta {
        &META
    }

    fn roles(&self) -> RoleSet {
        RoleSet::FLOAT
    }

    fn mutate(&self, site: &Site<'_>, sink: &mut dyn FnMut(Proposal)) {
        let Role::Float = site.role else { return };
        if is_returned(site) || site.drives_loop() || site.language.is_fixed_subject(site.node) {
            return;
        }
        let Some((digits, suffix)) = site.language.float(site.node) else {
            return;
        };
        let one = digits.replace('_', "").parse() == Ok(1.0_f64);
        let to = if one { "2.0" } else { "1.0" };
        sink(Proposal::replace(site.node, format!("{to}{suffix}")));
    }
}

/// Whether the literal is returned, with or without a sign.
pub(crate) fn is_returned(site: &Site<'_>) -> bool {
    match site.parent_role() {
        Some((_, Role::Return(_))) => true,
        Some((parent, role @ Role::SignedNumber(_))) => Site {
            node: parent,
            role,
            ..*site
        }
        .is_returned(),
        _ => site.is_returned(),
    }
}
