//! The libraries of a project, copied: what they were, and whether the machine still has the same.
//!
//! A file's name says little of what is in it: a module that is installed again as a snapshot keeps its name, and so
//! does a file that `CLASSPATH` names.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use mutscore_model::digest::{Digest, StableHasher};
use serde::{Deserialize, Serialize};

use super::once::on;
use crate::runner::RunnerError;

/// A library where it was taken from.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Library {
    from: PathBuf,
    /// The file as the system sees it, before it was read.
    stamp: Option<Digest>,
    /// Of the copy's content.
    pub(super) content: Digest,
}

impl Library {
    /// Whether the machine has the same as then, or nothing: the copy stands for what has been deleted.
    pub(super) fn is_as_it_was(&self) -> bool {
        let now = stamp(&self.from);
        now.is_none() || now == self.stamp
    }

    /// Tells this state from others.
    pub(super) fn add_present_state(&self, hasher: &mut StableHasher) {
        hasher.field(self.from.as_os_str().as_encoded_bytes());
        match stamp(&self.from) {
            Some(stamp) => hasher.field(stamp.as_bytes()),
            None => hasher.number(0),
        };
    }
}

/// Changes with a file, and with what Maven knows of it: its POM lies beside it and says what it needs itself.
fn stamp(file: &Path) -> Option<Digest> {
    let mut hasher = StableHasher::new("mutscore/library-stamp/1");
    let mut add = |file: &Path| {
        let metadata = fs::metadata(file).ok()?;
        for number in [
            metadata.ino(),
            metadata.size(),
            metadata.mtime().cast_unsigned(),
            metadata.mtime_nsec().cast_unsigned(),
            metadata.ctime().cast_unsigned(),
            metadata.ctime_nsec().cast_unsigned(),
        ] {
            hasher.number(number);
        }
        Some(())
    };
    add(file)?;
    // Without one, there is nothing to add.
    let _ = add(&file.with_extension("pom"));
    Some(hasher.finish())
}

/// Copies libraries into a folder: a run sees these and no other of the machine's. Their names are kept relative to
/// it.
pub(super) fn keep(
    folder: &Path,
    class_path: &[PathBuf],
) -> Result<(Vec<PathBuf>, Vec<Library>), RunnerError> {
    let into = folder.join("lib");
    fs::create_dir_all(&into).map_err(on(&into))?;
    let mut kept = Vec::new();
    let mut taken = Vec::new();
    for (at, path) in class_path.iter().enumerate() {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let name = if into.join(&name).exists() {
            format!("{at}-{name}")
        } else {
            name
        };
        // One that changes while it is copied differs from its stamp afterwards.
        let stamp = stamp(path);
        let copy = into.join(&name);
        fs::copy(path, &copy).map_err(on(path))?;
        taken.push(Library {
            from: path.clone(),
            stamp,
            content: Digest::of(&fs::read(&copy).map_err(on(&copy))?),
        });
        kept.push(Path::new("lib").join(name));
    }
    Ok((kept, taken))
}

/// One digest of the contents of those that may change under their names, if there are any: snapshots, or all where no
/// repository of Maven's says that a name stands for one content.
pub(super) fn contents(libraries: &[Library], declared: bool) -> Option<Digest> {
    let mut hasher = StableHasher::new("mutscore/library-contents/1");
    let mut any = false;
    for library in libraries {
        if declared || library.from.to_string_lossy().contains("SNAPSHOT") {
            hasher.field(library.content.as_bytes());
            any = true;
        }
    }
    any.then(|| hasher.finish())
}
