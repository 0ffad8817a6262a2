//! `freeze` = discover → gate → manifest → coverage → pool → ground-truth outcomes → stripped outcomes → files.
//!
//! Every run goes through the result cache, so a freeze that was killed takes up where it stopped; files are
//! written at the end of their phase, whole or not at all, and hold nothing that depends on time or on threads.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;

use mutscore_model::coverage::Observation;
use mutscore_model::event::SCHEMA_VERSION;
use mutscore_model::instance::{Instance, Scenario};
use mutscore_model::mutant::Mutant;
use mutscore_model::outcome::{RunOutcome, RunReport};
use mutscore_model::overlay::Overlay;
use mutscore_model::path::RelPath;
use mutscore_model::pool::{Drop, GateEntry, Pool, PoolEntry, Provenance};
use mutscore_runners::runner::{CancelToken, Mode, RunLimits};

use crate::bench::{Bench, FrozenError};
use crate::cache::{Purpose, ResultCache};
use crate::dispatch::{Finished, Interrupted, Progress, Request, run_all};
use crate::exec::LocalPool;
use crate::judge::judge;
use crate::manifest::{self, ManifestError};
use crate::pool::earlier::Earlier;
use crate::pool::summary::FreezeSummary;
use crate::pool::{audit, cover, gate};
use crate::project::{Laid, OpenError, Opened, SourceTree, Unreadable};

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

struct Freezing<'a> {
    bench: &'a Bench,
    opened: &'a Opened,
    cache: &'a dyn ResultCache,
    options: &'a FreezeOptions,
    watch: &'a dyn Watch,
    cancel: &'a CancelToken,
    view: Laid,
    summary: FreezeSummary,
}

/// An instance that passed the gate, with what is needed to run its pairs.
struct Passed {
    instance: Instance,
    limits: RunLimits,
    observed: Observation,
}

impl Freezing<'_> {
    fn run(&mut self) -> Result<(), FreezeError> {
        let (instances, early) = self.discover()?;
        let (passed, gate) = self.gate(instances, early)?;
        self.watch.begin(Phase::Mutants, 0);
        let built = manifest::build(&self.opened.ready.settings, self.opened.pinned.path())?;
        let mutants = &built.mutants;
        self.summary.mutants = mutants.len();
        let provenance = self
            .opened
            .provenance(manifest::operators(&built.header), built.digest());
        // Whatever refuses does so before the first file is written.
        let earlier = Earlier {
            bench: self.bench,
            project: self.name(),
            options: self.options,
        };
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

    /// Runs every instance alone, cold, several times, and once more observed.
    fn gate(
        &mut self,
        instances: Vec<Instance>,
        early: Vec<GateEntry>,
    ) -> Result<(Vec<Passed>, Vec<GateEntry>), FreezeError> {
        let runs = self.opened.ready.settings.gate_runs.max(1);
        let limits = self.opened.ready.settings.limits.unmeasured();
        let workers = self.opened.workers(&self.view, Mode::Cold)?;
        let nothing = Arc::new(Overlay::default());
        let mut requests = Vec::new();
        for instance in &instances {
            for run in 1..=runs {
                requests.push(self.request(instance, &nothing, limits, Purpose::Gate(run)));
            }
        }
        self.watch.begin(Phase::Gate, requests.len());
        let finished = self.make(requests, &workers)?;
        let (mut entries, mut alive) = (early, Vec::new());
        for (instance, runs) in instances.into_iter().zip(finished.chunks(runs as usize)) {
            let reports: Vec<RunReport> = runs.iter().map(|run| run.report.clone()).collect();
            let dropped =
                gate::dropped_by(&reports).map_err(|note| FreezeError::Infrastructure {
                    instance: instance.id,
                    note,
                })?;
            match dropped {
                Some((dropped, because)) => {
                    entries.push(GateEntry {
                        instance: instance.id,
                        dropped: Some(dropped),
                        because,
                    });
                }
                None => alive.push((instance, gate::baseline(&reports))),
            }
        }
        let observing = alive
            .iter()
            .map(|(instance, _)| self.request(instance, &nothing, limits, Purpose::Observed))
            .collect::<Vec<_>>();
        self.watch.begin(Phase::Observe, observing.len());
        let observed = self.make(observing, &workers)?;
        let mut passed = Vec::new();
        for ((instance, baseline), seen) in alive.into_iter().zip(observed) {
            match (seen.report.outcome, seen.report.observation) {
                (RunOutcome::Pass, Some(observed)) => {
                    entries.push(GateEntry {
                        instance: instance.id,
                        dropped: None,
                        because: None,
                    });
                    let limits = self.opened.ready.settings.limits.limits(baseline);
                    passed.push(Passed {
                        instance,
                        limits,
                        observed,
                    });
                }
                (RunOutcome::Infrastructure, _) => {
                    let note = seen.report.note.unwrap_or_default();
                    return Err(FreezeError::Infrastructure {
                        instance: instance.id,
                        note,
                    });
                }
                _ => {
                    let because = Some("it does not pass while it is observed".to_owned());
                    entries.push(GateEntry {
                        instance: instance.id,
                        dropped: Some(Drop::Unstable),
                        because,
                    });
                }
            }
        }
        entries.sort_by_key(|entry| entry.instance);
        self.summary.count_gate(&entries);
        Ok((passed, entries))
    }

    fn outcomes(
        &mut self,
        open: &[Passed],
        mutants: &[Mutant],
        provenance: &Provenance,
    ) -> Result<Vec<Pool>, FreezeError> {
        if open.is_empty() {
            return Ok(Vec::new());
        }
        let mut sources = SourceTree::new(self.opened.pinned.path());
        let covered: Vec<Vec<usize>> = open
            .iter()
            .map(|one| cover::covered(mutants, &one.observed.coverage.all()))
            .collect();
        let mut overlays: BTreeMap<usize, Arc<Overlay>> = BTreeMap::new();
        for place in covered.iter().flatten() {
            if !overlays.contains_key(place) {
                overlays.insert(*place, sources.mutated(&mutants[*place])?);
            }
        }
        let mut work = Work {
            open,
            covered,
            overlays,
            cold: BTreeSet::new(),
        };
        let mut mode = self.opened.mode();
        if mode == Mode::Warm {
            work.cold = self.calibrate(open, &mut sources)?;
        }
        let (mut pairs, mut stripped) =
            self.run_pairs(&work, mode, [Phase::Pairs, Phase::Stripped])?;
        if mode == Mode::Warm && !self.audit(&work, &pairs)? {
            mode = Mode::Cold;
            self.watch.note(
                "the audit found a difference between warm and cold: the project is run cold",
            );
            (pairs, stripped) = self.run_pairs(&work, mode, [Phase::Cold, Phase::Cold])?;
        }
        Ok(work.pools(mutants, &pairs, &stripped, provenance, self))
    }

    /// Every scenario unmutated, warm in both ways, against what the gate saw cold. Gives those to be run cold.
    fn calibrate(
        &mut self,
        open: &[Passed],
        sources: &mut SourceTree,
    ) -> Result<BTreeSet<u32>, FreezeError> {
        let nothing = Arc::new(Overlay::default());
        let mut requests = Vec::new();
        let mut same: BTreeMap<RelPath, Arc<Overlay>> = BTreeMap::new();
        for one in open {
            requests.push(uncached(&one.instance, &nothing, one.limits));
            // A file that the scenario loads, replaced by an equivalent one: the way that reloads must not matter either.
            let loaded = one.observed.coverage.load.0.keys().next().or(one
                .observed
                .coverage
                .run
                .0
                .keys()
                .next());
            let overlay = match loaded {
                None => &nothing,
                Some(path) => {
                    if !same.contains_key(path) {
                        same.insert(path.clone(), sources.equivalent(path)?);
                    }
                    &same[path]
                }
            };
            requests.push(uncached(&one.instance, overlay, one.limits));
        }
        self.watch.begin(Phase::Calibrate, requests.len());
        let workers = self.opened.workers(&self.view, Mode::Warm)?;
        let finished = self.make(requests, &workers)?;
        let mut cold = BTreeSet::new();
        for (one, both) in open.iter().zip(finished.chunks(2)) {
            if let Some(bad) = both
                .iter()
                .find(|run| run.report.outcome != RunOutcome::Pass)
            {
                let words = format!(
                    "{:?} when warm: {}",
                    bad.report.outcome,
                    bad.report.note.as_deref().unwrap_or("")
                );
                self.watch.note(&format!(
                    "instance {} is run cold: {words}",
                    one.instance.id
                ));
                self.summary.cold_instances.push((one.instance.id, words));
                cold.insert(one.instance.id);
            }
        }
        Ok(cold)
    }

    /// The ground truth on every pair, and with emptied Then bodies on every kill.
    fn run_pairs(
        &mut self,
        work: &Work<'_>,
        mode: Mode,
        phases: [Phase; 2],
    ) -> Result<(Vec<Finished>, Vec<Option<Finished>>), FreezeError> {
        let cold_only = mode == Mode::Cold && phases[0] == Phase::Cold;
        let requests = work.requests(|one, overlay, _| {
            let request = self.request(&one.instance, overlay, one.limits, Purpose::Pair);
            // What the audit has put in doubt is not to be answered from the cache.
            Some(if cold_only {
                Request {
                    key: None,
                    ..request
                }
            } else {
                request
            })
        });
        self.watch.begin(phases[0], requests.len());
        let pairs = self.make_split(work, requests, mode)?;
        let mut killed = Vec::new();
        let mut at = 0;
        let policy = &self.opened.policy;
        let stripped = work.requests(|one, overlay, _| {
            let kill =
                judge(&pairs[at].report, policy) == mutscore_model::outcome::PairOutcome::Killed;
            at += 1;
            killed.push(kill);
            kill.then(|| {
                let request = self.request(&one.instance, overlay, one.limits, Purpose::Stripped);
                if cold_only {
                    Request {
                        key: None,
                        ..request
                    }
                } else {
                    request
                }
            })
        });
        self.watch.begin(phases[1], stripped.len());
        let mut made = self.make_split(work, stripped, mode)?.into_iter();
        let stripped = killed
            .into_iter()
            .map(|kill| if kill { made.next() } else { None })
            .collect();
        Ok((pairs, stripped))
    }

    /// Makes requests on warm or cold workers, as the calibration of their instance says.
    fn make_split(
        &mut self,
        work: &Work<'_>,
        requests: Vec<Request>,
        mode: Mode,
    ) -> Result<Vec<Finished>, FreezeError> {
        let cold: BTreeSet<_> = work
            .open
            .iter()
            .filter(|one| work.cold.contains(&one.instance.id))
            .map(|one| one.instance.scenario.at.clone())
            .collect();
        if cold.is_empty() || mode == Mode::Cold {
            let workers = self.opened.workers(&self.view, mode)?;
            return self.make(requests, &workers);
        }
        let is_cold: Vec<bool> = requests
            .iter()
            .map(|request| cold.contains(&request.scenario))
            .collect();
        let (mut warm_part, mut cold_part) = (Vec::new(), Vec::new());
        for (request, is_cold) in requests.into_iter().zip(&is_cold) {
            if *is_cold {
                cold_part.push(request)
            } else {
                warm_part.push(request)
            }
        }
        let warm = self.opened.workers(&self.view, Mode::Warm)?;
        let mut warm = self.make(warm_part, &warm)?.into_iter();
        let workers = self.opened.workers(&self.view, Mode::Cold)?;
        let mut cold = self.make(cold_part, &workers)?.into_iter();
        Ok(is_cold
            .into_iter()
            .filter_map(|is_cold| if is_cold { cold.next() } else { warm.next() })
            .collect())
    }

    /// Makes a sample again, cold. False if any verdict differs.
    fn audit(&mut self, work: &Work<'_>, pairs: &[Finished]) -> Result<bool, FreezeError> {
        if self.options.audit <= 0.0 {
            return Ok(true);
        }
        let requests =
            work.requests(|one, overlay, _| Some(uncached(&one.instance, overlay, one.limits)));
        let (places, again) = audit::choose(&requests, self.options.audit, self.options.seed);
        self.watch.begin(Phase::Audit, again.len());
        let workers = self.opened.workers(&self.view, Mode::Cold)?;
        let cold = self.make(again, &workers)?;
        let result = audit::compare(
            &requests,
            &places,
            pairs,
            &cold,
            &self.opened.policy,
            self.options.seed,
        );
        for words in &result.which {
            self.watch.note(words);
        }
        let agrees = result.disagreements == 0;
        self.summary.audit = Some(result);
        Ok(agrees)
    }

    fn request(
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

    fn make(
        &mut self,
        requests: Vec<Request>,
        workers: &LocalPool,
    ) -> Result<Vec<Finished>, FreezeError> {
        let finished = run_all(requests, workers, self.cache, self.watch, self.cancel)?;
        self.summary.count_runs(&finished);
        Ok(finished)
    }
}

fn uncached(instance: &Instance, overlay: &Arc<Overlay>, limits: RunLimits) -> Request {
    Request {
        key: None,
        scenario: instance.scenario.at.clone(),
        overlay: Arc::clone(overlay),
        limits,
        observe: false,
        strip: false,
    }
}

/// The pairs to be run: instances with the places of their mutants in the manifest.
struct Work<'a> {
    open: &'a [Passed],
    covered: Vec<Vec<usize>>,
    overlays: BTreeMap<usize, Arc<Overlay>>,
    /// Ids of instances that are run cold.
    cold: BTreeSet<u32>,
}

impl Work<'_> {
    /// One request a pair, in a fixed order: instance by instance, in manifest order.
    fn requests(
        &self,
        mut make: impl FnMut(&Passed, &Arc<Overlay>, usize) -> Option<Request>,
    ) -> Vec<Request> {
        let mut requests = Vec::new();
        for (one, places) in self.open.iter().zip(&self.covered) {
            for place in places {
                requests.extend(make(one, &self.overlays[place], *place));
            }
        }
        requests
    }

    fn pools(
        &self,
        mutants: &[Mutant],
        pairs: &[Finished],
        stripped: &[Option<Finished>],
        provenance: &Provenance,
        freezing: &Freezing<'_>,
    ) -> Vec<Pool> {
        let policy = &freezing.opened.policy;
        let mut at = 0;
        let mut pools = Vec::new();
        for (one, places) in self.open.iter().zip(&self.covered) {
            let mut entries = Vec::with_capacity(places.len());
            for place in places {
                let report = &pairs[at].report;
                let outcome = judge(report, policy);
                let killed = outcome == mutscore_model::outcome::PairOutcome::Killed;
                entries.push(PoolEntry {
                    id: mutants[*place].id.clone(),
                    outcome,
                    step: report.failed_step.clone().filter(|_| killed),
                    exception: report
                        .exception
                        .as_ref()
                        .map(|e| e.class.clone())
                        .filter(|_| killed),
                    stripped: stripped[at].as_ref().map(|run| judge(&run.report, policy)),
                });
                at += 1;
            }
            pools.push(Pool {
                schema: SCHEMA_VERSION,
                instance: one.instance.id,
                project: one.instance.project.clone(),
                provenance: provenance.clone(),
                coverage: one.observed.coverage.clone(),
                calls: one.observed.calls.clone(),
                mutants: entries,
            });
        }
        pools
    }
}
