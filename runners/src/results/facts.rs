//! Raw facts of one run, and the one place that says what they mean, for cold and warm runs alike.
//!
//! A shim reports steps as they begin and an end; whoever watched the process adds how it ended. No end means
//! not a pass, whatever the exit code: exit codes lie.

use mutscore_model::coverage::Observation;
use mutscore_model::outcome::{Detail, Exception, Execution, FailedStep, RunOutcome, RunReport};
use serde::Deserialize;

const SIGKILL: i32 = 9;
const SIGXCPU: i32 = 24;
/// By which a shim ends its process when project code has closed what it reports through (`record.py`).
const LOST: i32 = 64;
const NOTE_LIMIT: usize = 4000;

/// The end that a shim reports.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct End {
    pub(crate) outcome: Option<RunOutcome>,
    pub(crate) detail: Option<Detail>,
    pub(crate) step_begun: bool,
    pub(crate) failed_step: Option<FailedStep>,
    pub(crate) exception: Option<Exception>,
    pub(crate) note: Option<String>,
    /// Whether the replaced bytes were proven to be loaded; `None` where there was nothing to prove.
    pub(crate) applied: Option<bool>,
    /// The loaded process is not the right one for this scenario.
    pub(crate) not_here: bool,
    pub(crate) observation: Option<Observation>,
    /// CPU time since the project was loaded, where the shim measured it.
    pub(crate) cpu_us: Option<u64>,
}

/// Everything that is known of one run.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Facts {
    /// The step that began last.
    pub(crate) step: Option<FailedStep>,
    /// The end, if the shim came to report one.
    pub(crate) done: Option<End>,
    /// Trouble inside the shim itself.
    pub(crate) trouble: Option<String>,
    /// Whether the process lived on after what it reports through was closed.
    #[serde(skip)]
    pub(crate) channel_closed: bool,
    /// Whether the watcher ended the process at its deadline.
    pub(crate) timed_out: bool,
    pub(crate) exit: Option<i32>,
    pub(crate) signal: Option<i32>,
    /// Whether the kernel ended it for want of memory.
    pub(crate) out_of_memory: bool,
    pub(crate) wall_us: u64,
    pub(crate) cpu_us: u64,
    pub(crate) peak_kib: u64,
    pub(crate) left_behind: u32,
    /// The tail of what it printed, for people.
    pub(crate) output: Option<String>,
}

impl Facts {
    /// What the facts mean. `cpu_limit_us` tells a kill by the CPU limit from any other.
    pub(crate) fn report(self, execution: Execution, cpu_limit_us: u64) -> RunReport {
        let mut report = RunReport {
            wall_us: self.wall_us,
            cpu_us: self.cpu_us,
            peak_memory: self.peak_kib * 1024,
            left_behind: self.left_behind,
            ..RunReport::infrastructure(Detail::NoReport, execution, "")
        };
        let begun = self.step.is_some();
        if let Some(end) = self.done {
            fill_from_end(&mut report, end);
            // A shim that ends a run for its time tells no step: it is the one that began last.
            if report.outcome == RunOutcome::Timeout && report.failed_step.is_none() {
                report.step_begun = begun;
                report.failed_step = self.step;
            }
        } else if self.timed_out || hit_cpu_limit(self.signal, self.cpu_us, cpu_limit_us) {
            report.outcome = RunOutcome::Timeout;
            report.detail = (!begun).then_some(Detail::LoadTimeout);
            report.step_begun = begun;
            report.failed_step = self.step;
            report.note = None;
        } else if let Some(trouble) = self.trouble {
            report.note = Some(cut(trouble));
        } else if self.channel_closed || self.signal == Some(LOST) {
            report.note =
                Some("the run closed the descriptor that its outcome is written to".to_owned());
        } else {
            // The process ended without a word: inside a step that is a crash, before any it did not initialise.
            report.outcome = if begun {
                RunOutcome::ExecutionFailure
            } else {
                RunOutcome::BuildFailure
            };
            report.detail = Some(if self.out_of_memory {
                Detail::OutOfMemory
            } else {
                Detail::Crash
            });
            report.step_begun = begun;
            report.failed_step.clone_from(&self.step);
            report.note = Some(self.how_it_ended());
        }
        report
    }

    /// How the process ended, and the last it printed, for people.
    pub(crate) fn how_it_ended(&self) -> String {
        cut(how_it_ended(self.exit, self.signal, self.output.as_deref()))
    }
}

fn fill_from_end(report: &mut RunReport, end: End) {
    if let Some(cpu) = end.cpu_us {
        report.cpu_us = cpu;
    }
    if end.applied == Some(false) {
        report.detail = Some(Detail::NotApplied);
        report.note = Some("the replaced file was never loaded".to_owned());
        return;
    }
    let Some(outcome) = end.outcome else {
        report.note = Some("the shim reported an end without an outcome".to_owned());
        return;
    };
    report.outcome = outcome;
    report.detail = end.detail;
    report.step_begun = end.step_begun;
    report.failed_step = end.failed_step;
    report.exception = end.exception;
    report.note = end.note.map(cut);
    report.observation = end.observation;
}

fn hit_cpu_limit(signal: Option<i32>, cpu_us: u64, limit_us: u64) -> bool {
    signal == Some(SIGXCPU) || (signal == Some(SIGKILL) && cpu_us >= limit_us)
}

fn how_it_ended(exit: Option<i32>, signal: Option<i32>, output: Option<&str>) -> String {
    let how = match (exit, signal) {
        (_, Some(signal)) => format!("the process was ended by signal {signal}"),
        (Some(code), None) => format!("the process exited with code {code} instead of reporting"),
        (None, None) => "the process ended without a report".to_owned(),
    };
    match output.filter(|text| !text.trim().is_empty()) {
        Some(text) => format!("{how}; its last words: {}", text.trim()),
        None => how,
    }
}

fn cut(mut text: String) -> String {
    if text.len() > NOTE_LIMIT {
        let mut at = NOTE_LIMIT;
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        text.truncate(at);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step() -> FailedStep {
        FailedStep {
            keyword: "When".into(),
            name: "it runs".into(),
            line: 3,
            row: None,
        }
    }

    #[test]
    fn an_exit_of_zero_without_a_report_is_a_crash_and_not_a_pass() {
        let facts = Facts {
            step: Some(step()),
            exit: Some(0),
            ..Facts::default()
        };
        let report = facts.report(Execution::Warm, 1);
        assert_eq!(report.outcome, RunOutcome::ExecutionFailure);
        assert_eq!(report.detail, Some(Detail::Crash));
        assert!(report.step_begun);
    }

    #[test]
    fn an_end_before_any_step_is_a_build_failure() {
        let report = Facts {
            signal: Some(11),
            ..Facts::default()
        }
        .report(Execution::Cold, 1);
        assert_eq!(report.outcome, RunOutcome::BuildFailure);
        assert!(!report.step_begun);
    }

    #[test]
    fn a_pass_whose_replacement_was_never_loaded_is_trouble_of_ours() {
        let end = End {
            outcome: Some(RunOutcome::Pass),
            applied: Some(false),
            ..End::default()
        };
        let report = Facts {
            done: Some(end),
            ..Facts::default()
        }
        .report(Execution::Loaded, 1);
        assert_eq!(report.outcome, RunOutcome::Infrastructure);
        assert_eq!(report.detail, Some(Detail::NotApplied));
    }

    #[test]
    fn the_cpu_limit_is_a_timeout_also_when_its_signal_was_ignored() {
        for signal in [SIGXCPU, SIGKILL] {
            let facts = Facts {
                step: Some(step()),
                signal: Some(signal),
                cpu_us: 3_000_000,
                ..Facts::default()
            };
            assert_eq!(
                facts.report(Execution::Warm, 2_000_000).outcome,
                RunOutcome::Timeout
            );
        }
        let early = Facts {
            step: Some(step()),
            signal: Some(SIGKILL),
            cpu_us: 10,
            ..Facts::default()
        };
        assert_eq!(
            early.report(Execution::Warm, 2_000_000).outcome,
            RunOutcome::ExecutionFailure
        );
    }

    #[test]
    fn a_shim_that_ends_a_run_for_its_time_leaves_the_step_that_was_running() {
        let end = End {
            outcome: Some(RunOutcome::Timeout),
            step_begun: true,
            ..End::default()
        };
        let report = |step| {
            let done = Some(end.clone());
            Facts {
                done,
                step,
                ..Facts::default()
            }
            .report(Execution::Cold, 1)
        };
        let inside = report(Some(step()));
        assert_eq!(
            (inside.step_begun, inside.failed_step),
            (true, Some(step()))
        );
        assert!(!report(None).step_begun, "none had begun");
    }

    #[test]
    fn a_run_that_closed_its_way_to_report_has_no_verdict() {
        for facts in [
            Facts {
                step: Some(step()),
                signal: Some(LOST),
                ..Facts::default()
            },
            Facts {
                step: Some(step()),
                channel_closed: true,
                ..Facts::default()
            },
        ] {
            assert_eq!(
                facts.report(Execution::Cold, 1).outcome,
                RunOutcome::Infrastructure
            );
        }
    }

    #[test]
    fn trouble_in_the_shim_is_never_a_verdict() {
        let facts = Facts {
            trouble: Some("OSError: no space".into()),
            exit: Some(70),
            ..Facts::default()
        };
        assert_eq!(
            facts.report(Execution::Warm, 1).outcome,
            RunOutcome::Infrastructure
        );
    }
}
