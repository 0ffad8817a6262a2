//! From the words of the command line to the exit code.

use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};

use clap::error::ErrorKind;
use clap::{CommandFactory as _, FromArgMatches as _};

use super::args::{Cli, Color, Command};
use super::context::Context;
use super::{
    bug, cache, compare, completions, doctor, exit, explain, freeze, init, instances, log, mutants,
    problem, rank, report, schema, score, short_form, suite, term, view,
};

/// Runs the command that `words` (the program's own name first) ask for, and gives back the exit code.
pub(crate) fn main(words: Vec<OsString>) -> u8 {
    bug::install_panic_hook();
    // The hook has said everything by then.
    catch_unwind(AssertUnwindSafe(|| parse_and_run(words))).unwrap_or(exit::BUG)
}

fn parse_and_run(words: Vec<OsString>) -> u8 {
    term::choose_color(early_color(&words));
    let parsed = Cli::command()
        .try_get_matches_from(short_form::expand(words))
        .and_then(|matches| Cli::from_arg_matches(&matches));
    let cli = match parsed {
        Ok(cli) => cli,
        Err(error) => return say_usage(&error),
    };
    log::start(cli.global.verbose, cli.global.quiet);
    let context = Context {
        command: cli.command.name(),
        global: cli.global,
    };
    match run(&context, cli.command) {
        Ok(code) => code,
        Err(error) => {
            let code = exit::code(&error);
            if code != exit::SCORED {
                tracing::debug!(code, ?error, "ends");
                problem::say(&error);
            }
            code
        }
    }
}

fn run(context: &Context, command: Command) -> anyhow::Result<u8> {
    match command {
        Command::Score(args) => score::run(context, &args),
        Command::Compare(args) => compare::run(context, &args),
        Command::Rank(args) => rank::run(context, &args),
        Command::Freeze(args) => freeze::run(context, &args),
        Command::Report(args) => report::run(context, &args),
        Command::Run(args) => suite::run(context, &args),
        Command::Instances(args) => instances::run(context, &args),
        Command::Mutants(args) => mutants::run(context, &args),
        Command::View(args) => view::run(context, &args),
        Command::Explain(args) => explain::run(context, &args),
        Command::Doctor(args) => doctor::run(context, &args),
        Command::Init(args) => init::run(&args),
        Command::Cache(args) => cache::run(context, &args),
        Command::Completions(args) => completions::run(&args),
        Command::Schema(args) => schema::run(&args),
    }
}

/// Help and version are answers; everything else the parser says is wrong usage.
fn say_usage(error: &clap::Error) -> u8 {
    let printed = error.print();
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => exit::SCORED,
        _ => {
            drop(printed);
            exit::USAGE
        }
    }
}

/// `--color` also holds for what the parser itself prints, so it is looked for before parsing.
fn early_color(words: &[OsString]) -> Color {
    let words: Vec<&str> = words
        .iter()
        .filter_map(|word| word.to_str())
        .take_while(|word| *word != "--")
        .collect();
    let value =
        words
            .iter()
            .enumerate()
            .find_map(|(place, word)| match word.strip_prefix("--color") {
                Some("") => words.get(place + 1).copied(),
                Some(rest) => rest.strip_prefix('='),
                None => None,
            });
    match value {
        Some("always") => Color::Always,
        Some("never") => Color::Never,
        _ => Color::Auto,
    }
}
