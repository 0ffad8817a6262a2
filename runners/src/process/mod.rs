//! Watching, capturing and ending processes, with all that descends from them.
mod capture;
mod sys;
mod tree;
mod watch;

pub use capture::Capture;
pub use tree::{
    descendants, marked, signal_descendants, sweep_children, sweep_marked, tasks_of_user,
};
pub use watch::Watch;
