//! The compile check of every language with the real compilers, and with checkers that misbehave.
//!
//! Where a tool chain is missing a test says that it is skipped; `MUTSCORE_REQUIRE` (a list of languages) makes that a
//! failure.
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a failure here is a failed test, and a skip is to be read"
)]

mod bed;
mod go;
mod hostile;
mod java;
mod java_ways;
mod php;
mod python;
mod ruby;
