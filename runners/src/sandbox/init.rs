//! The entry point of a re-executed copy of the binary.
//!
//! Problem: a sandbox must be built by a process with one thread, and the engine has many. Forking
//! a threaded process leaves locked locks behind. Remedy: the engine starts its own executable
//! again, which comes here before it does anything else, reads its orders from the socket that is
//! its standard input, and never returns to the caller.
use super::plan::Isolation;
use super::wire::{self, Report, StepError};
use super::{bare, probe, supervise, sys};
use std::fs::File;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;

/// First argument that asks for a sandbox.
pub(crate) const INIT_ARGUMENT: &str = "__init";
/// First argument that asks what this host can do.
pub(crate) const PROBE_ARGUMENT: &str = "__probe";

/// Becomes the supervisor of a sandbox if the command line says so, and then never returns.
///
/// Call it first thing in `main`, before any thread is started.
pub fn run_if_asked() {
    match std::env::args_os().nth(1) {
        Some(word) if word == INIT_ARGUMENT => become_supervisor(),
        Some(word) if word == PROBE_ARGUMENT => probe::answer(),
        _ => {}
    }
}

fn become_supervisor() -> ! {
    // Whatever the engine or its libraries left open is none of the sandbox's business.
    sys::shut_from(3, false);
    let Ok(mut control) = take_control_socket() else {
        sys::leave(2)
    };
    let code = match wire::receive_plan(&mut control) {
        Ok((plan, descriptors)) => match RunnerEnds::from(descriptors) {
            Some(ends) if plan.isolation == Isolation::Namespaces => {
                supervise::run(&mut control, &plan, ends)
            }
            Some(ends) => bare::run(&mut control, &plan, ends),
            None => refuse(&mut control, "no output pipe came with the plan"),
        },
        Err(error) => refuse(&mut control, &error.to_string()),
    };
    sys::leave(code)
}

fn refuse(control: &mut UnixStream, problem: &str) -> i32 {
    // If even this cannot be said, the engine reads end-of-file and knows enough.
    let _ = Report::Failed(StepError::new("read the sandbox plan", problem)).send(control);
    2
}

/// Moves the control socket away from standard input, which becomes the null device.
fn take_control_socket() -> std::io::Result<UnixStream> {
    let control = UnixStream::from(std::io::stdin().as_fd().try_clone_to_owned()?);
    sys::place(File::open("/dev/null")?.as_fd(), 0)?;
    Ok(control)
}

/// The descriptors that belong to the runner.
pub(crate) struct RunnerEnds {
    /// Where standard output and standard error go.
    pub(crate) output: OwnedFd,
    /// Placed at 3, 4, … in the runner.
    pub(crate) sockets: Vec<OwnedFd>,
}

impl RunnerEnds {
    fn from(mut descriptors: Vec<OwnedFd>) -> Option<Self> {
        if descriptors.is_empty() {
            return None;
        }
        let output = descriptors.remove(0);
        Some(Self {
            output,
            sockets: descriptors,
        })
    }
}
