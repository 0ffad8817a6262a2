//! From the rows of a result set to the tables of the paper (§3.3, §5).

mod compare;
mod efficiency;
mod instance;
mod repeats;
mod summarise;
mod summary;

pub use instance::{Values, values};
pub use summarise::{SummaryOptions, summarise};
pub use summary::{Arm, Best, Comparison, Efficiency, Estimate, Scores, Spent, Summary};

/// Version of the form of a [`Summary`].
pub const SUMMARY_SCHEMA: u32 = 1;

/// All measures, in the order of the tables: name, and what it is. Shares and means lie in 0..=1.
pub const MEASURES: [(&str, &str); 14] = [
    ("pass", "Pass@1: passing generations among those executed"),
    (
        "kill_complete",
        "KillComplete@1: among all planned, those that pass and kill every mutant the ground truth kills",
    ),
    (
        "kill_complete_relaxed",
        "The same, with the relaxed threshold of kills",
    ),
    (
        "mut_recall",
        "MutRecall as the paper counts it: pairs without a verdict are left out of both sides",
    ),
    (
        "mut_recall_strict",
        "MutRecall with pairs without a verdict counted as missed",
    ),
    ("cov_jaccard", "Jaccard of executed production lines"),
    ("api_f1", "F1 of direct production calls"),
    (
        "api_f1_by_step",
        "F1 of direct production calls, each with the kind of step that makes it",
    ),
    (
        "mut_recall_assertion",
        "MutRecall on the mutants that only a Then step notices",
    ),
    (
        "kill_complete_assertion",
        "KillComplete@1 on the mutants that only a Then step notices",
    ),
    (
        "mut_recall_target",
        "MutRecall on the mutants inside the target implementation",
    ),
    (
        "kill_complete_target",
        "KillComplete@1 on the mutants inside the target implementation",
    ),
    (
        "executes_all",
        "Passing and executing every mutant that the ground truth kills",
    ),
    (
        "kills_all_executed",
        "Passing and killing every such mutant that it executes, at least one",
    ),
];
