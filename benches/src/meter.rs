//! CPU time of this process and of everything it started, whether it has ended or not.
//!
//! Problem: a warm session's processes live on between runs, and the kernel adds a child's time to its parent's only
//! when the child is waited for. Remedy: what was waited for is asked of `getrusage`, and what is alive is read from
//! `/proc`, its own waited-for children included. Sandboxes are seen as well: their processes are ordinary ones for
//! whoever stands outside. `/proc` counts in ticks (10 ms as a rule) for each process, which is little against a block
//! of many runs; a single run is not to be measured with it. Where the machine lets this process have a control group of its
//! own, the kernel's count for that group is taken instead: it misses nothing.

use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use nix::unistd::{SysconfVar, sysconf};

use crate::group::Group;

/// Measures blocks of work.
#[derive(Debug)]
pub struct Meter {
    /// Ticks of `/proc` in a second.
    ticks: u64,
    group: Option<Group>,
}

impl Meter {
    /// A meter for this machine; one at a time.
    ///
    /// # Errors
    /// When the machine does not say how long a tick is.
    pub fn new() -> anyhow::Result<Self> {
        let ticks = sysconf(SysconfVar::CLK_TCK)?.unwrap_or(100);
        Ok(Self {
            ticks: u64::try_from(ticks)?.max(1),
            group: Group::enter(),
        })
    }

    /// Runs `work` and gives its result with the CPU time that it cost here and in all descendants.
    ///
    /// # Errors
    /// When `/proc` cannot be read.
    pub fn measure<T>(&self, work: impl FnOnce() -> T) -> anyhow::Result<(T, Duration)> {
        if let Some(before) = self.counted() {
            let result = work();
            let after = self.counted().unwrap_or(before);
            return Ok((result, after.saturating_sub(before)));
        }
        // Reading /proc costs time itself, so it stands outside of what is asked of the own process.
        let descendants = self.alive()? + used(UsageWho::RUSAGE_CHILDREN)?;
        let own = used(UsageWho::RUSAGE_SELF)?;
        let result = work();
        let own = used(UsageWho::RUSAGE_SELF)?.saturating_sub(own);
        let after = self.alive()? + used(UsageWho::RUSAGE_CHILDREN)?;
        Ok((result, own + after.saturating_sub(descendants)))
    }

    /// What the control group counts, if there is one.
    fn counted(&self) -> Option<Duration> {
        self.group.as_ref().and_then(Group::used)
    }

    /// CPU time of all living descendants, that of their ended children included.
    fn alive(&self) -> anyhow::Result<Duration> {
        let mut processes = BTreeMap::new();
        for entry in fs::read_dir("/proc")? {
            let entry = entry?;
            let Some(pid) = entry
                .file_name()
                .to_str()
                .and_then(|name| name.parse::<u32>().ok())
            else {
                continue;
            };
            // A process may end between being listed and being read: then it was waited for, or will be.
            if let Ok(text) = fs::read_to_string(entry.path().join("stat"))
                && let Some(process) = parse(&text)
            {
                processes.insert(pid, process);
            }
        }
        let own = std::process::id();
        let ticks: u64 = processes
            .keys()
            .filter(|pid| **pid != own && descends(&processes, **pid, own))
            .map(|pid| processes[pid].ticks)
            .sum();
        Ok(Duration::from_nanos(ticks * 1_000_000_000 / self.ticks))
    }
}

/// What `/proc/PID/stat` says of a process.
struct Process {
    parent: u32,
    /// User and system time, its own and that of the children it waited for.
    ticks: u64,
}

fn parse(stat: &str) -> Option<Process> {
    // The name in parentheses may hold anything, parentheses included.
    let (_, fields) = stat.rsplit_once(')')?;
    let fields: Vec<&str> = fields.split_whitespace().collect();
    let number = |place: usize| fields.get(place)?.parse::<u64>().ok();
    // proc(5) counts from the process id: field 4 is the parent, 14 to 17 are the times.
    Some(Process {
        parent: u32::try_from(number(1)?).ok()?,
        ticks: number(11)? + number(12)? + number(13)? + number(14)?,
    })
}

fn descends(processes: &BTreeMap<u32, Process>, pid: u32, ancestor: u32) -> bool {
    let mut at = pid;
    // Parents have no cycles, but the list was not read in one moment.
    for _ in 0..processes.len() {
        match processes.get(&at) {
            Some(process) if process.parent == ancestor => return true,
            Some(process) => at = process.parent,
            None => return false,
        }
    }
    false
}

fn used(who: UsageWho) -> nix::Result<Duration> {
    let usage = getrusage(who)?;
    let micros = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    Ok(Duration::from_micros(u64::try_from(micros).unwrap_or(0)))
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    const BURN: &str = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done";

    #[test]
    fn the_time_of_ended_and_of_living_descendants_is_seen() {
        let ticks = Meter::new().unwrap().ticks;
        sees(&Meter { ticks, group: None });
        sees(&Meter::new().unwrap());
    }

    fn sees(meter: &Meter) {
        let (_, ended) = meter
            .measure(|| Command::new("sh").args(["-c", BURN]).status().unwrap())
            .unwrap();
        assert!(ended > Duration::from_millis(20), "{ended:?}");
        // A grandchild burns and its parent lives on: nothing of it was waited for by this process.
        let script = format!("sh -c '{BURN}'; echo; read stop");
        let (mut child, alive) = meter
            .measure(|| {
                let mut command = Command::new("sh");
                command.args(["-c", &script]);
                let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped());
                let mut child = piped.spawn().unwrap();
                let mut said = [0];
                let out = child.stdout.as_mut().unwrap();
                std::io::Read::read_exact(out, &mut said).unwrap();
                child
            })
            .unwrap();
        drop(child.stdin.take());
        child.wait().unwrap();
        assert!(alive > Duration::from_millis(20), "{alive:?}");
    }

    #[test]
    fn a_process_named_like_its_own_record_is_read_right() {
        let stat = "7 (a) b (c) S 3 7 7 0 -1 4 9 9 9 9 10 20 30 40 20 0 1 0 5 6 7";
        let process = parse(stat).unwrap();
        assert_eq!((process.parent, process.ticks), (3, 100));
    }
}
