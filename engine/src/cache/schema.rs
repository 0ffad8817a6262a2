//! The database's form, and how a connection to it is set up.
//!
//! Write-ahead logging lets several processes read while one writes, and survives a kill at any moment. With
//! `synchronous = NORMAL` a power cut can lose the last results but cannot damage the file; a lost result is only
//! one more run.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode};

/// Version of the tables, in the database's own `user_version`.
const TABLES: i64 = 1;

/// How long a process waits for another one's write before it gives up.
const BUSY: Duration = Duration::from_secs(10);

const CREATE: &str = "
    BEGIN IMMEDIATE;
    CREATE TABLE IF NOT EXISTS results (
        key       BLOB NOT NULL PRIMARY KEY, -- BLAKE3 of everything that can change the result
        outcome   TEXT NOT NULL,             -- the report's outcome, for statistics
        report    TEXT NOT NULL,             -- the report as JSON
        checksum  BLOB NOT NULL,             -- BLAKE3 over key, outcome and report
        stored_at INTEGER NOT NULL,          -- seconds since 1970
        used_at   INTEGER NOT NULL           -- seconds since 1970, exact to a day
    );
    CREATE TABLE IF NOT EXISTS counters (
        name  TEXT NOT NULL PRIMARY KEY,
        value INTEGER NOT NULL
    );
    PRAGMA user_version = 1;
    COMMIT;";

/// Why a database cannot be used as it is.
#[derive(Debug)]
pub(super) enum OpenError {
    /// The file is no database, is damaged, or was made by another version: it is to be put aside.
    Unreadable(String),
    /// The folder or the disk is in the way: nothing is wrong with the file.
    Environment(rusqlite::Error),
}

impl From<rusqlite::Error> for OpenError {
    fn from(error: rusqlite::Error) -> Self {
        if is_damage(&error) {
            Self::Unreadable(error.to_string())
        } else {
            Self::Environment(error)
        }
    }
}

/// Whether the error says that the file's content is broken.
pub(super) fn is_damage(error: &rusqlite::Error) -> bool {
    matches!(
        error.sqlite_error_code(),
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase)
    )
}

/// Whether the error says that another process was writing for too long.
pub(super) fn is_busy(error: &rusqlite::Error) -> bool {
    matches!(
        error.sqlite_error_code(),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked)
    )
}

/// Opens the database and makes the tables where they are missing.
pub(super) fn open(path: &Path) -> Result<Connection, OpenError> {
    let connection = connect(path)?;
    let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    match version {
        0 => connection.execute_batch(CREATE)?,
        TABLES => {}
        other => {
            return Err(OpenError::Unreadable(format!(
                "its tables have version {other}, not {TABLES}"
            )));
        }
    }
    // Reads the schema, where a file that is something else shows. Damage further in shows when it is met.
    connection.prepare("SELECT key, outcome, report, checksum, stored_at, used_at FROM results")?;
    connection.prepare("SELECT name, value FROM counters")?;
    Ok(connection)
}

/// Looks at the whole file. Takes a second for some 100 MB.
pub(super) fn check(connection: &Connection) -> Result<(), OpenError> {
    let words: String = connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
    if words == "ok" {
        Ok(())
    } else {
        Err(OpenError::Unreadable(words))
    }
}

/// A further connection to a database that [`open`] has seen.
pub(super) fn connect(path: &Path) -> Result<Connection, rusqlite::Error> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(BUSY)?;
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "normal")?;
    connection.pragma_update(None, "temp_store", "memory")?;
    Ok(connection)
}
