//! The supervisor of a sandbox without namespaces: what is left to do when the host allows little.
//!
//! It is a sub-reaper, so that every orphan of the runner becomes its child however often it forks
//! and whatever session it starts. When the runner ends, or the engine does, everything that
//! descends from it is killed and reaped until nothing is left.
use super::cgroup::Cgroup;
use super::init::RunnerEnds;
use super::launch::{self, Launch};
use super::lost::Lost;
use super::plan::SandboxPlan;
use super::scratch::remove_scratch;
use super::supervise::{read_failure, report, watch};
use super::wire::{At, Ended, Report, StepError};
use crate::process::{self, signal_descendants};
use nix::sys::prctl::set_child_subreaper;
use nix::sys::signal::{Signal, kill};
use nix::unistd::{Pid, getpid};
use std::io::pipe;
use std::os::unix::net::UnixStream;

/// Runs one runner to its end; the exit code of the supervisor.
pub(crate) fn run(control: &mut UnixStream, plan: &SandboxPlan, ends: RunnerEnds) -> i32 {
    let (cgroup, mut lost) = Cgroup::create(plan);
    lost.extend([
        Lost::Network,
        Lost::HostFiles,
        Lost::Processes,
        Lost::DiskLimit,
    ]);
    lost.sort();
    let sent = match start(plan, ends, &cgroup) {
        Err(error) => {
            sweep(&cgroup);
            Report::Failed(error).send(control)
        }
        Ok(runner) => {
            // If the engine is gone by now, the watch reads that and ends everything.
            let _ = Report::Ready { lost }.send(control);
            let term = || signal_descendants(getpid(), Signal::SIGTERM);
            let stop = || sweep_signals(&cgroup);
            let (ended, ordered) = watch(control, runner, &term, &stop);
            sweep(&cgroup);
            let ended = if ordered { Ended::Killed } else { ended };
            Report::Exited(report(ended, &cgroup)).send(control)
        }
    };
    cgroup.remove();
    if sent.is_err() {
        // The engine is gone: the folder it made for this run has no other owner.
        remove_scratch(&plan.scratch);
    }
    i32::from(sent.is_err())
}

fn start(plan: &SandboxPlan, ends: RunnerEnds, cgroup: &Cgroup) -> Result<Pid, StepError> {
    set_child_subreaper(true).at("adopt orphans")?;
    let (mut status, status_writer) = pipe().at("create a pipe")?;
    let runner = launch::fork_runner(
        Launch {
            plan,
            ends,
            nested_in: None,
            join: Some(cgroup),
        },
        &status_writer,
    )?;
    drop(status_writer);
    match read_failure(&mut status) {
        None => Ok(runner),
        Some(error) => Err(error),
    }
}

fn sweep_signals(cgroup: &Cgroup) {
    signal_descendants(getpid(), Signal::SIGKILL);
    for member in cgroup
        .members()
        .into_iter()
        .filter(|member| *member != getpid())
    {
        let _ = kill(member, Signal::SIGKILL);
    }
}

/// Kills and reaps until no descendant is left.
fn sweep(cgroup: &Cgroup) {
    sweep_signals(cgroup);
    process::sweep_children();
}
