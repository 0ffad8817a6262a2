//! APIF1 of one instance: whether two tests call the same public production methods.

use std::collections::BTreeSet;

use mutscore_model::coverage::Calls;

/// `2 |Gen ∩ GT| / (|Gen| + |GT|)` over public production methods called directly from set-up, action and check
/// steps, in 0..=1; `None` where the ground truth calls none.
///
/// A method that only a hook calls is left out: hooks are infrastructure that both tests retain. How often a method
/// is called, and from which kind of step, does not matter.
#[must_use]
pub fn api_f1(generated: &Calls, ground_truth: &Calls) -> Option<f64> {
    let (generated, ground_truth) = (
        called_from_steps(generated),
        called_from_steps(ground_truth),
    );
    if ground_truth.is_empty() {
        return None;
    }
    let shared = generated.intersection(&ground_truth).count();
    Some(2.0 * shared as f64 / (generated.len() + ground_truth.len()) as f64)
}

/// [`api_f1`] over pairs of a method and the kind of step that calls it (`given`, `when`, `then`): the same calls made
/// from other kinds of steps count as others.
#[must_use]
pub fn api_f1_by_step(generated: &Calls, ground_truth: &Calls) -> Option<f64> {
    let (generated, ground_truth) = (pairs(generated), pairs(ground_truth));
    if ground_truth.is_empty() {
        return None;
    }
    let shared = generated.intersection(&ground_truth).count();
    Some(2.0 * shared as f64 / (generated.len() + ground_truth.len()) as f64)
}

fn is_step(caller: &str) -> bool {
    matches!(caller, "given" | "when" | "then")
}

fn pairs(calls: &Calls) -> BTreeSet<(&str, &str)> {
    calls
        .0
        .iter()
        .flat_map(|(method, callers)| {
            let steps = callers.iter().filter(|caller| is_step(caller));
            steps.map(move |caller| (method.as_str(), caller.as_str()))
        })
        .collect()
}

fn called_from_steps(calls: &Calls) -> BTreeSet<&str> {
    let by_a_step = |callers: &BTreeSet<String>| callers.iter().any(|caller| is_step(caller));
    calls
        .0
        .iter()
        .filter(|(_, callers)| by_a_step(callers))
        .map(|(method, _)| method.as_str())
        .collect()
}
