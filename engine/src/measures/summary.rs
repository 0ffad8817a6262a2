//! What a report says of a result set: numbers only, for whatever shows them.

use std::collections::BTreeMap;

use mutscore_model::outcome::Stage;
use serde::Serialize;

/// A value with its 95% interval, where one was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Estimate {
    /// The point estimate.
    pub value: f64,
    /// 2.5th percentile of the bootstrap.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub low: Option<f64>,
    /// 97.5th percentile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub high: Option<f64>,
}

/// A whole report, in the order of its tables.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Summary {
    /// Version of this object's form.
    pub schema: u32,
    /// Planned instances by project.
    pub planned: BTreeMap<String, usize>,
    /// Planned instances whose ground truth kills nothing.
    pub unscorable: Vec<u32>,
    /// Groups of near-duplicates, where they are known.
    pub groups: Option<usize>,
    /// Bootstrap draws, and their seed.
    pub draws: usize,
    /// Seed of the draws.
    pub seed: u64,
    /// A row for each configuration and view, by name.
    pub arms: Vec<Arm>,
    /// Comparisons of two arms, pair by pair.
    pub comparisons: Vec<Comparison>,
    /// By view: the arms on the Pareto frontier of cost and KillComplete@1, the cheapest first.
    pub pareto: BTreeMap<String, Vec<String>>,
}

/// A configuration in a view.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Arm {
    /// Configuration.
    pub configuration: String,
    /// View.
    pub view: String,
    /// Generations of each instance.
    pub repeats: usize,
    /// Over all projects, each with the same weight.
    pub overall: Scores,
    /// By project.
    pub projects: BTreeMap<String, Scores>,
    /// Best of k generations, chosen by the evaluator; `None` with one generation.
    pub best_of: Option<Best>,
    /// What generating took; `None` where nothing was recorded.
    pub efficiency: Option<Efficiency>,
}

/// All measures of an arm, over one project or the mean over projects. Shares and means lie in 0..=1.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Scores {
    /// Generations planned: instances times repeats.
    pub planned: usize,
    /// Of these, with one of the six stages.
    pub executed: usize,
    /// Generations left out because of trouble of ours.
    pub infrastructure: usize,
    /// Share of each stage among those executed.
    pub stages: BTreeMap<Stage, f64>,
    /// Measures by name: see [`crate::measures::MEASURES`]. A measure that is defined nowhere is left out.
    pub measures: BTreeMap<&'static str, Estimate>,
}

/// What choosing among repeats would give.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Best {
    /// Generations of each instance.
    pub k: usize,
    /// Share of instances that some generation passes.
    pub pass: f64,
    /// Share of instances for which some generation is kill-complete.
    pub kill_complete: f64,
    /// Share of instances whose generations disagree on passing.
    pub pass_flips: f64,
    /// Share of instances whose generations disagree on being kill-complete.
    pub kill_complete_flips: f64,
}

/// Means of what was recorded.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Efficiency {
    /// By name (`seconds`, `llm_calls`, `input_tokens`, `output_tokens`, `cost`).
    pub of: BTreeMap<&'static str, Spent>,
}

/// A quantity spent, in its own unit.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Spent {
    /// Generations that recorded it.
    pub recorded: usize,
    /// Mean of a generation.
    pub per_generation: f64,
    /// All that was spent for each passing generation; `None` if none passes.
    pub per_pass: Option<f64>,
    /// All that was spent for each kill-complete generation; `None` if none is.
    pub per_kill_complete: Option<f64>,
}

/// Two configurations in one view, compared instance by instance.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// View.
    pub view: String,
    /// The one with the higher KillComplete@1; by name if they are equal.
    pub better: String,
    /// The other one.
    pub worse: String,
    /// Instances compared.
    pub instances: usize,
    /// Difference of KillComplete@1, with its interval.
    pub kill_complete: Estimate,
    /// Difference of Pass@1, with its interval.
    pub pass: Estimate,
    /// One-sided exact McNemar of kill-completeness: that `better` is not better.
    pub mcnemar_kill_complete: Option<f64>,
    /// One-sided exact McNemar of passing.
    pub mcnemar_pass: Option<f64>,
    /// One-sided paired sign-flip test of the mean MutRecall.
    pub sign_flip_mut_recall: Option<f64>,
}
