//! A bench on disk: its settings, its instances, its frozen pools, and what makes its projects ready to run.
//!
//! Everything that others rely on is text, written whole or not at all, and read with suspicion.

mod atomic;
mod canonical;
mod frozen;
mod gate;
mod instances;
mod merge;
mod open;
pub mod provision;
mod seek;

pub use atomic::{WriteError, write_atomically};
pub use canonical::{compact, digest_of, readable};
pub use frozen::FrozenError;
pub use instances::{InstanceList, Listed};
pub use merge::Merged;
pub use open::{Bench, BenchError, ReadyProject};
