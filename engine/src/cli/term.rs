//! The terminal: the only place that knows of colours, streams and progress bars.
//!
//! Everything is written with colour codes; the streams take them out again where nobody wants them (no
//! terminal, `NO_COLOR`, `--color never`). Lines on standard error go around the progress bars.

use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::sync::OnceLock;

use anstream::ColorChoice;
use anstyle::{AnsiColor, Style};
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use mutscore::report::{Paint, Tone};

use super::args::Color;

/// Standard output cannot be written to.
#[derive(Debug, thiserror::Error)]
#[error("write to standard output")]
pub(crate) struct OutputError(#[source] pub(crate) io::Error);

impl OutputError {
    /// Whether the reader simply went away (`mutscore … | head`).
    pub(crate) fn nobody_reads(&self) -> bool {
        self.0.kind() == io::ErrorKind::BrokenPipe
    }
}

/// Decides, once, when colours are shown.
pub(crate) fn choose_color(choice: Color) {
    match choice {
        Color::Auto => ColorChoice::Auto,
        Color::Always => ColorChoice::Always,
        Color::Never => ColorChoice::Never,
    }
    .write_global();
}

/// Lets `write` print to standard output, buffered.
///
/// # Errors
/// [`OutputError`] if it cannot be written.
pub(crate) fn print(
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), OutputError> {
    let mut out = BufWriter::new(anstream::stdout().lock());
    write(&mut out)
        .and_then(|()| out.flush())
        .map_err(OutputError)
}

/// Prints one JSON value and a newline.
///
/// # Errors
/// [`OutputError`] if it cannot be written.
pub(crate) fn print_json(value: &impl serde::Serialize) -> Result<(), OutputError> {
    print(|out| {
        serde_json::to_writer_pretty(&mut *out, value)?;
        writeln!(out)
    })
}

/// Prints one JSON value on a line of its own.
///
/// # Errors
/// [`OutputError`] if it cannot be written.
pub(crate) fn print_json_line(value: &impl serde::Serialize) -> Result<(), OutputError> {
    print(|out| {
        serde_json::to_writer(&mut *out, value)?;
        writeln!(out)
    })
}

/// Says something on standard error. Nobody may be listening, which is no reason to fail.
pub(crate) fn say(text: &str) {
    bars().suspend(|| {
        let _ = writeln!(anstream::stderr().lock(), "{text}");
    });
}

/// Whether progress can be shown in place.
pub(crate) fn shows_bars() -> bool {
    io::stderr().is_terminal()
}

/// Standard error for the debug log: whole lines, around the bars.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct LogLines;

impl Write for LogLines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        bars().suspend(|| anstream::stderr().lock().write_all(bytes))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The product's look.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Colours;

impl Paint for Colours {
    fn paint(&self, tone: Tone, text: &str) -> String {
        let style = match tone {
            Tone::Strong => Style::new().bold(),
            Tone::Good => AnsiColor::Green.on_default().bold(),
            Tone::Warn => AnsiColor::Yellow.on_default().bold(),
            Tone::Bad => AnsiColor::Red.on_default().bold(),
            Tone::Faint => Style::new().dimmed(),
            Tone::Place => AnsiColor::Cyan.on_default(),
            Tone::Removed => AnsiColor::Red.on_default(),
            Tone::Added => AnsiColor::Green.on_default(),
        };
        format!("{style}{text}{style:#}")
    }
}

/// `text` in its tone.
pub(crate) fn paint(tone: Tone, text: &str) -> String {
    Colours.paint(tone, text)
}

fn bars() -> &'static MultiProgress {
    static BARS: OnceLock<MultiProgress> = OnceLock::new();
    BARS.get_or_init(|| MultiProgress::with_draw_target(ProgressDrawTarget::stderr_with_hz(8)))
}

/// One line of progress that is drawn over again.
#[derive(Debug)]
pub(crate) struct Bar(ProgressBar);

impl Bar {
    /// A bar below those there are.
    pub(crate) fn new(label: &str) -> Self {
        // Known good; a broken template would show a plain bar.
        let style = ProgressStyle::with_template("{prefix:24} {bar:24} {pos:>7}/{len:<7} {msg}");
        let bar = ProgressBar::new(0).with_prefix(label.to_owned());
        Self(bars().add(match style {
            Ok(style) => bar.with_style(style.progress_chars("━╸─")),
            Err(_) => bar,
        }))
    }

    /// How far it is, and what to say beside it.
    pub(crate) fn update(&self, done: usize, total: usize, words: String) {
        self.0.set_length(total as u64);
        self.0.set_position(done as u64);
        self.0.set_message(words);
    }

    /// Leaves the bar as it is and goes on below it.
    pub(crate) fn finish(&self) {
        self.0.abandon();
    }
}
