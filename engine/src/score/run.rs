//! The steps of scoring: take the submission, run it once observed, then on the mutants that matter.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use mutscore_model::coverage::Lines;
use mutscore_model::event::SCHEMA_VERSION;
use mutscore_model::instance::Instance;
use mutscore_model::mutant::Mutant;
use mutscore_model::outcome::{PairOutcome, RunOutcome, RunReport, Stage};
use mutscore_model::overlay::Overlay;
use mutscore_model::pool::{Drop, Pool};
use mutscore_runners::runner::{CancelToken, Isolation, Mode, RunLimits};

use crate::bench::{Bench, FrozenError};
use crate::cache::{Purpose, ResultCache};
use crate::config::Baseline;
use crate::dispatch::{Finished, Interrupted, Request, run_all};
use crate::judge::{judge, stage};
use crate::manifest;
use crate::metrics::{api_f1, api_f1_by_step, cov_jaccard, kill_complete};
use crate::pool::{self, Phase, Watch};
use crate::project::{Laid, Opened, SourceTree};
use crate::score::error::ScoreError;
use crate::score::pairs::{self, Chosen};
use crate::score::verdict::Score;
use crate::score::warm::Manifest;
use crate::submission::{self, Taken};

/// The first unmutated run of a submission has nothing to be measured against: a minute is many times what any
/// scenario needs, and a submission that hangs does not hold a worker for longer.
const FIRST_RUN: Duration = Duration::from_secs(60);

/// How a submission is to be scored.
#[derive(Debug, Clone)]
pub struct ScoreOptions {
    /// Run the whole pool and not only `K_i`.
    pub full_pool: bool,
    /// Share of the pairs that are made again cold, 0 to 1.
    pub audit: f64,
    /// Seed of the audit's sample.
    pub seed: u64,
}

/// Scores one submission on one instance.
///
/// # Errors
/// [`ScoreError`]. A submission that is bad in any way is not an error but a stage.
pub fn score(
    bench: &Bench,
    opened: &Opened,
    instance: &Instance,
    path: &Path,
    (cache, options): (&dyn ResultCache, &ScoreOptions),
    watch: &dyn Watch,
    cancel: &CancelToken,
) -> Result<Score, ScoreError> {
    let manifest = manifest::read(&bench.manifest_path(&instance.project))?;
    score_on(
        bench,
        opened,
        &manifest,
        instance,
        path,
        (cache, options),
        watch,
        cancel,
    )
}

/// [`score`] with a manifest that was read before: for many submissions of one project.
///
/// # Errors
/// As [`score`].
#[expect(
    clippy::too_many_arguments,
    reason = "what scoring needs, each of another kind"
)]
pub(crate) fn score_on(
    bench: &Bench,
    opened: &Opened,
    manifest: &manifest::Manifest,
    instance: &Instance,
    path: &Path,
    (cache, options): (&dyn ResultCache, &ScoreOptions),
    watch: &dyn Watch,
    cancel: &CancelToken,
) -> Result<Score, ScoreError> {
    let pool = frozen_pool(bench, instance)?;
    let ours = opened.provenance(manifest::operators(&manifest.header), manifest.digest);
    let differences = pool::differences(&pool.provenance, &ours);
    if !differences.is_empty() {
        return Err(ScoreError::OtherPool {
            instance: instance.id,
            what: differences.join(", "),
        });
    }
    score_against(
        &Against {
            state: bench.state(),
            opened,
            instance,
            pool: &pool,
            mutants: &manifest.mutants,
        },
        path,
        (cache, options),
        watch,
        cancel,
    )
}

/// What a submission is run against.
pub(crate) struct Against<'a> {
    pub(crate) state: &'a Path,
    pub(crate) opened: &'a Opened,
    pub(crate) instance: &'a Instance,
    /// Its kills are what is to be reproduced.
    pub(crate) pool: &'a Pool,
    /// All mutants of the project.
    pub(crate) mutants: &'a [Mutant],
}

/// [`score`] on a pool that need not be a frozen one.
///
/// # Errors
/// As [`score`].
pub(crate) fn score_against(
    against: &Against<'_>,
    path: &Path,
    (cache, options): (&dyn ResultCache, &ScoreOptions),
    watch: &dyn Watch,
    cancel: &CancelToken,
) -> Result<Score, ScoreError> {
    let started = Instant::now();
    let Against {
        state,
        opened,
        instance,
        pool,
        mutants,
    } = *against;
    let mut scoring = Scoring {
        opened,
        state,
        instance,
        pool,
        cache,
        options,
        watch,
        cancel,
        score: blank(instance, pool, opened),
    };
    scoring.submission(path, mutants)?;
    scoring.score.timing.wall_seconds = started.elapsed().as_secs_f64();
    Ok(scoring.score)
}

/// The pool, or why there is none: an instance that the gate dropped is told apart from one not frozen yet.
pub(super) fn frozen_pool(bench: &Bench, instance: &Instance) -> Result<Pool, ScoreError> {
    match bench.pool(&instance.project, instance.id) {
        Err(FrozenError::Missing(path)) => {
            let gate = bench.gate(&instance.project).unwrap_or_default();
            let entry = gate.into_iter().find(|entry| entry.instance == instance.id);
            match entry.and_then(|entry| entry.dropped.map(|dropped| (dropped, entry.because))) {
                Some((dropped, because)) => Err(ScoreError::Dropped {
                    instance: instance.id,
                    dropped: describe_drop(dropped).to_owned(),
                    because: because
                        .map(|words| format!(" ({words})"))
                        .unwrap_or_default(),
                }),
                None => Err(FrozenError::Missing(path).into()),
            }
        }
        other => Ok(other?),
    }
}

fn describe_drop(dropped: Drop) -> &'static str {
    match dropped {
        Drop::Empty => "it has no steps",
        Drop::Unparsable => "its feature file does not parse",
        Drop::Undefined => "a step has no definition",
        Drop::Ambiguous => "a step has several definitions",
        Drop::Pending => "a step definition is pending",
        Drop::Failing => "it fails on the unmutated code",
        Drop::Unstable => "it passes at times only",
        Drop::Timeout => "it goes past its time limit",
        Drop::Skipped => "the runner skips it",
        Drop::Build => "the project or its step definitions do not load",
    }
}

fn blank(instance: &Instance, pool: &Pool, opened: &Opened) -> Score {
    Score {
        schema: SCHEMA_VERSION,
        instance: instance.id,
        project: instance.project.clone(),
        outcome: Stage::Infrastructure,
        because: None,
        failed_step: None,
        mut_recall: None,
        mut_recall_strict: None,
        kill_complete: false,
        gt_kills: pool.kills().count(),
        gen_kills: 0,
        missed: Vec::new(),
        cov_jaccard: (!opened.runner.exit_codes_only()).then_some(0.0),
        api_f1: None,
        api_f1_by_step: None,
        pairs: String::new(),
        submission: None,
        executed: Lines::default(),
        outcomes: Vec::new(),
        excluded: BTreeMap::new(),
        extra_kills: None,
        discarded: Vec::new(),
        isolation: match opened.isolation {
            Isolation::Namespaces => "namespaces".to_owned(),
            Isolation::None => "none".to_owned(),
        },
        execution: String::new(),
        audit: None,
        timing: Default::default(),
        cache: Default::default(),
    }
}

pub(super) struct Scoring<'a> {
    pub(super) opened: &'a Opened,
    state: &'a Path,
    instance: &'a Instance,
    pool: &'a Pool,
    pub(super) cache: &'a dyn ResultCache,
    pub(super) options: &'a ScoreOptions,
    pub(super) watch: &'a dyn Watch,
    cancel: &'a CancelToken,
    pub(super) score: Score,
}

impl Scoring<'_> {
    fn submission(&mut self, path: &Path, mutants: &[Mutant]) -> Result<(), ScoreError> {
        let scope = &self.opened.ready.settings.scope;
        let base = self.opened.pinned.without(&scope.withheld_globs())?;
        let taken = submission::take(path, base.path(), scope)?;
        let usable = match taken {
            Taken::Usable(usable) => usable,
            Taken::Unusable { why, discarded } => {
                self.score.discarded = discarded;
                self.reach(Stage::GenerationFailure, Some(why));
                return Ok(());
            }
        };
        self.score.discarded.clone_from(&usable.discarded);
        self.score.submission = Some(usable.digest);
        let base = base.without(&usable.deleted_globs())?;
        let view = Laid::submission(&base, usable.layer(self.state)?, usable.digest);
        let observed = self.observed_run(&view)?;
        let reached = stage(&observed);
        self.score.failed_step.clone_from(&observed.failed_step);
        self.reach(reached, because(&observed));
        if reached != Stage::Pass {
            return Ok(());
        }
        let seen = observed.observation.clone().unwrap_or_default();
        let executed = seen.coverage.all();
        self.score.executed.clone_from(&executed);
        if !self.opened.runner.exit_codes_only() {
            self.score.cov_jaccard = Some(cov_jaccard(&executed, &self.pool.coverage.all()));
        }
        self.score.api_f1 = api_f1(&seen.calls, &self.pool.calls);
        self.score.api_f1_by_step = api_f1_by_step(&seen.calls, &self.pool.calls);
        self.pairs(&view, &observed, &executed, mutants)
    }

    /// Sets the stage; a test that does not pass has 0 in all three measures.
    fn reach(&mut self, reached: Stage, because: Option<String>) {
        self.score.outcome = reached;
        self.score.because = because;
        let measured = reached != Stage::Infrastructure;
        let scorable = measured && self.score.gt_kills > 0;
        self.score.mut_recall = scorable.then_some(0.0);
        self.score.mut_recall_strict = scorable.then_some(0.0);
        self.score.api_f1 = (measured && !self.pool.calls.0.is_empty()).then_some(0.0);
        self.score.api_f1_by_step = self.score.api_f1;
    }

    /// The unmutated run, cold, with coverage and calls: the stage rests on it.
    fn observed_run(&mut self, view: &Laid) -> Result<RunReport, ScoreError> {
        self.watch.begin(Phase::Observe, 1);
        let cap = self.opened.ready.settings.limits.cap.min(FIRST_RUN);
        let limits = RunLimits {
            wall: cap,
            cpu: cap,
        };
        let request = self.request(
            view,
            &Arc::new(Overlay::default()),
            limits,
            Purpose::Observed,
        );
        let workers = self.opened.one_worker(view, Mode::Cold)?;
        let mut finished = self.make(vec![request], &workers)?;
        Ok(finished.remove(0).report)
    }

    /// Runs the submission on the mutants that the ground truth kills (or on the whole pool), and counts.
    fn pairs(
        &mut self,
        view: &Laid,
        observed: &RunReport,
        executed: &Lines,
        mutants: &[Mutant],
    ) -> Result<(), ScoreError> {
        let chosen = pairs::choose(self.pool, mutants, executed, self.options.full_pool)?;
        let baseline = Baseline {
            wall: Duration::from_micros(observed.wall_us),
            cpu: Duration::from_micros(observed.cpu_us),
        };
        let limits = self.opened.ready.settings.limits.limits(baseline);
        let requests = self.pair_requests(view, &chosen, limits)?;
        let reached = chosen.iter().filter(|one| one.reached);
        let of = reached.map(|one| &one.mutant.id).collect();
        let manifest = Manifest {
            mutants,
            of,
            observed: observed.observation.as_ref(),
        };
        let (finished, execution) = self.run_pairs(view, limits, requests, manifest)?;
        self.score.execution = execution;
        let policy = &self.opened.policy;
        let outcomes: Vec<PairOutcome> = finished
            .iter()
            .map(|run| judge(&run.report, policy))
            .collect();
        let (kills, extra, marks) = pairs::count(&chosen, &outcomes);
        self.score.pairs = marks;
        self.score.outcomes = pairs::outcomes(&chosen, &outcomes);
        if let Some(recall) = kills.recall() {
            self.score.mut_recall = Some(recall.paper);
            self.score.mut_recall_strict = Some(recall.strict);
        }
        self.score.kill_complete = kill_complete(true, &kills);
        self.score.gen_kills = kills.gen_kills;
        self.score.excluded = kills
            .excluded
            .iter()
            .map(|(reason, count)| (pool::word(reason), *count))
            .collect();
        self.score.missed = pairs::describe(&kills.missed, &chosen);
        self.score.extra_kills = self.options.full_pool.then_some(extra);
        Ok(())
    }

    fn pair_requests(
        &self,
        view: &Laid,
        chosen: &[Chosen<'_>],
        limits: RunLimits,
    ) -> Result<Vec<Request>, ScoreError> {
        let mut sources = SourceTree::new(self.opened.pinned.path());
        let mut requests = Vec::new();
        for one in chosen.iter().filter(|one| one.reached) {
            let overlay = sources.mutated(one.mutant)?;
            requests.push(self.request(view, &overlay, limits, Purpose::Pair));
        }
        Ok(requests)
    }

    pub(super) fn request(
        &self,
        view: &Laid,
        overlay: &Arc<Overlay>,
        limits: RunLimits,
        purpose: Purpose,
    ) -> Request {
        let at = &self.instance.scenario.at;
        Request {
            key: Some(self.opened.key(view, at, overlay.digest(), purpose, limits)),
            scenario: at.clone(),
            overlay: Arc::clone(overlay),
            limits,
            observe: purpose == Purpose::Observed,
            strip: false,
        }
    }

    pub(super) fn make(
        &mut self,
        requests: Vec<Request>,
        workers: &crate::exec::LocalPool,
    ) -> Result<Vec<Finished>, Interrupted> {
        let finished = run_all(requests, workers, self.cache, self.watch, self.cancel)?;
        for run in &finished {
            if run.cached {
                self.score.cache.hits += 1;
            } else {
                self.score.cache.misses += 1;
                self.score.timing.run_cpu_seconds += run.report.cpu_us as f64 / 1e6;
            }
        }
        Ok(finished)
    }
}

/// Why the unmutated run did not pass, in words.
fn because(report: &RunReport) -> Option<String> {
    if report.outcome == RunOutcome::Pass {
        return None;
    }
    let detail = report.detail.map(|detail| pool::word(&detail));
    let exception = report.exception.as_ref().map(|exception| {
        let at = exception
            .origin
            .as_ref()
            .map(|(path, line)| format!(" at {path}:{line}"))
            .unwrap_or_default();
        format!("{}: {}{at}", exception.class, exception.message)
    });
    let words: Vec<String> = [detail, exception.or_else(|| report.note.clone())]
        .into_iter()
        .flatten()
        .collect();
    Some(if words.is_empty() {
        pool::word(&report.outcome)
    } else {
        words.join(": ")
    })
}
