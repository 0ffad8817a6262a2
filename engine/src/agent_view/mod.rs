//! What an agent may see of a project while it writes a test: the pinned tree without the withheld files, and with the
//! bodies of production functions hidden.
//!
//! Two views, after the paper: *target-hidden* hides what the instance's ground truth executes, *all-hidden* every
//! production function. Declarations, signatures and documentation stay in both. Scoring knows nothing of this: it
//! always runs on the complete production code.

mod choose;
mod write;

pub use write::{Hidden, LeftFunction, Summary, ViewError, write};
