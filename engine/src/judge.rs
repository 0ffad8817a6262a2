//! What a run means: the one place where a [`RunReport`] becomes a verdict.
//!
//! What happened and what it means are two types, and this is the one mapping between them. Everything that
//! prints, counts or stores a verdict gets it from here, so that the rule "trouble is never a kill" has a single
//! home and a single table test.

use std::collections::BTreeSet;

use mutscore_model::outcome::{Detail, Exclusion, PairOutcome, RunOutcome, RunReport, Stage};

/// A project's declared outcome policy: which failures count as a kill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KillPolicy {
    kill_on: BTreeSet<RunOutcome>,
}

/// A policy names an outcome that can never be a kill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "an outcome policy can kill on `assertion-failure` and `execution-failure` only, not on {0:?}"
)]
pub struct NeverAKill(pub RunOutcome);

impl KillPolicy {
    /// The policy that kills on exactly these outcomes.
    ///
    /// # Errors
    /// When one of them is anything but a failure inside a step: no project may declare a timeout or our own
    /// trouble a kill.
    pub fn new(kill_on: impl IntoIterator<Item = RunOutcome>) -> Result<Self, NeverAKill> {
        let kill_on: BTreeSet<RunOutcome> = kill_on.into_iter().collect();
        match kill_on.iter().find(|outcome| !is_test_failure(**outcome)) {
            Some(outcome) => Err(NeverAKill(*outcome)),
            None => Ok(Self { kill_on }),
        }
    }

    /// Whether this outcome, inside a step, is a kill.
    #[must_use]
    pub fn kills_on(&self, outcome: RunOutcome) -> bool {
        self.kill_on.contains(&outcome)
    }

    /// The outcomes it kills on, in order.
    pub fn outcomes(&self) -> impl Iterator<Item = RunOutcome> + '_ {
        self.kill_on.iter().copied()
    }
}

impl Default for KillPolicy {
    /// The paper's: an assertion or an execution failure.
    fn default() -> Self {
        Self {
            kill_on: BTreeSet::from([RunOutcome::AssertionFailure, RunOutcome::ExecutionFailure]),
        }
    }
}

const fn is_test_failure(outcome: RunOutcome) -> bool {
    matches!(
        outcome,
        RunOutcome::AssertionFailure | RunOutcome::ExecutionFailure
    )
}

/// What the run of a mutant means for the pair, given that the test passes on the unmutated code.
///
/// A kill needs all three: an outcome of the policy, a step that had begun, and the failed step's name (for a
/// crash, the step that was running). A failure that is not one of a step, such as that of a hook or a clean-up
/// after the steps, is excluded as [`Exclusion::Policy`]: a hook that stops what another hook started would
/// otherwise make every scenario kill the mutants of that. A pass in which no step ever began checked nothing,
/// so it is not a survival either. A run that never loaded the mutated text says nothing of the mutant,
/// whatever its outcome.
#[must_use]
pub fn judge(report: &RunReport, policy: &KillPolicy) -> PairOutcome {
    if report.detail == Some(Detail::NotApplied) {
        return PairOutcome::Excluded(Exclusion::Infrastructure);
    }
    match (report.outcome, report.step_begun) {
        (RunOutcome::Infrastructure, _) => PairOutcome::Excluded(Exclusion::Infrastructure),
        (RunOutcome::Timeout, _) => PairOutcome::Excluded(Exclusion::Timeout),
        (RunOutcome::BindingFailure, _) => PairOutcome::Excluded(Exclusion::Binding),
        (RunOutcome::BuildFailure, _)
        | (RunOutcome::Pass | RunOutcome::AssertionFailure | RunOutcome::ExecutionFailure, false) => {
            PairOutcome::Excluded(Exclusion::BeforeFirstStep)
        }
        (RunOutcome::Pass, true) => PairOutcome::Survived,
        (outcome @ (RunOutcome::AssertionFailure | RunOutcome::ExecutionFailure), true) => {
            if policy.kills_on(outcome) && is_of_a_step(report) {
                PairOutcome::Killed
            } else {
                PairOutcome::Excluded(Exclusion::Policy)
            }
        }
    }
}

/// Reports name the last step also where something else failed after it.
fn is_of_a_step(report: &RunReport) -> bool {
    if matches!(report.detail, Some(Detail::Hook | Detail::Cleanup)) {
        return false;
    }
    report
        .failed_step
        .as_ref()
        .is_some_and(|step| !step.name.trim().is_empty())
}

/// The stage a submission reached, from its run on the unmutated code.
///
/// A timeout is an execution failure (paper §3.3). A pass in which no step began is a binding failure: the
/// scenario was skipped or nothing was selected, so its steps are bound to nothing that ran.
/// [`Stage::GenerationFailure`] is never given here: it is found before anything runs.
#[must_use]
pub fn stage(report: &RunReport) -> Stage {
    match (report.outcome, report.step_begun) {
        (RunOutcome::Pass, true) => Stage::Pass,
        (RunOutcome::Pass, false) | (RunOutcome::BindingFailure, _) => Stage::BindingFailure,
        (RunOutcome::AssertionFailure, _) => Stage::AssertionFailure,
        (RunOutcome::ExecutionFailure | RunOutcome::Timeout, _) => Stage::ExecutionFailure,
        (RunOutcome::BuildFailure, _) => Stage::BuildFailure,
        (RunOutcome::Infrastructure, _) => Stage::Infrastructure,
    }
}
