//! Whole-file rewrites: what they change, what they leave, and that the real compilers and interpreters take the result.
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a failure here is a failed test, and a skip is to be read"
)]

mod bed;
mod hide;
mod hide_compiled;
mod kept;
mod probes;
mod run;
mod strip;
#[path = "../toolchain/mod.rs"]
mod toolchain;
mod weave;
