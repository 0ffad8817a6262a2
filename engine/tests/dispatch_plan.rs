//! The order of work: nothing lost, mutants whole, files together, workers done at about the same time.
#![allow(clippy::unwrap_used, reason = "a test says what failed by panicking")]

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use mutscore::plan::{Planned, WorkItem, WorkUnit, plan};
use mutscore_model::instance::ScenarioRef;
use mutscore_model::overlay::{Overlay, Replacement};
use mutscore_model::path::RelPath;
use mutscore_model::span::ByteSpan;
use mutscore_runners::runner::RunLimits;
use proptest::prelude::*;

fn workers(count: usize) -> NonZeroUsize {
    NonZeroUsize::new(count).unwrap()
}

fn overlay(file: u32, mutant: u32) -> Arc<Overlay> {
    let edit = ByteSpan::new(mutant, mutant + 1);
    Arc::new(Overlay {
        woven: None,
        files: vec![Replacement {
            path: RelPath::new(&format!("src/f{file:02}.py")).unwrap(),
            bytes: format!("{mutant}").into_bytes().into(),
            edited: edit,
            original: edit,
        }],
    })
}

fn planned(index: usize, overlay: &Arc<Overlay>, wall_ms: u64) -> Planned {
    let feature = RelPath::new("a.feature").unwrap();
    let time = Duration::from_millis(wall_ms);
    Planned {
        item: WorkItem {
            index,
            scenario: ScenarioRef {
                feature,
                line: index as u32 + 1,
                rows: Vec::new(),
                test: None,
            },
            limits: RunLimits {
                wall: time,
                cpu: time,
            },
        },
        overlay: Arc::clone(overlay),
        observe: false,
        strip: false,
    }
}

/// `counts[file][mutant]` runs of each mutant, dealt out round and round.
fn dealt(counts: &[Vec<u32>], wall_ms: u64) -> Vec<Planned> {
    let mut left: Vec<(Arc<Overlay>, u32)> = Vec::new();
    for (file, mutants) in (0..).zip(counts) {
        for (mutant, runs) in (0..).zip(mutants) {
            left.push((overlay(file, mutant), *runs));
        }
    }
    let mut runs = Vec::new();
    while left.iter().any(|(_, count)| *count > 0) {
        for (overlay, count) in left.iter_mut().filter(|(_, count)| *count > 0) {
            *count -= 1;
            runs.push(planned(runs.len(), overlay, wall_ms));
        }
    }
    runs
}

fn file(unit: &WorkUnit) -> &str {
    unit.overlay
        .files
        .first()
        .map_or("", |file| file.path.as_str())
}

fn indices(units: &[WorkUnit]) -> Vec<Vec<usize>> {
    units
        .iter()
        .map(|unit| unit.items.iter().map(|item| item.index).collect())
        .collect()
}

#[test]
fn one_worker_gets_each_mutant_whole_file_by_file_from_top_to_bottom() {
    let units = plan(dealt(&[vec![3, 1], vec![100, 2]], 100), workers(1));
    let order: Vec<_> = units
        .iter()
        .map(|unit| (file(unit), unit.overlay.files[0].edited.start))
        .collect();
    assert_eq!(
        order,
        [
            ("src/f00.py", 0),
            ("src/f00.py", 1),
            ("src/f01.py", 0),
            ("src/f01.py", 1)
        ]
    );
    assert_eq!(
        units
            .iter()
            .map(|unit| unit.items.len())
            .collect::<Vec<_>>(),
        [3, 1, 100, 2]
    );
    assert_eq!(
        units.iter().map(|unit| unit.id).collect::<Vec<_>>(),
        [0, 1, 2, 3]
    );
}

#[test]
fn equal_overlays_that_were_built_twice_share_a_unit_and_different_ones_never_do() {
    let (first, twin, other) = (overlay(1, 1), overlay(1, 1), overlay(1, 2));
    let mut same_place = (*first).clone();
    same_place.files[0].bytes = Arc::from(&b"else"[..]);
    let runs = vec![
        planned(0, &first, 100),
        planned(1, &other, 100),
        planned(2, &twin, 100),
        planned(3, &Arc::new(same_place), 100),
    ];
    assert_eq!(
        indices(&plan(runs, workers(1))),
        [vec![0, 2], vec![3], vec![1]]
    );
}

#[test]
fn stripped_observed_and_plain_runs_of_one_overlay_are_units_of_their_own() {
    let mutant = overlay(1, 1);
    let mut runs: Vec<_> = (0..6).map(|index| planned(index, &mutant, 100)).collect();
    runs[1].strip = true;
    runs[3].strip = true;
    runs[4].observe = true;
    let units = plan(runs, workers(1));
    assert_eq!(indices(&units), [vec![0, 2, 5], vec![1, 3], vec![4]]);
    assert!(units[1].strip && units[2].observe && !units[0].strip);
}

#[test]
fn the_runs_of_a_unit_keep_the_order_in_which_they_were_asked_for() {
    let mutant = overlay(1, 1);
    let mut runs: Vec<_> = [4, 2, 9, 0]
        .map(|index| planned(index, &mutant, 100))
        .to_vec();
    runs[2].item.scenario.line = 1;
    let units = plan(runs, workers(2));
    assert_eq!(indices(&units), [vec![4, 2, 9, 0]]);
    assert_eq!(
        (0..4)
            .map(|place| units[0].batch(place))
            .collect::<Vec<_>>(),
        [4, 3, 2, 1]
    );
}

#[test]
fn unmutated_runs_come_first_and_are_shared_out() {
    let plain = Arc::new(Overlay::default());
    let mut runs: Vec<_> = (0..64).map(|index| planned(index, &plain, 100)).collect();
    runs.extend((64..74).map(|index| planned(index, &overlay(1, index as u32), 100)));
    let units = plan(runs, workers(2));
    assert!(units[0].overlay.files.is_empty());
    let plain_units = units
        .iter()
        .filter(|unit| unit.overlay.files.is_empty())
        .count();
    assert!(plain_units >= 4, "{plain_units}");
}

#[test]
fn a_single_big_mutant_is_divided_between_two_workers_but_not_into_crumbs() {
    let mutant = overlay(1, 1);
    let runs = |count| {
        (0..count)
            .map(|index| planned(index, &mutant, 100))
            .collect::<Vec<_>>()
    };
    let units = plan(runs(400), workers(2));
    assert!(units.len() >= 2);
    assert!(
        units.iter().all(|unit| unit.items.len() >= 32),
        "{:?}",
        indices(&units)
    );
    assert_eq!(
        plan(runs(40), workers(2)).len(),
        1,
        "loading it twice would cost more"
    );
}

/// Time at which each worker ends if units go, in order, to whoever is free: a load costs 16 runs.
fn ends(units: &[WorkUnit], workers: usize) -> Vec<u64> {
    let mut ends = vec![0; workers];
    for unit in units {
        let next = ends.iter_mut().min().unwrap();
        let runs: u64 = unit
            .items
            .iter()
            .map(|item| item.limits.wall.as_millis() as u64)
            .sum();
        *next += runs + 16 * 100;
    }
    ends
}

#[test]
fn workers_end_at_about_the_same_time_even_if_the_last_file_has_the_heaviest_mutants() {
    // 40 light mutants, then four heavy ones: in file order, one worker would end far later than the other.
    let counts = [vec![1; 40], vec![30, 30, 30, 31]];
    for count in [2, 3, 4] {
        let units = plan(dealt(&counts, 100), workers(count));
        let ends = ends(&units, count);
        let (first, last) = (ends.iter().min().unwrap(), ends.iter().max().unwrap());
        let lightest = 17 * 100;
        assert!(last - first <= 2 * lightest, "{count} workers: {ends:?}");
    }
}

proptest! {
    #[test]
    fn every_run_is_planned_once_with_its_own_overlay_and_the_plan_is_repeatable(
        counts in prop::collection::vec(prop::collection::vec(0_u32..90, 1..6), 1..5),
        count in 1_usize..9,
    ) {
        let runs = dealt(&counts, 100);
        let units = plan(runs.clone(), workers(count));
        let mut places: Vec<usize> = indices(&units).concat();
        places.sort_unstable();
        prop_assert_eq!(places, (0..runs.len()).collect::<Vec<_>>());
        for unit in &units {
            prop_assert!(!unit.items.is_empty());
            for item in &unit.items {
                prop_assert_eq!(&*runs[item.index].overlay, &*unit.overlay);
            }
        }
        prop_assert_eq!(indices(&plan(runs, workers(count))), indices(&units));
    }

    #[test]
    fn files_stay_together_but_for_the_small_units_at_the_end(
        counts in prop::collection::vec(prop::collection::vec(1_u32..60, 1..8), 1..5),
        count in 2_usize..5,
    ) {
        let units = plan(dealt(&counts, 100), workers(count));
        let weight = |unit: &WorkUnit| unit.items.len() + 16;
        // The longest end that is sorted by falling weight, the tail, is left out of the check.
        let tail = units.windows(2).rposition(|pair| weight(&pair[0]) < weight(&pair[1]));
        let body = &units[..tail.map_or(0, |last| last + 1)];
        let mut runs_of_file: BTreeMap<&str, usize> = BTreeMap::new();
        for (place, unit) in body.iter().enumerate() {
            if place == 0 || file(&body[place - 1]) != file(unit) {
                *runs_of_file.entry(file(unit)).or_default() += 1;
            }
        }
        prop_assert!(runs_of_file.values().all(|runs| *runs == 1), "{:?}", runs_of_file);
    }
}
