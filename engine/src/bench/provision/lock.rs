//! One builder at a time: an advisory lock on a file beside what is built.
//!
//! The kernel drops the lock when its holder dies, so nothing is ever left locked.

use std::fs::{File, TryLockError};
use std::path::Path;

use super::error::ProvisionError;

/// Held until dropped.
#[derive(Debug)]
pub(in crate::bench) struct Lock(#[expect(dead_code, reason = "the open file is the lock")] File);

/// Waits for, and takes, the lock at `path`.
pub(in crate::bench) fn lock(path: &Path) -> Result<Lock, ProvisionError> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(ProvisionError::io(folder))?;
    }
    let file = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(path)
        .map_err(ProvisionError::io(path))?;
    match file.try_lock() {
        Ok(()) => return Ok(Lock(file)),
        Err(TryLockError::WouldBlock) => {
            tracing::info!(lock = %path.display(), "another process is building this; waiting for it");
        }
        Err(TryLockError::Error(source)) => return Err(ProvisionError::io(path)(source)),
    }
    file.lock().map_err(ProvisionError::io(path))?;
    Ok(Lock(file))
}
