//! A fork of a loaded process is what a new process is, and what one run does reaches no other.
#![allow(clippy::unwrap_used, reason = "a failure here is a failed test")]

#[path = "behave/bed.rs"]
mod bed;
#[path = "behave/deeds.rs"]
mod deeds;

use std::time::{Duration, Instant};

use bed::{Both, LIMITS, for_all, for_both};
use deeds::{ALIKE, DEEDS, project, said};
use mutscore_model::outcome::{Execution, RunOutcome};
use mutscore_model::overlay::Overlay;
use mutscore_runners::runner::{CancelToken, Isolation, Job, RunLimits};

#[test]
fn a_fork_finds_what_a_new_process_finds() {
    for_both(&project(), |bed| {
        let mut pair = bed.pair();
        let swapped = bed.edit("shop/state.py", "6 * 7", "6 * 8");
        let loaded = bed.edit("shop/state.py", "SEEN = []", "SEEN = [ ]");
        for expression in ALIKE {
            let (cold, warm) = said(&pair.plain(expression));
            assert_eq!(cold, warm, "Behave {}: {expression}", bed.version);
        }
        for (overlay, batch, how) in [
            (&swapped, 1, Execution::Swapped),
            (&swapped, 9, Execution::Swapped),
            (&loaded, 9, Execution::Loaded),
        ] {
            // Modification times and the like are those of a replaced file in a new process too.
            for expression in ALIKE {
                let both = Both {
                    cold: pair.run_warm(expression, &Overlay::default(), 1),
                    warm: pair.run_warm(expression, overlay, batch),
                };
                assert_eq!(both.warm.execution, how, "{expression}");
                let (plain, mutated) = said(&both);
                assert_eq!(
                    plain, mutated,
                    "Behave {}, {how:?}: {expression}",
                    bed.version
                );
            }
        }
        assert_eq!(pair.warm.demoted(), None);
    });
}

#[test]
fn what_a_run_does_ends_as_in_a_new_process_and_reaches_no_other_run() {
    for_both(&project(), |bed| {
        let mut pair = bed.pair();
        for (name, _, outcome) in DEEDS {
            let started = Instant::now();
            let both = pair.plain(name);
            assert_eq!(
                both.outcome(),
                *outcome,
                "Behave {}: {name}: {both:#?}",
                bed.version
            );
            assert!(
                started.elapsed() < Duration::from_secs(30),
                "{name} took {:?}",
                started.elapsed()
            );
            let after = pair.run_warm("clean", &Overlay::default(), 1);
            assert_eq!(after.outcome, RunOutcome::Pass, "after {name}: {after:#?}");
        }
        assert_eq!(pair.warm.demoted(), None);
        assert_eq!(
            pair.run_warm("nothing", &Overlay::default(), 1).execution,
            Execution::Warm
        );
    });
}

#[test]
fn every_process_of_the_namespace_may_be_killed_by_a_run() {
    let text = format!(
        "{}\n  Scenario: kills all\n    When this is done\n      \"\"\"\n      try:\n          os.kill(-1, 9)\n      except ProcessLookupError:\n          pass\n      \"\"\"\n",
        project()
    );
    for_both(&text, |bed| {
        // Elsewhere it would mean every process of this machine.
        if bed.project.isolation == Isolation::Namespaces {
            let mut pair = bed.pair();
            pair.plain("kills all").ends_in(RunOutcome::Pass);
            pair.plain("clean").ends_in(RunOutcome::Pass);
        }
    });
}

#[test]
fn runs_that_share_a_view_do_not_see_what_others_wrote() {
    for_all(&project(), |bed| {
        if bed.project.isolation != Isolation::None {
            return;
        }
        let mut pair = bed.pair();
        for name in [
            "writes everywhere",
            "rewrites a file",
            "removes a file",
            "counts",
            "leaves a daemon",
        ] {
            pair.plain(name).ends_in(RunOutcome::Pass);
            pair.plain("clean").ends_in(RunOutcome::Pass);
        }
        assert_eq!(pair.warm.demoted(), None);
    });
}

#[test]
fn a_hanging_run_takes_its_children_with_it_even_those_of_another_session() {
    for_all(&project(), |bed| {
        if !bed.is_new() {
            return;
        }
        let mut pair = bed.pair();
        let limits = RunLimits {
            wall: Duration::from_secs(3),
            cpu: Duration::from_secs(3),
        };
        let both = pair.run_batch("hangs beside its children", &Overlay::default(), 1, limits);
        both.ends_in(RunOutcome::Timeout);
        assert!(both.warm.left_behind >= 3, "{both:#?}");
        pair.plain("clean").ends_in(RunOutcome::Pass);
    });
}

#[test]
fn a_cancelled_run_ends_soon_without_a_verdict_and_the_next_one_is_right() {
    for_both(&project(), |bed| {
        if !bed.is_new() {
            return;
        }
        let scenario = bed.scenario("hangs beside its children");
        let overlay = Overlay::default();
        let job = Job {
            scenario: &scenario,
            overlay: &overlay,
            limits: LIMITS,
            observe: false,
            strip: false,
            batch: 1,
        };
        let mut pair = bed.pair();
        for session in [&mut pair.cold, &mut pair.warm] {
            let cancel = CancelToken::default();
            let started = Instant::now();
            let report = std::thread::scope(|scope| {
                scope.spawn(|| {
                    std::thread::sleep(Duration::from_secs(2));
                    cancel.cancel();
                });
                session.run(&job, &cancel)
            });
            assert_eq!(report.outcome, RunOutcome::Infrastructure, "{report:#?}");
            assert!(started.elapsed() < Duration::from_secs(20), "{report:#?}");
        }
        pair.plain("clean").ends_in(RunOutcome::Pass);
        assert_eq!(pair.warm.demoted(), None);
    });
}

#[test]
fn what_a_run_left_behind_is_ended_and_counted() {
    for_both(&project(), |bed| {
        let mut pair = bed.pair();
        let both = pair.plain("leaves a daemon");
        assert_eq!(both.outcome(), RunOutcome::Pass);
        assert!(both.warm.left_behind >= 3, "{both:#?}");
        let (cold, warm) = said(&pair.plain("tell processes('left-by-a-run')"));
        assert_eq!((cold.as_str(), warm.as_str()), ("0", "0"));
    });
}
