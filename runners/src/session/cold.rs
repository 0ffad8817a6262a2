//! Cold runs: a new sandbox and a new process for every run. The yardstick for every faster way.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::time::{Duration, Instant};

use mutscore_model::outcome::{Detail, Execution, FailedStep, RunReport};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::results::facts::{End, Facts};
use crate::runner::{CancelToken, Job, Session};
use crate::sandbox::{Ended, ExitReport};
use crate::session::channel::{Channel, ChannelError};
use crate::session::launch::{Launch, Running};

/// How long exit handlers may take once the outcome is known; they have no say in it.
const GRACE: Duration = Duration::from_secs(2);

/// Starts a process for each run.
pub(crate) struct ColdSession {
    launch: Arc<Launch>,
    slot: u32,
}

/// One line of a cold shim's record (`record.py`).
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Line {
    Step(FailedStep),
    /// Project code is about to be loaded.
    Begins(bool),
    /// CPU time of loading, in microseconds.
    Loaded(u64),
    Done(Box<End>),
    Trouble(String),
}

impl ColdSession {
    pub(crate) fn new(launch: Arc<Launch>, slot: u32) -> Self {
        Self { launch, slot }
    }

    fn start_and_watch(&self, job: &Job<'_>, cancel: &CancelToken) -> RunReport {
        let trouble = |detail, note| RunReport::infrastructure(detail, Execution::Cold, note);
        let Some(request) = describe(job) else {
            return trouble(
                Detail::NoReport,
                "a cold run replaces one file at most".to_owned(),
            );
        };
        let mut running = match self.launch.start(self.slot, 1, false) {
            Ok(running) => running,
            Err(error) => return trouble(Detail::Sandbox, error.to_string()),
        };
        let token = token();
        let mut whole = self.launch.request("cold", &running.plan);
        if let Value::Object(fields) = &mut whole {
            fields.insert("job".into(), request);
            fields.insert("token".into(), token.as_str().into());
        }
        let Some(socket) = running.sandbox.take_sockets().pop() else {
            return trouble(Detail::Sandbox, "the sandbox gave no socket".to_owned());
        };
        let mut channel = Channel::new(socket);
        let blobs: Vec<&[u8]> = job.overlay.files.iter().map(|file| &*file.bytes).collect();
        if let Err(error) = channel.send(&whole, &blobs) {
            let tail = String::from_utf8_lossy(&running.sandbox.output_tail()).into_owned();
            return trouble(Detail::NoReport, format!("{error}; {tail}"));
        }
        let watched = watch(
            &mut channel,
            &token,
            job,
            self.launch.project.bounds.load,
            cancel,
        );
        conclude(watched, &mut running, job)
    }
}

impl Session for ColdSession {
    fn run(&mut self, job: &Job<'_>, cancel: &CancelToken) -> RunReport {
        self.start_and_watch(job, cancel)
    }
}

/// What begins each line of a record. Not a secret that matters: project code must only not spell it by accident.
pub(crate) fn token() -> String {
    let random = || RandomState::new().hash_one(std::process::id());
    format!("{:016x}{:016x}", random(), random())
}

/// What the shim is told of the job; `None` for an overlay that this path cannot show.
fn describe(job: &Job<'_>) -> Option<Value> {
    let path = match job.overlay.files.as_slice() {
        [] => None,
        [file] => Some(&file.path),
        _ => return None,
    };
    Some(json!({
        "scenario": job.scenario, "path": path, "observe": job.observe, "strip": job.strip,
        "cpu_s": job.limits.cpu.as_secs_f64(),
    }))
}

#[derive(Default)]
struct Watched {
    facts: Facts,
    /// Whether it came to project code at all.
    begun: bool,
    /// CPU time of loading, which is not the run's.
    load_cpu_us: u64,
    /// Why the conversation ended, if not by an end of the run.
    broken: Option<ChannelError>,
}

/// Follows a run line by line; the load has its own clock.
fn watch(
    channel: &mut Channel,
    token: &str,
    job: &Job<'_>,
    load: Duration,
    cancel: &CancelToken,
) -> Watched {
    let mut watched = Watched::default();
    let mut started = Instant::now();
    let mut deadline = started + load;
    loop {
        let line = match channel.line(deadline, cancel) {
            Ok(line) => line,
            Err(ChannelError::Closed) => break,
            Err(ChannelError::TimedOut) => {
                watched.facts.timed_out = true;
                break;
            }
            Err(error) => {
                watched.broken = Some(error);
                break;
            }
        };
        // What does not begin with the token was written by the project, on a descriptor that is not its own.
        let Some(line) = line.strip_prefix(token.as_bytes()) else {
            continue;
        };
        match serde_json::from_slice(line) {
            Ok(Line::Step(step)) => watched.facts.step = Some(step),
            Ok(Line::Begins(begun)) => watched.begun = begun,
            Ok(Line::Loaded(cpu_us)) => {
                watched.load_cpu_us = cpu_us;
                started = Instant::now();
                deadline = started + job.limits.wall;
            }
            Ok(Line::Done(end)) => {
                watched.facts.done = Some(*end);
                break;
            }
            Ok(Line::Trouble(trouble)) => {
                watched.facts.trouble = Some(trouble);
                break;
            }
            Err(error) => {
                watched.broken = Some(ChannelError::Garbled(error.to_string()));
                break;
            }
        }
    }
    watched.facts.wall_us = micros(started.elapsed());
    watched
}

fn conclude(watched: Watched, running: &mut Running, job: &Job<'_>) -> RunReport {
    let Watched {
        mut facts,
        begun,
        load_cpu_us,
        broken,
    } = watched;
    let sandbox = &mut running.sandbox;
    // A pipe that is closed without an end means that the process is ending: its exit code is worth a wait.
    let waits = !facts.timed_out && broken.is_none();
    let ended = waits
        .then(|| sandbox.wait(Instant::now() + GRACE))
        .flatten();
    facts.channel_closed =
        waits && ended.is_none() && facts.done.is_none() && facts.trouble.is_none();
    let exit = ended.unwrap_or_else(|| sandbox.kill());
    if let Some(error) = broken {
        let note = format!("the conversation with the runner broke: {error}");
        return RunReport::infrastructure(Detail::NoReport, Execution::Cold, note);
    }
    note_exit(&mut facts, &exit);
    facts.cpu_us = facts.cpu_us.saturating_sub(load_cpu_us);
    if exit.ended == Ended::Vanished && facts.done.is_none() && !facts.timed_out {
        let note = "the sandbox vanished during the run";
        return RunReport::infrastructure(Detail::Sandbox, Execution::Cold, note);
    }
    facts.output = Some(String::from_utf8_lossy(&sandbox.output_tail()).into_owned());
    if !begun && facts.trouble.is_none() {
        // No code of the project has run, so none is to blame: neither for an end nor for a stand-still.
        let note = format!(
            "the runner's process came to its end before it came to the project: {}",
            facts.how_it_ended()
        );
        return RunReport::infrastructure(Detail::NoReport, Execution::Cold, note);
    }
    facts.report(Execution::Cold, micros(job.limits.cpu))
}

fn note_exit(facts: &mut Facts, exit: &ExitReport) {
    match exit.ended {
        Ended::Code(code) => facts.exit = Some(code),
        Ended::Signal(signal) => facts.signal = Some(signal),
        Ended::Killed | Ended::Vanished => {}
    }
    facts.cpu_us = micros(exit.user_cpu + exit.system_cpu);
    facts.peak_kib = exit.peak_memory_bytes / 1024;
    facts.out_of_memory = exit.out_of_memory;
}

pub(crate) fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}
