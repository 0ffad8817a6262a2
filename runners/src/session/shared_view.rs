//! The one view that warm runs share where there are no namespaces.
//!
//! A copy on disk: replaced files are put into it, and after every run it is compared with what it was and put
//! right again, with home and temporary folder emptied, so that no run sees what another one wrote.

use std::fs;
use std::path::{Path, PathBuf};

use mutscore_model::overlay::Replacement;

use crate::sandbox::{Isolation, SandboxPlan};
use crate::workspace::{WorkingCopy, WorkspaceError, make_removable};

/// A copied view with its home and temporary folder.
pub(crate) struct SharedView {
    copy: WorkingCopy,
    lowers: Vec<PathBuf>,
    scratch: [PathBuf; 2],
    placed: Option<Replacement>,
}

impl SharedView {
    /// The view of a started sandbox; `None` where every run has one of its own.
    pub(crate) fn of(plan: &SandboxPlan) -> Result<Option<Self>, WorkspaceError> {
        if plan.isolation == Isolation::Namespaces {
            return Ok(None);
        }
        let copy = WorkingCopy::open(&plan.workspace(), &plan.view.lowers)?;
        let scratch = [plan.home(), plan.tmp()];
        Ok(Some(Self {
            copy,
            lowers: plan.view.lowers.clone(),
            scratch,
            placed: None,
        }))
    }

    /// Puts a replaced file in place.
    pub(crate) fn place(&mut self, file: &Replacement) -> Result<(), WorkspaceError> {
        self.copy.put(Path::new(file.path.as_str()), &file.bytes)?;
        self.placed = Some(file.clone());
        Ok(())
    }

    /// Puts the original back.
    pub(crate) fn release(&mut self) -> Result<(), WorkspaceError> {
        let Some(file) = self.placed.take() else {
            return Ok(());
        };
        let path = Path::new(file.path.as_str());
        let original = self
            .lowers
            .iter()
            .map(|layer| layer.join(path))
            .find(|path| path.exists());
        match original.map(fs::read) {
            Some(Ok(bytes)) => self.copy.put(path, &bytes),
            _ => self.copy.restore(),
        }
    }

    /// A file that loading the project wrote, if any. The next load would find it there.
    pub(crate) fn written(&self) -> Result<Option<PathBuf>, WorkspaceError> {
        if let Some(path) = self.copy.changed_files()?.into_iter().next() {
            return Ok(Some(path));
        }
        let mut left = self
            .scratch
            .iter()
            .flat_map(|folder| fs::read_dir(folder).into_iter().flatten().flatten());
        Ok(left.next().map(|entry| entry.path()))
    }

    /// Undoes what a run wrote.
    pub(crate) fn after_run(&mut self) -> Result<(), WorkspaceError> {
        if !self.copy.changed_files()?.is_empty() {
            self.copy.restore()?;
            if let Some(file) = self.placed.clone() {
                self.place(&file)?;
            }
        }
        for folder in &self.scratch {
            empty(folder);
        }
        Ok(())
    }
}

/// Removes what is in a folder. What cannot be removed stays: it is in nobody's way but on the disk.
fn empty(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let gone = if path.is_dir() && !path.is_symlink() {
            make_removable(&path);
            fs::remove_dir_all(&path)
        } else {
            fs::remove_file(&path)
        };
        if let Err(error) = gone {
            tracing::warn!("cannot remove `{}`: {error}", path.display());
        }
    }
}
