//! One file for each test framework.

pub(crate) mod behave;
mod python;
mod python_packages;
