//! What one result costs to keep and to find again, stored and in memory.
//!
//! A re-scored submission is little else than as many look-ups as it has pairs.
#![allow(missing_docs, reason = "criterion's macros make undocumented items")]

use std::hint::black_box;
use std::sync::Arc;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use mutscore::cache::{MemoryCache, ResultCache, SqliteCache, Warning};
use mutscore_benches::made::{key, pass};

/// Results a measurement keeps or finds.
const RESULTS: u32 = 1_000;

fn open(folder: &tempfile::TempDir) -> SqliteCache {
    let refuse = Arc::new(|warning: Warning| panic!("{warning}"));
    SqliteCache::open(folder.path(), refuse).expect("a new folder takes a cache")
}

fn fill(cache: &dyn ResultCache) {
    let report = pass();
    (0..RESULTS).for_each(|number| cache.put(&key(number), &report));
    cache.flush();
}

fn find(cache: &dyn ResultCache, first: u32) -> usize {
    let keys = first..first + RESULTS;
    keys.filter(|number| black_box(cache.get(&key(*number))).is_some())
        .count()
}

fn cache(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let stored = open(&folder);
    fill(&stored);
    let memory = MemoryCache::default();
    fill(&memory);
    let mut group = criterion.benchmark_group("cache");
    group.throughput(Throughput::Elements(RESULTS.into()));
    group.sample_size(20);
    group.bench_function("stored/put and flush", |bencher| {
        let fresh = || {
            let folder = tempfile::tempdir().expect("a temporary folder");
            (open(&folder), folder)
        };
        let keep = |(cache, folder): (SqliteCache, tempfile::TempDir)| {
            fill(&cache);
            (cache, folder)
        };
        bencher.iter_batched(fresh, keep, BatchSize::PerIteration);
    });
    group.bench_function("stored/get what is there", |bencher| {
        bencher.iter(|| assert_eq!(find(&stored, 0), RESULTS as usize));
    });
    group.bench_function("stored/get what is not", |bencher| {
        bencher.iter(|| assert_eq!(find(&stored, RESULTS), 0));
    });
    group.bench_function("memory/get what is there", |bencher| {
        bencher.iter(|| assert_eq!(find(&memory, 0), RESULTS as usize));
    });
    group.finish();
}

criterion_group!(benches, cache);
criterion_main!(benches);
