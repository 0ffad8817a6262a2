//! Runs of compiled test programs: what is built once is run often, each run a process of its own.
//!
//! Cold runs build what is mutated for themselves and start in a new sandbox. Warm runs take a build that holds many
//! changes and start in a sandbox that serves many runs, one after the other. Sound because each run is a new process
//! of a program whose bytes are known; because what a run leaves behind is ended, and a sandbox that a run has written
//! to is thrown away with it; and because a build is a function of its inputs, by whose digest it is kept.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use mutscore_model::outcome::{Detail, Execution, RunReport};
use mutscore_model::overlay::Overlay;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::results::facts::Facts;
use crate::runner::{CancelToken, Job, Mode, Session};
use crate::session::channel::{Channel, ChannelError};
use crate::session::cold::{ColdSession, micros, token};
use crate::session::launch::{Launch, Running};
use crate::session::shared_view::SharedView;
use crate::session::store::{BuildError, Builds, Wanted};

/// What the shim's own watch may be late by before the sandbox is given up.
const SLACK: Duration = Duration::from_secs(15);

/// Runs scenarios of one view.
pub(crate) struct BuiltSession {
    launch: Arc<Launch>,
    builds: Builds,
    slot: u32,
    mode: Mode,
    server: Option<Server>,
    /// Why runs share no process, once that is known; said once.
    alone: Option<String>,
}

/// A sandbox that serves runs.
struct Server {
    running: Running,
    channel: Channel,
    shared: Option<SharedView>,
}

/// The facts of a served run, and a path that it has written to.
#[derive(Deserialize)]
struct Served {
    #[serde(flatten)]
    facts: Facts,
    #[serde(default)]
    wrote: String,
    /// Whether a process made it that makes many, or why none does.
    #[serde(default)]
    shared: bool,
    #[serde(default)]
    alone: String,
    /// Why this run was not made so.
    #[serde(default)]
    unlike: String,
    /// Nothing is known of it, and its sandbox is of no more use.
    #[serde(default)]
    again: bool,
}

impl BuiltSession {
    pub(crate) fn new(launch: Launch, builds: Builds, mode: Mode, slot: u32) -> Self {
        Self {
            launch: Arc::new(launch),
            builds,
            slot,
            mode,
            server: None,
            alone: None,
        }
    }

    /// What this job runs: the build, and the number of the change in it.
    fn wanted<'a>(&self, job: &Job<'a>) -> (Wanted<'a>, u32) {
        match (&job.overlay.woven, self.mode) {
            _ if job.observe => (Wanted::observed(job.overlay), 0),
            (Some(woven), Mode::Warm) => (Wanted::woven(&woven.build), woven.number),
            _ => (Wanted::plain(job.overlay), 0),
        }
    }

    /// Says once why each run has a process of its own.
    fn note_alone(&mut self, why: String) {
        if !why.is_empty() && self.alone.is_none() {
            tracing::warn!(why, "runs of this project share no process");
            self.alone = Some(why);
        }
    }

    fn run_cold(
        &self,
        job: &Job<'_>,
        built: &Path,
        number: u32,
        cancel: &CancelToken,
    ) -> RunReport {
        let launch = self.launch.telling(&[
            ("built", json!(built)),
            ("number", json!(number)),
            ("link", json!(self.builds.link())),
        ]);
        // The shim has everything that it needs; it is not to put a file in place.
        let nothing = Overlay::default();
        let bare = Job {
            overlay: &nothing,
            ..job.clone()
        };
        ColdSession::new(Arc::new(launch), self.slot).run(&bare, cancel)
    }

    fn run_warm(
        &mut self,
        job: &Job<'_>,
        built: &Path,
        number: u32,
        shared: bool,
        cancel: &CancelToken,
    ) -> Result<Served, String> {
        let mut server = match self.server.take() {
            Some(server) => server,
            None => Server::start(&self.launch, &self.builds, self.slot, cancel)?,
        };
        let load = self.launch.project.bounds.load;
        let request = json!({
            "mode": "run", "token": token(), "blobs": [],
            "job": {
                "scenario": job.scenario, "strip": job.strip, "built": built, "number": number,
                "cpu_s": job.limits.cpu.as_secs_f64(), "wall_s": job.limits.wall.as_secs_f64(),
                "load_s": load.as_secs_f64(),
                "shared": shared,
            },
        });
        let deadline = Instant::now() + load + job.limits.wall + SLACK;
        let answer = server
            .channel
            .send(&request, &[])
            .and_then(|()| server.channel.receive(deadline, cancel));
        let answer = answer.map_err(|error| error.to_string())?;
        let served: Served = serde_json::from_value(answer).map_err(|error| error.to_string())?;
        let reusable = match &mut server.shared {
            Some(shared) => shared.after_run().is_ok(),
            None => served.wrote.is_empty(),
        };
        if reusable && !served.again {
            self.server = Some(server);
        }
        if !served.unlike.is_empty() {
            tracing::debug!(why = served.unlike, "a run shares no process");
        }
        if !served.again {
            return Ok(served);
        }
        drop(served);
        self.run_warm(job, built, number, false, cancel)
    }
}

impl Session for BuiltSession {
    fn run(&mut self, job: &Job<'_>, cancel: &CancelToken) -> RunReport {
        let cold_mode = self.mode == Mode::Cold;
        let way = match (&job.overlay.woven, cold_mode || job.observe) {
            (_, true) => Execution::Cold,
            (Some(woven), false) if woven.number > 0 => Execution::Swapped,
            (_, false) if job.overlay.files.is_empty() => Execution::Warm,
            (_, false) => Execution::Loaded,
        };
        let (wanted, number) = self.wanted(job);
        // A cold run of a mutant rests on nothing that was there before.
        let remembered = !cold_mode || job.overlay.files.is_empty();
        let built = match self.builds.get(&wanted, remembered, cancel) {
            Ok(built) => built,
            Err(error) => return failed_build(error, way),
        };
        if cold_mode || job.observe {
            return self.run_cold(job, built.folder(), number, cancel);
        }
        let shared = job.overlay.woven.as_ref().is_some_and(|woven| woven.shared);
        match self.run_warm(job, built.folder(), number, shared, cancel) {
            Ok(served) => {
                let way = if served.shared {
                    Execution::Shared
                } else {
                    way
                };
                self.note_alone(served.alone);
                served.facts.report(way, micros(job.limits.cpu))
            }
            Err(_) if cancel.is_cancelled() => {
                RunReport::infrastructure(Detail::NoReport, way, "cancelled")
            }
            Err(error) => {
                tracing::debug!(error, "a run is made cold");
                self.server = None;
                self.run_cold(job, built.folder(), number, cancel)
            }
        }
    }
}

impl Server {
    fn start(
        launch: &Launch,
        builds: &Builds,
        slot: u32,
        cancel: &CancelToken,
    ) -> Result<Self, String> {
        let mut running = launch
            .start(slot, 1, false)
            .map_err(|error| error.to_string())?;
        let shared = SharedView::of(&running.plan).map_err(|error| error.to_string())?;
        let Some(socket) = running.sandbox.take_sockets().pop() else {
            return Err("the sandbox gave no socket".to_owned());
        };
        let mut channel = Channel::new(socket);
        let mut request = launch.request("serve", &running.plan);
        if let Value::Object(fields) = &mut request {
            fields.insert("files".into(), json!(running.plan.written_to()));
            fields.insert("link".into(), json!(builds.link()));
        }
        let deadline = Instant::now() + launch.project.bounds.load + SLACK;
        let ready = channel
            .send(&request, &[])
            .and_then(|()| channel.receive(deadline, cancel));
        match ready {
            Ok(answer) if answer["ready"] == true => Ok(Self {
                running,
                channel,
                shared,
            }),
            Ok(answer) => Err(format!("the shim is not ready: {answer}")),
            Err(ChannelError::Cancelled) => Err("cancelled".to_owned()),
            Err(error) => {
                let tail = String::from_utf8_lossy(&running.sandbox.output_tail()).into_owned();
                Err(format!("{error}: {tail}"))
            }
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.running.sandbox.kill();
    }
}

/// What every run of a project that was not built ends in.
fn failed_build(error: BuildError, way: Execution) -> RunReport {
    RunReport::infrastructure(Detail::NoReport, way, error.to_string())
}
