//! The languages, one file or folder each.

pub(crate) mod python;
