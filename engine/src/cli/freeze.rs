//! `mutscore freeze`: make, once and for all, the evidence that submissions are scored against.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Context as _;
use clap::Args;
use mutscore::bench::{Bench, BenchError};
use mutscore::pool::{FreezeOptions, FreezeSummary, freeze};
use mutscore::project::{OpenOptions, Opened};
use mutscore::report::{Tone, reporter};

use super::context::{Context, OWN_EXE, open_cache};
use super::term::{self, Colours, paint};
use super::values::Share;
use super::watch::Display;
use super::{check, exit, interrupt};

/// Find the scenarios, mutate the production code, and record what the ground truth kills
///
/// Goes through discovery, gate (each scenario passes alone, several times), coverage, and one run for each pair
/// of a scenario and a mutant it reaches. What is frozen already stays as it is. An interrupted freeze takes up
/// where it stopped, and ends in the same bytes.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mutscore freeze
  mutscore freeze python-docx --audit 5%
  mutscore freeze --instance 412 --force     only this one, and anew
  mutscore freeze --check                    only look whether the frozen files are whole")]
pub(crate) struct FreezeArgs {
    /// Only these projects [default: all of the bench]
    #[arg(value_name = "PROJECT")]
    projects: Vec<String>,
    /// Only these instances, by id
    #[arg(short, long, value_name = "N", num_args = 1..)]
    instance: Vec<u32>,
    /// Share of the warm runs that is made again cold and compared
    #[arg(long, value_name = "SHARE", default_value = "2%")]
    audit: Share,
    /// Seed of that sample
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Freeze again what is frozen already
    #[arg(long)]
    force: bool,
    /// Run nothing: check that everything is frozen, whole, and fits together
    #[arg(long, conflicts_with_all = ["force", "instance"])]
    check: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Freezes project by project and prints the summary.
pub(crate) fn run(context: &Context, args: &FreezeArgs) -> anyhow::Result<u8> {
    let bench = context.bench()?;
    let wanted = wanted(&bench, args)?;
    if args.check {
        return check::run(&bench, wanted.keys(), args.json);
    }
    context.log_into(&bench);
    let cancel = interrupt::listen().context("listen for signals")?;
    let display = Display::new(context.global.quiet);
    let mut summaries: Vec<FreezeSummary> = Vec::new();
    for (project, instances) in wanted {
        if !context.global.quiet {
            term::say(&format!("{} {project}", paint(Tone::Strong, "freezing")));
        }
        let options = OpenOptions {
            jobs: context.jobs(),
            init_exe: OWN_EXE.into(),
            execution: context.global.execution.map(Into::into),
        };
        let opened = Opened::open(&bench, &project, options)?;
        let cache = open_cache(&bench);
        let options = FreezeOptions {
            instances,
            audit: args.audit.0,
            seed: args.seed,
            force: args.force,
            only: None,
        };
        let frozen = freeze(&bench, &opened, &*cache, &options, &display, &cancel);
        display.end();
        summaries.push(frozen?);
    }
    let format = reporter(if args.json { "json" } else { "terminal" })
        .context("a report format is missing")?;
    term::print(|out| format.freeze(&summaries, &Colours, out))?;
    Ok(exit::SCORED)
}

/// The projects, each with the instances that are asked for (`None`: all).
fn wanted(
    bench: &Bench,
    args: &FreezeArgs,
) -> Result<BTreeMap<String, Option<BTreeSet<u32>>>, BenchError> {
    let mut wanted = BTreeMap::new();
    for name in &args.projects {
        wanted.insert(bench.project(name)?.name.clone(), None);
    }
    for id in &args.instance {
        for project in projects_of(bench, *id)? {
            let ids: &mut Option<BTreeSet<u32>> = wanted.entry(project).or_default();
            ids.get_or_insert_default().insert(*id);
        }
    }
    if wanted.is_empty() {
        wanted = bench
            .settings()
            .projects
            .keys()
            .map(|name| (name.clone(), None))
            .collect();
    }
    Ok(wanted)
}

/// The project of an instance. An unknown id may be one that a project gets when its scenarios are first found.
fn projects_of(bench: &Bench, id: u32) -> Result<Vec<String>, BenchError> {
    let unknown = match bench.instance(id) {
        Ok(instance) => return Ok(vec![instance.project]),
        Err(error @ BenchError::NoInstance { .. }) => error,
        Err(error) => return Err(error),
    };
    let list = bench.instances()?;
    let names = bench.settings().projects.keys();
    let fresh: Vec<String> = names
        .filter(|name| list.of_project(name).next().is_none())
        .cloned()
        .collect();
    if fresh.is_empty() {
        Err(unknown)
    } else {
        Ok(fresh)
    }
}
