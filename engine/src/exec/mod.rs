//! Where runs are made. Nothing above this seam knows whether a worker is a thread here or a machine elsewhere.

mod fake;
mod local;

use std::num::NonZeroUsize;
use std::sync::Arc;

use crossbeam_channel::Sender;
use mutscore_model::outcome::RunReport;

use crate::plan::WorkUnit;

pub use fake::{FakeExecutor, Scripted};
pub use local::LocalPool;

/// What an executor says of a unit it was given.
#[derive(Debug)]
pub enum ExecEvent {
    /// One run has ended.
    Finished {
        /// The unit's number.
        unit: usize,
        /// The run's place in the unit, from 0.
        position: usize,
        /// What happened.
        report: Box<RunReport>,
    },
    /// Nothing more will come of this unit. Runs without a report were not made.
    Done {
        /// The unit's number.
        unit: usize,
    },
    /// The worker that had this unit is gone. Nothing more will come of it.
    Lost {
        /// The unit's number.
        unit: usize,
        /// What is known of it.
        why: String,
    },
}

/// How an executor is to stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shutdown {
    /// Runs under way end in their own time; no other is begun.
    AfterRun,
    /// Runs under way are ended as well.
    Now,
}

/// A bounded number of workers that run units.
pub trait Executor: Send + Sync {
    /// How many units run at once.
    fn capacity(&self) -> NonZeroUsize;

    /// Takes a unit. Each of its runs is reported to `reply`, and at last its end, exactly once.
    fn submit(&self, unit: Arc<WorkUnit>, reply: Sender<ExecEvent>);

    /// Stops, for good: units given later are answered [`ExecEvent::Done`] without a run.
    fn shutdown(&self, how: Shutdown);
}
