//! Plain data that every part of mutscore agrees on.
//!
//! A type that crosses a package border, or is written to disk or to a socket, lives here. There is no I/O, no
//! clock, no environment, no thread and no parser in this package.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod compiled;
pub mod coverage;
pub mod digest;
pub mod event;
pub mod instance;
pub mod mutant;
mod mutant_id;
pub mod name;
pub mod outcome;
pub mod overlay;
pub mod path;
pub mod pool;
pub mod span;
