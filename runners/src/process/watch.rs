//! Notices the end of a process without reaping it and without signal handlers.
use super::sys;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::unistd::Pid;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::{Duration, Instant};

/// Watches one process that the caller has not reaped yet (so that its number cannot be another's).
#[derive(Debug)]
pub struct Watch {
    pid: Pid,
    descriptor: Option<OwnedFd>,
}

impl Watch {
    /// Starts watching. On kernels before 5.3 there is no descriptor and [`Watch::wait`] looks in rounds.
    pub fn on(pid: Pid) -> Self {
        Self {
            pid,
            descriptor: sys::pidfd_open(pid).ok(),
        }
    }

    /// Readable once the process has ended; for use in a poll of one's own.
    pub fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        self.descriptor.as_ref().map(AsFd::as_fd)
    }

    /// Waits until the process has ended or `deadline` is past; whether it has ended.
    pub fn wait(&self, deadline: Instant) -> bool {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if self.has_ended(left.min(Duration::from_millis(60_000))) {
                return true;
            }
            if left.is_zero() {
                return false;
            }
        }
    }

    fn has_ended(&self, within: Duration) -> bool {
        let Some(fd) = self.descriptor() else {
            std::thread::sleep(within.min(Duration::from_millis(5)));
            return super::tree::is_dead(self.pid);
        };
        let timeout = u16::try_from(within.as_millis()).unwrap_or(u16::MAX);
        let mut spot = [PollFd::new(fd, PollFlags::POLLIN)];
        poll(&mut spot, PollTimeout::from(timeout)).is_ok_and(|ready| ready > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    fn watched(script: &str) -> (std::process::Child, Watch) {
        let child = Command::new("/bin/sh")
            .args(["-c", script])
            .spawn()
            .unwrap();
        let watch = Watch::on(Pid::from_raw(child.id() as i32));
        (child, watch)
    }

    #[test]
    fn the_end_of_a_process_is_noticed_before_it_is_reaped() {
        let (mut child, watch) = watched("exit 3");
        assert!(watch.wait(Instant::now() + Duration::from_secs(5)));
        assert_eq!(child.wait().unwrap().code(), Some(3));
    }

    #[test]
    fn the_end_is_noticed_without_a_pidfd_too() {
        let (mut child, mut watch) = watched("exit 0");
        watch.descriptor = None;
        assert!(watch.wait(Instant::now() + Duration::from_secs(5)));
        child.wait().unwrap();
    }

    #[test]
    fn a_process_that_goes_on_is_not_reported_as_ended() {
        let (mut child, watch) = watched("exec sleep 30");
        assert!(!watch.wait(Instant::now() + Duration::from_millis(50)));
        child.kill().unwrap();
        assert!(watch.wait(Instant::now() + Duration::from_secs(5)));
        child.wait().unwrap();
    }
}
