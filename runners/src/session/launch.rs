//! Starts a shim in a sandbox: what every session needs, whichever language it speaks.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::{Value, json};

use crate::runner::Project;
use crate::sandbox::{Limits, Sandbox, SandboxError, SandboxPlan, View};

/// Where the project is seen inside a sandbox with namespaces.
pub(crate) const WORKSPACE: &str = "/workspace";
/// More output than this is read and thrown away.
const OUTPUT_BYTES: usize = 64 << 10;

static RUNS: AtomicU64 = AtomicU64::new(0);

/// A project that is ready to be started: the shim is in place and the files of the view are known.
#[derive(Debug, Clone)]
pub(crate) struct Launch {
    pub(crate) project: Project,
    /// Command line up to and including the shim's entry.
    pub(crate) argv: Vec<String>,
    /// Folders to be seen beside the project's own.
    pub(crate) read_only: Vec<PathBuf>,
    /// Layers below the project's own.
    pub(crate) below: Vec<PathBuf>,
    /// Whether the address space of each process is bounded; not for run times that reserve more than they use.
    pub(crate) bounded_address_space: bool,
    /// What the shim is told of the project, in every mode.
    pub(crate) about: BTreeMap<String, Value>,
}

/// A shim that is running.
pub(crate) struct Running {
    pub(crate) sandbox: Sandbox,
    pub(crate) plan: SandboxPlan,
}

impl Launch {
    /// The same, with more to tell the shim.
    pub(crate) fn telling(&self, more: &[(&str, Value)]) -> Self {
        let mut launch = self.clone();
        let more = more
            .iter()
            .map(|(name, value)| ((*name).to_owned(), value.clone()));
        launch.about.extend(more);
        launch
    }

    /// Starts the shim with `sockets` sockets; `warm` lets it give views to its children.
    pub(crate) fn start(
        &self,
        slot: u32,
        sockets: usize,
        warm: bool,
    ) -> Result<Running, SandboxError> {
        let plan = self.plan(slot, warm);
        let sandbox = Sandbox::start(&plan, &self.project.init_exe, sockets)?;
        Ok(Running { sandbox, plan })
    }

    fn plan(&self, slot: u32, warm: bool) -> SandboxPlan {
        let project = &self.project;
        let run = format!(
            "{}-{}",
            std::process::id(),
            RUNS.fetch_add(1, Ordering::Relaxed)
        );
        let mut read_only = SandboxPlan::system_paths();
        read_only.extend(project.read_only.iter().cloned());
        read_only.extend(self.read_only.iter().cloned());
        SandboxPlan {
            isolation: project.isolation,
            argv: self.argv.clone(),
            env: environment(&project.env),
            cwd: PathBuf::new(),
            view: View {
                lowers: project.layers.iter().chain(&self.below).cloned().collect(),
                mount_at: WORKSPACE.into(),
                extra_files: Vec::new(),
            },
            read_only,
            limits: Limits {
                processes: u64::from(project.bounds.processes),
                memory_bytes: project.bounds.memory.saturating_mul(2),
                address_space_bytes: self.bounded_address_space.then_some(project.bounds.memory),
                file_bytes: project.bounds.disk,
                open_files: u64::from(project.bounds.open_files),
                disk_bytes: project.bounds.disk,
                output_bytes: OUTPUT_BYTES,
            },
            keep_mount_capability: warm,
            slot,
            scratch: project.state.join("scratch").join(&run),
            run,
        }
    }

    /// The request that starts the shim in `mode`.
    pub(crate) fn request(&self, mode: &str, plan: &SandboxPlan) -> Value {
        let mut request =
            json!({ "mode": mode, "root": plan.workspace(), "view": plan.fresh_view_config() });
        if let Value::Object(fields) = &mut request {
            fields.extend(
                self.about
                    .iter()
                    .map(|(name, value)| (name.clone(), value.clone())),
            );
        }
        request
    }
}

/// What a run sees beside the project's own variables: the same on every machine.
fn environment(project: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    let mut env: BTreeMap<String, String> = [
        ("LANG", "C.UTF-8"),
        ("LC_ALL", "C.UTF-8"),
        ("PATH", "/usr/local/bin:/usr/bin:/bin"),
        ("TZ", "UTC"),
        // Sets and dictionaries keep one order, so that a verdict does not depend on it.
        ("PYTHONHASHSEED", "0"),
        // A mutant's bytecode must never be found by anyone else.
        ("PYTHONDONTWRITEBYTECODE", "1"),
        ("PYTHONNOUSERSITE", "1"),
    ]
    .into_iter()
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
    .collect();
    env.extend(project.clone());
    env
}
