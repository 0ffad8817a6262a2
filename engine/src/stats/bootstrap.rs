//! The cluster bootstrap: feature files are drawn again, with replacement, within each project.
//!
//! A statistic is a fraction of two sums over a project's clusters (kills over instances, say), and its value is the mean
//! of the projects' fractions. All statistics share the draws, so that differences between them are paired.

use rayon::prelude::*;

use crate::random::SplitMix;

/// Draws of one part of the work: what a part adds up stays in the processor's nearest cache.
const PART: usize = 64;

/// One project: for each cluster and each column, a sum over the cluster's instances.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Clusters {
    /// Cluster by cluster, `columns` numbers each.
    pub sums: Vec<f64>,
}

/// The values of all statistics in all draws.
#[derive(Debug, Clone, PartialEq)]
pub struct Draws {
    /// Statistic by statistic, a value a draw; NaN where it is defined in no project.
    values: Vec<Vec<f64>>,
}

impl Draws {
    /// The values of a statistic, a draw each.
    #[must_use]
    pub fn of(&self, statistic: usize) -> &[f64] {
        &self.values[statistic]
    }
}

/// Makes `draws` draws. `fractions` names a numerator and a denominator among the `columns` for each statistic.
///
/// # Panics
/// When a project's sums are no whole number of clusters.
#[must_use]
pub fn bootstrap(
    projects: &[Clusters],
    columns: usize,
    fractions: &[(usize, usize)],
    draws: usize,
    seed: u64,
) -> Draws {
    let parts: Vec<Vec<f64>> = (0..draws.div_ceil(PART))
        .into_par_iter()
        .map(|part| {
            let range = part * PART..draws.min((part + 1) * PART);
            part_of(projects, columns, fractions, range, seed)
        })
        .collect();
    let mut values = vec![Vec::with_capacity(draws); fractions.len()];
    for part in &parts {
        for draw in part.chunks_exact(fractions.len().max(1)) {
            for (values, value) in values.iter_mut().zip(draw) {
                values.push(*value);
            }
        }
    }
    Draws { values }
}

fn part_of(
    projects: &[Clusters],
    columns: usize,
    fractions: &[(usize, usize)],
    range: std::ops::Range<usize>,
    seed: u64,
) -> Vec<f64> {
    let (mut sums, mut weights) = (vec![0.0; columns], Vec::new());
    let mut part = Vec::with_capacity(range.len() * fractions.len());
    let mut totals = vec![(0.0, 0_u32); fractions.len()];
    for draw in range {
        totals.fill((0.0, 0));
        for (number, project) in projects.iter().enumerate() {
            let clusters = project.sums.len() / columns.max(1);
            assert_eq!(clusters * columns, project.sums.len(), "whole clusters");
            let mut random = SplitMix::of_part(seed, (draw as u64) << 16 | number as u64);
            weights.clear();
            weights.resize(clusters, 0_u32);
            for _ in 0..clusters {
                weights[random.below(clusters)] += 1;
            }
            add_up(&mut sums, &project.sums, &weights);
            for (total, (numerator, denominator)) in totals.iter_mut().zip(fractions) {
                if sums[*denominator] > 0.0 {
                    total.0 += sums[*numerator] / sums[*denominator];
                    total.1 += 1;
                }
            }
        }
        part.extend(totals.iter().map(|(total, projects)| match projects {
            0 => f64::NAN,
            projects => total / f64::from(*projects),
        }));
    }
    part
}

/// The weighted sum of the clusters, column by column.
fn add_up(sums: &mut [f64], clusters: &[f64], weights: &[u32]) {
    sums.fill(0.0);
    for (cluster, weight) in clusters.chunks_exact(sums.len().max(1)).zip(weights) {
        if *weight > 0 {
            let weight = f64::from(*weight);
            for (sum, one) in sums.iter_mut().zip(cluster) {
                *sum += weight * one;
            }
        }
    }
}

/// The 2.5th and 97.5th percentile, interpolated linearly between order statistics; `None` without a defined value.
#[must_use]
pub fn interval(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    let mut values: Vec<f64> = values.filter(|value| !value.is_nan()).collect();
    if values.is_empty() {
        return None;
    }
    let low = percentile(&mut values, 0.025);
    Some((low, percentile(&mut values, 0.975)))
}

fn percentile(values: &mut [f64], share: f64) -> f64 {
    let place = share * (values.len() - 1) as f64;
    let (below, _) = (place.floor() as usize, place.ceil() as usize);
    let (_, low, rest) = values.select_nth_unstable_by(below, f64::total_cmp);
    let low = *low;
    let high = rest.iter().copied().min_by(f64::total_cmp).unwrap_or(low);
    low + (high - low) * (place - place.floor())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_interpolate_between_order_statistics() {
        let (low, high) = interval((0..=100).map(f64::from)).unwrap();
        assert!((low - 2.5).abs() < 1e-12 && (high - 97.5).abs() < 1e-12);
        assert_eq!(interval([0.25].into_iter()), Some((0.25, 0.25)));
        assert_eq!(interval([f64::NAN].into_iter()), None);
    }

    #[test]
    fn clusters_that_are_all_alike_have_no_spread() {
        let project = Clusters {
            sums: [2.0, 4.0].repeat(9),
        };
        let draws = bootstrap(&[project.clone(), project], 2, &[(0, 1)], 200, 1);
        assert!(draws.of(0).iter().all(|value| *value == 0.5));
    }

    #[test]
    fn projects_count_alike_whatever_their_size() {
        let small = Clusters {
            sums: vec![1.0, 1.0],
        };
        let large = Clusters {
            sums: [0.0, 50.0].repeat(30),
        };
        let draws = bootstrap(&[small, large], 2, &[(0, 1)], 50, 1);
        assert!(draws.of(0).iter().all(|value| *value == 0.5));
    }

    #[test]
    fn a_fraction_without_a_denominator_leaves_its_project_out() {
        let without = Clusters {
            sums: vec![0.0, 0.0],
        };
        let with = Clusters {
            sums: vec![3.0, 4.0],
        };
        let draws = bootstrap(&[without.clone(), with], 2, &[(0, 1)], 10, 1);
        assert!(draws.of(0).iter().all(|value| *value == 0.75));
        assert!(bootstrap(&[without], 2, &[(0, 1)], 3, 1).of(0)[0].is_nan());
    }

    #[test]
    fn the_seed_decides_and_the_threads_do_not() {
        let project = Clusters {
            sums: (0..40).map(|at| f64::from(at % 5)).collect(),
        };
        let make = |seed| bootstrap(std::slice::from_ref(&project), 2, &[(0, 1)], 500, seed);
        let once = make(3);
        let alone = rayon::ThreadPoolBuilder::new()
            .num_threads(1)
            .build()
            .unwrap();
        assert_eq!(alone.install(|| make(3)), once);
        assert_ne!(make(4), once);
    }

    /// The standard error of a mean of independent clusters is known: s / sqrt(n).
    #[test]
    fn the_spread_is_that_of_a_mean() {
        let clusters: Vec<f64> = (0..200).flat_map(|at| [f64::from(at % 2), 1.0]).collect();
        let draws = bootstrap(&[Clusters { sums: clusters }], 2, &[(0, 1)], 10_000, 5);
        let (low, high) = interval(draws.of(0).iter().copied()).unwrap();
        let half = 1.96 * 0.5 / 200_f64.sqrt();
        assert!((low - (0.5 - half)).abs() < 0.006, "{low}");
        assert!((high - (0.5 + half)).abs() < 0.006, "{high}");
    }
}
