//! Control groups, where they are writable: bounds on processes and memory of a whole sandbox.
//!
//! Resource limits hold for one process (memory) or one user (processes). Only a control group
//! bounds the sum, so it is used wherever the host lets us, in version 1 or 2, and named as lost
//! elsewhere. The groups are siblings or children of the engine's own one and carry the
//! supervisor's process id, so that what a killed supervisor left behind is found and removed.
use super::lost::Lost;
use super::plan::{Isolation, SandboxPlan};
use super::wire::{At, StepError};
use nix::unistd::{Pid, Uid};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

const PREFIX: &str = "mutscore-";
/// PID 1 and the fork that becomes the runner are ours, not the mutant's.
const OUR_PROCESSES: u64 = 2;

/// The groups of one sandbox; both may be missing.
#[derive(Debug, Default)]
pub(crate) struct Cgroup {
    pids: Option<PathBuf>,
    memory: Option<PathBuf>,
    version_2: bool,
}

impl Cgroup {
    /// Creates what this host allows and names what it does not.
    pub(crate) fn create(plan: &SandboxPlan) -> (Self, Vec<Lost>) {
        let name = format!("{PREFIX}{}-{}", std::process::id(), plan.slot);
        let group = Self::version_2(&name, plan).unwrap_or_else(|| Self::version_1(&name, plan));
        let lost = group.lost(plan);
        (group, lost)
    }

    /// Why control groups do not work here, for each controller; `None` where they do.
    pub(crate) fn missing(plan: &SandboxPlan) -> [Option<String>; 2] {
        let (group, _) = Self::create(plan);
        let reason = |found: &Option<PathBuf>, controller: &str| {
            found
                .is_none()
                .then(|| format!("no writable control group with the `{controller}` controller"))
        };
        let missing = [reason(&group.pids, "pids"), reason(&group.memory, "memory")];
        group.remove();
        missing
    }

    fn version_2(name: &str, plan: &SandboxPlan) -> Option<Self> {
        let own = own_folder(None)?;
        // A group that holds processes cannot hand controllers down, so the parent is tried as well.
        let bases = [Some(own.as_path()), own.parent()];
        for base in bases.into_iter().flatten() {
            let controllers =
                fs::read_to_string(base.join("cgroup.subtree_control")).unwrap_or_default();
            if !["pids", "memory"]
                .iter()
                .all(|wanted| controllers.split_whitespace().any(|has| has == *wanted))
            {
                continue;
            }
            remove_stale(base);
            let folder = base.join(name);
            let made = fs::create_dir(&folder)
                .and_then(|()| fs::write(folder.join("pids.max"), most_processes(plan).to_string()))
                .and_then(|()| fs::write(folder.join("memory.max"), most_memory(plan).to_string()));
            if made.is_ok() {
                return Some(Self {
                    pids: Some(folder.clone()),
                    memory: Some(folder),
                    version_2: true,
                });
            }
            let _ = fs::remove_dir(&folder);
        }
        None
    }

    fn version_1(name: &str, plan: &SandboxPlan) -> Self {
        let make = |controller: &str, file: &str, value: u64| {
            let base = own_folder(Some(controller))?;
            remove_stale(&base);
            let folder = base.join(name);
            let made = fs::create_dir(&folder)
                .and_then(|()| fs::write(folder.join(file), value.to_string()));
            if made.is_ok() {
                return Some(folder);
            }
            let _ = fs::remove_dir(&folder);
            None
        };
        Self {
            pids: make("pids", "pids.max", most_processes(plan)),
            memory: make("memory", "memory.limit_in_bytes", most_memory(plan)),
            version_2: false,
        }
    }

    fn lost(&self, plan: &SandboxPlan) -> Vec<Lost> {
        let mut lost = Vec::new();
        // Without namespaces root is exempt from RLIMIT_NPROC; with them the mapped user is not.
        if self.pids.is_none() && plan.isolation == Isolation::None && Uid::effective().is_root() {
            lost.push(Lost::ProcessLimit);
        }
        if self.memory.is_none() {
            lost.push(if plan.limits.address_space_bytes.is_some() {
                Lost::MemoryTotal
            } else {
                Lost::Memory
            });
        }
        lost
    }

    /// Puts a process into the groups; what it forks later is born there.
    pub(crate) fn add(&self, pid: Pid) -> Result<(), StepError> {
        for folder in self.folders() {
            fs::write(folder.join("cgroup.procs"), pid.to_string())
                .at_path("join the control group", folder)?;
        }
        Ok(())
    }

    /// The processes inside, wherever they have wandered in the process tree.
    pub(crate) fn members(&self) -> Vec<Pid> {
        let text = self
            .folders()
            .next()
            .and_then(|folder| fs::read_to_string(folder.join("cgroup.procs")).ok());
        let pids = text
            .as_deref()
            .unwrap_or("")
            .lines()
            .filter_map(|line| line.parse().ok());
        pids.map(Pid::from_raw).collect()
    }

    /// Peak memory of all processes together, in bytes.
    pub(crate) fn peak_memory(&self) -> Option<u64> {
        let file = if self.version_2 {
            "memory.peak"
        } else {
            "memory.max_usage_in_bytes"
        };
        fs::read_to_string(self.memory.as_ref()?.join(file))
            .ok()?
            .trim()
            .parse()
            .ok()
    }

    /// Whether the kernel killed a process because the group's memory ran out.
    pub(crate) fn ran_out_of_memory(&self) -> bool {
        let file = if self.version_2 {
            "memory.events"
        } else {
            "memory.oom_control"
        };
        let text = self
            .memory
            .as_ref()
            .and_then(|folder| fs::read_to_string(folder.join(file)).ok());
        let kills = text
            .as_deref()
            .unwrap_or("")
            .lines()
            .find_map(|line| line.strip_prefix("oom_kill "));
        kills
            .and_then(|count| count.trim().parse::<u64>().ok())
            .is_some_and(|count| count > 0)
    }

    /// Removes the groups; a process that is just ending may hold them for a moment.
    pub(crate) fn remove(&self) {
        for folder in self.folders() {
            for _ in 0..200 {
                match fs::remove_dir(folder) {
                    Err(error) if error.kind() == io::ErrorKind::ResourceBusy => {
                        std::thread::sleep(Duration::from_millis(5));
                    }
                    _ => break,
                }
            }
        }
    }

    fn folders(&self) -> impl Iterator<Item = &Path> {
        let second = self.memory.as_deref().filter(|_| !self.version_2);
        self.pids.as_deref().into_iter().chain(second)
    }
}

fn most_processes(plan: &SandboxPlan) -> u64 {
    plan.limits.processes + OUR_PROCESSES
}

/// The sandbox's files live in memory too, so a disk flood must meet its own limit first.
fn most_memory(plan: &SandboxPlan) -> u64 {
    let files = if plan.isolation == Isolation::Namespaces {
        plan.limits.disk_bytes
    } else {
        0
    };
    plan.limits.memory_bytes.saturating_add(files)
}

/// The folder of this process's group: of a version 1 controller, or of version 2.
fn own_folder(controller: Option<&str>) -> Option<PathBuf> {
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    let path = groups.lines().find_map(|line| {
        let (_, rest) = line.split_once(':')?;
        let (controllers, path) = rest.split_once(':')?;
        let matches = match controller {
            Some(wanted) => controllers.split(',').any(|has| has == wanted),
            None => controllers.is_empty(),
        };
        matches.then_some(path)
    })?;
    let mounts = fs::read_to_string("/proc/self/mountinfo").ok()?;
    let (root, mount_point) = mounts.lines().find_map(|line| {
        let (place, kind) = line.split_once(" - ")?;
        let mut kind = kind.split(' ');
        let matches = match (kind.next()?, controller) {
            ("cgroup", Some(wanted)) => kind.nth(1)?.split(',').any(|has| has == wanted),
            ("cgroup2", None) => true,
            _ => false,
        };
        let mut place = place.split(' ').skip(3);
        matches.then_some((place.next()?, place.next()?))
    })?;
    // In a container the mount may start below the path that the process is told.
    let below = Path::new(path).strip_prefix(root).unwrap_or(Path::new(""));
    Some(Path::new(mount_point).join(below))
}

/// Removes groups whose supervisor is gone. One that is in use cannot be removed, so no harm is done.
fn remove_stale(base: &Path) {
    for entry in fs::read_dir(base).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let pid = name
            .to_str()
            .and_then(|name| name.strip_prefix(PREFIX))
            .and_then(|name| name.split('-').next());
        if pid
            .is_some_and(|pid| pid.parse::<u32>().is_ok() && !Path::new("/proc").join(pid).exists())
        {
            let _ = fs::remove_dir(entry.path());
        }
    }
}
