//! Which reports may be kept.
//!
//! A timeout or trouble of ours depends on the machine's mood. Kept once, it would be repeated for ever as if it
//! were a fact about the code, which is what users of other mutation tools complain of.

use mutscore_model::outcome::{Detail, RunOutcome, RunReport};

/// Whether a report may be kept: anything but a timeout and trouble of ours, by its outcome or by its detail.
#[must_use]
pub fn admissible(report: &RunReport) -> bool {
    let settled = !matches!(
        report.outcome,
        RunOutcome::Timeout | RunOutcome::Infrastructure
    );
    let passing_trouble = matches!(
        report.detail,
        Some(Detail::LoadTimeout | Detail::NotApplied | Detail::Sandbox | Detail::NoReport)
    );
    settled && !passing_trouble
}
