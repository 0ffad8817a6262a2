//! `mutscore compare`: two tests of one instance, mutant by mutant.

use std::path::PathBuf;

use clap::Args;
use mutscore::report::{Tone, words};
use mutscore::score::{Compared, ScoreOptions, Side, compare};

use super::context::Context;
use super::exit;
use super::several::{self, stage_word};
use super::term::{self, paint};

/// Show which mutants only one of two tests kills
///
/// Runs both on the whole frozen pool of the instance. A mutant is killed by A only, by B only, by both, or by neither;
/// where one of them has no verdict, nothing is said.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mutscore compare mine.patch theirs.patch --instance 412
  mutscore compare mine.patch theirs.patch --instance 412 --json | jq '.mutants[] | select(.side == \"only-b\")'")]
pub(crate) struct CompareArgs {
    /// The first test: a patch or folder
    #[arg(value_name = "A")]
    a: PathBuf,
    /// The second test
    #[arg(value_name = "B")]
    b: PathBuf,
    /// The instance they were written for
    #[arg(short, long, value_name = "N")]
    instance: u32,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Compares and prints.
pub(crate) fn run(context: &Context, args: &CompareArgs) -> anyhow::Result<u8> {
    several::exist([&args.a, &args.b])?;
    let ready = several::Ready::new(context, args.instance, args.json)?;
    let options = ScoreOptions {
        full_pool: true,
        audit: 0.0,
        seed: 1,
    };
    let compared = compare(
        &ready.bench,
        &ready.project,
        &ready.instance,
        (&args.a, &args.b),
        (&*ready.cache, &options),
        &ready.display,
        &ready.cancel,
    );
    ready.display.end();
    let compared = compared?;
    if args.json {
        term::print_json(&compared)?;
    } else {
        term::print(|out| table(&compared, out))?;
    }
    Ok(exit::SCORED)
}

fn table(compared: &Compared, out: &mut dyn std::io::Write) -> std::io::Result<()> {
    writeln!(
        out,
        "A {}   B {}",
        stage_word(compared.a),
        stage_word(compared.b)
    )?;
    for (side, title, tone) in [
        (Side::OnlyA, "killed by A only", Tone::Good),
        (Side::OnlyB, "killed by B only", Tone::Good),
        (Side::Neither, "killed by neither", Tone::Warn),
        (Side::NoVerdict, "without a verdict", Tone::Warn),
    ] {
        let count = compared.count(side);
        writeln!(out, "\n{} {count}", paint(tone, title))?;
        for one in compared.mutants.iter().filter(|one| one.side == side) {
            // Whoever does not kill it either never ran it, or ran it and noticed nothing.
            let executed = match (side, one.a_executes, one.b_executes) {
                (Side::OnlyA, _, false) => "  B does not execute it",
                (Side::OnlyB, false, _) => "  A does not execute it",
                (Side::Neither, false, false) => "  neither executes it",
                _ => "",
            };
            let theirs = if one.gt_kills {
                "  the developers' test kills it"
            } else {
                ""
            };
            writeln!(
                out,
                "  {}:{}  {}  {} -> {}{executed}{theirs}",
                one.file,
                one.line,
                one.operator,
                words::snippet(&one.original),
                words::snippet(&one.replacement)
            )?;
        }
    }
    writeln!(out, "\nkilled by both {}", compared.count(Side::Both))
}
