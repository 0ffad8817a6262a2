//! The ground truth on every pair of a scenario and a mutant it reaches: calibration, the runs, the audit.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use mutscore_model::event::SCHEMA_VERSION;
use mutscore_model::mutant::Mutant;
use mutscore_model::outcome::{PairOutcome, RunOutcome};
use mutscore_model::overlay::Overlay;
use mutscore_model::path::RelPath;
use mutscore_model::pool::{Pool, PoolEntry, Provenance};
use mutscore_runners::runner::Mode;

use crate::cache::Purpose;
use crate::dispatch::{Finished, Request};
use crate::judge::judge;
use crate::pool::freeze::{FreezeError, Freezing, Passed, Phase, uncached};
use crate::pool::{audit, cover};
use crate::project::{SourceTree, Weaving};

impl Freezing<'_> {
    pub(super) fn outcomes(
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
        let mut mode = self.opened.mode();
        let mut cold = BTreeSet::new();
        if mode == Mode::Warm {
            let mut weaving = self.weave(mutants)?;
            weaving.share(open.iter().map(|one| &one.observed));
            let whole = overlays
                .keys()
                .all(|place| weaving.holds(&mutants[*place].id));
            if weaving.is_shared() && !self.is_calm(open, &weaving)? {
                weaving.keep_apart();
            }
            cold = if weaving.is_shared() && whole {
                // Every run goes the way that was just tried.
                BTreeSet::new()
            } else {
                self.calibrate(open, &mut sources, &weaving)?
            };
            for (place, overlay) in &mut overlays {
                *overlay = weaving.with_mutant(&mutants[*place].id, overlay);
            }
        }
        let work = Work {
            open,
            covered,
            overlays,
            cold,
        };
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

    /// The common build of the mutants, where the runner can use one.
    fn weave(&mut self, mutants: &[Mutant]) -> Result<Weaving, FreezeError> {
        let weaving = Weaving::of(self.opened, mutants)?;
        if weaving.woven() > 0 {
            let mut words = format!("{} mutants share one build", weaving.woven());
            for (why, count) in weaving.left() {
                words.push_str(&format!("; {count} do not: {why}"));
            }
            self.watch.note(&words);
        }
        Ok(weaving)
    }

    /// Every scenario unmutated in one process that makes many runs, in two orders, against what the gate saw cold. False
    /// if any differs: then no run shares a process.
    fn is_calm(&mut self, open: &[Passed], weaving: &Weaving) -> Result<bool, FreezeError> {
        let nothing = weaving.unmutated(&Arc::new(Overlay::default()));
        let request = |one: &Passed| uncached(&one.instance, &nothing, one.limits);
        let requests: Vec<Request> = open.iter().chain(open.iter().rev()).map(request).collect();
        self.watch.begin(Phase::Calibrate, requests.len());
        let worker = self.opened.one_worker(&self.view, Mode::Warm)?;
        let finished = self.make(requests, &worker)?;
        let order = open.iter().chain(open.iter().rev());
        let bad = order
            .zip(&finished)
            .find(|(_, run)| run.report.outcome != RunOutcome::Pass);
        if let Some((one, run)) = bad {
            let words = run.report.exception.as_ref().map(|e| e.message.as_str());
            self.watch.note(&format!(
                "each run has a process of its own: instance {} ends in {:?} when shared: {}",
                one.instance.id,
                run.report.outcome,
                words.or(run.report.note.as_deref()).unwrap_or("")
            ));
        }
        Ok(bad.is_none())
    }

    /// Every scenario unmutated, warm in both ways, against what the gate saw cold. Gives those to be run cold.
    fn calibrate(
        &mut self,
        open: &[Passed],
        sources: &mut SourceTree,
        weaving: &Weaving,
    ) -> Result<BTreeSet<u32>, FreezeError> {
        let nothing = weaving.unmutated(&Arc::new(Overlay::default()));
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
        let has_then = self.opened.runner.has_then_steps();
        let policy = &self.opened.policy;
        let stripped = work.requests(|one, overlay, _| {
            let kill = judge(&pairs[at].report, policy) == PairOutcome::Killed;
            at += 1;
            killed.push(kill && has_then);
            (kill && has_then).then(|| {
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
                let killed = outcome == PairOutcome::Killed;
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
