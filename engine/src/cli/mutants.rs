//! `mutscore mutants`: list, filter and show mutants, of a project or of loose files.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use mutscore::report::{Tone, unified, words};
use mutscore_model::mutant::{Mutant, MutantStatus};
use mutscore_model::outcome::PairOutcome;
use serde_json::{Value, json};

use super::choose::{self, Chosen};
use super::context::Context;
use super::exit;
use super::pairs::outcome_word;
use super::since;
use super::term::{self, paint};

/// List, filter and show mutants
///
/// Without files: those of the bench, from the frozen manifest where there is one. With files: those of the
/// files, of no project, made on the spot.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mutscore mutants --project python-docx --file 'src/docx/styles/*.py' --op cond-boundary
  mutscore mutants --in-diff change.patch --json
  mutscore mutants --instance 412 --outcome survived --diff
  mutscore mutants --sample 10 --seed 7 --diff
  mutscore mutants --since pools/shop/manifest.jsonl --project shop
  mutscore mutants --check --status stillborn calc.py
  mutscore mutants --language python --operators extended,-const-str calc.py

With --json one object a line: id, op, path, line (1-based), column (1-based, characters), start and end (bytes, \
0-based, end exclusive), original, replacement, scope, lines, tier, status (ok, stillborn, equivalent, duplicate, skipped); of a duplicate \
also same_as, of one that is stillborn or skipped and checked just now also why; with --instance also outcome; with --since also since (kept, moved, new, gone) and was.")]
pub(crate) struct MutantsArgs {
    /// Loose files to mutate, instead of a project
    #[arg(value_name = "FILE", conflicts_with_all = ["project", "instance", "outcome"])]
    pub(crate) files: Vec<PathBuf>,
    /// Language of the loose files [default: by their extension]
    #[arg(long, value_name = "NAME", requires = "files")]
    pub(crate) language: Option<String>,
    /// Only mutants of this project [default: all of the bench]
    #[arg(long, value_name = "NAME")]
    pub(crate) project: Option<String>,
    /// Operators to use, with commas: ids, `default`, `extended`, `pit`, and `-ID` to leave one out [default: what
    /// the project says, `default` for loose files]
    #[arg(
        long,
        value_name = "SET",
        allow_hyphen_values = true,
        value_delimiter = ',',
        conflicts_with = "instance"
    )]
    pub(crate) operators: Vec<String>,
    /// Compile each mutant first, where that was not done for the frozen manifest: those that do not compile, or
    /// compile to what the original or another mutant compiles to, get the status that says so
    #[arg(long)]
    pub(crate) check: bool,
    /// Say what became of the mutants of this earlier manifest: kept, moved, gone, new
    #[arg(long, value_name = "MANIFEST", conflicts_with_all = ["instance", "sample"])]
    pub(crate) since: Option<PathBuf>,
    /// Show each mutant as a unified diff
    #[arg(long, conflicts_with_all = ["json", "since"])]
    diff: bool,
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
    // Last, for its heading would go on.
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
}

impl MutantsArgs {
    /// Whether sources are shown.
    pub(crate) fn diff(&self) -> bool {
        self.diff
    }
}

/// Which mutants.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Filters (all must hold)")]
pub(crate) struct FilterArgs {
    /// Only in files that match this glob (`*` does not cross `/`)
    #[arg(long, value_name = "GLOB")]
    pub(crate) file: Vec<String>,
    /// Only of this operator; `mutscore explain --list` lists them
    #[arg(long, value_name = "ID")]
    pub(crate) op: Vec<String>,
    /// Only where `path:line: original -> replacement` matches this regular expression
    #[arg(long = "match", value_name = "REGEX")]
    pub(crate) matching: Vec<String>,
    /// Only on lines that this diff adds or changes (`-`: standard input)
    #[arg(long, value_name = "FILE")]
    pub(crate) in_diff: Option<PathBuf>,
    /// Only with this status; `--check` finds it out where nothing is frozen
    #[arg(long, value_name = "WHAT")]
    pub(crate) status: Vec<Status>,
    /// Only in the pool of this instance
    #[arg(long, value_name = "N")]
    pub(crate) instance: Option<u32>,
    /// Only those that end so for that instance's ground truth
    #[arg(long, value_name = "WHAT", requires = "instance")]
    pub(crate) outcome: Option<Outcome>,
    /// Only so many, drawn at random from what the other filters leave
    #[arg(long, value_name = "N")]
    pub(crate) sample: Option<usize>,
    /// Seed of the sample
    #[arg(long, value_name = "S", default_value_t = 1, requires = "sample")]
    pub(crate) seed: u64,
}

/// What the ground truth does to a mutant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Outcome {
    /// It fails, as the project's policy asks
    Killed,
    /// It passes
    Survived,
    /// No verdict
    Excluded,
}

impl Outcome {
    /// Whether `outcome` is of this kind.
    pub(crate) fn holds(self, outcome: PairOutcome) -> bool {
        matches!(
            (self, outcome),
            (Self::Killed, PairOutcome::Killed)
                | (Self::Survived, PairOutcome::Survived)
                | (Self::Excluded, PairOutcome::Excluded(_))
        )
    }
}

/// What is known of a mutant before any test runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Status {
    /// Usable, as far as is known
    Ok,
    /// Does not compile
    Stillborn,
    /// Compiles to what the original compiles to
    Equivalent,
    /// Compiles to what an earlier mutant compiles to
    Duplicate,
    /// Left out for another reason
    Skipped,
}

impl Status {
    /// Whether `status` is of this kind.
    pub(crate) fn holds(self, status: &MutantStatus) -> bool {
        matches!(
            (self, status),
            (Self::Ok, MutantStatus::Ok)
                | (Self::Stillborn, MutantStatus::Stillborn)
                | (Self::Equivalent, MutantStatus::Equivalent)
                | (Self::Duplicate, MutantStatus::Duplicate(_))
                | (Self::Skipped, MutantStatus::Skipped(_))
        )
    }
}

/// Prints the chosen mutants.
pub(crate) fn run(context: &Context, args: &MutantsArgs) -> anyhow::Result<u8> {
    let groups = choose::mutants(context, args)?;
    if let Some(earlier) = &args.since {
        return since::print(context, earlier, &groups, &args.filter, args.json);
    }
    let shown: usize = groups.iter().map(|group| group.mutants.len()).sum();
    for group in &groups {
        if args.json {
            term::print(|out| {
                group.each().try_for_each(|(mutant, outcome)| {
                    let mut object = object(mutant, outcome);
                    if let Some(why) = group.why(mutant) {
                        object["why"] = why.into();
                    }
                    writeln!(out, "{object}")
                })
            })?;
        } else if args.diff {
            diffs(group)?;
        } else {
            term::print(|out| {
                group
                    .each()
                    .try_for_each(|(mutant, outcome)| row(out, mutant, outcome))
            })?;
        }
    }
    if !context.global.quiet && !args.json {
        term::say(&words::count(shown, "mutant"));
    }
    Ok(exit::SCORED)
}

/// `path:line:column  operator  original → replacement  id`
pub(crate) fn row(
    out: &mut dyn Write,
    mutant: &Mutant,
    outcome: Option<PairOutcome>,
) -> io::Result<()> {
    let place = format!(
        "{}:{}:{}",
        mutant.path, mutant.start.line, mutant.start.column
    );
    let change = format!(
        "{} → {}",
        words::snippet(&mutant.original),
        words::snippet(&mutant.replacement)
    );
    let outcome = outcome
        .map(|outcome| format!("  {}", outcome_word(outcome)))
        .unwrap_or_default();
    let status = match &mutant.status {
        MutantStatus::Ok => String::new(),
        MutantStatus::Duplicate(keeper) => format!("  duplicate of {keeper}"),
        other => format!("  {}", other.word()),
    };
    let status = paint(Tone::Warn, &status);
    let (place, id) = (
        paint(Tone::Place, &place),
        paint(Tone::Faint, mutant.id.as_str()),
    );
    writeln!(
        out,
        "{place}  {}  {change}{outcome}{status}  {id}",
        mutant.op
    )
}

/// A mutant as programs read it. `start` and `end` are bytes, as in the operators' worked examples.
pub(crate) fn object(mutant: &Mutant, outcome: Option<PairOutcome>) -> Value {
    let mut object = json!({
        "id": mutant.id,
        "op": mutant.op,
        "line": mutant.start.line,
        "column": mutant.start.column,
        "original": mutant.original,
        "replacement": mutant.replacement,
        "start": mutant.span.start,
        "end": mutant.span.end,
        "path": mutant.path,
        "scope": mutant.scope,
        "lines": mutant.lines,
        "tier": mutant.tier,
        "status": mutant.status.word(),
    });
    match &mutant.status {
        MutantStatus::Duplicate(keeper) => object["same_as"] = keeper.as_str().into(),
        MutantStatus::Skipped(why) => object["why"] = why.as_str().into(),
        _ => {}
    }
    if let Some(outcome) = outcome {
        object["outcome"] = outcome_word(outcome).into();
    }
    object
}

fn diffs(group: &Chosen) -> anyhow::Result<()> {
    let mut sources: BTreeMap<&str, Vec<u8>> = BTreeMap::new();
    term::print(|out| {
        for (mutant, outcome) in group.each() {
            let path = mutant.path.as_str();
            if !sources.contains_key(path) {
                sources.insert(path, group.source(mutant)?);
            }
            // `patch` and `git apply` skip lines before the first `---`.
            let outcome = outcome
                .map(|outcome| format!(", {}", outcome_word(outcome)))
                .unwrap_or_default();
            writeln!(
                out,
                "{}",
                paint(
                    Tone::Strong,
                    &format!("{} {}{outcome}", mutant.id, mutant.op)
                )
            )?;
            let diff = unified(&sources[path], mutant).map_err(io::Error::other)?;
            paint_diff(out, &diff)?;
        }
        Ok(())
    })?;
    Ok(())
}

/// A unified diff in colours.
pub(crate) fn paint_diff(out: &mut dyn Write, diff: &str) -> io::Result<()> {
    for line in diff.lines() {
        let tone = match line.chars().next() {
            _ if line.starts_with("---") || line.starts_with("+++") => Some(Tone::Strong),
            Some('-') => Some(Tone::Removed),
            Some('+') => Some(Tone::Added),
            Some('@') => Some(Tone::Place),
            _ => None,
        };
        writeln!(
            out,
            "{}",
            tone.map_or_else(|| line.to_owned(), |tone| paint(tone, line))
        )?;
    }
    Ok(())
}
