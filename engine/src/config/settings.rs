//! What a `mutscore.toml` means: globs compiled, paths absolute, every default filled in.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::Duration;

use mutscore_model::digest::Digest;
use mutscore_model::outcome::RunOutcome;
use mutscore_runners::runner::{Bounds, PlainCommand};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::problem::{ConfigError, Origin, Problem};
use super::scope::Scope;
use super::timeouts::LimitPolicy;

/// The settings of a bench.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The file they come from, absolute.
    pub path: PathBuf,
    /// The folder of that file, absolute: the bench.
    pub dir: PathBuf,
    /// Projects by name.
    pub projects: BTreeMap<String, ProjectSettings>,
    pub(super) origin: std::sync::Arc<Origin>,
}

impl Settings {
    /// The settings of one project.
    ///
    /// # Errors
    /// [`ConfigError::Invalid`] with the names there are, if there is no such project.
    pub fn project(&self, name: &str) -> Result<&ProjectSettings, ConfigError> {
        self.projects.get(name).ok_or_else(|| {
            let known = self.projects.keys().cloned().collect();
            self.origin.error(
                0..0,
                Problem::UnknownName {
                    what: "project",
                    name: name.to_owned(),
                    known,
                },
            )
        })
    }
}

/// The settings of one project.
#[derive(Debug, Clone)]
pub struct ProjectSettings {
    /// Name in the bench, usable as the name of a folder.
    pub name: String,
    /// Where its files come from.
    pub source: Source,
    /// Language id.
    pub language: String,
    /// Runner id.
    pub runner: String,
    /// Which file is what.
    pub scope: Scope,
    /// Folder of the submissions that come with the bench, absolute.
    pub submissions: Option<PathBuf>,
    /// Which mutation operators make the manifest.
    pub operators: OperatorChoice,
    /// Whether mutants are compiled before anything is run.
    pub compile_check: CompileCheckChoice,
    /// Globs left out of the pinned tree beside the built-in ones, those of the bench's own files included.
    pub tree_exclude: Vec<String>,
    /// The Python tool chain.
    pub python: PythonSettings,
    /// The tool chain of any other language.
    pub toolchain: ToolchainSettings,
    /// The commands of a plain command runner.
    pub command: Option<PlainCommand>,
    /// Environment variables.
    pub env: BTreeMap<String, String>,
    /// How long a run may take.
    pub limits: LimitPolicy,
    /// Bounds of the sandbox.
    pub bounds: Bounds,
    /// What counts as a kill.
    pub outcome: OutcomePolicy,
    /// How often a scenario must pass, of as many runs; at least 1.
    pub gate_runs: u32,
    /// Cold or warm.
    pub execution: ExecutionChoice,
    /// How runs are kept apart from the machine.
    pub isolation: IsolationChoice,
}

impl ProjectSettings {
    /// Digest of everything declared here that an outcome depends on: limits, bounds and outcome policy.
    /// Frozen pools carry it.
    #[must_use]
    pub fn policy_digest(&self) -> Digest {
        let LimitPolicy {
            factor,
            wall_floor,
            cpu_floor,
            cap,
        } = self.limits;
        let Bounds {
            processes,
            memory,
            disk,
            open_files,
            load,
        } = &self.bounds;
        let nanos = |time: Duration| time.as_nanos();
        let kill_on: Vec<RunOutcome> = self.outcome.kill_on.iter().copied().collect();
        let text = format!(
            "policy 1\nfactor {factor:?}\nwall {}\ncpu {}\ncap {}\nload {}\nprocesses {processes}\nmemory {memory}\n\
             disk {disk}\nopen {open_files}\nkill {kill_on:?}\n",
            nanos(wall_floor),
            nanos(cpu_floor),
            nanos(cap),
            nanos(*load),
        );
        Digest::of(text.as_bytes())
    }
}

/// Where a project's files come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// A folder, absolute.
    Folder(PathBuf),
    /// A Python source distribution that is downloaded, checked and unpacked.
    PipSdist {
        /// Name of the distribution.
        name: String,
        /// Exact version.
        version: String,
        /// SHA-256 of the archive: 64 lower-case hexadecimal digits.
        sha256: String,
        /// The project's root below the top of the unpacked source, with `/`; `.` for the top itself.
        root: String,
    },
}

/// Which operators make the manifest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OperatorChoice {
    /// The default set.
    Default,
    /// These, in the order given: ids, `default`, and `-id` to take one out, as `OperatorSet::parse` reads them.
    Ids(Vec<String>),
}

/// Whether mutants are compiled before anything is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CompileCheckChoice {
    /// Where the language's compiler is at hand.
    Auto,
    /// Never.
    Off,
}

/// A Python tool chain, as declared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PythonSettings {
    /// A name to be looked up on PATH, or an absolute path.
    pub interpreter: String,
    /// The version it must be of, as a prefix in whole components (`3.11` fits 3.11.7).
    pub version: Option<String>,
    /// Requirements for pip, in the order given.
    pub packages: Vec<String>,
}

/// A tool chain that the machine has, as declared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolchainSettings {
    /// A name to be looked up on PATH, or an absolute path.
    pub program: String,
    /// The version it must be of, as a prefix in whole components.
    pub version: Option<String>,
    /// Further folders that runs may read, absolute.
    pub read_only: Vec<PathBuf>,
}

/// Which failures count as a kill once a step has begun, as declared; `judge` makes its policy from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutcomePolicy {
    /// Holds nothing but assertion and execution failures; never empty.
    pub kill_on: BTreeSet<RunOutcome>,
}

/// Cold or warm.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ExecutionChoice {
    /// Warm wherever it is exact.
    Auto,
    /// Forks of a loaded process.
    Warm,
    /// A new process for each run.
    Cold,
}

/// How runs are kept apart from the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum IsolationChoice {
    /// The best the machine has.
    Auto,
    /// Namespaces, or an error.
    Namespaces,
    /// None.
    None,
}
