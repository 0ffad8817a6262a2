//! Prints what generating mutants costs in units of parsing: `generation_ratio FOLDER [ROUNDS] [LANGUAGE]`.
//!
//! Both are timed on one thread, file by file and in turn, so that a slow spell of the machine hits both; of each file
//! the fastest round counts. Instead of a number of rounds: `--list` prints every mutant as a JSON line; `--parse` and
//! `--generate` do one of the two once, for tools that count instructions (`benches/instructions`).
#![allow(clippy::print_stdout, reason = "an example speaks to its user")]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use mutscore_model::path::RelPath;
use mutscore_operators::{
    Options, Source, generate, generate_file, language, operators, parse_only,
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or(
        "usage: generation_ratio FOLDER [ROUNDS | --list | --parse | --generate] [LANGUAGE]",
    )?;
    let mode = arguments.next().unwrap_or_else(|| "20".to_owned());
    let id = arguments.next().unwrap_or_else(|| "python".to_owned());
    let language = language(&id).ok_or_else(|| format!("no language `{id}`"))?;
    let files = read_tree(Path::new(&folder), language.extensions())?;
    let options = Options::default();

    if mode == "--list" {
        let mut out = std::io::stdout().lock();
        for outcome in generate(language, &files, &options) {
            for mutant in outcome.mutants {
                writeln!(out, "{}", serde_json::to_string(&mutant)?)?;
            }
        }
        return Ok(());
    }

    if let "--parse" | "--generate" = mode.as_str() {
        for file in &files {
            match mode.as_str() {
                "--parse" => assert!(parse_only(language, &file.bytes)),
                _ => drop(std::hint::black_box(generate_file(
                    language, file, &options,
                ))),
            }
        }
        return Ok(());
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
            std::hint::black_box(outcome);
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
