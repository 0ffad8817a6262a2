//! Lists what a folder holds, in a fixed order, and refuses what cannot be pinned.
use super::error::{OnPath, WorkspaceError};
use globset::{Glob, GlobSet, GlobSetBuilder};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Component, Path, PathBuf};

/// Never part of a project: version control, our own state, and caches of a runtime that could be stale.
const ALWAYS_EXCLUDED: [&str; 4] = [".git", "__pycache__", ".mutscore", "*.pyc"];

/// What an entry is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Kind {
    Folder,
    File { executable: bool },
    Link { target: PathBuf },
}

/// One entry below a root.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Relative to the root.
    pub(crate) path: PathBuf,
    pub(crate) kind: Kind,
}

/// Which entries are left out.
#[derive(Debug, Clone)]
pub(crate) struct Excludes {
    names: GlobSet,
    paths: GlobSet,
}

impl Excludes {
    /// Leaves nothing out.
    pub(crate) fn nothing() -> Self {
        Self {
            names: GlobSet::empty(),
            paths: GlobSet::empty(),
        }
    }

    /// Leaves out what never belongs to a project, and `patterns` over paths relative to it.
    pub(crate) fn usual_and(patterns: &[String]) -> Result<Self, WorkspaceError> {
        let usual = ALWAYS_EXCLUDED.map(String::from);
        Ok(Self {
            names: glob_set(&usual)?,
            paths: glob_set(patterns)?,
        })
    }

    fn covers(&self, path: &Path) -> bool {
        path.file_name()
            .is_some_and(|name| self.names.is_match(name))
            || self.paths.is_match(path)
    }
}

/// A set of patterns over relative paths; `*` does not cross a `/`.
pub(crate) fn glob_set(patterns: &[String]) -> Result<GlobSet, WorkspaceError> {
    let wrong = |pattern: &str| {
        let pattern = pattern.to_owned();
        move |source| WorkspaceError::Pattern { pattern, source }
    };
    let mut set = GlobSetBuilder::new();
    for pattern in patterns {
        let glob = globset::GlobBuilder::new(pattern)
            .literal_separator(true)
            .build();
        let glob: Glob = glob.map_err(wrong(pattern))?;
        set.add(glob);
    }
    set.build().map_err(wrong(&patterns.join(" ")))
}

/// All entries below `root`, sorted by the bytes of their paths; every folder before its content.
pub(crate) fn scan(root: &Path, excludes: &Excludes) -> Result<Vec<Entry>, WorkspaceError> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(folder) = folders.pop() {
        let listed = root.join(&folder);
        for entry in fs::read_dir(&listed).on("list", &listed)? {
            let entry = entry.on("list", &listed)?;
            let path = folder.join(entry.file_name());
            if excludes.covers(&path) {
                continue;
            }
            let kind = kind_of(root, &path)?;
            if kind == Kind::Folder {
                folders.push(path.clone());
            }
            found.push(Entry { path, kind });
        }
    }
    found.sort_by(|a, b| {
        a.path
            .as_os_str()
            .as_bytes()
            .cmp(b.path.as_os_str().as_bytes())
    });
    Ok(found)
}

fn kind_of(root: &Path, path: &Path) -> Result<Kind, WorkspaceError> {
    let full = root.join(path);
    let metadata = fs::symlink_metadata(&full).on("read", &full)?;
    let kind = metadata.file_type();
    if kind.is_dir() {
        Ok(Kind::Folder)
    } else if kind.is_file() {
        Ok(Kind::File {
            executable: metadata.permissions().mode() & 0o100 != 0,
        })
    } else if kind.is_symlink() {
        let target = fs::read_link(&full).on("read the link", &full)?;
        if leads_out(root, path, &target) {
            return Err(WorkspaceError::LinkLeadsOut {
                path: path.to_owned(),
                target,
            });
        }
        Ok(Kind::Link { target })
    } else {
        Err(WorkspaceError::SpecialFile {
            path: path.to_owned(),
        })
    }
}

/// Whether a link leads out of the root, by its words or by where it really ends.
fn leads_out(root: &Path, link: &Path, target: &Path) -> bool {
    let mut depth = link
        .parent()
        .map_or(0, |parent| parent.components().count());
    for component in target.components() {
        match component {
            Component::Normal(_) => depth += 1,
            Component::CurDir => {}
            Component::ParentDir if depth > 0 => depth -= 1,
            _ => return true,
        }
    }
    // Through other links it may end elsewhere than its words say; a dangling one ends nowhere.
    match (root.canonicalize(), root.join(link).canonicalize()) {
        (Ok(root), Ok(end)) => !end.starts_with(root),
        _ => false,
    }
}

/// Refuses a path that is absolute or climbs.
pub(crate) fn inside(path: &Path) -> Result<&Path, WorkspaceError> {
    let normal = path
        .components()
        .all(|component| matches!(component, Component::Normal(_)));
    if normal && path.components().next().is_some() {
        Ok(path)
    } else {
        Err(WorkspaceError::PathLeadsOut {
            path: path.to_owned(),
        })
    }
}
