//! Putting a damaged database aside, so that it can be looked at, and so that work goes on with an empty one.
//!
//! SQLite finds a database's log by name, and the last one to close a database removes the log by name. So a file
//! that is open anywhere must never be renamed: a process that still has the old file would write into, or remove,
//! the log of the new one. Hence everybody who uses the cache holds a shared lock on a file beside it, and only who
//! is alone moves anything. Who finds damage while others are at work leaves a note for the next one who is alone.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// A place among the users of a database, held for as long as it is open.
#[derive(Debug)]
pub(super) struct Seat {
    lock: File,
    alone: bool,
}

impl Seat {
    /// Waits for whoever is just opening the database, then takes a seat; an exclusive one if nobody else has it
    /// open.
    pub(super) fn take(database: &Path) -> io::Result<Self> {
        let lock = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(suffixed(database, ".lock"))?;
        let alone = match lock.try_lock() {
            Ok(()) => true,
            Err(TryLockError::WouldBlock) => {
                lock.lock_shared()?;
                false
            }
            Err(TryLockError::Error(error)) => return Err(error),
        };
        Ok(Self { lock, alone })
    }

    /// Whether nobody else has the database open, nor can open it.
    pub(super) fn is_alone(&self) -> bool {
        self.alone
    }

    /// Lets others in.
    pub(super) fn share(&mut self) -> io::Result<()> {
        self.alone = false;
        self.lock.lock_shared()
    }
}

/// Leaves a note that the database was found damaged. Best effort: without it, the next one finds the damage anew.
pub(super) fn note_damage(database: &Path) {
    let _ = File::create(note(database));
}

/// Whether somebody left such a note; takes it away.
pub(super) fn take_note(database: &Path) -> bool {
    fs::remove_file(note(database)).is_ok()
}

/// Renames the database and its log to `<name>.damaged-<n>` and returns that name. The caller is alone.
pub(super) fn move_aside(database: &Path) -> io::Result<PathBuf> {
    let mut n = 1_u32;
    let target = loop {
        let name = suffixed(database, &format!(".damaged-{n}"));
        if !name.try_exists()? {
            break name;
        }
        n += 1;
    };
    fs::rename(database, &target)?;
    for log in ["-wal", "-shm"] {
        match fs::rename(suffixed(database, log), suffixed(&target, log)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(target)
}

fn note(database: &Path) -> PathBuf {
    suffixed(database, ".suspect")
}

fn suffixed(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}
