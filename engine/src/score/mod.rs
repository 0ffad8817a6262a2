//! Scoring: from a submission to its stage, MutRecall and the reasons of its misses (paper §3.3).

mod batch;
mod pairs;
mod plan;
mod run;
mod verdict;
mod warm;

pub use batch::{Batch, BatchError, BatchProject, BatchSummary, Entry, content};
pub use plan::{INDEX, PlanError, Targets, entries, header, planned, targets};
pub use run::{ScoreError, ScoreOptions, score};
pub use verdict::{CacheUse, Missed, Score, Timing};
