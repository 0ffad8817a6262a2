//! `mutscore view`: what an agent may see of a project while it writes a test.

use std::path::PathBuf;

use clap::Args;
use mutscore::agent_view::{self, Hidden, Summary};
use mutscore::report::{Tone, words};

use super::context::Context;
use super::exit;
use super::term::{self, paint};

/// Make the folder that an agent works in: step definitions withheld, bodies hidden
///
/// The pinned tree of the instance's project without its withheld files. Bodies of production functions are
/// replaced by placeholders that fail with "implementation hidden"; declarations, signatures and documentation
/// stay, and so does what runs while the project loads. Scoring always uses the complete code.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mutscore view --instance 412 --target-hidden --out work/412
  mutscore view --instance 412 --all-hidden --out work/412 --json | jq .interfaces

With --json one object: instance, project, view, production_files, files_changed, functions_hidden, left (file, line, \
name, why), untouched (files in other languages), interfaces (production methods that the ground truth's When and \
Then steps call).")]
pub(crate) struct ViewArgs {
    /// The instance that a test is to be written for; `mutscore instances` lists them
    #[arg(short, long, value_name = "N")]
    instance: u32,
    #[command(flatten)]
    which: Which,
    /// The folder to make; it must not exist, or be empty
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Which bodies go.
#[derive(Debug, Clone, Copy, Args)]
#[group(required = true, multiple = false)]
struct Which {
    /// Hide the functions that the instance's ground truth executes
    #[arg(long)]
    target_hidden: bool,
    /// Hide every production function
    #[arg(long)]
    all_hidden: bool,
}

/// Makes the folder and says what is in it.
pub(crate) fn run(context: &Context, args: &ViewArgs) -> anyhow::Result<u8> {
    let bench = context.bench()?;
    let instance = bench.instance(args.instance)?;
    let root = bench.source_root(&instance.project)?;
    let hidden = if args.which.all_hidden {
        Hidden::All
    } else {
        Hidden::Target
    };
    let summary = agent_view::write(&bench, &instance, &root, hidden, &args.out)?;
    if args.json {
        term::print_json(&summary)?;
    } else if !context.global.quiet {
        print(&summary, args)?;
    }
    Ok(exit::SCORED)
}

fn print(summary: &Summary, args: &ViewArgs) -> anyhow::Result<()> {
    term::print(|out| {
        writeln!(
            out,
            "{}: {} hidden in {} of {}",
            paint(Tone::Place, &args.out.display().to_string()),
            words::count(summary.functions_hidden, "function"),
            words::thousands(summary.files_changed),
            words::count(summary.production_files, "production file"),
        )?;
        for left in &summary.left {
            let place = paint(Tone::Place, &format!("{}:{}", left.file, left.line));
            writeln!(
                out,
                "  {} {place}  {}: {}",
                paint(Tone::Warn, "kept"),
                left.name,
                left.why
            )?;
        }
        for file in &summary.untouched {
            let place = paint(Tone::Place, file.as_str());
            writeln!(
                out,
                "  {} {place}: it is in another language",
                paint(Tone::Warn, "kept")
            )?;
        }
        for interface in &summary.interfaces {
            writeln!(out, "  interface {interface}")?;
        }
        Ok(())
    })?;
    Ok(())
}
