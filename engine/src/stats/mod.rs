//! Intervals and tests (paper §4.3): cluster bootstrap, exact McNemar, paired sign-flip.
//!
//! Everything random is a function of its seed alone, whatever the number of threads.

mod bootstrap;
mod mcnemar;
mod sign_flip;

pub use bootstrap::{Clusters, Draws, bootstrap, interval};
pub use mcnemar::mcnemar;
pub use sign_flip::sign_flip;
