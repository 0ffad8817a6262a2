//! What the compile check costs and finds: `compile-check [OPTIONS] ROOT FOLDER…`, for Java.
//!
//! With `--compare` the same mutants are checked once more, each compiled by itself, and every status that differs is
//! printed. One compiler at a time; nothing is kept between the two.
#![allow(clippy::print_stdout, reason = "a bench speaks to its user")]

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use clap::Parser;
use mutscore::manifest::check::{CheckReport, Checking, check};
use mutscore_benches::meter::Meter;
use mutscore_model::mutant::{Mutant, MutantStatus};
use mutscore_model::path::RelPath;
use mutscore_operators::{Language, OperatorSet, Options, Source, generate, language};
use mutscore_runners::compilers::{Compiler, Javac, ProgramTree};
use mutscore_runners::runner::CancelToken;

#[derive(Parser)]
struct Arguments {
    /// Folder that paths are relative to
    root: PathBuf,
    /// Folders of sources below it
    #[arg(required = true)]
    folders: Vec<PathBuf>,
    /// Libraries, with `:` between them
    #[arg(long, default_value = "")]
    classpath: String,
    /// Operators to use, with commas
    #[arg(long, default_value = "default", value_delimiter = ',')]
    operators: Vec<String>,
    /// Compile each mutant by itself too
    #[arg(long)]
    compare: bool,
    /// Mutants of at most so many files are checked, spread evenly over all
    #[arg(long)]
    files: Option<usize>,
    /// Print what is stillborn, equivalent or duplicate
    #[arg(long)]
    list: bool,
}

/// The statuses after a check, what it said, and what it cost.
struct Checked {
    mutants: Vec<Mutant>,
    report: CheckReport,
    cpu: Duration,
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let java = language("java").context("no operators for Java")?;
    let files = sources(&arguments)?;
    let options = Options {
        operators: OperatorSet::parse(&arguments.operators)?,
        ..Options::default()
    };
    let mutants: Vec<Mutant> = generate(java, &chosen(&files, arguments.files), &options)
        .into_iter()
        .flat_map(|outcome| outcome.mutants)
        .collect();
    println!("{} files, {} mutants", files.len(), mutants.len());
    let together = checked(&arguments, java, &files, &mutants, &Javac::WOVEN)?;
    show("together", &together, arguments.list);
    if arguments.compare {
        let alone = checked(&arguments, java, &files, &mutants, &Javac::ALONE)?;
        show("alone", &alone, false);
        let mut differ = 0;
        for (one, other) in together.mutants.iter().zip(&alone.mutants) {
            if one.status != other.status {
                differ += 1;
                println!(
                    "together {:?}, alone {:?}: {}",
                    one.status,
                    other.status,
                    words(one)
                );
            }
        }
        println!("{differ} of {} differ", mutants.len());
    }
    Ok(())
}

/// All Java files of the folders.
fn sources(arguments: &Arguments) -> anyhow::Result<Vec<Source>> {
    let mut paths = Vec::new();
    for folder in &arguments.folders {
        walk(&arguments.root.join(folder), &mut paths)?;
    }
    paths.sort();
    let source = |path: PathBuf| -> anyhow::Result<Source> {
        let below = path.strip_prefix(&arguments.root)?;
        Ok(Source {
            path: RelPath::new(below.to_str().context("a name that is not UTF-8")?)?,
            bytes: std::fs::read(&path)?.into(),
        })
    };
    paths.into_iter().map(source).collect()
}

fn walk(folder: &Path, into: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    let entries = std::fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            walk(&path, into)?;
        } else if path
            .extension()
            .is_some_and(|extension| extension == "java")
        {
            into.push(path);
        }
    }
    Ok(())
}

fn chosen(files: &[Source], most: Option<usize>) -> Vec<Source> {
    let step = most.map_or(1, |most| files.len().div_ceil(most.max(1)).max(1));
    files.iter().step_by(step).cloned().collect()
}

fn checked(
    arguments: &Arguments,
    language: &dyn Language,
    files: &[Source],
    mutants: &[Mutant],
    compiler: &dyn Compiler,
) -> anyhow::Result<Checked> {
    let state = tempfile::tempdir()?;
    let tree = ProgramTree {
        root: std::fs::canonicalize(&arguments.root)?,
        files: files.iter().map(|file| file.path.clone()).collect(),
        program: None,
        env: BTreeMap::from([("CLASSPATH".to_owned(), arguments.classpath.clone())]),
        state: state.path().to_owned(),
    };
    let bytes: BTreeMap<&RelPath, &Arc<[u8]>> =
        files.iter().map(|file| (&file.path, &file.bytes)).collect();
    let read = |path: &RelPath| {
        let found = bytes.get(path).map(|bytes| Arc::clone(bytes));
        found.ok_or_else(|| std::io::ErrorKind::NotFound.into())
    };
    let how = Checking {
        language,
        compiler: Ok(compiler),
        tree: &tree,
        cache: None,
        jobs: NonZeroUsize::MIN,
        cancel: &CancelToken::default(),
    };
    let mut mutants = mutants.to_vec();
    let (report, cpu) = Meter::new()?.measure(|| check(&mut mutants, &read, &how))?;
    Ok(Checked {
        mutants,
        report: report?,
        cpu,
    })
}

fn show(way: &str, checked: &Checked, list: bool) {
    let count = |wanted: fn(&MutantStatus) -> bool| {
        let statuses = checked.mutants.iter().map(|mutant| &mutant.status);
        statuses.filter(|status| wanted(status)).count()
    };
    let unchecked: usize = checked
        .report
        .unchecked
        .values()
        .map(|(count, _)| count)
        .sum();
    let all = checked.mutants.len();
    println!(
        "{way} ({}): {:.1} CPU s, {:.2} ms a mutant; {unchecked} unchecked, {} stillborn, {} equivalent, {} duplicate",
        checked.report.by,
        checked.cpu.as_secs_f64(),
        checked.cpu.as_secs_f64() * 1e3 / all.max(1) as f64,
        count(|status| *status == MutantStatus::Stillborn),
        count(|status| *status == MutantStatus::Equivalent),
        count(|status| matches!(status, MutantStatus::Duplicate(_))),
    );
    if !list {
        return;
    }
    for (path, (count, why)) in &checked.report.unchecked {
        println!("unchecked {path}: {count}: {why}");
    }
    for mutant in checked
        .mutants
        .iter()
        .filter(|mutant| mutant.status != MutantStatus::Ok)
    {
        let refusal = checked.report.refusals.get(&mutant.id);
        let why = refusal.map_or(String::new(), |refusal| format!(" ({})", refusal.message));
        println!("{} {}{why}", mutant.status.word(), words(mutant));
    }
}

fn words(mutant: &Mutant) -> String {
    let what = format!("`{}` -> `{}`", mutant.original, mutant.replacement);
    format!(
        "{} {}:{} {}",
        mutant.op, mutant.path, mutant.start.line, what
    )
}
