//! What engine and supervisor say to each other over the control socket.
//!
//! Engine → supervisor: one framed plan with the runner's descriptors attached, then single-byte
//! orders. Supervisor → engine: one JSON object a line. End-of-file in either direction means that
//! the other side is gone.
use super::lost::Lost;
use super::plan::SandboxPlan;
use nix::cmsg_space;
use nix::sys::socket::{ControlMessage, ControlMessageOwned, MsgFlags, recvmsg, sendmsg};
use serde::{Deserialize, Serialize};
use std::io::{self, IoSlice, IoSliceMut, Read, Write};
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::os::unix::net::UnixStream;
use std::time::Duration;

/// Ask the runner to end (TERM to all its processes).
pub(crate) const ORDER_TERM: u8 = b'T';
/// End everything at once.
pub(crate) const ORDER_KILL: u8 = b'K';
/// More descriptors than any adapter needs, fewer than the kernel's limit for one message.
pub(crate) const MOST_SOCKETS: usize = 16;
/// A plan is some kilobytes; more is a fault of ours.
const MOST_PLAN_BYTES: usize = 64 << 20;

/// A step of the set-up that failed. Never a test outcome.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("cannot {step}: {problem}")]
pub struct StepError {
    /// What was attempted, as a verb phrase.
    pub step: String,
    /// Why it failed.
    pub problem: String,
}

impl StepError {
    pub(crate) fn new(step: impl Into<String>, problem: impl ToString) -> Self {
        Self {
            step: step.into(),
            problem: problem.to_string(),
        }
    }
}

/// Names the step in which an error happened.
pub(crate) trait At<T> {
    fn at(self, step: &str) -> Result<T, StepError>;
    fn at_path(self, step: &str, path: &std::path::Path) -> Result<T, StepError>;
}

impl<T, E: ToString> At<T> for Result<T, E> {
    fn at(self, step: &str) -> Result<T, StepError> {
        self.map_err(|error| StepError::new(step, error))
    }
    fn at_path(self, step: &str, path: &std::path::Path) -> Result<T, StepError> {
        self.map_err(|error| StepError::new(format!("{step} `{}`", path.display()), error))
    }
}

/// How the runner's first process ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ended {
    /// It exited with this code.
    Code(i32),
    /// This signal ended it.
    Signal(i32),
    /// It was ended with its sandbox, on the engine's order.
    Killed,
    /// The supervisor itself went away: trouble of ours, never a verdict.
    Vanished,
}

/// What a whole sandbox used, all descendants included.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExitReport {
    /// How the runner ended.
    pub ended: Ended,
    /// CPU time in user mode.
    pub user_cpu: Duration,
    /// CPU time in the kernel.
    pub system_cpu: Duration,
    /// Peak memory in bytes: of all processes together with a control group, else of the largest one.
    pub peak_memory_bytes: u64,
    /// Whether the kernel ended a process because the memory of the control group ran out.
    pub out_of_memory: bool,
}

impl ExitReport {
    pub(crate) fn vanished() -> Self {
        Self {
            ended: Ended::Vanished,
            user_cpu: Duration::ZERO,
            system_cpu: Duration::ZERO,
            peak_memory_bytes: 0,
            out_of_memory: false,
        }
    }
}

/// One line from the supervisor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Report {
    /// The runner has been executed.
    Ready { lost: Vec<Lost> },
    /// It has not, and why.
    Failed(StepError),
    /// Everything has ended.
    Exited(ExitReport),
}

impl Report {
    pub(crate) fn send(&self, control: &mut impl Write) -> io::Result<()> {
        let mut line = serde_json::to_vec(self)?;
        line.push(b'\n');
        control.write_all(&line)
    }
}

/// Sends the plan; `descriptors` are the output pipe and then the runner's sockets.
pub(crate) fn send_plan(
    control: &mut UnixStream,
    plan: &SandboxPlan,
    descriptors: &[RawFd],
) -> io::Result<()> {
    let text = serde_json::to_vec(plan)?;
    let length = (text.len() as u64).to_le_bytes();
    let rights = [ControlMessage::ScmRights(descriptors)];
    let sent = sendmsg::<()>(
        control.as_raw_fd(),
        &[IoSlice::new(&length)],
        &rights,
        MsgFlags::MSG_NOSIGNAL,
        None,
    )?;
    if sent != length.len() {
        return Err(io::ErrorKind::WriteZero.into());
    }
    control.write_all(&text)
}

/// Receives what [`send_plan`] sent; the descriptors are close-on-exec.
pub(crate) fn receive_plan(control: &mut UnixStream) -> io::Result<(SandboxPlan, Vec<OwnedFd>)> {
    let mut length = [0u8; 8];
    let mut descriptors = Vec::new();
    {
        let mut space = cmsg_space!([RawFd; MOST_SOCKETS + 1]);
        let mut parts = [IoSliceMut::new(&mut length)];
        let message = recvmsg::<()>(
            control.as_raw_fd(),
            &mut parts,
            Some(&mut space),
            MsgFlags::MSG_CMSG_CLOEXEC,
        )?;
        for part in message.cmsgs()? {
            if let ControlMessageOwned::ScmRights(raw) = part {
                descriptors.extend(raw.into_iter().map(super::sys::own));
            }
        }
        if message.bytes != 8 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    }
    let length = usize::try_from(u64::from_le_bytes(length)).unwrap_or(usize::MAX);
    if length > MOST_PLAN_BYTES {
        return Err(io::Error::new(
            io::ErrorKind::InvalidData,
            "the plan is too long",
        ));
    }
    let mut text = vec![0; length];
    control.read_exact(&mut text)?;
    Ok((serde_json::from_slice(&text)?, descriptors))
}
