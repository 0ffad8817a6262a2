//! The seams of this package: a [`Runner`] knows one test framework, a [`Session`] runs scenarios with it.
//!
//! A runner knows nothing of mutants. It gets a [`Project`] (a tree to look at and how to start it), a scenario
//! and an [`Overlay`], and gives back a [`RunReport`]. Only the engine knows what an overlay stands for.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use mutscore_model::instance::{Scenario, ScenarioRef};
use mutscore_model::outcome::RunReport;
use mutscore_model::overlay::{Overlay, WovenBuild};
use mutscore_model::path::RelPath;

/// A project as a runner sees it: a view of files, and what it takes to start the framework on it.
#[derive(Debug, Clone)]
pub struct Project {
    /// Name in the bench.
    pub name: String,
    /// Layers of the view, the top-most first. Read only.
    pub layers: Vec<PathBuf>,
    /// Globs of the production scope.
    pub production: Vec<String>,
    /// Globs taken out of the production scope again.
    pub exclude: Vec<String>,
    /// Globs of the test side.
    pub test_side: Vec<String>,
    /// Globs of what a submission replaces: calls from elsewhere on the test side are infrastructure.
    pub withheld: Vec<String>,
    /// Environment variables of the project.
    pub env: BTreeMap<String, String>,
    /// The interpreter or tool chain to start, absolute.
    pub program: PathBuf,
    /// Folders outside the view that the tool chain needs to read, absolute.
    pub read_only: Vec<PathBuf>,
    /// Folders of libraries that the project declares, absolute and in its own order. All are also within `read_only`.
    pub libraries: Vec<PathBuf>,
    /// The commands of a project whose runner is a plain command.
    pub command: Option<PlainCommand>,
    /// Where this package may keep derived files (shims, compiled caches).
    pub state: PathBuf,
    /// The executable that sets up sandboxes (`/proc/self/exe` in the product).
    pub init_exe: PathBuf,
    /// How runs are kept apart from the machine.
    pub isolation: Isolation,
    /// Bounds of a sandbox.
    pub bounds: Bounds,
}

pub use crate::sandbox::Isolation;

/// A test tool that is known by its command line only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlainCommand {
    /// Started in the project's root for each test; `{test}` stands for the test's file. Exit code 0 is a pass.
    pub run: Vec<String>,
    /// A line for the shell that comes first; where it fails, nothing was tested.
    pub build: Option<String>,
    /// Globs of the files that are each a test.
    pub tests: Vec<String>,
}

/// Bounds of a sandbox that do not depend on the scenario.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bounds {
    /// Processes and threads alive at once.
    pub processes: u32,
    /// Address space of one process, in bytes.
    pub memory: u64,
    /// Bytes that a run may leave on disk.
    pub disk: u64,
    /// Open files of one process.
    pub open_files: u32,
    /// Time to load the project, before any scenario.
    pub load: Duration,
}

/// Limits of one run. Load time is not part of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunLimits {
    /// Wall time.
    pub wall: Duration,
    /// CPU time of the running process.
    pub cpu: Duration,
}

/// One run to be made.
#[derive(Debug, Clone)]
pub struct Job<'a> {
    /// The scenario, or outline with its rows.
    pub scenario: &'a ScenarioRef,
    /// Files to be seen in place of others; empty for an unmutated run.
    pub overlay: &'a Overlay,
    /// Limits of this run.
    pub limits: RunLimits,
    /// Whether coverage and direct calls are asked for. Always runs cold.
    pub observe: bool,
    /// Whether the bodies of the scenario's Then step definitions are emptied.
    pub strip: bool,
    /// How many runs with this very overlay are planned one after the other, this one included (a hint).
    pub batch: u32,
}

/// Set by whoever wants a run to end early; the session then gives back an infrastructure report soon.
#[derive(Debug, Clone, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// Asks for the end.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Whether the end was asked for.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

/// Runs scenarios one after the other. A report, never a `Result`: timing and stage survive a failure.
pub trait Session: Send {
    /// Runs one scenario.
    fn run(&mut self, job: &Job<'_>, cancel: &CancelToken) -> RunReport;

    /// Why a warm session runs everything cold, once it does.
    fn demoted(&self) -> Option<&str> {
        None
    }
}

/// How a session starts its runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mode {
    /// A new process for each run.
    Cold,
    /// Forks of a loaded process, with a cold run wherever the conditions do not hold.
    Warm,
}

/// What the runner's own parser and registry find in a project.
#[derive(Debug, Clone, Default)]
pub struct Discovery {
    /// Scenarios and outlines, by feature path and line.
    pub scenarios: Vec<Discovered>,
    /// Feature files that do not parse, with the parser's words.
    pub unparsable: Vec<(RelPath, String)>,
}

/// A scenario and what its steps bind to.
#[derive(Debug, Clone)]
pub struct Discovered {
    /// The scenario.
    pub scenario: Scenario,
    /// Its first step that binds to nothing or to something unfinished, in words; `None` if all bind.
    pub unbound: Option<String>,
    /// The step definitions that its steps bind to, by place, sorted; empty where the framework does not tell. Scenarios
    /// that bind the same are near-duplicates (paper §4.2).
    pub binds: Vec<String>,
}

/// Why a runner cannot be used. Each names the way out.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunnerError {
    /// The framework, or the tool chain below it, is missing or unusable.
    #[error("{what} (hint: {hint})")]
    Unusable {
        /// What is wrong.
        what: String,
        /// The way out.
        hint: String,
    },
    /// The project or its step definitions do not load.
    #[error(
        "the project `{project}` does not load: {detail} (hint: it has to load in its own test runner first)"
    )]
    DoesNotLoad {
        /// Project name.
        project: String,
        /// The framework's own words.
        detail: String,
    },
    /// The framework answered something that is not a report.
    #[error("`{runner}` gave no usable answer to `{request}`: {detail}")]
    Garbled {
        /// Runner id.
        runner: &'static str,
        /// What was asked.
        request: &'static str,
        /// What came back.
        detail: String,
    },
    /// The sandbox could not be set up.
    #[error("no sandbox: {0}")]
    Sandbox(String),
    /// A file of ours could not be written or read.
    #[error("{path}: {source}")]
    Io {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
}

/// What became of a build that holds many changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Compiled {
    /// It compiles; sessions may be given overlays of it.
    Whole,
    /// The compiler refused it.
    Refused(Vec<Refusal>),
}

/// A message of a compiler about a woven build.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The file of the build that it is about, if it names one.
    pub path: Option<RelPath>,
    /// The byte of that file (0-based), if the compiler tells it.
    pub at: Option<u32>,
    /// The compiler's words, place included.
    pub words: String,
}

/// Compiles builds with many changes. It fails when the compiler cannot be started, or does not compile the project as it is.
pub type Weaver = Box<dyn FnMut(&WovenBuild) -> Result<Compiled, RunnerError>>;

/// One test framework.
pub trait Runner: Send + Sync {
    /// The name used in `mutscore.toml`.
    fn id(&self) -> &'static str;

    /// Changes whenever this adapter's own half inside the tested process does: goes into cache keys.
    fn revision(&self) -> String;

    /// What the tool chain says of itself: goes into frozen files and cache keys.
    ///
    /// # Errors
    /// When the framework cannot be started at all.
    fn fingerprint(&self, project: &Project) -> Result<BTreeMap<String, String>, RunnerError>;

    /// Scenarios and their bindings, read by the framework's own parser and registry.
    ///
    /// # Errors
    /// When the framework cannot be started, or the step definitions do not load.
    fn discover(&self, project: &Project) -> Result<Discovery, RunnerError>;

    /// A session for one worker. `slot` is its number, from 0; tests see it as `MUTSCORE_SLOT`.
    ///
    /// # Errors
    /// When what every run needs cannot be prepared (shim, compiled files).
    fn session(
        &self,
        project: &Project,
        mode: Mode,
        slot: u32,
    ) -> Result<Box<dyn Session>, RunnerError>;

    /// The versions of the framework that it is made for, in words, where others are refused.
    fn supported(&self) -> Option<&'static str> {
        None
    }

    /// Variables that a compiler of production by itself needs beside those of the settings: what only the project's build
    /// tool knows, like a class path.
    ///
    /// # Errors
    /// When the build tool does not answer.
    fn compiler_env(&self, _project: &Project) -> Result<BTreeMap<String, String>, RunnerError> {
        Ok(BTreeMap::new())
    }

    /// Whether its tests have Then steps: where they have none, no run with emptied Then bodies is made, and nothing is
    /// said of what depends on them.
    fn has_then_steps(&self) -> bool {
        true
    }

    /// Whether it knows no more of a run than its exit code: all runs are cold then, nothing is observed, and results
    /// say so.
    fn exit_codes_only(&self) -> bool {
        false
    }

    /// Whether a warm run of the unmutated project is left to chance as much as a cold one: no random seed comes from a
    /// process that it was forked from. Only then can it stand for one of several runs that have to end alike.
    fn is_left_to_chance_warm(&self) -> bool {
        false
    }

    /// Whether its sessions gain from builds that hold many changes ([`Overlay::woven`]).
    fn takes_woven(&self) -> bool {
        false
    }

    /// What compiles the production code of such builds, one after another. What is refused is taken out by the engine,
    /// which asks again: a compiler that has just read the project is asked then, not a new one.
    ///
    /// # Errors
    /// When the project cannot be prepared.
    fn weaver(&self, _project: &Project) -> Result<Weaver, RunnerError> {
        Ok(Box::new(|_| Ok(Compiled::Whole)))
    }
}
