//! Scoring: from a submission to its stage, MutRecall and the reasons of its misses (paper §3.3).

mod batch;
mod compare;
mod error;
mod pairs;
mod plan;
mod rank;
mod run;
mod verdict;
mod warm;

pub use batch::{Batch, BatchError, BatchProject, BatchSummary, Entry, content};
pub use compare::{Compared, Side, compare};
pub use error::ScoreError;
pub use plan::{INDEX, PlanError, Targets, entries, header, planned, targets};
pub use rank::{Ranked, rank};
pub use run::{ScoreOptions, score};
pub use verdict::{CacheUse, Missed, Score, Timing};
