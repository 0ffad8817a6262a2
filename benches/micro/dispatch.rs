//! What planning, dispatching and collecting cost for each run, with workers that do nothing.
//!
//! This is the engine's own share of a pair: everything between a request and its report but the run.
#![allow(missing_docs, reason = "criterion's macros make undocumented items")]

use std::num::NonZeroUsize;
use std::time::Duration;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use mutscore::cache::{MemoryCache, ResultCache};
use mutscore::dispatch::{Request, Silent, run_all};
use mutscore::exec::{Executor, FakeExecutor, Scripted};
use mutscore_benches::made::{pass, requests};
use mutscore_runners::runner::CancelToken;

const MUTANTS: u32 = 400;
const SCENARIOS: u32 = 25;

fn answer(requests: Vec<Request>, executor: &dyn Executor, cache: &dyn ResultCache) {
    let wanted = requests.len();
    let finished = run_all(requests, executor, cache, &Silent, &CancelToken::default());
    assert_eq!(finished.map(|all| all.len()), Ok(wanted));
}

fn dispatch(criterion: &mut Criterion) {
    let requests = requests(MUTANTS, SCENARIOS);
    let mut group = criterion.benchmark_group("dispatch");
    group.throughput(Throughput::Elements(requests.len() as u64));
    group.sample_size(10);
    for workers in [1, 2, 8] {
        let workers = NonZeroUsize::new(workers).unwrap_or(NonZeroUsize::MIN);
        let report = Box::new(pass());
        let at_once = move |_: &_, _| Scripted::Report(report.clone(), Duration::ZERO);
        let executor = FakeExecutor::new(workers, at_once).expect("threads");
        group.bench_function(format!("run all, workers {workers}"), |bencher| {
            bencher.iter_batched(
                || (requests.clone(), MemoryCache::default()),
                |(requests, cache)| answer(requests, &executor, &cache),
                BatchSize::LargeInput,
            );
        });
    }
    let full = MemoryCache::default();
    for request in &requests {
        request.key.iter().for_each(|key| full.put(key, &pass()));
    }
    let unused = FakeExecutor::new(NonZeroUsize::MIN, |_, _| Scripted::Lose).expect("threads");
    group.bench_function("answer all from the cache", |bencher| {
        bencher.iter_batched(
            || requests.clone(),
            |requests| answer(requests, &unused, &full),
            BatchSize::LargeInput,
        );
    });
    group.finish();
}

criterion_group!(benches, dispatch);
criterion_main!(benches);
