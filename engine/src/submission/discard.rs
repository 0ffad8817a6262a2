//! Which edits of a submission are left out, and why.

use std::fmt;

use crate::config::Scope;

/// Why a file of a submission is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reason {
    /// Not on the test side.
    Outside,
    /// On the test side, but no submission may change it.
    Protected,
    /// A name that leaves the project.
    Escape,
    /// A name that no file should have.
    BadName,
    /// A binary file, changed by a difference.
    Binary,
    /// A symbolic link, or a place below one.
    Link,
    /// A submodule.
    Submodule,
    /// Neither a file nor a folder.
    Special,
    /// Version control data.
    VersionControl,
    /// Something a runtime made and would make again.
    Cache,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Outside => "outside the test side",
            Self::Protected => "protected",
            Self::Escape => "outside the project",
            Self::BadName => "unusable file name",
            Self::Binary => "binary difference",
            Self::Link => "symbolic link",
            Self::Submodule => "submodule",
            Self::Special => "neither a file nor a folder",
            Self::VersionControl => "version control data",
            Self::Cache => "cache of a runtime",
        })
    }
}

/// Whether a submission may write this path, and why not.
pub(super) fn why_not(scope: &Scope, path: &str) -> Option<Reason> {
    if path.split('/').any(|part| part == "__pycache__") || path.ends_with(".pyc") {
        Some(Reason::Cache)
    } else if !scope.is_test_side(path) {
        Some(Reason::Outside)
    } else if scope.is_protected(path) {
        Some(Reason::Protected)
    } else {
        None
    }
}
