//! The mapping from what happened to what it means, over its whole domain.

use mutscore::judge::{KillPolicy, NeverAKill, judge, stage};
use mutscore_model::outcome::{
    Detail, Exclusion, Execution, FailedStep, PairOutcome, RunOutcome, RunReport, Stage,
};

fn report(outcome: RunOutcome, step_begun: bool, step: Option<&str>) -> RunReport {
    RunReport {
        outcome,
        detail: None,
        step_begun,
        failed_step: step.map(|name| FailedStep {
            keyword: "Then".into(),
            name: name.into(),
            line: 7,
            row: None,
        }),
        ..RunReport::infrastructure(Detail::NoReport, Execution::Cold, "")
    }
}

#[test]
fn every_outcome_has_one_meaning_before_and_after_the_first_step() {
    use Exclusion::{BeforeFirstStep, Binding, Infrastructure, Policy, Timeout};
    use PairOutcome::{Excluded, Killed, Survived};
    // outcome; no step begun; begun, no failed step known; begun, failed step known by name
    let table = [
        (
            RunOutcome::Pass,
            Excluded(BeforeFirstStep),
            Survived,
            Survived,
        ),
        (
            RunOutcome::AssertionFailure,
            Excluded(BeforeFirstStep),
            Excluded(Policy),
            Killed,
        ),
        (
            RunOutcome::ExecutionFailure,
            Excluded(BeforeFirstStep),
            Excluded(Policy),
            Killed,
        ),
        (
            RunOutcome::BindingFailure,
            Excluded(Binding),
            Excluded(Binding),
            Excluded(Binding),
        ),
        (
            RunOutcome::BuildFailure,
            Excluded(BeforeFirstStep),
            Excluded(BeforeFirstStep),
            Excluded(BeforeFirstStep),
        ),
        (
            RunOutcome::Timeout,
            Excluded(Timeout),
            Excluded(Timeout),
            Excluded(Timeout),
        ),
        (
            RunOutcome::Infrastructure,
            Excluded(Infrastructure),
            Excluded(Infrastructure),
            Excluded(Infrastructure),
        ),
    ];
    let policy = KillPolicy::default();
    for (outcome, before, nameless, named) in table {
        assert_eq!(
            judge(&report(outcome, false, None), &policy),
            before,
            "{outcome:?} before any step"
        );
        assert_eq!(
            judge(&report(outcome, false, Some("x")), &policy),
            before,
            "{outcome:?} before any step"
        );
        assert_eq!(
            judge(&report(outcome, true, None), &policy),
            nameless,
            "{outcome:?} in no known step"
        );
        assert_eq!(
            judge(&report(outcome, true, Some(" ")), &policy),
            nameless,
            "{outcome:?} in a blank step"
        );
        assert_eq!(
            judge(&report(outcome, true, Some("x")), &policy),
            named,
            "{outcome:?} in a step"
        );
    }
}

#[test]
fn a_failure_outside_the_declared_policy_is_excluded_not_killed() {
    let only_assertions = KillPolicy::new([RunOutcome::AssertionFailure]).unwrap();
    let crash = report(RunOutcome::ExecutionFailure, true, Some("x"));
    assert_eq!(
        judge(&crash, &only_assertions),
        PairOutcome::Excluded(Exclusion::Policy)
    );
    let check = report(RunOutcome::AssertionFailure, true, Some("x"));
    assert_eq!(judge(&check, &only_assertions), PairOutcome::Killed);
}

#[test]
fn a_crash_or_memory_exhaustion_inside_a_named_step_is_a_kill() {
    for detail in [Detail::Crash, Detail::OutOfMemory] {
        let mut crash = report(RunOutcome::ExecutionFailure, true, Some("x"));
        crash.detail = Some(detail);
        assert_eq!(judge(&crash, &KillPolicy::default()), PairOutcome::Killed);
    }
}

#[test]
fn a_run_that_never_loaded_the_mutant_is_no_verdict_whatever_its_outcome() {
    for outcome in [
        RunOutcome::Pass,
        RunOutcome::AssertionFailure,
        RunOutcome::ExecutionFailure,
    ] {
        let mut unapplied = report(outcome, true, Some("x"));
        unapplied.detail = Some(Detail::NotApplied);
        let verdict = judge(&unapplied, &KillPolicy::default());
        assert_eq!(
            verdict,
            PairOutcome::Excluded(Exclusion::Infrastructure),
            "{outcome:?}"
        );
    }
}

#[test]
fn a_policy_cannot_declare_anything_but_a_test_failure_a_kill() {
    for outcome in [
        RunOutcome::Pass,
        RunOutcome::BindingFailure,
        RunOutcome::BuildFailure,
        RunOutcome::Timeout,
        RunOutcome::Infrastructure,
    ] {
        assert_eq!(
            KillPolicy::new([RunOutcome::AssertionFailure, outcome]),
            Err(NeverAKill(outcome))
        );
    }
}

#[test]
fn every_unmutated_outcome_has_its_stage() {
    let table = [
        (RunOutcome::Pass, Stage::BindingFailure, Stage::Pass),
        (
            RunOutcome::AssertionFailure,
            Stage::AssertionFailure,
            Stage::AssertionFailure,
        ),
        (
            RunOutcome::ExecutionFailure,
            Stage::ExecutionFailure,
            Stage::ExecutionFailure,
        ),
        (
            RunOutcome::BindingFailure,
            Stage::BindingFailure,
            Stage::BindingFailure,
        ),
        (
            RunOutcome::BuildFailure,
            Stage::BuildFailure,
            Stage::BuildFailure,
        ),
        (
            RunOutcome::Timeout,
            Stage::ExecutionFailure,
            Stage::ExecutionFailure,
        ),
        (
            RunOutcome::Infrastructure,
            Stage::Infrastructure,
            Stage::Infrastructure,
        ),
    ];
    for (outcome, before, after) in table {
        assert_eq!(
            stage(&report(outcome, false, None)),
            before,
            "{outcome:?} before any step"
        );
        assert_eq!(
            stage(&report(outcome, true, Some("x"))),
            after,
            "{outcome:?} in a step"
        );
    }
}

#[test]
fn a_hook_or_clean_up_that_fails_after_the_steps_kills_nothing() {
    for detail in [Detail::Hook, Detail::Cleanup] {
        let failed = RunReport {
            detail: Some(detail),
            ..report(RunOutcome::ExecutionFailure, true, Some("the last step"))
        };
        let excluded = PairOutcome::Excluded(Exclusion::Policy);
        assert_eq!(
            judge(&failed, &KillPolicy::default()),
            excluded,
            "{detail:?}"
        );
    }
}
