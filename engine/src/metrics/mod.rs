//! From verdicts and observations to the measures of the paper (§3.3): pure folds, no printing, no rounding.

mod api;
mod coverage;
mod recall;

pub use api::{api_f1, api_f1_by_step};
pub use coverage::cov_jaccard;
pub use recall::{Generated, Kills, Miss, Recall, Why, assertion_dependent, kill_complete};
