//! Putting a damaged database aside, so that it can be looked at, and so that work goes on with an empty one.
//!
//! Several processes may find the damage at once. A lock file orders them, and each moves only the very file it
//! had opened: the second one finds a healthy file in its place and leaves that alone.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// The very file behind a path: device and inode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Identity(u64, u64);

impl Identity {
    /// `None` if there is no such file.
    pub(super) fn of(path: &Path) -> Option<Self> {
        fs::metadata(path)
            .ok()
            .map(|file| Self(file.dev(), file.ino()))
    }
}

/// Held while a database is opened, made or moved. Released when dropped.
pub(super) fn lock(database: &Path) -> io::Result<File> {
    let file = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(database.with_extension("lock"))?;
    file.lock()?;
    Ok(file)
}

/// Renames the database and its log to `<name>.damaged-<n>` and returns that name; `None` if the file under
/// `database` is not (or no longer) the one that was found damaged. The caller holds the [`lock`].
pub(super) fn move_aside(
    database: &Path,
    damaged: Option<Identity>,
) -> io::Result<Option<PathBuf>> {
    if damaged.is_none() || Identity::of(database) != damaged {
        return Ok(None);
    }
    let free = (1_u32..)
        .map(|n| suffixed(database, &format!(".damaged-{n}")))
        .find(|name| !name.exists());
    let Some(target) = free else { return Ok(None) };
    fs::rename(database, &target)?;
    for log in ["-wal", "-shm"] {
        match fs::rename(suffixed(database, log), suffixed(&target, log)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(Some(target))
}

fn suffixed(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}
