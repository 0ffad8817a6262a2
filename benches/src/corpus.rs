//! Sources to mutate: the production files of the bundled project and the operators' own test sources, as they are and
//! in bulk.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use mutscore_model::path::RelPath;
use mutscore_operators::{Language, Source};

/// The production files of the bundled project, below the repository's root.
const BUNDLED: &str = "corpora/python-behave-toolshed/project/src";

/// The production files of the bundled project, sorted by path.
///
/// # Errors
/// When they are not where the repository has them.
pub fn bundled() -> std::io::Result<Vec<Source>> {
    below(BUNDLED, &["py"])
}

/// The operators' test sources in a language, sorted by path.
///
/// # Errors
/// When they are not where the repository has them.
pub fn test_sources(language: &dyn Language) -> std::io::Result<Vec<Source>> {
    below("operators/tests/sources", language.extensions())
}

/// Files with these extensions below a folder of the repository, sorted by path.
fn below(folder: &str, extensions: &[&str]) -> std::io::Result<Vec<Source>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .join(folder);
    let wanted = |path: &Path| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        extension.is_some_and(|extension| extensions.contains(&extension))
    };
    let mut open: Vec<PathBuf> = vec![root.clone()];
    let mut files = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.is_dir() {
                open.push(path);
            } else if wanted(&path)
                && let Ok(inside) = path.strip_prefix(&root)
                && let Ok(name) = RelPath::new(&inside.to_string_lossy())
            {
                let bytes = std::fs::read(&path)?.into();
                files.push(Source { path: name, bytes });
            }
        }
    }
    files.sort_by(|left, right| left.path.cmp(&right.path));
    Ok(files)
}

/// Many files of ordinary size: each source `copies` times, under names of their own. No two files are equal (each has
/// more blank lines at its end than the one before), so that nothing can be answered from an earlier one.
#[must_use]
pub fn many(sources: &[Source], copies: usize) -> Vec<Source> {
    let copy = |number: usize, source: &Source| {
        let mut bytes = source.bytes.to_vec();
        bytes.resize(bytes.len() + number + 1, b'\n');
        let path = RelPath::new(&format!("copy_{number}/{}", source.path.as_str())).ok()?;
        Some(Source {
            path,
            bytes: bytes.into(),
        })
    };
    (0..copies)
        .flat_map(|number| {
            sources
                .iter()
                .filter_map(move |source| copy(number, source))
        })
        .collect()
}

/// One file with all sources in it, `times` over: what grows faster than the text shows here.
///
/// Imports from `__future__` stand in its middle, where Python would refuse them; the grammar does not.
#[must_use]
pub fn one(sources: &[Source], times: usize) -> Option<Source> {
    let mut bytes = Vec::new();
    for _ in 0..times {
        for source in sources {
            bytes.extend_from_slice(&source.bytes);
            bytes.push(b'\n');
        }
    }
    let path = RelPath::new("all.py").ok()?;
    Some(Source {
        path,
        bytes: bytes.into(),
    })
}

/// The fastest of `rounds` runs of each of two things, made in turn.
pub fn in_turn(
    rounds: u32,
    mut first: impl FnMut(),
    mut second: impl FnMut(),
) -> (Duration, Duration) {
    let mut fastest = (Duration::MAX, Duration::MAX);
    for _ in 0..rounds {
        let start = Instant::now();
        first();
        fastest.0 = fastest.0.min(start.elapsed());
        let start = Instant::now();
        second();
        fastest.1 = fastest.1.min(start.elapsed());
    }
    fastest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bulk_corpora_hold_what_they_are_made_of_and_no_file_twice() {
        let sources = bundled().unwrap();
        assert!(sources.len() >= 8, "{} files", sources.len());
        let bulk = many(&sources, 3);
        assert_eq!(bulk.len(), 3 * sources.len());
        let mut texts: Vec<_> = bulk.iter().map(|source| &source.bytes).collect();
        texts.sort();
        texts.dedup();
        assert_eq!(texts.len(), bulk.len());
        let bytes: usize = sources.iter().map(|source| source.bytes.len() + 1).sum();
        assert_eq!(one(&sources, 2).unwrap().bytes.len(), 2 * bytes);
    }
}
