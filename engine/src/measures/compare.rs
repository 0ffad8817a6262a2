//! Two configurations of a view, instance by instance: the difference, and how likely chance makes it.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::MEASURES;
use super::summarise::{Group, Measured, SummaryOptions};
use super::summary::{Arm, Comparison, Estimate};
use crate::stats::{Draws, interval, mcnemar, sign_flip};

/// Places in [`MEASURES`].
const PASS: usize = 0;
const KILL_COMPLETE: usize = 1;
const MUT_RECALL: usize = 3;

/// All pairs of configurations in each view.
pub(super) fn compare(
    groups: &[Group<'_>],
    arms: &[Arm],
    draws: &Draws,
    options: &SummaryOptions,
) -> Vec<Comparison> {
    let mut pairs = Vec::new();
    for first in 0..groups.len() {
        for second in first + 1..groups.len() {
            if groups[first].view == groups[second].view {
                pairs.push((first, second));
            }
        }
    }
    pairs.sort_by_key(|(first, second)| (groups[*first].view, *first, *second));
    pairs
        .into_par_iter()
        .map(|(first, second)| {
            let complete = |arm: usize| value(&arms[arm], KILL_COMPLETE);
            let (better, worse) = if complete(second) > complete(first) {
                (second, first)
            } else {
                (first, second)
            };
            comparison(groups, arms, (better, worse), draws, options)
        })
        .collect()
}

fn value(arm: &Arm, measure: usize) -> f64 {
    let found = arm.overall.measures.get(MEASURES[measure].0);
    found.map_or(0.0, |estimate| estimate.value)
}

fn comparison(
    groups: &[Group<'_>],
    arms: &[Arm],
    (better, worse): (usize, usize),
    draws: &Draws,
    options: &SummaryOptions,
) -> Comparison {
    let difference = |measure: usize| {
        let of = |arm: usize| draws.of(arm * MEASURES.len() + measure).iter();
        let spread = interval(of(better).zip(of(worse)).map(|(one, other)| one - other));
        Estimate {
            value: value(&arms[better], measure) - value(&arms[worse], measure),
            low: spread.map(|(low, _)| low),
            high: spread.map(|(_, high)| high),
        }
    };
    let (one, other) = (by_instance(&groups[better]), by_instance(&groups[worse]));
    let both: Vec<(&[Measured<'_>], &[Measured<'_>])> = one
        .iter()
        .filter_map(|(instance, one)| other.get(instance).map(|other| (*one, *other)))
        .collect();
    Comparison {
        view: groups[better].view.to_owned(),
        better: groups[better].configuration.to_owned(),
        worse: groups[worse].configuration.to_owned(),
        instances: both.len(),
        kill_complete: difference(KILL_COMPLETE),
        pass: difference(PASS),
        mcnemar_kill_complete: verdicts(&both, KILL_COMPLETE),
        mcnemar_pass: verdicts(&both, PASS),
        sign_flip_mut_recall: means(&both, MUT_RECALL, options),
    }
}

fn by_instance<'g, 'a>(group: &'g Group<'a>) -> BTreeMap<u32, &'g [Measured<'a>]> {
    group
        .measured
        .chunk_by(|one, next| one.planned.instance == next.planned.instance)
        .map(|generations| (generations[0].planned.instance, generations))
        .collect()
}

/// McNemar's test of a verdict of the first generations: a test of pairs knows one verdict a side.
fn verdicts(both: &[(&[Measured<'_>], &[Measured<'_>])], measure: usize) -> Option<f64> {
    let (mut better, mut worse) = (0, 0);
    for (one, other) in both {
        match (one[0].values[measure], other[0].values[measure]) {
            (Some(one), Some(other)) if one > other => better += 1,
            (Some(one), Some(other)) if one < other => worse += 1,
            _ => {}
        }
    }
    mcnemar(better, worse)
}

/// The sign-flip test of a mean over projects of equal weight: an instance weighs as much as it does in that mean.
fn means(
    both: &[(&[Measured<'_>], &[Measured<'_>])],
    measure: usize,
    options: &SummaryOptions,
) -> Option<f64> {
    let mean = |generations: &[Measured<'_>]| {
        let values: Vec<f64> = generations
            .iter()
            .filter_map(|one| one.values[measure])
            .collect();
        (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
    };
    let mut differences: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for (one, other) in both {
        if let (Some(left), Some(right)) = (mean(one), mean(other)) {
            let project = one[0].planned.project.as_str();
            differences.entry(project).or_default().push(left - right);
        }
    }
    let weighted: Vec<f64> = differences
        .values()
        .flat_map(|all| all.iter().map(|one| one / all.len() as f64))
        .collect();
    if options.draws == 0 {
        return None;
    }
    sign_flip(&weighted, options.draws, options.seed)
}
