//! A project of a bench, opened: everything that freezing and scoring have in common.
//!
//! Pins the tree, asks the runner for its fingerprint, and knows how to build keys, views and pools of workers.

mod open;
mod overlay;
mod view;
mod weave;

pub use open::{OpenError, OpenOptions, Opened};
pub use overlay::{SourceTree, Unreadable};
pub use view::Laid;
pub use weave::{WeaveError, Weaving};
