//! The supervisor of a sandbox with namespaces, on the host side.
//!
//! It maps the ids, puts PID 1 into its control group and lets it go on, then waits for whichever
//! comes first: an order, the end of the engine, or the end of PID 1. When PID 1 is gone the kernel
//! has already ended and reaped everything else inside, so the report it sends is final.
use super::cgroup::Cgroup;
use super::identity::Identity;
use super::init::RunnerEnds;
use super::new_root::Sources;
use super::plan::SandboxPlan;
use super::wire::{At, Ended, ExitReport, ORDER_TERM, Report, StepError};
use super::{inside, sys};
use crate::process::Watch;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sched::CloneFlags;
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::signal::{Signal, kill};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::Pid;
use std::fs::File;
use std::io::{PipeReader, Read, Write, pipe};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::time::Duration;

/// Namespaces of PID 1.
pub(crate) const NAMESPACES: CloneFlags = CloneFlags::CLONE_NEWUSER
    .union(CloneFlags::CLONE_NEWNS)
    .union(CloneFlags::CLONE_NEWPID)
    .union(CloneFlags::CLONE_NEWNET)
    .union(CloneFlags::CLONE_NEWIPC)
    .union(CloneFlags::CLONE_NEWUTS);

/// How often orphans are reaped, and the end noticed, where the kernel has no pidfd.
const LOOK_ROUND: u16 = 20;

/// Runs one sandbox to its end; the exit code of the supervisor.
pub(crate) fn run(control: &mut UnixStream, plan: &SandboxPlan, ends: RunnerEnds) -> i32 {
    let (cgroup, lost) = Cgroup::create(plan);
    let started = start(control, plan, ends, &cgroup);
    let code = match started {
        Err(error) => say(control, &Report::Failed(error)),
        Ok((pid_one, mut result)) => {
            // If the engine is gone by now, the watch reads that and ends the sandbox.
            say(control, &Report::Ready { lost });
            // Whoever is gone already needs no signal.
            let signal = |signal| {
                let _ = kill(pid_one, signal);
            };
            let (term, stop) = (|| signal(Signal::SIGTERM), || signal(Signal::SIGKILL));
            let (_, ordered) = watch(control, pid_one, &term, &stop);
            let ended = read_result(&mut result).unwrap_or(if ordered {
                Ended::Killed
            } else {
                Ended::Vanished
            });
            say(control, &Report::Exited(report(ended, &cgroup)))
        }
    };
    cgroup.remove();
    code
}

fn say(control: &mut UnixStream, report: &Report) -> i32 {
    i32::from(report.send(control).is_err())
}

/// Starts PID 1 and waits until it has executed the runner.
fn start(
    control: &UnixStream,
    plan: &SandboxPlan,
    ends: RunnerEnds,
    cgroup: &Cgroup,
) -> Result<(Pid, PipeReader), StepError> {
    let identity = Identity::current();
    // With all rights on the host, the mounts are picked up here: the mapped user may not reach them.
    let sources = if identity.is_other_user() {
        Some(Sources::open(plan)?)
    } else {
        None
    };
    let (mut ours, theirs) = UnixStream::pair().at("create a socket")?;
    let (mut status, status_writer) = pipe().at("create a pipe")?;
    let (result, result_writer) = pipe().at("create a pipe")?;
    let Some(pid_one) = sys::clone_process(NAMESPACES).at("create namespaces")? else {
        // The lifeline and our ends are the supervisor's alone: copies here would keep them open.
        sys::close_copy(control.as_fd());
        drop((ours, status, result));
        inside::run(inside::Start {
            plan,
            ends,
            sources,
            identity,
            gate: theirs,
            status: status_writer,
            result: result_writer,
        })
    };
    drop((theirs, status_writer, result_writer, ends, sources));
    let admitted = admit(pid_one, &identity, cgroup, &mut ours);
    let failure = read_failure(&mut status);
    match (admitted, failure) {
        (Ok(()), None) => Ok((pid_one, result)),
        (admitted, failure) => {
            let _ = kill(pid_one, Signal::SIGKILL);
            let _ = waitpid(pid_one, None);
            Err(failure
                .or(admitted.err())
                .unwrap_or_else(|| StepError::new("start PID 1", "it ended early")))
        }
    }
}

/// Maps ids, sets limits and opens the gate twice: once for the new identity, once when PID 1 has
/// tied its life to ours.
fn admit(
    pid: Pid,
    identity: &Identity,
    cgroup: &Cgroup,
    gate: &mut UnixStream,
) -> Result<(), StepError> {
    let proc = |file: &str| format!("/proc/{pid}/{file}");
    let map = |inside: u32, outside: u32| format!("{inside} {outside} 1\n");
    if !identity.is_other_user() {
        std::fs::write(proc("setgroups"), "deny").at("forbid group changes")?;
    }
    std::fs::write(
        proc("uid_map"),
        map(identity.inside_uid, identity.outside_uid),
    )
    .at("map the user id")?;
    std::fs::write(
        proc("gid_map"),
        map(identity.inside_gid, identity.outside_gid),
    )
    .at("map the group id")?;
    cgroup.add(pid)?;
    gate.write_all(b"1").at("let PID 1 go on")?;
    let mut answer = [0];
    // A failure here has its reason in the status pipe.
    gate.read_exact(&mut answer).at("hear from PID 1")?;
    gate.write_all(b"2").at("let PID 1 go on")
}

/// Reads the status pipe to its end: empty means that the runner was executed.
pub(crate) fn read_failure(status: &mut PipeReader) -> Option<StepError> {
    let mut text = Vec::new();
    match status.read_to_end(&mut text) {
        Ok(0) => None,
        Ok(_) => Some(serde_json::from_slice(&text).unwrap_or_else(|_| {
            StepError::new("start the runner", String::from_utf8_lossy(&text))
        })),
        Err(error) => Some(StepError::new("read the status pipe", error)),
    }
}

fn read_result(result: &mut PipeReader) -> Option<Ended> {
    let mut text = Vec::new();
    result.read_to_end(&mut text).ok()?;
    serde_json::from_slice(&text).ok()
}

/// Waits for the end of `child`; obeys orders on the way. Returns how it ended and whether it was told to.
pub(crate) fn watch(
    control: &mut UnixStream,
    child: Pid,
    term: &dyn Fn(),
    stop: &dyn Fn(),
) -> (Ended, bool) {
    let child_end = Watch::on(child);
    let (mut ordered, mut listening) = (false, true);
    loop {
        if let Some(ended) = reap_until(child) {
            return (ended, ordered);
        }
        let mut spots = Vec::with_capacity(2);
        if listening {
            spots.push(PollFd::new(control.as_fd(), PollFlags::POLLIN));
        }
        let timeout = match child_end.descriptor() {
            Some(fd) => {
                spots.push(PollFd::new(fd, PollFlags::POLLIN));
                PollTimeout::from(1000u16)
            }
            None => PollTimeout::from(LOOK_ROUND),
        };
        let called = poll(&mut spots, timeout).is_ok()
            && listening
            && spots.first().and_then(PollFd::any).unwrap_or(false);
        if !called {
            continue;
        }
        let mut order = [0];
        match control.read(&mut order) {
            Ok(1) if order[0] == ORDER_TERM => term(),
            // ORDER_KILL, end-of-file or an error: nobody needs this sandbox any more.
            read => {
                ordered = true;
                listening = matches!(read, Ok(1));
                stop();
            }
        }
    }
}

/// Reaps whatever has ended, adopted orphans too; the status of `child` if it is among them.
pub(crate) fn reap_until(child: Pid) -> Option<Ended> {
    loop {
        match waitpid(None, Some(WaitPidFlag::WNOHANG)) {
            Ok(WaitStatus::Exited(pid, code)) if pid == child => return Some(Ended::Code(code)),
            Ok(WaitStatus::Signaled(pid, signal, _)) if pid == child => {
                return Some(Ended::Signal(signal as i32));
            }
            Ok(WaitStatus::StillAlive) => return None,
            Ok(_) | Err(nix::errno::Errno::EINTR) => {}
            Err(_) => return Some(Ended::Vanished),
        }
    }
}

/// The account of everything that has been reaped.
pub(crate) fn report(ended: Ended, cgroup: &Cgroup) -> ExitReport {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).ok();
    let time = |value: nix::sys::time::TimeVal| {
        let seconds = u64::try_from(value.tv_sec()).unwrap_or(0);
        Duration::from_secs(seconds)
            + Duration::from_micros(u64::try_from(value.tv_usec()).unwrap_or(0))
    };
    let largest = usage.as_ref().map_or(0, |usage| {
        u64::try_from(usage.max_rss()).unwrap_or(0) * 1024
    });
    ExitReport {
        ended,
        user_cpu: usage
            .as_ref()
            .map_or(Duration::ZERO, |usage| time(usage.user_time())),
        system_cpu: usage
            .as_ref()
            .map_or(Duration::ZERO, |usage| time(usage.system_time())),
        peak_memory_bytes: cgroup.peak_memory().unwrap_or(largest),
        out_of_memory: cgroup.ran_out_of_memory(),
    }
}

/// Writes a failed step where the supervisor reads it.
pub(crate) fn tell_failure(status: &mut impl Write, error: &StepError) {
    if let Ok(text) = serde_json::to_vec(error) {
        // Nobody reads: then nobody is left to tell.
        let _ = status.write_all(&text);
    }
}

/// The null device for the runner's standard input.
pub(crate) fn null_device() -> Result<File, StepError> {
    File::open("/dev/null").at("open `/dev/null`")
}
