//! What a run of the engine may leave behind, and must not: processes, control groups, mounts, temporary files.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::bed::{Bed, Ran};

/// How long the system may take to bury what was killed.
const SOON: Duration = Duration::from_secs(2);

/// An engine under watch.
pub(crate) struct Watched {
    child: Child,
    /// Processes below the engine that were seen so far: supervisors give their numbers to control groups.
    seen: BTreeSet<u32>,
    started: Instant,
}

impl Watched {
    /// Starts the engine.
    pub(crate) fn start(mut command: Command) -> Self {
        let child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        Self {
            child,
            seen: BTreeSet::new(),
            started: Instant::now(),
        }
    }

    /// [`Watched::start`] for an engine whose words are to be read while it runs: they go into a file.
    pub(crate) fn start_into(mut command: Command, words: &Path) -> Self {
        let file = File::create(words).unwrap();
        let child = command.stdout(Stdio::null()).stderr(file).spawn().unwrap();
        Self {
            child,
            seen: BTreeSet::new(),
            started: Instant::now(),
        }
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits until it has run for so long. False if it ended before.
    pub(crate) fn runs_for(&mut self, time: Duration) -> bool {
        while self.started.elapsed() < time {
            if self.has_ended() {
                return false;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        !self.has_ended()
    }

    fn has_ended(&mut self) -> bool {
        self.seen.extend(descendants(self.child.id()));
        self.child.try_wait().unwrap().is_some()
    }

    /// Waits for its end and gives what it printed.
    ///
    /// # Panics
    /// If it takes longer than `most`.
    pub(crate) fn end(mut self, most: Duration) -> (Ran, Leftovers) {
        // What it prints fits into a pipe.
        while !self.has_ended() {
            if self.started.elapsed() >= most {
                let _ = self.child.kill();
                panic!("it is not over after {most:?}");
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let leftovers = Leftovers {
            engine: self.child.id(),
            seen: self.seen,
        };
        (Ran::of(self.child.wait_with_output().unwrap()), leftovers)
    }
}

/// Looks for what an engine left.
pub(crate) struct Leftovers {
    engine: u32,
    seen: BTreeSet<u32>,
}

impl Leftovers {
    /// Checks that nothing is left, now or soon.
    pub(crate) fn are_none(&self, bed: &Bed) {
        let since = Instant::now();
        loop {
            let found = self.find(bed);
            if found.is_empty() {
                return;
            }
            assert!(since.elapsed() < SOON, "left behind: {found:#?}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// [`Leftovers::are_none`] where others share the state folder: only what bears this engine's number.
    pub(crate) fn are_none_alive(&self) {
        let since = Instant::now();
        loop {
            let found = self.own();
            if found.is_empty() {
                return;
            }
            assert!(since.elapsed() < SOON, "left behind: {found:#?}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    fn own(&self) -> Vec<String> {
        let processes = marked(self.engine);
        processes
            .iter()
            .map(|process| format!("process {process}"))
            .chain(self.control_groups())
            .collect()
    }

    fn find(&self, bed: &Bed) -> Vec<String> {
        let mut found = self.own();
        let root = bed.root().display().to_string();
        let mounts = fs::read_to_string("/proc/self/mounts").unwrap();
        found.extend(
            mounts
                .lines()
                .filter(|line| line.contains(&root))
                .map(|line| format!("mount {line}")),
        );
        for folder in [
            bed.temporary(),
            bed.state().join("layers"),
            bed.state().join("runners/scratch"),
        ] {
            let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
            found.extend(entries.map(|entry| format!("file {}", entry.path().display())));
        }
        found
    }

    fn control_groups(&self) -> Vec<String> {
        let mut found = Vec::new();
        for base in [
            "/sys/fs/cgroup",
            "/sys/fs/cgroup/pids",
            "/sys/fs/cgroup/memory",
        ] {
            for entry in fs::read_dir(base).into_iter().flatten().flatten() {
                let name = entry.file_name().to_string_lossy().into_owned();
                let process = name
                    .strip_prefix("mutscore-")
                    .and_then(|rest| rest.split('-').next()?.parse().ok());
                if process.is_some_and(|process: u32| {
                    process == self.engine || self.seen.contains(&process)
                }) {
                    found.push(format!("control group {}", entry.path().display()));
                }
            }
        }
        found
    }
}

/// Processes that carry the mark of a run of this engine, with their command lines.
pub(crate) fn marked(engine: u32) -> Vec<String> {
    let mark = format!("MUTSCORE_RUN={engine}-");
    let processes = processes().into_iter().filter(|process| {
        let environment = fs::read(format!("/proc/{process}/environ")).unwrap_or_default();
        environment
            .split(|byte| *byte == 0)
            .any(|entry| entry.starts_with(mark.as_bytes()))
    });
    let line = |process| {
        String::from_utf8_lossy(&fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default())
            .replace('\0', " ")
    };
    processes
        .map(|process| format!("{process} {}", line(process)))
        .collect()
}

fn processes() -> Vec<u32> {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    entries
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .collect()
}

fn descendants(of: u32) -> Vec<u32> {
    let mut found = Vec::new();
    let mut open = vec![of];
    while let Some(next) = open.pop() {
        for task in fs::read_dir(format!("/proc/{next}/task"))
            .into_iter()
            .flatten()
            .flatten()
        {
            let children = fs::read_to_string(task.path().join("children")).unwrap_or_default();
            open.extend(
                children
                    .split_whitespace()
                    .filter_map(|child| child.parse::<u32>().ok()),
            );
        }
        found.push(next);
    }
    found
}
