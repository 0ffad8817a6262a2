//! What a suite of tests does to the mutants of a project.

use std::collections::{BTreeMap, BTreeSet};

use mutscore_model::mutant::{Mutant, MutantStatus};
use mutscore_model::outcome::{Exclusion, PairOutcome};
use mutscore_model::path::RelPath;

use crate::report::sources::Sources;
use crate::report::words::snippet;

/// What all tests of a suite together say of a mutant. The order is that of what is known best: with two suites, the
/// smaller one stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Standing {
    /// Some test kills it.
    Killed,
    /// Tests run it, and none fails.
    Survived,
    /// Tests run it, and none has a verdict.
    NoVerdict(Exclusion),
    /// No test runs it.
    NotCovered,
    /// It was never to be run: stillborn, equivalent, duplicate or skipped.
    LeftOut,
}

impl Standing {
    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Killed => "killed",
            Self::Survived => "survived",
            Self::NoVerdict(_) => "no-verdict",
            Self::NotCovered => "not-covered",
            Self::LeftOut => "left-out",
        }
    }

    /// Whether the suite should have killed it and did not.
    #[must_use]
    pub const fn is_miss(self) -> bool {
        matches!(self, Self::Survived | Self::NotCovered)
    }
}

/// A mutant with what the suite does to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportedMutant {
    /// The mutant.
    pub mutant: Mutant,
    /// What all tests together say of it.
    pub standing: Standing,
    /// The tests that kill it, as places among the tests; rising.
    pub killed_by: Vec<usize>,
    /// The tests that run it, those included.
    pub covered_by: Vec<usize>,
}

impl ReportedMutant {
    /// What becomes what, within a line.
    pub(super) fn change(&self) -> String {
        let (original, replacement) = (&self.mutant.original, &self.mutant.replacement);
        format!("{} → {}", snippet(original), snippet(replacement))
    }
}

/// A test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestCase {
    /// Its id, unique in the report.
    pub id: String,
    /// Its name, for people.
    pub name: String,
    /// Its file.
    pub file: RelPath,
    /// 1-based line in that file; `None` where the test stands elsewhere.
    pub line: Option<u32>,
}

/// A suite of tests against the mutants of a project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KillReport {
    /// Project.
    pub project: String,
    /// What the tests are, e.g. `ground truth`.
    pub suite: String,
    /// Language id.
    pub language: String,
    /// The mutants, in the order of the manifest.
    pub mutants: Vec<ReportedMutant>,
    /// The tests, in the order of their ids.
    pub tests: Vec<TestCase>,
    /// The files of the mutants, as far as they could be read.
    pub sources: Sources,
    /// What is missing, in words.
    pub remarks: Vec<String>,
}

/// How many mutants stand how.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Killed.
    pub killed: usize,
    /// Run by tests that pass.
    pub survived: usize,
    /// Run by no test.
    pub not_covered: usize,
    /// Run, and no test has a verdict.
    pub no_verdict: usize,
    /// Never to be run.
    pub left_out: usize,
}

impl Tally {
    /// Of these mutants.
    pub fn of<'a>(mutants: impl IntoIterator<Item = &'a ReportedMutant>) -> Self {
        let mut tally = Self::default();
        for mutant in mutants {
            match mutant.standing {
                Standing::Killed => tally.killed += 1,
                Standing::Survived => tally.survived += 1,
                Standing::NotCovered => tally.not_covered += 1,
                Standing::NoVerdict(_) => tally.no_verdict += 1,
                Standing::LeftOut => tally.left_out += 1,
            }
        }
        tally
    }

    /// Mutants with a verdict, or that no test runs: the whole that a share of kills is of.
    #[must_use]
    pub fn judged(&self) -> usize {
        self.killed + self.survived + self.not_covered
    }

    /// Share of kills among [`Tally::judged`]; `None` of nothing.
    #[must_use]
    pub fn share(&self) -> Option<f64> {
        (self.judged() > 0).then(|| self.killed as f64 / self.judged() as f64)
    }
}

impl KillReport {
    /// Mutants by file, both in order.
    #[must_use]
    pub fn by_file(&self) -> BTreeMap<&RelPath, Vec<&ReportedMutant>> {
        let mut files: BTreeMap<&RelPath, Vec<&ReportedMutant>> = BTreeMap::new();
        for mutant in &self.mutants {
            files.entry(&mutant.mutant.path).or_default().push(mutant);
        }
        for mutants in files.values_mut() {
            mutants.sort_by_key(|mutant| (mutant.mutant.start, &mutant.mutant.id));
        }
        files
    }

    /// Mutants that some test should have killed, by file and place.
    pub fn misses(&self) -> impl Iterator<Item = &ReportedMutant> {
        let mutants = self.by_file().into_values().flatten();
        mutants.filter(|mutant| mutant.standing.is_miss())
    }

    /// How many mutants each test kills.
    #[must_use]
    pub fn kills_of_tests(&self) -> Vec<usize> {
        let mut kills = vec![0; self.tests.len()];
        for test in self.mutants.iter().flat_map(|mutant| &mutant.killed_by) {
            kills[*test] += 1;
        }
        kills
    }

    /// Tests that kill nothing.
    pub fn idle_tests(&self) -> impl Iterator<Item = &TestCase> {
        let kills = self.kills_of_tests();
        self.tests
            .iter()
            .zip(kills)
            .filter_map(|(test, kills)| (kills == 0).then_some(test))
    }

    /// Ids of these tests.
    pub(super) fn ids<'a>(&'a self, tests: &'a [usize]) -> impl Iterator<Item = &'a str> {
        tests
            .iter()
            .filter_map(|test| self.tests.get(*test))
            .map(|test| test.id.as_str())
    }
}

/// Gathers the outcomes of pairs, test by test.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    killed_by: BTreeSet<usize>,
    covered_by: BTreeSet<usize>,
    survived: bool,
    excluded: Option<Exclusion>,
}

impl Gathered {
    /// A test was run on the mutant.
    pub(super) fn add(&mut self, test: usize, outcome: PairOutcome) {
        self.covered_by.insert(test);
        match outcome {
            PairOutcome::Killed => drop(self.killed_by.insert(test)),
            PairOutcome::Survived => self.survived = true,
            PairOutcome::Excluded(reason) => {
                self.excluded = Some(self.excluded.map_or(reason, |other| other.min(reason)));
            }
        }
    }

    /// What all of them say of the mutant.
    pub(super) fn of(self, mutant: Mutant) -> ReportedMutant {
        let standing = match self.excluded {
            _ if !self.killed_by.is_empty() => Standing::Killed,
            _ if self.survived => Standing::Survived,
            Some(reason) => Standing::NoVerdict(reason),
            None if mutant.status == MutantStatus::Ok => Standing::NotCovered,
            None => Standing::LeftOut,
        };
        ReportedMutant {
            mutant,
            standing,
            killed_by: self.killed_by.into_iter().collect(),
            covered_by: self.covered_by.into_iter().collect(),
        }
    }
}

/// Why there is nothing to be said of a mutant; `None` where there is.
pub(super) fn reason(mutant: &ReportedMutant) -> Option<String> {
    match (mutant.standing, &mutant.mutant.status) {
        (Standing::NoVerdict(exclusion), _) => Some(format!("no verdict: {}", exclusion.word())),
        (Standing::LeftOut, MutantStatus::Stillborn) => Some("does not compile".to_owned()),
        (Standing::LeftOut, MutantStatus::Equivalent) => {
            Some("compiles to the same program as the original".to_owned())
        }
        (Standing::LeftOut, MutantStatus::Duplicate(of)) => {
            Some(format!("the same program as {of}"))
        }
        (Standing::LeftOut, MutantStatus::Skipped(why)) => Some(format!("skipped: {why}")),
        _ => None,
    }
}
