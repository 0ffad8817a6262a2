//! The gate: which instances may have a pool (paper §3.2 Stage III).
//!
//! Every effective step binds to one definition that is not pending, and the scenario passes alone in every one
//! of several cold runs. What is dropped is listed with its reason.

use std::time::Duration;

use mutscore_model::instance::Instance;
use mutscore_model::outcome::{Detail, RunOutcome, RunReport};
use mutscore_model::pool::{Drop, GateEntry};

use crate::config::Baseline;

/// What parsing and binding alone say, before anything runs. `garbled`: why the feature does not parse.
pub(crate) fn before_running(
    instance: &Instance,
    unbound: Option<&str>,
    garbled: Option<&str>,
) -> Option<GateEntry> {
    if let Some(why) = garbled {
        return Some(GateEntry {
            instance: instance.id,
            dropped: Some(Drop::Unparsable),
            because: Some(why.to_owned()),
        });
    }
    let (dropped, because) = match unbound {
        Some(step) => (
            Drop::Undefined,
            Some(format!("no step definition for: {step}")),
        ),
        None if instance.scenario.steps.is_empty() => (Drop::Empty, None),
        None if instance.scenario.outline && instance.scenario.at.rows.is_empty() => (
            Drop::Empty,
            Some("the outline has no example rows".to_owned()),
        ),
        None => return None,
    };
    Some(GateEntry {
        instance: instance.id,
        dropped: Some(dropped),
        because,
    })
}

/// What several cold runs say: `None` if all passed.
///
/// # Errors
/// A report of infrastructure trouble says nothing of the scenario; its words are given back.
pub fn dropped_by(reports: &[RunReport]) -> Result<Option<(Drop, Option<String>)>, String> {
    if let Some(trouble) = reports
        .iter()
        .find(|report| report.outcome == RunOutcome::Infrastructure)
    {
        return Err(trouble
            .note
            .clone()
            .unwrap_or_else(|| "no reason given".to_owned()));
    }
    let passes = |report: &&RunReport| report.outcome == RunOutcome::Pass && report.step_begun;
    let Some(failed) = reports.iter().find(|report| !passes(report)) else {
        return Ok(None);
    };
    if reports.iter().any(|report| passes(&report)) {
        return Ok(Some((Drop::Unstable, Some(words(failed)))));
    }
    Ok(Some((reason(failed), Some(words(failed)))))
}

fn reason(report: &RunReport) -> Drop {
    match (report.outcome, report.detail) {
        (RunOutcome::BindingFailure, Some(Detail::Ambiguous)) => Drop::Ambiguous,
        (RunOutcome::BindingFailure, Some(Detail::Pending)) => Drop::Pending,
        (RunOutcome::BindingFailure | RunOutcome::Pass, Some(Detail::Skipped)) => Drop::Skipped,
        (RunOutcome::BindingFailure, Some(Detail::NothingRun)) | (RunOutcome::Pass, _) => {
            Drop::Empty
        }
        (RunOutcome::BindingFailure, _) => Drop::Undefined,
        (RunOutcome::BuildFailure, _) => Drop::Build,
        (RunOutcome::Timeout, _) => Drop::Timeout,
        (
            RunOutcome::AssertionFailure
            | RunOutcome::ExecutionFailure
            | RunOutcome::Infrastructure,
            _,
        ) => Drop::Failing,
    }
}

/// The failing step and the exception's class; no message, which may differ from run to run.
fn words(report: &RunReport) -> String {
    let step = report.failed_step.as_ref().map(|step| {
        let row = step
            .row
            .map(|row| format!(" (row at line {row})"))
            .unwrap_or_default();
        format!("{} {}{row}", step.keyword, step.name)
    });
    let class = report
        .exception
        .as_ref()
        .map(|exception| exception.class.clone());
    match (step, class) {
        (Some(step), Some(class)) => format!("{step}: {class}"),
        (Some(step), None) => step,
        (None, Some(class)) => class,
        (None, None) => format!("{:?}", report.outcome).to_lowercase(),
    }
}

/// The slowest of the gate's runs: what limits are measured against.
pub(crate) fn baseline(reports: &[RunReport]) -> Baseline {
    let longest = |of: fn(&RunReport) -> u64| {
        Duration::from_micros(reports.iter().map(of).max().unwrap_or(0))
    };
    Baseline {
        wall: longest(|report| report.wall_us),
        cpu: longest(|report| report.cpu_us),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mutscore_model::outcome::Execution;

    fn report(outcome: RunOutcome, detail: Option<Detail>) -> RunReport {
        RunReport {
            outcome,
            detail,
            step_begun: true,
            ..RunReport::infrastructure(Detail::NoReport, Execution::Cold, "words")
        }
    }

    #[test]
    fn three_passes_of_three_are_let_through_and_two_are_unstable() {
        let pass = report(RunOutcome::Pass, None);
        let fail = report(RunOutcome::AssertionFailure, None);
        assert_eq!(
            dropped_by(&[pass.clone(), pass.clone(), pass.clone()]),
            Ok(None)
        );
        let unstable = dropped_by(&[pass.clone(), fail.clone(), pass])
            .unwrap()
            .unwrap()
            .0;
        assert_eq!(unstable, Drop::Unstable);
        assert_eq!(
            dropped_by(&[fail.clone(), fail]).unwrap().unwrap().0,
            Drop::Failing
        );
    }

    #[test]
    fn trouble_of_ours_drops_nobody() {
        let trouble = report(RunOutcome::Infrastructure, Some(Detail::Sandbox));
        assert_eq!(dropped_by(&[trouble]), Err("words".to_owned()));
    }

    #[test]
    fn each_way_of_not_binding_has_its_own_reason() {
        for (detail, expected) in [
            (Detail::Undefined, Drop::Undefined),
            (Detail::Ambiguous, Drop::Ambiguous),
            (Detail::Pending, Drop::Pending),
            (Detail::Skipped, Drop::Skipped),
            (Detail::NothingRun, Drop::Empty),
        ] {
            let dropped = dropped_by(&[report(RunOutcome::BindingFailure, Some(detail))])
                .unwrap()
                .unwrap()
                .0;
            assert_eq!(dropped, expected);
        }
    }
}
