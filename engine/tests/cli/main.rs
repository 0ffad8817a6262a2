//! The command line, tried as people use it: the real binary, in a folder of its own, with what it prints and the
//! code it ends with.
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a failure here is a failed test, and a skip is to be read"
)]

mod compile;
mod end_to_end;
mod errors;
mod explain;
mod framework;
mod frozen;
mod help;
mod init;
mod mutants;
mod place;
mod signals;
mod streams;
mod upkeep;
mod view;
