//! What is to be scored in one run: a folder of submissions, or an index of them; and what is planned for all of them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use mutscore_model::digest::{Digest, StableHasher};
use mutscore_model::instance::ScenarioRef;
use mutscore_model::mutant::Mutant;
use mutscore_model::outcome::PairOutcome;
use mutscore_model::path::RelPath;
use mutscore_model::pool::Pool;
use serde::Deserialize;

use super::batch::{BatchProject, Entry};
use crate::bench::{Bench, digest_of};
use crate::metrics::assertion_dependent;
use crate::project::{OpenError, Opened};
use crate::results::{Basis, Generation, Header, Planned, RESULTS_SCHEMA};
use crate::score::error::ScoreError;
use crate::score::run::frozen_pool;

/// The file of a folder of submissions that lists them.
pub const INDEX: &str = "index.jsonl";
/// The ending of a file with what a submission took to generate.
const GENERATION: &str = "generation.json";

/// Why it is not known what to score.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// A file or folder cannot be read.
    #[error("{}: {source}", path.display())]
    Io {
        /// Which.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A line of an index, or a file beside a submission, is wrong.
    #[error("{}{}: {why}", path.display(), line.map(|line| format!(":{line}")).unwrap_or_default())]
    Garbled {
        /// Which file.
        path: PathBuf,
        /// 1-based line, in an index.
        line: Option<usize>,
        /// What is wrong, with the way out.
        why: String,
    },
    /// A name that says nothing.
    #[error(
        "{}: {why} (hint: submissions lie in CONFIGURATION/VIEW/INSTANCE.patch or CONFIGURATION/VIEW/REPEAT/INSTANCE.patch, \
         or are listed in {INDEX})",
        path.display()
    )]
    Name {
        /// Which file or folder.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// Two submissions for one place.
    #[error("{} and {} are both repeat {repeat} of {configuration} ({view}) for instance {instance}", first.display(), second.display())]
    Twice {
        /// Configuration.
        configuration: String,
        /// View.
        view: String,
        /// Repeat.
        repeat: u32,
        /// Instance.
        instance: u32,
        /// One.
        first: PathBuf,
        /// The other.
        second: PathBuf,
    },
}

fn io(path: &Path) -> impl FnOnce(std::io::Error) -> PlanError + use<'_> {
    |source| PlanError::Io {
        path: path.to_owned(),
        source,
    }
}

/// The submissions of a folder, or of an index file, by configuration, view, repeat and instance.
///
/// # Errors
/// [`PlanError`].
pub fn entries(path: &Path) -> Result<Vec<Entry>, PlanError> {
    let index = if path.is_dir() {
        path.join(INDEX)
    } else {
        path.to_owned()
    };
    let mut entries = if index.is_file() {
        of_index(&index)?
    } else {
        of_folder(path)?
    };
    let key = |entry: &Entry| {
        (
            entry.configuration.clone(),
            entry.view.clone(),
            entry.repeat,
            entry.instance,
        )
    };
    entries.sort_by_key(key);
    for pair in entries.windows(2) {
        if key(&pair[0]) == key(&pair[1]) {
            return Err(PlanError::Twice {
                configuration: pair[0].configuration.clone(),
                view: pair[0].view.clone(),
                repeat: pair[0].repeat,
                instance: pair[0].instance,
                first: pair[0].path.clone(),
                second: pair[1].path.clone(),
            });
        }
    }
    Ok(entries)
}

/// A line of an index; `submission` is relative to the index.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Indexed {
    configuration: String,
    view: String,
    #[serde(default = "one")]
    repeat: u32,
    instance: u32,
    submission: PathBuf,
    generation: Option<Generation>,
}

fn one() -> u32 {
    1
}

fn of_index(index: &Path) -> Result<Vec<Entry>, PlanError> {
    let text = std::fs::read_to_string(index).map_err(io(index))?;
    let folder = index.parent().unwrap_or(Path::new("."));
    let mut entries = Vec::new();
    for (number, line) in text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
    {
        let garbled = |why: String| PlanError::Garbled {
            path: index.to_owned(),
            line: Some(number + 1),
            why,
        };
        let line: Indexed =
            serde_json::from_str(line).map_err(|error| garbled(error.to_string()))?;
        if line.repeat == 0 {
            return Err(garbled("repeats are counted from 1".to_owned()));
        }
        let path = folder.join(&line.submission);
        if !path.exists() {
            return Err(garbled(format!("there is no {}", path.display())));
        }
        let generation = match line.generation {
            Some(generation) => Some(generation),
            None => generation_beside(&path)?,
        };
        entries.push(Entry {
            configuration: line.configuration,
            view: line.view,
            repeat: line.repeat,
            instance: line.instance,
            path,
            generation,
        });
    }
    Ok(entries)
}

fn of_folder(folder: &Path) -> Result<Vec<Entry>, PlanError> {
    let mut entries = Vec::new();
    for (configuration, folder) in folders(folder)? {
        for (view, folder) in folders(&folder)? {
            for (name, path) in listed(&folder)? {
                // A folder that is called like a repeat and holds submissions, or a submission.
                match repeat_of(&name, &path) {
                    Some(repeat) => {
                        for (name, path) in listed(&path)? {
                            entries.extend(entry(&configuration, &view, repeat, &name, path)?);
                        }
                    }
                    None => entries.extend(entry(&configuration, &view, 1, &name, path)?),
                }
            }
        }
    }
    if entries.is_empty() {
        return Err(PlanError::Name {
            path: folder.to_owned(),
            why: "there is no submission in it".to_owned(),
        });
    }
    Ok(entries)
}

/// `repeat-2` or `r2`: a plain number is an instance.
fn repeat_of(name: &str, path: &Path) -> Option<u32> {
    let number = name
        .strip_prefix("repeat-")
        .or_else(|| name.strip_prefix('r'))?;
    path.is_dir()
        .then(|| number.parse().ok())?
        .filter(|repeat| *repeat > 0)
}

fn entry(
    configuration: &str,
    view: &str,
    repeat: u32,
    name: &str,
    path: PathBuf,
) -> Result<Option<Entry>, PlanError> {
    if name.ends_with(GENERATION) {
        return Ok(None);
    }
    let digits = name
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(name.len());
    let instance = name[..digits].parse().map_err(|_| PlanError::Name {
        path: path.clone(),
        why: "its name does not begin with the id of an instance".to_owned(),
    })?;
    let generation = generation_beside(&path)?;
    Ok(Some(Entry {
        configuration: configuration.to_owned(),
        view: view.to_owned(),
        repeat,
        instance,
        path,
        generation,
    }))
}

/// `412.generation.json` beside `412.patch`, or `generation.json` in a folder.
fn generation_beside(path: &Path) -> Result<Option<Generation>, PlanError> {
    let file = if path.is_dir() {
        path.join(GENERATION)
    } else {
        path.with_extension(GENERATION)
    };
    if !file.is_file() {
        return Ok(None);
    }
    let text = std::fs::read(&file).map_err(io(&file))?;
    serde_json::from_slice(&text)
        .map(Some)
        .map_err(|error| PlanError::Garbled {
            path: file,
            line: Some(error.line()),
            why: error.to_string(),
        })
}

fn listed(folder: &Path) -> Result<Vec<(String, PathBuf)>, PlanError> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(io(folder))? {
        let entry = entry.map_err(io(folder))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if !name.starts_with('.') {
            names.push((name, entry.path()));
        }
    }
    names.sort();
    Ok(names)
}

fn folders(folder: &Path) -> Result<Vec<(String, PathBuf)>, PlanError> {
    let listed = listed(folder)?;
    Ok(listed
        .into_iter()
        .filter(|(_, path)| path.is_dir())
        .collect())
}

/// The lines of the target implementation of instances, by file: what kills are restricted to on request.
pub type Targets = BTreeMap<u32, BTreeMap<RelPath, BTreeSet<u32>>>;

/// Reads targets: a line `{"instance": 412, "lines": {"src/till.py": [3, 4]}}` each.
///
/// # Errors
/// [`PlanError`].
pub fn targets(path: &Path) -> Result<Targets, PlanError> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Target {
        instance: u32,
        lines: BTreeMap<RelPath, BTreeSet<u32>>,
    }
    let text = std::fs::read_to_string(path).map_err(io(path))?;
    let mut targets = Targets::new();
    for (number, line) in text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
    {
        let garbled = |why: String| PlanError::Garbled {
            path: path.to_owned(),
            line: Some(number + 1),
            why,
        };
        let target: Target =
            serde_json::from_str(line).map_err(|error| garbled(error.to_string()))?;
        if targets.insert(target.instance, target.lines).is_some() {
            return Err(garbled(format!(
                "instance {} has two targets",
                target.instance
            )));
        }
    }
    Ok(targets)
}

/// What a result set says of these instances, before anything is scored.
///
/// # Errors
/// [`ScoreError`]: an instance has no pool, or its pool rests on something that is not here.
pub fn planned(
    bench: &Bench,
    projects: &BTreeMap<String, BatchProject>,
    instances: &BTreeSet<u32>,
    targets: Option<&Targets>,
) -> Result<BTreeMap<u32, Planned>, ScoreError> {
    let mut groups = BTreeMap::new();
    for (name, project) in projects {
        groups.insert(name.clone(), groups_of(&project.opened)?);
    }
    let mut planned = BTreeMap::new();
    for id in instances {
        let instance = bench.instance(*id)?;
        let pool = frozen_pool(bench, &instance)?;
        let project = &projects[&instance.project];
        project.check(&pool)?;
        let has_then = project.opened.runner.has_then_steps();
        let by_id: BTreeMap<&str, &Mutant> = match targets {
            Some(_) => project
                .manifest
                .mutants
                .iter()
                .map(|one| (one.id.as_str(), one))
                .collect(),
            None => BTreeMap::new(),
        };
        let target = targets.map(|targets| {
            let lines = targets.get(id);
            mask(&pool, |entry| {
                let mutant = by_id.get(entry.id.as_str());
                mutant.zip(lines).is_some_and(|(mutant, lines)| {
                    let of_file = lines.get(&mutant.path);
                    of_file.is_some_and(|lines| lines.contains(&mutant.start.line))
                })
            })
        });
        planned.insert(
            *id,
            Planned {
                instance: *id,
                project: instance.project.clone(),
                feature: instance.scenario.at.feature.clone(),
                scenario: instance.scenario.name.clone(),
                pool: pool_digest(&pool),
                gt_kills: u32::try_from(pool.kills().count()).unwrap_or(u32::MAX),
                calls: !pool.calls.0.is_empty(),
                assertion: has_then.then(|| mask(&pool, assertion_dependent)),
                target,
                group: groups
                    .get(&instance.project)
                    .and_then(|of| of.get(&instance.scenario.at))
                    .cloned(),
            },
        );
    }
    Ok(planned)
}

/// Names of groups of scenarios whose developers' tests bind the same step definitions, as far as the framework tells.
fn groups_of(opened: &Opened) -> Result<BTreeMap<ScenarioRef, String>, ScoreError> {
    let whole = opened.project(opened.whole_view().layers().to_vec());
    let found = opened.runner.discover(&whole).map_err(OpenError::from)?;
    let known = found
        .scenarios
        .into_iter()
        .filter(|one| !one.binds.is_empty());
    Ok(known
        .map(|one| {
            let mut hasher = StableHasher::new("mutscore/group/1");
            for place in &one.binds {
                hasher.field(place);
            }
            (one.scenario.at, hasher.finish().short(12))
        })
        .collect())
}

/// What a result set calls a pool by.
#[must_use]
pub(super) fn pool_digest(pool: &Pool) -> Digest {
    // A pool is made of maps with names as keys, numbers and words: it has a JSON value.
    digest_of(&serde_json::to_value(pool).unwrap_or_default())
}

/// A bit for each mutant of `K_i`.
fn mask(pool: &Pool, holds: impl Fn(&mutscore_model::pool::PoolEntry) -> bool) -> String {
    let kills = pool
        .mutants
        .iter()
        .filter(|entry| entry.outcome == PairOutcome::Killed);
    kills
        .map(|entry| if holds(entry) { '1' } else { '0' })
        .collect()
}

/// The header of a result set over these projects.
#[must_use]
pub fn header(projects: &BTreeMap<String, BatchProject>) -> Header {
    let basis = |project: &BatchProject| {
        let ours = project.ours();
        Basis {
            operators: ours.operators,
            manifest: ours.manifest,
            tree: ours.tree,
            toolchain: ours.toolchain,
            policy: ours.policy,
        }
    };
    Header {
        schema: RESULTS_SCHEMA,
        tool: env!("CARGO_PKG_VERSION").to_owned(),
        projects: projects
            .iter()
            .map(|(name, project)| (name.clone(), basis(project)))
            .collect(),
    }
}
