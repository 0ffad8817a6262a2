//! What the dispatcher does, as one function from inputs to actions.
//!
//! Rules that keep verdicts the same whatever the machine's mood:
//! - Trouble of ours, and the rest of a lost worker's unit, are tried a second time before they are reported.
//! - A run that reached its wall limit with CPU time to spare may only have been starved by its neighbours: it is
//!   made again at the end, with no other run beside it. A busy loop reaches the CPU limit and is not repeated.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use mutscore_model::outcome::{Detail, Execution, RunOutcome, RunReport};

use super::progress::{Pace, Snapshot};
use crate::plan::{WorkItem, WorkUnit};

/// What the dispatcher is told.
#[derive(Debug)]
pub enum Input {
    /// Work may begin.
    Start,
    /// A run has ended.
    Finished {
        /// The unit's number.
        unit: usize,
        /// The run's place in it.
        position: usize,
        /// What happened.
        report: Box<RunReport>,
    },
    /// A unit has ended.
    Done {
        /// The unit's number.
        unit: usize,
    },
    /// A unit's worker is gone.
    Lost {
        /// The unit's number.
        unit: usize,
        /// What is known of it.
        why: String,
    },
    /// Somebody wants to stop: the first time gently, the second time at once.
    Interrupt,
    /// Time has passed.
    Tick,
}

/// What the dispatcher wants done.
#[derive(Debug)]
pub enum Action {
    /// Give the unit to the executor.
    Submit(Arc<WorkUnit>),
    /// Keep the report of a request: this one is final.
    Keep {
        /// The request's place, from 0.
        index: usize,
        /// Its report.
        report: Box<RunReport>,
    },
    /// Let runs under way end, and begin no other.
    StopAfterRun,
    /// End runs under way.
    StopNow,
    /// All is over.
    End(Ending),
}

/// How it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// Every request has its report.
    Complete,
    /// Somebody stopped it.
    Interrupted,
}

/// How long runs under way may take to end by themselves after the first interrupt.
const GRACE: Duration = Duration::from_secs(3);
/// How long workers may take to let go once runs are being ended.
const LETTING_GO: Duration = Duration::from_secs(10);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    Working,
    /// Since when runs under way are let end.
    Stopping(Duration),
    /// Since when they are being ended.
    Killing(Duration),
    Over,
}

#[derive(Debug)]
struct Running {
    unit: Arc<WorkUnit>,
    /// Positions without a report.
    open: BTreeSet<usize>,
}

/// Everything the dispatcher knows.
#[derive(Debug)]
pub struct State {
    capacity: usize,
    queue: VecDeque<WorkUnit>,
    /// Runs to be made with no other beside them, once the queue is empty.
    alone: VecDeque<WorkUnit>,
    running: BTreeMap<usize, Running>,
    /// Requests that met trouble of ours once.
    retried: BTreeSet<usize>,
    /// Requests whose timeout is, or was, to be confirmed alone.
    confirmed: BTreeSet<usize>,
    next_id: usize,
    phase: Phase,
    counts: Snapshot,
    pace: Pace,
}

impl State {
    /// A dispatcher of these units, whose numbers are their places. `cached` requests are done already.
    #[must_use]
    pub fn new(units: Vec<WorkUnit>, capacity: NonZeroUsize, cached: usize) -> Self {
        let to_run: usize = units.iter().map(|unit| unit.items.len()).sum();
        let counts = Snapshot {
            total: cached + to_run,
            done: cached,
            cached,
            ..Snapshot::default()
        };
        Self {
            capacity: capacity.get(),
            next_id: units.len(),
            queue: units.into(),
            alone: VecDeque::new(),
            running: BTreeMap::new(),
            retried: BTreeSet::new(),
            confirmed: BTreeSet::new(),
            phase: Phase::Working,
            pace: Pace::from(cached),
            counts,
        }
    }

    /// How far it is.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            running: self.running.len(),
            stopping: self.phase != Phase::Working,
            ..self.counts.clone()
        }
    }

    /// Takes one input, `now` after the start, and says what is to be done, in order.
    pub fn step(&mut self, now: Duration, input: Input) -> Vec<Action> {
        self.counts.elapsed = now;
        let mut actions = Vec::new();
        if self.phase == Phase::Over {
            return actions;
        }
        match input {
            Input::Start => {}
            Input::Finished {
                unit,
                position,
                report,
            } => self.finished(unit, position, report, &mut actions),
            Input::Done { unit } => {
                self.ended(unit, "its worker did not make the run", &mut actions)
            }
            Input::Lost { unit, why } => self.ended(unit, &why, &mut actions),
            Input::Interrupt => self.interrupt(now, &mut actions),
            Input::Tick => self.tick(now, &mut actions),
        }
        self.hand_out(&mut actions);
        self.end_if_over(&mut actions);
        actions
    }

    fn finished(
        &mut self,
        unit: usize,
        position: usize,
        report: Box<RunReport>,
        actions: &mut Vec<Action>,
    ) {
        let Some(running) = self.running.get_mut(&unit) else {
            return;
        };
        if !running.open.remove(&position) {
            return;
        }
        let unit = Arc::clone(&running.unit);
        let item = &unit.items[position];
        let trouble = report.outcome == RunOutcome::Infrastructure;
        let again = if trouble {
            self.retried.insert(item.index).then_some(&mut self.queue)
        } else if self.capacity > 1 && may_be_starved(item, &report) {
            self.confirmed.insert(item.index).then_some(&mut self.alone)
        } else {
            None
        };
        match again {
            // A run that we ended, or that we would have made again: no result at all.
            Some(_) if self.phase != Phase::Working => {}
            None if trouble && self.phase != Phase::Working => {}
            Some(later) => {
                later.push_back(part(&unit, vec![item.clone()], self.next_id));
                self.next_id += 1;
                self.counts.retried += 1;
            }
            None => self.keep(item.index, report, actions),
        }
    }

    /// A unit has ended; runs without a report are made once more, then given up.
    fn ended(&mut self, unit: usize, why: &str, actions: &mut Vec<Action>) {
        let Some(Running { unit, open }) = self.running.remove(&unit) else {
            return;
        };
        if self.phase != Phase::Working {
            return;
        }
        let mut rest = Vec::new();
        for position in open {
            let item = &unit.items[position];
            if self.retried.insert(item.index) {
                rest.push(item.clone());
            } else {
                let note = format!("the run was lost twice: {why}");
                let report = RunReport::infrastructure(Detail::NoReport, Execution::Cold, note);
                self.keep(item.index, Box::new(report), actions);
            }
        }
        if !rest.is_empty() {
            self.counts.retried += rest.len();
            self.queue.push_back(part(&unit, rest, self.next_id));
            self.next_id += 1;
        }
    }

    fn keep(&mut self, index: usize, report: Box<RunReport>, actions: &mut Vec<Action>) {
        self.counts.done += 1;
        match report.outcome {
            RunOutcome::Timeout => self.counts.timeouts += 1,
            RunOutcome::Infrastructure => self.counts.infrastructure += 1,
            _ => {}
        }
        actions.push(Action::Keep { index, report });
    }

    fn interrupt(&mut self, now: Duration, actions: &mut Vec<Action>) {
        match self.phase {
            Phase::Working => {
                self.phase = Phase::Stopping(now);
                actions.push(Action::StopAfterRun);
            }
            Phase::Stopping(_) => self.kill(now, actions),
            Phase::Killing(_) | Phase::Over => {}
        }
    }

    fn tick(&mut self, now: Duration, actions: &mut Vec<Action>) {
        self.counts.rate = self.pace.measure(now, self.counts.done);
        match self.phase {
            Phase::Stopping(since) if now >= since + GRACE => self.kill(now, actions),
            Phase::Killing(since) if now >= since + LETTING_GO => self.running.clear(),
            _ => {}
        }
    }

    fn kill(&mut self, now: Duration, actions: &mut Vec<Action>) {
        self.phase = Phase::Killing(now);
        actions.push(Action::StopNow);
    }

    fn hand_out(&mut self, actions: &mut Vec<Action>) {
        while self.phase == Phase::Working && self.running.len() < self.capacity {
            let next = self.queue.pop_front().or_else(|| {
                // Alone means alone: nothing else runs, and nothing is begun until it is over.
                if self.running.is_empty() {
                    self.alone.pop_front()
                } else {
                    None
                }
            });
            let Some(unit) = next else { return };
            let unit = Arc::new(unit);
            let open = (0..unit.items.len()).collect();
            self.running.insert(
                unit.id,
                Running {
                    unit: Arc::clone(&unit),
                    open,
                },
            );
            actions.push(Action::Submit(unit));
        }
    }

    fn end_if_over(&mut self, actions: &mut Vec<Action>) {
        if !self.running.is_empty() || (self.phase == Phase::Working && !self.nothing_waits()) {
            return;
        }
        let complete = self.counts.done == self.counts.total;
        self.phase = Phase::Over;
        actions.push(Action::End(if complete {
            Ending::Complete
        } else {
            Ending::Interrupted
        }));
    }

    fn nothing_waits(&self) -> bool {
        self.queue.is_empty() && self.alone.is_empty()
    }
}

/// A timeout by the wall clock although a tenth or more of the CPU time was left.
fn may_be_starved(item: &WorkItem, report: &RunReport) -> bool {
    let used = Duration::from_micros(report.cpu_us);
    report.outcome == RunOutcome::Timeout && used < item.limits.cpu.mul_f64(0.9)
}

fn part(of: &WorkUnit, items: Vec<WorkItem>, id: usize) -> WorkUnit {
    WorkUnit {
        id,
        overlay: Arc::clone(&of.overlay),
        observe: of.observe,
        strip: of.strip,
        items,
    }
}
