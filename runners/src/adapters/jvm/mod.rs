//! What the adapters for Java frameworks share: the JDK, Maven's class path, our own half, and builds of the project.

mod archive;
mod builds;
mod jdk;
mod launching;
mod libraries;
mod maven;
mod once;
mod tools;

pub(crate) use builds::Build;
pub(crate) use launching::{Framework, Libraries, Prepared, compiler_env};
