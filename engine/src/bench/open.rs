//! A bench: a folder with a `mutscore.toml`, and everything that is stored beside it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use mutscore_model::instance::{Instance, Scenario};
use mutscore_model::path::RelPath;
use mutscore_model::pool::{GateEntry, Pool};
use mutscore_runners::compilers::ProgramTree;
use mutscore_runners::registry;
use mutscore_runners::runner::{Isolation, Project};

use super::frozen::{FrozenError, read_pool, write_pool};
use super::gate::{read_gate, write_gate};
use super::instances::{InstanceList, read_instances, write_instances};
use super::merge::Merged;
use super::provision::{self, ProvisionError, Toolchain};
use super::seek::seek;
use crate::config::{self, ConfigError, Known, ProjectSettings, Settings, Source};

/// Environment variable that puts the state folder elsewhere.
const STATE: &str = "MUTSCORE_STATE";

/// Why a bench cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BenchError {
    /// The configuration is wrong.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// A stored file is missing, damaged, or of another version.
    #[error(transparent)]
    Frozen(#[from] FrozenError),
    /// A project cannot be made ready.
    #[error(transparent)]
    Provision(#[from] ProvisionError),
    /// No instance has this id.
    #[error("there is no instance {id} (hint: {})", ids_hint(*.most))]
    NoInstance {
        /// As asked for.
        id: u32,
        /// The greatest id there is; 0 if none.
        most: u32,
    },
    /// The instance was there once.
    #[error(
        "instance {id} (`{name}`) is no longer in the feature files of `{project}` (hint: `mutscore instances` lists those there are)"
    )]
    InstanceGone {
        /// As asked for.
        id: u32,
        /// Name of its scenario.
        name: String,
        /// Its project.
        project: String,
    },
}

fn ids_hint(most: u32) -> String {
    match most {
        0 => "this bench has none yet; run `mutscore freeze`".to_owned(),
        most => format!("ids go from 1 to {most}; `mutscore instances` lists them"),
    }
}

/// A bench that is open.
#[derive(Debug, Clone)]
pub struct Bench {
    settings: Settings,
    state: PathBuf,
    /// Where frozen files are: the bench's folder, unless they are not for keeping.
    frozen: PathBuf,
}

impl Bench {
    /// Opens the bench in this folder. The state folder is `.mutscore` in it, or what `MUTSCORE_STATE` names.
    ///
    /// # Errors
    /// [`BenchError::Config`].
    pub fn open(dir: &Path, known: &Known) -> Result<Self, BenchError> {
        let settings = config::load(dir, known)?;
        let state = match std::env::var_os(STATE).filter(|value| !value.is_empty()) {
            Some(elsewhere) => {
                std::path::absolute(&elsewhere).map_err(|source| ConfigError::Unreadable {
                    path: elsewhere.into(),
                    source,
                })?
            }
            None => settings.dir.join(".mutscore"),
        };
        let frozen = settings.dir.clone();
        Ok(Self {
            settings,
            state,
            frozen,
        })
    }

    /// The same bench with its frozen files elsewhere: for results that are looked at once and are no benchmark.
    #[must_use]
    pub fn with_frozen_files_in(&self, folder: PathBuf) -> Self {
        Self {
            frozen: folder,
            ..self.clone()
        }
    }

    /// The folder, absolute.
    #[must_use]
    pub fn dir(&self) -> &Path {
        &self.settings.dir
    }

    /// Takes over the instances of another bench, so that they keep their ids here. Pools of an earlier time go.
    ///
    /// # Errors
    /// [`FrozenError`]: the list cannot be read or written.
    pub fn take_instances(&self, other: &Self) -> Result<(), FrozenError> {
        match std::fs::remove_dir_all(self.frozen.join("pools")) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(FrozenError::Unreadable {
                    path: self.frozen.join("pools"),
                    source: error,
                });
            }
            _ => {}
        }
        write_instances(&self.instances_path(), &other.instances()?)
    }

    /// Where derived files go, absolute: never needed by anyone else, safe to delete. It may not exist yet.
    #[must_use]
    pub fn state(&self) -> &Path {
        &self.state
    }

    /// What `mutscore.toml` says.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The settings of one project.
    ///
    /// # Errors
    /// [`BenchError::Config`] with the names there are.
    pub fn project(&self, name: &str) -> Result<&ProjectSettings, BenchError> {
        Ok(self.settings.project(name)?)
    }

    /// Makes a project ready to run: its interpreter with its packages, and its source. Quick if it is already.
    ///
    /// # Errors
    /// [`BenchError::Config`] for an unknown project, [`BenchError::Provision`] for the rest.
    pub fn prepare(&self, name: &str) -> Result<ReadyProject, BenchError> {
        let settings = self.project(name)?.clone();
        let toolchain = provision::toolchain(&self.state, self.dir(), &settings)?;
        let root = match &settings.source {
            Source::Folder(folder) => folder.clone(),
            Source::PipSdist {
                name,
                version,
                sha256,
                root,
            } => {
                let top = provision::sdist(&self.state, &toolchain, name, version, sha256)?;
                let folder = if root == "." { top } else { top.join(root) };
                if !folder.is_dir() {
                    let what = format!("{name}=={version}");
                    return Err(ProvisionError::NoRoot {
                        what,
                        root: root.clone(),
                    }
                    .into());
                }
                folder
            }
        };
        Ok(ReadyProject {
            settings,
            root,
            toolchain,
            state: self.state.clone(),
        })
    }

    /// The folder of a project's source. Downloads it only if it is to be downloaded and is not there yet.
    ///
    /// # Errors
    /// As [`Bench::prepare`].
    pub fn source_root(&self, name: &str) -> Result<PathBuf, BenchError> {
        match &self.project(name)?.source {
            Source::Folder(folder) => Ok(folder.clone()),
            Source::PipSdist { .. } => Ok(self.prepare(name)?.root),
        }
    }

    /// The stored instances; an empty list if there are none yet.
    ///
    /// # Errors
    /// [`FrozenError`] for a damaged or foreign file.
    pub fn instances(&self) -> Result<InstanceList, FrozenError> {
        read_instances(&self.instances_path())
    }

    /// One instance that is there.
    ///
    /// # Errors
    /// [`BenchError::NoInstance`] or [`BenchError::InstanceGone`], or what [`Bench::instances`] gives.
    pub fn instance(&self, id: u32) -> Result<Instance, BenchError> {
        if let Some(instance) = seek(&self.instances_path(), id) {
            return Ok(instance);
        }
        let list = self.instances()?;
        match list.get(id) {
            Some(listed) if listed.gone => Err(BenchError::InstanceGone {
                id,
                name: listed.instance.scenario.name.clone(),
                project: listed.instance.project.clone(),
            }),
            Some(listed) => Ok(listed.instance.clone()),
            None => {
                let most = list.all().last().map_or(0, |last| last.instance.id);
                Err(BenchError::NoInstance { id, most })
            }
        }
    }

    /// Gives ids to the scenarios found in a project and stores the list if that changed it. One process at a time.
    ///
    /// # Errors
    /// [`BenchError::Frozen`] if the list cannot be read or written, [`BenchError::Provision`] if it cannot be locked.
    pub fn merge_instances(&self, project: &str, found: &[Scenario]) -> Result<Merged, BenchError> {
        let _lock = provision::lock(&self.state.join("instances.lock"))?;
        let mut list = self.instances()?;
        let merged = list.merge(project, found);
        if !merged.is_empty() {
            write_instances(&self.instances_path(), &list)?;
        }
        Ok(merged)
    }

    /// Path of a project's manifest.
    #[must_use]
    pub fn manifest_path(&self, project: &str) -> PathBuf {
        self.pools(project).join("manifest.jsonl")
    }

    /// Path of an instance's frozen pool.
    #[must_use]
    pub fn pool_path(&self, project: &str, instance: u32) -> PathBuf {
        self.pools(project).join(format!("{instance}.json"))
    }

    /// Reads a frozen pool and checks its digest, schema, tool version and that it is the right one.
    ///
    /// # Errors
    /// [`FrozenError`], one variant for each way to be unusable.
    pub fn pool(&self, project: &str, instance: u32) -> Result<Pool, FrozenError> {
        read_pool(&self.pool_path(project, instance), project, instance)
    }

    /// Freezes a pool. The same pool gives the same bytes.
    ///
    /// # Errors
    /// [`FrozenError::Write`].
    pub fn write_pool(&self, pool: &Pool) -> Result<(), FrozenError> {
        write_pool(&self.pool_path(&pool.project, pool.instance), pool)
    }

    /// What the gate said of a project's instances, by id.
    ///
    /// # Errors
    /// [`FrozenError`], one variant for each way to be unusable.
    pub fn gate(&self, project: &str) -> Result<Vec<GateEntry>, FrozenError> {
        read_gate(&self.gate_path(project), project)
    }

    /// Stores what the gate said, sorted by instance.
    ///
    /// # Errors
    /// [`FrozenError::Write`].
    pub fn write_gate(&self, project: &str, entries: &[GateEntry]) -> Result<(), FrozenError> {
        write_gate(&self.gate_path(project), project, entries)
    }

    fn instances_path(&self) -> PathBuf {
        self.frozen.join("instances.jsonl")
    }

    fn gate_path(&self, project: &str) -> PathBuf {
        self.pools(project).join("gate.jsonl")
    }

    fn pools(&self, project: &str) -> PathBuf {
        self.frozen.join("pools").join(project)
    }
}

/// A project whose tool chain and source are on this machine.
#[derive(Debug, Clone)]
pub struct ReadyProject {
    /// What `mutscore.toml` says of it.
    pub settings: ProjectSettings,
    /// Its root folder, absolute. Not yet pinned: it may be a working copy.
    pub root: PathBuf,
    /// Its interpreter.
    pub toolchain: Toolchain,
    state: PathBuf,
}

impl ReadyProject {
    /// The bench's state folder, absolute: pinned trees, layers and other derived files go here.
    #[must_use]
    pub fn state(&self) -> &Path {
        &self.state
    }

    /// The project as a compiler sees it: these files, in the tree at `root`, with what only its build tool knows of.
    #[must_use]
    pub fn program_tree(&self, root: &Path, files: Vec<RelPath>) -> ProgramTree {
        let mut env = self.compiler_env(root);
        env.extend(self.settings.env.clone());
        ProgramTree {
            root: root.to_owned(),
            files,
            program: Some(self.toolchain.program.clone()),
            env,
            state: self.state.join("compilers"),
        }
    }

    /// What a project's runner says that a compiler needs. Without it the check finds out less, and nothing wrong.
    fn compiler_env(&self, root: &Path) -> BTreeMap<String, String> {
        let Some(runner) = registry::runner(&self.settings.runner) else {
            return BTreeMap::new();
        };
        // Nothing of the project runs for it.
        let project = self.project(
            vec![root.to_owned()],
            Isolation::Namespaces,
            "/proc/self/exe".into(),
        );
        runner.compiler_env(&project).unwrap_or_else(|error| {
            tracing::warn!(%error, "the compile check goes without what the build tool knows");
            BTreeMap::new()
        })
    }

    /// The project as a runner sees it, on a view made of `layers`, the top-most first.
    #[must_use]
    pub fn project(
        &self,
        layers: Vec<PathBuf>,
        isolation: Isolation,
        init_exe: PathBuf,
    ) -> Project {
        let settings = &self.settings;
        Project {
            name: settings.name.clone(),
            layers,
            production: settings.scope.production_globs(),
            exclude: settings.scope.exclude_globs(),
            test_side: settings.scope.test_side_globs(),
            withheld: settings.scope.withheld_globs(),
            env: settings.env.clone(),
            command: settings.command.clone(),
            program: self.toolchain.program.clone(),
            read_only: self.toolchain.read_only.clone(),
            libraries: self.toolchain.libraries.clone(),
            state: self.state.join("runners"),
            init_exe,
            isolation,
            bounds: settings.bounds.clone(),
        }
    }
}
