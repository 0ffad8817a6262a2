//! Native test runners in cold and warm, sandboxed processes.
mod adapters;
pub mod compilers;
pub mod process;
pub mod registry;
mod results;
pub mod runner;
pub mod sandbox;
mod session;
mod shims;
pub mod workspace;
