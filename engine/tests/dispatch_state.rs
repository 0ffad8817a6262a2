//! The dispatcher's rules, without threads and without a clock.
#![allow(clippy::unwrap_used, reason = "a test says what failed by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use mutscore::dispatch::{Action, Ending, Input, State};
use mutscore::plan::{WorkItem, WorkUnit};
use mutscore_model::instance::ScenarioRef;
use mutscore_model::outcome::{Detail, Execution, RunOutcome, RunReport};
use mutscore_model::overlay::Overlay;
use mutscore_model::path::RelPath;
use mutscore_runners::runner::RunLimits;
use proptest::prelude::*;

const CPU: Duration = Duration::from_secs(4);

fn units(sizes: &[usize]) -> Vec<WorkUnit> {
    let mut index = 0;
    let mut item = || {
        let feature = RelPath::new("a.feature").unwrap();
        let scenario = ScenarioRef {
            feature,
            line: 1,
            rows: Vec::new(),
            test: None,
        };
        let limits = RunLimits {
            wall: Duration::from_secs(5),
            cpu: CPU,
        };
        index += 1;
        WorkItem {
            index: index - 1,
            scenario,
            limits,
        }
    };
    let unit = |(id, size): (usize, &usize)| WorkUnit {
        id,
        overlay: Arc::new(Overlay::default()),
        observe: false,
        strip: false,
        items: (0..*size).map(|_| item()).collect(),
    };
    sizes.iter().enumerate().map(unit).collect()
}

fn state(sizes: &[usize], capacity: usize) -> State {
    State::new(units(sizes), NonZeroUsize::new(capacity).unwrap(), 0)
}

fn report(outcome: RunOutcome, cpu: Duration) -> Box<RunReport> {
    Box::new(RunReport {
        outcome,
        cpu_us: cpu.as_micros() as u64,
        ..RunReport::infrastructure(Detail::NoReport, Execution::Cold, "")
    })
}

fn pass() -> Box<RunReport> {
    report(RunOutcome::Pass, Duration::ZERO)
}

fn trouble() -> Box<RunReport> {
    report(RunOutcome::Infrastructure, Duration::ZERO)
}

fn seconds(count: u64) -> Duration {
    Duration::from_secs(count)
}

/// Actions in words, so that a test reads like a log.
fn words(actions: &[Action]) -> Vec<String> {
    let word = |action: &Action| match action {
        Action::Submit(unit) => {
            let items: Vec<_> = unit
                .items
                .iter()
                .map(|item| item.index.to_string())
                .collect();
            format!("submit {}: {}", unit.id, items.join(" "))
        }
        Action::Keep { index, report } => format!("keep {index} {:?}", report.outcome),
        Action::StopAfterRun => "stop after run".to_owned(),
        Action::StopNow => "stop now".to_owned(),
        Action::End(ending) => format!("end {ending:?}"),
    };
    actions.iter().map(word).collect()
}

/// Feeds one input at a fixed time.
fn step(state: &mut State, input: Input) -> Vec<String> {
    words(&state.step(seconds(1), input))
}

fn finished(unit: usize, position: usize, report: Box<RunReport>) -> Input {
    Input::Finished {
        unit,
        position,
        report,
    }
}

#[test]
fn units_go_out_in_order_one_for_each_worker_and_the_next_when_one_ends() {
    let mut state = state(&[2, 1, 1], 2);
    assert_eq!(
        step(&mut state, Input::Start),
        ["submit 0: 0 1", "submit 1: 2"]
    );
    assert_eq!(step(&mut state, finished(0, 0, pass())), ["keep 0 Pass"]);
    assert_eq!(step(&mut state, finished(1, 0, pass())), ["keep 2 Pass"]);
    assert_eq!(step(&mut state, Input::Done { unit: 1 }), ["submit 2: 3"]);
    assert_eq!(step(&mut state, finished(2, 0, pass())), ["keep 3 Pass"]);
    assert_eq!(step(&mut state, finished(0, 1, pass())), ["keep 1 Pass"]);
    assert_eq!(
        step(&mut state, Input::Done { unit: 0 }),
        Vec::<String>::new()
    );
    assert_eq!(step(&mut state, Input::Done { unit: 2 }), ["end Complete"]);
    assert_eq!(step(&mut state, Input::Tick), Vec::<String>::new());
}

#[test]
fn a_report_that_comes_twice_or_for_a_unit_that_has_ended_is_ignored() {
    let mut state = state(&[2], 1);
    step(&mut state, Input::Start);
    step(&mut state, finished(0, 0, pass()));
    assert_eq!(
        step(&mut state, finished(0, 0, trouble())),
        Vec::<String>::new()
    );
    assert_eq!(
        step(&mut state, finished(7, 0, pass())),
        Vec::<String>::new()
    );
    step(&mut state, finished(0, 1, pass()));
    assert_eq!(step(&mut state, Input::Done { unit: 0 }), ["end Complete"]);
}

#[test]
fn trouble_is_tried_once_more_and_then_reported() {
    let mut state = state(&[2], 1);
    step(&mut state, Input::Start);
    assert_eq!(
        step(&mut state, finished(0, 0, trouble())),
        Vec::<String>::new()
    );
    assert_eq!(step(&mut state, finished(0, 1, pass())), ["keep 1 Pass"]);
    assert_eq!(step(&mut state, Input::Done { unit: 0 }), ["submit 1: 0"]);
    assert_eq!(
        step(&mut state, finished(1, 0, trouble())),
        ["keep 0 Infrastructure"]
    );
    assert_eq!(step(&mut state, Input::Done { unit: 1 }), ["end Complete"]);
    assert_eq!(
        (state.snapshot().retried, state.snapshot().infrastructure),
        (1, 1)
    );
}

#[test]
fn the_rest_of_a_lost_worker_s_unit_is_queued_once_more_as_one_unit() {
    let mut state = state(&[4], 1);
    step(&mut state, Input::Start);
    step(&mut state, finished(0, 0, pass()));
    let lost = |unit| Input::Lost {
        unit,
        why: "gone".to_owned(),
    };
    assert_eq!(step(&mut state, lost(0)), ["submit 1: 1 2 3"]);
    assert_eq!(step(&mut state, finished(1, 0, pass())), ["keep 1 Pass"]);
    let given_up = [
        "keep 2 Infrastructure",
        "keep 3 Infrastructure",
        "end Complete",
    ];
    assert_eq!(step(&mut state, lost(1)), given_up);
}

#[test]
fn a_unit_that_ends_without_all_its_reports_is_treated_like_a_lost_one() {
    let mut state = state(&[2], 1);
    step(&mut state, Input::Start);
    step(&mut state, finished(0, 1, pass()));
    assert_eq!(step(&mut state, Input::Done { unit: 0 }), ["submit 1: 0"]);
}

#[test]
fn a_timeout_with_cpu_time_to_spare_is_repeated_alone_at_the_end() {
    let starved = || report(RunOutcome::Timeout, CPU / 2);
    let mut state = state(&[1, 1, 1], 2);
    step(&mut state, Input::Start);
    step(&mut state, finished(0, 0, starved()));
    step(&mut state, finished(1, 0, starved()));
    assert_eq!(step(&mut state, Input::Done { unit: 0 }), ["submit 2: 2"]);
    assert_eq!(
        step(&mut state, Input::Done { unit: 1 }),
        Vec::<String>::new(),
        "unit 2 still runs"
    );
    step(&mut state, finished(2, 0, pass()));
    assert_eq!(
        step(&mut state, Input::Done { unit: 2 }),
        ["submit 3: 0"],
        "one, with two workers free"
    );
    assert_eq!(step(&mut state, finished(3, 0, pass())), ["keep 0 Pass"]);
    assert_eq!(step(&mut state, Input::Done { unit: 3 }), ["submit 4: 1"]);
    assert_eq!(
        step(&mut state, finished(4, 0, starved())),
        ["keep 1 Timeout"]
    );
    assert_eq!(step(&mut state, Input::Done { unit: 4 }), ["end Complete"]);
}

#[test]
fn a_timeout_after_trouble_is_still_confirmed_and_one_that_cannot_be_confirmed_is_no_result() {
    let starved = || report(RunOutcome::Timeout, Duration::ZERO);
    let mut patient = state(&[1], 2);
    step(&mut patient, Input::Start);
    assert_eq!(
        step(&mut patient, finished(0, 0, trouble())),
        ["submit 1: 0"]
    );
    step(&mut patient, Input::Done { unit: 0 });
    assert_eq!(
        step(&mut patient, finished(1, 0, starved())),
        Vec::<String>::new()
    );
    assert_eq!(step(&mut patient, Input::Done { unit: 1 }), ["submit 2: 0"]);
    assert_eq!(
        step(&mut patient, finished(2, 0, starved())),
        ["keep 0 Timeout"]
    );

    let mut stopped = state(&[1], 2);
    step(&mut stopped, Input::Start);
    step(&mut stopped, Input::Interrupt);
    assert_eq!(
        step(&mut stopped, finished(0, 0, starved())),
        Vec::<String>::new()
    );
    assert_eq!(
        step(&mut stopped, Input::Done { unit: 0 }),
        ["end Interrupted"]
    );
}

#[test]
fn a_busy_loop_that_used_its_cpu_time_is_not_repeated_nor_is_a_timeout_of_a_lone_worker() {
    let mut two = state(&[1], 2);
    step(&mut two, Input::Start);
    let busy = report(RunOutcome::Timeout, CPU);
    assert_eq!(step(&mut two, finished(0, 0, busy)), ["keep 0 Timeout"]);
    let mut one = state(&[1], 1);
    step(&mut one, Input::Start);
    let idle = report(RunOutcome::Timeout, Duration::ZERO);
    assert_eq!(step(&mut one, finished(0, 0, idle)), ["keep 0 Timeout"]);
}

#[test]
fn the_first_interrupt_keeps_runs_that_end_well_and_drops_those_that_were_ended() {
    let mut state = state(&[2, 2, 2], 2);
    step(&mut state, Input::Start);
    assert_eq!(step(&mut state, Input::Interrupt), ["stop after run"]);
    assert_eq!(step(&mut state, finished(0, 0, pass())), ["keep 0 Pass"]);
    assert_eq!(
        step(&mut state, finished(1, 0, trouble())),
        Vec::<String>::new()
    );
    assert_eq!(
        step(&mut state, Input::Done { unit: 0 }),
        Vec::<String>::new(),
        "nothing new"
    );
    assert_eq!(
        step(&mut state, Input::Done { unit: 1 }),
        ["end Interrupted"]
    );
    assert_eq!(state.snapshot().done, 1);
}

#[test]
fn the_second_interrupt_or_a_grace_that_ran_out_ends_runs_at_once() {
    let mut impatient = state(&[1], 1);
    step(&mut impatient, Input::Start);
    step(&mut impatient, Input::Interrupt);
    assert_eq!(step(&mut impatient, Input::Interrupt), ["stop now"]);
    assert_eq!(step(&mut impatient, Input::Interrupt), Vec::<String>::new());

    let mut patient = state(&[1], 1);
    patient.step(seconds(10), Input::Start);
    patient.step(seconds(10), Input::Interrupt);
    assert_eq!(
        words(&patient.step(seconds(12), Input::Tick)),
        Vec::<String>::new()
    );
    assert_eq!(words(&patient.step(seconds(13), Input::Tick)), ["stop now"]);
    assert_eq!(
        words(&patient.step(seconds(22), Input::Tick)),
        Vec::<String>::new()
    );
    let abandoned = patient.step(seconds(23), Input::Tick);
    assert_eq!(
        words(&abandoned),
        ["end Interrupted"],
        "a worker that never lets go"
    );
}

#[test]
fn an_interrupt_after_the_last_run_changes_nothing() {
    let mut state = state(&[1], 1);
    step(&mut state, Input::Start);
    step(&mut state, finished(0, 0, pass()));
    step(&mut state, Input::Interrupt);
    assert_eq!(step(&mut state, Input::Done { unit: 0 }), ["end Complete"]);
}

#[test]
fn the_rate_is_that_of_the_last_seconds_and_gives_the_time_that_is_left() {
    let mut state = State::new(units(&[100]), NonZeroUsize::MIN, 50);
    state.step(seconds(0), Input::Start);
    state.step(seconds(10), Input::Tick);
    assert_eq!(
        state.snapshot().rate,
        None,
        "50 from the cache are no speed"
    );
    for position in 0..40 {
        state.step(seconds(10), finished(0, position, pass()));
    }
    state.step(seconds(20), Input::Tick);
    let snapshot = state.snapshot();
    assert_eq!(
        (snapshot.total, snapshot.done, snapshot.cached),
        (150, 90, 50)
    );
    assert_eq!(snapshot.rate, Some(2.0));
    assert_eq!(snapshot.remaining(), Some(seconds(30)));
    for position in 40..60 {
        state.step(seconds(40), finished(0, position, pass()));
    }
    state.step(seconds(40), Input::Tick);
    // The window now starts at second 20: 20 runs in 20 seconds.
    assert_eq!(state.snapshot().rate, Some(1.0));
}

/// One turn of the world in the property below: which running unit moves, and what happens to it.
#[derive(Debug, Clone, Copy)]
enum Luck {
    Pass,
    Trouble,
    Starved,
    Busy,
    Lose,
}

fn any_luck() -> impl Strategy<Value = Luck> {
    prop_oneof![
        6 => Just(Luck::Pass),
        2 => Just(Luck::Trouble),
        1 => Just(Luck::Starved),
        1 => Just(Luck::Busy),
        1 => Just(Luck::Lose),
    ]
}

proptest! {
    #[test]
    fn whatever_happens_in_whatever_order_each_request_is_answered_once(
        sizes in prop::collection::vec(1_usize..6, 1..8),
        capacity in 1_usize..5,
        world in prop::collection::vec((any::<usize>(), any_luck()), 100),
    ) {
        let mut state = state(&sizes, capacity);
        let mut running: BTreeMap<usize, (Arc<WorkUnit>, usize)> = BTreeMap::new();
        let mut kept = BTreeSet::new();
        let mut ending = None;
        let mut turns = world.into_iter().chain(std::iter::repeat((0, Luck::Pass)));
        let mut input = Input::Start;
        for now in 0.. {
            prop_assert!(now < 1000, "it does not end");
            for action in state.step(seconds(now), input) {
                prop_assert!(ending.is_none(), "nothing follows the end");
                match action {
                    Action::Submit(unit) => {
                        prop_assert!(running.insert(unit.id, (unit, 0)).is_none());
                    }
                    Action::Keep { index, .. } => prop_assert!(kept.insert(index), "{index} twice"),
                    Action::End(how) => ending = Some(how),
                    other => prop_assert!(false, "{other:?}"),
                }
            }
            prop_assert!(running.len() <= capacity);
            if ending.is_some() {
                break;
            }
            prop_assert!(!running.is_empty(), "nothing runs and it has not ended");
            let (choice, luck) = turns.next().unwrap();
            let unit = *running.keys().nth(choice % running.len()).unwrap();
            input = move_on(&mut running, unit, luck);
        }
        prop_assert_eq!(ending, Some(Ending::Complete));
        prop_assert_eq!(kept.len(), sizes.iter().sum::<usize>());
    }
}

fn move_on(
    running: &mut BTreeMap<usize, (Arc<WorkUnit>, usize)>,
    unit: usize,
    luck: Luck,
) -> Input {
    let (work, position) = running.get_mut(&unit).unwrap();
    if *position == work.items.len() {
        running.remove(&unit);
        return Input::Done { unit };
    }
    let report = match luck {
        Luck::Pass => pass(),
        Luck::Trouble => trouble(),
        Luck::Starved => report(RunOutcome::Timeout, Duration::ZERO),
        Luck::Busy => report(RunOutcome::Timeout, CPU),
        Luck::Lose => {
            running.remove(&unit);
            return Input::Lost {
                unit,
                why: "bad luck".to_owned(),
            };
        }
    };
    *position += 1;
    Input::Finished {
        unit,
        position: *position - 1,
        report,
    }
}
