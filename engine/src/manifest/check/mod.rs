//! Which mutants compile, and to what: before any test runs, and once for all tests.
//!
//! A mutant that does not compile is stillborn, one that compiles to what the original compiles to is equivalent, one
//! that compiles to what an earlier mutant compiles to is a duplicate of it. None of these is ever run. A compiler
//! that fails says nothing: the mutant stays as it was.

mod parse;
mod run;
mod stored;
mod verdict;

pub use run::{CheckReport, Checking, Read, check};
