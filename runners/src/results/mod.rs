//! From what a shim reports to a [`mutscore_model::outcome::RunReport`].

pub(crate) mod facts;
