//! Looking at the stored cache and keeping it small: statistics, clean-up, verification.

use std::collections::BTreeMap;
use std::time::Duration;

use mutscore_model::digest::Digest;
use rusqlite::{Connection, Row as SqlRow, params};

use super::checked::Row;
use super::store::{CacheError, SqliteCache};
use super::writer::unix_now;
use super::{Key, ResultCache, admissible};

/// Bytes that a row takes beside its report: key, checksum, outcome, times, index entry.
const ROW_BYTES: u64 = 160;

/// What is in the cache.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stats {
    /// Results.
    pub rows: u64,
    /// Bytes of all results, with an allowance for the keys.
    pub bytes: u64,
    /// Results by their outcome's name.
    pub by_outcome: BTreeMap<String, u64>,
    /// When the oldest result was stored, in seconds since 1970; `None` if there is none.
    pub oldest: Option<i64>,
    /// Questions answered since the file was made, by all processes.
    pub hits: u64,
    /// Questions not answered since the file was made, by all processes.
    pub misses: u64,
}

/// What a clean-up may leave. `None` is no limit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct GcLimits {
    /// Most bytes, counted as in [`Stats::bytes`]; what was not used for longest goes first.
    pub max_bytes: Option<u64>,
    /// Longest time since a result was last of use (exact to a day).
    pub max_age: Option<Duration>,
}

/// What a clean-up removed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Removed {
    /// Results.
    pub rows: u64,
    /// Bytes, counted as in [`Stats::bytes`].
    pub bytes: u64,
}

/// One result that does not check. Looking it up is a miss.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Damage {
    /// The key it stands under, as hex digits.
    pub key: String,
    /// What is wrong.
    pub what: &'static str,
}

/// What a verification found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Verification {
    /// Results that were checked.
    pub rows: u64,
    /// Results that do not check.
    pub damaged: Vec<Damage>,
    /// What SQLite says of the file's structure; empty if it is sound.
    pub structure: Vec<String>,
}

impl Verification {
    /// Whether nothing is wrong.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.damaged.is_empty() && self.structure.is_empty()
    }
}

impl SqliteCache {
    /// What is in the cache, this process's own results included.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn stats(&self) -> Result<Stats, CacheError> {
        self.maintain(|connection| {
            let mut stats = Stats::default();
            let mut groups = connection.prepare(
                "SELECT outcome, count(*), sum(octet_length(report)), min(stored_at) FROM results GROUP BY outcome",
            )?;
            let groups = groups.query_map([], |row| Ok((row.get(0)?, count(row, 1)?, count(row, 2)?, row.get(3)?)))?;
            for group in groups {
                let (outcome, rows, bytes, oldest): (String, u64, u64, i64) = group?;
                stats.rows += rows;
                stats.bytes += bytes + rows * ROW_BYTES;
                stats.by_outcome.insert(outcome, rows);
                stats.oldest = Some(stats.oldest.map_or(oldest, |known| known.min(oldest)));
            }
            (stats.hits, stats.misses) = (counter(connection, "hits")?, counter(connection, "misses")?);
            Ok(stats)
        })
    }

    /// Removes results until both limits hold, and gives the space back to the disk.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub fn gc(&self, limits: GcLimits) -> Result<Removed, CacheError> {
        self.maintain(|connection| {
            let transaction = connection.unchecked_transaction()?;
            let mut removed = Removed::default();
            if let Some(age) = limits.max_age {
                let oldest = unix_now().saturating_sub(i64::try_from(age.as_secs()).unwrap_or(i64::MAX));
                removed.add(delete(&transaction, "SELECT rowid FROM results WHERE used_at < ?1", oldest)?);
            }
            if let Some(bytes) = limits.max_bytes {
                let beyond = format!(
                    "SELECT rowid FROM (SELECT rowid, sum(octet_length(report) + {ROW_BYTES})
                     OVER (ORDER BY used_at DESC, rowid DESC) AS total FROM results) WHERE total > ?1"
                );
                removed.add(delete(&transaction, &beyond, i64::try_from(bytes).unwrap_or(i64::MAX))?);
            }
            transaction.commit()?;
            if removed.rows > 0 {
                connection.execute_batch("VACUUM; PRAGMA wal_checkpoint(TRUNCATE);")?;
            }
            Ok(removed)
        })
    }

    /// Checks the file's structure and every result's checksum. Changes nothing.
    ///
    /// # Errors
    /// When the database cannot be read at all.
    pub fn verify(&self) -> Result<Verification, CacheError> {
        self.maintain(|connection| {
            let mut found = Verification::default();
            let mut check = connection.prepare("PRAGMA integrity_check(20)")?;
            let lines: Vec<String> = check
                .query_map([], |row| row.get(0))?
                .collect::<Result<_, _>>()?;
            found.structure = lines.into_iter().filter(|line| line != "ok").collect();
            let mut all = connection
                .prepare("SELECT key, outcome, report, checksum FROM results ORDER BY key")?;
            let mut rows = all.query([])?;
            while let Some(row) = rows.next()? {
                found.rows += 1;
                found.damaged.extend(damage(row)?);
            }
            Ok(found)
        })
    }

    fn maintain<T>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, rusqlite::Error>,
    ) -> Result<T, CacheError> {
        self.flush();
        work(&self.shared.writer.connection()).map_err(|source| CacheError::Database {
            path: self.path().to_owned(),
            source,
        })
    }
}

impl Removed {
    fn add(&mut self, other: Self) {
        self.rows += other.rows;
        self.bytes += other.bytes;
    }
}

/// Deletes the rows whose ids `chosen` selects; `limit` is its one parameter.
fn delete(connection: &Connection, chosen: &str, limit: i64) -> Result<Removed, rusqlite::Error> {
    let mut removed = Removed::default();
    let statement =
        format!("DELETE FROM results WHERE rowid IN ({chosen}) RETURNING octet_length(report)");
    let mut statement = connection.prepare(&statement)?;
    for bytes in statement.query_map([limit], |row| count(row, 0))? {
        removed.add(Removed {
            rows: 1,
            bytes: bytes? + ROW_BYTES,
        });
    }
    Ok(removed)
}

fn counter(connection: &Connection, name: &str) -> Result<u64, rusqlite::Error> {
    connection.query_row(
        "SELECT coalesce(sum(value), 0) FROM counters WHERE name = ?1",
        params![name],
        |row| count(row, 0),
    )
}

/// SQLite has signed numbers only; a count is never below zero.
fn count(row: &SqlRow<'_>, column: usize) -> Result<u64, rusqlite::Error> {
    Ok(u64::try_from(row.get::<_, i64>(column)?).unwrap_or(0))
}

fn damage(row: &SqlRow<'_>) -> Result<Option<Damage>, rusqlite::Error> {
    let key: Vec<u8> = row
        .get_ref(0)?
        .as_bytes_or_null()?
        .unwrap_or_default()
        .to_vec();
    let hex = key.iter().map(|byte| format!("{byte:02x}")).collect();
    let stored = (|| {
        Some(Row {
            outcome: row.get(1).ok()?,
            report: row.get(2).ok()?,
            checksum: row.get(3).ok()?,
        })
    })();
    let what = match (<[u8; Digest::LEN]>::try_from(key), stored) {
        (Err(_), _) => "the key is not 32 bytes long",
        (_, None) => "a column has the wrong type",
        (Ok(key), Some(stored)) => {
            let key = Key::from_digest(Digest::from_bytes(key));
            if stored.is_compiled() && stored.is_whole(&key) {
                return Ok(None);
            }
            match stored.report(&key) {
                None => "the checksum does not match",
                Some(report) if !admissible(&report) => {
                    "a timeout or trouble of ours is stored as a result"
                }
                Some(_) => return Ok(None),
            }
        }
    };
    Ok(Some(Damage { key: hex, what }))
}
