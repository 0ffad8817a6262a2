//! Scoring: from a submission to its stage, MutRecall and the reasons of its misses (paper §3.3).

mod pairs;
mod run;
mod verdict;
mod warm;

pub use run::{ScoreError, ScoreOptions, score};
pub use verdict::{CacheUse, Missed, Score, Timing};
