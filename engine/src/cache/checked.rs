//! One stored result and its checksum.
//!
//! The checksum closes over the key as well as the value, so that a row that ended up under another key is found
//! out like one with a flipped bit. A row that does not check is a miss: a run is made again, and its result
//! takes the row's place.

use mutscore_model::digest::StableHasher;
use mutscore_model::outcome::{RunOutcome, RunReport};

use super::Key;

/// Stands where a run has its outcome.
const COMPILED: &str = "compiled";

/// A result as it is stored.
#[derive(Debug, Clone)]
pub(super) struct Row {
    /// The outcome's name, for statistics.
    pub(super) outcome: String,
    /// The report, or the compiler's answers, as compact JSON.
    pub(super) report: String,
    /// Digest over the key, the outcome and the report.
    pub(super) checksum: [u8; 32],
}

impl Row {
    /// `None` if the report cannot be written as JSON, which no report of ours is.
    pub(super) fn of(key: &Key, report: &RunReport) -> Option<Self> {
        let outcome = outcome_name(report.outcome).to_owned();
        let report = serde_json::to_string(report).ok()?;
        let checksum = checksum(key, &outcome, &report);
        Some(Self {
            outcome,
            report,
            checksum,
        })
    }

    /// A row of what compilers said of a file.
    pub(super) fn of_compiled(key: &Key, answers: &str) -> Self {
        Self {
            outcome: COMPILED.to_owned(),
            report: answers.to_owned(),
            checksum: checksum(key, COMPILED, answers),
        }
    }

    /// The report, if the row is whole and stands under its own key.
    pub(super) fn report(&self, key: &Key) -> Option<RunReport> {
        self.is_whole(key)
            .then(|| serde_json::from_str(&self.report).ok())?
    }

    /// What compilers said, if that is what the row holds, whole and under its own key.
    pub(super) fn compiled(self, key: &Key) -> Option<String> {
        (self.is_compiled() && self.is_whole(key)).then_some(self.report)
    }

    /// Whether the row is about compiling and not about a run.
    pub(super) fn is_compiled(&self) -> bool {
        self.outcome == COMPILED
    }

    /// Whether nothing of the row was changed since it was made for this key.
    pub(super) fn is_whole(&self, key: &Key) -> bool {
        self.checksum == checksum(key, &self.outcome, &self.report)
    }
}

fn checksum(key: &Key, outcome: &str, report: &str) -> [u8; 32] {
    *StableHasher::new("mutscore/result")
        .field(key.digest().as_bytes())
        .field(outcome)
        .field(report)
        .finish()
        .as_bytes()
}

fn outcome_name(outcome: RunOutcome) -> &'static str {
    match outcome {
        RunOutcome::Pass => "pass",
        RunOutcome::AssertionFailure => "assertion-failure",
        RunOutcome::ExecutionFailure => "execution-failure",
        RunOutcome::BindingFailure => "binding-failure",
        RunOutcome::BuildFailure => "build-failure",
        RunOutcome::Timeout => "timeout",
        RunOutcome::Infrastructure => "infrastructure",
    }
}
