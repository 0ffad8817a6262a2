//! Giving ids: which of the scenarios found now are which of the instances known already.
//!
//! A scenario is the same as before if project, feature file, kind, name and its number among scenarios of equal
//! name agree. Lines are no part of it, so that an edit above a scenario does not change its id.

use std::collections::{BTreeMap, BTreeSet};

use mutscore_model::instance::{Instance, Scenario};

use super::instances::{InstanceList, Listed};

/// What a merge changed, as ids in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Merged {
    /// New instances.
    pub added: Vec<u32>,
    /// Known instances whose line, steps or tags changed, or that came back.
    pub changed: Vec<u32>,
    /// Instances that are not there any more.
    pub gone: Vec<u32>,
}

impl Merged {
    /// Whether the list is as it was.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.changed.is_empty() && self.gone.is_empty()
    }
}

/// Feature file, kind, name, and number (from 0) among scenarios of equal name in that file.
type Key = (String, bool, String, usize);

impl InstanceList {
    /// Brings the instances of `project` up to what was found in it now. Other projects are left alone.
    pub fn merge(&mut self, project: &str, found: &[Scenario]) -> Merged {
        let mut merged = Merged::default();
        let known = self.known(project);
        let mut next = self.lines.last().map_or(1, |last| last.instance.id + 1);
        let mut met = BTreeSet::new();
        for (key, scenario) in keyed(found) {
            if let Some(&index) = known.get(&key) {
                met.insert(index);
                let line = &mut self.lines[index];
                if line.gone || line.instance.scenario != *scenario {
                    line.gone = false;
                    line.instance.scenario = scenario.clone();
                    merged.changed.push(line.instance.id);
                }
            } else {
                merged.added.push(next);
                let instance = Instance {
                    id: next,
                    project: project.to_owned(),
                    scenario: scenario.clone(),
                };
                self.lines.push(Listed {
                    instance,
                    gone: false,
                });
                next += 1;
            }
        }
        for &index in known.values().filter(|index| !met.contains(index)) {
            let line = &mut self.lines[index];
            if !line.gone {
                line.gone = true;
                merged.gone.push(line.instance.id);
            }
        }
        merged.changed.sort_unstable();
        merged.gone.sort_unstable();
        merged
    }

    /// Where the known instances of a project are in the list.
    fn known(&self, project: &str) -> BTreeMap<Key, usize> {
        let mut ordinals = BTreeMap::new();
        let mut by_line: Vec<usize> = (0..self.lines.len())
            .filter(|&index| self.lines[index].instance.project == project)
            .collect();
        // Among equal names: those that are there in the order of their lines, then the gone ones by age.
        by_line.sort_by_key(|&index| {
            let line = &self.lines[index];
            (
                line.gone,
                if line.gone {
                    0
                } else {
                    line.instance.scenario.at.line
                },
                line.instance.id,
            )
        });
        by_line
            .into_iter()
            .map(|index| {
                (
                    number(&mut ordinals, &self.lines[index].instance.scenario),
                    index,
                )
            })
            .collect()
    }
}

fn keyed(found: &[Scenario]) -> Vec<(Key, &Scenario)> {
    let mut sorted: Vec<&Scenario> = found.iter().collect();
    sorted.sort_by(|left, right| left.at.cmp(&right.at));
    let mut ordinals = BTreeMap::new();
    sorted
        .into_iter()
        .map(|scenario| (number(&mut ordinals, scenario), scenario))
        .collect()
}

/// The key of the next scenario of its name.
fn number(ordinals: &mut BTreeMap<(String, bool, String), usize>, scenario: &Scenario) -> Key {
    let name = (
        scenario.at.feature.as_str().to_owned(),
        scenario.outline,
        scenario.name.clone(),
    );
    let ordinal = ordinals.entry(name.clone()).or_default();
    let key = (name.0, name.1, name.2, *ordinal);
    *ordinal += 1;
    key
}

#[cfg(test)]
mod tests {
    use mutscore_model::instance::ScenarioRef;
    use mutscore_model::path::RelPath;

    use super::*;

    fn scenario(feature: &str, line: u32, name: &str) -> Scenario {
        Scenario {
            at: ScenarioRef {
                feature: RelPath::new(feature).unwrap(),
                line,
                rows: vec![],
                test: None,
            },
            outline: false,
            feature_name: "F".to_owned(),
            name: name.to_owned(),
            tags: vec![],
            steps: vec![],
        }
    }

    fn ids(list: &InstanceList) -> Vec<(u32, u32)> {
        list.present()
            .map(|instance| (instance.id, instance.scenario.at.line))
            .collect()
    }

    #[test]
    fn moved_lines_keep_their_ids() {
        let mut list = InstanceList::default();
        list.merge(
            "p",
            &[
                scenario("a.feature", 3, "one"),
                scenario("a.feature", 9, "two"),
            ],
        );
        let merged = list.merge(
            "p",
            &[
                scenario("a.feature", 12, "one"),
                scenario("a.feature", 4, "two"),
            ],
        );
        assert_eq!(ids(&list), [(1, 12), (2, 4)]);
        assert_eq!(
            merged,
            Merged {
                added: vec![],
                changed: vec![1, 2],
                gone: vec![]
            }
        );
    }

    #[test]
    fn the_same_discovery_again_changes_nothing() {
        let found = [
            scenario("a.feature", 3, "one"),
            scenario("b.feature", 3, "one"),
        ];
        let mut list = InstanceList::default();
        list.merge("p", &found);
        let before = list.clone();
        assert!(list.merge("p", &found).is_empty());
        assert_eq!(list, before);
    }

    #[test]
    fn equal_names_are_told_apart_by_their_order() {
        let mut list = InstanceList::default();
        list.merge(
            "p",
            &[
                scenario("a.feature", 3, "same"),
                scenario("a.feature", 9, "same"),
            ],
        );
        list.merge(
            "p",
            &[
                scenario("a.feature", 13, "same"),
                scenario("a.feature", 19, "same"),
            ],
        );
        assert_eq!(ids(&list), [(1, 13), (2, 19)]);
    }

    #[test]
    fn an_id_is_never_given_twice_and_comes_back_with_its_scenario() {
        let mut list = InstanceList::default();
        list.merge(
            "p",
            &[
                scenario("a.feature", 3, "one"),
                scenario("a.feature", 9, "two"),
            ],
        );
        let merged = list.merge("p", &[scenario("a.feature", 3, "one")]);
        assert_eq!(merged.gone, [2]);
        assert_eq!(
            list.merge(
                "p",
                &[
                    scenario("a.feature", 3, "one"),
                    scenario("a.feature", 5, "three")
                ]
            )
            .added,
            [3]
        );
        let all = [
            scenario("a.feature", 3, "one"),
            scenario("a.feature", 5, "three"),
            scenario("a.feature", 8, "two"),
        ];
        assert_eq!(list.merge("p", &all).changed, [2]);
        assert_eq!(ids(&list), [(1, 3), (2, 8), (3, 5)]);
    }

    #[test]
    fn another_project_is_left_alone() {
        let mut list = InstanceList::default();
        list.merge("p", &[scenario("a.feature", 3, "one")]);
        list.merge("q", &[scenario("a.feature", 3, "one")]);
        assert_eq!(list.of_project("p").count(), 1);
        assert_eq!(
            list.of_project("q")
                .map(|instance| instance.id)
                .collect::<Vec<_>>(),
            [2]
        );
    }
}
