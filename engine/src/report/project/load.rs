//! From frozen files, or from a result set, to the report of a suite.

use std::collections::{BTreeMap, BTreeSet};

use mutscore_model::mutant::MutantId;
use mutscore_model::outcome::Stage;

use super::suite::{Gathered, KillReport, TestCase};
use crate::bench::{Bench, BenchError, FrozenError};
use crate::manifest::{self, ManifestError};
use crate::metrics::Generated;
use crate::report::set::Misses;
use crate::report::sources::Sources;
use crate::results::{ResultSet, generated};

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum KillReportError {
    /// The bench or its configuration.
    #[error(transparent)]
    Bench(#[from] BenchError),
    /// The manifest cannot be used.
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    /// A pool or the list of instances cannot be used.
    #[error(transparent)]
    Frozen(#[from] FrozenError),
    /// A pool names a mutant that the manifest has not.
    #[error(
        "instance {instance} of `{project}` was frozen with another manifest than the one there is (hint: run `mutscore freeze --project {project}` again)"
    )]
    OtherManifest {
        /// Project.
        project: String,
        /// Instance.
        instance: u32,
    },
    /// Nothing was frozen.
    #[error(
        "no instance of `{project}` is frozen (hint: run `mutscore freeze --project {project}`)"
    )]
    NothingFrozen {
        /// Project.
        project: String,
    },
}

impl KillReport {
    /// The ground truth of a project, from its frozen files alone. Sources are read where they are unchanged.
    ///
    /// # Errors
    /// [`KillReportError`].
    pub fn of_ground_truth(bench: &Bench, project: &str) -> Result<Self, KillReportError> {
        let settings = bench.project(project)?.clone();
        let manifest = manifest::read(&bench.manifest_path(project))?;
        let mut gathered: BTreeMap<&MutantId, Gathered> = manifest
            .mutants
            .iter()
            .map(|mutant| (&mutant.id, Gathered::default()))
            .collect();
        let mut tests = Vec::new();
        for instance in bench.instances()?.of_project(project) {
            let pool = match bench.pool(project, instance.id) {
                Err(FrozenError::Missing(_)) => continue,
                read => read?,
            };
            for entry in &pool.mutants {
                let Some(mutant) = gathered.get_mut(&entry.id) else {
                    return Err(KillReportError::OtherManifest {
                        project: project.to_owned(),
                        instance: instance.id,
                    });
                };
                mutant.add(tests.len(), entry.outcome);
            }
            tests.push(TestCase {
                id: instance.id.to_string(),
                name: instance.scenario.name.clone(),
                file: instance.scenario.at.feature.clone(),
                line: Some(instance.scenario.at.line),
            });
        }
        if tests.is_empty() {
            return Err(KillReportError::NothingFrozen {
                project: project.to_owned(),
            });
        }
        let mut found: Vec<Gathered> = Vec::with_capacity(manifest.mutants.len());
        found.extend(
            manifest
                .mutants
                .iter()
                .map(|mutant| gathered.remove(&mutant.id).unwrap_or_default()),
        );
        let mut remarks = Vec::new();
        let sources = match bench.source_root(project) {
            Ok(root) => Sources::read(&root, &manifest.mutants),
            Err(error) => {
                remarks.push(format!("no sources are shown: {error}"));
                Sources::default()
            }
        };
        for (path, why) in &sources.missing {
            remarks.push(format!("{path} is not shown: {why}"));
        }
        Ok(Self {
            project: project.to_owned(),
            suite: "ground truth".to_owned(),
            language: settings.language,
            mutants: found
                .into_iter()
                .zip(manifest.mutants)
                .map(|(found, mutant)| found.of(mutant))
                .collect(),
            tests,
            sources,
            remarks,
        })
    }

    /// All generated suites of a project: one for each configuration, view and repeat, in their order.
    #[must_use]
    pub fn of_arms(set: &ResultSet, misses: &Misses, project: &str) -> Vec<Self> {
        let arms = set.rows.iter().map(|row| row.who());
        let arms: BTreeSet<(&str, &str, u32)> = arms
            .map(|who| (who.configuration, who.view, who.repeat))
            .collect();
        arms.into_iter()
            .filter_map(|arm| Self::of_arm(set, misses, project, arm))
            .collect()
    }

    /// A generated suite: the tests of one configuration, view and repeat in a project, against the mutants that the
    /// ground truth kills. `None` where nothing is known of these mutants.
    ///
    /// A mutant is covered by a test only if it is in the `K_i` of that test's instance, for it was run on no other.
    #[must_use]
    pub fn of_arm(
        set: &ResultSet,
        misses: &Misses,
        project: &str,
        (configuration, view, repeat): (&str, &str, u32),
    ) -> Option<Self> {
        let known = misses.projects.get(project)?;
        let mut gathered: Vec<Gathered> =
            known.mutants.iter().map(|_| Gathered::default()).collect();
        let mut tests = Vec::new();
        for row in &set.rows {
            let who = row.who();
            let is_of_arm =
                (who.configuration, who.view, who.repeat) == (configuration, view, repeat);
            let planned = set
                .planned
                .get(&who.instance)
                .filter(|planned| planned.project == project);
            let (true, Some(planned), Stage::Pass) = (is_of_arm, planned, row.outcome) else {
                continue;
            };
            let kills = known
                .kills
                .get(&who.instance)
                .map_or(&[][..], Vec::as_slice);
            for (mutant, letter) in kills.iter().zip(row.pairs.chars()) {
                if let Some(Generated::Ran(outcome)) = generated(letter) {
                    gathered[*mutant].add(tests.len(), outcome);
                }
            }
            tests.push(TestCase {
                id: who.instance.to_string(),
                name: planned.scenario.clone(),
                file: planned.feature.clone(),
                line: None,
            });
        }
        Some(Self {
            project: project.to_owned(),
            suite: format!("{configuration}, {view}, {repeat}"),
            language: known.language.clone(),
            mutants: gathered
                .into_iter()
                .zip(&known.mutants)
                .map(|(found, mutant)| found.of(mutant.clone()))
                .collect(),
            tests,
            sources: known.sources.clone(),
            remarks: misses.remarks.clone(),
        })
    }
}
