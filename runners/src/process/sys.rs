//! The one call that process supervision needs and that no safe wrapper offers.
#![allow(unsafe_code)]

use nix::errno::Errno;
use nix::unistd::Pid;
use std::os::fd::{FromRawFd, OwnedFd, RawFd};

/// A descriptor that becomes readable when the process ends; close-on-exec.
pub(crate) fn pidfd_open(pid: Pid) -> nix::Result<OwnedFd> {
    // SAFETY: integers only; the kernel returns a new descriptor that nobody else knows.
    let raw = Errno::result(unsafe { libc::syscall(libc::SYS_pidfd_open, pid.as_raw(), 0) })?;
    // SAFETY: as above, the descriptor is new and owned here alone.
    Ok(unsafe { OwnedFd::from_raw_fd(raw as RawFd) })
}
