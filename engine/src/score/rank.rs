//! Candidates of one instance in an order of strength, without the developers' test: for a harness that has to pick one.
//!
//! Nothing frozen is looked at but the manifest. The mutants are those that any passing candidate executes, the same for
//! all of them, so that a candidate gains by reaching more and by checking more, and by nothing else.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use mutscore_model::coverage::{Calls, Coverage, Lines};
use mutscore_model::event::SCHEMA_VERSION;
use mutscore_model::instance::Instance;
use mutscore_model::mutant::Mutant;
use mutscore_model::outcome::{PairOutcome, Stage};
use mutscore_model::pool::{Pool, PoolEntry};
use mutscore_runners::runner::CancelToken;
use serde::Serialize;

use super::batch::BatchProject;
use super::error::ScoreError;
use super::run::{Against, ScoreOptions, score_against};
use super::verdict::Score;
use crate::cache::ResultCache;
use crate::manifest::filter::sample;
use crate::metrics::Generated;
use crate::pool::{Watch, covered};

/// A candidate with its place.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Ranked {
    /// Place, from 1; candidates that nothing tells apart share one.
    pub place: usize,
    /// The candidate.
    pub candidate: PathBuf,
    /// The stage it reached.
    pub outcome: Stage,
    /// Why it did not get further, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
    /// Mutants it kills.
    pub kills: usize,
    /// Mutants it executes.
    pub executes: usize,
    /// Mutants that any passing candidate executes: what all are measured with.
    pub mutants: usize,
    /// Kills among those executed, 0..=1: how much of what it runs it checks.
    pub checks: f64,
    /// Mutants that no other candidate kills.
    pub alone: usize,
    /// Production lines it executes.
    pub lines: usize,
}

/// Orders candidates: those that pass first, then by kills, share checked, mutants and lines executed, and name. At most
/// `most` mutants are run, drawn with the options' seed.
///
/// # Errors
/// As [`super::score`].
pub fn rank(
    state: &Path,
    project: &BatchProject,
    instance: &Instance,
    candidates: &[PathBuf],
    (cache, options, most): (&dyn ResultCache, &ScoreOptions, usize),
    watch: &dyn Watch,
    cancel: &CancelToken,
) -> Result<Vec<Ranked>, ScoreError> {
    let run = |pool: &Pool, path: &Path| {
        let against = Against {
            state,
            opened: &project.opened,
            instance,
            pool,
            mutants: &project.manifest.mutants,
        };
        score_against(&against, path, (cache, options), watch, cancel)
    };
    let mut pool = pool_of(project, instance, Vec::new());
    let mut executed = Lines::default();
    for path in candidates {
        let first = run(&pool, path)?;
        executed.extend(&first.executed);
    }
    pool.mutants = entries(project, &executed, most, options.seed);
    let mut scores = Vec::new();
    for path in candidates {
        scores.push((path.clone(), run(&pool, path)?));
    }
    Ok(in_order(scores, pool.mutants.len()))
}

/// The mutants on these lines, as if a ground truth killed them all.
fn entries(project: &BatchProject, executed: &Lines, most: usize, seed: u64) -> Vec<PoolEntry> {
    let mutants = &project.manifest.mutants;
    let reached: Vec<&Mutant> = covered(mutants, executed)
        .into_iter()
        .map(|place| &mutants[place])
        .collect();
    let chosen = sample(&reached, most, seed);
    let entry = |place: usize| PoolEntry {
        id: reached[place].id.clone(),
        outcome: PairOutcome::Killed,
        step: None,
        exception: None,
        stripped: None,
    };
    chosen.into_iter().map(entry).collect()
}

fn pool_of(project: &BatchProject, instance: &Instance, mutants: Vec<PoolEntry>) -> Pool {
    Pool {
        schema: SCHEMA_VERSION,
        instance: instance.id,
        project: instance.project.clone(),
        provenance: project.ours(),
        coverage: Coverage::default(),
        calls: Calls::default(),
        mutants,
    }
}

fn in_order(scores: Vec<(PathBuf, Score)>, mutants: usize) -> Vec<Ranked> {
    let kills = |score: &Score| {
        let killed =
            |(_, generated): &&(_, Generated)| *generated == Generated::Ran(PairOutcome::Killed);
        score
            .outcomes
            .iter()
            .filter(killed)
            .map(|(id, _)| id.clone())
            .collect::<Vec<_>>()
    };
    let mut killers: BTreeMap<_, usize> = BTreeMap::new();
    for (_, score) in &scores {
        for id in kills(score) {
            *killers.entry(id).or_default() += 1;
        }
    }
    let mut ranked: Vec<Ranked> = scores
        .into_iter()
        .map(|(candidate, score)| {
            let killed = kills(&score);
            let executes = score
                .outcomes
                .iter()
                .filter(|(_, one)| *one != Generated::NotExecuted)
                .count();
            Ranked {
                place: 0,
                candidate,
                outcome: score.outcome,
                because: score.because.clone(),
                kills: killed.len(),
                executes,
                mutants,
                checks: if executes == 0 {
                    0.0
                } else {
                    killed.len() as f64 / executes as f64
                },
                alone: killed.iter().filter(|id| killers[*id] == 1).count(),
                lines: score.executed.len(),
            }
        })
        .collect();
    ranked.sort_by(|a, b| strength(b, a).then_with(|| a.candidate.cmp(&b.candidate)));
    let mut place = 0;
    for at in 0..ranked.len() {
        if at == 0 || strength(&ranked[at - 1], &ranked[at]) != Ordering::Equal {
            place = at + 1;
        }
        ranked[at].place = place;
    }
    ranked
}

/// Which of two is stronger.
fn strength(one: &Ranked, other: &Ranked) -> Ordering {
    stage(one.outcome)
        .cmp(&stage(other.outcome))
        .then(one.kills.cmp(&other.kills))
        .then(one.checks.total_cmp(&other.checks))
        .then(one.executes.cmp(&other.executes))
        .then(one.lines.cmp(&other.lines))
}

/// The further it came, the better.
fn stage(outcome: Stage) -> u8 {
    match outcome {
        Stage::Pass => 6,
        Stage::AssertionFailure => 5,
        Stage::ExecutionFailure => 4,
        Stage::BindingFailure => 3,
        Stage::BuildFailure => 2,
        Stage::GenerationFailure => 1,
        Stage::Infrastructure => 0,
    }
}
