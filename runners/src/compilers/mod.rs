//! Compilers that say whether a changed file still compiles, and to what.
//!
//! Each runs as one warm process per worker, is told a file and its versions, and answers for each version. Nothing of
//! the project is ever run. A new compiler is a file here with the half that runs beside it below
//! `shims/compilers/`, and a line in the registry.

mod checker;
mod compiler;
mod go;
mod java;
mod php;
mod python;
mod registry;
mod ruby;
mod script;
mod wire;

pub use checker::Checker;
pub use compiler::{Answers, Check, Compiler, Launch, NoCompiler, ProgramTree};
pub use java::Javac;
pub use registry::{compiler, compilers};
