//! The clock, the channel and the interrupts around [`State`]. No decision is made here.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, unbounded};
use mutscore_runners::runner::CancelToken;

use super::lookup::{Known, Lookup};
use super::progress::Progress;
use super::state::{Action, Ending, Input, State};
use super::{Finished, Interrupted, Request};
use crate::cache::{Key, ResultCache};
use crate::exec::{ExecEvent, Executor, Shutdown};
use crate::plan::{Planned, WorkItem, plan};

/// How often interrupts are looked at and progress is told.
const TICK: Duration = Duration::from_millis(100);

/// How somebody stops the work: `first` lets runs under way end within seconds, `second` ends them at once.
#[derive(Debug, Clone, Default)]
pub struct Interrupts {
    /// Set by the first Ctrl-C.
    pub first: CancelToken,
    /// Set by the second.
    pub second: CancelToken,
}

/// Gets the report of every request, in the requests' order: from the cache, else from the executor, whose results
/// are put into the cache as they come. Requests of one overlay run on one worker, one after the other.
///
/// The reports are the same for any number of workers and any order in which they finish (times apart). The
/// executor is stopped for good by an interrupt, and can be used again otherwise.
///
/// # Errors
/// When `cancel` was set before everything was done. What was done is in the cache.
pub fn run_all(
    requests: Vec<Request>,
    executor: &dyn Executor,
    cache: &dyn ResultCache,
    progress: &dyn Progress,
    cancel: &CancelToken,
) -> Result<Vec<Finished>, Interrupted> {
    let interrupts = Interrupts {
        first: cancel.clone(),
        second: CancelToken::default(),
    };
    run_interruptible(requests, executor, cache, progress, &interrupts)
}

/// [`run_all`] with a second, ungentle way to stop.
///
/// # Errors
/// When an interrupt was set before everything was done.
pub fn run_interruptible(
    requests: Vec<Request>,
    executor: &dyn Executor,
    cache: &dyn ResultCache,
    progress: &dyn Progress,
    interrupts: &Interrupts,
) -> Result<Vec<Finished>, Interrupted> {
    let mut answers = Answers::new(requests.len());
    let runs = answers.look_up(requests, cache, progress);
    let ending = if runs.is_empty() {
        progress.update(&State::new(Vec::new(), NonZeroUsize::MIN, answers.done).snapshot());
        Ending::Complete
    } else {
        Pump {
            executor,
            cache,
            progress,
            interrupts,
        }
        .run(runs, &mut answers)
    };
    answers.share(progress);
    cache.flush();
    let (done, total) = (answers.done, answers.finished.len());
    let finished: Vec<Finished> = answers.finished.into_iter().flatten().collect();
    match ending {
        Ending::Complete if finished.len() == total => Ok(finished),
        _ => Err(Interrupted { done, total }),
    }
}

/// The answers so far, by request.
struct Answers {
    finished: Vec<Option<Finished>>,
    keys: Vec<Option<Key>>,
    /// Requests that wait for the run of an equal one: (place, place of the run).
    same: Vec<(usize, usize)>,
    done: usize,
}

impl Answers {
    fn new(total: usize) -> Self {
        Self {
            finished: (0..total).map(|_| None).collect(),
            keys: Vec::new(),
            same: Vec::new(),
            done: 0,
        }
    }

    fn set(&mut self, index: usize, finished: Finished, progress: &dyn Progress) {
        progress.finished(index, &finished);
        self.finished[index] = Some(finished);
        self.done += 1;
    }

    /// Answers what the cache knows and gives back what has to be run.
    fn look_up(
        &mut self,
        requests: Vec<Request>,
        cache: &dyn ResultCache,
        progress: &dyn Progress,
    ) -> Vec<Planned> {
        let mut lookup = Lookup::default();
        let mut runs = Vec::new();
        self.keys = requests.iter().map(|request| request.key).collect();
        for (index, request) in requests.into_iter().enumerate() {
            match lookup.ask(index, request, cache) {
                std::ops::ControlFlow::Break(Known::Report(report)) => {
                    self.set(
                        index,
                        Finished {
                            report: *report,
                            cached: true,
                        },
                        progress,
                    );
                }
                std::ops::ControlFlow::Break(Known::SameAs(earlier)) => {
                    self.same.push((index, earlier))
                }
                std::ops::ControlFlow::Continue(Request {
                    scenario,
                    overlay,
                    limits,
                    observe,
                    strip,
                    ..
                }) => {
                    runs.push(Planned {
                        item: WorkItem {
                            index,
                            scenario,
                            limits,
                        },
                        overlay,
                        observe,
                        strip,
                    });
                }
            }
        }
        runs
    }

    /// Gives the requests that waited for an equal one its report.
    fn share(&mut self, progress: &dyn Progress) {
        for (index, earlier) in std::mem::take(&mut self.same) {
            if let Some(answer) = &self.finished[earlier] {
                let finished = Finished {
                    report: answer.report.clone(),
                    cached: true,
                };
                self.set(index, finished, progress);
            }
        }
    }
}

struct Pump<'a> {
    executor: &'a dyn Executor,
    cache: &'a dyn ResultCache,
    progress: &'a dyn Progress,
    interrupts: &'a Interrupts,
}

impl Pump<'_> {
    fn run(&self, runs: Vec<Planned>, answers: &mut Answers) -> Ending {
        if self.interrupts_set() > 0 {
            return Ending::Interrupted;
        }
        let capacity = self.executor.capacity();
        // Requests that wait for an equal one count as done, or the end would never come.
        let without_run = answers.done + answers.same.len();
        let mut state = State::new(plan(runs, capacity), capacity, without_run);
        let (reply, events) = unbounded();
        let started = Instant::now();
        let mut next_tick = TICK;
        let mut interrupts_told = 0;
        let mut input = Input::Start;
        loop {
            for action in state.step(started.elapsed(), input) {
                match action {
                    Action::End(ending) => {
                        self.progress.update(&state.snapshot());
                        return ending;
                    }
                    action => self.act(action, answers, &reply),
                }
            }
            input = if interrupts_told < self.interrupts_set() {
                interrupts_told += 1;
                Input::Interrupt
            } else {
                let input = wait(&events, next_tick.saturating_sub(started.elapsed()));
                if matches!(input, Input::Tick) {
                    self.progress.update(&state.snapshot());
                    next_tick = started.elapsed() + TICK;
                }
                input
            };
        }
    }

    fn act(&self, action: Action, answers: &mut Answers, reply: &Sender<ExecEvent>) {
        match action {
            Action::Submit(unit) => self.executor.submit(unit, reply.clone()),
            Action::Keep { index, report } => {
                if let Some(key) = answers.keys[index] {
                    self.cache.put(&key, &report);
                }
                answers.set(
                    index,
                    Finished {
                        report: *report,
                        cached: false,
                    },
                    self.progress,
                );
            }
            Action::StopAfterRun => self.executor.shutdown(Shutdown::AfterRun),
            Action::StopNow => self.executor.shutdown(Shutdown::Now),
            // The caller takes this one.
            Action::End(_) => {}
        }
    }

    fn interrupts_set(&self) -> u32 {
        match (
            self.interrupts.first.is_cancelled(),
            self.interrupts.second.is_cancelled(),
        ) {
            (_, true) => 2,
            (true, false) => 1,
            (false, false) => 0,
        }
    }
}

/// The next event, or a tick when it is time for one. A tick that is due goes first, so that a flood of events
/// cannot hold up progress and interrupts.
fn wait(events: &Receiver<ExecEvent>, until_tick: Duration) -> Input {
    if until_tick.is_zero() {
        return Input::Tick;
    }
    match events.recv_timeout(until_tick) {
        Ok(ExecEvent::Finished {
            unit,
            position,
            report,
        }) => Input::Finished {
            unit,
            position,
            report,
        },
        Ok(ExecEvent::Done { unit }) => Input::Done { unit },
        Ok(ExecEvent::Lost { unit, why }) => Input::Lost { unit, why },
        // The pump holds a sender itself, so the channel never ends.
        Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => Input::Tick,
    }
}
