//! The pairs of a submission, warm where that is sound and cold elsewhere.

use std::sync::Arc;

use mutscore_model::coverage::Observation;
use mutscore_model::mutant::{Mutant, MutantId};
use mutscore_model::outcome::RunOutcome;
use mutscore_model::overlay::Overlay;
use mutscore_runners::runner::{Mode, RunLimits};

use crate::cache::Purpose;
use crate::dispatch::{Finished, Request};
use crate::pool::{self, AuditResult, Phase};
use crate::project::{Laid, Weaving};
use crate::score::error::ScoreError;
use crate::score::run::Scoring;

/// All mutants of the project, which of them each request is about, and what the unmutated run showed.
pub(super) struct Manifest<'m> {
    pub(super) mutants: &'m [Mutant],
    pub(super) of: Vec<&'m MutantId>,
    pub(super) observed: Option<&'m Observation>,
}

impl Scoring<'_> {
    /// Warm where a warm unmutated run passes as the cold one did, and the audit agrees; cold elsewhere.
    pub(super) fn run_pairs(
        &mut self,
        view: &Laid,
        limits: RunLimits,
        mut requests: Vec<Request>,
        manifest: Manifest<'_>,
    ) -> Result<(Vec<Finished>, String), ScoreError> {
        self.watch.begin(Phase::Pairs, requests.len());
        if self.opened.mode() == Mode::Cold {
            let workers = self.opened.workers(view, Mode::Cold)?;
            let why = if self.opened.runner.exit_codes_only() {
                "cold: exit codes are all that this runner knows of a run"
            } else {
                "cold: asked for"
            };
            return Ok((self.make(requests, &workers)?, why.to_owned()));
        }
        let known = requests.iter().all(|request| {
            request
                .key
                .is_some_and(|key| self.cache.get(&key).is_some())
        });
        let warm = self.opened.workers(view, Mode::Warm)?;
        if !known {
            let mut weaving = Weaving::of(self.opened, manifest.mutants)?;
            weaving.share(manifest.observed);
            if weaving.is_shared() {
                // Twice in one process.
                let unmutated = self.unmutated(view, &weaving, limits);
                let worker = self.opened.one_worker(view, Mode::Warm)?;
                let twice = self.make(vec![unmutated.clone(), unmutated], &worker)?;
                if !all_pass(&twice) {
                    weaving.keep_apart();
                    let why = "each run has a process of its own: the unmutated run does not pass twice in one";
                    self.watch.note(why);
                }
            }
            for (request, id) in requests.iter_mut().zip(manifest.of) {
                request.overlay = weaving.with_mutant(id, &request.overlay);
            }
            let mut calibration = Vec::new();
            if !weaving.is_shared() {
                let unmutated = self.unmutated(view, &weaving, limits);
                calibration = self.make(vec![unmutated], &warm)?;
            }
            if !all_pass(&calibration) {
                let workers = self.opened.workers(view, Mode::Cold)?;
                let why = "cold: the unmutated run does not pass when warm".to_owned();
                self.watch.note(&why);
                return Ok((self.make(requests, &workers)?, why));
            }
        }
        let again = pool::choose_audit(&requests, self.options.audit, self.options.seed);
        let finished = self.make(requests.clone(), &warm)?;
        if self.options.audit > 0.0 && !self.audit(view, &requests, &finished, again)? {
            let why = "cold: the audit found a difference".to_owned();
            self.watch.note(&why);
            let uncached = requests
                .into_iter()
                .map(|request| Request {
                    key: None,
                    ..request
                })
                .collect();
            let workers = self.opened.workers(view, Mode::Cold)?;
            return Ok((self.make(uncached, &workers)?, why));
        }
        Ok((finished, "warm".to_owned()))
    }

    fn unmutated(&self, view: &Laid, weaving: &Weaving, limits: RunLimits) -> Request {
        let nothing = weaving.unmutated(&Arc::new(Overlay::default()));
        Request {
            key: None,
            ..self.request(view, &nothing, limits, Purpose::Pair)
        }
    }

    fn audit(
        &mut self,
        view: &Laid,
        requests: &[Request],
        warm: &[Finished],
        (places, again): (Vec<usize>, Vec<Request>),
    ) -> Result<bool, ScoreError> {
        self.watch.begin(Phase::Audit, again.len());
        let workers = self.opened.workers(view, Mode::Cold)?;
        let cold = self.make(again, &workers)?;
        let result: AuditResult = pool::compare_audit(
            requests,
            &places,
            warm,
            &cold,
            &self.opened.policy,
            self.options.seed,
        );
        let agrees = result.disagreements == 0;
        self.score.audit = Some(result);
        Ok(agrees)
    }
}

fn all_pass(runs: &[Finished]) -> bool {
    runs.iter()
        .all(|run| run.report.outcome == RunOutcome::Pass)
}
