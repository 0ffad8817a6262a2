//! The mutants behind a result set: what each instance's ground truth kills, and where that stands in the source.

use std::collections::{BTreeMap, BTreeSet};

use mutscore_model::mutant::{Mutant, MutantId};
use mutscore_model::pool::Pool;
use rayon::prelude::*;

use crate::bench::{Bench, digest_of};
use crate::manifest;
use crate::report::sources::Sources;
use crate::results::{Planned, ResultSet};

/// Mutants and sources, as far as a bench has them as they were when the set was scored.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Misses {
    /// By project.
    pub projects: BTreeMap<String, ProjectMisses>,
    /// What is missing, in words.
    pub remarks: Vec<String>,
}

/// Mutants and sources of one project.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProjectMisses {
    /// Its language.
    pub language: String,
    /// The mutants that the ground truth of some planned instance kills, in the order of the manifest.
    pub mutants: Vec<Mutant>,
    /// By instance: `K_i` in pool order, each as its place in `mutants`.
    pub kills: BTreeMap<u32, Vec<usize>>,
    /// The files of these mutants.
    pub sources: Sources,
}

impl Misses {
    /// Reads what the bench has. Trouble is a remark: the numbers of a report do not rest on this.
    #[must_use]
    pub fn load(bench: &Bench, set: &ResultSet) -> Self {
        let mut misses = Self::default();
        for name in set.header.projects.keys() {
            match ProjectMisses::load(bench, set, name, &mut misses.remarks) {
                Ok(project) => drop(misses.projects.insert(name.clone(), project)),
                Err(why) => misses
                    .remarks
                    .push(format!("no mutants of {name} are shown: {why}")),
            }
        }
        misses
    }
}

impl ProjectMisses {
    fn load(
        bench: &Bench,
        set: &ResultSet,
        name: &str,
        remarks: &mut Vec<String>,
    ) -> Result<Self, String> {
        let words = |error: &dyn std::error::Error| error.to_string();
        let settings = bench.project(name).map_err(|error| words(&error))?;
        let manifest = manifest::read(&bench.manifest_path(name)).map_err(|error| words(&error))?;
        if Some(manifest.digest) != set.header.projects.get(name).map(|basis| basis.manifest) {
            return Err("the bench has another manifest than the results".to_owned());
        }
        let planned: Vec<&Planned> = set
            .planned
            .values()
            .filter(|planned| planned.project == name)
            .collect();
        let read: Vec<Result<Vec<MutantId>, String>> = planned
            .par_iter()
            .map(|planned| kills(bench, planned))
            .collect();
        let mut by_instance = BTreeMap::new();
        let mut missing = Vec::new();
        for (planned, read) in planned.iter().zip(read) {
            match read {
                Ok(ids) => drop(by_instance.insert(planned.instance, ids)),
                Err(why) => missing.push(format!("instance {}: {why}", planned.instance)),
            }
        }
        if let Some(first) = missing.first() {
            let more = missing.len() - 1;
            let more = if more == 0 {
                String::new()
            } else {
                format!(" (and {more} more)")
            };
            remarks.push(format!("no mutants are shown of {first}{more}"));
        }
        let mut project = Self::of(manifest.mutants, &by_instance);
        project.language.clone_from(&settings.language);
        match bench.source_root(name) {
            Ok(root) => project.sources = Sources::read(&root, &project.mutants),
            Err(error) => remarks.push(format!("no sources of {name} are shown: {error}")),
        }
        for (path, why) in &project.sources.missing {
            remarks.push(format!("{name}: {path} is not shown: {why}"));
        }
        Ok(project)
    }

    /// The mutants that are killed, out of a whole manifest.
    #[must_use]
    pub fn of(manifest: Vec<Mutant>, kills: &BTreeMap<u32, Vec<MutantId>>) -> Self {
        let wanted: BTreeSet<&MutantId> = kills.values().flatten().collect();
        let mutants: Vec<Mutant> = manifest
            .into_iter()
            .filter(|mutant| wanted.contains(&mutant.id))
            .collect();
        let places: BTreeMap<&MutantId, usize> = mutants
            .iter()
            .enumerate()
            .map(|(place, mutant)| (&mutant.id, place))
            .collect();
        // An instance with a mutant that is not in the manifest, or in another order, is left out whole: its letters
        // would not fit.
        let kills = kills
            .iter()
            .filter_map(|(instance, ids)| {
                let found = ids.iter().map(|id| places.get(id).copied());
                let found = found.collect::<Option<Vec<usize>>>()?;
                found.is_sorted().then_some((*instance, found))
            })
            .collect();
        Self {
            language: String::new(),
            kills,
            sources: Sources::default(),
            mutants,
        }
    }
}

/// `K_i`, if the pool is the one that was scored on.
fn kills(bench: &Bench, planned: &Planned) -> Result<Vec<MutantId>, String> {
    let pool = bench
        .pool(&planned.project, planned.instance)
        .map_err(|error| error.to_string())?;
    let kills: Vec<MutantId> = pool.kills().map(|entry| entry.id.clone()).collect();
    if !is_scored_on(&pool, planned) || kills.len() != planned.gt_kills as usize {
        return Err("the bench has another pool than the results".to_owned());
    }
    Ok(kills)
}

fn is_scored_on(pool: &Pool, planned: &Planned) -> bool {
    serde_json::to_value(pool).is_ok_and(|value| digest_of(&value) == planned.pool)
}
