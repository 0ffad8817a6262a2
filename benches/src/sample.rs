//! Which pairs are measured: a spread of a project's own scenarios and of the mutants they reach.
//!
//! Nothing random: the same project gives the same pairs. Two orders are taken, since they cost differently when warm:
//! as scoring asks (a scenario, and mutants that come once each) and as freezing asks (a mutant, and every scenario
//! that reaches it).

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, bail};
use mutscore::config::Baseline;
use mutscore::pool::covered;
use mutscore::project::{Opened, SourceTree, Weaving};
use mutscore_model::instance::ScenarioRef;
use mutscore_model::mutant::{Mutant, MutantStatus};
use mutscore_model::outcome::{RunOutcome, RunReport};
use mutscore_model::overlay::Overlay;
use mutscore_runners::runner::{CancelToken, Job, Mode, RunLimits, Session};

use crate::meter::Meter;

/// A scenario that passes, with the limits of its mutated runs.
#[derive(Debug, Clone)]
pub struct Instance {
    /// How to select it.
    pub at: ScenarioRef,
    /// Limits, from what it took unmutated.
    pub limits: RunLimits,
    /// Places in the manifest of the mutants that it reaches, in manifest order.
    reached: Vec<usize>,
}

/// One scenario on one mutant.
#[derive(Debug, Clone)]
pub struct Pair {
    /// Its place among the instances of the sample.
    pub instance: usize,
    /// The mutated file.
    pub overlay: Arc<Overlay>,
}

/// What is measured.
#[derive(Debug)]
pub struct Sample {
    /// Scenarios, spread evenly over the project's.
    pub instances: Vec<Instance>,
    /// For each instance, in order, its pairs as scoring asks for them.
    pub scoring: Vec<Vec<Pair>>,
    /// For each of some mutants, its pairs as freezing asks for them.
    pub freezing: Vec<Vec<Pair>>,
    /// No mutant; in the common build, if there is one.
    pub unmutated: Arc<Overlay>,
    /// How many mutants are in a common build.
    pub woven: usize,
    /// What making that build cost, unless it was there.
    pub weaving: Duration,
}

impl Sample {
    /// Chooses up to `instances` scenarios that pass, up to `mutants` of all mutants for each, and as many mutants that
    /// are run on every one of the scenarios that reach them.
    ///
    /// # Errors
    /// When the project cannot be run, or no scenario passes.
    pub fn choose(
        opened: &Opened,
        meter: &Meter,
        all: &[Mutant],
        instances: usize,
        mutants: usize,
    ) -> anyhow::Result<Self> {
        let project = opened.project(opened.whole_view().layers().to_vec());
        let discovery = opened.runner.discover(&project)?;
        let bound: Vec<&ScenarioRef> = discovery
            .scenarios
            .iter()
            .filter(|found| found.unbound.is_none() && !found.scenario.steps.is_empty())
            .map(|found| &found.scenario.at)
            .collect();
        let mut session = opened.runner.session(&project, Mode::Cold, 0)?;
        let mut chosen = Vec::new();
        for &at in spread(&bound, instances) {
            let report = observe(&mut *session, at, opened);
            if let (RunOutcome::Pass, Some(seen)) = (report.outcome, report.observation) {
                let baseline = Baseline {
                    wall: Duration::from_micros(report.wall_us),
                    cpu: Duration::from_micros(report.cpu_us),
                };
                let mut reached = covered(all, &seen.coverage.all());
                // What does not compile is never run.
                reached.retain(|place| all[*place].status == MutantStatus::Ok);
                chosen.push(Instance {
                    at: at.clone(),
                    limits: opened.ready.settings.limits.limits(baseline),
                    reached,
                });
            }
        }
        if chosen.is_empty() {
            bail!("no scenario of `{}` passes when observed", project.name);
        }
        let (weaving, cost) = meter.measure(|| Weaving::of(opened, all))?;
        let weaving = weaving?;
        let mut sources = SourceTree::new(opened.pinned.path());
        let mut overlay = |place: usize| {
            let mutant = &all[place];
            let overlay = sources
                .mutated(mutant)
                .with_context(|| format!("make the mutant {}", mutant.id.as_str()))?;
            anyhow::Ok(weaving.with_mutant(&mutant.id, &overlay))
        };
        let mut scoring = Vec::new();
        for (instance, one) in chosen.iter().enumerate() {
            let pairs = spread(&one.reached, mutants).map(|place| {
                let overlay = overlay(*place)?;
                Ok(Pair { instance, overlay })
            });
            scoring.push(pairs.collect::<anyhow::Result<_>>()?);
        }
        let mut freezing = Vec::new();
        for place in by_reach(&chosen, mutants) {
            let overlay = overlay(place)?;
            let reaching = (0..chosen.len()).filter(|at| chosen[*at].reached.contains(&place));
            let pair = |instance| Pair {
                instance,
                overlay: Arc::clone(&overlay),
            };
            freezing.push(reaching.map(pair).collect());
        }
        Ok(Self {
            instances: chosen,
            scoring,
            freezing,
            unmutated: weaving.unmutated(&Arc::new(Overlay::default())),
            woven: weaving.woven(),
            weaving: cost,
        })
    }
}

fn observe(session: &mut dyn Session, at: &ScenarioRef, opened: &Opened) -> RunReport {
    let job = Job {
        scenario: at,
        overlay: &Overlay::default(),
        limits: opened.ready.settings.limits.unmeasured(),
        observe: true,
        strip: false,
        batch: 1,
    };
    session.run(&job, &CancelToken::default())
}

/// Up to `wanted` of the items, at even distances.
fn spread<T>(items: &[T], wanted: usize) -> impl Iterator<Item = &T> {
    let taken = wanted.min(items.len());
    (0..taken).map(move |number| &items[number * items.len() / taken])
}

/// Mutants, each as likely as it has pairs among the instances: what a freeze spends its time on.
fn by_reach(instances: &[Instance], wanted: usize) -> Vec<usize> {
    let mut pairs: Vec<usize> = instances
        .iter()
        .flat_map(|one| one.reached.iter().copied())
        .collect();
    pairs.sort_unstable();
    let mut chosen: Vec<usize> = spread(&pairs, wanted).copied().collect();
    chosen.dedup();
    chosen
}

#[cfg(test)]
mod tests {
    use mutscore_model::path::RelPath;

    use super::*;

    fn reaches(reached: &[usize]) -> Instance {
        Instance {
            at: ScenarioRef {
                feature: RelPath::new("features/a.feature").unwrap(),
                line: 1,
                rows: Vec::new(),
                test: None,
            },
            limits: RunLimits {
                wall: Duration::from_secs(1),
                cpu: Duration::from_secs(1),
            },
            reached: reached.to_vec(),
        }
    }

    #[test]
    fn a_spread_goes_over_the_whole_list_and_never_beyond_it() {
        let all: Vec<u32> = (0..10).collect();
        let three: Vec<u32> = spread(&all, 3).copied().collect();
        assert_eq!(three, [0, 3, 6]);
        assert_eq!(spread(&all, 99).count(), 10);
        assert_eq!(spread(&[] as &[u32], 3).count(), 0);
    }

    #[test]
    fn mutants_that_many_scenarios_reach_are_chosen_more_often_and_each_once() {
        let instances = [
            reaches(&[1, 5]),
            reaches(&[5]),
            reaches(&[5]),
            reaches(&[5, 9]),
        ];
        assert_eq!(by_reach(&instances, 2), [1, 5]);
        assert_eq!(by_reach(&instances, 1_000), [1, 5, 9]);
    }
}
