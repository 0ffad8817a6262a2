//! Warm runs of a Java project: one JVM makes many, each with the project's classes in a loader of its own.
//!
//! Sound because static state of the project lives in its classes, and those are defined anew for each run; what runs
//! share beside them is put back by our half, or ends the JVM (`Guard.java`). What the JVM's libraries keep in static
//! state of their own is not seen by that: calibration and the audit are its guard. Whatever ends in a way that could be
//! the shared JVM's doing is made again cold.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use mutscore_model::instance::ScenarioRef;
use mutscore_model::outcome::{Detail, Execution, RunOutcome, RunReport};
use serde_json::{Value, json};

use crate::adapters::jvm::{Build, Prepared};
use crate::results::facts::Facts;
use crate::runner::{CancelToken, Job, RunnerError, Session};
use crate::session::channel::{Channel, ChannelError};
use crate::session::cold::micros;
use crate::session::jvm_cold::JvmCold;
use crate::session::jvm_mutants::{Changed, Mutants, refused};
use crate::session::launch::Running;
use crate::session::shared_view::SharedView;
use crate::workspace::WorkspaceError;

/// What the shim's own watch may be late by before the JVM is given up.
const SLACK: Duration = Duration::from_secs(15);
/// Set to `fresh`, every run has a loader of its own.
const LOADER: &str = "MUTSCORE_JVM_LOADER";
/// After so many starts in a row without a single run, the project is run cold.
const MOST_FAILED_STARTS: u32 = 3;
/// A run in a shared loader may have to wait for unmutated ones, for initialisers, and to be made again.
const MOST_RUNS_AT_ONCE: u32 = 8;

/// Runs in a JVM that lives on.
pub(crate) struct JvmWarm {
    prepared: Arc<Prepared>,
    build: Build,
    slot: u32,
    cold: JvmCold,
    mutants: Mutants,
    worker: Option<Worker>,
    failed_starts: u32,
    demoted: Option<String>,
    /// Whether loaders are shared at all: comparisons of the two ways switch it off.
    share: bool,
    /// Scenarios that need a loader for each run, and why.
    unshared: BTreeMap<ScenarioRef, String>,
}

/// A JVM that waits for runs.
struct Worker {
    running: Running,
    channel: Channel,
    /// Where runs have no view of their own.
    shared: Option<SharedView>,
}

/// What a run finds in place of the project's own classes.
enum Source {
    /// Nothing.
    Plain,
    /// A build with many mutants, and the number of one.
    Woven(PathBuf, u32),
    /// Classes of one replaced file.
    Classes(Changed),
}

/// Why a run was not made warm.
#[derive(Debug, thiserror::Error)]
enum Trouble {
    #[error(transparent)]
    Channel(#[from] ChannelError),
    #[error(transparent)]
    View(#[from] WorkspaceError),
    #[error(transparent)]
    Runner(#[from] RunnerError),
    #[error("{0}")]
    Other(String),
}

impl JvmWarm {
    pub(crate) fn new(prepared: Arc<Prepared>, build: Build, slot: u32) -> Self {
        let cold = JvmCold::new(Arc::clone(&prepared), build.clone(), slot);
        let mutants = Mutants::new(slot);
        Self {
            prepared,
            build,
            slot,
            cold,
            mutants,
            worker: None,
            failed_starts: 0,
            demoted: None,
            share: std::env::var_os(LOADER).is_none_or(|way| way != "fresh"),
            unshared: BTreeMap::new(),
        }
    }

    fn run_warm(&mut self, job: &Job<'_>, cancel: &CancelToken) -> Result<RunReport, Trouble> {
        let source = self.source(job, cancel)?;
        if let Source::Classes(Changed::Refused(words)) = &source {
            return Ok(refused(words, Execution::Loaded));
        }
        if self.worker.is_none() {
            self.failed_starts += 1;
            self.worker = Some(self.start(cancel)?);
        }
        let Some(worker) = self.worker.as_mut() else {
            return Err(Trouble::Other("there is no JVM".to_owned()));
        };
        let share = self.share && !self.unshared.contains_key(job.scenario);
        let made = worker.run(job, &source, share, cancel);
        // A worker whose run did not come to a regular end, or that is spent, makes no other one.
        let ran = match made {
            Ok(ran) => ran,
            Err(trouble) => {
                self.worker = None;
                return Err(trouble);
            }
        };
        self.failed_starts = 0;
        if let Some(why) = ran.refused {
            tracing::debug!(
                why,
                feature = job.scenario.feature.as_str(),
                line = job.scenario.line,
                "no shared loader"
            );
            self.unshared.insert(job.scenario.clone(), why);
        }
        if let Some(why) = ran.spent {
            tracing::debug!(why, "the JVM is replaced");
            self.worker = None;
        }
        match ran.report {
            Some(report) => Ok(report),
            // Only what was to be shared is asked for again, and then it is not to be.
            None if share => {
                self.unshared
                    .entry(job.scenario.clone())
                    .or_insert_with(|| "sharing it ends the JVM".to_owned());
                self.run_warm(job, cancel)
            }
            None => Err(Trouble::Other("the JVM did not run it".to_owned())),
        }
    }

    fn source(&mut self, job: &Job<'_>, cancel: &CancelToken) -> Result<Source, Trouble> {
        if let Some(woven) = &job.overlay.woven {
            let classes = self.prepared.woven_classes(&woven.build)?;
            if classes.is_dir() {
                return Ok(Source::Woven(classes, woven.number));
            }
        }
        let changed = self
            .mutants
            .of(job.overlay, &self.prepared, &self.build, cancel)?;
        Ok(changed.map_or(Source::Plain, Source::Classes))
    }

    fn start(&self, cancel: &CancelToken) -> Result<Worker, Trouble> {
        let launch = self.prepared.worker(&self.build);
        let mut running = launch
            .start(self.slot, 1, false)
            .map_err(|error| Trouble::Other(error.to_string()))?;
        let shared = SharedView::of(&running.plan)?;
        let socket = running.sandbox.take_sockets().pop();
        let mut channel = Channel::new(
            socket.ok_or_else(|| Trouble::Other("the sandbox gave no socket".to_owned()))?,
        );
        channel.send(&launch.request("warm", &running.plan), &[])?;
        let ready = channel.receive(Instant::now() + launch.project.bounds.load + SLACK, cancel)?;
        if ready["ready"] != true {
            return Err(Trouble::Other(format!("the JVM is not ready: {ready}")));
        }
        Ok(Worker {
            running,
            channel,
            shared,
        })
    }
}

/// What a JVM made of a request.
struct Ran {
    /// Missing where the JVM was spent before the run that was asked for.
    report: Option<RunReport>,
    /// Why this JVM must not make another run.
    spent: Option<String>,
    /// Why the scenario is not to share a loader.
    refused: Option<String>,
}

impl Worker {
    fn run(
        &mut self,
        job: &Job<'_>,
        source: &Source,
        share: bool,
        cancel: &CancelToken,
    ) -> Result<Ran, Trouble> {
        let mut request = json!({
            "scenario": job.scenario, "strip": job.strip, "wall_ms": micros(job.limits.wall) / 1000,
            "cpu_s": job.limits.cpu.as_secs_f64(),
        });
        let mut blobs: Vec<&[u8]> = Vec::new();
        let mut execution = Execution::Warm;
        match source {
            Source::Plain | Source::Classes(Changed::Refused(_)) => {}
            Source::Woven(classes, number) => {
                request["woven"] = json!(classes);
                request["number"] = json!(number);
                request["share"] = json!(share);
            }
            Source::Classes(Changed::Classes(files)) => {
                execution = Execution::Loaded;
                let names: Vec<String> = files.iter().map(|file| class_name(&file.path)).collect();
                request["classes"] = json!(names);
                blobs.extend(files.iter().map(|file| &*file.bytes));
            }
        }
        self.channel.send(&request, &blobs)?;
        let runs = if share { MOST_RUNS_AT_ONCE } else { 1 };
        let deadline = Instant::now() + job.limits.wall * runs + SLACK;
        let mut step = None;
        let answer = loop {
            let mut frame = self.channel.receive(deadline, cancel)?;
            if frame["ran"] == true {
                break frame;
            }
            step = Some(frame["step"].take());
        };
        self.report(answer, step, execution, job)
    }

    fn report(
        &mut self,
        mut answer: Value,
        step: Option<Value>,
        execution: Execution,
        job: &Job<'_>,
    ) -> Result<Ran, Trouble> {
        let words = |value: &Value| value.as_str().map(str::to_owned);
        let mut ran = Ran {
            report: None,
            spent: words(&answer["spent"]),
            refused: words(&answer["refused"]),
        };
        if let Some(shared) = &mut self.shared {
            shared.after_run()?;
        }
        if answer["again"] == true {
            return Ok(ran);
        }
        let execution = if answer["shared"] == true {
            Execution::Shared
        } else {
            execution
        };
        if let Some(step) = step {
            answer["step"] = step;
        }
        let mut facts: Facts = serde_json::from_value(answer)
            .map_err(|error| ChannelError::Garbled(error.to_string()))?;
        if facts.done.is_none() {
            facts.output =
                Some(String::from_utf8_lossy(&self.running.sandbox.output_tail()).into_owned());
        }
        ran.report = Some(facts.report(execution, micros(job.limits.cpu)));
        Ok(ran)
    }
}

/// `target/classes/a/B.class` as `a.B`.
fn class_name(path: &str) -> String {
    let class = path
        .strip_prefix("target/")
        .and_then(|rest| rest.split_once('/'));
    let name = class.map_or(path, |(_, name)| name);
    name.strip_suffix(".class")
        .unwrap_or(name)
        .replace('/', ".")
}

/// Whether an outcome could be the shared JVM's doing: then only a cold run tells.
fn is_doubtful(report: &RunReport) -> bool {
    matches!(
        report.outcome,
        RunOutcome::Infrastructure | RunOutcome::BuildFailure | RunOutcome::BindingFailure
    ) || report.detail == Some(Detail::OutOfMemory)
}

impl Session for JvmWarm {
    fn run(&mut self, job: &Job<'_>, cancel: &CancelToken) -> RunReport {
        if job.observe || self.demoted.is_some() || self.build.refused.is_some() {
            return self.cold.run(job, cancel);
        }
        let why = match self.run_warm(job, cancel) {
            Ok(report) if !is_doubtful(&report) => return report,
            Ok(report) => format!("{:?} in a shared JVM", report.outcome),
            Err(Trouble::Channel(ChannelError::Cancelled)) => {
                return RunReport::infrastructure(Detail::NoReport, Execution::Warm, "cancelled");
            }
            Err(trouble) => trouble.to_string(),
        };
        if self.failed_starts >= MOST_FAILED_STARTS {
            self.demoted = Some(why.clone());
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_has_its_name_from_its_place_in_the_build() {
        assert_eq!(class_name("target/classes/a/b/C$1.class"), "a.b.C$1");
        assert_eq!(class_name("target/test-classes/T.class"), "T");
    }
}
