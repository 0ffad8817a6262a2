//! A whole result set in memory.

use std::collections::{BTreeMap, BTreeSet};

use mutscore_model::digest::Digest;
use mutscore_model::outcome::Stage;

use super::row::{Header, Planned, Row};

/// What was planned, and what came of each submission.
#[derive(Debug, Clone, PartialEq)]
pub struct ResultSet {
    /// What it rests on.
    pub header: Header,
    /// Planned instances by id.
    pub planned: BTreeMap<u32, Planned>,
    /// Results by configuration, view, repeat and instance.
    pub rows: Vec<Row>,
}

/// Adds a generation failure wherever a configuration has no result for a planned instance, and says how many.
pub fn add_missing(set: &mut ResultSet) -> usize {
    let mut arms: BTreeMap<(String, String), BTreeSet<u32>> = BTreeMap::new();
    for row in &set.rows {
        let key = (row.configuration.clone(), row.view.clone());
        arms.entry(key).or_default().insert(row.repeat);
    }
    let known: BTreeSet<(String, String, u32, u32)> = set
        .rows
        .iter()
        .map(|row| {
            (
                row.configuration.clone(),
                row.view.clone(),
                row.repeat,
                row.instance,
            )
        })
        .collect();
    let mut added = 0;
    for ((configuration, view), repeats) in arms {
        for repeat in repeats {
            for planned in set.planned.values() {
                let key = (
                    configuration.clone(),
                    view.clone(),
                    repeat,
                    planned.instance,
                );
                if known.contains(&key) {
                    continue;
                }
                added += 1;
                set.rows.push(Row {
                    configuration: configuration.clone(),
                    view: view.clone(),
                    repeat,
                    instance: planned.instance,
                    submission: Digest::of(b""),
                    pool: planned.pool,
                    outcome: Stage::GenerationFailure,
                    pairs: String::new(),
                    cov_jaccard: Some(0.0),
                    api_f1: planned.calls.then_some(0.0),
                    api_f1_by_step: planned.calls.then_some(0.0),
                    because: Some("there is no result".to_owned()),
                    discarded: 0,
                    generation: None,
                });
            }
        }
    }
    set.rows.sort_by(|a, b| a.who().cmp(&b.who()));
    added
}
