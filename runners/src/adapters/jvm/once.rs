//! Folders that are made once, under a name that says all that went into them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::runner::RunnerError;
use crate::shims::open_to_all;

/// The folder `name` below `parent`; filled by `fill` unless it is there. Several processes may do so at once.
pub(super) fn once(
    parent: &Path,
    name: &str,
    fill: impl FnOnce(&Path) -> Result<(), RunnerError>,
) -> Result<PathBuf, RunnerError> {
    let folder = parent.join(name);
    if folder.is_dir() {
        return Ok(folder);
    }
    fs::create_dir_all(parent).map_err(on(parent))?;
    let fresh = tempfile::Builder::new()
        .prefix(".new-")
        .tempdir_in(parent)
        .map_err(on(parent))?;
    fill(fresh.path())?;
    open_to_all(fresh.path()).map_err(on(fresh.path()))?;
    let kept = fresh.keep();
    match fs::rename(&kept, &folder) {
        Ok(()) => Ok(folder),
        // Somebody else was faster; theirs was made of the same.
        Err(_) if folder.is_dir() => fs::remove_dir_all(&kept)
            .map_err(on(&kept))
            .map(|()| folder),
        Err(source) => Err(on(&folder)(source)),
    }
}

/// An error of the system about this path.
pub(super) fn on(path: &Path) -> impl FnOnce(io::Error) -> RunnerError {
    let path = path.to_owned();
    move |source| RunnerError::Io { path, source }
}
