//! The host folder of a sandbox without namespaces: its copied view, home and temporary folder.
use super::handle::SandboxError;
use super::plan::SandboxPlan;
use super::wire::StepError;
use crate::workspace::{copy_layers, make_removable};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The folder, removed unless kept.
pub(crate) struct Scratch(Option<PathBuf>);

impl Scratch {
    pub(crate) fn fill(plan: &SandboxPlan) -> Result<Self, SandboxError> {
        let step = |path: &Path, error: io::Error| SandboxError::Step {
            step: StepError::new(format!("create `{}`", path.display()), error),
        };
        if plan.scratch.parent().is_none() {
            return Err(SandboxError::Plan(
                "without namespaces the plan must name a scratch folder".into(),
            ));
        }
        let parent = plan.scratch.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(parent).map_err(|error| step(parent, error))?;
        // Never into a folder that is there already: it would be removed at the end.
        fs::create_dir(&plan.scratch).map_err(|error| step(&plan.scratch, error))?;
        let scratch = Self(Some(plan.scratch.clone()));
        for folder in [plan.workspace(), plan.home(), plan.tmp()] {
            fs::create_dir(&folder).map_err(|error| step(&folder, error))?;
        }
        copy_layers(&plan.view.lowers, &plan.workspace())?;
        for file in &plan.view.extra_files {
            if file.path.is_absolute() {
                let path = file.path.display();
                return Err(SandboxError::Plan(format!(
                    "`{path}` cannot be provided without namespaces: use a relative path"
                )));
            }
            let path = plan.workspace().join(&file.path);
            let folder = path.parent().unwrap_or(Path::new("."));
            fs::create_dir_all(folder).map_err(|error| step(folder, error))?;
            fs::write(&path, &file.content).map_err(|error| step(&path, error))?;
        }
        Ok(scratch)
    }

    /// Hands the folder over to whoever removes it later.
    pub(crate) fn keep(mut self) -> PathBuf {
        self.0.take().unwrap_or_default()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if let Some(folder) = &self.0 {
            remove_scratch(folder);
        }
    }
}

/// Removes a scratch folder even if a test has taken away the rights to its sub-folders.
pub(crate) fn remove_scratch(folder: &Path) {
    if fs::remove_dir_all(folder).is_err() {
        make_removable(folder);
        if let Err(error) = fs::remove_dir_all(folder) {
            tracing::warn!("cannot remove `{}`: {error}", folder.display());
        }
    }
}
