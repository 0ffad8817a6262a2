//! MutRecall and KillComplete of one instance.
//!
//! The paper leaves a pair without a verdict of the generated test out of both sides of the fraction, so a test
//! that hangs on every mutant it cannot kill would score 1. The strict value counts such a pair as missed.
//! Both are given; **KillComplete uses the strict one**, so that no pair of `K_i` without a verdict ever helps.

use std::collections::BTreeMap;

use mutscore_model::mutant::MutantId;
use mutscore_model::outcome::{Exclusion, PairOutcome};
use mutscore_model::pool::PoolEntry;
use serde::{Deserialize, Serialize};

/// What a passing generated test does to one mutant of `K_i`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Generated {
    /// It executes none of the mutant's lines, so it was not run on it.
    NotExecuted,
    /// It was run on the mutant.
    Ran(PairOutcome),
}

/// Why a mutant is missed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// The test takes another route.
    NotExecuted,
    /// The test executes the mutant and passes.
    ExecutedNotChecked,
}

/// A mutant that the ground truth kills and the generated test does not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Miss {
    /// The mutant.
    pub id: MutantId,
    /// Why.
    pub why: Why,
}

/// MutRecall, both ways of counting. Each lies in 0..=1, and `strict <= paper`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Recall {
    /// Kills among the retained pairs: those on which the generated test has a verdict. 0 if it has none at all,
    /// where the paper's fraction is undefined: nothing was shown to be killed.
    pub paper: f64,
    /// Kills among all pairs of `K_i`.
    pub strict: f64,
}

/// The generated test against `K_i`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kills {
    /// `|K_i|`: mutants the ground truth kills.
    pub gt_kills: usize,
    /// Of these, mutants the generated test kills.
    pub gen_kills: usize,
    /// Of these, mutants it survives or does not execute, in the order given.
    pub missed: Vec<Miss>,
    /// Of these, mutants without a verdict, by reason.
    pub excluded: BTreeMap<Exclusion, usize>,
}

impl Kills {
    /// Counts the mutants of `K_i` with what the generated test does to each. A mutant counts each time it is
    /// given, so it is to be given once.
    pub fn of<'a>(pairs: impl IntoIterator<Item = (&'a MutantId, Generated)>) -> Self {
        let mut kills = Self::default();
        for (id, generated) in pairs {
            kills.gt_kills += 1;
            let why = match generated {
                Generated::Ran(PairOutcome::Killed) => {
                    kills.gen_kills += 1;
                    continue;
                }
                Generated::Ran(PairOutcome::Excluded(reason)) => {
                    *kills.excluded.entry(reason).or_default() += 1;
                    continue;
                }
                Generated::Ran(PairOutcome::Survived) => Why::ExecutedNotChecked,
                Generated::NotExecuted => Why::NotExecuted,
            };
            kills.missed.push(Miss {
                id: id.clone(),
                why,
            });
        }
        kills
    }

    /// Pairs on which the generated test has a verdict.
    #[must_use]
    pub fn retained(&self) -> usize {
        self.gen_kills + self.missed.len()
    }

    /// MutRecall of a test that passes on the unmutated code; `None` where `K_i` is empty, for then the instance
    /// is not scorable. A test that does not pass has a recall of 0 whatever is counted here.
    #[must_use]
    pub fn recall(&self) -> Option<Recall> {
        (self.gt_kills > 0).then(|| Recall {
            paper: ratio(self.gen_kills, self.retained()),
            strict: ratio(self.gen_kills, self.gt_kills),
        })
    }

    /// Missed mutants by reason.
    #[must_use]
    pub fn missed_by_why(&self) -> BTreeMap<Why, usize> {
        let mut counts = BTreeMap::new();
        for miss in &self.missed {
            *counts.entry(miss.why).or_default() += 1;
        }
        counts
    }
}

/// Whether a test is kill-complete: it passes, and kills every mutant of a non-empty `K_i`.
///
/// Strict on purpose: a pair of `K_i` without a verdict (a timeout, trouble of ours) is not a kill, so with one the
/// test is not kill-complete. The caller can tell the two apart by [`Kills::excluded`].
#[must_use]
pub fn kill_complete(passes: bool, kills: &Kills) -> bool {
    passes && kills.gt_kills > 0 && kills.gen_kills == kills.gt_kills
}

/// Whether a mutant of `K_i` is in the assertion-dependent subset: it survives the ground truth with the bodies of
/// its Then step definitions emptied.
#[must_use]
pub fn assertion_dependent(entry: &PoolEntry) -> bool {
    entry.outcome == PairOutcome::Killed && entry.stripped == Some(PairOutcome::Survived)
}

fn ratio(part: usize, whole: usize) -> f64 {
    if whole == 0 {
        0.0
    } else {
        part as f64 / whole as f64
    }
}
