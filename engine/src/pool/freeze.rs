//! `freeze` = discover → gate → manifest → coverage → pool → ground-truth outcomes → stripped outcomes → files.
//!
//! Every run goes through the result cache, so a freeze that was killed takes up where it stopped; files are
//! written at the end of their phase, whole or not at all, and hold nothing that depends on time or on threads.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;

use mutscore_model::coverage::Observation;
use mutscore_model::instance::{Instance, Scenario};
use mutscore_model::overlay::Overlay;
use mutscore_model::path::RelPath;
use mutscore_model::pool::GateEntry;
use mutscore_runners::runner::{CancelToken, RunLimits};

use crate::bench::{Bench, FrozenError};
use crate::cache::{Purpose, ResultCache};
use crate::dispatch::{Finished, Interrupted, Progress, Request, run_all};
use crate::exec::LocalPool;
use crate::manifest::filter::Filter;
use crate::manifest::{self, ManifestError};
use crate::pool::earlier::Earlier;
use crate::pool::gate;
use crate::pool::summary::FreezeSummary;
use crate::project::{Laid, OpenError, Opened, Unreadable};

/// What a freeze is to do.
#[derive(Debug, Clone)]
pub struct FreezeOptions {
    /// Only these instances; `None` for all.
    pub instances: Option<BTreeSet<u32>>,
    /// Share of the pairs that are made again cold, 0 to 1.
    pub audit: f64,
    /// Seed of the audit's sample.
    pub seed: u64,
    /// Freeze again what is frozen already.
    pub force: bool,
    /// Only mutants that this lets through; `None` for all. A pool made so is no benchmark.
    pub only: Option<Filter>,
}

/// A part of a freeze, for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Finding scenarios and what their steps bind to.
    Discover,
    /// Running each scenario alone, several times.
    Gate,
    /// Coverage and calls.
    Observe,
    /// Generating mutants.
    Mutants,
    /// Compiling mutants.
    Compile,
    /// Cold against warm, unmutated.
    Calibrate,
    /// The ground truth on every pair.
    Pairs,
    /// The ground truth with emptied Then bodies on every kill.
    Stripped,
    /// Cold reruns of a sample.
    Audit,
    /// Everything again, cold, since the audit found a difference.
    Cold,
}

/// Told how a freeze goes.
pub trait Watch: Progress {
    /// A phase begins, with this many runs where that is known.
    fn begin(&self, phase: Phase, runs: usize) {
        let _ = (phase, runs);
    }

    /// Something that people should know.
    fn note(&self, words: &str) {
        let _ = words;
    }
}

impl Watch for crate::dispatch::Silent {}

/// Why a freeze did not come to its end. What was done is in the cache.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FreezeError {
    /// The project cannot be opened or run.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The bench's files.
    #[error(transparent)]
    Bench(#[from] crate::bench::BenchError),
    /// A frozen file.
    #[error(transparent)]
    Frozen(#[from] FrozenError),
    /// The manifest.
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    /// A mutant cannot be made.
    #[error(transparent)]
    Mutant(#[from] Unreadable),
    /// Mutants cannot be built together.
    #[error(transparent)]
    Weave(#[from] crate::project::WeaveError),
    /// It was stopped.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// A pool is there that rests on something else.
    #[error(
        "the pool of instance {instance} was frozen from {what} (hint: a frozen pool is never rebuilt silently; `mutscore freeze --force` freezes it anew)"
    )]
    OtherPool {
        /// Instance id.
        instance: u32,
        /// What differs.
        what: String,
    },
    /// Trouble of ours during the gate.
    #[error(
        "instance {instance} could not be run: {note} (hint: `mutscore doctor` checks this machine)"
    )]
    Infrastructure {
        /// Instance id.
        instance: u32,
        /// What went wrong.
        note: String,
    },
    /// No scenario at all.
    #[error(
        "the runner finds no scenario in `{project}` (hint: is `root` in mutscore.toml the folder that the runner is started in?)"
    )]
    NothingFound {
        /// Project name.
        project: String,
    },
}

/// Freezes a project's pools.
///
/// # Errors
/// [`FreezeError`]. Frozen files are whole and consistent whatever happens.
pub fn freeze(
    bench: &Bench,
    opened: &Opened,
    cache: &dyn ResultCache,
    options: &FreezeOptions,
    watch: &dyn Watch,
    cancel: &CancelToken,
) -> Result<FreezeSummary, FreezeError> {
    let started = Instant::now();
    let mut freezing = Freezing {
        bench,
        opened,
        cache,
        options,
        watch,
        cancel,
        view: opened.whole_view(),
        summary: FreezeSummary {
            project: opened.ready.settings.name.clone(),
            ..FreezeSummary::default()
        },
    };
    freezing.run()?;
    freezing.summary.took(started.elapsed());
    Ok(freezing.summary)
}

/// A freeze under way. Its phases stand in files of their own: the gate in `trial`, the pairs in `pairs`.
pub(super) struct Freezing<'a> {
    bench: &'a Bench,
    pub(super) opened: &'a Opened,
    pub(super) cache: &'a dyn ResultCache,
    pub(super) options: &'a FreezeOptions,
    pub(super) watch: &'a dyn Watch,
    pub(super) cancel: &'a CancelToken,
    pub(super) view: Laid,
    pub(super) summary: FreezeSummary,
}

/// An instance that passed the gate, with what is needed to run its pairs.
pub(super) struct Passed {
    pub(super) instance: Instance,
    pub(super) limits: RunLimits,
    pub(super) observed: Observation,
}

impl Freezing<'_> {
    fn run(&mut self) -> Result<(), FreezeError> {
        let (instances, early) = self.discover()?;
        let (passed, gate) = self.gate(instances, early)?;
        self.watch.begin(Phase::Mutants, 0);
        let mut built = manifest::build(&self.opened.ready.settings, self.opened.pinned.path())?;
        if let Some(only) = &self.options.only {
            built.mutants.retain(|mutant| only.lets_through(mutant));
        }
        if self.earlier().wants_check() {
            self.check(&mut built)?;
        }
        let mutants = &built.mutants;
        self.summary.count_mutants(mutants);
        let provenance = self
            .opened
            .provenance(manifest::operators(&built.header), built.digest());
        // Whatever refuses does so before the first file is written.
        let earlier = self.earlier();
        let gate = earlier.completed(gate)?;
        earlier.check_untouched(&provenance)?;
        let (mut pools, open) = earlier.split(passed, |one| one.instance.id, &provenance)?;
        built.write(&self.bench.manifest_path(self.name()))?;
        earlier.remove_dropped(&gate)?;
        self.bench.write_gate(self.name(), &gate)?;
        self.summary.kept = pools.len();
        for pool in self.outcomes(&open, mutants, &provenance)? {
            self.bench.write_pool(&pool)?;
            pools.push(pool);
        }
        self.summary.count_pools(&pools);
        Ok(())
    }

    fn earlier(&self) -> Earlier<'_> {
        Earlier {
            bench: self.bench,
            project: self.name(),
            options: self.options,
        }
    }

    fn name(&self) -> &str {
        &self.opened.ready.settings.name
    }

    /// Instances to be frozen, and what binding alone says of those that are not.
    fn discover(&mut self) -> Result<(Vec<Instance>, Vec<GateEntry>), FreezeError> {
        self.watch.begin(Phase::Discover, 0);
        let project = self.opened.project(self.view.layers().to_vec());
        let discovery = self
            .opened
            .runner
            .discover(&project)
            .map_err(OpenError::from)?;
        let mut found: Vec<_> = discovery
            .scenarios
            .iter()
            .map(|found| found.scenario.clone())
            .collect();
        if found.is_empty() {
            return Err(FreezeError::NothingFound {
                project: self.name().to_owned(),
            });
        }
        let unparsable: BTreeMap<_, _> = discovery.unparsable.iter().cloned().collect();
        found.extend(self.unreadable_now(&unparsable)?);
        self.bench.merge_instances(self.name(), &found)?;
        let unbound: BTreeMap<_, _> = discovery
            .scenarios
            .iter()
            .map(|found| (found.scenario.at.clone(), found.unbound.clone()))
            .collect();
        self.summary.unparsable = discovery
            .unparsable
            .iter()
            .map(|(path, why)| (path.as_str().to_owned(), why.clone()))
            .collect();
        for (path, why) in &self.summary.unparsable {
            self.watch.note(&format!("{path} is left out: {why}"));
        }
        let list = self.bench.instances()?;
        let name = self.name().to_owned();
        let (mut run, mut early) = (Vec::new(), Vec::new());
        for instance in list.of_project(&name) {
            self.summary.instances += 1;
            if !self.wants(instance.id) {
                continue;
            }
            let step = unbound
                .get(&instance.scenario.at)
                .and_then(Option::as_deref);
            let garbled = unparsable.get(&instance.scenario.at.feature);
            match gate::before_running(instance, step, garbled.map(String::as_str)) {
                Some(entry) => early.push(entry),
                None => run.push(instance.clone()),
            }
        }
        for id in self.options.instances.iter().flatten() {
            self.bench.instance(*id)?;
        }
        Ok((run, early))
    }

    /// Known scenarios of features that do not parse at present: they are dropped, but not gone.
    fn unreadable_now(
        &self,
        unparsable: &BTreeMap<RelPath, String>,
    ) -> Result<Vec<Scenario>, FreezeError> {
        let list = self.bench.instances()?;
        let known = list.of_project(self.name());
        Ok(known
            .filter(|instance| unparsable.contains_key(&instance.scenario.at.feature))
            .map(|instance| instance.scenario.clone())
            .collect())
    }

    fn wants(&self, id: u32) -> bool {
        self.options
            .instances
            .as_ref()
            .is_none_or(|wanted| wanted.contains(&id))
    }

    pub(super) fn request(
        &self,
        instance: &Instance,
        overlay: &Arc<Overlay>,
        limits: RunLimits,
        purpose: Purpose,
    ) -> Request {
        let at = &instance.scenario.at;
        Request {
            key: Some(
                self.opened
                    .key(&self.view, at, overlay.digest(), purpose, limits),
            ),
            observe: purpose == Purpose::Observed,
            strip: purpose == Purpose::Stripped,
            ..uncached(instance, overlay, limits)
        }
    }

    pub(super) fn make(
        &mut self,
        requests: Vec<Request>,
        workers: &LocalPool,
    ) -> Result<Vec<Finished>, FreezeError> {
        let finished = run_all(requests, workers, self.cache, self.watch, self.cancel)?;
        self.summary.count_runs(&finished);
        Ok(finished)
    }
}

pub(super) fn uncached(instance: &Instance, overlay: &Arc<Overlay>, limits: RunLimits) -> Request {
    Request {
        key: None,
        scenario: instance.scenario.at.clone(),
        overlay: Arc::clone(overlay),
        limits,
        observe: false,
        strip: false,
    }
}
