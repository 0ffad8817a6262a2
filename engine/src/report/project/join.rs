//! Several suites as one: what any of them kills is killed.
//!
//! The report schema of mutation testing has room for one suite. So each suite has a report of its own, and the join is
//! one report more, in which a test's id says which suite it is of.

use std::collections::BTreeMap;

use mutscore_model::mutant::MutantId;

use super::suite::{KillReport, ReportedMutant};

/// Why suites cannot be put together.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JoinError {
    /// There is none.
    #[error("no suite to put together")]
    Nothing,
    /// They are of different projects.
    #[error(
        "a suite of `{one}` and a suite of `{other}` have no mutant in common (hint: join the suites of one project)"
    )]
    Projects {
        /// Of the first suite.
        one: String,
        /// Of another one.
        other: String,
    },
    /// Two suites would give their tests the same ids.
    #[error("two suites are called `{0}` (hint: give them names of their own)")]
    SameName(String),
}

impl KillReport {
    /// All these suites as one. The mutants are those of any of them, in the order of the first suite that has them.
    ///
    /// # Errors
    /// [`JoinError`].
    pub fn join(suites: &[Self]) -> Result<Self, JoinError> {
        let first = suites.first().ok_or(JoinError::Nothing)?;
        let mut joined = Self {
            mutants: Vec::new(),
            tests: Vec::new(),
            ..first.clone()
        };
        let mut places: BTreeMap<MutantId, usize> = BTreeMap::new();
        for (number, suite) in suites.iter().enumerate() {
            if suite.project != first.project {
                return Err(JoinError::Projects {
                    one: first.project.clone(),
                    other: suite.project.clone(),
                });
            }
            if suites[..number]
                .iter()
                .any(|other| other.suite == suite.suite)
            {
                return Err(JoinError::SameName(suite.suite.clone()));
            }
            let offset = joined.tests.len();
            for mutant in &suite.mutants {
                let place = *places.entry(mutant.mutant.id.clone()).or_insert_with(|| {
                    joined.mutants.push(ReportedMutant {
                        killed_by: Vec::new(),
                        covered_by: Vec::new(),
                        ..mutant.clone()
                    });
                    joined.mutants.len() - 1
                });
                let known = &mut joined.mutants[place];
                known.standing = known.standing.min(mutant.standing);
                known
                    .killed_by
                    .extend(mutant.killed_by.iter().map(|test| test + offset));
                known
                    .covered_by
                    .extend(mutant.covered_by.iter().map(|test| test + offset));
            }
            joined
                .tests
                .extend(suite.tests.iter().cloned().map(|mut test| {
                    test.id = format!("{}/{}", suite.suite, test.id);
                    test.name = format!("{} ({})", test.name, suite.suite);
                    test
                }));
            for (path, text) in &suite.sources.texts {
                joined.sources.missing.remove(path);
                joined
                    .sources
                    .texts
                    .entry(path.clone())
                    .or_insert_with(|| text.clone());
            }
            for remark in &suite.remarks {
                if !joined.remarks.contains(remark) {
                    joined.remarks.push(remark.clone());
                }
            }
        }
        let names: Vec<&str> = suites.iter().map(|suite| suite.suite.as_str()).collect();
        joined.suite = names.join(" + ");
        Ok(joined)
    }
}
