//! Runs of a plain command: a sandbox and a process each, judged by how they end.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use mutscore_model::coverage::Observation;
use mutscore_model::outcome::{Detail, Execution, FailedStep, RunOutcome, RunReport};
use mutscore_model::overlay::Overlay;

use crate::results::facts::Facts;
use crate::runner::{CancelToken, Job, PlainCommand, Project, Session};
use crate::sandbox::{Ended, ExitReport};
use crate::session::channel::{Channel, ChannelError};
use crate::session::cold::micros;
use crate::session::launch::Launch;
use crate::workspace::{Layer, LayerBuilder, WorkspaceError};

/// The build runs without the descriptor on which its success is told, so that nothing it starts can tell it.
const SCRIPT: &str = r#"build=$1; shift
if [ -n "$build" ]; then sh -c "$build" 3>&- </dev/null || exit; fi
printf 'begun\n' >&3
exec "$@" 3>&- </dev/null"#;
/// What a shell answers for a program that it cannot start: nothing was tested then.
const NOT_STARTED: std::ops::RangeInclusive<i32> = 126..=127;
/// How often a wait looks whether it is to be given up.
const GLANCE: Duration = Duration::from_millis(100);

/// Starts a process for each run.
pub(crate) struct CommandSession {
    project: Project,
    command: PlainCommand,
    /// What an observed run reports: all there is.
    seen: Observation,
    slot: u32,
}

impl CommandSession {
    pub(crate) fn new(
        project: Project,
        command: PlainCommand,
        seen: Observation,
        slot: u32,
    ) -> Self {
        Self {
            project,
            command,
            seen,
            slot,
        }
    }

    fn launch(&self, job: &Job<'_>, layer: Option<&Path>) -> Launch {
        let mut project = self.project.clone();
        project.layers.splice(0..0, layer.map(Path::to_owned));
        with_own_program(&mut project);
        let test = job.scenario.feature.as_str();
        let build = self.command.build.clone().unwrap_or_default();
        let mut argv = ["/bin/sh", "-c", SCRIPT, "sh", &build]
            .map(str::to_owned)
            .to_vec();
        argv.extend(
            self.command
                .run
                .iter()
                .map(|word| word.replace("{test}", test)),
        );
        Launch {
            bounded_address_space: true,
            project,
            argv,
            read_only: Vec::new(),
            below: Vec::new(),
            about: Default::default(),
        }
    }

    fn run_in(&self, launch: &Launch, job: &Job<'_>, cancel: &CancelToken) -> RunReport {
        let trouble = |detail, note| RunReport::infrastructure(detail, Execution::Cold, note);
        let mut running = match launch.start(self.slot, 1, false) {
            Ok(running) => running,
            Err(error) => return trouble(Detail::Sandbox, error.to_string()),
        };
        let Some(socket) = running.sandbox.take_sockets().pop() else {
            return trouble(Detail::Sandbox, "the sandbox gave no socket".to_owned());
        };
        let mut channel = Channel::new(socket);
        let built_by = Instant::now() + self.project.bounds.load;
        let begun = match channel.line(built_by, cancel) {
            Ok(line) => line == b"begun",
            Err(ChannelError::Closed) => false,
            Err(ChannelError::TimedOut) => {
                let exit = running.sandbox.kill();
                return report_of(job, &exit, false, true, Duration::ZERO, String::new());
            }
            Err(error) => {
                return trouble(
                    Detail::NoReport,
                    format!("the command's start was not heard of: {error}"),
                );
            }
        };
        let started = Instant::now();
        let deadline = started + job.limits.wall;
        let exit = loop {
            if cancel.is_cancelled() {
                running.sandbox.kill();
                return trouble(Detail::NoReport, "the run was given up".to_owned());
            }
            let glance = (Instant::now() + GLANCE).min(deadline);
            match running.sandbox.wait(glance) {
                Some(exit) => break Some(exit),
                None if Instant::now() >= deadline => break None,
                None => {}
            }
        };
        let took = started.elapsed();
        let timed_out = exit.is_none();
        let exit = exit.unwrap_or_else(|| running.sandbox.kill());
        let output = String::from_utf8_lossy(&running.sandbox.output_tail()).into_owned();
        report_of(job, &exit, begun, timed_out, took, output)
    }
}

impl Session for CommandSession {
    fn run(&mut self, job: &Job<'_>, cancel: &CancelToken) -> RunReport {
        let layer = match layer_of(&self.project, job.overlay) {
            Ok(layer) => layer,
            Err(error) => {
                let note = format!("the replaced files could not be written: {error}");
                return RunReport::infrastructure(Detail::Sandbox, Execution::Cold, note);
            }
        };
        let launch = self.launch(job, layer.as_ref().map(Layer::path));
        let mut report = self.run_in(&launch, job, cancel);
        if job.observe && report.outcome == RunOutcome::Pass {
            report.observation = Some(self.seen.clone());
        }
        report
    }
}

/// Makes the project's tool chain the first that a bare name finds.
fn with_own_program(project: &mut Project) {
    if let Some(folder) = project.program.parent() {
        let usual = "/usr/local/bin:/usr/bin:/bin".to_owned();
        let path = project.env.entry("PATH".to_owned()).or_insert(usual);
        *path = format!("{}:{path}", folder.display());
    }
}

/// A layer with the replaced files, to lie on top of the project's own.
fn layer_of(project: &Project, overlay: &Overlay) -> Result<Option<Layer>, WorkspaceError> {
    if overlay.files.is_empty() {
        return Ok(None);
    }
    let mut layer = LayerBuilder::new(&project.state)?;
    for file in &overlay.files {
        let path = Path::new(file.path.as_str());
        layer.file(path, &file.bytes, is_executable(&project.layers, path))?;
    }
    layer.finish().map(Some)
}

/// Whether the file that is replaced may be started.
fn is_executable(layers: &[PathBuf], path: &Path) -> bool {
    let shown = layers
        .iter()
        .find_map(|layer| fs::metadata(layer.join(path)).ok());
    shown.is_some_and(|shown| shown.permissions().mode() & 0o111 != 0)
}

/// What an end means: 0 is a pass, any other code a failed test, a signal a crash; before the command began, or where
/// it could not be started, nothing was tested.
fn report_of(
    job: &Job<'_>,
    exit: &ExitReport,
    begun: bool,
    timed_out: bool,
    took: Duration,
    output: String,
) -> RunReport {
    let step = FailedStep {
        keyword: "Run".to_owned(),
        name: job.scenario.feature.as_str().to_owned(),
        line: 1,
        row: None,
    };
    let code = match exit.ended {
        Ended::Code(code) => Some(code),
        _ => None,
    };
    let tested = begun && !code.is_some_and(|code| NOT_STARTED.contains(&code));
    let facts = Facts {
        step: tested.then(|| step.clone()),
        timed_out,
        exit: code,
        signal: match exit.ended {
            Ended::Signal(signal) => Some(signal),
            _ => None,
        },
        out_of_memory: exit.out_of_memory,
        wall_us: micros(took),
        cpu_us: micros(exit.user_cpu + exit.system_cpu),
        peak_kib: exit.peak_memory_bytes / 1024,
        output: Some(output),
        ..Facts::default()
    };
    if exit.ended == Ended::Vanished && !timed_out {
        let note = "the sandbox vanished during the run";
        return RunReport::infrastructure(Detail::Sandbox, Execution::Cold, note);
    }
    let words = code.map(|code| said(code, facts.output.as_deref()));
    let mut report = facts.report(Execution::Cold, micros(job.limits.cpu));
    if tested && !timed_out {
        match code {
            Some(0) => {
                report.outcome = RunOutcome::Pass;
                (report.detail, report.failed_step, report.note) = (None, None, None);
            }
            // Who ran out of time may have ended with any code.
            Some(_) if report.cpu_us >= micros(job.limits.cpu) => {
                report.outcome = RunOutcome::Timeout;
            }
            Some(_) if !exit.out_of_memory => {
                report.outcome = RunOutcome::AssertionFailure;
                (report.detail, report.note) = (None, words);
            }
            _ => {}
        }
    }
    report
}

fn said(code: i32, output: Option<&str>) -> String {
    let mut words = format!("the command exited with code {code}");
    if let Some(output) = output.map(str::trim).filter(|text| !text.is_empty()) {
        let tail: String = output.chars().rev().take(1000).collect();
        words.push_str("; its last words: ");
        words.extend(tail.chars().rev());
    }
    words
}
