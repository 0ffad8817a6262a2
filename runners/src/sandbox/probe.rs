//! Finds out what this host allows, by trying it for real.
//!
//! Kernel versions and settings tell half of the truth: containers, security modules and seccomp
//! filters forbid what the kernel could do. So a copy of the binary tries each thing in a process
//! of its own and says what came of it.
use super::cgroup::Cgroup;
use super::identity::Identity;
use super::init::PROBE_ARGUMENT;
use super::plan::{Isolation, Limits, SandboxPlan, View};
use super::sys;
use super::wire::{At, StepError};
use crate::workspace::overlay_options;
use nix::mount::{MsFlags, mount};
use nix::sched::{CloneFlags, unshare};
use nix::sys::wait::{WaitStatus, waitpid};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::{Read, Write, pipe};
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// Whether one thing works on this host.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Support {
    /// It was tried and it worked.
    Works,
    /// It was tried and it did not.
    Missing {
        /// What the attempt ended with.
        reason: String,
        /// What the host's owner can do about it.
        remedy: String,
    },
}

impl Support {
    /// Whether it works.
    pub fn works(&self) -> bool {
        *self == Self::Works
    }
}

/// What the sandbox can be built from on this host.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Capabilities {
    /// User namespaces.
    pub user_namespaces: Support,
    /// Private mounts, picked up and restricted as detached trees (Linux 5.12).
    pub mounts: Support,
    /// An overlay file system inside a user namespace (Linux 5.11).
    pub overlay: Support,
    /// PID namespaces with a `/proc` of their own.
    pub pid_namespace: Support,
    /// Network namespaces with a loopback interface.
    pub network_namespace: Support,
    /// A control group that bounds the number of processes.
    pub cgroup_pids: Support,
    /// A control group that bounds memory.
    pub cgroup_memory: Support,
}

impl Capabilities {
    /// The strongest isolation that works here.
    pub fn best(&self) -> Isolation {
        let needed = [
            &self.user_namespaces,
            &self.mounts,
            &self.overlay,
            &self.pid_namespace,
            &self.network_namespace,
        ];
        if needed.iter().all(|support| support.works()) {
            Isolation::Namespaces
        } else {
            Isolation::None
        }
    }

    /// Each capability with its name, for people.
    pub fn named(&self) -> [(&'static str, &Support); 7] {
        [
            ("user namespaces", &self.user_namespaces),
            ("private mounts", &self.mounts),
            ("overlay file system", &self.overlay),
            ("PID namespaces", &self.pid_namespace),
            ("network namespaces", &self.network_namespace),
            ("process limit by control group", &self.cgroup_pids),
            ("memory limit by control group", &self.cgroup_memory),
        ]
    }

    fn unknown(reason: &str) -> Self {
        let missing = || Support::Missing {
            reason: reason.to_owned(),
            remedy: "check that the mutscore executable can be started".to_owned(),
        };
        Self {
            user_namespaces: missing(),
            mounts: missing(),
            overlay: missing(),
            pid_namespace: missing(),
            network_namespace: missing(),
            cgroup_pids: missing(),
            cgroup_memory: missing(),
        }
    }
}

/// What this host allows; tried once for each process. `init_exe` is an executable that calls
/// [`run_if_asked`](super::init::run_if_asked), `/proc/self/exe` for the engine itself.
pub fn probe(init_exe: &Path) -> &'static Capabilities {
    static FOUND: OnceLock<Capabilities> = OnceLock::new();
    FOUND.get_or_init(|| {
        let output = Command::new(init_exe).arg(PROBE_ARGUMENT).output();
        match output.map(|output| serde_json::from_slice(&output.stdout)) {
            Ok(Ok(capabilities)) => capabilities,
            Ok(Err(error)) => Capabilities::unknown(&format!("the probe gave no answer: {error}")),
            Err(error) => {
                Capabilities::unknown(&format!("cannot start `{}`: {error}", init_exe.display()))
            }
        }
    })
}

/// The probing process: tries, writes one JSON object to standard output, leaves.
pub(crate) fn answer() -> ! {
    let [pids, memory] = Cgroup::missing(&empty_plan());
    let cgroup = |missing: Option<String>| {
        missing.map_or(Support::Works, |reason| Support::Missing {
            reason,
            remedy: "run where a control group is delegated to you, or as root; single processes are bounded anyway".into(),
        })
    };
    let capabilities = Capabilities {
        user_namespaces: attempt(
            try_user,
            "raise user.max_user_namespaces, and allow unprivileged user namespaces in the security module or container profile",
        ),
        mounts: attempt(
            try_mounts,
            "use Linux 5.12 or newer, and allow mount calls in the container profile",
        ),
        overlay: attempt(
            try_overlay,
            "use Linux 5.11 or newer with the overlay module loaded",
        ),
        pid_namespace: attempt(try_pids, "let the container see an unmasked /proc"),
        network_namespace: attempt(
            try_network,
            "raise user.max_net_namespaces, and allow network namespaces in the container profile",
        ),
        cgroup_pids: cgroup(pids),
        cgroup_memory: cgroup(memory),
    };
    let text = serde_json::to_vec(&capabilities).unwrap_or_default();
    // Nobody reads: then there is nobody to tell.
    let mut out = std::io::stdout();
    let _ = out.write_all(&text).and_then(|()| out.flush());
    sys::leave(0)
}

/// Runs `what` in a forked process and turns its end into a statement.
fn attempt(what: fn() -> Result<(), StepError>, remedy: &str) -> Support {
    let missing = |reason: String| Support::Missing {
        reason,
        remedy: remedy.to_owned(),
    };
    match in_a_fork(what) {
        Ok(None) => Support::Works,
        Ok(Some(reason)) => missing(reason),
        Err(error) => missing(error.to_string()),
    }
}

fn in_a_fork(what: fn() -> Result<(), StepError>) -> Result<Option<String>, StepError> {
    let (mut reader, mut writer) = pipe().at("create a pipe")?;
    let Some(child) = sys::clone_process(CloneFlags::empty()).at("fork")? else {
        let code = match what() {
            Ok(()) => 0,
            Err(error) => {
                let _ = writer.write_all(error.to_string().as_bytes());
                1
            }
        };
        sys::leave(code)
    };
    drop(writer);
    let mut reason = String::new();
    reader
        .read_to_string(&mut reason)
        .at("hear from the attempt")?;
    let status = waitpid(child, None).at("wait for the attempt")?;
    Ok(match status {
        WaitStatus::Exited(_, 0) => None,
        status if reason.is_empty() => Some(format!("the attempt ended with {status:?}")),
        _ => Some(reason),
    })
}

fn enter(flags: CloneFlags) -> Result<(), StepError> {
    let identity = Identity::current();
    unshare(CloneFlags::CLONE_NEWUSER | flags).at("create namespaces")?;
    // The process maps itself here, which is allowed for its own id only; the ids do not matter to the attempts.
    let (uid, gid) = (identity.inside_uid, identity.inside_gid);
    std::fs::write("/proc/self/setgroups", "deny").at("forbid group changes")?;
    std::fs::write("/proc/self/uid_map", format!("{uid} {uid} 1\n")).at("map the user id")?;
    std::fs::write("/proc/self/gid_map", format!("{gid} {gid} 1\n")).at("map the group id")
}

fn try_user() -> Result<(), StepError> {
    enter(CloneFlags::empty())
}

fn try_mounts() -> Result<(), StepError> {
    enter(CloneFlags::CLONE_NEWNS)?;
    mount_scratch()?;
    let tree = sys::open_tree(Path::new("/usr")).at("pick up a mount")?;
    sys::restrict_mount(tree.as_fd(), libc::MOUNT_ATTR_RDONLY).at("restrict a mount")?;
    std::fs::create_dir("/tmp/usr").at("create a folder")?;
    sys::move_mount(tree.as_fd(), Path::new("/tmp/usr")).at("attach a mount")
}

fn try_overlay() -> Result<(), StepError> {
    enter(CloneFlags::CLONE_NEWNS)?;
    mount_scratch()?;
    for folder in ["lower", "upper", "work", "merged"] {
        std::fs::create_dir(Path::new("/tmp").join(folder)).at("create a folder")?;
    }
    std::fs::write("/tmp/lower/file", "old").at("write below the overlay")?;
    let options = overlay_options(
        &[PathBuf::from("/tmp/lower")],
        Path::new("/tmp/upper"),
        Path::new("/tmp/work"),
    );
    mount(
        Some("probe"),
        "/tmp/merged",
        Some("overlay"),
        MsFlags::empty(),
        Some(options.as_str()),
    )
    .at("mount an overlay")?;
    std::fs::write("/tmp/merged/file", "new").at("write into the overlay")?;
    let below = std::fs::read_to_string("/tmp/lower/file").at("read below the overlay")?;
    if below == "old" {
        Ok(())
    } else {
        Err(StepError::new(
            "use an overlay",
            "a write reached the lower layer",
        ))
    }
}

fn try_pids() -> Result<(), StepError> {
    enter(CloneFlags::CLONE_NEWNS | CloneFlags::CLONE_NEWPID)?;
    match in_a_fork(|| {
        let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV | MsFlags::MS_NOEXEC;
        mount(Some("proc"), "/proc", Some("proc"), flags, None::<&str>).at("mount `/proc`")
    })? {
        None => Ok(()),
        Some(reason) => Err(StepError::new("use a PID namespace", reason)),
    }
}

fn try_network() -> Result<(), StepError> {
    enter(CloneFlags::CLONE_NEWNET)?;
    sys::loopback_up().at("bring up the loopback interface")
}

fn mount_scratch() -> Result<(), StepError> {
    let none: Option<&str> = None;
    mount(none, "/", none, MsFlags::MS_REC | MsFlags::MS_PRIVATE, none)
        .at("keep mounts to ourselves")?;
    mount(Some("probe"), "/tmp", Some("tmpfs"), MsFlags::empty(), none).at("mount a tmpfs")
}

fn empty_plan() -> SandboxPlan {
    SandboxPlan {
        isolation: Isolation::None,
        argv: Vec::new(),
        env: BTreeMap::new(),
        cwd: PathBuf::new(),
        view: View {
            lowers: Vec::new(),
            mount_at: PathBuf::from("/workspace"),
            extra_files: Vec::new(),
        },
        read_only: Vec::new(),
        limits: Limits::default(),
        keep_mount_capability: false,
        slot: 0,
        run: "probe".into(),
        scratch: PathBuf::new(),
    }
}
