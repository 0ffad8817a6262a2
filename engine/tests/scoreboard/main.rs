//! Result sets, their measures and statistics, against a second implementation that was written from the definitions.
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a failure here is a failed test, and a skip is to be read"
)]

mod made_up;
mod naive;
mod scipy;
mod sets;
