//! How work in progress looks: bars on a terminal, a line now and then elsewhere, nothing when quiet.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use mutscore::dispatch::{Progress, Snapshot};
use mutscore::pool::{Phase, Watch};
use mutscore::report::{Tone, words};

use super::term::{self, Bar, paint};

/// How often a line is written where there is no terminal.
const PAUSE: Duration = Duration::from_secs(10);

/// Most notes that are shown; a project that cannot run warm would say the same of each of its instances.
const MOST_NOTES: usize = 10;

/// Shows phases and runs.
#[derive(Debug)]
pub(crate) struct Display {
    look: Look,
    now: Mutex<Option<Current>>,
    notes: AtomicUsize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Look {
    Bars,
    Lines,
    Nothing,
}

/// The phase under way.
#[derive(Debug)]
struct Current {
    phase: Phase,
    bar: Option<Bar>,
    told: Instant,
}

impl Display {
    /// Bars or lines; nothing if `quiet`.
    pub(crate) fn new(quiet: bool) -> Self {
        let look = match (quiet, term::shows_bars()) {
            (true, _) => Look::Nothing,
            (false, true) => Look::Bars,
            (false, false) => Look::Lines,
        };
        Self {
            look,
            now: Mutex::new(None),
            notes: AtomicUsize::new(0),
        }
    }

    /// Takes the last bar away, or leaves it where it is.
    pub(crate) fn end(&self) {
        self.replace(None);
    }

    fn replace(&self, next: Option<Current>) {
        let mut now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(Current { bar: Some(bar), .. }) = now.as_ref() {
            bar.finish();
        }
        *now = next;
    }
}

impl Progress for Display {
    fn update(&self, snapshot: &Snapshot) {
        let mut now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(current) = now.as_mut() else { return };
        if let Some(bar) = &current.bar {
            bar.update(snapshot.done, snapshot.total, beside(snapshot));
        } else if self.look == Look::Lines
            && snapshot.done < snapshot.total
            && current.told.elapsed() >= PAUSE
        {
            current.told = Instant::now();
            term::say(&format!(
                "{}: {} of {}, {}",
                name(current.phase),
                words::thousands(snapshot.done),
                words::thousands(snapshot.total),
                beside(snapshot)
            ));
        }
    }
}

impl Watch for Display {
    fn begin(&self, phase: Phase, runs: usize) {
        tracing::debug!(?phase, runs, "phase");
        let bar = (self.look == Look::Bars && runs > 0).then(|| Bar::new(name(phase)));
        if self.look == Look::Lines {
            let runs = if runs > 0 {
                format!(": {}", words::count(runs, "run"))
            } else {
                String::new()
            };
            term::say(&format!("{}{runs}", name(phase)));
        }
        self.replace(Some(Current {
            phase,
            bar,
            told: Instant::now(),
        }));
    }

    fn note(&self, words: &str) {
        tracing::debug!(words, "note");
        if self.look == Look::Nothing {
            return;
        }
        let note = paint(Tone::Warn, "note:");
        match self.notes.fetch_add(1, Ordering::Relaxed) {
            few if few < MOST_NOTES => term::say(&format!("{note} {words}")),
            MOST_NOTES => term::say(&format!(
                "{note} and more like these, all of them in the log"
            )),
            _ => {}
        }
    }
}

/// Rate, time left, and what is out of the ordinary.
fn beside(snapshot: &Snapshot) -> String {
    let mut parts = Vec::new();
    if snapshot.stopping {
        parts.push("stopping".to_owned());
    }
    if let Some(rate) = snapshot.rate {
        parts.push(format!("{rate:.0}/s"));
    }
    if let Some(left) = snapshot.remaining().filter(|left| !left.is_zero()) {
        parts.push(format!("{} left", words::time(left)));
    }
    for (count, what) in [
        (snapshot.cached, "cached"),
        (snapshot.timeouts, "timed out"),
        (snapshot.retried, "again"),
        (snapshot.infrastructure, "in trouble"),
    ] {
        if count > 0 {
            parts.push(format!("{} {what}", words::thousands(count)));
        }
    }
    parts.join(", ")
}

fn name(phase: Phase) -> &'static str {
    match phase {
        Phase::Discover => "finding scenarios",
        Phase::Gate => "gate",
        Phase::Observe => "coverage and calls",
        Phase::Mutants => "mutants",
        Phase::Compile => "compiling mutants",
        Phase::Calibrate => "cold against warm",
        Phase::Pairs => "pairs",
        Phase::Stripped => "pairs, Then emptied",
        Phase::Audit => "audit, cold",
        Phase::Cold => "everything again, cold",
    }
}
