//! In which order runs are made, and which of them go together.
//!
//! Loading a mutant once and running many scenarios on it is most of what makes pairs cheap, so all runs of one
//! mutant form a unit that one worker runs through. The mutants of one file follow each other, since a prepared
//! tree or build is often kept per file. At the end stand small units, the longest first, so that the workers
//! finish at about the same time. The order depends on the requests and the number of workers only.

use std::collections::{BTreeMap, HashMap};
use std::num::NonZeroUsize;
use std::sync::Arc;

use mutscore_model::instance::ScenarioRef;
use mutscore_model::overlay::Overlay;
use mutscore_model::path::RelPath;
use mutscore_runners::runner::RunLimits;

/// What loading a mutant costs, in runs of the shortest scenario (measured: 170–220 ms against 11–17 ms).
const LOAD: u64 = 16;

/// A mutant's runs are not divided into parts smaller than this, or loading it again would cost more than waiting.
const LEAST_PART: usize = 2 * LOAD as usize;

/// Parts that each worker should get of everything there is, so that it can be shared out evenly.
const PARTS: u64 = 8;

/// One run of a unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkItem {
    /// Its place among the requests, from 0.
    pub index: usize,
    /// The scenario.
    pub scenario: ScenarioRef,
    /// Limits of the run.
    pub limits: RunLimits,
}

/// Runs that one worker makes one after the other: all of one overlay and one kind.
#[derive(Debug, Clone)]
pub struct WorkUnit {
    /// Its number, from 0; unique within one call of the dispatcher.
    pub id: usize,
    /// What all its runs see.
    pub overlay: Arc<Overlay>,
    /// Whether coverage and calls are asked for.
    pub observe: bool,
    /// Whether the Then bodies are emptied.
    pub strip: bool,
    /// The runs, in order; never empty.
    pub items: Vec<WorkItem>,
}

impl WorkUnit {
    /// How many runs of the unit follow, the one at `position` included.
    #[must_use]
    pub fn batch(&self, position: usize) -> u32 {
        u32::try_from(self.items.len().saturating_sub(position)).unwrap_or(u32::MAX)
    }

    /// Loading is shared, or made for each run anyway: dividing the unit costs nothing.
    fn divides_freely(&self) -> bool {
        self.observe || self.overlay.files.is_empty()
    }

    /// A measure of how long it takes: the limits stand for the baseline they were made of.
    fn weight(&self, load: u64) -> u64 {
        let runs: u64 = self.items.iter().map(|item| millis(item.limits)).sum();
        if self.divides_freely() {
            runs
        } else {
            runs.saturating_add(load)
        }
    }
}

/// A request that is still to be run, as the planner takes it.
#[derive(Debug, Clone)]
pub struct Planned {
    /// The run.
    pub item: WorkItem,
    /// What it sees.
    pub overlay: Arc<Overlay>,
    /// Whether coverage and calls are asked for.
    pub observe: bool,
    /// Whether the Then bodies are emptied.
    pub strip: bool,
}

/// Puts runs into units and the units into order, for this many workers. Within a unit the runs keep the order in
/// which they come: whoever asks puts likely killers first.
#[must_use]
pub fn plan(runs: Vec<Planned>, workers: NonZeroUsize) -> Vec<WorkUnit> {
    let load = LOAD
        * runs
            .iter()
            .map(|run| millis(run.item.limits))
            .min()
            .unwrap_or(1);
    let mut units = group(runs);
    units.sort_by(|a, b| place(a).cmp(&place(b)));
    if workers.get() > 1 {
        units = divide(units, load, workers.get());
        small_ones_last(&mut units, load, workers.get() as u64);
    }
    for (id, unit) in units.iter_mut().enumerate() {
        unit.id = id;
    }
    units
}

/// Unmutated runs first, then file by file from top to bottom.
fn place(unit: &WorkUnit) -> (Option<(&RelPath, u32)>, usize) {
    let edit = unit
        .overlay
        .files
        .first()
        .map(|file| (&file.path, file.edited.start));
    (edit, unit.items.first().map_or(0, |item| item.index))
}

/// Observed? Stripped?
type Kind = (bool, bool);
/// File and first byte of an edit.
type Place = (RelPath, u32);

/// One unit for each overlay and kind, in the order of first appearance.
///
/// Most callers give the runs of a mutant the same `Arc`; overlays that are equal but built twice are found by
/// comparing those that edit the same place.
fn group(runs: Vec<Planned>) -> Vec<WorkUnit> {
    let mut units: Vec<WorkUnit> = Vec::new();
    let mut by_pointer: HashMap<(*const Overlay, Kind), usize> = HashMap::new();
    let mut by_place: BTreeMap<(Option<Place>, Kind), Vec<usize>> = BTreeMap::new();
    for run in runs {
        let (observe, strip) = (run.observe, run.strip);
        let pointer = (Arc::as_ptr(&run.overlay), (observe, strip));
        let unit = *by_pointer.entry(pointer).or_insert_with(|| {
            let edit = run
                .overlay
                .files
                .first()
                .map(|file| (file.path.clone(), file.edited.start));
            let alike = by_place.entry((edit, (observe, strip))).or_default();
            let known = alike
                .iter()
                .copied()
                .find(|unit| units[*unit].overlay == run.overlay);
            known.unwrap_or_else(|| {
                alike.push(units.len());
                let overlay = Arc::clone(&run.overlay);
                units.push(WorkUnit {
                    id: 0,
                    overlay,
                    observe,
                    strip,
                    items: Vec::new(),
                });
                units.len() - 1
            })
        });
        units[unit].items.push(run.item);
    }
    units
}

/// Divides units that are too big a share of everything, into even parts. A mutant that has to be loaded gets at
/// most one part for each worker, so that none loads it twice.
fn divide(units: Vec<WorkUnit>, load: u64, workers: usize) -> Vec<WorkUnit> {
    let total: u64 = units.iter().map(|unit| unit.weight(load)).sum();
    let share = (total / (workers as u64 * PARTS)).max(1);
    let mut divided = Vec::with_capacity(units.len());
    for unit in units {
        let runs = unit.items.len();
        let most = if unit.divides_freely() {
            runs
        } else {
            (runs / LEAST_PART).clamp(1, workers)
        };
        let wanted = usize::try_from(unit.weight(load).div_ceil(share)).unwrap_or(most);
        let parts = wanted.clamp(1, most);
        for part in 0..parts {
            let items = unit.items[part * runs / parts..(part + 1) * runs / parts].to_vec();
            let overlay = Arc::clone(&unit.overlay);
            divided.push(WorkUnit {
                id: 0,
                overlay,
                items,
                ..unit
            });
        }
    }
    divided
}

/// Moves the smallest units to the end, the longest of them first: enough of them to keep all other workers busy
/// while one of them runs the heaviest unit.
fn small_ones_last(units: &mut Vec<WorkUnit>, load: u64, workers: u64) {
    let weights: Vec<u64> = units.iter().map(|unit| unit.weight(load)).collect();
    let wanted = (workers - 1) * weights.iter().copied().max().unwrap_or(0);
    let mut by_weight: Vec<usize> = (0..units.len()).collect();
    by_weight.sort_by_key(|unit| (weights[*unit], *unit));
    let mut rank = vec![None; units.len()];
    let mut gathered = 0;
    for unit in by_weight {
        if gathered >= wanted {
            break;
        }
        gathered += weights[unit];
        rank[unit] = Some(std::cmp::Reverse(weights[unit]));
    }
    let mut ranked: Vec<_> = rank.into_iter().zip(units.drain(..)).collect();
    // Stable: `None`, the units that stay, keep their order and come first.
    ranked.sort_by_key(|(rank, _)| *rank);
    units.extend(ranked.into_iter().map(|(_, unit)| unit));
}

fn millis(limits: RunLimits) -> u64 {
    u64::try_from(limits.wall.as_millis())
        .unwrap_or(u64::MAX / 4)
        .clamp(1, u64::from(u32::MAX))
}
