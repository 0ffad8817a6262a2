//! Workers on this machine: threads, each with a session of its own.
//!
//! A session owns processes, so it is made in the thread that uses it and dies there: a child that is to die with
//! its parent dies with the parent *thread*. A panic in a session is our bug and not the test's: it becomes an
//! infrastructure report, and the next run gets a new session. So does a session that cannot be made.

use std::any::Any;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use crossbeam_channel::{Receiver, Sender, unbounded};
use mutscore_model::outcome::{Detail, Execution, RunReport};
use mutscore_runners::runner::{CancelToken, Job, RunnerError, Session};

use super::{ExecEvent, Executor, Shutdown};
use crate::plan::WorkUnit;

/// After so many sessions in a row that could not be made, a worker tries no more.
const HOPELESS: u32 = 3;

type NewSession = Result<Box<dyn Session>, RunnerError>;
type Factory = dyn Fn(u32) -> NewSession + Send + Sync;
type Order = (Arc<WorkUnit>, Sender<ExecEvent>);

/// A fixed number of worker threads on one view of one project.
pub struct LocalPool {
    orders: Option<Sender<Order>>,
    workers: Vec<JoinHandle<()>>,
    capacity: NonZeroUsize,
    shared: Arc<Shared>,
}

/// What the pool and its workers tell each other.
#[derive(Default)]
struct Shared {
    after_run: AtomicBool,
    now: CancelToken,
    demotions: Mutex<BTreeMap<u32, String>>,
}

impl Shared {
    // An entry is made whole or not at all, so the map is usable after a panic.
    fn demotions(&self) -> MutexGuard<'_, BTreeMap<u32, String>> {
        self.demotions
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl LocalPool {
    /// Starts the workers. `factory` makes the session of a slot (numbered from 0); it is called in the slot's own
    /// thread, when the first run comes and after each panic.
    ///
    /// # Errors
    /// When the system gives no more threads.
    pub fn new(
        capacity: NonZeroUsize,
        factory: impl Fn(u32) -> Box<dyn Session> + Send + Sync + 'static,
    ) -> std::io::Result<Self> {
        Self::with_fallible(capacity, move |slot| Ok(factory(slot)))
    }

    /// [`LocalPool::new`] with a factory that may fail: the runs are then reported as trouble of ours, with its
    /// words, and after three failures in a row the slot tries no more.
    ///
    /// # Errors
    /// When the system gives no more threads.
    pub fn with_fallible(
        capacity: NonZeroUsize,
        factory: impl Fn(u32) -> Result<Box<dyn Session>, RunnerError> + Send + Sync + 'static,
    ) -> std::io::Result<Self> {
        let factory: Arc<Factory> = Arc::new(factory);
        let (orders, waiting) = unbounded();
        let mut pool = Self {
            orders: Some(orders),
            workers: Vec::new(),
            capacity,
            shared: Arc::default(),
        };
        for slot in 0..u32::try_from(capacity.get()).unwrap_or(u32::MAX) {
            let worker = Worker {
                slot,
                factory: Arc::clone(&factory),
                shared: Arc::clone(&pool.shared),
                session: None,
                failed: None,
            };
            let waiting = waiting.clone();
            let thread = std::thread::Builder::new().name(format!("worker-{slot}"));
            pool.workers
                .push(thread.spawn(move || worker.work(&waiting))?);
        }
        Ok(pool)
    }

    /// Slots whose session went over to cold runs so far, and why.
    #[must_use]
    pub fn demotions(&self) -> BTreeMap<u32, String> {
        self.shared.demotions().clone()
    }
}

impl Executor for LocalPool {
    fn capacity(&self) -> NonZeroUsize {
        self.capacity
    }

    fn submit(&self, unit: Arc<WorkUnit>, reply: Sender<ExecEvent>) {
        let number = unit.id;
        let lost = match &self.orders {
            Some(orders) => orders.send((unit, reply)).err().map(|unsent| unsent.0.1),
            None => Some(reply),
        };
        if let Some(reply) = lost {
            let _ = reply.send(ExecEvent::Lost {
                unit: number,
                why: "the workers have ended".to_owned(),
            });
        }
    }

    fn shutdown(&self, how: Shutdown) {
        self.shared.after_run.store(true, Ordering::Release);
        if how == Shutdown::Now {
            self.shared.now.cancel();
        }
    }
}

impl Drop for LocalPool {
    /// Ends runs under way and waits for the workers, whose sessions end their processes.
    fn drop(&mut self) {
        self.shutdown(Shutdown::Now);
        drop(self.orders.take());
        for worker in self.workers.drain(..) {
            let _ = worker.join();
        }
    }
}

struct Worker {
    slot: u32,
    factory: Arc<Factory>,
    shared: Arc<Shared>,
    session: Option<Box<dyn Session>>,
    /// How often in a row no session could be made, and why.
    failed: Option<(u32, String)>,
}

impl Worker {
    fn work(mut self, orders: &Receiver<Order>) {
        for (unit, reply) in orders {
            for position in 0..unit.items.len() {
                if self.shared.after_run.load(Ordering::Acquire) {
                    break;
                }
                let report = Box::new(self.run(&unit, position));
                // Nobody listens any more after an interrupt that would not wait.
                let _ = reply.send(ExecEvent::Finished {
                    unit: unit.id,
                    position,
                    report,
                });
            }
            let _ = reply.send(ExecEvent::Done { unit: unit.id });
        }
        self.discard_session();
    }

    fn run(&mut self, unit: &WorkUnit, position: usize) -> RunReport {
        let item = &unit.items[position];
        let job = Job {
            scenario: &item.scenario,
            overlay: &unit.overlay,
            limits: item.limits,
            observe: unit.observe,
            strip: unit.strip,
            batch: unit.batch(position),
        };
        let cancel = self.shared.now.clone();
        // A session that panicked is thrown away, so its state is never seen again.
        let outcome = catch_unwind(AssertUnwindSafe(|| match self.session() {
            Ok(session) => session.run(&job, &cancel),
            Err(why) => trouble(format!("no session could be made: {why}")),
        }));
        let report = outcome.unwrap_or_else(|panic| {
            self.discard_session();
            trouble(format!(
                "a session panicked, which is a bug of ours: {}",
                words(&*panic)
            ))
        });
        self.note_demotion();
        report
    }

    fn session(&mut self) -> Result<&mut Box<dyn Session>, String> {
        if self.session.is_none() {
            if let Some((times, why)) = &self.failed
                && *times >= HOPELESS
            {
                return Err(why.clone());
            }
            match (self.factory)(self.slot) {
                Ok(session) => (self.session, self.failed) = (Some(session), None),
                Err(error) => {
                    let times = self.failed.as_ref().map_or(0, |failed| failed.0) + 1;
                    self.failed = Some((times, error.to_string()));
                }
            }
        }
        let failed = &self.failed;
        self.session.as_mut().ok_or_else(|| {
            failed
                .as_ref()
                .map_or_else(String::new, |failed| failed.1.clone())
        })
    }

    fn note_demotion(&self) {
        if let Some(why) = self.session.as_ref().and_then(|session| session.demoted()) {
            self.shared
                .demotions()
                .entry(self.slot)
                .or_insert_with(|| why.to_owned());
        }
    }

    fn discard_session(&mut self) {
        let session = self.session.take();
        // A session that panicked may panic again as it goes.
        let _ = catch_unwind(AssertUnwindSafe(|| drop(session)));
    }
}

fn trouble(note: String) -> RunReport {
    RunReport::infrastructure(Detail::NoReport, Execution::Cold, note)
}

fn words(panic: &(dyn Any + Send)) -> &str {
    if let Some(text) = panic.downcast_ref::<&str>() {
        text
    } else if let Some(text) = panic.downcast_ref::<String>() {
        text
    } else {
        "no message"
    }
}
