//! The frozen evidence of one instance: `pools/<project>/<id>.json`.
//!
//! Written once, checked by digest, never silently rebuilt. Holds nothing that varies between two freezes of
//! the same inputs: no times, no messages, no order that depends on threads.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::coverage::{Calls, Coverage};
use crate::digest::Digest;
use crate::mutant::MutantId;
use crate::outcome::{FailedStep, PairOutcome};

/// One mutant of the pool with the ground truth's outcome.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PoolEntry {
    /// The mutant's id in the manifest.
    pub id: MutantId,
    /// What the ground truth does to it.
    pub outcome: PairOutcome,
    /// The failing step, for a kill.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<FailedStep>,
    /// Class of the exception behind a kill.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exception: Option<String>,
    /// For a kill: what the ground truth with emptied Then bodies does. `survived` puts the mutant into the
    /// assertion-dependent subset.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stripped: Option<PairOutcome>,
}

/// What a frozen file rests on. A pool is usable only where all of it is the same again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Provenance {
    /// Version of mutscore that froze it.
    pub tool: String,
    /// Names of the operators, in order.
    pub operators: Vec<String>,
    /// Digest of the manifest file.
    pub manifest: Digest,
    /// Digest of the pinned tree.
    pub tree: Digest,
    /// What the toolchain says of itself (interpreter, runner, packages).
    pub toolchain: BTreeMap<String, String>,
    /// Digest of the limits and the outcome policy.
    pub policy: Digest,
}

/// A frozen pool `U_i` with `C_i`, the ground truth's calls and its outcomes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pool {
    /// Version of this file's form.
    pub schema: u32,
    /// Instance id.
    pub instance: u32,
    /// Project name.
    pub project: String,
    /// What it rests on.
    pub provenance: Provenance,
    /// `C_i`.
    pub coverage: Coverage,
    /// Direct production calls of the ground truth.
    pub calls: Calls,
    /// The mutants, in manifest order.
    pub mutants: Vec<PoolEntry>,
}

impl Pool {
    /// `K_i`: the mutants that the ground truth kills.
    pub fn kills(&self) -> impl Iterator<Item = &PoolEntry> {
        self.mutants
            .iter()
            .filter(|entry| entry.outcome == PairOutcome::Killed)
    }
}

/// Why the gate dropped an instance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Drop {
    /// No steps.
    Empty,
    /// The feature file does not parse.
    Unparsable,
    /// A step has no definition.
    Undefined,
    /// A step has more than one.
    Ambiguous,
    /// A step definition is not written yet.
    Pending,
    /// It does not pass.
    Failing,
    /// It passes at times.
    Unstable,
    /// It goes past the limit.
    Timeout,
    /// The runner skips it.
    Skipped,
    /// The project or its step definitions do not load.
    Build,
}

/// What the gate says of one instance: `pools/<project>/gate.jsonl`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GateEntry {
    /// Instance id.
    pub instance: u32,
    /// `None` if it passed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dropped: Option<Drop>,
    /// The step or file behind it, for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
}
