//! Prints what generating mutants costs in units of parsing: `generation_ratio FOLDER [ROUNDS] [LANGUAGE]`.
//!
//! Both are timed on one thread, file by file and in turn, so that a slow spell of the machine hits both; of each file
//! the fastest round counts. Instead of a number of rounds: `--list` prints every mutant as a JSON line, `--list-all`
//! those of the extended set everywhere in a file; `--parse`, `--generate` and `--read` do one of the two once, or
//! neither, for tools that count instructions (`benches/instructions`); `--threads` compares two threads with one;
//! `--memory` prints how much is needed at most.
#![allow(clippy::print_stdout, reason = "an example speaks to its user")]

use std::hint::black_box;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use mutscore_model::path::RelPath;
use mutscore_operators::{
    Language, OperatorSet, Options, Reach, Source, generate, generate_file, language, operators,
    parse_only,
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments
        .next()
        .ok_or("usage: generation_ratio FOLDER [ROUNDS | --MODE] [LANGUAGE]")?;
    let mode = arguments.next().unwrap_or_else(|| "20".to_owned());
    let id = arguments.next().unwrap_or_else(|| "python".to_owned());
    let language = language(&id).ok_or_else(|| format!("no language `{id}`"))?;
    let files = read_tree(Path::new(&folder), language.extensions())?;
    let options = match mode.as_str() {
        "--list-all" => Options {
            operators: OperatorSet::parse(&["extended"])?,
            reach: Reach::Everywhere,
        },
        _ => Options::default(),
    };

    if matches!(mode.as_str(), "--list" | "--list-all") {
        let mut out = std::io::stdout().lock();
        for outcome in generate(language, &files, &options) {
            for mutant in outcome.mutants {
                writeln!(out, "{}", serde_json::to_string(&mutant)?)?;
            }
        }
        return Ok(());
    }

    if let Some(mode) = mode.strip_prefix("--") {
        return by_mode(mode, language, &files, &options);
    }

    let rounds: u32 = mode.parse()?;
    let (mut parse, mut whole) = (Duration::ZERO, Duration::ZERO);
    for file in &files {
        let (mut fastest_parse, mut fastest_whole) = (Duration::MAX, Duration::MAX);
        for _ in 0..rounds {
            let start = Instant::now();
            let parsed = parse_only(language, &file.bytes);
            fastest_parse = fastest_parse.min(start.elapsed());
            assert!(parsed, "{} does not parse", file.path);

            let start = Instant::now();
            let outcome = generate_file(language, file, &options);
            fastest_whole = fastest_whole.min(start.elapsed());
            black_box(outcome);
        }
        parse += fastest_parse;
        whole += fastest_whole;
    }

    let outcomes = generate(language, &files, &options);
    let mutants: Vec<_> = outcomes
        .iter()
        .flat_map(|outcome| &outcome.mutants)
        .collect();
    let bytes: usize = files.iter().map(|file| file.bytes.len()).sum();
    println!(
        "{} files, {bytes} bytes, {} mutants",
        files.len(),
        mutants.len()
    );
    for operator in operators() {
        let id = operator.meta().id;
        println!(
            "  {id:14} {}",
            mutants.iter().filter(|mutant| mutant.op == id).count()
        );
    }
    println!(
        "  doubles dropped: {}",
        mutants
            .iter()
            .map(|mutant| mutant.also.len())
            .sum::<usize>()
    );
    println!(
        "  partly parsed files: {}",
        outcomes.iter().filter(|o| !o.damaged.is_empty()).count()
    );
    println!("parse only  {parse:?}\ngenerate    {whole:?}");
    println!(
        "ratio       {:.2}",
        whole.as_secs_f64() / parse.as_secs_f64()
    );
    Ok(())
}

/// What is not a ratio of times.
fn by_mode(
    mode: &str,
    language: &dyn Language,
    files: &[Source],
    options: &Options,
) -> Result<(), Box<dyn std::error::Error>> {
    match mode {
        // What the other two do besides.
        "read" => {}
        "parse" => files
            .iter()
            .for_each(|file| assert!(parse_only(language, &file.bytes))),
        "generate" => files
            .iter()
            .for_each(|file| drop(black_box(generate_file(language, file, options)))),
        "threads" => threads(language, files, options)?,
        "memory" => memory(language, files, options)?,
        _ => return Err(format!("no mode `--{mode}`").into()),
    }
    Ok(())
}

/// The fastest of several rounds with one thread and with two, in turn, and the processor time that both took: on a
/// machine with other work to do, two threads wait for each other's turns, but need no more time than one if nothing
/// is shared. How the work was shared out bounds the gain as well: in the best round, all of it over what the busier
/// thread did.
fn threads(
    language: &dyn Language,
    files: &[Source],
    options: &Options,
) -> Result<(), Box<dyn std::error::Error>> {
    let (mut fastest, mut ticks) = ([Duration::MAX; 2], [0; 2]);
    let mut shared_out: f64 = 1.0;
    let pools = [1, 2].map(|threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build());
    for _ in 0..12 {
        for (place, pool) in pools.iter().enumerate() {
            let Ok(pool) = pool else {
                return Err("no threads".into());
            };
            let before = pool.broadcast(|_| thread_time());
            let (start, used) = (Instant::now(), processor_ticks()?);
            let outcomes = pool.install(|| generate(language, files, options));
            fastest[place] = fastest[place].min(start.elapsed());
            ticks[place] += processor_ticks()? - used;
            let after = pool.broadcast(|_| thread_time());
            let spent = after
                .iter()
                .zip(&before)
                .map(|(after, before)| after - before);
            let (all, most) = spent.fold((0.0, 0.0), |(all, most): (f64, f64), time| {
                (all + time, most.max(time))
            });
            shared_out = shared_out.max(all / most);
            black_box(outcomes);
        }
    }
    let [one, two] = fastest;
    let gain = one.as_secs_f64() / two.as_secs_f64();
    println!("one thread {one:?}, two {two:?}: {gain:.2} times as fast");
    println!("as the work was shared out, at most {shared_out:.2} times as fast");
    println!(
        "processor time of 12 rounds: {} and {} ticks",
        ticks[0], ticks[1]
    );
    Ok(())
}

/// Processor time of the calling thread, in nanoseconds; not a number where the system does not say.
fn thread_time() -> f64 {
    let schedule = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let first = schedule.split_whitespace().next();
    first.and_then(|time| time.parse().ok()).unwrap_or(f64::NAN)
}

/// Processor time of this process, all threads, in hundredths of a second.
fn processor_ticks() -> Result<u64, Box<dyn std::error::Error>> {
    let stat = std::fs::read_to_string("/proc/self/stat")?;
    let (_, rest) = stat.rsplit_once(')').ok_or("no such figure")?;
    let mut fields = rest.split_whitespace().skip(11);
    let mut next = || fields.next().ok_or("no such figure");
    Ok(next()?.parse::<u64>()? + next()?.parse::<u64>()?)
}

/// The highest memory above that of the sources, for more and more of the files, when nobody keeps the mutants.
fn memory(
    language: &dyn Language,
    files: &[Source],
    options: &Options,
) -> Result<(), Box<dyn std::error::Error>> {
    for part in [8, 4, 2, 1] {
        // Not the first ones: each part has files from everywhere.
        let some = files.iter().step_by(part);
        let before = resident("VmRSS")?;
        std::fs::write("/proc/self/clear_refs", "5")?; // the peak begins anew
        let count = some.len();
        some.for_each(|file| drop(black_box(generate_file(language, file, options))));
        let above = resident("VmHWM")?.saturating_sub(before);
        println!("{count} files: {above} kB above {before} kB");
    }
    Ok(())
}

/// A figure of this process's memory, in kB.
fn resident(name: &str) -> Result<u64, Box<dyn std::error::Error>> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find(|line| line.starts_with(name));
    let figure = line.and_then(|line| line.split_whitespace().nth(1));
    Ok(figure.ok_or("no such figure")?.parse()?)
}

/// Every file below `folder` with one of the `extensions`, in the order of their paths.
fn read_tree(
    folder: &Path,
    extensions: &[&str],
) -> Result<Vec<Source>, Box<dyn std::error::Error>> {
    let mut open: Vec<PathBuf> = vec![folder.to_owned()];
    let mut files = Vec::new();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            for entry in std::fs::read_dir(&path)? {
                open.push(entry?.path());
            }
        } else if path
            .extension()
            .and_then(|extension| extension.to_str())
            .is_some_and(|extension| extensions.contains(&extension))
        {
            let name = path.strip_prefix(folder)?.to_string_lossy();
            files.push(Source {
                path: RelPath::new(&name)?,
                bytes: std::fs::read(&path)?.into(),
            });
        }
    }
    files.sort_by(|left, right| left.path.cmp(&right.path));
    Ok(files)
}
