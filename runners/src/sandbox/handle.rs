//! The engine's end of a sandbox: start, wait, end, and nothing left behind.
use super::init::INIT_ARGUMENT;
use super::lost::Lost;
use super::plan::{Isolation, RUN_MARK, SandboxPlan};
use super::scratch::{Scratch, remove_scratch};
use super::wire::{
    self, Ended, ExitReport, MOST_SOCKETS, ORDER_KILL, ORDER_TERM, Report, StepError,
};
use crate::process::{Capture, sweep_marked};
use crate::workspace::WorkspaceError;
use std::io::{self, BufRead, BufReader, ErrorKind, PipeWriter, Write, pipe};
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Set-up takes milliseconds; a host that needs longer than this hangs.
const SET_UP_TIME: Duration = Duration::from_secs(20);
/// How long the end of a sandbox may take once it has been ordered.
const END_TIME: Duration = Duration::from_secs(10);

/// Why a sandbox could not be started. Always trouble of ours, never a test outcome.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// A step of the set-up failed.
    #[error("sandbox: {step} (`mutscore doctor` shows what this host allows)")]
    Step {
        /// The step and its problem.
        step: StepError,
    },
    /// The executable that becomes the supervisor could not be started.
    #[error("sandbox: cannot start `{}` as its supervisor: {source}", exe.display())]
    Spawn {
        /// The executable.
        exe: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The supervisor ended or was silent during set-up.
    #[error("sandbox: the supervisor `{}` gave no answer: {problem}", exe.display())]
    Silent {
        /// The executable.
        exe: PathBuf,
        /// What it said instead, if anything.
        problem: String,
    },
    /// The project's files could not be copied.
    #[error("sandbox: {0}")]
    View(#[from] WorkspaceError),
    /// The plan asks for what no sandbox can give.
    #[error("sandbox: {0}")]
    Plan(String),
}

/// How a set-up can fail once the supervisor runs.
enum SetUp {
    Step(StepError),
    Silence(String),
}

/// A running sandbox. Dropping it ends and removes everything.
#[derive(Debug)]
pub struct Sandbox {
    supervisor: Child,
    control: BufReader<UnixStream>,
    /// The part of the next report that has come so far.
    line: Vec<u8>,
    sockets: Vec<UnixStream>,
    output: Capture,
    lost: Vec<Lost>,
    exit: Option<ExitReport>,
    run: String,
    scratch: Option<PathBuf>,
}

impl Sandbox {
    /// Builds the sandbox and starts the runner in it, with `sockets` connected sockets at
    /// descriptors 3, 4, …
    ///
    /// `init_exe` is an executable that calls [`run_if_asked`](super::init::run_if_asked) first
    /// thing in its `main`; the engine passes `/proc/self/exe`.
    ///
    /// # Errors
    /// Any step of the set-up, by name.
    pub fn start(
        plan: &SandboxPlan,
        init_exe: &Path,
        sockets: usize,
    ) -> Result<Self, SandboxError> {
        if sockets > MOST_SOCKETS {
            return Err(SandboxError::Plan(format!(
                "{sockets} sockets asked for, {MOST_SOCKETS} is the most"
            )));
        }
        let scratch = match plan.isolation {
            Isolation::Namespaces => None,
            Isolation::None => Some(Scratch::fill(plan)?),
        };
        let step = |what: &str| {
            let what = what.to_owned();
            move |error: io::Error| SandboxError::Step {
                step: StepError::new(what, error),
            }
        };
        let (ours, theirs) = UnixStream::pair().map_err(step("create the control socket"))?;
        let (reader, writer) = pipe().map_err(step("create the output pipe"))?;
        let said = writer.try_clone().map_err(step("share the output pipe"))?;
        let output =
            Capture::start(reader, plan.limits.output_bytes).map_err(step("capture the output"))?;
        let supervisor = Command::new(init_exe)
            .arg(INIT_ARGUMENT)
            .env_clear()
            .current_dir("/")
            // A Ctrl-C at the terminal is the engine's to handle.
            .process_group(0)
            .stdin(Stdio::from(OwnedFd::from(theirs)))
            .stdout(Stdio::null())
            .stderr(said)
            .spawn()
            .map_err(|source| SandboxError::Spawn {
                exe: init_exe.to_owned(),
                source,
            })?;
        let mut sandbox = Self {
            supervisor,
            control: BufReader::new(ours),
            line: Vec::new(),
            sockets: Vec::new(),
            output,
            lost: Vec::new(),
            exit: None,
            run: plan.run.clone(),
            scratch: scratch.map(Scratch::keep),
        };
        let sent = sandbox.hand_over(plan, writer, sockets);
        match sandbox.hear_of_the_set_up(sent.err()) {
            Ok(()) => Ok(sandbox),
            Err(SetUp::Step(step)) => Err(SandboxError::Step { step }),
            Err(SetUp::Silence(problem)) => Err(SandboxError::Silent {
                exe: init_exe.to_owned(),
                problem,
            }),
        }
    }

    /// Sends the plan with the runner's ends of everything; they are closed here.
    fn hand_over(
        &mut self,
        plan: &SandboxPlan,
        output: PipeWriter,
        sockets: usize,
    ) -> io::Result<()> {
        let mut theirs = vec![OwnedFd::from(output)];
        for _ in 0..sockets {
            let (mine, runners) = UnixStream::pair()?;
            self.sockets.push(mine);
            theirs.push(runners.into());
        }
        let numbers: Vec<i32> = theirs.iter().map(AsRawFd::as_raw_fd).collect();
        wire::send_plan(self.control.get_mut(), plan, &numbers)
    }

    fn hear_of_the_set_up(&mut self, not_sent: Option<io::Error>) -> Result<(), SetUp> {
        match self.next_report(Instant::now() + SET_UP_TIME) {
            Ok(Some(Report::Ready { lost })) => {
                self.lost = lost;
                Ok(())
            }
            Ok(Some(Report::Failed(step))) => Err(SetUp::Step(step)),
            Ok(Some(Report::Exited(exit))) => Err(SetUp::Silence(format!("it says {exit:?}"))),
            Ok(None) => {
                let waited = SET_UP_TIME.as_secs();
                Err(SetUp::Silence(format!(
                    "nothing came within {waited} seconds"
                )))
            }
            Err(error) => {
                self.output.finish();
                let said = String::from_utf8_lossy(&self.output.tail()).into_owned();
                Err(SetUp::Silence(format!(
                    "{} {said}",
                    not_sent.unwrap_or(error)
                )))
            }
        }
    }

    /// The engine's ends of the runner's sockets, in order. Taken once; empty afterwards.
    pub fn take_sockets(&mut self) -> Vec<UnixStream> {
        std::mem::take(&mut self.sockets)
    }

    /// What this sandbox cannot guarantee.
    pub fn lost(&self) -> &[Lost] {
        &self.lost
    }

    /// The host's process id of the supervisor.
    pub fn supervisor_id(&self) -> u32 {
        self.supervisor.id()
    }

    /// The end of standard output and standard error together.
    pub fn output_tail(&self) -> Vec<u8> {
        self.output.tail()
    }

    /// How many bytes of output there were in all.
    pub fn output_bytes(&self) -> u64 {
        self.output.total_bytes()
    }

    /// Waits for the runner's end; `None` when `deadline` comes first. When it has ended, so has
    /// every process it started.
    pub fn wait(&mut self, deadline: Instant) -> Option<ExitReport> {
        while self.exit.is_none() {
            match self.next_report(deadline) {
                Ok(Some(Report::Exited(exit))) => self.exit = Some(exit),
                Ok(Some(_)) => {}
                Ok(None) => return None,
                Err(_) => self.exit = Some(ExitReport::vanished()),
            }
        }
        // The writers are gone: what they wrote last is still in the pipe.
        self.output.finish();
        self.exit.clone()
    }

    /// Asks all processes inside to end (TERM), and ends them after `grace`.
    pub fn terminate(&mut self, grace: Duration) -> ExitReport {
        let asked = self.control.get_mut().write_all(&[ORDER_TERM]);
        let deadline = Instant::now() + grace;
        match asked.ok().and_then(|()| self.wait(deadline)) {
            Some(exit) => exit,
            None => self.kill(),
        }
    }

    /// Ends all processes inside at once.
    pub fn kill(&mut self) -> ExitReport {
        // If the supervisor is gone the report says so.
        let _ = self.control.get_mut().write_all(&[ORDER_KILL]);
        self.wait(Instant::now() + END_TIME)
            .unwrap_or_else(ExitReport::vanished)
    }

    /// One line from the supervisor; `None` at the deadline, an error when it is gone.
    fn next_report(&mut self, deadline: Instant) -> io::Result<Option<Report>> {
        let left = deadline
            .saturating_duration_since(Instant::now())
            .max(Duration::from_micros(1));
        self.control.get_ref().set_read_timeout(Some(left))?;
        // A deadline in the middle of a line keeps what has been read so far.
        match self.control.read_until(b'\n', &mut self.line) {
            Ok(_) if self.line.ends_with(b"\n") => {
                let line = std::mem::take(&mut self.line);
                Ok(Some(serde_json::from_slice(&line)?))
            }
            Ok(_) => Err(ErrorKind::UnexpectedEof.into()),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        if self.exit.is_none() {
            self.kill();
        }
        // After its last report the supervisor only removes its control group.
        let pid = nix::unistd::Pid::from_raw(self.supervisor.id().cast_signed());
        if !crate::process::Watch::on(pid).wait(Instant::now() + END_TIME) {
            let _ = self.supervisor.kill();
        }
        let _ = self.supervisor.wait();
        if let Some(scratch) = &self.scratch {
            // The supervisor has swept its tree. Had it been killed itself, the mark is what is left to go by.
            if self
                .exit
                .as_ref()
                .is_none_or(|exit| exit.ended == Ended::Vanished)
            {
                sweep_marked(RUN_MARK, &self.run);
            }
            remove_scratch(scratch);
        }
    }
}
