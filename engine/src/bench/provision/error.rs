//! Why a project could not be made ready, each with the way out.

use std::path::PathBuf;

use super::unpack::UnpackError;

/// Why a project could not be made ready. All of it is the environment's trouble, none of it a verdict.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProvisionError {
    /// The interpreter cannot be started.
    #[error(
        "cannot start the interpreter `{interpreter}`: {source} (hint: install it, or set `interpreter` in mutscore.toml)"
    )]
    NoInterpreter {
        /// As declared.
        interpreter: String,
        /// Why.
        source: std::io::Error,
    },
    /// It starts, but does not answer as a Python interpreter does.
    #[error(
        "`{interpreter}` is not a usable Python interpreter: {detail} (hint: set `interpreter` in mutscore.toml to one)"
    )]
    NotPython {
        /// As declared.
        interpreter: String,
        /// Its own words.
        detail: String,
    },
    /// Not of the version that is declared or needed.
    #[error(
        "`{interpreter}` is Python {found}, needed is {needed} (hint: install that version, or change `interpreter` or `version` in mutscore.toml)"
    )]
    WrongVersion {
        /// As declared.
        interpreter: String,
        /// Its version.
        found: String,
        /// What is asked for.
        needed: String,
    },
    /// Not of the version that is declared.
    #[error(
        "`{program}` is {found}, needed is {needed} (hint: install that version, or change `program` or `version` in mutscore.toml)"
    )]
    OtherVersion {
        /// As declared.
        program: String,
        /// What it says of itself.
        found: String,
        /// What is asked for.
        needed: String,
    },
    /// It starts, but says nothing of itself.
    #[error(
        "`{program} {question}` gives no version: {detail} (hint: set `program` in mutscore.toml to one that works)"
    )]
    NoAnswer {
        /// As declared.
        program: String,
        /// The argument it was given.
        question: &'static str,
        /// Its own words.
        detail: String,
    },
    /// It has no `venv` module, or that has no pip to put in.
    #[error(
        "`{interpreter}` cannot make virtual environments: {detail} (hint: install its venv and ensurepip modules; on Debian the package python3-venv)"
    )]
    NoVenv {
        /// Path of the interpreter.
        interpreter: PathBuf,
        /// Its own words.
        detail: String,
    },
    /// The new environment has no pip.
    #[error(
        "the virtual environment {env} has no pip (hint: install ensurepip for this interpreter, then run this again)"
    )]
    NoPip {
        /// The environment.
        env: PathBuf,
    },
    /// pip cannot reach the package index.
    #[error(
        "no network: pip cannot reach the package index for {what} (hint: connect, or give pip an index or `find-links` it can reach; the log is {log})"
    )]
    NoNetwork {
        /// What was asked for.
        what: String,
        /// The whole output.
        log: PathBuf,
    },
    /// A package or version does not exist, or not for this interpreter.
    #[error(
        "no such package: {what}\n{tail}\n(hint: correct `packages` or `pip-sdist` in mutscore.toml; the log is {log})"
    )]
    NoSuchPackage {
        /// What was asked for.
        what: String,
        /// The last lines of pip's output.
        tail: String,
        /// The whole output.
        log: PathBuf,
    },
    /// pip failed in another way.
    #[error("pip failed for {what}\n{tail}\n(hint: the log is {log})")]
    Pip {
        /// What was asked for.
        what: String,
        /// The last lines of pip's output.
        tail: String,
        /// The whole output.
        log: PathBuf,
    },
    /// The disk is full.
    #[error(
        "the disk is full at {path} (hint: free some space, or put the state elsewhere with MUTSCORE_STATE, and run this again)"
    )]
    DiskFull {
        /// Where.
        path: PathBuf,
    },
    /// A downloaded source is not the one that was pinned.
    #[error(
        "{what} does not have the pinned SHA-256 {expected}: {detail} (hint: the index serves another file; if that is wanted, change `sha256` in mutscore.toml and freeze again)"
    )]
    WrongDigest {
        /// `name==version`.
        what: String,
        /// As declared.
        expected: String,
        /// What was found.
        detail: String,
    },
    /// A downloaded source cannot be unpacked.
    #[error("{what}: {source}")]
    Unpack {
        /// `name==version`.
        what: String,
        /// Why.
        source: UnpackError,
    },
    /// The declared root is not in the unpacked source.
    #[error(
        "{what} has no folder `{root}` (hint: correct `root` in mutscore.toml; it is relative to the top of the source)"
    )]
    NoRoot {
        /// `name==version`.
        what: String,
        /// As declared.
        root: String,
    },
    /// A file of ours cannot be read or written.
    #[error(
        "{path}: {source} (hint: check the folder's owner and mode, or put the state elsewhere with MUTSCORE_STATE)"
    )]
    Io {
        /// Which one.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
}

impl ProvisionError {
    /// Names the path, and tells a full disk from the rest.
    pub(super) fn io(path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.into();
        move |source| match source.kind() {
            std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded => {
                Self::DiskFull { path }
            }
            _ => Self::Io { path, source },
        }
    }
}
