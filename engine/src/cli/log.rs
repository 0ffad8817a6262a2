//! The debug log: everything into a file of the bench's state folder, as much as `-v` asks for to standard error.
//!
//! The file is known only once a bench is open, so its writer starts without one. Several processes may share a
//! bench: lines are appended whole and carry the process.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, OnceLock, PoisonError};

use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::layer::{Layer as _, SubscriberExt as _};
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, fmt};

use super::term::LogLines;

/// A log that has grown past this is put aside when the next command opens it, in bytes.
const LARGE: u64 = 16 << 20;

static LOG_FILE: OnceLock<Mutex<File>> = OnceLock::new();

/// Begins logging; `verbose` counts the `-v`.
pub(crate) fn start(verbose: u8, quiet: bool) {
    let level = match verbose {
        _ if quiet => LevelFilter::ERROR,
        0 => LevelFilter::WARN,
        1 => LevelFilter::INFO,
        2 => LevelFilter::DEBUG,
        _ => LevelFilter::TRACE,
    };
    let people = fmt::layer()
        .with_writer(LogLines::default)
        .with_target(verbose > 1)
        .without_time()
        .with_filter(level);
    let file = fmt::layer()
        .with_writer(LateFile::default)
        .with_ansi(false)
        .with_filter(ours());
    // A second start in one process would keep the first one's settings: harmless.
    let _ = tracing_subscriber::registry()
        .with(people)
        .with(file)
        .try_init();
}

/// Our own debug lines; other libraries only where they complain.
fn ours() -> EnvFilter {
    EnvFilter::new("warn,mutscore=debug,mutscore_operators=debug,mutscore_runners=debug")
}

/// From now on also logs into `<state>/logs/<command>.log`.
///
/// # Errors
/// When the file cannot be opened. Work can go on without it.
pub(crate) fn into_file(state: &Path, command: &str) -> io::Result<()> {
    let folder = state.join("logs");
    std::fs::create_dir_all(&folder)?;
    let path = folder.join(format!("{command}.log"));
    if path.metadata().is_ok_and(|meta| meta.len() > LARGE) {
        std::fs::rename(&path, path.with_extension("old.log"))?;
    }
    let file = File::options().create(true).append(true).open(&path)?;
    // The first bench of a process is its only one.
    let _ = LOG_FILE.set(Mutex::new(file));
    tracing::debug!(process = std::process::id(), words = ?std::env::args_os().collect::<Vec<_>>(), "begins");
    Ok(())
}

/// Writes to the log file once there is one.
#[derive(Debug, Clone, Copy, Default)]
struct LateFile;

impl Write for LateFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(file) = LOG_FILE.get() {
            file.lock()
                .unwrap_or_else(PoisonError::into_inner)
                .write_all(bytes)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
