//! `U_i = { m in M_P | L(m) ∩ C_i ≠ ∅ }` (paper §3.2 Stage IV).

use mutscore_model::coverage::Lines;
use mutscore_model::mutant::{Mutant, MutantStatus};

/// Places in the manifest of the mutants that an execution reaches, in manifest order. Mutants that are stillborn,
/// duplicates or skipped are in no pool.
#[must_use]
pub fn covered(mutants: &[Mutant], executed: &Lines) -> Vec<usize> {
    mutants
        .iter()
        .enumerate()
        .filter(|(_, mutant)| mutant.status == MutantStatus::Ok && reaches(mutant, executed))
        .map(|(place, _)| place)
        .collect()
}

/// Whether any line of `L(m)` was executed.
#[must_use]
pub(crate) fn reaches(mutant: &Mutant, executed: &Lines) -> bool {
    executed
        .0
        .get(&mutant.path)
        .is_some_and(|lines| mutant.lines.iter().any(|line| lines.contains(line)))
}
