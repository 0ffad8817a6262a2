//! From a result set to its summary.

use std::collections::{BTreeMap, BTreeSet};

use mutscore_model::outcome::Stage;
use mutscore_model::path::RelPath;
use rayon::prelude::*;

use super::compare::compare;
use super::efficiency::{efficiency, pareto};
use super::instance::{Values, values};
use super::repeats::best_of;
use super::summary::{Arm, Estimate, Scores, Summary};
use super::{MEASURES, SUMMARY_SCHEMA};
use crate::results::{Planned, ResultSet, Row};
use crate::stats::{Clusters, Draws, bootstrap, interval};

/// How a summary is to be made.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SummaryOptions {
    /// Share of kills that the relaxed threshold asks for.
    pub relaxed: f64,
    /// Bootstrap draws and random sign patterns; 0 for no intervals and no sign-flip test.
    pub draws: usize,
    /// Their seed.
    pub seed: u64,
    /// One instance a group of near-duplicates: the one with the lowest id.
    pub one_per_group: bool,
}

impl Default for SummaryOptions {
    fn default() -> Self {
        Self {
            relaxed: 0.95,
            draws: 10_000,
            seed: 1,
            one_per_group: false,
        }
    }
}

/// A generation with its measures.
pub(super) struct Measured<'a> {
    pub(super) planned: &'a Planned,
    pub(super) row: &'a Row,
    pub(super) values: Values,
}

/// All generations of a configuration in a view, by instance and repeat.
pub(super) struct Group<'a> {
    pub(super) configuration: &'a str,
    pub(super) view: &'a str,
    pub(super) measured: Vec<Measured<'a>>,
}

/// Summarises a result set that was read and checked ([`crate::results::read`]).
#[must_use]
pub fn summarise(set: &ResultSet, options: &SummaryOptions) -> Summary {
    let chosen = chosen(set, options.one_per_group);
    let groups = groups(set, &chosen, options.relaxed);
    let projects: BTreeSet<&str> = chosen.values().map(|one| one.project.as_str()).collect();
    let table = Table::of(&groups, &projects);
    let draws = bootstrap(
        &table.clusters,
        table.columns,
        &table.fractions,
        options.draws,
        options.seed,
    );
    let arms: Vec<Arm> = groups
        .iter()
        .enumerate()
        .map(|(number, group)| arm(group, number, &projects, &draws))
        .collect();
    let comparisons = compare(&groups, &arms, &draws, options);
    let mut planned = BTreeMap::new();
    for one in chosen.values() {
        *planned.entry(one.project.clone()).or_default() += 1;
    }
    let group_names: BTreeSet<&str> = set
        .planned
        .values()
        .filter_map(|one| one.group.as_deref())
        .collect();
    Summary {
        schema: SUMMARY_SCHEMA,
        planned,
        unscorable: chosen
            .values()
            .filter(|one| one.gt_kills == 0)
            .map(|one| one.instance)
            .collect(),
        groups: (!group_names.is_empty()).then_some(group_names.len()),
        draws: options.draws,
        seed: options.seed,
        pareto: pareto(&arms),
        arms,
        comparisons,
    }
}

/// Instances that count: all, or the first of each group.
fn chosen(set: &ResultSet, one_per_group: bool) -> BTreeMap<u32, &Planned> {
    let mut seen = BTreeSet::new();
    let mut is_first = |one: &Planned| {
        let group = one.group.as_deref();
        group.is_none_or(|group| seen.insert((one.project.clone(), group.to_owned())))
    };
    set.planned
        .iter()
        .filter(|(_, one)| !one_per_group || is_first(one))
        .map(|(id, one)| (*id, one))
        .collect()
}

fn groups<'a>(
    set: &'a ResultSet,
    chosen: &BTreeMap<u32, &'a Planned>,
    relaxed: f64,
) -> Vec<Group<'a>> {
    let mut by_arm: BTreeMap<(&str, &str), Vec<&Row>> = BTreeMap::new();
    for row in &set.rows {
        if chosen.contains_key(&row.instance) {
            by_arm
                .entry((&row.configuration, &row.view))
                .or_default()
                .push(row);
        }
    }
    by_arm
        .into_par_iter()
        .map(|((configuration, view), mut rows)| {
            rows.sort_by_key(|row| (row.instance, row.repeat));
            let measured = rows
                .into_iter()
                .map(|row| {
                    let planned = chosen[&row.instance];
                    Measured {
                        planned,
                        row,
                        values: values(planned, row, relaxed),
                    }
                })
                .collect();
            Group {
                configuration,
                view,
                measured,
            }
        })
        .collect()
}

/// The sums that the bootstrap draws from: columns of numerators and denominators, a row for each feature file.
struct Table {
    clusters: Vec<Clusters>,
    columns: usize,
    /// Statistic `arm * MEASURES + measure` as numerator and denominator.
    fractions: Vec<(usize, usize)>,
}

impl Table {
    fn of(groups: &[Group<'_>], projects: &BTreeSet<&str>) -> Self {
        let features = features(groups, projects);
        let rows: usize = features.iter().map(BTreeMap::len).sum();
        let places: BTreeMap<(&str, &RelPath), usize> = projects
            .iter()
            .zip(&features)
            .flat_map(|(project, features)| {
                features.keys().map(move |feature| (*project, *feature))
            })
            .enumerate()
            .map(|(place, key)| (key, place))
            .collect();
        // Most denominators are alike (all instances of a file), and adding them up once is enough.
        let mut columns: Vec<Vec<f64>> = Vec::new();
        let mut known: BTreeMap<Vec<u64>, usize> = BTreeMap::new();
        let mut fractions = Vec::new();
        for group in groups {
            let mut sums = vec![vec![0.0; rows]; 2 * MEASURES.len()];
            for one in &group.measured {
                let place = places[&(one.planned.project.as_str(), &one.planned.feature)];
                for (measure, value) in one.values.iter().enumerate() {
                    if let Some(value) = value {
                        sums[2 * measure][place] += value;
                        sums[2 * measure + 1][place] += 1.0;
                    }
                }
            }
            let mut numbers = sums.into_iter().map(|column| {
                let bits = column.iter().map(|sum| sum.to_bits()).collect();
                *known.entry(bits).or_insert_with(|| {
                    columns.push(column);
                    columns.len() - 1
                })
            });
            while let (Some(numerator), Some(denominator)) = (numbers.next(), numbers.next()) {
                fractions.push((numerator, denominator));
            }
        }
        let mut clusters = Vec::new();
        let mut first = 0;
        for features in &features {
            let places = first..first + features.len();
            first = places.end;
            let sums = places
                .flat_map(|place| columns.iter().map(move |column| column[place]))
                .collect();
            clusters.push(Clusters { sums });
        }
        Self {
            clusters,
            columns: columns.len(),
            fractions,
        }
    }
}

/// The feature files of each project.
fn features<'a>(groups: &[Group<'a>], projects: &BTreeSet<&str>) -> Vec<BTreeMap<&'a RelPath, ()>> {
    let mut by_project: BTreeMap<&str, BTreeMap<&RelPath, ()>> = projects
        .iter()
        .map(|project| (*project, BTreeMap::new()))
        .collect();
    for one in groups.iter().flat_map(|group| &group.measured) {
        if let Some(features) = by_project.get_mut(one.planned.project.as_str()) {
            features.insert(&one.planned.feature, ());
        }
    }
    by_project.into_values().collect()
}

fn arm(group: &Group<'_>, number: usize, projects: &BTreeSet<&str>, draws: &Draws) -> Arm {
    let by_project: BTreeMap<String, Scores> = projects
        .iter()
        .map(|project| {
            let of = group
                .measured
                .iter()
                .filter(|one| one.planned.project == **project);
            ((*project).to_owned(), scores(of))
        })
        .collect();
    let mut overall = mean(by_project.values());
    for (place, (name, _)) in MEASURES.iter().enumerate() {
        if let Some(estimate) = overall.measures.get_mut(name)
            && let Some((low, high)) =
                interval(draws.of(number * MEASURES.len() + place).iter().copied())
        {
            (estimate.low, estimate.high) = (Some(low), Some(high));
        }
    }
    Arm {
        configuration: group.configuration.to_owned(),
        view: group.view.to_owned(),
        repeats: repeats(group),
        overall,
        projects: by_project,
        best_of: best_of(group),
        efficiency: efficiency(group),
    }
}

fn repeats(group: &Group<'_>) -> usize {
    let numbers: BTreeSet<u32> = group.measured.iter().map(|one| one.row.repeat).collect();
    numbers.len()
}

/// Means within a project, over all its generations.
fn scores<'a>(measured: impl Iterator<Item = &'a Measured<'a>>) -> Scores {
    let mut scores = blank();
    let mut sums = [(0.0, 0_u32); MEASURES.len()];
    let mut stages: BTreeMap<Stage, usize> = BTreeMap::new();
    for one in measured {
        scores.planned += 1;
        if one.row.outcome == Stage::Infrastructure {
            scores.infrastructure += 1;
        } else {
            scores.executed += 1;
            *stages.entry(one.row.outcome).or_default() += 1;
        }
        for (sum, value) in sums.iter_mut().zip(one.values) {
            if let Some(value) = value {
                *sum = (sum.0 + value, sum.1 + 1);
            }
        }
    }
    let executed = scores.executed.max(1) as f64;
    scores.stages = stages
        .into_iter()
        .map(|(stage, count)| (stage, count as f64 / executed))
        .collect();
    for ((name, _), (sum, count)) in MEASURES.iter().zip(sums) {
        if count > 0 {
            scores.measures.insert(name, point(sum / f64::from(count)));
        }
    }
    scores
}

fn blank() -> Scores {
    Scores {
        planned: 0,
        executed: 0,
        infrastructure: 0,
        stages: BTreeMap::new(),
        measures: BTreeMap::new(),
    }
}

pub(super) fn point(value: f64) -> Estimate {
    Estimate {
        value,
        low: None,
        high: None,
    }
}

/// The mean over projects, each with the same weight; a project without a value has no say.
fn mean<'a>(projects: impl Iterator<Item = &'a Scores> + Clone) -> Scores {
    let mut overall = blank();
    let mut sums: BTreeMap<&'static str, (f64, u32)> = BTreeMap::new();
    let with_stages = projects
        .clone()
        .filter(|one| one.executed > 0)
        .count()
        .max(1) as f64;
    for project in projects {
        overall.planned += project.planned;
        overall.executed += project.executed;
        overall.infrastructure += project.infrastructure;
        for (stage, share) in &project.stages {
            *overall.stages.entry(*stage).or_default() += share / with_stages;
        }
        for (name, estimate) in &project.measures {
            let sum = sums.entry(name).or_default();
            *sum = (sum.0 + estimate.value, sum.1 + 1);
        }
    }
    overall.measures = sums
        .into_iter()
        .map(|(name, (sum, count))| (name, point(sum / f64::from(count))))
        .collect();
    overall
}
