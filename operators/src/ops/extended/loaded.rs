//! The constant operators of the default set, at literals that are read when a file is loaded.

use crate::offer::LoadTime;
use crate::operator::{Operator, Proposal, Site};
use crate::ops::{const_bool, const_float, const_int, const_str};
use crate::role_set::RoleSet;

static CONSTANTS: [&dyn Operator; 4] = [
    &const_int::ConstInt,
    &const_float::ConstFloat,
    &const_bool::ConstBool,
    &const_str::ConstStr,
];

/// Roles of literals.
pub(super) const ROLES: RoleSet = RoleSet::INTEGER
    .and(RoleSet::SIGNED_NUMBER)
    .and(RoleSet::FLOAT)
    .and(RoleSet::BOOL)
    .and(RoleSet::STR);

/// Passes to `sink` what those operators would do to a literal that belongs to `wanted`.
pub(super) fn mutate(wanted: LoadTime, site: &Site<'_>, sink: &mut dyn FnMut(Proposal)) {
    let is_literal = ROLES.holds(site.role.number());
    if site.loads && is_literal && site.language.load_time(site.node) == Some(wanted) {
        for operator in CONSTANTS {
            operator.mutate(site, sink);
        }
    }
}
