//! Carrying out a mutant of a manifest on the file it belongs to.

use mutscore_model::digest::Digest;
use mutscore_model::mutant::{Mutant, MutantId};
use thiserror::Error;

use crate::rewrite::{SpliceError, apply};

/// Why a mutant cannot be carried out.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum MutateError {
    /// The file is not the one the manifest was made from.
    #[error("{path} has changed since mutant {id} was made; freeze the manifest again")]
    OtherSource {
        /// The file.
        path: String,
        /// The mutant.
        id: MutantId,
    },
    /// The edits do not fit.
    #[error("{path}: mutant {id}: {source}")]
    Splice {
        /// The file.
        path: String,
        /// The mutant.
        id: MutantId,
        /// What does not fit.
        source: SpliceError,
    },
    /// The edits are not those the entry was made with.
    #[error(
        "{path}: the edits of mutant {id} are not those it was made with; the manifest is damaged, freeze it again"
    )]
    OtherEdits {
        /// The file.
        path: String,
        /// The mutant.
        id: MutantId,
    },
}

/// The bytes of `mutant`'s file with the mutant in it.
///
/// # Errors
/// When `source` is not the file the mutant was made from, or the entry's edits were changed or do not fit.
pub fn mutate(source: &[u8], mutant: &Mutant) -> Result<Vec<u8>, MutateError> {
    let path = || mutant.path.to_string();
    let id = || mutant.id.clone();
    if Digest::of(source) != mutant.source_id {
        return Err(MutateError::OtherSource {
            path: path(),
            id: id(),
        });
    }
    if Mutant::mutated_id_of(&mutant.source_id, &mutant.edits) != mutant.mutated_id {
        return Err(MutateError::OtherEdits {
            path: path(),
            id: id(),
        });
    }
    apply(source, &mutant.edits).map_err(|source| MutateError::Splice {
        path: path(),
        id: id(),
        source,
    })
}
