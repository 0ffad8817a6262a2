//! When mutscore itself is wrong: say so, say what to report, and end with the code for it.

use std::panic::PanicHookInfo;

use super::term;

/// Takes the place of Rust's own words for a panic.
pub(crate) fn install_panic_hook() {
    std::panic::set_hook(Box::new(|panic| term::say(&words(panic))));
}

fn words(panic: &PanicHookInfo<'_>) -> String {
    let payload = panic.payload();
    let text = payload.downcast_ref::<String>().map(String::as_str);
    let message = text
        .or_else(|| payload.downcast_ref::<&str>().copied())
        .unwrap_or("no message");
    let place = panic
        .location()
        .map_or_else(|| "an unknown place".to_owned(), ToString::to_string);
    let backtrace = std::backtrace::Backtrace::capture();
    let backtrace = match backtrace.status() {
        std::backtrace::BacktraceStatus::Captured => format!("\n{backtrace}"),
        _ => String::new(),
    };
    format!(
        "error: {message}\n  at {place}{backtrace}\n{}",
        report_hint()
    )
}

/// How to report a bug of ours.
pub(crate) fn report_hint() -> String {
    format!(
        "hint: this is a bug of mutscore {}, not of your tests; results stored so far are safe\n\
         hint: please report it with the command line, the words above, what `mutscore doctor --json` prints, and \
         RUST_BACKTRACE=1 set",
        env!("CARGO_PKG_VERSION")
    )
}
