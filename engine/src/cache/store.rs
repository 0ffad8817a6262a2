//! The stored cache: one SQLite file that several processes share.
//!
//! SQLite because a bench is often scored by several processes at once, because a kill at any moment must not
//! cost more than the last moment's results, and because people can look into it with the tools they have.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use crossbeam_channel::{Receiver, Sender, bounded};
use mutscore_model::outcome::RunReport;
use rusqlite::{Connection, OptionalExtension, params};

use super::aside::{self, Seat};
use super::checked::Row;
use super::schema::{self, OpenError};
use super::writer::{BATCH, CROWD, DELAY, Writer, unix_now};
use super::{Key, MemoryCache, ResultCache, admissible};

/// Name of the file below the cache folder.
const FILE: &str = "results.sqlite";

/// `used_at` is brought up to date once a day, so that reading does not mean writing.
const DAY: i64 = 86_400;

/// Why the stored cache cannot be used or maintained. Each names the file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CacheError {
    /// The folder cannot be made, or a file in it cannot be opened or moved.
    #[error(
        "cannot use the cache folder {path}: {source} (hint: free space, or give another folder)"
    )]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The database is unreadable, and others have it open, so that it cannot be moved aside.
    #[error(
        "the result cache {path} is unreadable ({reason}) and in use (hint: end the other processes, then try again)"
    )]
    Damaged {
        /// The database file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The database refuses.
    #[error(
        "cannot use the result cache {path}: {source} (hint: free space, or move the file away)"
    )]
    Database {
        /// The database file.
        path: PathBuf,
        /// Why.
        source: rusqlite::Error,
    },
}

/// Something people should know, though work goes on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Warning {
    /// The database was unreadable and lies aside; an empty one took its place.
    #[error(
        "the result cache {path} is unreadable ({reason}); it was moved to {moved_to} and starts empty"
    )]
    MovedAside {
        /// The database file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
        /// Where it is now.
        moved_to: PathBuf,
    },
    /// From now on results are kept in memory only, and are lost with the process.
    #[error("results are kept in memory only: {reason}")]
    MemoryOnly {
        /// Why.
        reason: String,
    },
}

/// Told of warnings, from any thread.
pub type OnWarning = Arc<dyn Fn(Warning) + Send + Sync>;

/// Results in `<folder>/results.sqlite`.
pub struct SqliteCache {
    pub(super) shared: Arc<Shared>,
    /// Dropping it ends the flusher.
    wake: Option<Sender<()>>,
    flusher: Option<JoinHandle<()>>,
}

pub(super) struct Shared {
    pub(super) path: PathBuf,
    pub(super) writer: Writer,
    reader: Mutex<Connection>,
    /// Set once the disk let us down: results stay in the writer's queue, which answers them.
    degraded: AtomicBool,
    warn: OnWarning,
    /// Last, so that it is given up only once the connections are closed.
    _seat: Seat,
}

impl SqliteCache {
    /// Opens or makes the cache in `folder`. A database that cannot be read is moved aside with a warning.
    ///
    /// # Errors
    /// When the folder or the disk is in the way.
    pub fn open(folder: &Path, warn: OnWarning) -> Result<Self, CacheError> {
        let folder_error = |source| CacheError::Folder {
            path: folder.to_owned(),
            source,
        };
        std::fs::create_dir_all(folder).map_err(folder_error)?;
        let path = folder.join(FILE);
        let database_error = |source| CacheError::Database {
            path: path.clone(),
            source,
        };
        let mut seat = Seat::take(&path).map_err(folder_error)?;
        let writer = open_or_start_empty(&path, &seat, &warn)?;
        let reader = schema::connect(&path).map_err(database_error)?;
        if seat.is_alone() {
            seat.share().map_err(folder_error)?;
        }
        let shared = Arc::new(Shared {
            path,
            writer: Writer::new(writer),
            reader: Mutex::new(reader),
            degraded: AtomicBool::new(false),
            warn,
            _seat: seat,
        });
        let (wake, woken) = bounded(1);
        let flusher = std::thread::Builder::new()
            .name("result-cache".to_owned())
            .spawn({
                let shared = Arc::clone(&shared);
                move || flush_now_and_then(&shared, &woken)
            })
            .map_err(folder_error)?;
        Ok(Self {
            shared,
            wake: Some(wake),
            flusher: Some(flusher),
        })
    }

    /// The database file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.shared.path
    }
}

/// The stored cache, or one in memory with a warning where that cannot be had.
#[must_use]
pub fn open_or_memory(folder: &Path, warn: OnWarning) -> Box<dyn ResultCache> {
    match SqliteCache::open(folder, Arc::clone(&warn)) {
        Ok(cache) => Box::new(cache),
        Err(error) => {
            warn(Warning::MemoryOnly {
                reason: error.to_string(),
            });
            Box::new(MemoryCache::default())
        }
    }
}

fn open_or_start_empty(
    path: &Path,
    seat: &Seat,
    warn: &OnWarning,
) -> Result<Connection, CacheError> {
    let database_error = |source| CacheError::Database {
        path: path.to_owned(),
        source,
    };
    let opened = schema::open(path).and_then(|connection| {
        // A whole look at the file takes time, so it is only for a file that somebody has complained of.
        if seat.is_alone() && aside::take_note(path) {
            schema::check(&connection)?;
        }
        Ok(connection)
    });
    let reason = match opened {
        Ok(connection) => return Ok(connection),
        Err(OpenError::Environment(source)) => return Err(database_error(source)),
        Err(OpenError::Unreadable(reason)) if !seat.is_alone() => {
            return Err(CacheError::Damaged {
                path: path.to_owned(),
                reason,
            });
        }
        Err(OpenError::Unreadable(reason)) => reason,
    };
    let moved_to = aside::move_aside(path).map_err(|source| CacheError::Folder {
        path: path.to_owned(),
        source,
    })?;
    warn(Warning::MovedAside {
        path: path.to_owned(),
        reason,
        moved_to,
    });
    schema::open(path).map_err(|error| match error {
        OpenError::Environment(source) => database_error(source),
        OpenError::Unreadable(reason) => CacheError::Damaged {
            path: path.to_owned(),
            reason,
        },
    })
}

fn flush_now_and_then(shared: &Shared, woken: &Receiver<()>) {
    use crossbeam_channel::RecvTimeoutError::Disconnected;
    while woken.recv_timeout(DELAY) != Err(Disconnected) {
        shared.flush();
    }
}

impl Shared {
    fn flush(&self) {
        if self.degraded.load(Ordering::Acquire) {
            return;
        }
        match self.writer.flush() {
            Ok(()) => {}
            // Somebody else has been writing for long. The rows wait for the next turn.
            Err(error) if schema::is_busy(&error) && self.writer.queue().rows.len() < CROWD => {}
            Err(error) => self.degrade(&error),
        }
    }

    /// Goes on in memory. Called by whoever meets the error; only the first one warns.
    fn degrade(&self, error: &rusqlite::Error) {
        if !self.degraded.swap(true, Ordering::AcqRel) {
            if schema::is_damage(error) {
                aside::note_damage(&self.path);
            }
            (self.warn)(Warning::MemoryOnly {
                reason: format!("{}: {error}", self.path.display()),
            });
        }
    }

    fn stored(&self, key: &Key) -> Result<Option<(Row, i64)>, rusqlite::Error> {
        let reader = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
        let mut select = reader.prepare_cached(
            "SELECT outcome, report, checksum, used_at FROM results WHERE key = ?1",
        )?;
        let row = select
            .query_row(params![key.digest().as_bytes()], |row| {
                Ok((
                    Row {
                        outcome: row.get(0)?,
                        report: row.get(1)?,
                        checksum: row.get(2)?,
                    },
                    row.get(3)?,
                ))
            })
            .optional();
        match row {
            // A cell of the wrong type is a damaged row, hence a miss.
            Err(error) if error.sqlite_error_code().is_none() => Ok(None),
            row => row,
        }
    }

    /// What `take` makes of the row under this key.
    fn find<T>(&self, key: &Key, take: impl FnOnce(Row) -> Option<T>) -> Option<T> {
        if let Some(row) = self.writer.waiting(key) {
            return take(row);
        }
        let (row, used_at) = match self.stored(key) {
            Ok(found) => found?,
            Err(error) => {
                if !schema::is_busy(&error) {
                    self.degrade(&error);
                }
                return None;
            }
        };
        let found = take(row)?;
        if used_at + DAY < unix_now() {
            self.writer.queue().used.insert(*key);
        }
        Some(found)
    }
}

impl SqliteCache {
    fn keep(&self, key: &Key, row: Row) {
        let waiting = {
            let mut queue = self.shared.writer.queue();
            queue.rows.insert(*key, row);
            queue.rows.len()
        };
        if waiting >= CROWD {
            self.shared.flush();
        } else if waiting >= BATCH {
            // A full channel means that the flusher is awake already.
            let _ = self.wake.as_ref().map(|wake| wake.try_send(()));
        }
    }
}

impl ResultCache for SqliteCache {
    fn get(&self, key: &Key) -> Option<RunReport> {
        let take = |row: Row| row.report(key).filter(admissible);
        let found = self.shared.find(key, take);
        let mut queue = self.shared.writer.queue();
        match found {
            Some(_) => queue.hits += 1,
            None => queue.misses += 1,
        }
        found
    }

    fn put(&self, key: &Key, report: &RunReport) {
        if !admissible(report) {
            return;
        }
        if let Some(row) = Row::of(key, report) {
            self.keep(key, row);
        }
    }

    fn compiled(&self, key: &Key) -> Option<String> {
        self.shared.find(key, |row| row.compiled(key))
    }

    fn put_compiled(&self, key: &Key, answers: &str) {
        self.keep(key, Row::of_compiled(key, answers));
    }

    fn flush(&self) {
        self.shared.flush();
    }
}

impl Drop for SqliteCache {
    fn drop(&mut self) {
        drop(self.wake.take());
        if let Some(flusher) = self.flusher.take() {
            let _ = flusher.join();
        }
        self.shared.flush();
    }
}

#[cfg(test)]
mod tests {
    use mutscore_model::digest::Digest;
    use mutscore_model::outcome::{Detail, Execution, RunOutcome};

    use super::*;

    // The only test in here: it has to reach the connection to make the disk "full".
    #[test]
    fn a_full_disk_is_told_once_and_costs_no_result_of_this_process() {
        let folder = tempfile::tempdir().unwrap();
        let heard = Arc::new(Mutex::new(Vec::new()));
        let ear = Arc::clone(&heard);
        let warn = Arc::new(move |warning: Warning| ear.lock().unwrap().push(warning.to_string()));
        let cache = SqliteCache::open(folder.path(), warn).unwrap();
        cache
            .shared
            .writer
            .connection()
            .pragma_update(None, "max_page_count", 8)
            .unwrap();
        let report = RunReport {
            outcome: RunOutcome::Pass,
            detail: None,
            note: Some("x".repeat(2000)),
            ..RunReport::infrastructure(Detail::NoReport, Execution::Cold, "")
        };
        let key = |number: u32| Key::from_digest(Digest::of(&number.to_le_bytes()));
        for number in 0..1000 {
            cache.put(&key(number), &report);
        }
        cache.flush();
        for number in 0..1000 {
            assert_eq!(cache.get(&key(number)).as_ref(), Some(&report), "{number}");
        }
        let heard = heard.lock().unwrap();
        assert_eq!(heard.len(), 1, "{heard:?}");
        assert!(
            heard[0].contains("in memory only") && heard[0].contains("full"),
            "{heard:?}"
        );
    }
}
