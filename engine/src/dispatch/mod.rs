//! From requests to reports: cache first, then the executor, in any order, with the same result.
//!
//! One place owns all state and sees one ordered stream of events; workers only send messages. The policy (who
//! gets what, what is made again, when to stop) is in `state`, which has no thread and no clock; `pump` puts both
//! around it.

mod lookup;
mod progress;
mod pump;
mod sample;
mod state;

use std::sync::Arc;

use mutscore_model::instance::ScenarioRef;
use mutscore_model::outcome::RunReport;
use mutscore_model::overlay::Overlay;
use mutscore_runners::runner::RunLimits;

use crate::cache::Key;

pub use progress::{Progress, Silent, Snapshot};
pub use pump::{Interrupts, run_all, run_interruptible};
pub use sample::sample;
pub use state::{Action, Ending, Input, State};

/// One run that somebody wants the report of.
#[derive(Debug, Clone)]
pub struct Request {
    /// What its result is kept under; `None` if it is neither to be looked up nor kept.
    pub key: Option<Key>,
    /// The scenario.
    pub scenario: ScenarioRef,
    /// Files to be seen in place of others. Runs of one mutant share the `Arc`.
    pub overlay: Arc<Overlay>,
    /// Limits of the run.
    pub limits: RunLimits,
    /// Whether coverage and calls are asked for.
    pub observe: bool,
    /// Whether the Then bodies are emptied.
    pub strip: bool,
}

/// The answer to a request.
#[derive(Debug, Clone, PartialEq)]
pub struct Finished {
    /// What happened.
    pub report: RunReport,
    /// Whether it was known before, or an equal request of the same call was answered by the same run.
    pub cached: bool,
}

/// The work was stopped before its end. What was done is in the cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("interrupted after {done} of {total} runs; the same command takes up where it stopped")]
pub struct Interrupted {
    /// Requests with an answer.
    pub done: usize,
    /// All requests.
    pub total: usize,
}
