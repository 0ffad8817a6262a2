//! The mutants that a passing submission is run on, and what it does to each.

use std::collections::BTreeMap;

use mutscore_model::coverage::Lines;
use mutscore_model::mutant::{Mutant, MutantId};
use mutscore_model::outcome::PairOutcome;
use mutscore_model::pool::Pool;

use crate::metrics::{Generated, Kills, Miss};
use crate::pool::reaches;
use crate::results::mark;
use crate::score::verdict::Missed;

/// Mutants of a pool, in pool order, with whether the ground truth kills them and the submission reaches them.
pub(crate) struct Chosen<'m> {
    pub(crate) mutant: &'m Mutant,
    /// Whether it is one of `K_i`.
    pub(crate) in_kills: bool,
    /// Whether the submission executes any of its lines.
    pub(crate) reached: bool,
}

/// A pool names a mutant that its manifest does not hold.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "the pool names the mutant {0}, which the manifest does not hold (hint: both come from one freeze; restore them together)"
)]
pub struct UnknownMutant(pub MutantId);

/// `K_i`, or the whole pool.
pub(crate) fn choose<'m>(
    pool: &Pool,
    manifest: &'m [Mutant],
    executed: &Lines,
    full_pool: bool,
) -> Result<Vec<Chosen<'m>>, UnknownMutant> {
    let by_id: BTreeMap<&str, &Mutant> = manifest
        .iter()
        .map(|mutant| (mutant.id.as_str(), mutant))
        .collect();
    let mut chosen = Vec::new();
    for entry in &pool.mutants {
        let in_kills = entry.outcome == PairOutcome::Killed;
        if in_kills || full_pool {
            let mutant = *by_id
                .get(entry.id.as_str())
                .ok_or_else(|| UnknownMutant(entry.id.clone()))?;
            chosen.push(Chosen {
                mutant,
                in_kills,
                reached: reaches(mutant, executed),
            });
        }
    }
    Ok(chosen)
}

/// Counts over `K_i`, given the outcomes of the reached mutants in order; kills outside of it; a letter for each mutant
/// of `K_i`.
pub(crate) fn count(chosen: &[Chosen<'_>], outcomes: &[PairOutcome]) -> (Kills, usize, String) {
    let (mut extra, mut marks) = (0, String::new());
    let mut pairs = Vec::new();
    for (one, generated) in chosen.iter().zip(generated(chosen, outcomes)) {
        if one.in_kills {
            marks.push(mark(generated));
            pairs.push((&one.mutant.id, generated));
        } else if generated == Generated::Ran(PairOutcome::Killed) {
            extra += 1;
        }
    }
    (Kills::of(pairs), extra, marks)
}

/// What the submission does to each chosen mutant.
pub(crate) fn outcomes(
    chosen: &[Chosen<'_>],
    outcomes: &[PairOutcome],
) -> Vec<(MutantId, Generated)> {
    let ids = chosen.iter().map(|one| one.mutant.id.clone());
    ids.zip(generated(chosen, outcomes)).collect()
}

/// A mutant whose lines it never executes cannot change the run: a miss without a run.
fn generated<'a>(
    chosen: &'a [Chosen<'_>],
    outcomes: &'a [PairOutcome],
) -> impl Iterator<Item = Generated> + 'a {
    let mut outcomes = outcomes.iter().copied();
    chosen.iter().map(move |one| {
        let ran = one.reached.then(|| outcomes.next()).flatten();
        ran.map_or(Generated::NotExecuted, Generated::Ran)
    })
}

/// Misses with the change that was missed.
pub(crate) fn describe(misses: &[Miss], chosen: &[Chosen<'_>]) -> Vec<Missed> {
    let by_id: BTreeMap<&str, &Mutant> = chosen
        .iter()
        .map(|one| (one.mutant.id.as_str(), one.mutant))
        .collect();
    misses
        .iter()
        .filter_map(|miss| {
            let mutant = by_id.get(miss.id.as_str())?;
            Some(Missed {
                id: mutant.id.clone(),
                file: mutant.path.clone(),
                line: mutant.start.line,
                column: mutant.start.column,
                operator: mutant.op.to_string(),
                original: mutant.original.clone(),
                replacement: mutant.replacement.clone(),
                why: miss.why,
            })
        })
        .collect()
}
