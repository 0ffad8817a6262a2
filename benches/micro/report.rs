//! A report of a result set of the paper's size: reading it, adding it up, and 10,000 bootstrap draws. `quarter` has a
//! quarter of the instances: time is to grow no faster than their number.
#![allow(clippy::unwrap_used, reason = "a bench that fails is to fail loudly")]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use mutscore::measures::{SummaryOptions, summarise};
use mutscore::results::read;
use mutscore_benches::results;

fn report(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("report");
    group.sample_size(10);
    for (name, instances) in [
        ("quarter", results::INSTANCES / 4),
        ("whole", results::INSTANCES),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.jsonl");
        std::fs::write(&path, results::text(&results::set(instances))).unwrap();
        let paths = [path];
        group.bench_function(format!("read/{name}"), |bencher| {
            bencher.iter(|| black_box(read(&paths, false).unwrap()));
        });
        let set = read(&paths, false).unwrap();
        group.bench_function(format!("summarise/{name}"), |bencher| {
            bencher.iter(|| black_box(summarise(&set, &SummaryOptions::default())));
        });
    }
    group.finish();
}

criterion_group!(benches, report);
criterion_main!(benches);
