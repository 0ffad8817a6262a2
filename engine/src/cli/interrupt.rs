//! Ctrl-C and its relatives: the first lets runs under way end and keeps what is known, the second ends at once.
//!
//! Ending at once is safe: the kernel then ends every sandbox, whose lifeline this process holds, and stored
//! results and frozen files are whole at any moment.

use std::sync::atomic::{AtomicI32, Ordering};

use mutscore_runners::runner::CancelToken;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use super::term;

/// The first signal that came; 0 if none did.
static SIGNAL: AtomicI32 = AtomicI32::new(0);

/// The signal that asked for the end, if one did.
pub(crate) fn signal() -> Option<i32> {
    match SIGNAL.load(Ordering::SeqCst) {
        0 => None,
        signal => Some(signal),
    }
}

/// Listens from now on. Without it, a signal ends the process the usual way.
///
/// # Errors
/// When the system refuses.
pub(crate) fn listen() -> std::io::Result<CancelToken> {
    let cancel = CancelToken::default();
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    let asked = cancel.clone();
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        for signal in &mut signals {
            if asked.is_cancelled() {
                let _ = signal_hook::low_level::emulate_default_handler(signal);
            }
            SIGNAL.store(signal, Ordering::SeqCst);
            asked.cancel();
            term::say("\nstopping: runs under way are being finished and kept; once more to end at once");
        }
    })?;
    Ok(cancel)
}
