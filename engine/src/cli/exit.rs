//! Exit codes, and the one function that maps errors to them.

use std::error::Error as StdError;

use anyhow::Error;
use mutscore::agent_view::ViewError;
use mutscore::bench::provision::ProvisionError;
use mutscore::bench::{BenchError, FrozenError, WriteError};
use mutscore::cache::CacheError;
use mutscore::config::{ConfigError, InitError};
use mutscore::dispatch::Interrupted;
use mutscore::manifest::ManifestError;
use mutscore::manifest::filter::{DiffError, FilterError};
use mutscore::pool::FreezeError;
use mutscore::project::{OpenError, Unreadable};
use mutscore::report::project::KillReportError;
use mutscore::results::ResultsError;
use mutscore::score::{PlanError, ScoreError};
use mutscore::submission::SubmissionError;
use mutscore_operators::registry::UnknownOperator;
use mutscore_runners::runner::RunnerError;
use mutscore_runners::workspace::WorkspaceError;

use super::interrupt;
use super::peel::peel;
use super::term::OutputError;

/// The command did what it was asked to.
pub(crate) const SCORED: u8 = 0;
/// Scored, but below what `--require` asks for.
pub(crate) const THRESHOLD: u8 = 1;
/// Usage or configuration: the command line, `mutscore.toml`, or a stored file is wrong.
pub(crate) const USAGE: u8 = 2;
/// The unmutated ground truth does not pass: the gate dropped the instance.
pub(crate) const GROUND_TRUTH: u8 = 3;
/// The environment: tool chain, sandbox, network, disk.
pub(crate) const ENVIRONMENT: u8 = 4;
/// A bug of ours.
pub(crate) const BUG: u8 = 70;
/// Added to the number of the signal that ended the work.
pub(crate) const SIGNAL_BASE: u8 = 128;

/// What was asked for makes no sense, in words of the command line.
#[derive(Debug, thiserror::Error)]
#[error("{what} (hint: {hint})")]
pub(crate) struct UsageError {
    what: String,
    hint: String,
}

/// An error of usage with a way out.
pub(crate) fn usage(what: impl Into<String>, hint: impl Into<String>) -> Error {
    UsageError {
        what: what.into(),
        hint: hint.into(),
    }
    .into()
}

/// The exit code of an error. What no line here foresees is a bug of ours.
pub(crate) fn code(error: &Error) -> u8 {
    error.chain().find_map(|link| of(peel(link))).unwrap_or(BUG)
}

fn of(link: &(dyn StdError + 'static)) -> Option<u8> {
    if let Some(output) = link.downcast_ref::<OutputError>() {
        return Some(if output.nobody_reads() {
            SCORED
        } else {
            ENVIRONMENT
        });
    }
    if link.is::<Interrupted>() {
        return Some(of_signal(interrupt::signal()));
    }
    let usage = link.is::<UsageError>()
        || link.is::<ConfigError>()
        || link.is::<InitError>()
        || link.is::<BenchError>()
        || link.is::<UnknownOperator>()
        || link.is::<FilterError>()
        || link.is::<KillReportError>()
        || link.is::<DiffError>();
    if usage {
        return Some(USAGE);
    }
    if let Some(error) = link.downcast_ref::<FrozenError>() {
        return Some(match error {
            FrozenError::Unreadable { .. } | FrozenError::Write(_) => ENVIRONMENT,
            _ => USAGE,
        });
    }
    if let Some(error) = link.downcast_ref::<ProvisionError>() {
        return Some(match error {
            ProvisionError::NoSuchPackage { .. } | ProvisionError::NoRoot { .. } => USAGE,
            _ => ENVIRONMENT,
        });
    }
    if let Some(error) = link.downcast_ref::<RunnerError>() {
        return Some(match error {
            RunnerError::DoesNotLoad { .. } => GROUND_TRUTH,
            _ => ENVIRONMENT,
        });
    }
    of_pipelines(link).or_else(|| {
        (link.is::<CacheError>()
            || link.is::<WriteError>()
            || link.is::<std::io::Error>()
            || link.is::<OpenError>())
        .then_some(ENVIRONMENT)
    })
}

/// What freezing and scoring, and their parts, say themselves.
fn of_pipelines(link: &(dyn StdError + 'static)) -> Option<u8> {
    if let Some(error) = link.downcast_ref::<ScoreError>() {
        return Some(match error {
            ScoreError::Dropped { .. } => GROUND_TRUTH,
            _ => USAGE,
        });
    }
    if let Some(error) = link.downcast_ref::<PlanError>() {
        return Some(match error {
            PlanError::Io { .. } => ENVIRONMENT,
            _ => USAGE,
        });
    }
    if let Some(error) = link.downcast_ref::<ResultsError>() {
        return Some(match error {
            ResultsError::Io { source, .. } if source.kind() != std::io::ErrorKind::NotFound => {
                ENVIRONMENT
            }
            _ => USAGE,
        });
    }
    if let Some(error) = link.downcast_ref::<FreezeError>() {
        return Some(match error {
            FreezeError::Infrastructure { .. } => ENVIRONMENT,
            _ => USAGE,
        });
    }
    if let Some(error) = link.downcast_ref::<ViewError>() {
        return Some(match error {
            ViewError::Io { .. } => ENVIRONMENT,
            _ => USAGE,
        });
    }
    if let Some(error) = link.downcast_ref::<ManifestError>() {
        return Some(match error {
            ManifestError::Io { .. } => ENVIRONMENT,
            _ => USAGE,
        });
    }
    if let Some(error) = link.downcast_ref::<Unreadable>() {
        return Some(match error {
            Unreadable::Io { .. } => ENVIRONMENT,
            _ => USAGE,
        });
    }
    if let Some(error) = link.downcast_ref::<SubmissionError>() {
        return Some(match error {
            SubmissionError::Unreadable { .. } | SubmissionError::Special(_) => USAGE,
            _ => ENVIRONMENT,
        });
    }
    link.downcast_ref::<WorkspaceError>()
        .map(|error| match error {
            WorkspaceError::Io { .. } | WorkspaceError::Changed { .. } => ENVIRONMENT,
            _ => USAGE,
        })
}

fn of_signal(signal: Option<i32>) -> u8 {
    let number = signal
        .and_then(|signal| u8::try_from(signal).ok())
        .filter(|number| *number < SIGNAL_BASE);
    // Interrupted without a signal would be a mistake of ours.
    number.map_or(BUG, |number| SIGNAL_BASE + number)
}

/// The error with a place in `mutscore.toml` behind an error, if that is what it is.
pub(crate) fn config_error(error: &Error) -> Option<&ConfigError> {
    let mut links = error.chain().map(peel);
    let config = links.find_map(|link| link.downcast_ref::<ConfigError>());
    config.filter(|config| matches!(config, ConfigError::Invalid(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reader_that_went_away_is_success_and_only_then() {
        let output = |kind| Error::new(OutputError(std::io::Error::from(kind)));
        assert_eq!(code(&output(std::io::ErrorKind::BrokenPipe)), SCORED);
        assert_eq!(code(&output(std::io::ErrorKind::StorageFull)), ENVIRONMENT);
        // A pipe of our own that broke is trouble.
        assert_eq!(
            code(&Error::new(std::io::Error::from(
                std::io::ErrorKind::BrokenPipe
            ))),
            ENVIRONMENT
        );
    }

    #[test]
    fn each_blame_has_its_code_however_deep_it_lies() {
        let io = || std::io::Error::other("x");
        let missing = || FrozenError::Missing("p".into());
        let no_load = RunnerError::DoesNotLoad {
            project: "p".into(),
            detail: "d".into(),
        };
        let full = ProvisionError::DiskFull { path: "p".into() };
        let dropped = ScoreError::Dropped {
            instance: 1,
            dropped: "d".into(),
            because: String::new(),
        };
        for (error, expected) in [
            (usage("a", "b"), USAGE),
            (
                Error::new(BenchError::NoInstance { id: 1, most: 0 }).context("more words"),
                USAGE,
            ),
            (Error::new(ScoreError::Frozen(missing())), USAGE),
            (
                Error::new(ScoreError::Manifest(ManifestError::Stored(missing()))),
                USAGE,
            ),
            (
                Error::new(FrozenError::Unreadable {
                    path: "p".into(),
                    source: io(),
                }),
                ENVIRONMENT,
            ),
            (
                Error::new(FreezeError::Open(OpenError::Bench(BenchError::Provision(
                    full,
                )))),
                ENVIRONMENT,
            ),
            (
                Error::new(FreezeError::Open(OpenError::Runner(no_load))),
                GROUND_TRUTH,
            ),
            (Error::new(dropped), GROUND_TRUTH),
            (
                Error::new(OpenError::NoIsolation { what: "x".into() }),
                ENVIRONMENT,
            ),
            (anyhow::anyhow!("nobody foresaw this"), BUG),
        ] {
            assert_eq!(code(&error), expected, "{error:?}");
        }
    }

    #[test]
    fn a_signal_adds_128() {
        assert_eq!(of_signal(Some(2)), 130);
        assert_eq!(of_signal(Some(15)), 143);
    }
}
