//! Which bench a command means when none is named: the nearest folder upward that holds a `mutscore.toml`.

use std::path::{Path, PathBuf};

use super::problem::ConfigError;

/// Name of the file that makes a folder a bench.
pub const CONFIG_FILE: &str = "mutscore.toml";

/// The nearest folder, from `start` upward, that holds a `mutscore.toml`. The answer is absolute.
///
/// # Errors
/// [`ConfigError::NotFound`] if there is none up to the root, [`ConfigError::Unreadable`] if `start` does not exist.
pub fn find(start: &Path) -> Result<PathBuf, ConfigError> {
    let absolute = std::fs::canonicalize(start).map_err(|source| ConfigError::Unreadable {
        path: start.to_path_buf(),
        source,
    })?;
    absolute
        .ancestors()
        .find(|folder| folder.join(CONFIG_FILE).is_file())
        .map(Path::to_path_buf)
        .ok_or(ConfigError::NotFound {
            start: absolute.clone(),
        })
}
