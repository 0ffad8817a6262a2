//! Warm runs: a process loads the project once, and every run is a fork of it.
//!
//! ```text
//! L0  interpreter + framework, no project code
//!  ├─ L1  the unmutated project                 unmutated runs; hot swaps where they provably equal a load
//!  │   └─ S  a swapped function, many runs
//!  └─ M   the project with the replaced file    whatever may not be swapped
//! ```
//!
//! Sound because a fork of a loaded process is what a new process is after loading, as long as loading leaves no
//! thread and no descriptor behind (checked), random state is re-drawn where a new process would draw it
//! (checked), and files, ports and processes of one run are out of the next one's sight (a view of its own, and a
//! sweep). Where a condition does not hold, or anything goes wrong, the run is made cold instead.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use mutscore_model::digest::Digest;
use mutscore_model::outcome::{Detail, Execution, RunReport};
use mutscore_model::overlay::Replacement;
use serde_json::{Value, json};

use crate::results::facts::{End, Facts};
use crate::runner::{CancelToken, Job, Session};
use crate::session::channel::{Channel, ChannelError};
use crate::session::cold::{ColdSession, micros};
use crate::session::launch::{Launch, Running};
use crate::session::shared_view::SharedView;
use crate::workspace::WorkspaceError;

/// What the shim's own watch may be late by before the whole tree is given up.
const SLACK: Duration = Duration::from_secs(15);

/// Forks a loaded process for each run.
pub(crate) struct WarmSession {
    launch: Arc<Launch>,
    slot: u32,
    cold: ColdSession,
    tree: Option<Tree>,
    /// Why this project is run cold only.
    demoted: Option<String>,
    /// The random generators that loading seeds itself, as the shim names them: a fork keeps their state.
    fixed: Option<Vec<String>>,
}

/// A running fork tree.
struct Tree {
    running: Running,
    control: Channel,
    loaded: Channel,
    held: Held,
    /// Where the runs have no views of their own.
    shared: Option<SharedView>,
}

/// The replaced file that a process of the tree holds at the moment.
enum Held {
    Nothing,
    Swapped(Digest),
    Loaded(Digest),
    /// Loading the file failed: every run of it ends so.
    Failed(Digest, Box<RunReport>),
}

/// Why a run was not made warm.
enum Trouble {
    /// The conversation broke: nobody knows what state the tree is in.
    Channel(ChannelError),
    /// The same for the view.
    Broken(String),
    /// A condition does not hold.
    Cold(String),
}

impl fmt::Display for Trouble {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Channel(error) => error.fmt(formatter),
            Self::Broken(why) | Self::Cold(why) => formatter.write_str(why),
        }
    }
}

impl From<ChannelError> for Trouble {
    fn from(error: ChannelError) -> Self {
        Self::Channel(error)
    }
}

impl From<WorkspaceError> for Trouble {
    fn from(error: WorkspaceError) -> Self {
        Self::Broken(error.to_string())
    }
}

impl WarmSession {
    pub(crate) fn new(launch: Arc<Launch>, slot: u32) -> Self {
        let cold = ColdSession::new(Arc::clone(&launch), slot);
        Self {
            launch,
            slot,
            cold,
            tree: None,
            demoted: None,
            fixed: None,
        }
    }

    fn run_warm(&mut self, job: &Job<'_>, cancel: &CancelToken) -> Result<RunReport, Trouble> {
        if self.tree.is_none()
            && let Err(trouble) = self.plant(cancel)
        {
            if !matches!(trouble, Trouble::Channel(ChannelError::Cancelled)) {
                // It does not even start: trying again for every run would only cost time.
                self.demoted = Some(trouble.to_string());
            }
            return Err(trouble);
        }
        let fixed = self.fixed.clone().unwrap_or_default();
        let Some(tree) = self.tree.as_mut() else {
            return Err(Trouble::Cold("the fork tree could not be started".into()));
        };
        let load = self.launch.project.bounds.load;
        match job.overlay.files.as_slice() {
            [] => tree.run_base(job, &fixed, cancel),
            [file] => tree.run_replaced(job, file, &fixed, load, cancel),
            _ => Err(Trouble::Cold("the overlay replaces several files".into())),
        }
    }

    /// Starts L0 and L1, and finds out what they may be used for.
    fn plant(&mut self, cancel: &CancelToken) -> Result<(), Trouble> {
        let load = self.launch.project.bounds.load + SLACK;
        let mut running = self
            .launch
            .start(self.slot, 2, true)
            .map_err(|error| Trouble::Cold(error.to_string()))?;
        // Nothing of the project runs before the first request: what is written from here on is its doing.
        let shared = SharedView::of(&running.plan)?;
        let mut sockets = running.sandbox.take_sockets().into_iter();
        let (Some(control), Some(loaded)) = (sockets.next(), sockets.next()) else {
            return Err(Trouble::Cold("the sandbox gave no sockets".into()));
        };
        let mut control = Channel::new(control);
        let mut loaded = Channel::new(loaded);
        control.send(&self.launch.request("zygote", &running.plan), &[])?;
        let ready = control
            .receive(Instant::now() + load, cancel)
            .map_err(|error| {
                if matches!(error, ChannelError::Cancelled) {
                    return error.into();
                }
                let tail = String::from_utf8_lossy(&running.sandbox.output_tail()).into_owned();
                Trouble::Cold(format!("{error}: {tail}"))
            })?;
        if ready["ready"] != true {
            return Err(Trouble::Cold(format!("the shim is not ready: {ready}")));
        }
        let first = base(&mut control, &mut loaded, load, cancel)?;
        if self.fixed.is_none() {
            let touched = states(&first);
            self.fixed = Some(if touched.is_empty() {
                Vec::new()
            } else {
                // Loading touches random states. A second load from other states tells a fixed seed (both end
                // alike: a fork may inherit it) from mere use (they differ: a fork draws anew).
                let second = states(&base(&mut control, &mut loaded, load, cancel)?);
                touched
                    .into_iter()
                    .filter(|(name, state)| second.get(name) == Some(state))
                    .map(|(name, _)| name)
                    .collect()
            });
        }
        if let Some(path) = shared
            .as_ref()
            .map(SharedView::written)
            .transpose()?
            .flatten()
        {
            return Err(wrote(&path));
        }
        self.tree = Some(Tree {
            running,
            control,
            loaded,
            held: Held::Nothing,
            shared,
        });
        Ok(())
    }
}

fn states(answer: &Value) -> BTreeMap<String, Value> {
    let states = answer["random"].as_object().into_iter().flatten();
    states
        .map(|(name, state)| (name.clone(), state.clone()))
        .collect()
}

fn wrote(path: &Path) -> Trouble {
    Trouble::Cold(format!(
        "loading the project writes a file ({})",
        path.display()
    ))
}

/// Asks L0 for a new L1.
fn base(
    control: &mut Channel,
    loaded: &mut Channel,
    load: Duration,
    cancel: &CancelToken,
) -> Result<Value, Trouble> {
    control.send(&json!({ "op": "base" }), &[])?;
    let answer = loaded.receive(Instant::now() + load, cancel)?;
    if answer["loaded"] != true {
        return Err(Trouble::Cold(format!(
            "the project does not load: {}",
            answer["failure"]["note"]
        )));
    }
    if let Some(why) = answer["unsafe"].as_str() {
        return Err(Trouble::Cold(why.to_owned()));
    }
    Ok(answer)
}

impl Tree {
    fn run_base(
        &mut self,
        job: &Job<'_>,
        fixed: &[String],
        cancel: &CancelToken,
    ) -> Result<RunReport, Trouble> {
        self.let_go(cancel)?;
        self.loaded.send(&run_request(job, fixed), &[])?;
        let answer = self.loaded.receive(deadline(job), cancel)?;
        self.report(answer, Execution::Warm, job)
    }

    fn run_replaced(
        &mut self,
        job: &Job<'_>,
        file: &Replacement,
        fixed: &[String],
        load: Duration,
        cancel: &CancelToken,
    ) -> Result<RunReport, Trouble> {
        let digest = job.overlay.digest();
        if !self.held.is(&digest) {
            self.let_go(cancel)?;
            if let Some(shared) = &mut self.shared {
                shared.place(file)?;
            }
            let swap = json!({
                "op": "swap", "path": file.path, "fixed": fixed,
                "original": [file.original.start, file.original.end],
                "edited": [file.edited.start, file.edited.end],
            });
            if job.batch <= 1 {
                if let Some(report) = self.swap_once(swap, job, file, fixed, cancel)? {
                    return Ok(report);
                }
                self.open(file, digest, load, cancel)?;
            } else {
                self.loaded.send(&swap, &[&file.bytes])?;
                let answer = self.loaded.receive(deadline(job), cancel)?;
                if answer["swapped"] == true {
                    self.held = Held::Swapped(digest);
                } else {
                    expect_closed(self.loaded.receive(deadline(job), cancel)?)?;
                    self.open(file, digest, load, cancel)?;
                }
            }
        }
        let (channel, execution) = match &self.held {
            Held::Swapped(_) => (&mut self.loaded, Execution::Swapped),
            Held::Loaded(_) => (&mut self.control, Execution::Loaded),
            Held::Failed(_, report) => return Ok((**report).clone()),
            Held::Nothing => return Err(Trouble::Cold("nothing is held".into())),
        };
        channel.send(&run_request(job, fixed), &[])?;
        let answer = channel.receive(deadline(job), cancel)?;
        self.report(answer, execution, job)
    }

    /// A swap for a single run; `None` if it was refused.
    fn swap_once(
        &mut self,
        mut swap: Value,
        job: &Job<'_>,
        file: &Replacement,
        fixed: &[String],
        cancel: &CancelToken,
    ) -> Result<Option<RunReport>, Trouble> {
        swap["only"] = run_request(job, fixed);
        self.loaded.send(&swap, &[&file.bytes])?;
        let answer = self.loaded.receive(deadline(job), cancel)?;
        if answer["swapped"] == false {
            return Ok(None);
        }
        self.report(answer, Execution::Swapped, job).map(Some)
    }

    /// Has L0 fork an M with the replaced file.
    fn open(
        &mut self,
        file: &Replacement,
        digest: Digest,
        load: Duration,
        cancel: &CancelToken,
    ) -> Result<(), Trouble> {
        let request = json!({ "op": "open", "path": file.path, "load_ms": micros(load) / 1000 });
        self.control.send(&request, &[&file.bytes])?;
        let answer = self
            .control
            .receive(Instant::now() + load + SLACK, cancel)?;
        if answer["opened"] == true {
            self.held = Held::Loaded(digest);
            if let Some(path) = self
                .shared
                .as_ref()
                .map(SharedView::written)
                .transpose()?
                .flatten()
            {
                self.let_go(cancel)?;
                if let Some(shared) = &mut self.shared {
                    shared.after_run()?;
                }
                return Err(wrote(&path));
            }
            return Ok(());
        }
        if let Some(trouble) = answer["trouble"].as_str() {
            return Err(Trouble::Broken(trouble.to_owned()));
        }
        let timed_out = answer["timed_out"] == true;
        let died = answer["died"].is_object();
        if !timed_out && !died {
            expect_closed(self.control.receive(Instant::now() + SLACK, cancel)?)?;
        }
        if let Some(why) = answer["unsafe"].as_str() {
            return Err(Trouble::Cold(why.to_owned()));
        }
        let facts = if died {
            serde_json::from_value(answer["died"].clone())
                .map_err(|error| ChannelError::Garbled(error.to_string()))?
        } else {
            let done = if timed_out {
                None
            } else {
                Some(load_failure(&answer)?)
            };
            Facts {
                done,
                timed_out,
                ..Facts::default()
            }
        };
        self.held = Held::Failed(digest, Box::new(facts.report(Execution::Loaded, u64::MAX)));
        Ok(())
    }

    /// Ends the process that holds a replaced file, if there is one.
    fn let_go(&mut self, cancel: &CancelToken) -> Result<(), Trouble> {
        if let Some(shared) = &mut self.shared {
            shared.release()?;
        }
        let channel = match std::mem::replace(&mut self.held, Held::Nothing) {
            Held::Swapped(_) => &mut self.loaded,
            Held::Loaded(_) => &mut self.control,
            Held::Nothing | Held::Failed(..) => return Ok(()),
        };
        channel.send(&json!({ "op": "close" }), &[])?;
        expect_closed(channel.receive(Instant::now() + SLACK, cancel)?)
    }

    fn report(
        &mut self,
        answer: Value,
        execution: Execution,
        job: &Job<'_>,
    ) -> Result<RunReport, Trouble> {
        if let Some(shared) = &mut self.shared {
            shared.after_run()?;
        }
        if answer["ran"] != true {
            return Err(ChannelError::Garbled(format!(
                "expected the facts of a run, got {answer}"
            ))
            .into());
        }
        let mut facts: Facts = serde_json::from_value(answer)
            .map_err(|error| ChannelError::Garbled(error.to_string()))?;
        if facts.done.as_ref().is_some_and(|end| end.not_here) {
            return Err(Trouble::Cold("the scenario has another base folder".into()));
        }
        if facts.done.is_none() {
            facts.output =
                Some(String::from_utf8_lossy(&self.running.sandbox.output_tail()).into_owned());
        }
        Ok(facts.report(execution, micros(job.limits.cpu)))
    }
}

impl Held {
    fn is(&self, wanted: &Digest) -> bool {
        match self {
            Self::Nothing => false,
            Self::Swapped(digest) | Self::Loaded(digest) | Self::Failed(digest, _) => {
                digest == wanted
            }
        }
    }
}

fn run_request(job: &Job<'_>, fixed: &[String]) -> Value {
    json!({
        "op": "run", "scenario": job.scenario, "strip": job.strip, "fixed": fixed,
        "wall_ms": micros(job.limits.wall) / 1000, "cpu_s": job.limits.cpu.as_secs_f64(),
    })
}

fn deadline(job: &Job<'_>) -> Instant {
    Instant::now() + job.limits.wall + SLACK
}

fn expect_closed(answer: Value) -> Result<(), Trouble> {
    if answer["closed"] == true {
        return Ok(());
    }
    Err(ChannelError::Garbled(format!("expected the end of a process, got {answer}")).into())
}

fn load_failure(answer: &Value) -> Result<End, Trouble> {
    let mut end: End = serde_json::from_value(answer["failure"].clone())
        .map_err(|error| ChannelError::Garbled(error.to_string()))?;
    end.applied = answer["applied"].as_bool();
    Ok(end)
}

impl Session for WarmSession {
    fn run(&mut self, job: &Job<'_>, cancel: &CancelToken) -> RunReport {
        // An observed run measures what loading executes, so it must load.
        if job.observe || self.demoted.is_some() {
            return self.cold.run(job, cancel);
        }
        let why = match self.run_warm(job, cancel) {
            Ok(report) if report.outcome != mutscore_model::outcome::RunOutcome::Infrastructure => {
                return report;
            }
            Ok(report) => report.note.unwrap_or_else(|| "trouble in the shim".into()),
            Err(Trouble::Cold(why)) => why,
            Err(Trouble::Channel(ChannelError::Cancelled)) => {
                self.tree = None;
                return RunReport::infrastructure(Detail::NoReport, Execution::Warm, "cancelled");
            }
            Err(Trouble::Channel(error)) => {
                // The tree is in a state that nobody knows: a new one is planted for the next run.
                self.tree = None;
                error.to_string()
            }
            Err(Trouble::Broken(why)) => {
                self.tree = None;
                why
            }
        };
        tracing::debug!(
            feature = job.scenario.feature.as_str(),
            line = job.scenario.line,
            why,
            "run made cold"
        );
        self.cold.run(job, cancel)
    }

    fn demoted(&self) -> Option<&str> {
        self.demoted.as_deref()
    }
}
