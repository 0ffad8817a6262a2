//! Many submissions in one run: planned, run side by side, written in the order of the plan.
//!
//! Each submission has a view of its own, so what is shared out among the workers is whole submissions: as many at once
//! as there are jobs, each with one worker. Submissions that are the same files for the same instance are run once.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use crossbeam_channel::unbounded;
use mutscore_model::digest::{Digest, StableHasher};
use mutscore_model::instance::Instance;
use mutscore_model::outcome::Stage;
use mutscore_model::pool::{Pool, Provenance};
use mutscore_runners::runner::CancelToken;

use crate::bench::Bench;
use crate::cache::ResultCache;
use crate::dispatch::{Interrupted, Silent};
use crate::manifest::{self, Manifest};
use crate::pool;
use crate::project::Opened;
use crate::results::{Generation, Planned, ResultsError, ResultsFile, Row};
use crate::score::error::ScoreError;
use crate::score::run::{ScoreOptions, score_on};
use crate::score::verdict::Score;

/// One submission of a batch.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// Configuration.
    pub configuration: String,
    /// View.
    pub view: String,
    /// Generation, from 1.
    pub repeat: u32,
    /// Instance.
    pub instance: u32,
    /// Patch or folder.
    pub path: PathBuf,
    /// What generating it took.
    pub generation: Option<Generation>,
}

/// A project of a batch, ready to be scored on.
pub struct BatchProject {
    /// Opened with one job: the batch shares out submissions.
    pub opened: Opened,
    /// Its manifest.
    pub manifest: Manifest,
}

impl BatchProject {
    /// Reads the project's manifest.
    ///
    /// # Errors
    /// Those of the manifest.
    pub fn new(bench: &Bench, opened: Opened) -> Result<Self, ScoreError> {
        let name = &opened.ready.settings.name;
        let manifest = manifest::read(&bench.manifest_path(name))?;
        Ok(Self { opened, manifest })
    }

    /// What a pool has to rest on to be scored on here.
    pub(super) fn ours(&self) -> Provenance {
        let operators = manifest::operators(&self.manifest.header);
        self.opened.provenance(operators, self.manifest.digest)
    }

    /// Refuses a pool that rests on something else.
    pub(super) fn check(&self, pool: &Pool) -> Result<(), ScoreError> {
        let differences = pool::differences(&pool.provenance, &self.ours());
        if differences.is_empty() {
            return Ok(());
        }
        Err(ScoreError::OtherPool {
            instance: pool.instance,
            what: differences.join(", "),
        })
    }
}

/// What a batch needs beside its entries.
pub struct Batch<'a> {
    /// The bench.
    pub bench: &'a Bench,
    /// Projects by name.
    pub projects: &'a BTreeMap<String, BatchProject>,
    /// Instances by id.
    pub instances: &'a BTreeMap<u32, Instance>,
    /// What was planned, by id.
    pub planned: &'a BTreeMap<u32, Planned>,
    /// Results that are known.
    pub cache: &'a dyn ResultCache,
    /// How each is scored.
    pub options: &'a ScoreOptions,
    /// Submissions scored at once.
    pub jobs: NonZeroUsize,
    /// Ends the batch early; what was written stays.
    pub cancel: &'a CancelToken,
}

/// Why a batch ended before its end. What was written stays, and the next run goes on from there.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BatchError {
    /// The result file.
    #[error(transparent)]
    Results(#[from] ResultsError),
    /// It was stopped.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

/// What a batch did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct BatchSummary {
    /// Submissions that had a result already.
    pub known: usize,
    /// Submissions scored now.
    pub scored: usize,
    /// Of these, without a run of their own: the same as another one.
    pub same: usize,
    /// Results that are trouble of ours; the next run tries them again.
    pub infrastructure: usize,
}

/// Equal submissions for one instance, by their places among the entries.
struct Unit {
    places: Vec<usize>,
    content: Digest,
}

impl Batch<'_> {
    /// Scores all entries that have no result yet. `told` is given each row as it is written, with how many there are.
    ///
    /// # Errors
    /// [`BatchError`]. Trouble with a single submission is a row, and stops no other.
    pub fn run(
        &self,
        entries: &[Entry],
        out: &mut ResultsFile,
        told: &mut dyn FnMut(&Row, usize, usize),
    ) -> Result<BatchSummary, BatchError> {
        let mut summary = BatchSummary::default();
        if let Some(entry) = entries.iter().find(|entry| self.is_other(entry, out)) {
            return Err(ResultsError::Incomplete(format!(
                "{} is another submission than the one that has a result for its place (hint: name another `--output`, or \
                 remove the result file to score all again)",
                entry.path.display()
            ))
            .into());
        }
        let units = self.units(entries, out, &mut summary);
        let total: usize = units.iter().map(|unit| unit.places.len()).sum();
        let next = AtomicUsize::new(0);
        let (send, receive) = unbounded();
        let mut waiting: BTreeMap<usize, Row> = BTreeMap::new();
        // Rows are written in the order of the entries, whoever is done first.
        let mut order: Vec<usize> = units.iter().flat_map(|unit| unit.places.clone()).collect();
        order.sort_unstable();
        let mut order = order.into_iter().peekable();
        std::thread::scope(|scope| {
            for _ in 0..self.jobs.get().min(units.len()) {
                let (send, next, units) = (send.clone(), &next, &units);
                scope.spawn(move || {
                    while let Some(unit) = units.get(next.fetch_add(1, Ordering::Relaxed)) {
                        if self.cancel.is_cancelled() {
                            break;
                        }
                        if send
                            .send((unit, self.one(&entries[unit.places[0]])))
                            .is_err()
                        {
                            break;
                        }
                    }
                });
            }
            drop(send);
            let mut done = 0;
            for (unit, scored) in &receive {
                // What was stopped half-way has no result.
                if matches!(scored, Err(ScoreError::Interrupted(_))) {
                    continue;
                }
                summary.same += unit.places.len() - 1;
                for place in &unit.places {
                    let row = self.row(&entries[*place], &scored, unit.content);
                    waiting.insert(*place, row);
                }
                while let Some(row) = order.peek().and_then(|place| waiting.remove(place)) {
                    order.next();
                    done += 1;
                    summary.scored += 1;
                    if row.outcome == Stage::Infrastructure {
                        summary.infrastructure += 1;
                    }
                    told(&row, done, total);
                    out.add(row)?;
                }
            }
            Ok::<(), ResultsError>(())
        })?;
        // After a stop some that were done wait for one that was not.
        for row in waiting.into_values() {
            summary.scored += 1;
            out.add(row)?;
        }
        if self.cancel.is_cancelled() {
            let done = summary.scored;
            return Err(Interrupted { done, total }.into());
        }
        Ok(summary)
    }

    /// Whether its place has a result of other bytes: two results for one generation could not be reported on.
    fn is_other(&self, entry: &Entry, out: &ResultsFile) -> bool {
        let (configuration, view) = (entry.configuration.as_str(), entry.view.as_str());
        let (repeat, instance) = (entry.repeat, entry.instance);
        out.has_any(configuration, view, repeat, instance)
            && !out.has(configuration, view, repeat, instance, content(&entry.path))
    }

    /// Entries without a result, equal ones together, in the order of their first.
    fn units(&self, entries: &[Entry], out: &ResultsFile, summary: &mut BatchSummary) -> Vec<Unit> {
        let mut units: Vec<Unit> = Vec::new();
        let mut by_content: BTreeMap<(u32, Digest), usize> = BTreeMap::new();
        for (place, entry) in entries.iter().enumerate() {
            let content = content(&entry.path);
            if out.has(
                &entry.configuration,
                &entry.view,
                entry.repeat,
                entry.instance,
                content,
            ) {
                summary.known += 1;
                continue;
            }
            let unit = *by_content
                .entry((entry.instance, content))
                .or_insert_with(|| {
                    units.push(Unit {
                        places: Vec::new(),
                        content,
                    });
                    units.len() - 1
                });
            units[unit].places.push(place);
        }
        units
    }

    fn one(&self, entry: &Entry) -> Result<Score, ScoreError> {
        let instance = &self.instances[&entry.instance];
        let project = &self.projects[&instance.project];
        score_on(
            self.bench,
            &project.opened,
            &project.manifest,
            instance,
            &entry.path,
            (self.cache, self.options),
            &Silent,
            self.cancel,
        )
    }

    fn row(&self, entry: &Entry, scored: &Result<Score, ScoreError>, content: Digest) -> Row {
        let blank = Row {
            configuration: entry.configuration.clone(),
            view: entry.view.clone(),
            repeat: entry.repeat,
            instance: entry.instance,
            submission: content,
            pool: self.planned[&entry.instance].pool,
            outcome: Stage::Infrastructure,
            pairs: String::new(),
            cov_jaccard: None,
            api_f1: None,
            api_f1_by_step: None,
            because: None,
            discarded: 0,
            generation: entry.generation.clone(),
        };
        match scored {
            Ok(score) => Row {
                outcome: score.outcome,
                pairs: score.pairs.clone(),
                cov_jaccard: score.cov_jaccard,
                api_f1: score.api_f1,
                api_f1_by_step: score.api_f1_by_step,
                because: score.because.clone(),
                discarded: u32::try_from(score.discarded.len()).unwrap_or(u32::MAX),
                ..blank
            },
            Err(error) => Row {
                because: Some(error.to_string()),
                ..blank
            },
        }
    }
}

/// A digest of what was handed in: names and bytes. What cannot be read has the digest of its path, and scoring it will
/// say why.
#[must_use]
pub fn content(path: &Path) -> Digest {
    let mut hasher = StableHasher::new("mutscore/handed-in/1");
    if add(&mut hasher, path, Path::new("")).is_err() {
        hasher.field("unreadable");
        hasher.field(path.as_os_str().as_encoded_bytes());
    }
    hasher.finish()
}

fn add(hasher: &mut StableHasher, path: &Path, name: &Path) -> std::io::Result<()> {
    let kind = std::fs::symlink_metadata(path)?.file_type();
    if kind.is_dir() {
        let mut entries: Vec<_> = std::fs::read_dir(path)?.collect::<Result<_, _>>()?;
        entries.sort_by_key(std::fs::DirEntry::file_name);
        for entry in entries {
            add(hasher, &entry.path(), &name.join(entry.file_name()))?;
        }
    } else if kind.is_file() {
        hasher.field(name.as_os_str().as_encoded_bytes());
        hasher.field(std::fs::read(path)?);
    } else {
        hasher.field(name.as_os_str().as_encoded_bytes());
        hasher.field("not a file");
    }
    Ok(())
}
