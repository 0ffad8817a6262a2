//! CPU time of a pair, run natively, cold and warm: the same pairs, in turn, in one run.
//!
//! `pairs --bench corpora/real/python-docx --project python-docx --instances 40 --mutants 5 --json FILE`
#![allow(clippy::print_stdout, reason = "a bench speaks to its user")]

use std::fs;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::Parser;
use mutscore::bench::Bench;
use mutscore::config::Known;
use mutscore::manifest;
use mutscore::project::{OpenOptions, Opened};
use mutscore_benches::compare::Comparison;
use mutscore_benches::meter::Meter;
use mutscore_benches::sample::Sample;
use mutscore_benches::table;
use mutscore_model::mutant::{Mutant, MutantId};
use serde_json::json;

/// Measure the CPU time of pairs: natively, cold and warm, in turn
#[derive(Debug, Parser)]
struct Arguments {
    /// The bench's folder
    #[arg(long)]
    bench: PathBuf,
    /// The project
    #[arg(long)]
    project: String,
    /// Scenarios, spread evenly over the project's
    #[arg(long, default_value_t = 40)]
    instances: usize,
    /// Mutants for each scenario, and mutants that are run on all scenarios
    #[arg(long, default_value_t = 5)]
    mutants: usize,
    /// Measure the order of freezing alone
    #[arg(long)]
    freezing: bool,
    /// Of so many pairs one is run natively and cold, and all of them warm
    #[arg(long, default_value_t = 1)]
    apart: usize,
    /// Also write the figures here
    #[arg(long)]
    json: Option<PathBuf>,
}

fn main() -> anyhow::Result<()> {
    mutscore_runners::sandbox::init::run_if_asked();
    let arguments = Arguments::parse();
    let bench = Bench::open(&arguments.bench, &known())?;
    let options = OpenOptions {
        jobs: NonZeroUsize::MIN,
        init_exe: "/proc/self/exe".into(),
        execution: None,
    };
    let opened = Opened::open(&bench, &arguments.project, options)?;
    let meter = Meter::new()?;
    let mutants = mutants(&bench, &opened)?;
    let sample = Sample::choose(
        &opened,
        &meter,
        &mutants,
        arguments.instances,
        arguments.mutants,
    )?;
    if sample.woven > 0 {
        let cost = sample.weaving.as_secs_f64() * 1e3;
        println!(
            "common build: {} mutants, {cost:.0} ms of CPU (little if it was there)",
            sample.woven
        );
    }
    let mut comparison = Comparison::new(&opened, &meter, &sample, arguments.apart)?;
    let mut scoring = Vec::new();
    if !arguments.freezing {
        scoring = comparison.measure(&sample.scoring, false)?;
        println!("scoring order: a scenario, and mutants that come once each");
        println!("{}", table::text(&scoring));
    }
    let freezing = comparison.measure(&sample.freezing, true)?;
    println!("freezing order: a mutant, and every scenario of the sample that reaches it");
    println!("{}", table::text(&freezing));
    println!("left out for having no verdict: {}", comparison.left_out());
    println!(
        "made by a process or loader that mutants share: {}",
        comparison.shared()
    );
    if let Some(path) = arguments.json {
        let figures = json!({
            "schema": 1,
            "tool": env!("CARGO_PKG_VERSION"),
            "project": arguments.project,
            "toolchain": opened.toolchain,
            "processor": processor(),
            "cores": std::thread::available_parallelism().map_or(0, NonZeroUsize::get),
            "isolation": format!("{:?}", opened.isolation),
            "instances": sample.instances.len(),
            "left_out": comparison.left_out(),
            "shared": comparison.shared(),
            "woven": sample.woven,
            "weaving_ms": sample.weaving.as_secs_f64() * 1e3,
            "apart": arguments.apart,
            "scoring": scoring,
            "freezing": freezing,
        });
        let text = serde_json::to_string_pretty(&figures)? + "\n";
        fs::write(&path, text).with_context(|| format!("write {}", path.display()))?;
    }
    Ok(())
}

/// The project's mutants; those that are frozen, if they are still the same, for they are known to compile.
fn mutants(bench: &Bench, opened: &Opened) -> anyhow::Result<Vec<Mutant>> {
    let built = manifest::build(&opened.ready.settings, opened.pinned.path())?;
    let stored = manifest::read(&bench.manifest_path(&opened.ready.settings.name));
    let ids = |mutants: &[Mutant]| -> Vec<MutantId> {
        mutants.iter().map(|mutant| mutant.id.clone()).collect()
    };
    Ok(match stored {
        Ok(stored) if ids(&stored.mutants) == ids(&built.mutants) => stored.mutants,
        _ => built.mutants,
    })
}

/// The names a configuration may use.
fn known() -> Known {
    let languages = mutscore_operators::languages().iter().map(|one| one.id());
    let runners = mutscore_runners::registry::runners()
        .iter()
        .map(|one| one.id());
    let operators = mutscore_operators::operators()
        .iter()
        .map(|one| one.meta().id);
    Known {
        languages: languages.map(str::to_owned).collect(),
        runners: runners.map(str::to_owned).collect(),
        operators: operators.map(str::to_owned).collect(),
    }
}

/// The processor's model, as the kernel names it.
fn processor() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with("model name"));
    let name = line.and_then(|line| line.split_once(':'));
    name.map_or_else(|| "unknown".to_owned(), |(_, name)| name.trim().to_owned())
}
