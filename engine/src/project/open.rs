//! Opening a project: provision, pin, fingerprint, and choose how runs are kept apart.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use mutscore_model::digest::Digest;
use mutscore_model::instance::ScenarioRef;
use mutscore_model::pool::Provenance;
use mutscore_runners::registry;
use mutscore_runners::runner::{Isolation, Mode, Project, RunLimits, Runner, RunnerError};
use mutscore_runners::sandbox;
use mutscore_runners::workspace::{PinnedTree, WorkspaceError};

use crate::bench::{Bench, BenchError, ReadyProject};
use crate::cache::{Key, KeyParts, Purpose, Scope};
use crate::config::{ExecutionChoice, IsolationChoice};
use crate::exec::LocalPool;
use crate::judge::KillPolicy;
use crate::project::view::Laid;

/// Why a project cannot be opened.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The bench, its configuration or its provisioning.
    #[error(transparent)]
    Bench(#[from] BenchError),
    /// The tree cannot be pinned.
    #[error(transparent)]
    Tree(#[from] WorkspaceError),
    /// The runner cannot be used.
    #[error(transparent)]
    Runner(#[from] RunnerError),
    /// Namespaces were asked for and are not to be had.
    #[error(
        "this machine has no {what} for a sandbox (hint: `mutscore doctor` says why; `isolation = \"auto\"` makes do without)"
    )]
    NoIsolation {
        /// What is missing.
        what: String,
    },
    /// A file of the project cannot be read.
    #[error("{}: {source}", path.display())]
    Unreadable {
        /// Which.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The system gives no threads.
    #[error("no worker threads: {0}")]
    Threads(std::io::Error),
}

/// How a project is to be run.
#[derive(Debug, Clone)]
pub struct OpenOptions {
    /// Workers.
    pub jobs: NonZeroUsize,
    /// The executable that sets up sandboxes.
    pub init_exe: PathBuf,
    /// Overrides the project's choice of warm or cold runs.
    pub execution: Option<ExecutionChoice>,
}

/// An open project.
pub struct Opened {
    /// What makes it run.
    pub ready: ReadyProject,
    /// Its tree, pinned.
    pub pinned: PinnedTree,
    /// Its runner.
    pub runner: &'static dyn Runner,
    /// What the tool chain says of itself.
    pub toolchain: BTreeMap<String, String>,
    /// How runs are kept apart.
    pub isolation: Isolation,
    /// Which failures are kills.
    pub policy: KillPolicy,
    /// Options it was opened with.
    pub options: OpenOptions,
}

impl Opened {
    /// Opens a project of a bench.
    ///
    /// # Errors
    /// [`OpenError`]; everything it names has a way out.
    pub fn open(bench: &Bench, name: &str, options: OpenOptions) -> Result<Self, OpenError> {
        let ready = bench.prepare(name)?;
        let pinned = PinnedTree::pin(&ready.root, bench.state(), &ready.settings.tree_exclude)?;
        let runner =
            registry::runner(&ready.settings.runner).ok_or_else(|| RunnerError::Unusable {
                what: format!("no runner is called `{}`", ready.settings.runner),
                hint: "set `runner` in mutscore.toml to one that `mutscore doctor` lists"
                    .to_owned(),
            })?;
        let isolation = choose_isolation(ready.settings.isolation, &options.init_exe)?;
        // The configuration allows no other outcomes than these.
        let policy =
            KillPolicy::new(ready.settings.outcome.kill_on.iter().copied()).unwrap_or_default();
        let mut opened = Self {
            ready,
            pinned,
            runner,
            toolchain: BTreeMap::new(),
            isolation,
            policy,
            options,
        };
        opened.toolchain =
            runner.fingerprint(&opened.project(vec![opened.pinned.path().to_owned()]))?;
        Ok(opened)
    }

    /// The project on a view of these layers.
    #[must_use]
    pub fn project(&self, layers: Vec<PathBuf>) -> Project {
        self.ready
            .project(layers, self.isolation, self.options.init_exe.clone())
    }

    /// The whole pinned tree: what the ground truth runs on.
    #[must_use]
    pub fn whole_view(&self) -> Laid {
        Laid::whole(&self.pinned)
    }

    /// Workers on a view.
    ///
    /// # Errors
    /// [`OpenError::Runner`] if the runner cannot be prepared, [`OpenError::Threads`].
    pub fn workers(&self, view: &Laid, mode: Mode) -> Result<LocalPool, OpenError> {
        self.pool_of(self.options.jobs, view, mode)
    }

    /// One worker: for a run that has the machine to itself anyway, so that its timeout needs no second try alone.
    ///
    /// # Errors
    /// As [`Opened::workers`].
    pub fn one_worker(&self, view: &Laid, mode: Mode) -> Result<LocalPool, OpenError> {
        self.pool_of(NonZeroUsize::MIN, view, mode)
    }

    fn pool_of(
        &self,
        workers: NonZeroUsize,
        view: &Laid,
        mode: Mode,
    ) -> Result<LocalPool, OpenError> {
        let project = self.project(view.layers().to_vec());
        let runner = self.runner;
        // What can fail fails here, in words, and not in a worker.
        drop(runner.session(&project, mode, 0)?);
        LocalPool::with_fallible(workers, move |slot| runner.session(&project, mode, slot))
            .map_err(OpenError::Threads)
    }

    /// The warm or cold mode that the settings or the command line ask for.
    #[must_use]
    pub fn mode(&self) -> Mode {
        if self.runner.exit_codes_only() {
            return Mode::Cold;
        }
        match self
            .options
            .execution
            .unwrap_or(self.ready.settings.execution)
        {
            ExecutionChoice::Cold => Mode::Cold,
            ExecutionChoice::Auto | ExecutionChoice::Warm => Mode::Warm,
        }
    }

    /// What a run's result is kept under.
    #[must_use]
    pub fn key(
        &self,
        view: &Laid,
        scenario: &ScenarioRef,
        overlay: Digest,
        purpose: Purpose,
        limits: RunLimits,
    ) -> Key {
        let scope = &self.ready.settings.scope;
        let (production, test_side, withheld) = (
            scope.production_globs(),
            scope.test_side_globs(),
            scope.withheld_globs(),
        );
        KeyParts {
            tool: &format!("{}+{}", env!("CARGO_PKG_VERSION"), self.runner.revision()),
            runner: self.runner.id(),
            toolchain: &self.toolchain,
            view: view.tree(),
            submission: view.submission_of(),
            overlay,
            scenario,
            purpose,
            scope: Scope {
                production: &production,
                test_side: &test_side,
                withheld: &withheld,
            },
            env: &self.ready.settings.env,
            isolation: match self.isolation {
                Isolation::Namespaces => "namespaces",
                Isolation::None => "none",
            },
            limits,
            bounds: &self.ready.settings.bounds,
        }
        .key()
    }

    /// What a frozen file rests on, given its manifest.
    #[must_use]
    pub fn provenance(&self, operators: Vec<String>, manifest: Digest) -> Provenance {
        Provenance {
            tool: env!("CARGO_PKG_VERSION").to_owned(),
            operators,
            manifest,
            tree: self.whole_view().tree(),
            toolchain: self.toolchain.clone(),
            policy: self.ready.settings.policy_digest(),
        }
    }
}

fn choose_isolation(choice: IsolationChoice, init_exe: &Path) -> Result<Isolation, OpenError> {
    if choice == IsolationChoice::None {
        return Ok(Isolation::None);
    }
    let capabilities = sandbox::probe(init_exe);
    match (capabilities.best(), choice) {
        (Isolation::None, IsolationChoice::Namespaces) => {
            let missing = capabilities
                .named()
                .into_iter()
                .filter(|(_, support)| !support.works());
            Err(OpenError::NoIsolation {
                what: missing.map(|(name, _)| name).collect::<Vec<_>>().join(", "),
            })
        }
        (best, _) => Ok(best),
    }
}
