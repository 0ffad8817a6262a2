//! `mutscore run`: how strong a project's own tests are, with no benchmark.

use std::collections::BTreeSet;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;
use mutscore::manifest::filter::{Filter, FilterSpec};
use mutscore::pool::{FreezeOptions, freeze};
use mutscore::project::{OpenOptions, Opened};
use mutscore::report::project::{KillReport, Tally};

use super::choose::changed_lines;
use super::context::{Context, OWN_EXE, open_cache};
use super::values::Share;
use super::watch::Display;
use super::{exit, interrupt, report, term};

/// Find out what a project's own tests check: mutants no test kills, tests that kill nothing
///
/// Runs every test on every mutant it reaches, as `freeze` does, and reports. Nothing is frozen: what was found lies in the
/// state folder. Results of runs are cached, so the next time only what changed is run.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mutscore run
  mutscore run shop --in-diff change.patch           only mutants on changed lines
  git diff main | mutscore run --in-diff - --format github
  mutscore run --min-killed 80% --no-idle            exit code 1 if that is not reached")]
pub(crate) struct RunArgs {
    /// The project [default: the only one of the bench]
    #[arg(value_name = "PROJECT")]
    project: Option<String>,
    /// Only these tests, by instance id
    #[arg(short, long, value_name = "N", num_args = 1..)]
    instance: Vec<u32>,
    /// Only mutants on lines that this diff adds or changes (`-`: standard input)
    #[arg(long, value_name = "FILE")]
    in_diff: Option<PathBuf>,
    /// Only mutants in files that match this glob (`*` does not cross `/`)
    #[arg(long, value_name = "GLOB")]
    file: Vec<String>,
    /// Only mutants of this operator
    #[arg(long, value_name = "ID")]
    op: Vec<String>,
    /// End with exit code 1 if less of the mutants is killed
    #[arg(long, value_name = "SHARE")]
    min_killed: Option<Share>,
    /// End with exit code 1 if a test kills nothing
    #[arg(long)]
    no_idle: bool,
    /// Share of the warm runs that is made again cold and compared
    #[arg(long, value_name = "SHARE", default_value = "2%")]
    audit: Share,
    /// Form: terminal, json, markdown, junit, sarif, github, elements, html
    #[arg(long, value_name = "FORM", default_value = "terminal")]
    format: String,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Runs and reports.
pub(crate) fn run(context: &Context, args: &RunArgs) -> anyhow::Result<u8> {
    let bench = context.bench()?;
    let names = context.projects(&bench, args.project.as_deref())?;
    let [name] = names.as_slice() else {
        let names = names.join(", ");
        return Err(exit::usage(
            "which project?",
            format!("name one of {names}"),
        ));
    };
    context.log_into(&bench);
    let cancel = interrupt::listen().context("listen for signals")?;
    let only = Filter::new(FilterSpec {
        files: args.file.clone(),
        operators: args.op.clone(),
        matching: Vec::new(),
        changed: args.in_diff.as_deref().map(changed_lines).transpose()?,
    })?;
    let options = OpenOptions {
        jobs: context.jobs(),
        init_exe: OWN_EXE.into(),
        execution: context.global.execution.map(Into::into),
    };
    let opened = Opened::open(&bench, name, options)?;
    let aside = bench.with_frozen_files_in(bench.state().join("run").join(name));
    // Ids are those of the bench, where it has some.
    aside.take_instances(&bench)?;
    let cache = open_cache(&bench);
    let display = Display::new(context.global.quiet);
    let options = FreezeOptions {
        instances: (!args.instance.is_empty())
            .then(|| args.instance.iter().copied().collect::<BTreeSet<_>>()),
        audit: args.audit.0,
        seed: 1,
        force: true,
        only: Some(only),
    };
    let frozen = freeze(&aside, &opened, &*cache, &options, &display, &cancel);
    display.end();
    frozen?;
    let mut found = KillReport::of_ground_truth(&aside, name)?;
    "tests".clone_into(&mut found.suite);
    report::kills(&found, &args.format, args.output.as_ref())?;
    Ok(verdict(&found, args))
}

fn verdict(report: &KillReport, args: &RunArgs) -> u8 {
    let mut code = exit::SCORED;
    let killed = Tally::of(&report.mutants).share();
    if let (Some(least), Some(killed)) = (args.min_killed, killed)
        && killed < least.0
    {
        term::say(&format!(
            "{:.1}% of the mutants are killed, {:.1}% were asked for",
            100.0 * killed,
            100.0 * least.0
        ));
        code = exit::THRESHOLD;
    }
    let idle = report.idle_tests().count();
    if args.no_idle && idle > 0 {
        term::say(&format!("{idle} of the tests kill nothing"));
        code = exit::THRESHOLD;
    }
    code
}
