//! How far the work is, in numbers; what people see of it is made elsewhere.

use std::collections::VecDeque;
use std::time::Duration;

use super::Finished;

/// Over how long the rate is taken: short enough to follow a change of file, long enough to be calm.
const WINDOW: Duration = Duration::from_secs(20);

/// Counts at one moment.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Snapshot {
    /// All requests.
    pub total: usize,
    /// Requests with their final report, those from the cache included.
    pub done: usize,
    /// Requests that needed no run.
    pub cached: usize,
    /// Units at work.
    pub running: usize,
    /// Runs that were made a second time.
    pub retried: usize,
    /// Reports that ended in a timeout.
    pub timeouts: usize,
    /// Reports that ended in trouble of ours.
    pub infrastructure: usize,
    /// Whether somebody has asked for the end.
    pub stopping: bool,
    /// Time since the start.
    pub elapsed: Duration,
    /// Runs per second of late; `None` until one has ended.
    pub rate: Option<f64>,
}

/// Measures the rate over a window that moves along.
#[derive(Debug)]
pub(super) struct Pace {
    samples: VecDeque<(Duration, usize)>,
}

impl Pace {
    /// Starts at time zero with so many requests done.
    pub(super) fn from(done: usize) -> Self {
        Self {
            samples: VecDeque::from([(Duration::ZERO, done)]),
        }
    }

    /// Requests done per second over the last [`WINDOW`].
    pub(super) fn measure(&mut self, now: Duration, done: usize) -> Option<f64> {
        while self
            .samples
            .get(1)
            .is_some_and(|(time, _)| *time + WINDOW <= now)
        {
            self.samples.pop_front();
        }
        let (since, before) = *self.samples.front()?;
        self.samples.push_back((now, done));
        let (time, runs) = (now.checked_sub(since)?, done.checked_sub(before)?);
        (runs > 0 && !time.is_zero()).then(|| runs as f64 / time.as_secs_f64())
    }
}

impl Snapshot {
    /// About how long the rest takes at that rate.
    #[must_use]
    pub fn remaining(&self) -> Option<Duration> {
        let left = self.total.checked_sub(self.done)?;
        Duration::try_from_secs_f64(left as f64 / self.rate?).ok()
    }
}

/// Told how the work goes, from the thread that waits for it.
pub trait Progress: Sync {
    /// Some ten times a second, and once at the end.
    fn update(&self, snapshot: &Snapshot) {
        let _ = snapshot;
    }

    /// A request has its final report. The order of these calls depends on the machine.
    fn finished(&self, index: usize, finished: &Finished) {
        let _ = (index, finished);
    }
}

/// For whom progress is nobody's business.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Progress for Silent {}
