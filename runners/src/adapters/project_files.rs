//! The files of a project as its layers show them, sorted by what they are: production, features, callers.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use mutscore_model::path::RelPath;

use crate::runner::{Project, RunnerError};

/// Files of a view, by their path in the project.
pub(crate) type ViewFiles = BTreeMap<RelPath, PathBuf>;

/// Lists the files of the layers; what lies higher hides what lies lower.
pub(crate) fn view_files(layers: &[PathBuf]) -> Result<ViewFiles, RunnerError> {
    let mut files = ViewFiles::new();
    for layer in layers.iter().rev() {
        list(layer, layer, &mut files)?;
    }
    Ok(files)
}

fn list(root: &Path, folder: &Path, files: &mut ViewFiles) -> Result<(), RunnerError> {
    let fail = |source| RunnerError::Io {
        path: folder.to_owned(),
        source,
    };
    for entry in fs::read_dir(folder).map_err(fail)? {
        let entry = entry.map_err(fail)?;
        let path = entry.path();
        if entry.file_type().map_err(fail)?.is_dir() {
            list(root, &path, files)?;
        } else if let Some(relative) = path.strip_prefix(root).ok().and_then(Path::to_str)
            && let Ok(relative) = RelPath::new(relative)
        {
            files.insert(relative, path);
        }
    }
    Ok(())
}

/// The production scope.
pub(crate) fn production_files<'f>(
    project: &Project,
    files: &'f ViewFiles,
) -> Result<Vec<&'f RelPath>, RunnerError> {
    let production = globs(&project.production)?;
    let (exclude, test_side) = (globs(&project.exclude)?, globs(&project.test_side)?);
    Ok(files
        .keys()
        .filter(|path| {
            production.is_match(path.as_str())
                && !exclude.is_match(path.as_str())
                && !test_side.is_match(path.as_str())
        })
        .collect())
}

/// The test side.
pub(crate) fn test_files<'f>(
    project: &Project,
    files: &'f ViewFiles,
) -> Result<Vec<&'f RelPath>, RunnerError> {
    let test_side = globs(&project.test_side)?;
    Ok(files
        .keys()
        .filter(|path| test_side.is_match(path.as_str()))
        .collect())
}

/// Test code whose direct calls count: what is withheld, and whatever a submission put on top.
pub(crate) fn callers(project: &Project, files: &ViewFiles) -> Result<Vec<RelPath>, RunnerError> {
    let withheld = globs(&project.withheld)?;
    let bottom = project.layers.last();
    Ok(files
        .iter()
        .filter(|(path, file)| {
            withheld.is_match(path.as_str())
                || bottom.is_some_and(|bottom| !file.starts_with(bottom))
        })
        .map(|(path, _)| path.clone())
        .collect())
}

/// A matcher of any of these globs.
pub(crate) fn globs(patterns: &[String]) -> Result<GlobSet, RunnerError> {
    let fail = |error: globset::Error| RunnerError::Unusable {
        what: format!("not a usable glob: {error}"),
        hint: "globs are like `src/**/*.py`, relative to the project root".to_owned(),
    };
    let mut set = GlobSetBuilder::new();
    for pattern in patterns {
        set.add(
            GlobBuilder::new(pattern)
                .literal_separator(true)
                .build()
                .map_err(fail)?,
        );
    }
    set.build().map_err(fail)
}
