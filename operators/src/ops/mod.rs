//! The operators, one file each. None knows a language; all they know comes through [`crate::language::Language`].

pub(crate) mod arith;
pub(crate) mod assign_op;
pub(crate) mod bitwise;
pub(crate) mod call_removal;
pub(crate) mod cond_boundary;
pub(crate) mod const_bool;
pub(crate) mod const_float;
pub(crate) mod const_int;
pub(crate) mod const_str;
pub(crate) mod extended;
pub(crate) mod incr_decr;
pub(crate) mod logical;
pub(crate) mod negate_cond;
mod neutral;
pub(crate) mod return_value;
pub(crate) mod unary_neg;
pub(crate) mod unary_not;
