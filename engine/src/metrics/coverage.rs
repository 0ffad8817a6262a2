//! CovJaccard of one instance: how much of the same production code two tests execute.

use std::collections::BTreeSet;

use mutscore_model::coverage::Lines;

/// `|Gen ∩ GT| / |Gen ∪ GT|` over executed (file, line) pairs, in 0..=1.
///
/// Two tests that execute no production line at all are alike: 1. A test that does not pass counts as 0, which is
/// the caller's to say.
#[must_use]
pub fn cov_jaccard(generated: &Lines, ground_truth: &Lines) -> f64 {
    let shared: usize = ground_truth
        .0
        .iter()
        .filter_map(|(file, lines)| generated.0.get(file).map(|others| shared(lines, others)))
        .sum();
    let either = generated.len() + ground_truth.len() - shared;
    if either == 0 {
        1.0
    } else {
        shared as f64 / either as f64
    }
}

fn shared(lines: &BTreeSet<u32>, others: &BTreeSet<u32>) -> usize {
    lines.intersection(others).count()
}
