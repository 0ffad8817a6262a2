//! What a score says: the one object that `--json` prints.

use std::collections::BTreeMap;

use mutscore_model::coverage::Lines;
use mutscore_model::digest::Digest;
use mutscore_model::mutant::MutantId;
use mutscore_model::outcome::{FailedStep, Stage};
use mutscore_model::path::RelPath;
use serde::Serialize;

use crate::metrics::{Generated, Why};
use crate::pool::AuditResult;

/// A mutant that the ground truth kills and the submission does not.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Missed {
    /// Its id in the manifest.
    pub id: MutantId,
    /// The mutated file, relative to the project root.
    pub file: RelPath,
    /// 1-based line of the change.
    pub line: u32,
    /// 1-based column of the change, in characters.
    pub column: u32,
    /// Operator.
    pub operator: String,
    /// The original text.
    pub original: String,
    /// What stands there in the mutant.
    pub replacement: String,
    /// Why it is missed.
    pub why: Why,
}

/// Where the time went, in seconds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct Timing {
    /// Wall time of scoring.
    pub wall_seconds: f64,
    /// CPU time of the runs made.
    pub run_cpu_seconds: f64,
}

/// How often the cache had the answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct CacheUse {
    /// Runs answered from the cache.
    pub hits: usize,
    /// Runs made.
    pub misses: usize,
}

/// The score of one submission on one instance.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Score {
    /// Version of this object's form.
    pub schema: u32,
    /// Instance id.
    pub instance: u32,
    /// Project name.
    pub project: String,
    /// The stage that the submission reached.
    pub outcome: Stage,
    /// Why it did not get further, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
    /// The step that failed on the unmutated code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failed_step: Option<FailedStep>,
    /// MutRecall as the paper counts it: pairs without a verdict are left out of both sides. `None` if the ground
    /// truth kills nothing, or if the stage is `infrastructure`.
    pub mut_recall: Option<f64>,
    /// The same, with pairs without a verdict counted as missed.
    pub mut_recall_strict: Option<f64>,
    /// Whether it passes and kills every mutant that the ground truth kills.
    pub kill_complete: bool,
    /// `|K_i|`.
    pub gt_kills: usize,
    /// Mutants of `K_i` that it kills.
    pub gen_kills: usize,
    /// Mutants of `K_i` that it does not.
    pub missed: Vec<Missed>,
    /// Jaccard of executed production lines; 0 for a test that does not pass, `None` where the runner cannot see lines.
    pub cov_jaccard: Option<f64>,
    /// F1 of direct production calls; `None` where the ground truth calls none, 0 for a test that does not pass.
    pub api_f1: Option<f64>,
    /// The same over pairs of a method and the kind of step that calls it.
    pub api_f1_by_step: Option<f64>,
    /// What it does to each mutant of `K_i`, in pool order, a letter each (`k` killed, `s` survived, `n` not executed; `t`
    /// `b` `u` `i` `p`: no verdict, see [`crate::results::mark`]). Empty unless it passes.
    pub pairs: String,
    /// Digest of the files it came to; `None` if it came to none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub submission: Option<Digest>,
    /// The production lines it executed, for those who compare submissions.
    #[serde(skip)]
    pub executed: Lines,
    /// What it does to each mutant it was to be run on, those outside of `K_i` included, in pool order.
    #[serde(skip)]
    pub outcomes: Vec<(MutantId, Generated)>,
    /// Pairs of `K_i` without a verdict: reason → count.
    pub excluded: BTreeMap<String, usize>,
    /// Kills outside of `K_i`, where the whole pool was run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extra_kills: Option<usize>,
    /// Paths of the submission that were not taken, with the reason.
    pub discarded: Vec<(String, String)>,
    /// How runs were kept apart, and what was lost on this machine.
    pub isolation: String,
    /// Whether the pairs were run warm or cold, and why cold.
    pub execution: String,
    /// Warm pairs made again cold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub audit: Option<AuditResult>,
    /// Where the time went.
    pub timing: Timing,
    /// How often the cache had the answer.
    pub cache: CacheUse,
}
