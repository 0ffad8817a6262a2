//! Turning edits into the bytes of a mutated file.

mod splice;

pub use splice::{SpliceError, apply};
