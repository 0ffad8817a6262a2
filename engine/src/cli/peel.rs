//! Finds the error that says something inside those that only pass it on.
//!
//! A library error that is `transparent` shows the words of what it wraps, and hides it from the chain of causes.
//! To give blame, the wrapped one is needed.

use std::error::Error;

use mutscore::agent_view::ViewError;
use mutscore::bench::BenchError;
use mutscore::manifest::ManifestError;
use mutscore::pool::FreezeError;
use mutscore::project::{OpenError, WeaveError};
use mutscore::report::project::KillReportError;
use mutscore::score::{BatchError, ScoreError};

type Link = dyn Error + 'static;

/// The innermost error that `link` passes on; `link` itself if it says something of its own.
pub(crate) fn peel(link: &Link) -> &Link {
    let mut inner = link;
    while let Some(next) = wrapped(inner) {
        inner = next;
    }
    inner
}

fn wrapped(link: &Link) -> Option<&Link> {
    if let Some(error) = link.downcast_ref::<ScoreError>() {
        return of_score(error);
    }
    if let Some(error) = link.downcast_ref::<FreezeError>() {
        return of_freeze(error);
    }
    if let Some(error) = link.downcast_ref::<BatchError>() {
        return match error {
            BatchError::Results(inner) => Some(inner),
            BatchError::Interrupted(inner) => Some(inner),
            _ => None,
        };
    }
    if let Some(error) = link.downcast_ref::<WeaveError>() {
        return match error {
            WeaveError::Open(inner) => Some(inner),
            WeaveError::Mutant(inner) => Some(inner),
            _ => None,
        };
    }
    if let Some(error) = link.downcast_ref::<KillReportError>() {
        return match error {
            KillReportError::Bench(inner) => Some(inner),
            KillReportError::Manifest(inner) => Some(inner),
            KillReportError::Frozen(inner) => Some(inner),
            _ => None,
        };
    }
    if let Some(error) = link.downcast_ref::<OpenError>() {
        return match error {
            OpenError::Bench(inner) => Some(inner),
            OpenError::Tree(inner) => Some(inner),
            OpenError::Runner(inner) => Some(inner),
            _ => None,
        };
    }
    if let Some(error) = link.downcast_ref::<BenchError>() {
        return match error {
            BenchError::Config(inner) => Some(inner),
            BenchError::Frozen(inner) => Some(inner),
            BenchError::Provision(inner) => Some(inner),
            _ => None,
        };
    }
    if let Some(error) = link.downcast_ref::<ViewError>() {
        return match error {
            ViewError::Bench(inner) => Some(inner),
            ViewError::Frozen(inner) => Some(inner),
            ViewError::Tree(inner) => Some(inner),
            ViewError::Manifest(inner) => Some(inner),
            _ => None,
        };
    }
    match link.downcast_ref::<ManifestError>() {
        Some(ManifestError::Stored(inner)) => Some(inner),
        Some(ManifestError::Operator(inner)) => Some(inner),
        _ => None,
    }
}

fn of_score(error: &ScoreError) -> Option<&Link> {
    match error {
        ScoreError::Bench(inner) => Some(inner),
        ScoreError::Frozen(inner) => Some(inner),
        ScoreError::Open(inner) => Some(inner),
        ScoreError::Manifest(inner) => Some(inner),
        ScoreError::Mutant(inner) => Some(inner),
        ScoreError::Weave(inner) => Some(inner),
        ScoreError::Submission(inner) => Some(inner),
        ScoreError::View(inner) => Some(inner),
        ScoreError::Interrupted(inner) => Some(inner),
        _ => None,
    }
}

fn of_freeze(error: &FreezeError) -> Option<&Link> {
    match error {
        FreezeError::Open(inner) => Some(inner),
        FreezeError::Bench(inner) => Some(inner),
        FreezeError::Frozen(inner) => Some(inner),
        FreezeError::Manifest(inner) => Some(inner),
        FreezeError::Mutant(inner) => Some(inner),
        FreezeError::Weave(inner) => Some(inner),
        FreezeError::Interrupted(inner) => Some(inner),
        _ => None,
    }
}
