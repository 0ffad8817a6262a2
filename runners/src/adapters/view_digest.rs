//! A digest of what a view shows.

use std::fs;
use std::io;
use std::path::Path;

use mutscore_model::digest::{Digest, StableHasher};

use crate::adapters::project_files::view_files;
use crate::runner::{Project, RunnerError};
use crate::workspace::pinned_name;

/// Pinned trees count by their name, which is a digest of what is in them; other layers by what is in them.
pub(crate) fn view_digest(project: &Project) -> Result<Digest, RunnerError> {
    let mut hasher = StableHasher::new("mutscore/view/2");
    for layer in &project.layers {
        if let Some(name) = pinned_name(layer) {
            hasher.field(name);
            continue;
        }
        add(&mut hasher, layer)?;
        hasher.field("end");
    }
    Ok(hasher.finish())
}

/// A digest of what is in a folder outside the view.
pub(crate) fn folder_digest(folder: &Path) -> Result<Digest, RunnerError> {
    let mut hasher = StableHasher::new("mutscore/folder/1");
    add(&mut hasher, folder)?;
    Ok(hasher.finish())
}

fn add(hasher: &mut StableHasher, folder: &Path) -> Result<(), RunnerError> {
    for (path, file) in view_files(&[folder.to_owned()])? {
        let content = content(&file).map_err(|source| RunnerError::Io {
            path: file.clone(),
            source,
        })?;
        hasher
            .field(path.as_str())
            .field(Digest::of(&content).as_bytes());
    }
    Ok(())
}

/// A link counts by where it leads, which may be nowhere: what it leads to in the view counts by itself.
fn content(file: &Path) -> io::Result<Vec<u8>> {
    if fs::symlink_metadata(file)?.file_type().is_symlink() {
        let target = fs::read_link(file)?;
        return Ok([b"link ", target.as_os_str().as_encoded_bytes()].concat());
    }
    fs::read(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn a_link_that_leads_nowhere_has_a_content_of_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let (link, file) = (folder.path().join("link"), folder.path().join("file"));
        symlink("nowhere/a", &link).unwrap();
        fs::write(&file, "link nowhere").unwrap();
        let first = content(&link).unwrap();
        fs::remove_file(&link).unwrap();
        symlink("nowhere/b", &link).unwrap();
        assert_ne!(content(&link).unwrap(), first);
        assert_eq!(content(&file).unwrap(), b"link nowhere");
    }
}
