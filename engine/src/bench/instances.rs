//! `instances.jsonl`: every instance a bench ever had, a header line first, one instance a line, by id.
//!
//! Ids are given once and never re-used, so an instance that is gone stays in the file, marked.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use mutscore_model::event::SCHEMA_VERSION;
use mutscore_model::instance::Instance;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::atomic::write_atomically;
use super::canonical::compact;
use super::frozen::{FrozenError, check_schema, not_json, read};

/// A line of the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listed {
    /// The instance.
    #[serde(flatten)]
    pub instance: Instance,
    /// Whether the project's feature files no longer hold it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub gone: bool,
}

/// The instances of a bench, sorted by id.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct InstanceList {
    pub(super) lines: Vec<Listed>,
}

impl InstanceList {
    /// Every line, those of gone instances included.
    #[must_use]
    pub fn all(&self) -> &[Listed] {
        &self.lines
    }

    /// The instances that are there, by id.
    pub fn present(&self) -> impl Iterator<Item = &Instance> {
        self.lines
            .iter()
            .filter(|listed| !listed.gone)
            .map(|listed| &listed.instance)
    }

    /// The instances of one project that are there, by id.
    pub fn of_project<'a>(&'a self, project: &'a str) -> impl Iterator<Item = &'a Instance> {
        self.present()
            .filter(move |instance| instance.project == project)
    }

    /// The line of this id, gone or not.
    #[must_use]
    pub fn get(&self, id: u32) -> Option<&Listed> {
        self.lines
            .binary_search_by_key(&id, |listed| listed.instance.id)
            .ok()
            .map(|index| &self.lines[index])
    }
}

/// Reads the file; an absent one is an empty list.
pub(super) fn read_instances(path: &Path) -> Result<InstanceList, FrozenError> {
    let bytes = match read(path) {
        Err(FrozenError::Missing(_)) => return Ok(InstanceList::default()),
        other => other?,
    };
    if bytes.last() != Some(&b'\n') {
        return Err(FrozenError::Truncated(path.to_path_buf()));
    }
    let mut lines = bytes
        .split(|&byte| byte == b'\n')
        .enumerate()
        .filter(|(_, line)| !line.is_empty());
    let Some((_, head)) = lines.next() else {
        return Err(FrozenError::Truncated(path.to_path_buf()));
    };
    let head: Value = serde_json::from_slice(head).map_err(|error| not_json(path, 1, &error))?;
    check_schema(path, &head)?;
    let mut list = Vec::new();
    let mut ids = BTreeSet::new();
    for (index, line) in lines {
        let listed: Listed =
            serde_json::from_slice(line).map_err(|error| not_json(path, index + 1, &error))?;
        let id = listed.instance.id;
        if id == 0 || !ids.insert(id) {
            let what = if id == 0 {
                "ids begin at 1".to_owned()
            } else {
                format!("instance {id} is there twice")
            };
            return Err(FrozenError::Malformed {
                path: PathBuf::from(path),
                line: index + 1,
                what,
            });
        }
        list.push(listed);
    }
    list.sort_by_key(|listed| listed.instance.id);
    Ok(InstanceList { lines: list })
}

/// Writes the file.
pub(super) fn write_instances(path: &Path, list: &InstanceList) -> Result<(), FrozenError> {
    let mut text = compact(&json!({ "form": "instances", "schema": SCHEMA_VERSION }));
    text.push('\n');
    for listed in &list.lines {
        let value = serde_json::to_value(listed).map_err(|error| not_json(path, 1, &error))?;
        text.push_str(&compact(&value));
        text.push('\n');
    }
    Ok(write_atomically(path, text.as_bytes())?)
}
