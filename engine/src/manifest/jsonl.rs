//! `manifest.jsonl`: the header on the first line, one mutant a line behind it.

use std::collections::HashSet;
use std::fs::File;
use std::path::Path;

use mutscore_model::digest::Digest;
use mutscore_model::mutant::{MANIFEST_SCHEMA, ManifestHeader, Mutant};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::bench::FrozenError;
use crate::manifest::ManifestError;
use crate::sys::map;

/// A stored manifest.
#[derive(Debug, Clone)]
pub struct Manifest {
    /// What decided which mutants there are.
    pub header: ManifestHeader,
    /// The mutants, in file order.
    pub mutants: Vec<Mutant>,
    /// Digest of the whole file.
    pub digest: Digest,
}

/// Ids of the operators that a header names, in order.
#[must_use]
pub fn operators(header: &ManifestHeader) -> Vec<String> {
    header
        .catalogue
        .iter()
        .map(|entry| entry.id.clone())
        .collect()
}

/// The text of a manifest. Fields have a fixed order, so equal manifests are equal bytes.
pub(crate) fn text(header: &ManifestHeader, mutants: &[Mutant]) -> String {
    let mut text = line(header);
    for mutant in mutants {
        text.push_str(&line(mutant));
    }
    text
}

fn line(value: &impl Serialize) -> String {
    // Strings, numbers and lists only: writing them to memory cannot fail.
    let mut line = serde_json::to_string(value).unwrap_or_default();
    line.push('\n');
    line
}

/// Reads a manifest.
///
/// # Errors
/// [`ManifestError::Stored`], one variant for each way to be unusable.
pub fn read(path: &Path) -> Result<Manifest, ManifestError> {
    let file = File::open(path).map_err(|source| match source.kind() {
        std::io::ErrorKind::NotFound => FrozenError::Missing(path.to_owned()),
        _ => FrozenError::Unreadable {
            path: path.to_owned(),
            source,
        },
    })?;
    let unreadable = |source| FrozenError::Unreadable {
        path: path.to_owned(),
        source,
    };
    let bytes = map(&file).map_err(unreadable)?;
    if bytes.last() != Some(&b'\n') {
        return Err(FrozenError::Truncated(path.to_owned()).into());
    }
    let numbered: Vec<(usize, &[u8])> = bytes
        .split(|byte| *byte == b'\n')
        .zip(1..)
        .map(|(line, number)| (number, line))
        .filter(|(_, line)| !line.is_empty())
        .collect();
    let (_, first) = numbered
        .first()
        .ok_or_else(|| FrozenError::Truncated(path.to_owned()))?;
    // The version alone comes first: the fields of a newer form are not ours to call wrong.
    let version: Version = parse(path, 1, first)?;
    if version.schema != MANIFEST_SCHEMA {
        let (found, known) = (u64::from(version.schema), MANIFEST_SCHEMA);
        return Err(FrozenError::Schema {
            path: path.to_owned(),
            found,
            known,
        }
        .into());
    }
    let header: ManifestHeader = parse(path, 1, first)?;
    let mutants: Vec<Mutant> = numbered[1..]
        .par_iter()
        .map(|(number, line)| parse(path, *number, line))
        .collect::<Result<_, _>>()?;
    let mut ids = HashSet::new();
    if let Some(at) = mutants.iter().position(|mutant| !ids.insert(&mutant.id)) {
        let what = format!("the mutant {} is there twice", mutants[at].id);
        return Err(FrozenError::Malformed {
            path: path.to_owned(),
            line: numbered[at + 1].0,
            what,
        }
        .into());
    }
    Ok(Manifest {
        header,
        mutants,
        digest: Digest::of(&bytes),
    })
}

/// The part of a header that every version has.
#[derive(Deserialize)]
struct Version {
    schema: u32,
}

fn parse<T: serde::de::DeserializeOwned>(
    path: &Path,
    number: usize,
    line: &[u8],
) -> Result<T, FrozenError> {
    serde_json::from_slice(line).map_err(|error| FrozenError::Malformed {
        path: path.to_owned(),
        line: number,
        what: error.to_string(),
    })
}
