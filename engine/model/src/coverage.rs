//! What a run executed: production lines and direct production calls.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::path::RelPath;

/// Executed lines by production file; lines are 1-based.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Lines(pub BTreeMap<RelPath, BTreeSet<u32>>);

impl Lines {
    /// Number of (file, line) pairs.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.values().map(BTreeSet::len).sum()
    }

    /// Whether there is no line at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.values().all(BTreeSet::is_empty)
    }

    /// Whether this (file, line) pair was executed.
    #[must_use]
    pub fn contains(&self, file: &RelPath, line: u32) -> bool {
        self.0.get(file).is_some_and(|lines| lines.contains(&line))
    }

    /// Adds every pair of `other`.
    pub fn extend(&mut self, other: &Self) {
        for (file, lines) in &other.0 {
            self.0.entry(file.clone()).or_default().extend(lines);
        }
    }
}

/// `C_i` of the specification: load-time lines are part of it, and are marked as such.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Coverage {
    /// Lines executed while the scenario ran (hooks included).
    pub run: Lines,
    /// Lines executed while the project and the step definitions were loaded.
    pub load: Lines,
}

impl Coverage {
    /// Both kinds together.
    #[must_use]
    pub fn all(&self) -> Lines {
        let mut all = self.run.clone();
        all.extend(&self.load);
        all
    }
}

/// Public production methods called directly from test-side code: `path::qualified.name` → who calls it
/// (`given`, `when`, `then`, `hook`).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Calls(pub BTreeMap<String, BTreeSet<String>>);

/// What one observed run saw.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Observation {
    /// Executed production lines.
    pub coverage: Coverage,
    /// Direct production calls.
    pub calls: Calls,
    /// Lines of a process, from its start to its end, in which no scenario runs: `load`, and what follows the suite.
    /// `None` where nobody knows. Not stored with pools: it only says which runs may share a process.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outside: Option<Lines>,
}
