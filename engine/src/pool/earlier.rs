//! What was frozen earlier stays as it is: it is never rebuilt silently, and never left with files that are not its
//! own.
//!
//! All pools of a project refer to one manifest. A freeze of some instances that would write another manifest
//! would make the pools of all others useless, so it is refused before anything is written.

use std::collections::BTreeSet;

use mutscore_model::pool::{GateEntry, Pool, Provenance};

use crate::bench::{Bench, FrozenError, WriteError};
use crate::manifest::{self, ManifestError};
use crate::pool::freeze::{FreezeError, FreezeOptions};

/// The frozen files of a project as a freeze finds them.
pub(super) struct Earlier<'a> {
    pub(super) bench: &'a Bench,
    pub(super) project: &'a str,
    pub(super) options: &'a FreezeOptions,
}

impl Earlier<'_> {
    /// Whether mutants are to be compiled. Where pools are to be added to a manifest that was frozen without that, they
    /// are not: it would become another manifest, and the pools there are would not belong to it.
    pub(super) fn wants_check(&self) -> bool {
        if self.is_all_anew() {
            return true;
        }
        match manifest::read(&self.bench.manifest_path(self.project)) {
            Ok(stored) => stored.header.compile_check.is_some(),
            Err(_) => true,
        }
    }

    /// The whole gate: entries of instances that this freeze does not touch stay as they were.
    pub(super) fn completed(
        &self,
        mut gate: Vec<GateEntry>,
    ) -> Result<Vec<GateEntry>, FreezeError> {
        let earlier = match self.bench.gate(self.project) {
            Ok(entries) => entries,
            Err(FrozenError::Missing(_)) => Vec::new(),
            Err(_) if self.is_all_anew() => Vec::new(),
            Err(error) => return Err(error.into()),
        };
        let touched: BTreeSet<u32> = gate.iter().map(|entry| entry.instance).collect();
        gate.extend(
            earlier
                .into_iter()
                .filter(|entry| !touched.contains(&entry.instance)),
        );
        Ok(gate)
    }

    /// Refuses to write a manifest that the pools which stay do not belong to.
    pub(super) fn check_untouched(&self, ours: &Provenance) -> Result<(), FreezeError> {
        if self.is_all_anew() {
            return Ok(());
        }
        match manifest::read(&self.bench.manifest_path(self.project)) {
            Ok(stored) if stored.digest == ours.manifest => return Ok(()),
            Ok(_) | Err(ManifestError::Stored(FrozenError::Missing(_))) => {}
            Err(error) => return Err(error.into()),
        }
        let instances = self.bench.instances()?;
        for instance in instances.of_project(self.project) {
            if self.is_anew(instance.id) {
                continue;
            }
            match self.bench.pool(self.project, instance.id) {
                Ok(pool) if pool.provenance.manifest != ours.manifest => {
                    return Err(other_pool(&pool, ours));
                }
                Ok(_) | Err(FrozenError::Missing(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// Pools that are there already, and what still needs one.
    pub(super) fn split<T>(
        &self,
        passed: Vec<T>,
        id_of: impl Fn(&T) -> u32,
        ours: &Provenance,
    ) -> Result<(Vec<Pool>, Vec<T>), FreezeError> {
        let (mut pools, mut open) = (Vec::new(), Vec::new());
        for one in passed {
            let id = id_of(&one);
            if self.is_anew(id) {
                open.push(one);
                continue;
            }
            match self.bench.pool(self.project, id) {
                Ok(pool) if pool.provenance == *ours => pools.push(pool),
                Ok(pool) => return Err(other_pool(&pool, ours)),
                Err(FrozenError::Missing(_)) => open.push(one),
                Err(error) => return Err(error.into()),
            }
        }
        Ok((pools, open))
    }

    /// Takes away the pools of instances that are frozen anew and do not pass the gate any more.
    pub(super) fn remove_dropped(&self, gate: &[GateEntry]) -> Result<(), FreezeError> {
        for entry in gate {
            if entry.dropped.is_none() || !self.is_anew(entry.instance) {
                continue;
            }
            let path = self.bench.pool_path(self.project, entry.instance);
            match std::fs::remove_file(&path) {
                Err(source) if source.kind() != std::io::ErrorKind::NotFound => {
                    return Err(FrozenError::Write(WriteError { path, source }).into());
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Whether this instance is to be frozen whatever there is of it.
    fn is_anew(&self, id: u32) -> bool {
        let options = self.options;
        options.force
            && options
                .instances
                .as_ref()
                .is_none_or(|wanted| wanted.contains(&id))
    }

    fn is_all_anew(&self) -> bool {
        self.options.force && self.options.instances.is_none()
    }
}

fn other_pool(pool: &Pool, ours: &Provenance) -> FreezeError {
    FreezeError::OtherPool {
        instance: pool.instance,
        what: differences(&pool.provenance, ours).join(", "),
    }
}

/// What differs between two provenances, in words.
pub(crate) fn differences(theirs: &Provenance, ours: &Provenance) -> Vec<String> {
    let mut found = Vec::new();
    for (what, differs) in [
        ("another version of mutscore", theirs.tool != ours.tool),
        (
            "another set of operators",
            theirs.operators != ours.operators,
        ),
        ("another manifest", theirs.manifest != ours.manifest),
        ("another tree of the project", theirs.tree != ours.tree),
        (
            "other limits or another outcome policy",
            theirs.policy != ours.policy,
        ),
    ] {
        if differs {
            found.push(what.to_owned());
        }
    }
    for (name, ours) in &ours.toolchain {
        let theirs = theirs.toolchain.get(name);
        if theirs != Some(ours) {
            found.push(format!(
                "{name} {} where this machine has {ours}",
                theirs.map_or("of unknown version", |t| t)
            ));
        }
    }
    found
}
