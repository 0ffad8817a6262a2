//! What a result is kept under.
//!
//! Not `Hash`: the encoding is our own, length-prefixed and the same on every machine and in every version of
//! the compiler. Every field that can change what a run reports is part of it, and nothing else is: no time
//! stamps, no absolute paths, no worker numbers.

use std::collections::BTreeMap;
use std::fmt;

use mutscore_model::digest::{Digest, StableHasher};
use mutscore_model::instance::ScenarioRef;
use mutscore_runners::runner::{Bounds, RunLimits};

/// Raised whenever the same parts would no longer promise the same result.
const KEY_SCHEMA: u64 = 1;

/// The name of one run's result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(Digest);

impl Key {
    /// The key's digest.
    #[must_use]
    pub const fn digest(&self) -> &Digest {
        &self.0
    }

    /// A key read back from where it was stored.
    #[must_use]
    pub const fn from_digest(digest: Digest) -> Self {
        Self(digest)
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What a run is for. Runs for different purposes never share a result, even of the same bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Purpose {
    /// A test on a mutant, or on the unmutated code with the same settings.
    Pair,
    /// The ground truth with the bodies of its Then step definitions emptied.
    Stripped,
    /// The n-th isolated run of the gate, from 1: three equal answers must come from three runs.
    Gate(u32),
    /// With coverage and call tracing.
    Observed,
}

/// The globs that decide what an observation counts as production and as test code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Scope<'a> {
    /// Production scope.
    pub production: &'a [String],
    /// Test side.
    pub test_side: &'a [String],
    /// What a submission replaces.
    pub withheld: &'a [String],
}

/// Everything that can change what a run reports. The outcome policy is not in it: it changes what the report
/// means, not the report.
#[derive(Debug, Clone, Copy)]
pub struct KeyParts<'a> {
    /// Version of mutscore: classification and shims change with it.
    pub tool: &'a str,
    /// Id of the runner.
    pub runner: &'a str,
    /// What the tool chain says of itself.
    pub toolchain: &'a BTreeMap<String, String>,
    /// Digest of the whole tree that the run sees, before the submission and the overlay: production code,
    /// features, steps, hooks, fixtures and lock files.
    pub view: Digest,
    /// Digest of the submission's files laid over the view; `None` for the ground truth.
    pub submission: Option<Digest>,
    /// Digest of the files that stand in for others: the mutated bytes.
    pub overlay: Digest,
    /// The scenario with its example rows.
    pub scenario: &'a ScenarioRef,
    /// What the run is for.
    pub purpose: Purpose,
    /// The project's globs.
    pub scope: Scope<'a>,
    /// Environment variables of the project.
    pub env: &'a BTreeMap<String, String>,
    /// Name of the isolation the run has: without network, or with it, are two different runs.
    pub isolation: &'a str,
    /// Limits of the run: with more time the same run may end otherwise.
    pub limits: RunLimits,
    /// Bounds of the sandbox.
    pub bounds: &'a Bounds,
}

impl KeyParts<'_> {
    /// The key of these parts.
    #[must_use]
    pub fn key(&self) -> Key {
        let mut hasher = StableHasher::new("mutscore/result-key");
        hasher
            .number(KEY_SCHEMA)
            .field(self.tool)
            .field(self.runner);
        map(&mut hasher, self.toolchain);
        hasher.field(self.view.as_bytes());
        match &self.submission {
            Some(digest) => hasher.field(digest.as_bytes()),
            None => hasher.field(b""),
        };
        hasher.field(self.overlay.as_bytes());
        scenario(&mut hasher, self.scenario);
        purpose(&mut hasher, self.purpose);
        list(&mut hasher, self.scope.production);
        list(&mut hasher, self.scope.test_side);
        list(&mut hasher, self.scope.withheld);
        map(&mut hasher, self.env);
        hasher.field(self.isolation);
        limits(&mut hasher, self.limits, self.bounds);
        Key(hasher.finish())
    }
}

// Each list is preceded by its number of entries, so that the end of one can never be read as the start of the next.

fn map(hasher: &mut StableHasher, entries: &BTreeMap<String, String>) {
    hasher.number(entries.len() as u64);
    for (name, value) in entries {
        hasher.field(name).field(value);
    }
}

fn list(hasher: &mut StableHasher, entries: &[String]) {
    hasher.number(entries.len() as u64);
    for entry in entries {
        hasher.field(entry);
    }
}

fn scenario(hasher: &mut StableHasher, scenario: &ScenarioRef) {
    hasher
        .field(scenario.feature.as_str())
        .number(scenario.line.into())
        .number(scenario.rows.len() as u64);
    for row in &scenario.rows {
        hasher.number((*row).into());
    }
    if let Some(test) = &scenario.test {
        hasher.field(test);
    }
}

fn purpose(hasher: &mut StableHasher, purpose: Purpose) {
    let (name, count) = match purpose {
        Purpose::Pair => ("pair", 0),
        Purpose::Stripped => ("stripped", 0),
        Purpose::Gate(run) => ("gate", run.into()),
        Purpose::Observed => ("observed", 0),
    };
    hasher.field(name).number(count);
}

fn limits(hasher: &mut StableHasher, limits: RunLimits, bounds: &Bounds) {
    // Destructured, so that a new limit cannot be forgotten here.
    let RunLimits { wall, cpu } = limits;
    let Bounds {
        processes,
        memory,
        disk,
        open_files,
        load,
    } = bounds;
    for time in [wall, cpu, *load] {
        hasher
            .number(time.as_secs())
            .number(time.subsec_nanos().into());
    }
    for number in [
        u64::from(*processes),
        *memory,
        *disk,
        u64::from(*open_files),
    ] {
        hasher.number(number);
    }
}
