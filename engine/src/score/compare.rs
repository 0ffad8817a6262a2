//! Two test implementations of one instance on the same frozen mutants: who kills what.

use std::collections::BTreeMap;
use std::path::Path;

use mutscore_model::instance::Instance;
use mutscore_model::mutant::{Mutant, MutantId};
use mutscore_model::outcome::{PairOutcome, Stage};
use mutscore_model::path::RelPath;
use mutscore_runners::runner::CancelToken;
use serde::Serialize;

use super::batch::BatchProject;
use super::error::ScoreError;
use super::run::{ScoreOptions, frozen_pool, score_on};
use super::verdict::Score;
use crate::bench::Bench;
use crate::cache::ResultCache;
use crate::metrics::Generated;
use crate::pool::Watch;

/// Who kills a mutant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// The first test only.
    OnlyA,
    /// The second test only.
    OnlyB,
    /// Both.
    Both,
    /// Neither.
    Neither,
    /// One of them has no verdict on it, so nothing is said.
    NoVerdict,
}

/// A mutant of the comparison.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ComparedMutant {
    /// Its id.
    pub id: MutantId,
    /// Its file.
    pub file: RelPath,
    /// 1-based line.
    pub line: u32,
    /// Operator.
    pub operator: String,
    /// What stood there.
    pub original: String,
    /// What stands there.
    pub replacement: String,
    /// Who kills it.
    pub side: Side,
    /// Whether the developers' test kills it.
    pub gt_kills: bool,
    /// Whether the first test executes it.
    pub a_executes: bool,
    /// Whether the second test executes it.
    pub b_executes: bool,
}

/// A comparison.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Compared {
    /// Instance.
    pub instance: u32,
    /// The stage that the first test reached. A test that does not pass kills nothing.
    pub a: Stage,
    /// The stage that the second test reached.
    pub b: Stage,
    /// The mutants of the frozen pool, in its order.
    pub mutants: Vec<ComparedMutant>,
}

impl Compared {
    /// How many mutants are on this side.
    #[must_use]
    pub fn count(&self, side: Side) -> usize {
        self.mutants.iter().filter(|one| one.side == side).count()
    }
}

/// Runs two submissions on the whole frozen pool of an instance and compares what they kill.
///
/// # Errors
/// As [`super::score`].
pub fn compare(
    bench: &Bench,
    project: &BatchProject,
    instance: &Instance,
    (a, b): (&Path, &Path),
    (cache, options): (&dyn ResultCache, &ScoreOptions),
    watch: &dyn Watch,
    cancel: &CancelToken,
) -> Result<Compared, ScoreError> {
    let whole = ScoreOptions {
        full_pool: true,
        ..options.clone()
    };
    let run = |path: &Path| {
        let how = (cache, &whole);
        score_on(
            bench,
            &project.opened,
            &project.manifest,
            instance,
            path,
            how,
            watch,
            cancel,
        )
    };
    let (a, b) = (run(a)?, run(b)?);
    let pool = frozen_pool(bench, instance)?;
    let by_id: BTreeMap<&str, &Mutant> = project
        .manifest
        .mutants
        .iter()
        .map(|one| (one.id.as_str(), one))
        .collect();
    let mut mutants = Vec::new();
    for (place, entry) in pool.mutants.iter().enumerate() {
        let Some(mutant) = by_id.get(entry.id.as_str()) else {
            continue;
        };
        let (of_a, of_b) = (outcome(&a, place), outcome(&b, place));
        mutants.push(described(
            mutant,
            entry.outcome == PairOutcome::Killed,
            of_a,
            of_b,
        ));
    }
    Ok(Compared {
        instance: instance.id,
        a: a.outcome,
        b: b.outcome,
        mutants,
    })
}

/// A test that does not pass executes and kills nothing that counts.
fn outcome(score: &Score, place: usize) -> Generated {
    let known = score.outcomes.get(place).map(|(_, generated)| *generated);
    known.unwrap_or(Generated::NotExecuted)
}

fn described(mutant: &Mutant, gt_kills: bool, a: Generated, b: Generated) -> ComparedMutant {
    let kills = |one| one == Generated::Ran(PairOutcome::Killed);
    let unknown = |one| matches!(one, Generated::Ran(PairOutcome::Excluded(_)));
    let side = match (kills(a), kills(b)) {
        _ if unknown(a) || unknown(b) => Side::NoVerdict,
        (true, true) => Side::Both,
        (true, false) => Side::OnlyA,
        (false, true) => Side::OnlyB,
        (false, false) => Side::Neither,
    };
    ComparedMutant {
        id: mutant.id.clone(),
        file: mutant.path.clone(),
        line: mutant.start.line,
        operator: mutant.op.to_string(),
        original: mutant.original.clone(),
        replacement: mutant.replacement.clone(),
        side,
        gt_kills,
        a_executes: a != Generated::NotExecuted,
        b_executes: b != Generated::NotExecuted,
    }
}
