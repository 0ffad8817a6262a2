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
mod unpack;
mod venv;

pub use error::ProvisionError;
pub use fetch::sdist;
pub(super) use lock::lock;
pub use unpack::{UnpackError, unpack_sdist};
pub use venv::{Toolchain, python};
