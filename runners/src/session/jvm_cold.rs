//! Cold runs of a Java project: a new JVM for each, with the project on its class path as it is natively.
//!
//! A replaced file is compiled apart from the run, and its class files lie in a layer on top of the view: the JVM that
//! runs finds them where the build tool would have put them, and knows nothing of a compiler.

use std::path::Path;
use std::sync::Arc;

use mutscore_model::outcome::{Detail, Execution, RunOutcome, RunReport};
use mutscore_model::overlay::Overlay;

use crate::adapters::jvm::{Build, Prepared};
use crate::runner::{CancelToken, Job, Session};
use crate::session::cold::ColdSession;
use crate::session::jvm_compiler::Built;
use crate::session::jvm_mutants::{Changed, Mutants, refused};
use crate::workspace::{Layer, LayerBuilder, WorkspaceError};

/// After so many unmutated passes more JVMs are to be expected than an archive of their classes costs: two seconds of CPU,
/// of which each spares a third.
const PASSES_BEFORE_ARCHIVE: u32 = 2;

/// Starts a JVM for each run.
pub(crate) struct JvmCold {
    prepared: Arc<Prepared>,
    build: Build,
    slot: u32,
    mutants: Mutants,
    passes: u32,
}

impl JvmCold {
    pub(crate) fn new(prepared: Arc<Prepared>, build: Build, slot: u32) -> Self {
        let mutants = Mutants::new(slot);
        Self {
            prepared,
            build,
            slot,
            mutants,
            passes: 0,
        }
    }

    /// Counts what could be a rehearsal, and has an archive made once that pays.
    fn rehearsed(&mut self, job: &Job<'_>, report: &RunReport) {
        if job.overlay.files.is_empty() && !job.strip && report.outcome == RunOutcome::Pass {
            self.passes += 1;
            if self.passes == PASSES_BEFORE_ARCHIVE {
                self.prepared
                    .make_archive(&self.build, job.scenario, job.limits);
            }
        }
    }

    fn on_view(&self, job: &Job<'_>, changed: Option<&[Built]>, cancel: &CancelToken) -> RunReport {
        let trouble = |error: WorkspaceError| {
            RunReport::infrastructure(Detail::Sandbox, Execution::Cold, error.to_string())
        };
        let layer = match changed.map(|files| self.layer(job, files)).transpose() {
            Ok(layer) => layer,
            Err(error) => return trouble(error),
        };
        let digests = changed.unwrap_or_default().iter().filter_map(|file| {
            let class = file.path.strip_prefix("target/")?.split_once('/')?.1;
            Some((class.to_owned(), file.digest.clone()))
        });
        let above = layer
            .as_ref()
            .map(|layer| (layer.path(), digests.collect()));
        let launch = self
            .prepared
            .cold(&self.build, above, job.observe || job.strip);
        let nothing = Overlay::default();
        let native = Job {
            overlay: &nothing,
            ..job.clone()
        };
        ColdSession::new(Arc::new(launch), self.slot).run(&native, cancel)
    }

    /// The replaced source with what was compiled because of it.
    fn layer(&self, job: &Job<'_>, files: &[Built]) -> Result<Layer, WorkspaceError> {
        let mut layer = LayerBuilder::new(&self.prepared.project.state)?;
        for file in files {
            layer.file(Path::new(&file.path), &file.bytes, false)?;
        }
        for file in &job.overlay.files {
            layer.file(Path::new(file.path.as_str()), &file.bytes, false)?;
        }
        layer.finish()
    }
}

impl Session for JvmCold {
    fn run(&mut self, job: &Job<'_>, cancel: &CancelToken) -> RunReport {
        if let Some(words) = &self.build.refused {
            return refused(words, Execution::Cold);
        }
        match self
            .mutants
            .of(job.overlay, &self.prepared, &self.build, cancel)
        {
            Ok(None) => {
                let report = self.on_view(job, None, cancel);
                self.rehearsed(job, &report);
                report
            }
            Ok(Some(Changed::Classes(files))) => self.on_view(job, Some(&files), cancel),
            Ok(Some(Changed::Refused(words))) => refused(&words, Execution::Cold),
            Err(error) => {
                let note = format!("the compiler gave no answer: {error}");
                RunReport::infrastructure(Detail::NoReport, Execution::Cold, note)
            }
        }
    }
}
