//! What happened in a run, and what a pair's outcome means: two enums that are never merged.
//!
//! [`RunOutcome`] is read from the runner's own report and knows nothing of mutants. [`PairOutcome`] is what
//! the engine's `judge` makes of it under a project's policy (paper §3.2 Stage IV). Keeping them apart is what
//! keeps infrastructure trouble from ever being counted as a kill.

use serde::{Deserialize, Serialize};

use crate::coverage::Observation;
use crate::path::RelPath;

/// How one run of one scenario ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RunOutcome {
    /// Every step (of every row of an outline) passed.
    Pass,
    /// A check failed: an assertion, or a plain exception raised by test code itself.
    AssertionFailure,
    /// An exception, a crash or running out of memory.
    ExecutionFailure,
    /// A step is undefined, ambiguous or pending.
    BindingFailure,
    /// The code does not parse, import or initialise.
    BuildFailure,
    /// The run went past its limit of wall or CPU time.
    Timeout,
    /// Trouble of ours: no sandbox, the runner vanished, disk full. Never a verdict, never cached.
    Infrastructure,
}

/// A finer word for the outcome, for people and for exclusion counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Detail {
    /// No step definition matches.
    Undefined,
    /// More than one step definition matches.
    Ambiguous,
    /// The step definition says that it is not written yet.
    Pending,
    /// A step definition or production file does not parse.
    Syntax,
    /// Loading raised an exception.
    Load,
    /// A hook or fixture failed.
    Hook,
    /// A clean-up failed after the steps.
    Cleanup,
    /// The process ended inside a step (exit or signal) instead of reporting.
    Crash,
    /// The memory limit was reached.
    OutOfMemory,
    /// The limit was reached before any step began.
    LoadTimeout,
    /// The scenario has no steps, or the runner selected nothing.
    NothingRun,
    /// The runner skipped the scenario (a tag, a hook).
    Skipped,
    /// The mutated text was never loaded, so the run says nothing of the mutant.
    NotApplied,
    /// The sandbox could not be set up.
    Sandbox,
    /// The runner's report is missing or unreadable.
    NoReport,
}

/// The step that failed, by name: a kill must be able to point at one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailedStep {
    /// The step's keyword as written (`Then`, `And` …).
    pub keyword: String,
    /// The step's text after substitution.
    pub name: String,
    /// 1-based line in the feature file.
    pub line: u32,
    /// 1-based line of the example row for an outline, else `None`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row: Option<u32>,
}

/// The exception behind a failure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exception {
    /// Qualified class name as the language prints it.
    pub class: String,
    /// The message, cut to 2,000 characters.
    pub message: String,
    /// File and 1-based line of the innermost project frame.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<(RelPath, u32)>,
}

/// By which way a run was executed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Execution {
    /// A new process through the project's native runner.
    Cold,
    /// A fork of a process that loaded the unmutated project.
    Warm,
    /// A fork of a process that loaded the mutated file.
    Loaded,
    /// A fork in which the mutated function replaced the original one.
    Swapped,
    /// In a process (or class loader) that made other runs before, after its state was found unchanged.
    Shared,
}

impl Execution {
    /// All ways, from the one that rests on nothing to the one that rests on most.
    pub const ALL: [Self; 5] = [
        Self::Cold,
        Self::Warm,
        Self::Loaded,
        Self::Swapped,
        Self::Shared,
    ];

    /// The word that stored files use for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Cold => "cold",
            Self::Warm => "warm",
            Self::Loaded => "loaded",
            Self::Swapped => "swapped",
            Self::Shared => "shared",
        }
    }
}

/// Everything known of one run. A report, never a `Result`: timing and stage survive a failure.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RunReport {
    /// How it ended.
    pub outcome: RunOutcome,
    /// A finer word where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<Detail>,
    /// Whether any step had begun.
    pub step_begun: bool,
    /// The step that failed, if one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failed_step: Option<FailedStep>,
    /// The exception behind the failure, if one was seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exception: Option<Exception>,
    /// For people: what went wrong in our own words (infrastructure, load trouble), cut to 4,000 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// By which way it ran.
    pub execution: Execution,
    /// Wall time of the run itself, load time apart, in microseconds.
    pub wall_us: u64,
    /// CPU time (user + system, children included) of the run itself, in microseconds.
    pub cpu_us: u64,
    /// Peak resident memory in bytes.
    pub peak_memory: u64,
    /// Processes that the run left behind and that were ended.
    #[serde(default)]
    pub left_behind: u32,
    /// What was observed, where it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub observation: Option<Observation>,
}

impl RunReport {
    /// A report of trouble of ours, with the words for people.
    #[must_use]
    pub fn infrastructure(detail: Detail, execution: Execution, note: impl Into<String>) -> Self {
        Self {
            outcome: RunOutcome::Infrastructure,
            detail: Some(detail),
            step_begun: false,
            failed_step: None,
            exception: None,
            note: Some(note.into()),
            execution,
            wall_us: 0,
            cpu_us: 0,
            peak_memory: 0,
            left_behind: 0,
            observation: None,
        }
    }

    /// Whether two reports agree on everything a verdict rests on (not on times or on the way they ran).
    #[must_use]
    pub fn same_verdict(&self, other: &Self) -> bool {
        self.outcome == other.outcome
            && self.step_begun == other.step_begun
            && self.failed_step.as_ref().map(|s| (s.line, s.row))
                == other.failed_step.as_ref().map(|s| (s.line, s.row))
    }
}

/// Why a pair has no verdict. Counted, listed, never a kill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Exclusion {
    /// The run went past its limit.
    Timeout,
    /// The mutant failed before any step began (it does not parse, import or initialise).
    BeforeFirstStep,
    /// A step lost its definition under the mutant.
    Binding,
    /// Trouble of ours.
    Infrastructure,
    /// The failure is one the project's outcome policy does not count as a kill.
    Policy,
}

impl Exclusion {
    /// The word that stored files use for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Timeout => "timeout",
            Self::BeforeFirstStep => "before-first-step",
            Self::Binding => "binding",
            Self::Infrastructure => "infrastructure",
            Self::Policy => "policy",
        }
    }
}

/// What a pair of a passing test and a mutant means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PairOutcome {
    /// The test failed, as the policy asks, once a step had begun.
    Killed,
    /// The test passed.
    Survived,
    /// No verdict.
    Excluded(Exclusion),
}

/// The six stages of a submission (paper §3.3), and trouble of ours apart from them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// No usable test code: empty, malformed, nothing that may be written.
    GenerationFailure,
    /// The test code does not parse, import or initialise.
    BuildFailure,
    /// A step is undefined, ambiguous or pending.
    BindingFailure,
    /// Exception, crash or timeout.
    ExecutionFailure,
    /// A check failed.
    AssertionFailure,
    /// The test passes on the unmutated code.
    Pass,
    /// Trouble of ours: kept out of the six.
    Infrastructure,
}

impl Stage {
    /// The six stages and trouble of ours, from the furthest down.
    pub const ALL: [Self; 7] = [
        Self::Pass,
        Self::AssertionFailure,
        Self::ExecutionFailure,
        Self::BindingFailure,
        Self::BuildFailure,
        Self::GenerationFailure,
        Self::Infrastructure,
    ];

    /// The word that stored files use for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::GenerationFailure => "generation-failure",
            Self::BuildFailure => "build-failure",
            Self::BindingFailure => "binding-failure",
            Self::ExecutionFailure => "execution-failure",
            Self::AssertionFailure => "assertion-failure",
            Self::Pass => "pass",
            Self::Infrastructure => "infrastructure",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_the_stored_form() {
        for stage in Stage::ALL {
            assert_eq!(serde_json::to_value(stage).unwrap(), stage.word());
        }
        for way in Execution::ALL {
            assert_eq!(serde_json::to_value(way).unwrap(), way.word());
        }
        for exclusion in [
            Exclusion::Timeout,
            Exclusion::BeforeFirstStep,
            Exclusion::Binding,
            Exclusion::Infrastructure,
            Exclusion::Policy,
        ] {
            assert_eq!(serde_json::to_value(exclusion).unwrap(), exclusion.word());
        }
    }
}
