//! The languages, one file or folder each.

pub(crate) mod go;
pub(crate) mod java;
mod lists;
pub(crate) mod php;
pub(crate) mod python;
pub(crate) mod ruby;
