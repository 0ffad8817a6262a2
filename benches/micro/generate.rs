//! What generating mutants costs in units of parsing, on files of ordinary size and on one that is far too big.
//!
//! Beside criterion's own times, the ratio is printed: both sides timed in turn on one thread, the fastest round of
//! each. It is the number that compares across machines.
#![allow(
    clippy::print_stderr,
    missing_docs,
    reason = "a bench speaks to its user, and criterion's macros make undocumented items"
)]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use mutscore_benches::corpus::{bundled, in_turn, many, one, test_sources};
use mutscore_operators::{
    Language, Options, Source, generate, generate_file, language, languages, parse_only,
};

/// Rounds of the ratio; the fastest counts.
const ROUNDS: u32 = 5;

fn python(criterion: &mut Criterion) {
    let python = language("python").expect("Python is a language of this build");
    let sources = bundled().expect("the bundled project lies in corpora/");
    let whole = one(&sources, 5).expect("a valid path");
    size(criterion, python, "ordinary", &many(&sources, 5));
    size(criterion, python, "huge", &[whole]);
}

/// Every language, on the operators' own test sources.
fn each_language(criterion: &mut Criterion) {
    for language in languages() {
        let sources = test_sources(*language).expect("the operators have test sources");
        assert!(!sources.is_empty(), "{} has no test source", language.id());
        size(criterion, *language, "sources", &many(&sources, 20));
    }
}

fn size(criterion: &mut Criterion, language: &dyn Language, name: &str, files: &[Source]) {
    let options = Options::default();
    let bytes: usize = files.iter().map(|file| file.bytes.len()).sum();
    let parse = || {
        files
            .iter()
            .for_each(|file| assert!(black_box(parse_only(language, &file.bytes))));
    };
    let make = || {
        for file in files {
            black_box(generate_file(language, file, &options));
        }
    };
    let (parsing, making) = in_turn(ROUNDS, parse, make);
    eprintln!(
        "{}/{name}: {bytes} bytes, parse {parsing:?}, generate {making:?}, ratio {:.2}",
        language.id(),
        making.as_secs_f64() / parsing.as_secs_f64()
    );
    let mut group = criterion.benchmark_group(format!("{}/{name}", language.id()));
    group.throughput(Throughput::Bytes(bytes as u64));
    group.sample_size(10);
    group.bench_function("parse-only", |bencher| bencher.iter(parse));
    group.bench_function("generate", |bencher| bencher.iter(make));
    group.bench_function("generate, all cores", |bencher| {
        bencher.iter(|| black_box(generate(language, files, &options)));
    });
    group.finish();
}

criterion_group!(benches, python, each_language);
criterion_main!(benches);
