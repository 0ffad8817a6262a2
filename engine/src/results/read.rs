//! Reading result sets, one file or several of the same bench, and refusing what cannot be averaged.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::row::{Header, Line, Planned, RESULTS_SCHEMA, Row};
use super::set::ResultSet;

/// Why result sets cannot be reported on. Each names what differs and the way out.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ResultsError {
    /// A file cannot be read.
    #[error("{}: {source}", path.display())]
    Io {
        /// Which.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A line is none of a result set.
    #[error("{}:{line}: {why} (hint: result sets are written by `mutscore score FOLDER --output FILE`; a line that was cut off can be removed)", path.display())]
    Garbled {
        /// Which file.
        path: PathBuf,
        /// 1-based line.
        line: usize,
        /// What is wrong.
        why: String,
    },
    /// Two files do not rest on the same.
    #[error("{} and {} do not fit together: {what} (hint: score both with the same bench, limits, operator set and tool chain)", first.display(), second.display())]
    Differ {
        /// A file.
        first: PathBuf,
        /// Another one.
        second: PathBuf,
        /// What differs.
        what: String,
    },
    /// Results that are there twice, not there, or of unknown instances.
    #[error("{0}")]
    Incomplete(String),
}

/// Reads result files and puts them together.
///
/// Refused are: files of different benches, operator sets, tool chains, limits or pools; the same generation with two
/// results; results of instances that were not planned; and configurations without a result for a planned instance or
/// with another number of repeats for some, unless `partial` allows them.
///
/// # Errors
/// [`ResultsError`].
pub fn read(paths: &[PathBuf], partial: bool) -> Result<ResultSet, ResultsError> {
    let mut whole: Option<(ResultSet, &Path)> = None;
    for path in paths {
        let part = file(path)?;
        match &mut whole {
            None => whole = Some((part, path)),
            Some((set, first)) => join(set, part, first, path)?,
        }
    }
    let Some((mut set, _)) = whole else {
        return Err(ResultsError::Incomplete(
            "no result file was given (hint: `mutscore score FOLDER --output FILE` writes one)"
                .to_owned(),
        ));
    };
    set.rows.sort_by(|a, b| a.who().cmp(&b.who()));
    check(&set, partial)?;
    Ok(set)
}

/// One file. Its lines are read side by side.
fn file(path: &Path) -> Result<ResultSet, ResultsError> {
    let bytes = std::fs::read(path).map_err(|source| ResultsError::Io {
        path: path.to_owned(),
        source,
    })?;
    let garbled = |line: usize, why: String| ResultsError::Garbled {
        path: path.to_owned(),
        line: line + 1,
        why,
    };
    let lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
    let parsed: Vec<(usize, Line)> = lines
        .par_iter()
        .enumerate()
        .filter(|(_, line)| !line.is_empty())
        .map(|(number, line)| {
            let line =
                serde_json::from_slice(line).map_err(|error| garbled(number, error.to_string()))?;
            Ok((number, line))
        })
        .collect::<Result<_, ResultsError>>()?;
    let mut lines = parsed.into_iter();
    let header = match lines.next() {
        Some((_, Line::Header(header))) => header,
        _ => return Err(garbled(0, "it does not begin with a header".to_owned())),
    };
    if header.schema != RESULTS_SCHEMA {
        let why = format!("its form is {}, known is {RESULTS_SCHEMA}", header.schema);
        return Err(garbled(0, why));
    }
    let mut set = ResultSet {
        header,
        planned: BTreeMap::new(),
        rows: Vec::new(),
    };
    for (number, line) in lines {
        match line {
            Line::Header(_) => return Err(garbled(number, "a second header".to_owned())),
            Line::Planned(planned) => {
                let id = planned.instance;
                if set.planned.insert(id, planned).is_some() {
                    return Err(garbled(number, format!("instance {id} is planned twice")));
                }
            }
            Line::Result(row) => {
                if let Some(why) = unfit(&set.planned, &row) {
                    return Err(garbled(number, why));
                }
                set.rows.push(*row);
            }
        }
    }
    Ok(set)
}

/// Why a row does not belong to what was planned.
fn unfit(planned: &BTreeMap<u32, Planned>, row: &Row) -> Option<String> {
    let Some(planned) = planned.get(&row.instance) else {
        return Some(format!("instance {} was not planned", row.instance));
    };
    if planned.pool != row.pool {
        return Some(format!(
            "instance {} was scored on another pool than planned",
            row.instance
        ));
    }
    let pairs = row.pairs.chars().count();
    if !row.pairs.is_empty() && pairs != planned.gt_kills as usize {
        return Some(format!(
            "instance {} has {} kills of the ground truth, and outcomes for {pairs}",
            row.instance, planned.gt_kills
        ));
    }
    let unknown = row
        .pairs
        .chars()
        .find(|letter| super::generated(*letter).is_none());
    unknown.map(|letter| format!("`{letter}` is no outcome of a pair"))
}

fn join(
    set: &mut ResultSet,
    part: ResultSet,
    first: &Path,
    second: &Path,
) -> Result<(), ResultsError> {
    let differ = |what: String| ResultsError::Differ {
        first: first.to_owned(),
        second: second.to_owned(),
        what,
    };
    if let Some(what) = difference(&set.header, &part.header) {
        return Err(differ(what));
    }
    for (id, planned) in part.planned {
        match set.planned.get(&id) {
            Some(known) if *known == planned => {}
            Some(known) if known.pool != planned.pool => {
                return Err(differ(format!("the pool of instance {id}")));
            }
            Some(_) => return Err(differ(format!("what is known of instance {id}"))),
            None => {
                return Err(differ(format!(
                    "instance {id} is planned in the second only"
                )));
            }
        }
    }
    set.rows.extend(part.rows);
    Ok(())
}

/// What differs between two headers, by name.
fn difference(one: &Header, other: &Header) -> Option<String> {
    let names = |header: &Header| header.projects.keys().cloned().collect::<Vec<_>>();
    if names(one) != names(other) {
        return Some(format!(
            "the projects: {:?} and {:?}",
            names(one),
            names(other)
        ));
    }
    for (project, basis) in &one.projects {
        let with = &other.projects[project];
        let parts = [
            ("the operator set", basis.operators == with.operators),
            ("the manifest", basis.manifest == with.manifest),
            ("the project's files", basis.tree == with.tree),
            ("limits or outcome policy", basis.policy == with.policy),
        ];
        if let Some((what, _)) = parts.iter().find(|(_, same)| !same) {
            return Some(format!("{what} of {project}"));
        }
        for (tool, version) in &basis.toolchain {
            match with.toolchain.get(tool) {
                Some(found) if found == version => {}
                found => {
                    let found = found.map_or("none", String::as_str);
                    return Some(format!("{tool} of {project}: {version} and {found}"));
                }
            }
        }
    }
    None
}

/// Most things that are listed by name.
const LISTED: usize = 5;

/// Every configuration and view has the same repeats of every planned instance, once each.
fn check(set: &ResultSet, partial: bool) -> Result<(), ResultsError> {
    let twice = set
        .rows
        .windows(2)
        .find(|rows| rows[0].who() == rows[1].who());
    if let Some([row, _]) = twice.map(|rows| [&rows[0], &rows[1]]) {
        return Err(ResultsError::Incomplete(format!(
            "instance {}, repeat {} of {} ({}) has two results (hint: name each file once; a folder scored twice is resumed, not added to)",
            row.instance, row.repeat, row.configuration, row.view
        )));
    }
    if partial {
        return Ok(());
    }
    let mut arms: BTreeMap<(&str, &str), BTreeMap<u32, u32>> = BTreeMap::new();
    for row in &set.rows {
        let arm = arms.entry((&row.configuration, &row.view)).or_default();
        *arm.entry(row.instance).or_default() += 1;
    }
    for ((configuration, view), instances) in arms {
        let missing: Vec<String> = set
            .planned
            .keys()
            .filter(|id| !instances.contains_key(id))
            .map(ToString::to_string)
            .collect();
        if !missing.is_empty() {
            let listed = missing
                .iter()
                .take(LISTED)
                .cloned()
                .collect::<Vec<_>>()
                .join(", ");
            let more = missing.len().saturating_sub(LISTED);
            let more = if more > 0 {
                format!(" and {more} more")
            } else {
                String::new()
            };
            return Err(ResultsError::Incomplete(format!(
                "{configuration} ({view}) has no result for instance {listed}{more} (hint: score them; `--missing failed` \
                 counts them as generation failures, `--missing leave-out` leaves them out, and says so)"
            )));
        }
        let counts: BTreeSet<u32> = instances.values().copied().collect();
        if counts.len() > 1 {
            return Err(ResultsError::Incomplete(format!(
                "{configuration} ({view}) has {counts:?} repeats for different instances (hint: give each instance as many)"
            )));
        }
    }
    Ok(())
}
