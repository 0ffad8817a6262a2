//! The command line as typed. What it means is worked out by each command.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};
use mutscore::config::ExecutionChoice;

use super::{
    cache, compare, completions, doctor, explain, freeze, init, instances, mutants, rank, report,
    schema, score, suite, view,
};

/// Which of the developers' kills does a generated BDD test reproduce?
///
/// A bench holds projects with developer-written scenarios. `freeze` mutates the production code and records
/// which mutants the developers' own test (the ground truth) kills; `score` runs somebody else's test against
/// exactly those mutants.
#[derive(Debug, Parser)]
#[command(
    name = "mutscore",
    version,
    max_term_width = 100,
    arg_required_else_help = true,
    after_help = "\
Examples:
  mutscore gen.patch --instance 412    score a patch (short for `mutscore score …`)
  mutscore freeze                      make the ground truth of the bench around this folder
  mutscore instances                   what there is to score
  mutscore doctor                      what this machine can do, and what it lacks

Exit codes: 0 scored, 1 a required threshold is not met, 2 usage or configuration, 3 the ground truth does \
not pass, 4 environment, 70 a bug of mutscore, 128+n signal n."
)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What every command takes.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Global options")]
pub(crate) struct Global {
    /// The bench's folder [default: the nearest one upward with a mutscore.toml]
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) bench: Option<PathBuf>,
    /// Runs made side by side [default: the number of cores]
    #[arg(short, long, global = true, value_name = "N")]
    pub(crate) jobs: Option<NonZeroUsize>,
    /// How runs are started [default: what mutscore.toml says, else auto]
    #[arg(long, global = true, value_name = "HOW")]
    pub(crate) execution: Option<Execution>,
    /// When to use colour (NO_COLOR is honoured)
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,
    /// Print results and errors only
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Say more on standard error; twice for debugging, three times for everything
    #[arg(short, long, global = true, action = ArgAction::Count)]
    pub(crate) verbose: u8,
}

/// How runs are started.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Execution {
    /// Warm wherever it is exact
    Auto,
    /// Forks of a loaded process
    Warm,
    /// A new process for each run
    Cold,
}

impl From<Execution> for ExecutionChoice {
    fn from(typed: Execution) -> Self {
        match typed {
            Execution::Auto => Self::Auto,
            Execution::Warm => Self::Warm,
            Execution::Cold => Self::Cold,
        }
    }
}

/// When to use colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On terminals, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Score(score::ScoreArgs),
    Compare(compare::CompareArgs),
    Rank(rank::RankArgs),
    Freeze(freeze::FreezeArgs),
    Report(report::ReportArgs),
    Run(suite::RunArgs),
    Instances(instances::InstancesArgs),
    Mutants(Box<mutants::MutantsArgs>),
    View(view::ViewArgs),
    Explain(explain::ExplainArgs),
    Doctor(doctor::DoctorArgs),
    Init(init::InitArgs),
    Cache(cache::CacheArgs),
    Completions(completions::CompletionsArgs),
    Schema(schema::SchemaArgs),
}

impl Command {
    /// Its name, for log files.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Score(_) => "score",
            Self::Compare(_) => "compare",
            Self::Rank(_) => "rank",
            Self::Freeze(_) => "freeze",
            Self::Report(_) => "report",
            Self::Run(_) => "run",
            Self::Instances(_) => "instances",
            Self::Mutants(_) => "mutants",
            Self::View(_) => "view",
            Self::Explain(_) => "explain",
            Self::Doctor(_) => "doctor",
            Self::Init(_) => "init",
            Self::Cache(_) => "cache",
            Self::Completions(_) => "completions",
            Self::Schema(_) => "schema",
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    /// Every command, those below others included, with the words that call it.
    fn all() -> Vec<(String, clap::Command)> {
        fn below(prefix: &str, command: &clap::Command, into: &mut Vec<(String, clap::Command)>) {
            let name = format!("{prefix} {}", command.get_name()).trim().to_owned();
            command
                .get_subcommands()
                .for_each(|sub| below(&name, sub, into));
            into.push((name, command.clone()));
        }
        let mut commands = Vec::new();
        below("", &Cli::command(), &mut commands);
        commands
    }

    #[test]
    fn the_definition_of_the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_command_says_what_it_does_and_shows_an_example_of_itself() {
        for (name, command) in all() {
            assert!(command.get_about().is_some(), "{name} has no description");
            let examples = command
                .get_after_help()
                .map(ToString::to_string)
                .unwrap_or_default();
            assert!(
                examples.contains(&format!("  {name}")),
                "{name} shows no example of itself: {examples}"
            );
        }
    }

    #[test]
    fn every_flag_and_argument_is_described_without_a_full_stop() {
        for (name, command) in all() {
            for argument in command.get_arguments() {
                let help = argument
                    .get_help()
                    .map(ToString::to_string)
                    .unwrap_or_default();
                let id = argument.get_id();
                assert!(!help.is_empty(), "{name}: {id} has no description");
                assert!(!help.ends_with('.'), "{name}: {id}: {help}");
                let ours = argument.get_action().takes_values() && id != "shell";
                let values = argument.get_possible_values();
                for value in values.iter().filter(|_| ours) {
                    let value_name = value.get_name();
                    assert!(
                        value.get_help().is_some(),
                        "{name}: {id}: {value_name} is not described"
                    );
                }
            }
        }
    }
}
