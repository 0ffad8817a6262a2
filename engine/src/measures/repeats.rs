//! What several generations of the same instance say: the best of them, and how often their verdicts differ.

use super::summarise::{Group, Measured};
use super::summary::Best;

/// `None` with one generation an instance.
pub(super) fn best_of(group: &Group<'_>) -> Option<Best> {
    let instances: Vec<&[Measured<'_>]> = group
        .measured
        .chunk_by(|one, next| one.planned.instance == next.planned.instance)
        .collect();
    let k = instances
        .iter()
        .map(|generations| generations.len())
        .max()?;
    if k < 2 {
        return None;
    }
    let count = |holds: &dyn Fn(&[Measured<'_>]) -> bool| {
        let holding = instances
            .iter()
            .filter(|generations| holds(generations))
            .count();
        holding as f64 / instances.len() as f64
    };
    let passes = |one: &Measured<'_>| one.values[0] == Some(1.0);
    let complete = |one: &Measured<'_>| one.values[1] == Some(1.0);
    let any = |holds: &dyn Fn(&Measured<'_>) -> bool| count(&|all| all.iter().any(holds));
    let differ = |holds: &dyn Fn(&Measured<'_>) -> bool| {
        count(&|all| all.iter().any(holds) && !all.iter().all(holds))
    };
    Some(Best {
        k,
        pass: any(&passes),
        kill_complete: any(&complete),
        pass_flips: differ(&passes),
        kill_complete_flips: differ(&complete),
    })
}
