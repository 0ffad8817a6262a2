//! What the sandbox tests stand on: a pinned project, plans for it, and a look at what is left.
#![allow(dead_code, reason = "each test file uses its part")]
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a failure here is a failed test, and a skip is to be read"
)]

use mutscore_runners::process::descendants;
use mutscore_runners::sandbox::{
    ExitReport, Isolation, Limits, Sandbox, SandboxError, SandboxPlan, View, probe,
};
use mutscore_runners::workspace::{LayerBuilder, PinnedTree};
use nix::sys::signal::{Signal, kill};
use nix::unistd::{Pid, getpid};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Long enough for a busy machine; a test that waits this long fails.
pub(crate) const SOON: Duration = Duration::from_secs(60);
const RERUN_MARK: &str = "MUTSCORE_TESTS_AS_NOBODY";

static RUNS: AtomicU32 = AtomicU32::new(0);

pub(crate) fn init_exe() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_mutscore-init"))
}

/// A Python below the system paths, which every sandbox sees.
fn python() -> &'static str {
    let python = "/usr/bin/python3";
    assert!(
        Path::new(python).exists(),
        "install Python 3 as {python}: these tests need it"
    );
    python
}

/// Says aloud that a promise is not checked here.
pub(crate) fn skip(why: &str) {
    eprintln!("SKIPPED: {why}");
}

pub(crate) fn namespaces_work() -> bool {
    let capabilities = probe(init_exe());
    let works = capabilities.best() == Isolation::Namespaces;
    if !works {
        let missing: Vec<_> = capabilities
            .named()
            .into_iter()
            .filter(|(_, support)| !support.works())
            .collect();
        skip(&format!("no namespaces here: {missing:?}"));
    }
    works
}

/// The isolation modes to try; where there are no namespaces that half is said to be skipped.
pub(crate) fn modes() -> Vec<Isolation> {
    let mut modes = vec![Isolation::None];
    if namespaces_work() {
        modes.push(Isolation::Namespaces);
    }
    modes
}

/// Runs the whole test file again without privileges, since a sandbox is built differently there.
pub(crate) fn also_as_an_ordinary_user() {
    if std::env::var_os(RERUN_MARK).is_some() {
        return;
    }
    if !nix::unistd::geteuid().is_root() {
        skip("not started as root: the other tests have already run as an ordinary user");
        return;
    }
    let this = std::env::current_exe().unwrap();
    if let Some(status) = run_as_nobody(&this) {
        assert!(status.success(), "the tests fail for an ordinary user");
    }
}

pub(crate) fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let deadline = Instant::now() + SOON;
    while !holds() {
        assert!(Instant::now() < deadline, "waited in vain until {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

pub(crate) struct Run {
    pub output: String,
    pub exit: ExitReport,
}

/// A pinned project with a state folder of its own.
pub(crate) struct Testbed {
    isolation: Isolation,
    folder: TempDir,
    tree: PinnedTree,
}

impl Testbed {
    pub(crate) fn new(isolation: Isolation, files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let project = folder.path().join("project");
        fs::create_dir(&project).unwrap();
        for (path, content) in files {
            let path = project.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        }
        let tree = PinnedTree::pin(&project, &folder.path().join("state"), &[]).unwrap();
        Self {
            isolation,
            folder,
            tree,
        }
    }

    /// With namespaces; says so and gives nothing where there are none.
    pub(crate) fn isolated(files: &[(&str, &str)]) -> Option<Self> {
        namespaces_work().then(|| Self::new(Isolation::Namespaces, files))
    }

    pub(crate) fn tree(&self) -> &PinnedTree {
        &self.tree
    }

    pub(crate) fn layer_builder(&self) -> LayerBuilder {
        LayerBuilder::new(&self.folder.path().join("state")).unwrap()
    }

    /// A host file that is in no allow-list.
    pub(crate) fn outside(&self, name: &str, content: &str) -> PathBuf {
        let path = self.folder.path().join("outside").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        path
    }

    pub(crate) fn shell(&self, script: &str) -> SandboxPlan {
        self.plan(&["/bin/sh", "-c", script])
    }

    pub(crate) fn python(&self, script: &str) -> SandboxPlan {
        self.plan(&[python(), "-c", script])
    }

    pub(crate) fn plan(&self, argv: &[&str]) -> SandboxPlan {
        let run = format!(
            "test-{}-{}",
            std::process::id(),
            RUNS.fetch_add(1, Ordering::Relaxed)
        );
        SandboxPlan {
            isolation: self.isolation,
            argv: argv.iter().map(|word| (*word).to_owned()).collect(),
            env: BTreeMap::from([("PATH".into(), "/usr/bin:/bin:/usr/sbin:/sbin".into())]),
            cwd: PathBuf::new(),
            view: View {
                lowers: vec![self.tree.path().to_owned()],
                mount_at: "/workspace".into(),
                extra_files: Vec::new(),
            },
            read_only: SandboxPlan::system_paths(),
            limits: Limits {
                disk_bytes: 64 << 20,
                ..Limits::default()
            },
            keep_mount_capability: false,
            slot: 0,
            scratch: self.folder.path().join("scratch").join(&run),
            run,
        }
    }

    pub(crate) fn try_start(&self, plan: &SandboxPlan) -> Result<Sandbox, SandboxError> {
        Sandbox::start(plan, init_exe(), 0)
    }

    pub(crate) fn start_with(&self, plan: &SandboxPlan, sockets: usize) -> Sandbox {
        Sandbox::start(plan, init_exe(), sockets).unwrap()
    }

    pub(crate) fn start(&self, plan: &SandboxPlan) -> Sandbox {
        self.start_with(plan, 0)
    }

    pub(crate) fn run(&self, plan: &SandboxPlan) -> Run {
        let mut sandbox = self.start(plan);
        let exit = sandbox
            .wait(Instant::now() + SOON)
            .expect("the runner ends in time");
        Run {
            output: String::from_utf8(sandbox.output_tail()).unwrap(),
            exit,
        }
    }

    /// What is there now and was not `before`, tests that run beside this one aside.
    pub(crate) fn leftover_traces(&self, before: &[String]) -> Vec<String> {
        let own = self.folder.path().display().to_string();
        let mut left: Vec<String> = traces()
            .into_iter()
            .filter(|trace| !before.contains(trace))
            .collect();
        // Control groups of tests that run at the same time live on for a moment.
        until_gone(&mut left);
        let scratch = self.folder.path().join("scratch");
        left.extend(
            fs::read_dir(scratch)
                .into_iter()
                .flatten()
                .map(|entry| entry.unwrap().path().display().to_string()),
        );
        left.retain(|trace| !trace.starts_with("mount") || trace.contains(&own));
        left
    }
}

fn until_gone(traces: &mut Vec<String>) {
    let deadline = Instant::now() + SOON;
    while !traces.is_empty() && Instant::now() < deadline {
        traces.retain(|trace| {
            trace
                .split_once(' ')
                .is_some_and(|(_, path)| Path::new(path).exists())
        });
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// The host's mounts and our control groups, each as `kind path`.
pub(crate) fn traces() -> Vec<String> {
    let mounts = fs::read_to_string("/proc/self/mountinfo").unwrap();
    let mut found: Vec<String> = mounts
        .lines()
        .map(|line| format!("mount {}", line.split(' ').nth(4).unwrap()))
        .collect();
    let mut folders = vec![
        PathBuf::from("/sys/fs/cgroup/pids"),
        PathBuf::from("/sys/fs/cgroup/memory"),
    ];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                if entry.file_name().to_string_lossy().starts_with("mutscore-") {
                    found.push(format!("group {}", entry.path().display()));
                }
                folders.push(entry.path());
            }
        }
    }
    found
}

/// Whether a process is gone, or waits to be reaped by somebody else.
pub(crate) fn has_ended(pid: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat"));
    stat.map_or(true, |stat| {
        stat.rsplit(") ")
            .next()
            .is_some_and(|rest| rest.starts_with('Z'))
    })
}

/// Kills the host-side process of `sandbox` behind its back.
pub(crate) fn kill_supervisor_of_this_test(sandbox: &Sandbox) {
    let pid = Pid::from_raw(sandbox.supervisor_id().cast_signed());
    assert!(descendants(getpid()).contains(&pid));
    kill(pid, Signal::SIGKILL).unwrap();
}

/// Runs a test binary again as `nobody`; says why if that is impossible.
fn run_as_nobody(binary: &Path) -> Option<ExitStatus> {
    let nobody = || {
        let mut command = Command::new("setpriv");
        command
            .args(["--reuid=65534", "--regid=65534", "--clear-groups"])
            .env(RERUN_MARK, "1");
        command.env("TMPDIR", "/tmp").current_dir("/");
        command
    };
    let reaches = |path: &Path| {
        nobody()
            .args(["test", "-x"])
            .arg(path)
            .status()
            .is_ok_and(|status| status.success())
    };
    if !reaches(binary) || !reaches(init_exe()) {
        skip("there is no setpriv, or an ordinary user cannot reach the target folder");
        return None;
    }
    // What this round skips is to be read as well.
    Some(nobody().arg(binary).arg("--nocapture").status().unwrap())
}
