//! The last steps before the runner's exec, in both isolation modes.
//!
//! With namespaces the runner gets a second user and mount namespace of its own. Every mount that
//! PID 1 made is locked there: read-only stays read-only and nothing can be uncovered, even by a
//! runner that keeps the capability to mount.
use super::cgroup::Cgroup;
use super::identity::Identity;
use super::init::RunnerEnds;
use super::plan::{Limits, SandboxPlan};
use super::supervise::{null_device, tell_failure};
use super::sys;
use super::wire::{At, StepError};
use crate::process::tasks_of_user;
use nix::sched::{CloneFlags, unshare};
use nix::sys::prctl::{set_no_new_privs, set_pdeathsig};
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use nix::sys::signal::{SigSet, Signal};
use nix::unistd::{Pid, Uid, execve, getpid, setsid};
use std::convert::Infallible;
use std::ffi::CString;
use std::fs::File;
use std::io::PipeWriter;
use std::os::fd::{AsFd, OwnedFd};
use std::path::PathBuf;

/// The first descriptor number that a runner's sockets get.
const FIRST_SOCKET: i32 = 3;
/// Descriptors are moved up here first, so that none sits where another one has to go.
const OUT_OF_THE_WAY: i32 = 100;

/// What is to be executed, and how.
pub(crate) struct Launch<'a> {
    pub(crate) plan: &'a SandboxPlan,
    pub(crate) ends: RunnerEnds,
    /// With namespaces: who the runner is in its nested one.
    pub(crate) nested_in: Option<Identity>,
    /// Without: the groups to join. PID 1 has been put there from outside.
    pub(crate) join: Option<&'a Cgroup>,
}

/// The signals that a reaping parent waits for, and therefore blocks.
pub(crate) fn held_signals() -> SigSet {
    let mut signals = SigSet::empty();
    signals.add(Signal::SIGCHLD);
    signals.add(Signal::SIGTERM);
    signals
}

/// Forks the runner. A step that fails in the child is written to `status`.
pub(crate) fn fork_runner(launch: Launch<'_>, status: &PipeWriter) -> Result<Pid, StepError> {
    // Blocked before the fork, so that the end of a very short runner is not missed.
    held_signals().thread_block().at("block signals")?;
    if let Some(runner) = sys::clone_process(CloneFlags::empty()).at("fork the runner")? {
        return Ok(runner);
    }
    // Out of the way of the runner's own descriptors; without it nothing could be told, so leave.
    let Ok(status) = sys::lift(status, OUT_OF_THE_WAY) else {
        sys::leave(127)
    };
    let Err(error) = launch.execute();
    tell_failure(&mut File::from(status), &error);
    sys::leave(127)
}

impl Launch<'_> {
    fn execute(self) -> Result<Infallible, StepError> {
        let plan = self.plan;
        set_pdeathsig(Signal::SIGKILL).at("tie the runner to its parent")?;
        if let Some(cgroup) = self.join {
            cgroup.add(getpid())?;
        }
        if let Some(identity) = &self.nested_in {
            enter_nested_namespace(identity)?;
        }
        let cwd = plan.workspace().join(&plan.cwd);
        std::env::set_current_dir(&cwd).at_path("enter", &cwd)?;
        setsid().at("start a session")?;
        let program = find_program(plan)?;
        let argv = c_strings(plan.argv.iter().map(String::as_str))?;
        let env = plan.full_env();
        let env = env
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect::<Vec<_>>();
        let env = c_strings(env.iter().map(String::as_str))?;
        place_descriptors(self.ends)?;
        // Without namespaces the user's other processes count as well; root is not counted at all.
        let user = Uid::current();
        let counted = self.nested_in.is_none() && !user.is_root();
        let others = if counted {
            tasks_of_user(user.as_raw())
        } else {
            0
        };
        limit(&plan.limits, others)?;
        if self.nested_in.is_some() {
            sys::keep_capabilities(plan.keep_mount_capability).at("drop capabilities")?;
        }
        set_no_new_privs().at("forbid new privileges")?;
        sys::reset_signals();
        execve(&program, &argv, &env).at(&format!("execute `{}`", program.to_string_lossy()))
    }
}

fn enter_nested_namespace(identity: &Identity) -> Result<(), StepError> {
    unshare(CloneFlags::CLONE_NEWUSER | CloneFlags::CLONE_NEWNS).at("nest a user namespace")?;
    let (uid, gid) = (identity.inside_uid, identity.inside_gid);
    std::fs::write("/proc/self/setgroups", "deny")
        .at("forbid group changes in the nested namespace")?;
    std::fs::write("/proc/self/uid_map", format!("{uid} {uid} 1\n"))
        .at("map the nested user id")?;
    std::fs::write("/proc/self/gid_map", format!("{gid} {gid} 1\n")).at("map the nested group id")
}

fn find_program(plan: &SandboxPlan) -> Result<CString, StepError> {
    let name = plan
        .argv
        .first()
        .ok_or_else(|| StepError::new("start the runner", "its command line is empty"))?;
    let found = if name.contains('/') {
        Some(PathBuf::from(name))
    } else {
        let path = plan
            .env
            .get("PATH")
            .map_or("/usr/local/bin:/usr/bin:/bin", String::as_str);
        std::env::split_paths(path)
            .map(|folder| folder.join(name))
            .find(|file| file.is_file())
    };
    let found = found.ok_or_else(|| {
        StepError::new(
            format!("find `{name}`"),
            "no such program on the plan's PATH inside the sandbox",
        )
    })?;
    CString::new(found.into_os_string().into_encoded_bytes()).at("read the runner's path")
}

fn c_strings<'a>(texts: impl Iterator<Item = &'a str>) -> Result<Vec<CString>, StepError> {
    texts
        .map(|text| CString::new(text).at("read the command line and environment"))
        .collect()
}

/// 0 = null device, 1 and 2 = the output pipe, 3 … = sockets; everything else closes at exec.
fn place_descriptors(ends: RunnerEnds) -> Result<(), StepError> {
    let step = "place the runner's descriptors";
    let output = sys::lift(&ends.output, OUT_OF_THE_WAY).at(step)?;
    let sockets = ends
        .sockets
        .iter()
        .map(|socket| sys::lift(socket, OUT_OF_THE_WAY));
    let sockets = sockets.collect::<Result<Vec<OwnedFd>, _>>().at(step)?;
    sys::place(null_device()?.as_fd(), 0).at(step)?;
    sys::place(output.as_fd(), 1).at(step)?;
    sys::place(output.as_fd(), 2).at(step)?;
    sys::shut_from(FIRST_SOCKET.unsigned_abs(), true);
    for (number, socket) in (FIRST_SOCKET..).zip(&sockets) {
        sys::place(socket.as_fd(), number).at(step)?;
    }
    // The low numbers may have belonged to values above; they are the runner's now.
    std::mem::forget(ends);
    Ok(())
}

fn limit(limits: &Limits, other_processes: u64) -> Result<(), StepError> {
    let mut wanted = vec![
        (Resource::RLIMIT_CORE, 0),
        (Resource::RLIMIT_FSIZE, limits.file_bytes),
        (Resource::RLIMIT_NOFILE, limits.open_files),
        (Resource::RLIMIT_NPROC, limits.processes + other_processes),
    ];
    wanted.extend(
        limits
            .address_space_bytes
            .map(|bytes| (Resource::RLIMIT_AS, bytes)),
    );
    for (resource, value) in wanted {
        let (_, hard) = getrlimit(resource).at("read a resource limit")?;
        let value = value.min(hard);
        setrlimit(resource, value, value).at(&format!("set {resource:?}"))?;
    }
    Ok(())
}
