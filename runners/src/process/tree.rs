//! Finds and ends all descendants of a process.
//!
//! Problem: a group kill misses whoever started a session of its own, and a kill by parent misses
//! whoever was orphaned. Remedy: a sub-reaper adopts every orphan, so that all of them stay in its
//! tree; and a mark in the environment finds those that are in no tree of ours any more.
use nix::errno::Errno;
use nix::sys::signal::{Signal, kill};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::{Pid, getpid};
use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

/// A process that forks faster than we kill is bounded by its limits; a round takes about this long.
const ROUND: Duration = Duration::from_millis(2);

/// All living descendants of `root`, children before grandchildren.
pub fn descendants(root: Pid) -> Vec<Pid> {
    let mut children: BTreeMap<i32, Vec<i32>> = BTreeMap::new();
    for pid in process_numbers() {
        if let Some(parent) = parent_of(pid) {
            children.entry(parent).or_default().push(pid);
        }
    }
    let mut found = Vec::new();
    let mut next = children.remove(&root.as_raw()).unwrap_or_default();
    while let Some(pid) = next.pop() {
        found.push(Pid::from_raw(pid));
        next.extend(children.remove(&pid).unwrap_or_default());
    }
    found
}

/// Sends `signal` to all descendants of `root`.
pub fn signal_descendants(root: Pid, signal: Signal) {
    for pid in descendants(root) {
        // It may have ended in the meantime, which is what we want.
        let _ = kill(pid, signal);
    }
}

/// Kills and reaps until this process has no child left. For a sub-reaper that wants none.
pub fn sweep_children() {
    loop {
        match waitpid(None, Some(WaitPidFlag::WNOHANG)) {
            Err(Errno::ECHILD) => return,
            Ok(WaitStatus::StillAlive) | Err(_) => {
                signal_descendants(getpid(), Signal::SIGKILL);
                std::thread::sleep(ROUND);
            }
            Ok(_) => {}
        }
    }
}

/// The processes whose environment at their start had `name=value`, this one excepted.
///
/// Only processes of the same user can be read.
pub fn marked(name: &str, value: &str) -> Vec<Pid> {
    let wanted = format!("{name}={value}");
    let own = getpid().as_raw();
    let is_marked = |pid: &i32| {
        let Ok(environment) = fs::read(format!("/proc/{pid}/environ")) else {
            return false;
        };
        environment
            .split(|byte| *byte == 0)
            .any(|entry| entry == wanted.as_bytes())
    };
    process_numbers()
        .filter(|pid| *pid != own)
        .filter(is_marked)
        .map(Pid::from_raw)
        .collect()
}

/// Kills the marked processes until none is left; how many there were at first.
pub fn sweep_marked(name: &str, value: &str) -> usize {
    let first = marked(name, value);
    let count = first.len();
    let mut left = first;
    for _ in 0..500 {
        if left.is_empty() {
            break;
        }
        for pid in &left {
            let _ = kill(*pid, Signal::SIGKILL);
        }
        std::thread::sleep(ROUND);
        left = marked(name, value);
    }
    count
}

/// How many tasks (processes and threads) the user with this id has now, as `RLIMIT_NPROC` counts them.
pub fn tasks_of_user(uid: u32) -> u64 {
    let tasks = |pid: i32| {
        let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
        let field = |name: &str| status.lines().find_map(|line| line.strip_prefix(name));
        let owner: u32 = field("Uid:")?.split_whitespace().next()?.parse().ok()?;
        if owner == uid {
            field("Threads:")?.trim().parse::<u64>().ok()
        } else {
            None
        }
    };
    process_numbers().filter_map(tasks).sum::<u64>()
}

/// Whether a process has ended, reaped or not.
pub(crate) fn is_dead(pid: Pid) -> bool {
    matches!(state_and_parent(pid.as_raw()), None | Some(('Z' | 'X', _)))
}

fn process_numbers() -> impl Iterator<Item = i32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
}

fn parent_of(pid: i32) -> Option<i32> {
    state_and_parent(pid).map(|(_, parent)| parent)
}

/// State letter and parent from `/proc/PID/stat`; the command name before them may hold anything.
fn state_and_parent(pid: i32) -> Option<(char, i32)> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, fields) = stat.rsplit_once(") ")?;
    let mut fields = fields.split(' ');
    Some((fields.next()?.chars().next()?, fields.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};

    #[test]
    fn a_grandchild_in_a_session_of_its_own_is_a_descendant() {
        let script = "setsid sh -c 'echo up; exec sleep 60' & wait";
        let mut child = Command::new("/bin/sh")
            .args(["-c", script])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let root = Pid::from_raw(child.id() as i32);
        assert!(!descendants(root).is_empty());
        signal_descendants(root, Signal::SIGKILL);
        child.wait().unwrap();
        assert!(descendants(root).is_empty());
    }

    #[test]
    fn marked_processes_are_found_by_their_environment_and_swept() {
        let mark = format!("tree-test-{}", std::process::id());
        let mut child = Command::new("/bin/sleep")
            .arg("60")
            .env("MUTSCORE_RUN", &mark)
            .spawn()
            .unwrap();
        // A parent goes on while the kernel still lays out what its child has been handed.
        let until = std::time::Instant::now() + Duration::from_secs(10);
        while marked("MUTSCORE_RUN", &mark).is_empty() && std::time::Instant::now() < until {
            std::thread::yield_now();
        }
        assert_eq!(
            marked("MUTSCORE_RUN", &mark),
            [Pid::from_raw(child.id() as i32)]
        );
        let waiter = std::thread::spawn(move || child.wait().unwrap());
        assert_eq!(sweep_marked("MUTSCORE_RUN", &mark), 1);
        assert!(!waiter.join().unwrap().success());
        assert!(marked("MUTSCORE_RUN", &mark).is_empty());
    }

    #[test]
    fn this_process_counts_among_its_users_tasks() {
        assert!(tasks_of_user(nix::unistd::geteuid().as_raw()) >= 1);
    }
}
