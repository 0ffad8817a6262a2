//! What a freeze did, in numbers. Times are here and never in a frozen file.

use std::collections::BTreeMap;
use std::time::Duration;

use mutscore_model::mutant::{Mutant, MutantStatus};
use mutscore_model::outcome::PairOutcome;
use mutscore_model::pool::{GateEntry, Pool};
use serde::Serialize;

use crate::dispatch::Finished;
use crate::pool::audit::AuditResult;

/// Smallest, greatest and mean of a count over instances.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct Counts {
    /// Sum.
    pub sum: usize,
    /// Smallest.
    pub min: usize,
    /// Greatest.
    pub max: usize,
    /// Arithmetic mean.
    pub mean: f64,
}

impl Counts {
    fn of(values: &[usize]) -> Self {
        let sum = values.iter().sum();
        Self {
            sum,
            min: values.iter().copied().min().unwrap_or(0),
            max: values.iter().copied().max().unwrap_or(0),
            mean: if values.is_empty() {
                0.0
            } else {
                sum as f64 / values.len() as f64
            },
        }
    }
}

/// What one freeze of one project did.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct FreezeSummary {
    /// Project name.
    pub project: String,
    /// Instances found by the runner.
    pub instances: usize,
    /// Feature files that do not parse, with the parser's words.
    pub unparsable: Vec<(String, String)>,
    /// Dropped by the gate: reason → count.
    pub dropped: BTreeMap<String, usize>,
    /// Mutants in the manifest.
    pub mutants: usize,
    /// Mutants that are never run: `stillborn`, `equivalent`, `duplicate` or `skipped` → count.
    pub left_out: BTreeMap<String, usize>,
    /// The compiler that says so, or `none: ` and why there is none; `None` where mutants were not to be checked.
    pub compile_check: Option<String>,
    /// Instances with a frozen pool, those frozen before included.
    pub frozen: usize,
    /// Of them, those that were frozen before and were left as they are.
    pub kept: usize,
    /// Pool sizes.
    pub pairs: Counts,
    /// Kills of the ground truth.
    pub kills: Counts,
    /// Kills that survive with emptied Then bodies: the assertion-dependent subset.
    pub assertion_dependent: Counts,
    /// Instances whose ground truth kills nothing: not scorable.
    pub not_scorable: Vec<u32>,
    /// Pairs without a verdict: reason → count.
    pub excluded: BTreeMap<String, usize>,
    /// Runs of this freeze by the way they were made.
    pub executed: BTreeMap<String, usize>,
    /// Runs that were answered from the cache.
    pub cached: usize,
    /// Instances run cold because calibration found a difference, with what it was.
    pub cold_instances: Vec<(u32, String)>,
    /// The audit, if one was made.
    pub audit: Option<AuditResult>,
    /// CPU time of the runs themselves (load of the fork trees apart), in seconds.
    pub run_cpu_seconds: f64,
    /// Wall time of the whole freeze, in seconds.
    pub wall_seconds: f64,
}

impl FreezeSummary {
    pub(crate) fn count_runs(&mut self, finished: &[Finished]) {
        for one in finished {
            if one.cached {
                self.cached += 1;
            } else {
                *self
                    .executed
                    .entry(one.report.execution.word().to_owned())
                    .or_default() += 1;
                self.run_cpu_seconds += one.report.cpu_us as f64 / 1e6;
            }
        }
    }

    pub(crate) fn count_mutants(&mut self, mutants: &[Mutant]) {
        self.mutants = mutants.len();
        for mutant in mutants {
            if mutant.status != MutantStatus::Ok {
                let word = mutant.status.word().to_owned();
                *self.left_out.entry(word).or_default() += 1;
            }
        }
    }

    pub(crate) fn count_gate(&mut self, gate: &[GateEntry]) {
        for entry in gate {
            if let Some(dropped) = entry.dropped {
                *self.dropped.entry(word(&dropped)).or_default() += 1;
            }
        }
    }

    pub(crate) fn count_pools(&mut self, pools: &[Pool]) {
        self.frozen = pools.len();
        let per_pool = |of: &dyn Fn(&Pool) -> usize| pools.iter().map(of).collect::<Vec<_>>();
        self.pairs = Counts::of(&per_pool(&|pool| pool.mutants.len()));
        self.kills = Counts::of(&per_pool(&|pool| pool.kills().count()));
        self.assertion_dependent = Counts::of(&per_pool(&|pool| {
            pool.kills()
                .filter(|entry| entry.stripped == Some(PairOutcome::Survived))
                .count()
        }));
        self.not_scorable = pools
            .iter()
            .filter(|pool| pool.kills().next().is_none())
            .map(|pool| pool.instance)
            .collect();
        for entry in pools.iter().flat_map(|pool| &pool.mutants) {
            if let PairOutcome::Excluded(reason) = entry.outcome {
                *self.excluded.entry(word(&reason)).or_default() += 1;
            }
        }
    }

    pub(crate) fn took(&mut self, time: Duration) {
        self.wall_seconds = time.as_secs_f64();
    }
}

/// The word that stored files use for a value.
pub(crate) fn word(value: &impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => word,
        _ => "other".to_owned(),
    }
}
