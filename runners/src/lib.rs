//! Native test runners in cold and warm, sandboxed processes.
pub mod process;
pub mod sandbox;
pub mod workspace;
mod adapters;
pub mod registry;
mod results;
pub mod runner;
mod session;
mod shims;
