//! What a sandbox is to be: plain data that the engine writes and the re-executed init reads.
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The folder of our own inside the sandbox: layers, home and the upper layer.
pub(crate) const OWN_FOLDER: &str = "/.mutscore";
const HOME_INSIDE: &str = "/.mutscore/home";
const TMP_INSIDE: &str = "/tmp";

/// The environment variable that marks every process of a run, so that leftovers can be found.
pub const RUN_MARK: &str = "MUTSCORE_RUN";
/// The environment variable that carries the worker's slot (0-based), for tests that need a number of their own.
pub const SLOT_MARK: &str = "MUTSCORE_SLOT";

/// How a runner is kept apart from the host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Isolation {
    /// User, mount, PID, network, IPC and UTS namespaces with an overlay view.
    Namespaces,
    /// A copied view, limits and a sweep: for hosts without namespaces.
    None,
}

/// What the runner sees as its project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    /// Host folders, top-most first. Never written to.
    pub lowers: Vec<PathBuf>,
    /// Where the merged view appears with [`Isolation::Namespaces`]; absolute.
    pub mount_at: PathBuf,
    /// Files of ours, written after everything else is in place.
    pub extra_files: Vec<ExtraFile>,
}

/// One text file put into the sandbox, such as a shim.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExtraFile {
    /// Absolute, or relative to the workspace. Without namespaces only relative paths are allowed.
    pub path: PathBuf,
    /// The whole text.
    pub content: String,
}

/// Upper bounds, each for one sandbox unless it says otherwise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Processes and threads at any one time.
    pub processes: u64,
    /// Memory of all processes together, in bytes; needs a control group.
    pub memory_bytes: u64,
    /// Address space of each process, in bytes, so that an allocation fails in the mutant itself
    /// (`MemoryError`). `None` for runtimes that reserve far more than they use (Java, Go).
    pub address_space_bytes: Option<u64>,
    /// Size of any one file, in bytes.
    pub file_bytes: u64,
    /// Open descriptors of each process.
    pub open_files: u64,
    /// All that is written to the workspace, the home and the temporary folder, in bytes.
    pub disk_bytes: u64,
    /// How much of the end of the output is kept, in bytes. More is read and thrown away.
    pub output_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            processes: 256,
            memory_bytes: 1 << 30,
            address_space_bytes: Some(1 << 30),
            file_bytes: 256 << 20,
            open_files: 1024,
            disk_bytes: 512 << 20,
            output_bytes: 64 << 10,
        }
    }
}

/// All that a sandbox needs to know before it starts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SandboxPlan {
    /// How the runner is kept apart.
    pub isolation: Isolation,
    /// The runner's command line; `argv[0]` is looked up on the plan's own `PATH`.
    pub argv: Vec<String>,
    /// The whole environment. `HOME`, `TMPDIR`, [`RUN_MARK`] and [`SLOT_MARK`] are set on top of it.
    pub env: BTreeMap<String, String>,
    /// Where the runner starts; relative to the workspace.
    pub cwd: PathBuf,
    /// What the runner sees as its project.
    pub view: View,
    /// Host files and folders visible read-only at the same path. Nothing else of the host is visible.
    pub read_only: Vec<PathBuf>,
    /// Upper bounds.
    pub limits: Limits,
    /// Keep the capabilities to mount inside the nested namespace: a warm parent needs them to give
    /// each child a view of its own. They mean nothing outside of it.
    pub keep_mount_capability: bool,
    /// The worker's number, from 0.
    pub slot: u32,
    /// Marks the processes of this run ([`RUN_MARK`]); unique on the host.
    pub run: String,
    /// With [`Isolation::None`]: the host folder that holds the copied view, home and temporary
    /// folder. Created by the start, removed at the end.
    pub scratch: PathBuf,
}

impl SandboxPlan {
    /// The project's folder as the runner sees it.
    pub fn workspace(&self) -> PathBuf {
        match self.isolation {
            Isolation::Namespaces => self.view.mount_at.clone(),
            Isolation::None => self.scratch.join("workspace"),
        }
    }

    /// The home folder as the runner sees it.
    pub fn home(&self) -> PathBuf {
        match self.isolation {
            Isolation::Namespaces => PathBuf::from(HOME_INSIDE),
            Isolation::None => self.scratch.join("home"),
        }
    }

    /// The temporary folder as the runner sees it.
    pub fn tmp(&self) -> PathBuf {
        match self.isolation {
            Isolation::Namespaces => PathBuf::from(TMP_INSIDE),
            Isolation::None => self.scratch.join("tmp"),
        }
    }

    /// The folders every dynamically linked program needs, as far as this host has them.
    pub fn system_paths() -> Vec<PathBuf> {
        ["/usr", "/lib", "/lib32", "/lib64", "/bin", "/sbin", "/etc"]
            .iter()
            .map(PathBuf::from)
            .filter(|path| path.exists())
            .collect()
    }

    /// The folders that take all that a run writes; empty without namespaces, where the view itself does.
    pub(crate) fn written_to(&self) -> Vec<PathBuf> {
        match self.isolation {
            Isolation::None => Vec::new(),
            Isolation::Namespaces => vec![
                Path::new(OWN_FOLDER).join("first").join("upper"),
                self.home(),
                self.tmp(),
                PathBuf::from("/dev/shm"),
            ],
        }
    }

    /// The configuration that `enter_fresh_view` of the Python shim takes.
    ///
    /// `None` where no fresh view can be had: without namespaces, or without the capability.
    pub fn fresh_view_config(&self) -> Option<serde_json::Value> {
        if self.isolation == Isolation::None || !self.keep_mount_capability {
            return None;
        }
        let under_tmp: Vec<&PathBuf> = self
            .read_only
            .iter()
            .filter(|path| path.starts_with(TMP_INSIDE))
            .collect();
        Some(serde_json::json!({
            "layers": (0..self.view.lowers.len()).map(layer_inside).collect::<Vec<_>>(),
            "workspace": self.workspace(),
            "cwd": self.workspace().join(&self.cwd),
            "own": Path::new(OWN_FOLDER).join("pair"),
            "tmp": TMP_INSIDE,
            "home": HOME_INSIDE,
            "keep": under_tmp,
            "size": self.limits.disk_bytes,
        }))
    }

    /// The environment the runner really gets.
    pub(crate) fn full_env(&self) -> BTreeMap<String, String> {
        let mut env = self.env.clone();
        env.insert("HOME".into(), self.home().display().to_string());
        env.insert("TMPDIR".into(), self.tmp().display().to_string());
        env.insert(RUN_MARK.into(), self.run.clone());
        env.insert(SLOT_MARK.into(), self.slot.to_string());
        env
    }
}

/// Where layer `index` (0 = top-most) is mounted inside the sandbox.
pub(crate) fn layer_inside(index: usize) -> PathBuf {
    Path::new(OWN_FOLDER).join("layers").join(index.to_string())
}
