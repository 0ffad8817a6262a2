//! The tool chain's fingerprint, remembered as long as nothing is installed or removed.
//!
//! Asking an interpreter for its packages costs a process; a re-scored submission should not pay for it.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use mutscore_model::digest::StableHasher;

use crate::runner::{Project, RunnerError};

type Fingerprint = BTreeMap<String, String>;

/// The remembered fingerprint, or what `ask` says, remembered from then on. `packages` are the folders that change
/// with what is installed; where they are not known, nothing is remembered.
pub(crate) fn remembered(
    project: &Project,
    shim: &Path,
    packages: io::Result<Vec<PathBuf>>,
    ask: impl FnOnce() -> Result<Fingerprint, RunnerError>,
) -> Result<Fingerprint, RunnerError> {
    let Ok(name) = packages.and_then(|folders| state_of_packages(project, shim, folders)) else {
        return ask();
    };
    let file = project
        .state
        .join("fingerprints")
        .join(format!("{name}.json"));
    if let Some(known) = fs::read(&file)
        .ok()
        .and_then(|text| serde_json::from_slice(&text).ok())
    {
        return Ok(known);
    }
    let found = ask()?;
    if let Err(error) = write(&file, &found) {
        tracing::warn!(
            "cannot remember the tool chain in `{}`: {error}",
            file.display()
        );
    }
    Ok(found)
}

fn write(file: &Path, found: &Fingerprint) -> io::Result<()> {
    let folder = file.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut fresh = tempfile::NamedTempFile::new_in(folder)?;
    serde_json::to_writer(&mut fresh, found)?;
    fresh.persist(file)?;
    Ok(())
}

/// A name that changes when a package is installed or removed: both touch the folder of packages. What a project sets in
/// its environment may choose among them.
fn state_of_packages(project: &Project, shim: &Path, folders: Vec<PathBuf>) -> io::Result<String> {
    let mut hasher = StableHasher::new("mutscore/packages/1");
    hasher.field(shim.as_os_str().as_encoded_bytes());
    for (name, value) in &project.env {
        hasher.field(name).field(value);
    }
    let program = fs::canonicalize(&project.program)?;
    for path in [project.program.as_path(), &program]
        .into_iter()
        .map(Path::to_owned)
        .chain(folders)
    {
        let metadata = fs::symlink_metadata(&path)?;
        hasher.field(path.as_os_str().as_encoded_bytes());
        for number in [
            metadata.size(),
            metadata.mtime().cast_unsigned(),
            metadata.mtime_nsec().cast_unsigned(),
        ] {
            hasher.number(number);
        }
    }
    Ok(hasher.finish().short(24))
}
