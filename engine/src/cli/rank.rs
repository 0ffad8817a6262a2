//! `mutscore rank`: which of several candidates is the strongest, without the developers' test.

use std::path::{Path, PathBuf};

use clap::Args;
use mutscore::score::{Ranked, ScoreOptions, rank};

use super::context::Context;
use super::several::{self, stage_word};
use super::{exit, term};

/// Order candidates of one instance by what they kill, without looking at the developers' test
///
/// The mutants are those that any passing candidate executes. Candidates that pass come first, then those with more
/// kills, a greater share of kills among the mutants they execute, more mutants and lines executed.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mutscore rank candidates/ --instance 412
  mutscore rank a.patch b.patch c.patch --instance 412 --json | jq -r '.[0].candidate'")]
pub(crate) struct RankArgs {
    /// Candidates: patches or folders, or one folder of them
    #[arg(value_name = "CANDIDATE", required = true)]
    candidates: Vec<PathBuf>,
    /// The instance they were written for
    #[arg(short, long, value_name = "N")]
    instance: u32,
    /// Most mutants to run, drawn at random from those executed
    #[arg(long, value_name = "N", default_value_t = 300)]
    most: usize,
    /// Seed of that sample
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Print a JSON list, the strongest first
    #[arg(long)]
    json: bool,
}

/// Ranks and prints.
pub(crate) fn run(context: &Context, args: &RankArgs) -> anyhow::Result<u8> {
    several::exist(&args.candidates)?;
    let candidates = candidates(&args.candidates)?;
    let ready = several::Ready::new(context, args.instance, args.json)?;
    let options = ScoreOptions {
        full_pool: false,
        audit: 0.0,
        seed: args.seed,
    };
    let ranked = rank(
        ready.bench.state(),
        &ready.project,
        &ready.instance,
        &candidates,
        (&*ready.cache, &options, args.most),
        &ready.display,
        &ready.cancel,
    );
    ready.display.end();
    let ranked = ranked?;
    if args.json {
        term::print_json(&ranked)?;
    } else {
        term::print(|out| table(&ranked, out))?;
    }
    Ok(exit::SCORED)
}

/// What is named, or what lies in the one folder that is named.
fn candidates(named: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let [folder] = named else {
        return Ok(named.to_vec());
    };
    if !folder.is_dir() {
        return Ok(named.to_vec());
    }
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let is_hidden = path
            .file_name()
            .is_some_and(|name| name.to_string_lossy().starts_with('.'));
        let is_candidate = path.is_dir()
            || path
                .extension()
                .is_some_and(|end| end == "patch" || end == "diff");
        if is_candidate && !is_hidden {
            found.push(path);
        }
    }
    found.sort();
    if found.is_empty() {
        return Err(exit::usage(
            format!("there is no candidate in {}", folder.display()),
            "candidates are patches (`*.patch`, `*.diff`) or folders",
        ));
    }
    Ok(found)
}

fn table(ranked: &[Ranked], out: &mut dyn std::io::Write) -> std::io::Result<()> {
    let name = |path: &Path| {
        path.file_name()
            .unwrap_or(path.as_os_str())
            .to_string_lossy()
            .into_owned()
    };
    let width = ranked
        .iter()
        .map(|one| name(&one.candidate).chars().count())
        .max()
        .unwrap_or(0);
    let mutants = ranked.first().map_or(0, |one| one.mutants);
    writeln!(out, "{mutants} mutants")?;
    for one in ranked {
        write!(
            out,
            "{:>3}  {:width$}  {}",
            one.place,
            name(&one.candidate),
            stage_word(one.outcome)
        )?;
        if one.executes > 0 {
            write!(
                out,
                "  kills {}  executes {}  checks {:.1}%  alone {}  lines {}",
                one.kills,
                one.executes,
                100.0 * one.checks,
                one.alone,
                one.lines
            )?;
        }
        writeln!(out)?;
    }
    Ok(())
}
