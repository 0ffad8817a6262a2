//! An executor for tests and measurements: what each run ends in, and how long it takes, comes from a table.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, unbounded};
use mutscore_model::outcome::RunReport;

use super::{ExecEvent, Executor, Shutdown};
use crate::plan::WorkUnit;

/// What becomes of one run.
#[derive(Debug, Clone)]
pub enum Scripted {
    /// It ends with this report after this long.
    Report(Box<RunReport>, Duration),
    /// The worker is lost in the middle of it.
    Lose,
}

type Table = dyn Fn(&WorkUnit, usize) -> Scripted + Send + Sync;
type Order = (Arc<WorkUnit>, Sender<ExecEvent>);

/// Worker threads that make no runs.
pub struct FakeExecutor {
    orders: Option<Sender<Order>>,
    workers: Vec<JoinHandle<()>>,
    capacity: NonZeroUsize,
    stop: Arc<AtomicBool>,
}

impl FakeExecutor {
    /// Workers that look up each run (a unit and a place in it) in `table`.
    ///
    /// # Errors
    /// When the system gives no more threads.
    pub fn new(
        capacity: NonZeroUsize,
        table: impl Fn(&WorkUnit, usize) -> Scripted + Send + Sync + 'static,
    ) -> std::io::Result<Self> {
        let table: Arc<Table> = Arc::new(table);
        let (orders, waiting) = unbounded();
        let mut executor = Self {
            orders: Some(orders),
            workers: Vec::new(),
            capacity,
            stop: Arc::default(),
        };
        for _ in 0..capacity.get() {
            let (table, stop, waiting) = (
                Arc::clone(&table),
                Arc::clone(&executor.stop),
                waiting.clone(),
            );
            executor
                .workers
                .push(std::thread::Builder::new().spawn(move || work(&*table, &stop, &waiting))?);
        }
        Ok(executor)
    }
}

fn work(table: &Table, stop: &AtomicBool, orders: &Receiver<Order>) {
    for (unit, reply) in orders {
        let _ = reply.send(run(table, stop, &unit, &reply));
    }
}

fn run(table: &Table, stop: &AtomicBool, unit: &WorkUnit, reply: &Sender<ExecEvent>) -> ExecEvent {
    for position in 0..unit.items.len() {
        if stop.load(Ordering::Acquire) {
            break;
        }
        match table(unit, position) {
            Scripted::Lose => {
                return ExecEvent::Lost {
                    unit: unit.id,
                    why: "lost on purpose".to_owned(),
                };
            }
            Scripted::Report(report, delay) => {
                if !delay.is_zero() {
                    std::thread::sleep(delay);
                }
                let _ = reply.send(ExecEvent::Finished {
                    unit: unit.id,
                    position,
                    report,
                });
            }
        }
    }
    ExecEvent::Done { unit: unit.id }
}

impl Executor for FakeExecutor {
    fn capacity(&self) -> NonZeroUsize {
        self.capacity
    }

    fn submit(&self, unit: Arc<WorkUnit>, reply: Sender<ExecEvent>) {
        if let Some(orders) = &self.orders {
            let _ = orders.send((unit, reply));
        }
    }

    fn shutdown(&self, _how: Shutdown) {
        self.stop.store(true, Ordering::Release);
    }
}

impl Drop for FakeExecutor {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Release);
        drop(self.orders.take());
        for worker in self.workers.drain(..) {
            let _ = worker.join();
        }
    }
}
