//! A control group of this process's own, which counts the CPU time of everything it starts.
//!
//! Problem: what a sandbox's first process ends without waiting for it is lost to `getrusage` and `/proc`: a compiler, or
//! a JVM that is replaced, a second of CPU each. Remedy: the kernel counts by group, whoever lives or has been waited for.
//! Where a group cannot be made the meter does without.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A group with this process in it, as long as it is kept.
#[derive(Debug)]
pub(crate) struct Group {
    folder: PathBuf,
    /// Where this process was before.
    before: PathBuf,
    unified: bool,
}

impl Group {
    /// Makes a group and enters it; `None` where the machine does not let us.
    pub(crate) fn enter() -> Option<Self> {
        let mounts = fs::read_to_string("/proc/self/mountinfo").ok()?;
        let own = fs::read_to_string("/proc/self/cgroup").ok()?;
        let (before, unified) = place(&mounts, &own)?;
        let folder = before.join(format!("mutscore-meter-{}", std::process::id()));
        fs::create_dir(&folder).ok()?;
        let group = Self {
            folder,
            before,
            unified,
        };
        // Dropped, it takes its folder away again.
        (move_to(&group.folder) && group.used().is_some()).then_some(group)
    }

    /// CPU time of all processes that are in the group or were.
    pub(crate) fn used(&self) -> Option<Duration> {
        if self.unified {
            let text = fs::read_to_string(self.folder.join("cpu.stat")).ok()?;
            let line = text
                .lines()
                .find_map(|line| line.strip_prefix("usage_usec "))?;
            return line.trim().parse().ok().map(Duration::from_micros);
        }
        let text = fs::read_to_string(self.folder.join("cpuacct.usage")).ok()?;
        text.trim().parse().ok().map(Duration::from_nanos)
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        move_to(&self.before);
        // A process that is still about to end keeps it; an empty group costs nothing.
        let _ = fs::remove_dir(&self.folder);
    }
}

fn move_to(folder: &Path) -> bool {
    fs::write(folder.join("cgroup.procs"), std::process::id().to_string()).is_ok()
}

/// This process's group in the hierarchy that counts CPU time, and whether it is version 2.
fn place(mounts: &str, own: &str) -> Option<(PathBuf, bool)> {
    let path = |wanted: &str| {
        own.lines().find_map(|line| {
            let mut parts = line.splitn(3, ':').skip(1);
            let has = parts.next()?.split(',').any(|one| one == wanted);
            let path = parts.next()?;
            has.then(|| path.trim_start_matches('/').to_owned())
        })
    };
    let mount = |kind: &str, option: &str| {
        mounts.lines().find_map(|line| {
            let (front, back) = line.split_once(" - ")?;
            let mut back = back.split(' ');
            let is_kind = back.next()? == kind;
            let has = back.nth(1)?.split(',').any(|one| one == option);
            let at = front.split(' ').nth(4)?;
            (is_kind && (has || option.is_empty())).then(|| PathBuf::from(at))
        })
    };
    let first = mount("cgroup", "cpuacct").zip(path("cpuacct"));
    if let Some((at, path)) = first {
        return Some((at.join(path), false));
    }
    let (at, path) = mount("cgroup2", "").zip(path(""))?;
    Some((at.join(path), true))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hierarchy_that_counts_cpu_time_is_found_in_either_version() {
        let first = "30 25 0:26 / /sys/fs/cgroup/cpu,cpuacct rw shared:9 - cgroup cgroup rw,cpu,cpuacct\n\
            31 25 0:27 / /sys/fs/cgroup/unified rw shared:10 - cgroup2 cgroup2 rw";
        let own = "4:cpu,cpuacct:/user/a\n0::/session";
        let expected = (PathBuf::from("/sys/fs/cgroup/cpu,cpuacct/user/a"), false);
        assert_eq!(place(first, own), Some(expected));
        let second = "31 25 0:27 / /sys/fs/cgroup rw shared:10 - cgroup2 cgroup2 rw,nsdelegate";
        let expected = (PathBuf::from("/sys/fs/cgroup/session"), true);
        assert_eq!(place(second, "0::/session"), Some(expected));
        assert_eq!(place("", own), None);
    }
}
