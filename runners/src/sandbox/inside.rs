//! PID 1 of a sandbox: builds the view, starts the runner, reaps, and ends when the runner ends.
//!
//! It is tied to the supervisor by the parent-death signal, so that not even a SIGKILL of the
//! supervisor leaves anything behind: when PID 1 of a PID namespace goes, the kernel ends the rest.
use super::identity::Identity;
use super::init::RunnerEnds;
use super::launch::{self, Launch};
use super::new_root::{self, Sources};
use super::plan::SandboxPlan;
use super::supervise::{reap_until, tell_failure};
use super::sys;
use super::wire::{At, Ended, StepError};
use nix::sys::prctl::{set_dumpable, set_pdeathsig};
use nix::sys::signal::{Signal, kill};
use nix::unistd::{Pid, setgroups, sethostname, setresgid, setresuid};
use std::io::{PipeWriter, Read, Write};
use std::os::unix::net::UnixStream;

/// All that PID 1 takes over from the supervisor.
pub(crate) struct Start<'a> {
    pub(crate) plan: &'a SandboxPlan,
    pub(crate) ends: RunnerEnds,
    /// Mounts the supervisor has picked up; else PID 1 does it with the engine's own user id.
    pub(crate) sources: Option<Sources>,
    pub(crate) identity: Identity,
    /// Where the supervisor says that ids are mapped and limits are set.
    pub(crate) gate: UnixStream,
    /// Carries a failed step; closed by the runner's exec.
    pub(crate) status: PipeWriter,
    /// Carries how the runner ended.
    pub(crate) result: PipeWriter,
}

/// The life of PID 1.
pub(crate) fn run(mut start: Start<'_>) -> ! {
    let prepared = prepare(&mut start);
    let Start {
        plan,
        ends,
        identity,
        mut status,
        mut result,
        ..
    } = start;
    let launch = Launch {
        plan,
        ends,
        nested_in: Some(identity),
        join: None,
    };
    let started = prepared.and_then(|()| launch::fork_runner(launch, &status));
    match started {
        Err(error) => {
            tell_failure(&mut status, &error);
            sys::leave(1)
        }
        Ok(runner) => {
            drop(status);
            let ended = reap(runner);
            if let Ok(text) = serde_json::to_vec(&ended) {
                let _ = result.write_all(&text);
            }
            sys::leave(0)
        }
    }
}

fn prepare(start: &mut Start<'_>) -> Result<(), StepError> {
    let mut go = [0];
    start.gate.read_exact(&mut go).at("wait for the id maps")?;
    become_inside_user(&start.identity)?;
    set_pdeathsig(Signal::SIGKILL).at("tie PID 1 to its supervisor")?;
    start.gate.write_all(b"+").at("answer the supervisor")?;
    start
        .gate
        .read_exact(&mut go)
        .at("wait for the supervisor")?;

    let sources = match start.sources.take() {
        Some(sources) => sources,
        None => Sources::open(start.plan)?,
    };
    new_root::build(start.plan, sources)?;
    sys::loopback_up().at("bring up the loopback interface")?;
    // A name that resolves without a network, and the same one on every host.
    sethostname("localhost").at("set the host name")
}

/// Takes the mapped id. The process becomes readable to itself again, which an id change forbids.
fn become_inside_user(identity: &Identity) -> Result<(), StepError> {
    if identity.is_other_user() {
        setgroups(&[]).at("leave the host's groups")?;
        setresgid(identity.gid(), identity.gid(), identity.gid()).at("take the group id")?;
        setresuid(identity.uid(), identity.uid(), identity.uid()).at("take the user id")?;
    }
    set_dumpable(true).at("make PID 1 readable to itself")
}

/// Reaps everything until the runner itself has ended. SIGTERM is handed on to all processes inside.
fn reap(runner: Pid) -> Ended {
    let signals = launch::held_signals();
    loop {
        match signals.wait() {
            Ok(Signal::SIGTERM) => {
                // Nobody left to hear it is fine.
                let _ = kill(Pid::from_raw(-1), Signal::SIGTERM);
            }
            _ => {
                if let Some(ended) = reap_until(runner) {
                    return ended;
                }
            }
        }
    }
}
