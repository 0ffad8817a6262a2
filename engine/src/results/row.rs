//! The lines of a result set: what was planned, and what came of each submission.
//!
//! A result set is a file of JSON lines. It holds all that a report needs, so that a report opens no pool: first a
//! header, then a line for each planned instance, then a line for each scored submission.

use std::collections::BTreeMap;

use mutscore_model::digest::Digest;
use mutscore_model::outcome::{Exclusion, PairOutcome, Stage};
use mutscore_model::path::RelPath;
use serde::{Deserialize, Serialize};

use crate::metrics::Generated;

/// Version of the form of result sets.
pub const RESULTS_SCHEMA: u32 = 1;

/// A line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Line {
    /// The first line.
    Header(Header),
    /// An instance that every configuration is to be scored on.
    Planned(Planned),
    /// A submission and its score.
    Result(Box<Row>),
}

/// What the whole set rests on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// Version of the form: [`RESULTS_SCHEMA`].
    pub schema: u32,
    /// Version of mutscore.
    pub tool: String,
    /// By project: what its pools rest on.
    pub projects: BTreeMap<String, Basis>,
}

/// What the pools of a project rest on; two sets fit together only where it is the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Basis {
    /// Operator set, in order.
    pub operators: Vec<String>,
    /// Digest of the manifest.
    pub manifest: Digest,
    /// Digest of the pinned tree.
    pub tree: Digest,
    /// What the tool chain says of itself.
    pub toolchain: BTreeMap<String, String>,
    /// Digest of limits and outcome policy.
    pub policy: Digest,
}

/// An instance as the whole set sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Planned {
    /// Its id.
    pub instance: u32,
    /// Its project.
    pub project: String,
    /// Its feature file: the cluster of the bootstrap.
    pub feature: RelPath,
    /// The scenario's name, for people.
    pub scenario: String,
    /// Digest of its frozen pool.
    pub pool: Digest,
    /// `|K_i|`; an instance with 0 is planned but never kill-complete.
    pub gt_kills: u32,
    /// Whether the ground truth calls production code directly: where it does not, API F1 is undefined.
    pub calls: bool,
    /// For each mutant of `K_i`, in pool order, `1` if only a Then step notices it. `None` where the runner has no Then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assertion: Option<String>,
    /// For each mutant of `K_i`, `1` if it lies inside the target implementation. `None` where no target was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// Name of the group of instances whose ground truth binds the same step definitions, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
}

/// Which generation a result is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Who<'a> {
    /// The configuration.
    pub configuration: &'a str,
    /// The view.
    pub view: &'a str,
    /// Number of the generation, from 1.
    pub repeat: u32,
    /// The instance.
    pub instance: u32,
}

/// The score of one submission within a set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The configuration: agent, model, effort, as its owner calls it.
    pub configuration: String,
    /// What the generator could see: `target-hidden`, `all-hidden`, or as its owner calls it.
    pub view: String,
    /// Number of the generation, from 1.
    pub repeat: u32,
    /// The instance.
    pub instance: u32,
    /// Digest of the submission's files as they were taken.
    pub submission: Digest,
    /// Digest of the pool it was scored on.
    pub pool: Digest,
    /// The stage.
    pub outcome: Stage,
    /// For each mutant of `K_i`, in pool order, what the submission does to it: see [`mark`]. Empty unless it passes.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub pairs: String,
    /// Jaccard of executed lines; `None` where the runner cannot see lines.
    pub cov_jaccard: Option<f64>,
    /// F1 of direct production calls; `None` where the ground truth calls none.
    pub api_f1: Option<f64>,
    /// The same over pairs of a method and the kind of step that calls it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub api_f1_by_step: Option<f64>,
    /// Why it did not pass, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
    /// How many of its files or edits were not taken.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub discarded: u32,
    /// What generating it took.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generation: Option<Generation>,
}

impl Row {
    /// Which generation it is of.
    #[must_use]
    pub fn who(&self) -> Who<'_> {
        Who {
            configuration: &self.configuration,
            view: &self.view,
            repeat: self.repeat,
            instance: self.instance,
        }
    }
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde asks for a reference"
)]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// What a generation took (`generation.json` beside a submission). All are optional: what is not recorded is not 0.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Generation {
    /// Wall time in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// Calls of the language model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub llm_calls: Option<f64>,
    /// Tokens that went in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input_tokens: Option<f64>,
    /// Tokens that came out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output_tokens: Option<f64>,
    /// Money, in the currency of the whole set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
}

/// One letter for what a generated test does to a mutant of `K_i`.
#[must_use]
pub fn mark(generated: Generated) -> char {
    match generated {
        Generated::NotExecuted => 'n',
        Generated::Ran(PairOutcome::Killed) => 'k',
        Generated::Ran(PairOutcome::Survived) => 's',
        Generated::Ran(PairOutcome::Excluded(reason)) => match reason {
            Exclusion::Timeout => 't',
            Exclusion::BeforeFirstStep => 'b',
            Exclusion::Binding => 'u',
            Exclusion::Infrastructure => 'i',
            Exclusion::Policy => 'p',
        },
    }
}

/// What a letter of [`mark`] means; `None` for any other.
#[must_use]
pub fn generated(mark: char) -> Option<Generated> {
    let excluded = |reason| Generated::Ran(PairOutcome::Excluded(reason));
    Some(match mark {
        'n' => Generated::NotExecuted,
        'k' => Generated::Ran(PairOutcome::Killed),
        's' => Generated::Ran(PairOutcome::Survived),
        't' => excluded(Exclusion::Timeout),
        'b' => excluded(Exclusion::BeforeFirstStep),
        'u' => excluded(Exclusion::Binding),
        'i' => excluded(Exclusion::Infrastructure),
        'p' => excluded(Exclusion::Policy),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_outcome_of_a_pair_has_a_letter_that_reads_back() {
        for letter in "nkstbuip".chars() {
            assert_eq!(generated(letter).map(mark), Some(letter));
        }
        assert_eq!(generated('?'), None);
    }
}
