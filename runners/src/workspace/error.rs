//! What can go wrong with a project's files, always with the file's name.
use std::io;
use std::path::{Path, PathBuf};

/// A project's files could not be read, pinned or laid out.
#[derive(Debug, thiserror::Error)]
pub enum WorkspaceError {
    /// The system refused.
    #[error("cannot {action} `{}`: {source}{}", path.display(), way_out(source.kind()))]
    Io {
        /// What was attempted, as a verb phrase.
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A symbolic link would lead out of the project, into whatever happens to be on this host.
    #[error("symbolic link `{}` leads out of the project to `{}`: make it relative to a file inside, or exclude it", path.display(), target.display())]
    LinkLeadsOut {
        /// The link, relative to the project.
        path: PathBuf,
        /// Where it leads.
        target: PathBuf,
    },
    /// Sockets, pipes and devices cannot be pinned.
    #[error("`{}` is neither file, folder nor symbolic link: remove it, or exclude it", path.display())]
    SpecialFile {
        /// The entry, relative to the project.
        path: PathBuf,
    },
    /// A pattern of excluded or withheld files is not a glob.
    #[error("`{pattern}` is not a file pattern: {source}")]
    Pattern {
        /// The pattern as given.
        pattern: String,
        /// What is wrong with it.
        source: globset::Error,
    },
    /// A path given for a layer would leave it.
    #[error("`{}` is not a path inside the project: it must be relative and without `..`", path.display())]
    PathLeadsOut {
        /// The path as given.
        path: PathBuf,
    },
    /// A pinned tree no longer has the bytes its name says.
    #[error("pinned tree `{}` has been changed: delete the folder, it is made anew from the project", path.display())]
    Changed {
        /// The tree's folder.
        path: PathBuf,
    },
}

/// Copies and layers are made in the state folder: that is where space and rights are wanted.
fn way_out(kind: io::ErrorKind) -> &'static str {
    match kind {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            " (hint: the disk of the state folder is full; free some space, or name another folder in MUTSCORE_STATE)"
        }
        io::ErrorKind::ReadOnlyFilesystem => {
            " (hint: the state folder is on a read-only file system; name another folder in MUTSCORE_STATE)"
        }
        io::ErrorKind::PermissionDenied => {
            " (hint: check the owner and mode of the file and its folders)"
        }
        _ => "",
    }
}

/// Names the file an I/O error is about.
pub(crate) trait OnPath<T> {
    fn on(self, action: &'static str, path: &Path) -> Result<T, WorkspaceError>;
}

impl<T> OnPath<T> for io::Result<T> {
    fn on(self, action: &'static str, path: &Path) -> Result<T, WorkspaceError> {
        self.map_err(|source| WorkspaceError::Io {
            action,
            path: path.to_owned(),
            source,
        })
    }
}

impl<T> OnPath<T> for nix::Result<T> {
    fn on(self, action: &'static str, path: &Path) -> Result<T, WorkspaceError> {
        self.map_err(io::Error::from).on(action, path)
    }
}
