//! Why there is no score.

use mutscore_runners::workspace::WorkspaceError;

use crate::bench::{BenchError, FrozenError};
use crate::dispatch::Interrupted;
use crate::manifest::ManifestError;
use crate::project::{OpenError, Unreadable, WeaveError};
use crate::score::pairs::UnknownMutant;
use crate::submission::SubmissionError;

/// Why there is no score.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ScoreError {
    /// The bench's files.
    #[error(transparent)]
    Bench(#[from] BenchError),
    /// A frozen file.
    #[error(transparent)]
    Frozen(#[from] FrozenError),
    /// The project cannot be opened or run.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The manifest.
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    /// The pool and the manifest do not fit.
    #[error(transparent)]
    UnknownMutant(#[from] UnknownMutant),
    /// A mutant cannot be made.
    #[error(transparent)]
    Mutant(#[from] Unreadable),
    /// Mutants cannot be built together.
    #[error(transparent)]
    Weave(#[from] WeaveError),
    /// The submission cannot be read.
    #[error(transparent)]
    Submission(#[from] SubmissionError),
    /// The view cannot be laid.
    #[error(transparent)]
    View(#[from] WorkspaceError),
    /// It was stopped.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// The gate dropped the instance.
    #[error(
        "the ground truth of instance {instance} does not pass: {dropped}{because} (hint: `mutscore instances` lists those with a pool)"
    )]
    Dropped {
        /// Instance id.
        instance: u32,
        /// Why it was dropped.
        dropped: String,
        /// The step or file behind it.
        because: String,
    },
    /// The pool rests on something that is not here.
    #[error(
        "the pool of instance {instance} was frozen from {what} (hint: score where it was frozen, or freeze anew with `mutscore freeze --force`)"
    )]
    OtherPool {
        /// Instance id.
        instance: u32,
        /// What differs.
        what: String,
    },
}
