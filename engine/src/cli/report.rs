//! `mutscore report`: tables, figures and pages from what was scored or frozen; nothing is run.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use mutscore::bench::write_atomically;
use mutscore::measures::{SummaryOptions, summarise};
use mutscore::report::project::{KillReport, KillReporter, kill_reporter, kill_reporters};
use mutscore::report::set::{Misses, SetView, set_reporter, set_reporters};
use mutscore::report::{Paint, Plain};
use mutscore::results::{self, ResultSet};

use super::context::Context;
use super::term::{self, Colours};
use super::values::Share;
use super::{exit, suites};

/// Make tables, figures and pages from results; nothing is run
///
/// From result files of `mutscore score FOLDER`: the measures of each configuration with 95% intervals, comparisons,
/// costs, and every miss in its source. With `--project` and no result file: what the developers' own tests kill, from
/// the frozen files.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mutscore report results.jsonl
  mutscore report results.jsonl --format html --output report.html
  mutscore report monday.jsonl tuesday.jsonl --format latex --draws 20000
  mutscore report --project shop --format sarif --output shop.sarif
  mutscore report results.jsonl --suites reports --format elements")]
pub(crate) struct ReportArgs {
    /// Result files of one bench
    #[arg(value_name = "RESULTS", required_unless_present = "project")]
    results: Vec<PathBuf>,
    /// The developers' tests of this project, from the frozen files
    #[arg(long, value_name = "NAME", conflicts_with = "results")]
    project: Option<String>,
    /// Form: terminal, json, csv, markdown, latex, html; with --project also junit, sarif, github, elements, and no csv
    /// and latex
    #[arg(long, value_name = "FORM", default_value = "terminal")]
    format: String,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write a report of each configuration's tests on each project into this folder, and one that joins those of a
    /// project, in a form that --project has
    #[arg(long, value_name = "FOLDER", requires = "results", conflicts_with_all = ["project", "output"])]
    suites: Option<PathBuf>,
    /// Bootstrap draws for the intervals; 0 for none
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    draws: usize,
    /// Seed of the draws
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Share of the kills that the relaxed threshold asks for
    #[arg(long, value_name = "SHARE", default_value = "95%")]
    relaxed: Share,
    /// Count one instance of each group of near-duplicates
    #[arg(long)]
    one_per_group: bool,
    /// What becomes of planned instances without a result
    #[arg(long, value_name = "HOW", default_value = "refuse")]
    missing: Missing,
}

/// What becomes of planned instances without a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Missing {
    /// They are named, and nothing is reported
    Refuse,
    /// They count as generation failures
    Failed,
    /// They are left out of that configuration's numbers, which then are of other instances than the rest
    LeaveOut,
}

/// Reads, adds up, and writes.
pub(crate) fn run(context: &Context, args: &ReportArgs) -> anyhow::Result<u8> {
    match (&args.project, &args.suites) {
        (Some(project), _) => {
            let report = KillReport::of_ground_truth(&context.bench()?, project)?;
            kills(&report, &args.format, args.output.as_ref())?;
        }
        (None, Some(folder)) => {
            let format = kill_format(&args.format)?;
            suites::write(&context.bench()?, &read(args)?, folder, format)?;
        }
        (None, None) => set(context, args)?,
    }
    Ok(exit::SCORED)
}

/// The result set, with what becomes of missing results.
fn read(args: &ReportArgs) -> anyhow::Result<ResultSet> {
    let mut set = results::read(&args.results, args.missing != Missing::Refuse)?;
    match args.missing {
        Missing::Refuse => {}
        Missing::Failed => told(
            results::add_missing(&mut set),
            "counted as generation failures",
        ),
        Missing::LeaveOut => told(missing(&set), "left out"),
    }
    Ok(set)
}

fn set(context: &Context, args: &ReportArgs) -> anyhow::Result<()> {
    let names = set_reporters().iter().map(|one| one.id());
    let format = set_reporter(&args.format).ok_or_else(|| unknown(&args.format, names))?;
    let set = read(args)?;
    let options = SummaryOptions {
        relaxed: args.relaxed.0,
        draws: args.draws,
        seed: args.seed,
        one_per_group: args.one_per_group,
    };
    let summary = summarise(&set, &options);
    // Only a page shows sources, and without a bench it shows the rest.
    let misses = match (format.id(), context.bench()) {
        ("html", Ok(bench)) => Misses::load(&bench, &set),
        _ => Misses::default(),
    };
    let view = SetView {
        summary: &summary,
        set: &set,
        misses: &misses,
    };
    write(args.output.as_ref(), &|paint, out| {
        format.write(&view, paint, out)
    })
}

/// Writes a suite's report in the form of this name.
pub(crate) fn kills(
    report: &KillReport,
    format: &str,
    output: Option<&PathBuf>,
) -> anyhow::Result<()> {
    let format = kill_format(format)?;
    write(output, &|paint, out| format.write(report, paint, out))
}

fn kill_format(name: &str) -> anyhow::Result<&'static dyn KillReporter> {
    let names = kill_reporters().iter().map(|one| one.id());
    kill_reporter(name).ok_or_else(|| unknown(name, names))
}

fn unknown(format: &str, known: impl Iterator<Item = &'static str>) -> anyhow::Error {
    let known = known.collect::<Vec<_>>().join(", ");
    exit::usage(
        format!("there is no form called `{format}`"),
        format!("there are {known}"),
    )
}

type Report<'a> = &'a dyn Fn(&dyn Paint, &mut dyn Write) -> std::io::Result<()>;

/// To standard output, or whole into a file.
fn write(output: Option<&PathBuf>, report: Report<'_>) -> anyhow::Result<()> {
    match output {
        None => term::print(|out| report(&Colours, out))?,
        Some(path) => {
            let mut text = Vec::new();
            report(&Plain, &mut text).context("write the report")?;
            write_atomically(path, &text)?;
        }
    }
    Ok(())
}

fn missing(set: &ResultSet) -> usize {
    let mut with = set.clone();
    results::add_missing(&mut with)
}

fn told(missing: usize, what: &str) {
    if missing > 0 {
        term::say(&format!(
            "{missing} planned generations have no result and are {what}"
        ));
    }
}
