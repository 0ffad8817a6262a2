//! `mutscore doctor`: what this machine can do, what is lost without the rest, and the command that gets it.

use clap::Args;
use mutscore::report::Tone;
use serde_json::json;

use super::context::{Context, OWN_EXE};
use super::examine::{self, Finding, Verdict};
use super::exit;
use super::term::{self, paint};

/// Check this machine: sandbox, git, interpreters, test frameworks, disk
///
/// Each thing is tried for real. Nothing is installed unless --prepare is given.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mutscore doctor
  mutscore doctor shop           only what this project needs
  mutscore doctor --prepare      also make every project's tool chain ready, as freeze would
  mutscore doctor --json | jq '.findings[] | select(.verdict == \"missing\")'

Exit code 4 if something is missing that runs cannot do without.")]
pub(crate) struct DoctorArgs {
    /// Only these projects [default: all of the bench]
    #[arg(value_name = "PROJECT")]
    projects: Vec<String>,
    /// Install every project's packages into the bench's own environment and ask the test framework what it is
    #[arg(long)]
    prepare: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Examines and prints.
pub(crate) fn run(context: &Context, args: &DoctorArgs) -> anyhow::Result<u8> {
    let mut findings = examine::machine(OWN_EXE.as_ref(), context.jobs());
    match context.bench() {
        Ok(bench) => {
            for name in &args.projects {
                bench.project(name)?;
            }
            let wanted = |name: &String| args.projects.is_empty() || args.projects.contains(name);
            findings.extend(examine::bench(
                &bench,
                OWN_EXE.as_ref(),
                args.prepare,
                &wanted,
            ));
        }
        // A bench that was named must be one; without one, the machine alone is examined.
        Err(error) if context.global.bench.is_some() || !examine::is_no_bench(&error) => {
            return Err(error.into());
        }
        Err(_) => findings.push(Finding::new(
            "bench",
            Verdict::Note,
            "none in this folder or above: projects are not looked at",
        )),
    }
    let missing = findings
        .iter()
        .any(|finding| finding.verdict == Verdict::Missing);
    if args.json {
        let findings: Vec<_> = findings
            .iter()
            .map(|one| json!({ "what": one.what, "verdict": one.verdict.word(), "found": one.found, "lost": one.lost, "remedy": one.remedy }))
            .collect();
        term::print_json(
            &json!({ "version": env!("CARGO_PKG_VERSION"), "usable": !missing, "findings": findings }),
        )?;
    } else {
        print(&findings, missing)?;
    }
    Ok(if missing {
        exit::ENVIRONMENT
    } else {
        exit::SCORED
    })
}

fn print(findings: &[Finding], missing: bool) -> anyhow::Result<()> {
    let width = findings
        .iter()
        .map(|finding| finding.what.chars().count())
        .max()
        .unwrap_or(0);
    term::print(|out| {
        for Finding {
            what,
            verdict,
            found,
            lost,
            remedy,
        } in findings
        {
            let tone = match verdict {
                Verdict::Works => Tone::Good,
                Verdict::Note => Tone::Faint,
                Verdict::Lost => Tone::Warn,
                Verdict::Missing => Tone::Bad,
            };
            let gap = " ".repeat(width - what.chars().count());
            let word = format!("{:8}", verdict.word());
            writeln!(
                out,
                "{what}{gap}  {} {}",
                paint(tone, &word),
                found.lines().next().unwrap_or_default()
            )?;
            let indent = " ".repeat(width + 11);
            for more in found.lines().skip(1) {
                writeln!(out, "{indent}{more}")?;
            }
            if let Some(lost) = lost {
                writeln!(out, "{indent}lost: {lost}")?;
            }
            if let Some(remedy) = remedy {
                writeln!(out, "{indent}{} {remedy}", paint(Tone::Good, "hint:"))?;
            }
        }
        let verdict = if missing {
            paint(
                Tone::Bad,
                "something is missing that runs cannot do without",
            )
        } else {
            paint(Tone::Good, "ready")
        };
        writeln!(out, "{verdict}")
    })?;
    Ok(())
}
