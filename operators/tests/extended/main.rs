//! The extended set, language by language: what each operator changes and what it leaves alone, and that everything it
//! makes is a program for the language's own compiler.
#![allow(clippy::unwrap_used, reason = "a test says by panicking what is wrong")]
#![allow(clippy::print_stderr, reason = "a test that is skipped says so")]

mod bed;
mod go;
mod java;
mod php;
mod python;
mod ruby;
