//! Making a project ready to run: its interpreter with its packages, and its source if that is downloaded.
//!
//! Everything built here lives under the bench's state folder, is named by what went into it, is built by one
//! process at a time, and counts as built only once its last step is done. All of it may be deleted at any time.

mod asked;
mod error;
mod fetch;
mod interpreter;
mod lock;
mod pip;
mod system;
mod unpack;
mod venv;

use std::path::Path;

use crate::config::ProjectSettings;

pub use error::ProvisionError;
pub use fetch::sdist;
pub(super) use lock::lock;
pub use unpack::{UnpackError, unpack_sdist};
pub use venv::{Toolchain, python};

/// Makes a project's tool chain ready under `state`: an environment of the bench's own where the language has such,
/// else what the machine has. `dir` is the bench's folder.
///
/// # Errors
/// [`ProvisionError`]: none, of another version, or its packages cannot be had.
pub fn toolchain(
    state: &Path,
    dir: &Path,
    settings: &ProjectSettings,
) -> Result<Toolchain, ProvisionError> {
    match settings.language.as_str() {
        "python" => python(state, dir, &settings.python),
        language => system::system(dir, language, &settings.toolchain),
    }
}
