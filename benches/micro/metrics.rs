//! From verdicts and executed lines to the numbers of a score.
#![allow(missing_docs, reason = "criterion's macros make undocumented items")]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use mutscore::metrics::{Kills, cov_jaccard, kill_complete};
use mutscore_benches::made::{executed, verdicts};

const PAIRS: u32 = 1_000;

fn metrics(criterion: &mut Criterion) {
    let verdicts = verdicts(PAIRS);
    let (generated, ground_truth) = (executed(100, 1, 60), executed(100, 30, 60));
    let mut group = criterion.benchmark_group("metrics");
    group.throughput(Throughput::Elements(PAIRS.into()));
    group.bench_function("kills, recall and kill-completeness", |bencher| {
        bencher.iter(|| {
            let kills = Kills::of(verdicts.iter().map(|(id, verdict)| (id, *verdict)));
            black_box((kills.recall(), kill_complete(true, &kills)))
        });
    });
    group.throughput(Throughput::Elements(generated.len() as u64));
    group.bench_function("Jaccard of executed lines", |bencher| {
        bencher.iter(|| black_box(cov_jaccard(&generated, &ground_truth)));
    });
    group.finish();
}

criterion_group!(benches, metrics);
criterion_main!(benches);
