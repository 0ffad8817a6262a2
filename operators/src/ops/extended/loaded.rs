//! The constant operators of the default set, at literals that are read when a file is loaded.

use crate::language::Role;
use crate::offer::LoadTime;
use crate::operator::{Operator, Proposal, Site};
use crate::ops::{const_bool, const_float, const_int, const_str};

static CONSTANTS: [&dyn Operator; 4] = [
    &const_int::ConstInt,
    &const_float::ConstFloat,
    &const_bool::ConstBool,
    &const_str::ConstStr,
];

/// Passes to `sink` what those operators would do to a literal that belongs to `wanted`.
pub(super) fn mutate(wanted: LoadTime, site: &Site<'_>, sink: &mut dyn FnMut(Proposal)) {
    let is_literal = matches!(
        site.role,
        Role::Integer | Role::SignedNumber(_) | Role::Float | Role::Bool(_) | Role::Str
    );
    if site.loads && is_literal && site.language.load_time(site.node) == Some(wanted) {
        for operator in CONSTANTS {
            operator.mutate(site, sink);
        }
    }
}
