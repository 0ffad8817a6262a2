//! Every number of a summary once more, straight from the definitions: loops, no sharing, no cleverness.

use std::collections::{BTreeMap, BTreeSet};

use mutscore::measures::{MEASURES, SummaryOptions, summarise};
use mutscore::results::{Planned, ResultSet, Row};
use mutscore_model::outcome::Stage;

use super::made_up::{Dice, set};

/// Whether something holds for the generations of an instance: passes, and is kill-complete.
type Holds = dyn Fn(&[(bool, bool)]) -> bool;

/// Numerator and denominator of a measure for one generation, by its name.
fn share(name: &str, planned: &Planned, row: &Row) -> (f64, f64) {
    let pass = row.outcome == Stage::Pass;
    let ours = row.outcome == Stage::Infrastructure;
    let letters: Vec<char> = row.pairs.chars().collect();
    let all: Vec<usize> = (0..planned.gt_kills as usize).collect();
    let of_mask = |mask: &Option<String>| -> Vec<usize> {
        let mask: Vec<char> = mask.as_ref().unwrap().chars().collect();
        all.iter().copied().filter(|at| mask[*at] == '1').collect()
    };
    let count = |places: &[usize], wanted: &str| {
        places
            .iter()
            .filter(|at| pass && wanted.contains(letters[**at]))
            .count() as f64
    };
    let bool = |is: bool| if is { 1.0 } else { 0.0 };
    let recall = |places: &[usize], strict: bool| -> (f64, f64) {
        if ours || places.is_empty() {
            return (0.0, 0.0);
        }
        if !pass {
            return (0.0, 1.0);
        }
        let retained = if strict {
            places.len() as f64
        } else {
            count(places, "ksn")
        };
        (
            if retained == 0.0 {
                0.0
            } else {
                count(places, "k") / retained
            },
            1.0,
        )
    };
    let complete = |places: &[usize]| {
        bool(pass && !places.is_empty() && count(places, "k") == places.len() as f64)
    };
    let value = |value: Option<f64>| if pass { value.unwrap_or(0.0) } else { 0.0 };
    match name {
        "pass" => (bool(pass), bool(!ours)),
        "kill_complete" => (complete(&all), 1.0),
        "kill_complete_relaxed" => {
            let killed = count(&all, "k") / (all.len() as f64);
            (bool(pass && !all.is_empty() && killed >= 0.95), 1.0)
        }
        "mut_recall" => recall(&all, false),
        "mut_recall_strict" => recall(&all, true),
        "cov_jaccard" if ours || row.cov_jaccard.is_none() => (0.0, 0.0),
        "cov_jaccard" => (value(row.cov_jaccard), 1.0),
        "api_f1" | "api_f1_by_step" if ours || !planned.calls => (0.0, 0.0),
        "api_f1" => (value(row.api_f1), 1.0),
        "api_f1_by_step" => (value(row.api_f1_by_step), 1.0),
        "mut_recall_assertion" => recall(&of_mask(&planned.assertion), false),
        "mut_recall_target" => recall(&of_mask(&planned.target), false),
        "kill_complete_assertion" => {
            let places = of_mask(&planned.assertion);
            (complete(&places), bool(!places.is_empty()))
        }
        "kill_complete_target" => {
            let places = of_mask(&planned.target);
            (complete(&places), bool(!places.is_empty()))
        }
        "executes_all" => (
            bool(pass && !all.is_empty() && count(&all, "n") == 0.0),
            1.0,
        ),
        "kills_all_executed" => (
            bool(count(&all, "k") > 0.0 && count(&all, "stbuip") == 0.0),
            1.0,
        ),
        other => panic!("no definition of {other}"),
    }
}

/// The mean over projects of the fraction over the rows that `wanted` lets through.
fn mean(
    set: &ResultSet,
    name: &str,
    wanted: impl Fn(&Row) -> bool,
    weight: impl Fn(&Row) -> f64,
) -> Option<f64> {
    let projects: BTreeSet<&str> = set
        .planned
        .values()
        .map(|one| one.project.as_str())
        .collect();
    let mut values = Vec::new();
    for project in projects {
        let (mut numerator, mut denominator) = (0.0, 0.0);
        for row in &set.rows {
            let planned = &set.planned[&row.instance];
            if planned.project == project && wanted(row) {
                let (part, whole) = share(name, planned, row);
                numerator += weight(row) * part;
                denominator += weight(row) * whole;
            }
        }
        if denominator > 0.0 {
            values.push(numerator / denominator);
        }
    }
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

#[test]
fn every_measure_is_what_its_definition_says() {
    let set = set(2);
    let summary = summarise(
        &set,
        &SummaryOptions {
            draws: 0,
            ..SummaryOptions::default()
        },
    );
    assert_eq!(summary.arms.len(), 6);
    let mut compared = 0;
    for arm in &summary.arms {
        let of_arm = |row: &Row| row.configuration == arm.configuration && row.view == arm.view;
        for (name, _) in MEASURES {
            let wanted = mean(&set, name, of_arm, |_| 1.0).unwrap();
            let found = arm.overall.measures[name].value;
            assert!(
                (wanted - found).abs() < 1e-12,
                "{name} of {}: {found}, {wanted} by definition",
                arm.configuration
            );
            assert!((0.0..=1.0).contains(&found), "{name}: {found}");
            compared += usize::from(found > 0.0);
        }
        let rows: Vec<&Row> = set.rows.iter().filter(|row| of_arm(row)).collect();
        let ours = rows
            .iter()
            .filter(|row| row.outcome == Stage::Infrastructure)
            .count();
        assert_eq!(
            (arm.overall.planned, arm.overall.infrastructure),
            (rows.len(), ours)
        );
        assert!((arm.overall.stages.values().sum::<f64>() - 1.0).abs() < 1e-12);
    }
    assert!(
        compared > 70,
        "most measures are above 0 in {compared} cases"
    );
}

#[test]
fn the_best_of_repeats_and_flips_are_counted_by_instance() {
    let set = set(3);
    let summary = summarise(
        &set,
        &SummaryOptions {
            draws: 0,
            ..SummaryOptions::default()
        },
    );
    for arm in &summary.arms {
        let mut by_instance: BTreeMap<u32, Vec<(bool, bool)>> = BTreeMap::new();
        for row in &set.rows {
            if row.configuration == arm.configuration && row.view == arm.view {
                let planned = &set.planned[&row.instance];
                let complete = share("kill_complete", planned, row).0 == 1.0;
                by_instance
                    .entry(row.instance)
                    .or_default()
                    .push((row.outcome == Stage::Pass, complete));
            }
        }
        let of = |holds: &Holds| {
            by_instance.values().filter(|all| holds(all)).count() as f64 / by_instance.len() as f64
        };
        let best = arm.best_of.unwrap();
        assert_eq!(best.k, 3);
        assert_eq!(best.pass, of(&|all| all.iter().any(|one| one.0)));
        assert_eq!(best.kill_complete, of(&|all| all.iter().any(|one| one.1)));
        let mixed = |of: fn(&(bool, bool)) -> bool| {
            move |all: &[(bool, bool)]| all.iter().any(of) && all.iter().any(|one| !of(one))
        };
        assert_eq!(best.pass_flips, of(&mixed(|one| one.0)));
        assert_eq!(best.kill_complete_flips, of(&mixed(|one| one.1)));
    }
}

#[test]
fn intervals_are_those_of_feature_files_drawn_again_within_projects() {
    let set = set(1);
    let summary = summarise(
        &set,
        &SummaryOptions {
            draws: 8000,
            ..SummaryOptions::default()
        },
    );
    let mut features: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for planned in set.planned.values() {
        let of = features.entry(&planned.project).or_default();
        if !of.contains(&planned.feature.as_str()) {
            of.push(planned.feature.as_str());
        }
    }
    let mut dice = Dice::new(99);
    let weights: Vec<BTreeMap<(&str, &str), f64>> = (0..2000)
        .map(|_| {
            let mut weights = BTreeMap::new();
            for (project, features) in &features {
                for _ in 0..features.len() {
                    let drawn = features[dice.below(features.len() as u64) as usize];
                    *weights.entry((*project, drawn)).or_insert(0.0) += 1.0;
                }
            }
            weights
        })
        .collect();
    for name in ["pass", "kill_complete", "mut_recall", "api_f1"] {
        let arm = &summary.arms[2];
        let mut values: Vec<f64> = weights
            .iter()
            .filter_map(|weights| {
                let weight = |row: &Row| {
                    let planned = &set.planned[&row.instance];
                    let key = (planned.project.as_str(), planned.feature.as_str());
                    weights.get(&key).copied().unwrap_or(0.0)
                };
                mean(
                    &set,
                    name,
                    |row| row.configuration == arm.configuration && row.view == arm.view,
                    weight,
                )
            })
            .collect();
        values.sort_by(f64::total_cmp);
        let at = |share: f64| values[(share * values.len() as f64) as usize];
        let found = arm.overall.measures[name];
        let (low, high) = (found.low.unwrap(), found.high.unwrap());
        assert!(
            low <= found.value && found.value <= high,
            "{name} {found:?}"
        );
        // Two thousand draws place a percentile within about a fortieth of the interval.
        let tolerance = 0.1 * (high - low) + 1e-9;
        assert!(
            (low - at(0.025)).abs() < tolerance,
            "{name}: {low}, naive {}",
            at(0.025)
        );
        assert!(
            (high - at(0.975)).abs() < tolerance,
            "{name}: {high}, naive {}",
            at(0.975)
        );
    }
}

#[test]
fn comparisons_count_the_pairs_that_differ() {
    let set = set(1);
    let summary = summarise(
        &set,
        &SummaryOptions {
            draws: 500,
            ..SummaryOptions::default()
        },
    );
    assert_eq!(
        summary.comparisons.len(),
        6,
        "three pairs in each of two views"
    );
    for one in &summary.comparisons {
        let row = |configuration: &str, instance: u32| {
            set.rows
                .iter()
                .find(|row| {
                    (row.configuration.as_str(), row.view.as_str(), row.instance)
                        == (configuration, &one.view, instance)
                })
                .unwrap()
        };
        let (mut better, mut worse) = (0_u32, 0_u32);
        for (id, planned) in &set.planned {
            let of = |configuration| share("kill_complete", planned, row(configuration, *id)).0;
            match (of(&one.better), of(&one.worse)) {
                (1.0, 0.0) => better += 1,
                (0.0, 1.0) => worse += 1,
                _ => {}
            }
        }
        // P(X >= better) of a fair coin, term by term.
        let n = better + worse;
        let choose = |k: u32| {
            (0..k).fold(1.0, |product, at| {
                product * f64::from(n - at) / f64::from(at + 1)
            })
        };
        let p: f64 = (better..=n).map(|k| choose(k) / 2_f64.powi(n as i32)).sum();
        assert!(
            (one.mcnemar_kill_complete.unwrap() - p).abs() < 1e-12,
            "{one:?}"
        );
        assert_eq!(one.instances, set.planned.len());
    }
    let strong: Vec<f64> = summary
        .comparisons
        .iter()
        .filter(|one| one.better == "strong" && one.worse == "weak")
        .filter_map(|one| one.sign_flip_mut_recall)
        .collect();
    assert_eq!(strong.len(), 2);
    assert!(strong.iter().all(|p| *p < 0.05), "{strong:?}");
}

#[test]
fn the_pareto_line_holds_whoever_no_cheaper_one_reaches() {
    let set = set(1);
    let summary = summarise(
        &set,
        &SummaryOptions {
            draws: 0,
            ..SummaryOptions::default()
        },
    );
    for (view, line) in &summary.pareto {
        let arms: Vec<(&str, f64, f64)> = summary
            .arms
            .iter()
            .filter(|arm| arm.view == *view)
            .map(|arm| {
                let cost = arm.efficiency.as_ref().unwrap().of["cost"].per_generation;
                (
                    arm.configuration.as_str(),
                    cost,
                    arm.overall.measures["kill_complete"].value,
                )
            })
            .collect();
        for (name, cost, complete) in &arms {
            let beaten = arms.iter().any(|(other, price, reached)| {
                other != name && price <= cost && reached >= complete
            });
            assert_eq!(
                line.contains(&(*name).to_owned()),
                !beaten,
                "{name} in {view}: {arms:?}"
            );
        }
    }
}

#[test]
fn one_of_each_group_counts_where_that_is_asked_for() {
    let set = set(1);
    let options = SummaryOptions {
        draws: 0,
        one_per_group: true,
        ..SummaryOptions::default()
    };
    let summary = summarise(&set, &options);
    let mut seen = BTreeSet::new();
    let wanted = set
        .planned
        .values()
        .filter(|one| {
            one.group
                .as_ref()
                .is_none_or(|group| seen.insert((one.project.clone(), group.clone())))
        })
        .count();
    assert_eq!(summary.planned.values().sum::<usize>(), wanted);
    assert!(wanted < set.planned.len());
}
