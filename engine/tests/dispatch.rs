//! From requests to reports: the same answers whatever runs, in whatever order, on however many workers.
#![allow(clippy::unwrap_used, reason = "a test says what failed by panicking")]

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use mutscore::cache::{Key, MemoryCache, ResultCache};
use mutscore::dispatch::{
    Finished, Interrupted, Interrupts, Progress, Request, Silent, Snapshot, run_all,
    run_interruptible, sample,
};
use mutscore::exec::{FakeExecutor, LocalPool, Scripted};
use mutscore_model::digest::Digest;
use mutscore_model::instance::ScenarioRef;
use mutscore_model::outcome::{Detail, Execution, RunOutcome, RunReport};
use mutscore_model::overlay::{Overlay, Replacement};
use mutscore_model::path::RelPath;
use mutscore_model::span::ByteSpan;
use mutscore_runners::runner::{CancelToken, Job, RunLimits, RunnerError, Session};

const LIMITS: RunLimits = RunLimits {
    wall: Duration::from_secs(5),
    cpu: Duration::from_secs(5),
};

fn workers(count: usize) -> NonZeroUsize {
    NonZeroUsize::new(count).unwrap()
}

fn overlay(file: &str, mutant: u32) -> Arc<Overlay> {
    let span = ByteSpan::new(mutant, mutant + 1);
    let bytes: Arc<[u8]> = format!("{file} {mutant}").into_bytes().into();
    let path = RelPath::new(file).unwrap();
    Arc::new(Overlay {
        woven: None,
        files: vec![Replacement {
            path,
            bytes,
            edited: span,
            original: span,
        }],
    })
}

fn request(overlay: &Arc<Overlay>, line: u32) -> Request {
    let feature = RelPath::new("features/a.feature").unwrap();
    let scenario = ScenarioRef {
        feature,
        line,
        rows: Vec::new(),
        test: None,
    };
    let name = format!("{} {line}", overlay.digest());
    Request {
        key: Some(Key::from_digest(Digest::of(name.as_bytes()))),
        scenario,
        overlay: Arc::clone(overlay),
        limits: LIMITS,
        observe: false,
        strip: false,
    }
}

/// `files` × `mutants` × `scenarios` requests, the scenarios outermost, so that units have to be gathered.
fn requests(files: u32, mutants: u32, scenarios: u32) -> Vec<Request> {
    let overlays: Vec<_> = (0..files)
        .flat_map(|file| {
            (0..mutants).map(move |mutant| overlay(&format!("src/f{file}.py"), mutant))
        })
        .collect();
    (1..=scenarios)
        .flat_map(|line| overlays.iter().map(move |overlay| request(overlay, line)))
        .collect()
}

fn report(outcome: RunOutcome) -> RunReport {
    RunReport {
        outcome,
        detail: None,
        step_begun: true,
        note: None,
        ..RunReport::infrastructure(Detail::NoReport, Execution::Loaded, "")
    }
}

/// A report that depends on the mutant and the scenario only.
fn expected(overlay: &Overlay, scenario: &ScenarioRef) -> RunReport {
    let kinds = [
        RunOutcome::Pass,
        RunOutcome::AssertionFailure,
        RunOutcome::ExecutionFailure,
    ];
    let edit = overlay.files.first().map_or(0, |file| file.edited.start);
    let mut report = report(kinds[(edit + scenario.line) as usize % kinds.len()]);
    report.wall_us = u64::from(edit) * 1000 + u64::from(scenario.line);
    report
}

fn scripted(report: RunReport) -> Scripted {
    Scripted::Report(Box::new(report), Duration::ZERO)
}

fn honest(capacity: usize) -> FakeExecutor {
    FakeExecutor::new(workers(capacity), |unit, position| {
        scripted(expected(&unit.overlay, &unit.items[position].scenario))
    })
    .unwrap()
}

fn run(requests: &[Request], executor: &FakeExecutor, cache: &dyn ResultCache) -> Vec<Finished> {
    run_all(
        requests.to_vec(),
        executor,
        cache,
        &Silent,
        &CancelToken::default(),
    )
    .unwrap()
}

#[test]
fn every_request_gets_its_own_report_for_any_number_of_workers() {
    let requests = requests(3, 7, 5);
    for capacity in [1, 2, 3, 8, 64] {
        let finished = run(&requests, &honest(capacity), &MemoryCache::default());
        assert_eq!(finished.len(), requests.len());
        for (request, finished) in requests.iter().zip(&finished) {
            assert_eq!(
                finished.report,
                expected(&request.overlay, &request.scenario)
            );
            assert!(!finished.cached);
        }
    }
}

#[test]
fn a_second_call_is_answered_from_the_cache_without_a_run() {
    let requests = requests(2, 3, 4);
    let cache = MemoryCache::default();
    let first = run(&requests, &honest(2), &cache);
    let never = FakeExecutor::new(workers(2), |_, _| panic!("nothing is left to run")).unwrap();
    let second = run(&requests, &never, &cache);
    assert!(second.iter().all(|finished| finished.cached));
    assert!(first.iter().zip(&second).all(|(a, b)| a.report == b.report));
}

#[test]
fn a_request_without_a_key_is_run_again_and_never_kept() {
    let mut requests = requests(1, 1, 1);
    requests[0].key = None;
    let cache = MemoryCache::default();
    assert!(!run(&requests, &honest(1), &cache)[0].cached);
    assert!(!run(&requests, &honest(1), &cache)[0].cached);
    assert!(cache.is_empty());
}

#[test]
fn requests_with_equal_keys_share_one_run() {
    let one = request(&overlay("a.py", 1), 1);
    let runs = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&runs);
    let executor = FakeExecutor::new(workers(2), move |_, _| {
        counted.fetch_add(1, Ordering::SeqCst);
        scripted(report(RunOutcome::Timeout))
    })
    .unwrap();
    let mut busy = report(RunOutcome::Timeout);
    busy.cpu_us = 5_000_000;
    let finished = run(
        &[one.clone(), one.clone(), one],
        &executor,
        &MemoryCache::default(),
    );
    assert_eq!(finished.len(), 3);
    assert!(
        finished
            .iter()
            .all(|finished| finished.report.outcome == RunOutcome::Timeout)
    );
    // One run, and its repetition alone because no CPU time had been used.
    assert_eq!(runs.load(Ordering::SeqCst), 2);
}

#[test]
fn timeouts_and_trouble_of_ours_are_reported_but_not_kept() {
    for outcome in [RunOutcome::Timeout, RunOutcome::Infrastructure] {
        let executor =
            FakeExecutor::new(workers(2), move |_, _| scripted(report(outcome))).unwrap();
        let cache = MemoryCache::default();
        let finished = run(&requests(1, 2, 2), &executor, &cache);
        assert!(
            finished
                .iter()
                .all(|finished| finished.report.outcome == outcome)
        );
        assert!(cache.is_empty(), "{outcome:?}");
    }
}

#[test]
fn trouble_of_ours_is_tried_once_more() {
    let tries = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&tries);
    let executor = FakeExecutor::new(workers(2), move |_, _| {
        let first = counted.fetch_add(1, Ordering::SeqCst) == 0;
        scripted(report(if first {
            RunOutcome::Infrastructure
        } else {
            RunOutcome::Pass
        }))
    })
    .unwrap();
    let finished = run(&requests(1, 1, 1), &executor, &MemoryCache::default());
    assert_eq!(finished[0].report.outcome, RunOutcome::Pass);
    assert_eq!(tries.load(Ordering::SeqCst), 2);
}

#[test]
fn a_lost_worker_costs_no_result_and_a_worker_lost_twice_is_trouble_of_ours() {
    let requests = requests(1, 4, 3);
    let losses = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&losses);
    let once = FakeExecutor::new(workers(2), move |unit, position| {
        let edit = unit.overlay.files[0].edited.start;
        if edit == 2 && position == 1 && counted.fetch_add(1, Ordering::SeqCst) == 0 {
            return Scripted::Lose;
        }
        scripted(expected(&unit.overlay, &unit.items[position].scenario))
    })
    .unwrap();
    for (request, finished) in requests
        .iter()
        .zip(run(&requests, &once, &MemoryCache::default()))
    {
        assert_eq!(
            finished.report,
            expected(&request.overlay, &request.scenario)
        );
    }
    assert_eq!(
        losses.load(Ordering::SeqCst),
        2,
        "lost once, then made again"
    );

    let always = FakeExecutor::new(workers(2), |_, _| Scripted::Lose).unwrap();
    for finished in run(&requests, &always, &MemoryCache::default()) {
        assert_eq!(finished.report.outcome, RunOutcome::Infrastructure);
        assert!(finished.report.note.unwrap().contains("lost on purpose"));
    }
}

#[test]
fn an_interrupt_leaves_what_was_done_in_the_cache_and_the_next_call_takes_it_up() {
    struct StopAfter(usize, CancelToken);
    impl Progress for StopAfter {
        fn finished(&self, _index: usize, _finished: &Finished) {
            if self.0 == 0 {
                self.1.cancel();
            }
        }
    }
    let requests = requests(4, 10, 5);
    let cache = MemoryCache::default();
    let slow = FakeExecutor::new(workers(2), |unit, position| {
        let report = expected(&unit.overlay, &unit.items[position].scenario);
        Scripted::Report(Box::new(report), Duration::from_millis(2))
    })
    .unwrap();
    let cancel = CancelToken::default();
    let stop = StopAfter(0, cancel.clone());
    let stopped: Interrupted =
        run_all(requests.clone(), &slow, &cache, &stop, &cancel).unwrap_err();
    assert!(
        stopped.done > 0 && stopped.done < requests.len(),
        "{stopped:?}"
    );
    assert_eq!(cache.len(), stopped.done);

    let finished = run(&requests, &honest(2), &cache);
    assert_eq!(
        finished.iter().filter(|finished| finished.cached).count(),
        stopped.done
    );
    for (request, finished) in requests.iter().zip(finished) {
        assert_eq!(
            finished.report,
            expected(&request.overlay, &request.scenario)
        );
    }
}

/// A session that follows a script: it may hang until it is cancelled, or panic.
struct ScriptedSession(u32);

impl Session for ScriptedSession {
    fn run(&mut self, job: &Job<'_>, cancel: &CancelToken) -> RunReport {
        match job.scenario.line {
            13 => panic!("slot {} met line 13", self.0),
            99 => {
                while !cancel.is_cancelled() {
                    std::thread::sleep(Duration::from_millis(1));
                }
                RunReport::infrastructure(Detail::NoReport, Execution::Cold, "cancelled")
            }
            _ => {
                let mut report = expected(job.overlay, job.scenario);
                report.peak_memory = u64::from(job.batch);
                report
            }
        }
    }
}

#[test]
fn a_panic_in_a_session_is_trouble_of_ours_and_the_next_run_has_a_new_session() {
    let sessions = Arc::new(AtomicUsize::new(0));
    let made = Arc::clone(&sessions);
    let pool = LocalPool::new(workers(1), move |slot| {
        made.fetch_add(1, Ordering::SeqCst);
        Box::new(ScriptedSession(slot))
    })
    .unwrap();
    let mutant = overlay("a.py", 1);
    let requests = vec![
        request(&mutant, 1),
        request(&mutant, 13),
        request(&mutant, 2),
    ];
    let cancel = CancelToken::default();
    let finished = run_all(requests, &pool, &MemoryCache::default(), &Silent, &cancel).unwrap();
    let outcomes: Vec<_> = finished
        .iter()
        .map(|finished| finished.report.outcome)
        .collect();
    assert_eq!(outcomes[1], RunOutcome::Infrastructure);
    assert!(
        finished[1]
            .report
            .note
            .as_ref()
            .unwrap()
            .contains("slot 0 met line 13")
    );
    assert_ne!(outcomes[0], RunOutcome::Infrastructure);
    assert_ne!(outcomes[2], RunOutcome::Infrastructure);
    // The first one, and one after the first panic; nothing is run after the second try's panic.
    assert_eq!(sessions.load(Ordering::SeqCst), 2);
    // All three were announced as a batch, the last one as the last.
    assert_eq!(
        (
            finished[0].report.peak_memory,
            finished[2].report.peak_memory
        ),
        (3, 1)
    );
}

#[test]
fn a_session_that_cannot_be_made_is_trouble_of_ours_and_is_not_tried_for_ever() {
    let tries = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&tries);
    let pool = LocalPool::with_fallible(workers(1), move |_| {
        counted.fetch_add(1, Ordering::SeqCst);
        Err(RunnerError::Sandbox("no namespaces here".to_owned()))
    })
    .unwrap();
    let requests = requests(1, 5, 5);
    let cancel = CancelToken::default();
    for finished in run_all(requests, &pool, &MemoryCache::default(), &Silent, &cancel).unwrap() {
        assert_eq!(finished.report.outcome, RunOutcome::Infrastructure);
        assert!(finished.report.note.unwrap().contains("no namespaces here"));
    }
    assert_eq!(tries.load(Ordering::SeqCst), 3);
}

#[test]
fn a_second_interrupt_ends_runs_that_would_hang() {
    let pool = LocalPool::new(workers(2), |slot| Box::new(ScriptedSession(slot))).unwrap();
    let requests = vec![
        request(&overlay("a.py", 1), 99),
        request(&overlay("a.py", 2), 99),
    ];
    let interrupts = Interrupts::default();
    let started = Instant::now();
    let waker = interrupts.clone();
    let user = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        waker.first.cancel();
        waker.second.cancel();
    });
    let cache = MemoryCache::default();
    let stopped = run_interruptible(requests, &pool, &cache, &Silent, &interrupts).unwrap_err();
    user.join().unwrap();
    assert_eq!(stopped, Interrupted { done: 0, total: 2 });
    assert!(
        started.elapsed() < Duration::from_secs(2),
        "{:?}",
        started.elapsed()
    );
    assert!(cache.is_empty());
}

#[test]
fn progress_ends_with_everything_done_and_counts_what_came_from_the_cache() {
    #[derive(Default)]
    struct Last(Mutex<Option<Snapshot>>);
    impl Progress for Last {
        fn update(&self, snapshot: &Snapshot) {
            *self.0.lock().unwrap() = Some(snapshot.clone());
        }
    }
    let mut all = requests(1, 3, 4);
    let cache = MemoryCache::default();
    run(&all[..5], &honest(2), &cache);
    all.push(all[11].clone());
    let last = Last::default();
    run_all(all, &honest(2), &cache, &last, &CancelToken::default()).unwrap();
    let last = last.0.into_inner().unwrap().unwrap();
    assert_eq!((last.total, last.done, last.cached), (13, 13, 6));
    assert_eq!(last.remaining().unwrap_or_default(), Duration::ZERO);
}

#[test]
fn a_sample_is_the_same_for_the_same_seed_and_has_the_asked_size() {
    let requests = requests(2, 10, 10);
    let chosen = sample(&requests, 0.05, 7);
    assert_eq!(chosen.len(), 10);
    assert_eq!(chosen, sample(&requests, 0.05, 7));
    assert_ne!(chosen, sample(&requests, 0.05, 8));
    assert!(chosen.windows(2).all(|pair| pair[0] < pair[1]) && chosen[9] < 200);
    assert_eq!(sample(&requests, 0.0, 7), Vec::<usize>::new());
    assert_eq!(sample(&requests, 0.000_1, 7).len(), 1);
    assert_eq!(sample(&requests, 1.0, 7), (0..200).collect::<Vec<_>>());
}

#[test]
fn every_request_is_sampled_about_equally_often() {
    let requests = requests(1, 1, 20);
    let mut times = [0_u32; 20];
    for seed in 0..2000 {
        for place in sample(&requests, 0.25, seed) {
            times[place] += 1;
        }
    }
    // Expected 500 each, standard deviation 19.
    assert!(
        times.iter().all(|count| (400..=600).contains(count)),
        "{times:?}"
    );
}
