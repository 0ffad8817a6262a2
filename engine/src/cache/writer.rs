//! Results on their way to the disk.
//!
//! One transaction per result would make the disk the slowest part of a run, so results wait in a queue until
//! there are [`BATCH`] of them or [`DELAY`] has passed, and go in one transaction. Until then they are answered
//! from the queue. A kill of the process loses at most that much, and only time is lost with it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, params};

use super::Key;
use super::checked::Row;

/// Rows that are worth a transaction.
pub(super) const BATCH: usize = 256;
/// The longest a row waits for company.
pub(super) const DELAY: Duration = Duration::from_millis(200);
/// Rows that may wait while the disk is behind; beyond it, whoever puts one writes them all.
pub(super) const CROWD: usize = 16 * BATCH;

/// What waits to be written.
#[derive(Debug, Default)]
pub(super) struct Batch {
    /// New results.
    pub(super) rows: BTreeMap<Key, Row>,
    /// Old results that were of use today for the first time.
    pub(super) used: BTreeSet<Key>,
    /// Answers given since the last write.
    pub(super) hits: u64,
    /// Questions not answered since the last write.
    pub(super) misses: u64,
}

impl Batch {
    fn is_empty(&self) -> bool {
        self.rows.is_empty() && self.used.is_empty() && self.hits == 0 && self.misses == 0
    }
}

/// The queue and the one connection that writes.
#[derive(Debug)]
pub(super) struct Writer {
    queue: Mutex<Batch>,
    /// What a transaction is writing at this moment; still answered from here.
    in_flight: Mutex<Arc<Batch>>,
    connection: Mutex<Connection>,
}

impl Writer {
    pub(super) fn new(connection: Connection) -> Self {
        Self {
            queue: Mutex::default(),
            in_flight: Mutex::default(),
            connection: Mutex::new(connection),
        }
    }

    /// The queue, to add to.
    pub(super) fn queue(&self) -> MutexGuard<'_, Batch> {
        lock(&self.queue)
    }

    /// The connection, for maintenance.
    pub(super) fn connection(&self) -> MutexGuard<'_, Connection> {
        lock(&self.connection)
    }

    /// A result that is not on disk yet.
    pub(super) fn waiting(&self, key: &Key) -> Option<Row> {
        // In this order: a row moves from the queue to `in_flight` under both locks, so it is in one or the other.
        let queue = lock(&self.queue);
        if let Some(row) = queue.rows.get(key) {
            return Some(row.clone());
        }
        lock(&self.in_flight).rows.get(key).cloned()
    }

    /// Writes what waits, in one transaction. On failure everything waits on.
    pub(super) fn flush(&self) -> Result<(), rusqlite::Error> {
        let connection = self.connection();
        let batch = {
            let mut queue = lock(&self.queue);
            if queue.is_empty() {
                return Ok(());
            }
            let batch = Arc::new(std::mem::take(&mut *queue));
            *lock(&self.in_flight) = Arc::clone(&batch);
            batch
        };
        let written = write(&connection, &batch);
        let mut queue = lock(&self.queue);
        *lock(&self.in_flight) = Arc::default();
        if written.is_err() {
            put_back(&mut queue, &batch);
        }
        written
    }
}

fn put_back(queue: &mut Batch, batch: &Batch) {
    for (key, row) in &batch.rows {
        queue.rows.entry(*key).or_insert_with(|| row.clone());
    }
    queue.used.extend(&batch.used);
    queue.hits += batch.hits;
    queue.misses += batch.misses;
}

fn write(connection: &Connection, batch: &Batch) -> Result<(), rusqlite::Error> {
    let now = unix_now();
    let transaction = connection.unchecked_transaction()?;
    {
        let mut insert = transaction.prepare_cached(
            "INSERT OR REPLACE INTO results (key, outcome, report, checksum, stored_at, used_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?5)",
        )?;
        for (key, row) in &batch.rows {
            insert.execute(params![
                key.digest().as_bytes(),
                row.outcome,
                row.report,
                row.checksum,
                now
            ])?;
        }
        let mut used =
            transaction.prepare_cached("UPDATE results SET used_at = ?2 WHERE key = ?1")?;
        for key in &batch.used {
            used.execute(params![key.digest().as_bytes(), now])?;
        }
        let mut count = transaction.prepare_cached(
            "INSERT INTO counters (name, value) VALUES (?1, ?2)
             ON CONFLICT (name) DO UPDATE SET value = value + excluded.value",
        )?;
        for (name, value) in [("hits", batch.hits), ("misses", batch.misses)] {
            if value > 0 {
                count.execute(params![name, i64::try_from(value).unwrap_or(i64::MAX)])?;
            }
        }
    }
    transaction.commit()
}

/// Seconds since 1970.
pub(super) fn unix_now() -> i64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .ok()
        .and_then(|since| i64::try_from(since.as_secs()).ok())
        .unwrap_or(0)
}

// What a panic could leave behind under these locks is a batch with a row more or less: nothing to distrust.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
