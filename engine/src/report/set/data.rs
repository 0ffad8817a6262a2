//! What the page knows: results as columns of numbers, and for each project the letters of its pairs and its mutants.

use std::collections::{BTreeMap, BTreeSet};

use mutscore_model::outcome::Stage;
use serde::Serialize;

use super::SetView;
use super::rle::shorten;
use super::tables::label;
use crate::measures::{MEASURES, Summary};
use crate::report::page::mutants::Mutants;
use crate::results::{Row, Who};

/// Most characters of a reason that is shown.
const LONGEST_REASON: usize = 600;

/// How much of the details a page may hold, in bytes. Beyond that it would no longer open in a blink.
#[derive(Debug, Clone, Copy)]
pub(super) struct Budget {
    /// Letters of pairs, and mutants.
    pub(super) pairs: usize,
    /// Source text.
    pub(super) source: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            pairs: 40 << 20,
            source: 16 << 20,
        }
    }
}

/// Everything but pairs and mutants.
#[derive(Debug, Serialize)]
pub(super) struct Core<'a> {
    tool: &'a str,
    summary: &'a Summary,
    measures: Vec<(&'static str, &'static str, &'static str)>,
    stages: Vec<&'static str>,
    projects: Vec<&'a str>,
    features: Vec<&'a str>,
    arms: Vec<(&'a str, &'a str, u32)>,
    planned: Columns<'a>,
    rows: Rows,
    notes: Vec<String>,
}

/// Planned instances, a column each.
#[derive(Debug, Default, Serialize)]
struct Columns<'a> {
    id: Vec<u32>,
    project: Vec<usize>,
    feature: Vec<usize>,
    scenario: Vec<&'a str>,
    kills: Vec<u32>,
}

/// Results, a column each. Counts are of the mutants of `K_i`.
#[derive(Debug, Default, Serialize)]
struct Rows {
    arm: Vec<usize>,
    of: Vec<usize>,
    stage: Vec<usize>,
    killed: Vec<usize>,
    unchecked: Vec<usize>,
    unexecuted: Vec<usize>,
    unjudged: Vec<usize>,
    jaccard: Vec<Option<u32>>,
    f1: Vec<Option<u32>>,
    because: BTreeMap<usize, String>,
    discarded: BTreeMap<usize, u32>,
}

/// The pairs and mutants of one project.
#[derive(Debug, Default, Serialize)]
pub(super) struct ProjectDetails<'a> {
    /// Place of a result among all results → its letters, shortened.
    pairs: BTreeMap<usize, String>,
    /// Instance → for each mutant of `K_i`, `a` if only a Then step notices it; shortened. Where there are Then steps.
    assertion: BTreeMap<u32, String>,
    /// Instance → for each mutant of `K_i`, `a` if it lies inside the target; shortened. Where there is a target.
    target: BTreeMap<u32, String>,
    /// Instance → `K_i` as places among `mutants`, each but the first as its distance from the one before.
    kills: BTreeMap<u32, Vec<usize>>,
    #[serde(flatten)]
    mutants: Mutants<'a>,
}

/// The pairs and mutants of all projects, and what had to be left out.
#[derive(Debug, Default)]
pub(super) struct Details<'a> {
    pub(super) projects: Vec<ProjectDetails<'a>>,
    pub(super) notes: Vec<String>,
}

/// The part that the page reads at once.
pub(super) fn core<'a>(view: &SetView<'a>, notes: Vec<String>) -> Core<'a> {
    let set = view.set;
    let mut core = Core {
        tool: &set.header.tool,
        summary: view.summary,
        measures: MEASURES
            .iter()
            .map(|(name, words)| (*name, label(name), *words))
            .collect(),
        stages: Stage::ALL.map(Stage::word).to_vec(),
        projects: projects(view),
        features: Vec::new(),
        arms: Vec::new(),
        planned: Columns::default(),
        rows: Rows::default(),
        notes,
    };
    let project_places = places(&core.projects);
    let (mut features, mut at) = (BTreeMap::new(), BTreeMap::new());
    for planned in set.planned.values() {
        let feature = (planned.project.as_str(), planned.feature.as_str());
        let feature = *features.entry(feature).or_insert_with(|| {
            core.features.push(planned.feature.as_str());
            core.features.len() - 1
        });
        at.insert(planned.instance, core.planned.id.len());
        core.planned.id.push(planned.instance);
        core.planned.project.push(project_places[&*planned.project]);
        core.planned.feature.push(feature);
        core.planned.scenario.push(&planned.scenario);
        core.planned.kills.push(planned.gt_kills);
    }
    let arm = |who: Who<'a>| (who.configuration, who.view, who.repeat);
    core.arms = set.rows.iter().map(|row| arm(row.who())).collect();
    core.arms.sort_unstable();
    core.arms.dedup();
    for row in &set.rows {
        // A result of an instance that is not planned has no place in a table; readers of result sets refuse it.
        let Some(of) = at.get(&row.instance) else {
            continue;
        };
        let arm = core.arms.binary_search(&arm(row.who())).unwrap_or_default();
        core.rows.push(row, arm, *of);
    }
    core
}

impl Rows {
    fn push(&mut self, row: &Row, arm: usize, of: usize) {
        let count = |letter: u8| row.pairs.bytes().filter(|byte| *byte == letter).count();
        let (killed, unchecked, unexecuted) = (count(b'k'), count(b's'), count(b'n'));
        let stage = Stage::ALL.iter().position(|stage| *stage == row.outcome);
        let place = self.arm.len();
        self.arm.push(arm);
        self.of.push(of);
        self.stage.push(stage.unwrap_or_default());
        self.killed.push(killed);
        self.unchecked.push(unchecked);
        self.unexecuted.push(unexecuted);
        self.unjudged
            .push(row.pairs.len() - killed - unchecked - unexecuted);
        self.jaccard.push(row.cov_jaccard.map(per_mille));
        self.f1.push(row.api_f1.map(per_mille));
        if let Some(because) = &row.because {
            self.because
                .insert(place, because.chars().take(LONGEST_REASON).collect());
        }
        if row.discarded > 0 {
            self.discarded.insert(place, row.discarded);
        }
    }
}

/// The part that the page reads project by project.
pub(super) fn details<'a>(view: &SetView<'a>, budget: Budget) -> Details<'a> {
    let set = view.set;
    let names = projects(view);
    let place_of = places(&names);
    let mut rows: BTreeMap<u32, Vec<(usize, &Row)>> = BTreeMap::new();
    let known = set
        .rows
        .iter()
        .filter(|row| set.planned.contains_key(&row.instance));
    for (place, row) in known.enumerate() {
        if !row.pairs.is_empty() {
            rows.entry(row.instance).or_default().push((place, row));
        }
    }
    let mut details = Details {
        projects: names.iter().map(|_| ProjectDetails::default()).collect(),
        notes: view.misses.remarks.clone(),
    };
    let mut left = budget.pairs;
    let mut instances: Vec<Vec<u32>> = vec![Vec::new(); names.len()];
    let mut left_out = 0_usize;
    for planned in set.planned.values() {
        let project = place_of[&*planned.project];
        let letters: Vec<(usize, String)> = rows
            .remove(&planned.instance)
            .unwrap_or_default()
            .into_iter()
            .map(|(place, row)| (place, shorten(&row.pairs)))
            .collect();
        // About what the letters, and the list of mutants they stand for, take in the page.
        let cost: usize = letters.iter().map(|(_, letters)| letters.len() + 12).sum();
        let cost = cost + 4 * planned.gt_kills as usize;
        if cost > left {
            left_out += 1;
            continue;
        }
        left -= cost;
        instances[project].push(planned.instance);
        let of_project = &mut details.projects[project];
        for (flags, known) in [
            (&planned.assertion, &mut of_project.assertion),
            (&planned.target, &mut of_project.target),
        ] {
            if let Some(flags) = flags {
                // Digits would be counts.
                known.insert(
                    planned.instance,
                    shorten(&flags.replace('1', "a").replace('0', "o")),
                );
            }
        }
        details.projects[project].pairs.extend(letters);
    }
    if left_out > 0 {
        details.notes.push(format!(
            "the pairs of {left_out} instances are not in this page, which holds at most {} bytes of them",
            budget.pairs
        ));
    }
    let mut most_source = budget.source;
    for (place, name) in names.iter().enumerate() {
        let Some(misses) = view.misses.projects.get(*name) else {
            continue;
        };
        let project = &mut details.projects[place];
        for instance in &instances[place] {
            if let Some(kills) = misses.kills.get(instance) {
                project.kills.insert(*instance, distances(kills));
            }
        }
        project.mutants = Mutants::of(&misses.mutants, &misses.sources, &mut most_source);
    }
    details
}

/// Each number but the first as its distance from the one before; pool order is manifest order, so they rise.
fn distances(rising: &[usize]) -> Vec<usize> {
    let mut before = 0;
    let distance = |place: &usize| {
        let distance = place.saturating_sub(before);
        before = *place;
        distance
    };
    rising.iter().map(distance).collect()
}

fn projects<'a>(view: &SetView<'a>) -> Vec<&'a str> {
    let names = view.set.planned.values().map(|planned| &*planned.project);
    names.collect::<BTreeSet<&str>>().into_iter().collect()
}

fn places<'a>(names: &[&'a str]) -> BTreeMap<&'a str, usize> {
    names
        .iter()
        .zip(0..)
        .map(|(name, place)| (*name, place))
        .collect()
}

fn per_mille(share: f64) -> u32 {
    (1_000.0 * share).round() as u32
}

#[cfg(test)]
mod tests {
    use mutscore_model::digest::Digest;
    use mutscore_model::path::RelPath;

    use super::*;
    use crate::report::set::Misses;
    use crate::results::{Header, Planned, RESULTS_SCHEMA, ResultSet};

    /// Instances whose only test kills every other mutant, so that the letters cannot be shortened.
    fn set(instances: u32) -> ResultSet {
        let digest = Digest::of(b"");
        let planned = (1..=instances).map(|instance| Planned {
            instance,
            project: "shop".to_owned(),
            feature: RelPath::new("f.feature").unwrap(),
            scenario: String::new(),
            pool: digest,
            gt_kills: 40,
            calls: true,
            assertion: Some("10".repeat(20)),
            target: None,
            group: None,
        });
        let row = |instance| Row {
            configuration: "one".to_owned(),
            view: "all".to_owned(),
            repeat: 1,
            instance,
            submission: digest,
            pool: digest,
            outcome: Stage::Pass,
            pairs: "kn".repeat(20),
            cov_jaccard: None,
            api_f1: None,
            api_f1_by_step: None,
            because: None,
            discarded: 0,
            generation: None,
        };
        ResultSet {
            header: Header {
                schema: RESULTS_SCHEMA,
                tool: String::new(),
                projects: BTreeMap::new(),
            },
            planned: planned.map(|planned| (planned.instance, planned)).collect(),
            rows: (1..=instances).map(row).collect(),
        }
    }

    #[test]
    fn what_goes_beyond_the_budget_is_left_out_and_said() {
        let set = set(5);
        let summary = Summary {
            schema: 1,
            planned: BTreeMap::from([("shop".to_owned(), 5)]),
            unscorable: Vec::new(),
            groups: None,
            draws: 0,
            seed: 1,
            arms: Vec::new(),
            comparisons: Vec::new(),
            pareto: BTreeMap::new(),
        };
        let misses = Misses::default();
        let view = SetView {
            summary: &summary,
            set: &set,
            misses: &misses,
        };
        let all = details(&view, Budget::default());
        assert_eq!((all.projects[0].pairs.len(), all.notes.len()), (5, 0));
        assert_eq!(all.projects[0].assertion[&5], "ao".repeat(20));
        let budget = Budget {
            pairs: 2 * (40 + 12 + 160) + 100,
            source: 0,
        };
        let some = details(&view, budget);
        assert_eq!(some.projects[0].pairs.len(), 2);
        assert!(some.notes[0].contains("3 instances"), "{}", some.notes[0]);
    }
}
