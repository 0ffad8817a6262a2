//! The whole engine from outside: the real binary on real projects with the real Python and Behave.
//!
//! Beds are copies, so nothing of the repository is written to, and each has its own state folder, so no test is
//! answered from another one's cache. Only the virtual environments are shared: making one costs many seconds.
//! Without `python3` and its venv every test says that it is skipped; `MUTSCORE_REQUIRE=python` makes that a failure.
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a failure here is a failed test, and a skip is to be read"
)]

mod bad_input;
mod bed;
mod caching;
mod cases;
mod command;
mod compile;
mod freezing;
mod fresh;
mod frozen;
mod full_disk;
mod gates;
mod go_rows;
mod index;
mod interrupts;
mod many;
mod rows;
mod scores;
mod shared;
mod submissions;
mod tiny_go;
mod traces;
mod views;
mod warm;
