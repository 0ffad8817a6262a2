//! Reading and writing the frozen files: `pools/<project>/<id>.json`.
//!
//! A frozen file carries the digest of its own content (canonical JSON without the `digest` field). It is checked
//! before anything else is believed, and nothing is ever rebuilt silently: each way to be unusable has its own
//! error with its own way out.

use std::path::{Path, PathBuf};

use mutscore_model::digest::Digest;
use mutscore_model::event::SCHEMA_VERSION;
use mutscore_model::pool::Pool;
use serde_json::Value;

use super::atomic::{WriteError, write_atomically};
use super::canonical::{digest_of, readable};

/// The field that holds the digest of everything else.
const DIGEST: &str = "digest";

/// Why a stored file cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FrozenError {
    /// It is not there.
    #[error("there is no {0} (hint: run `mutscore freeze`)")]
    Missing(PathBuf),
    /// It cannot be read.
    #[error("read {path}: {source} (hint: check the file's owner and mode)")]
    Unreadable {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// It ends too early.
    #[error(
        "{0} ends in the middle (hint: an interrupted copy; copy it again, or restore it from version control)"
    )]
    Truncated(PathBuf),
    /// It is not the JSON it should be.
    #[error(
        "{path}:{line}: {what} (hint: edited or damaged; restore it from version control, or remove it and run `mutscore freeze`)"
    )]
    Malformed {
        /// Which file.
        path: PathBuf,
        /// 1-based line.
        line: usize,
        /// What is wrong.
        what: String,
    },
    /// Its bytes are not those that were frozen.
    #[error(
        "{path} does not have the digest it says: {found} instead of {stated} (hint: edited or damaged; restore it \
         from version control, or remove it and run `mutscore freeze`)"
    )]
    DigestMismatch {
        /// Which file.
        path: PathBuf,
        /// As written in the file.
        stated: String,
        /// Of the content.
        found: Digest,
    },
    /// Another version of the form.
    #[error("{path} has schema {found}, this mutscore reads schema {known} (hint: {})", schema_hint(*.found, *.known))]
    Schema {
        /// Which file.
        path: PathBuf,
        /// As written in the file.
        found: u64,
        /// What this build reads.
        known: u32,
    },
    /// Frozen by a version whose verdicts may differ.
    #[error(
        "{path} was frozen by mutscore {found}, this is {own} (hint: score with that version, or remove the \
         project's pools and run `mutscore freeze` again)"
    )]
    Tool {
        /// Which file.
        path: PathBuf,
        /// As written in the file.
        found: String,
        /// This build's version.
        own: &'static str,
    },
    /// It is the pool of something else.
    #[error(
        "{path} holds {found}, not {expected} (hint: the file was renamed or copied; put it back under its own name)"
    )]
    Foreign {
        /// Which file.
        path: PathBuf,
        /// What it holds.
        found: String,
        /// What its name says.
        expected: String,
    },
    /// It cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

fn schema_hint(found: u64, known: u32) -> &'static str {
    if found > u64::from(known) {
        "use a newer mutscore"
    } else {
        "run `mutscore freeze` again with this version"
    }
}

/// This build's version, as frozen files carry it.
pub(super) const OWN_VERSION: &str = env!("CARGO_PKG_VERSION");

/// Bytes of a stored file.
pub(super) fn read(path: &Path) -> Result<Vec<u8>, FrozenError> {
    std::fs::read(path).map_err(|source| match source.kind() {
        std::io::ErrorKind::NotFound => FrozenError::Missing(path.to_path_buf()),
        _ => FrozenError::Unreadable {
            path: path.to_path_buf(),
            source,
        },
    })
}

/// What a JSON error says of a stored file whose text begins at the 1-based line `first_line`.
pub(super) fn not_json(path: &Path, first_line: usize, error: &serde_json::Error) -> FrozenError {
    if error.is_eof() {
        return FrozenError::Truncated(path.to_path_buf());
    }
    FrozenError::Malformed {
        path: path.to_path_buf(),
        line: first_line + error.line().saturating_sub(1),
        what: error.to_string(),
    }
}

/// Refuses another version of the form. Looked at before the digest: what a digest covers is part of the form.
pub(super) fn check_schema(path: &Path, value: &Value) -> Result<(), FrozenError> {
    match value.get("schema").and_then(Value::as_u64) {
        Some(found) if found == u64::from(SCHEMA_VERSION) => Ok(()),
        Some(found) => Err(FrozenError::Schema {
            path: path.to_path_buf(),
            found,
            known: SCHEMA_VERSION,
        }),
        None => {
            let what = "it has no schema version".to_owned();
            Err(FrozenError::Malformed {
                path: path.to_path_buf(),
                line: 1,
                what,
            })
        }
    }
}

/// Refuses a file of another major version of the tool (below 1.0, another minor version).
pub(super) fn check_tool(path: &Path, found: &str) -> Result<(), FrozenError> {
    if generation(found).is_some() && generation(found) == generation(OWN_VERSION) {
        return Ok(());
    }
    Err(FrozenError::Tool {
        path: path.to_path_buf(),
        found: found.to_owned(),
        own: OWN_VERSION,
    })
}

/// The part of a version below which changes keep verdicts: the first number that is not zero, with its place.
fn generation(version: &str) -> Option<(usize, u64)> {
    let numbers: Option<Vec<u64>> = version
        .split(['-', '+'])
        .next()?
        .split('.')
        .map(|part| part.parse().ok())
        .collect();
    let numbers = numbers.filter(|numbers| numbers.len() == 3)?;
    Some(
        numbers
            .into_iter()
            .enumerate()
            .find(|&(_, number)| number > 0)
            .unwrap_or((2, 0)),
    )
}

/// Text of a frozen pool, digest included.
fn pool_text(pool: &Pool) -> Result<String, serde_json::Error> {
    let mut value = serde_json::to_value(pool)?;
    let digest = digest_of(&value);
    value[DIGEST] = Value::from(digest.to_string());
    Ok(readable(&value))
}

/// Writes a frozen pool and gives back the digest it carries.
pub(super) fn write_pool(path: &Path, pool: &Pool) -> Result<(), FrozenError> {
    let text = pool_text(pool).map_err(|error| not_json(path, 1, &error))?;
    Ok(write_atomically(path, text.as_bytes())?)
}

/// Reads a frozen pool and checks everything it says of itself.
pub(super) fn read_pool(path: &Path, project: &str, instance: u32) -> Result<Pool, FrozenError> {
    let bytes = read(path)?;
    let mut value: Value =
        serde_json::from_slice(&bytes).map_err(|error| not_json(path, 1, &error))?;
    check_schema(path, &value)?;
    let stated = value.as_object_mut().and_then(|map| map.remove(DIGEST));
    let stated = stated
        .as_ref()
        .and_then(Value::as_str)
        .unwrap_or("none")
        .to_owned();
    let found = digest_of(&value);
    if stated != found.to_string() {
        return Err(FrozenError::DigestMismatch {
            path: path.to_path_buf(),
            stated,
            found,
        });
    }
    let pool: Pool = serde_json::from_value(value).map_err(|error| not_json(path, 1, &error))?;
    check_tool(path, &pool.provenance.tool)?;
    if pool.project != project || pool.instance != instance {
        return Err(FrozenError::Foreign {
            path: path.to_path_buf(),
            found: format!("instance {} of `{}`", pool.instance, pool.project),
            expected: format!("instance {instance} of `{project}`"),
        });
    }
    Ok(pool)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_generation_is_the_first_number_that_is_not_zero() {
        assert_eq!(generation("1.4.2"), generation("1.9.0"));
        assert_eq!(generation("0.3.1"), generation("0.3.7-rc1"));
        assert_ne!(generation("0.3.1"), generation("0.4.0"));
        assert_ne!(generation("0.1.0"), generation("1.0.0"));
        assert_eq!(generation("soon"), None);
    }
}
