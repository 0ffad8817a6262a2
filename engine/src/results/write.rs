//! Writing a result set, line by line, so that what was scored survives whatever comes.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

use mutscore_model::digest::Digest;
use mutscore_model::outcome::Stage;

use super::read::{ResultsError, read};
use super::row::{Header, Line, Planned, Row};
use super::set::ResultSet;
use crate::bench::write_atomically;

/// A result file that is open for more rows.
#[derive(Debug)]
pub struct ResultsFile {
    path: PathBuf,
    out: BufWriter<File>,
    /// What it holds already: generation and the digest of its submission.
    known: BTreeSet<(String, String, u32, u32, Digest)>,
    /// The generations of these.
    places: BTreeSet<(String, String, u32, u32)>,
}

impl ResultsFile {
    /// Opens the file for what is planned. A file that is there already is gone on with if it rests on the same; a last
    /// line that was cut off, and results that were trouble of ours, are dropped first.
    ///
    /// # Errors
    /// [`ResultsError`]: it cannot be written, or holds something else.
    pub fn open(path: &Path, header: &Header, planned: &[Planned]) -> Result<Self, ResultsError> {
        let io = |source| ResultsError::Io {
            path: path.to_owned(),
            source,
        };
        let mut known = BTreeSet::new();
        let exists = std::fs::metadata(path).is_ok_and(|meta| meta.len() > 0);
        if exists {
            mend(path).map_err(io)?;
            let mut set = read(&[path.to_owned()], true)?;
            let before = set.rows.len();
            set.rows.retain(|row| row.outcome != Stage::Infrastructure);
            let has_trouble = set.rows.len() < before;
            let same = set.header == *header
                && set.planned.len() == planned.len()
                && planned
                    .iter()
                    .all(|one| set.planned.get(&one.instance) == Some(one));
            if !same {
                return Err(ResultsError::Differ {
                    first: path.to_owned(),
                    second: PathBuf::from("what is to be scored now"),
                    what: "bench, instances, pools, limits or tool chain".to_owned(),
                });
            }
            if has_trouble {
                rewrite(path, &set)?;
            }
            known.extend(set.rows.into_iter().map(|row| {
                (
                    row.configuration,
                    row.view,
                    row.repeat,
                    row.instance,
                    row.submission,
                )
            }));
        }
        let file = OpenOptions::new()
            .append(true)
            .create(true)
            .open(path)
            .map_err(io)?;
        let place = |(one, of, number, id, _): &(String, String, u32, u32, Digest)| {
            (one.clone(), of.clone(), *number, *id)
        };
        let places = known.iter().map(place).collect();
        let mut opened = Self {
            path: path.to_owned(),
            out: BufWriter::new(file),
            known,
            places,
        };
        if !exists {
            opened.line(&Line::Header(header.clone()))?;
            for one in planned {
                opened.line(&Line::Planned(one.clone()))?;
            }
            opened.flush()?;
        }
        Ok(opened)
    }

    /// Whether this generation's very submission has a result already.
    #[must_use]
    pub fn has(
        &self,
        configuration: &str,
        view: &str,
        repeat: u32,
        instance: u32,
        submission: Digest,
    ) -> bool {
        let key = (
            configuration.to_owned(),
            view.to_owned(),
            repeat,
            instance,
            submission,
        );
        self.known.contains(&key)
    }

    /// Whether this generation has a result, of whatever submission.
    #[must_use]
    pub fn has_any(&self, configuration: &str, view: &str, repeat: u32, instance: u32) -> bool {
        let key = (configuration.to_owned(), view.to_owned(), repeat, instance);
        self.places.contains(&key)
    }

    /// Adds a row and hands it to the system.
    ///
    /// # Errors
    /// The system's refusal.
    pub fn add(&mut self, row: Row) -> Result<(), ResultsError> {
        self.line(&Line::Result(Box::new(row)))?;
        self.flush()
    }

    fn line(&mut self, line: &Line) -> Result<(), ResultsError> {
        let written = serde_json::to_writer(&mut self.out, line)
            .map_err(std::io::Error::from)
            .and_then(|()| self.out.write_all(b"\n"));
        written.map_err(|source| self.io(source))
    }

    fn flush(&mut self) -> Result<(), ResultsError> {
        self.out.flush().map_err(|source| self.io(source))
    }

    /// Makes sure that everything outlives a power failure.
    ///
    /// # Errors
    /// The system's refusal.
    pub fn finish(mut self) -> Result<(), ResultsError> {
        self.flush()?;
        self.out
            .get_ref()
            .sync_all()
            .map_err(|source| self.io(source))
    }

    fn io(&self, source: std::io::Error) -> ResultsError {
        ResultsError::Io {
            path: self.path.clone(),
            source,
        }
    }
}

/// Writes a whole set anew, or leaves the file as it is.
fn rewrite(path: &Path, set: &ResultSet) -> Result<(), ResultsError> {
    let mut lines = vec![Line::Header(set.header.clone())];
    lines.extend(set.planned.values().cloned().map(Line::Planned));
    lines.extend(
        set.rows
            .iter()
            .cloned()
            .map(|row| Line::Result(Box::new(row))),
    );
    let mut text = Vec::new();
    for line in &lines {
        serde_json::to_writer(&mut text, line).map_err(|error| ResultsError::Io {
            path: path.to_owned(),
            source: error.into(),
        })?;
        text.push(b'\n');
    }
    write_atomically(path, &text).map_err(|error| ResultsError::Io {
        path: path.to_owned(),
        source: error.source,
    })
}

/// Cuts a file back to its last whole line.
fn mend(path: &Path) -> std::io::Result<()> {
    let bytes = std::fs::read(path)?;
    let whole = bytes
        .iter()
        .rposition(|byte| *byte == b'\n')
        .map_or(0, |at| at + 1);
    if whole < bytes.len() {
        OpenOptions::new()
            .write(true)
            .open(path)?
            .set_len(whole as u64)?;
    }
    Ok(())
}
