//! A plain copy of a view, for hosts without overlays, and what was written to it since.
//!
//! Without an upper layer of its own a run's writes stay for the next one. They are found by
//! comparing size, time and inode of every file with a snapshot, and undone from the layers.
use super::error::{OnPath, WorkspaceError};
use super::scan::{Excludes, Kind, inside, scan};
use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};

/// Copies `lowers` (top-most first) over each other into the existing folder `into`.
///
/// # Errors
/// The system's refusal, such as a full disk, with the file's name.
pub fn copy_layers(lowers: &[PathBuf], into: &Path) -> Result<(), WorkspaceError> {
    for lower in lowers.iter().rev() {
        for entry in scan(lower, &Excludes::nothing())? {
            let (source, target) = (lower.join(&entry.path), into.join(&entry.path));
            match entry.kind {
                Kind::Folder if target.symlink_metadata().is_ok_and(|found| found.is_dir()) => {}
                Kind::Folder => {
                    remove(&target)?;
                    fs::create_dir(&target).on("create", &target)?;
                }
                Kind::File { .. } => copy_entry(&source, &target)?,
                Kind::Link { target: words } => {
                    remove(&target)?;
                    symlink(words, &target).on("create the link", &target)?;
                }
            }
        }
    }
    Ok(())
}

fn copy_entry(source: &Path, target: &Path) -> Result<(), WorkspaceError> {
    remove(target)?;
    fs::copy(source, target).on("copy", source)?;
    let time = fs::metadata(source)
        .and_then(|metadata| metadata.modified())
        .on("read", source)?;
    let handle = fs::File::options()
        .write(true)
        .open(target)
        .on("open", target)?;
    handle.set_modified(time).on("set the time of", target)
}

/// Removes whatever is at `path`; nothing there is fine.
fn remove(path: &Path) -> Result<(), WorkspaceError> {
    let removed = match fs::symlink_metadata(path) {
        Ok(found) if found.is_dir() => fs::remove_dir_all(path),
        Ok(_) => fs::remove_file(path),
        Err(error) => Err(error),
    };
    match removed {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        other => other.on("remove", path),
    }
}

/// Gives back the rights that a removal needs to all folders below `folder`.
pub fn make_removable(folder: &Path) {
    // What cannot be changed here makes the removal fail, which is reported there.
    let _ = fs::set_permissions(folder, fs::Permissions::from_mode(0o700));
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            make_removable(&entry.path());
        }
    }
}

/// What tells that a file is still the same without reading it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Fingerprint {
    inode: u64,
    mode: u32,
    size: u64,
    modified: (i64, i64),
    changed: (i64, i64),
}

/// A copied view and its state at some moment.
#[derive(Debug)]
pub struct WorkingCopy {
    root: PathBuf,
    lowers: Vec<PathBuf>,
    snapshot: BTreeMap<PathBuf, Fingerprint>,
}

impl WorkingCopy {
    /// Takes the copied view at `root`, made from `lowers` (top-most first), as it is now.
    ///
    /// # Errors
    /// When it cannot be listed.
    pub fn open(root: &Path, lowers: &[PathBuf]) -> Result<Self, WorkspaceError> {
        let snapshot = fingerprints(root)?;
        Ok(Self {
            root: root.to_owned(),
            lowers: lowers.to_vec(),
            snapshot,
        })
    }

    /// Paths, relative to the view, that were added, changed or removed since the last snapshot; sorted.
    ///
    /// Folders count when they are added or removed, not when their content changes.
    ///
    /// # Errors
    /// When the view cannot be listed.
    pub fn changed_files(&self) -> Result<Vec<PathBuf>, WorkspaceError> {
        let now = fingerprints(&self.root)?;
        let mut changed: Vec<PathBuf> = self
            .snapshot
            .iter()
            .filter(|(path, before)| now.get(*path) != Some(before))
            .map(|(path, _)| path.clone())
            .collect();
        changed.extend(
            now.keys()
                .filter(|path| !self.snapshot.contains_key(*path))
                .cloned(),
        );
        changed.sort();
        Ok(changed)
    }

    /// Puts a whole file in place of the one at `path` and counts that as the state to compare with.
    ///
    /// # Errors
    /// A path that leads out, or the system's refusal.
    pub fn put(&mut self, path: &Path, content: &[u8]) -> Result<(), WorkspaceError> {
        let target = self.root.join(inside(path)?);
        let mode = fs::metadata(&target).map_or(0o644, |metadata| metadata.permissions().mode());
        let parent = target.parent().unwrap_or(&self.root);
        fs::create_dir_all(parent).on("create", parent)?;
        // A new inode, so that whoever has the old file open keeps the old bytes.
        remove(&target)?;
        fs::write(&target, content).on("write", &target)?;
        fs::set_permissions(&target, fs::Permissions::from_mode(mode))
            .on("set the mode of", &target)?;
        self.snapshot = fingerprints(&self.root)?;
        Ok(())
    }

    /// Undoes all writes and puts, from the layers, and takes a new snapshot.
    ///
    /// # Errors
    /// The system's refusal, with the file's name.
    pub fn restore(&mut self) -> Result<(), WorkspaceError> {
        for entry in fs::read_dir(&self.root).on("list", &self.root)? {
            let path = entry.on("list", &self.root)?.path();
            if remove(&path).is_err() {
                make_removable(&path);
                remove(&path)?;
            }
        }
        copy_layers(&self.lowers, &self.root)?;
        self.snapshot = fingerprints(&self.root)?;
        Ok(())
    }
}

fn fingerprints(root: &Path) -> Result<BTreeMap<PathBuf, Fingerprint>, WorkspaceError> {
    let mut found = BTreeMap::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(folder) = folders.pop() {
        let listed = root.join(&folder);
        for entry in fs::read_dir(&listed).on("list", &listed)? {
            let path = folder.join(entry.on("list", &listed)?.file_name());
            let full = root.join(&path);
            let metadata = fs::symlink_metadata(&full).on("read", &full)?;
            let is_folder = metadata.is_dir();
            let fingerprint = Fingerprint {
                inode: metadata.ino(),
                mode: metadata.mode(),
                // A folder's size and times change with its content, which is listed by itself.
                size: if is_folder { 0 } else { metadata.size() },
                modified: if is_folder {
                    (0, 0)
                } else {
                    (metadata.mtime(), metadata.mtime_nsec())
                },
                changed: if is_folder {
                    (0, 0)
                } else {
                    (metadata.ctime(), metadata.ctime_nsec())
                },
            };
            if is_folder {
                folders.push(path.clone());
            }
            found.insert(path, fingerprint);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two_layers() -> (tempfile::TempDir, Vec<PathBuf>, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        for (path, content) in [
            ("top/a", "new"),
            ("low/a", "old"),
            ("low/d/b", "b"),
            ("view/.keep", ""),
        ] {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        }
        let lowers = vec![folder.path().join("top"), folder.path().join("low")];
        let view = folder.path().join("view");
        copy_layers(&lowers, &view).unwrap();
        (folder, lowers, view)
    }

    #[test]
    fn the_top_most_layer_wins() {
        let (_folder, _, view) = two_layers();
        assert_eq!(fs::read_to_string(view.join("a")).unwrap(), "new");
        assert_eq!(fs::read_to_string(view.join("d/b")).unwrap(), "b");
    }

    #[test]
    fn added_changed_and_removed_files_are_found_and_undone() {
        let (_folder, lowers, view) = two_layers();
        let mut copy = WorkingCopy::open(&view, &lowers).unwrap();
        assert_eq!(copy.changed_files().unwrap(), Vec::<PathBuf>::new());
        fs::write(view.join("a"), "NEW").unwrap();
        fs::remove_file(view.join("d/b")).unwrap();
        fs::write(view.join("d/c"), "c").unwrap();
        assert_eq!(
            copy.changed_files().unwrap(),
            ["a", "d/b", "d/c"].map(PathBuf::from)
        );
        copy.restore().unwrap();
        assert_eq!(copy.changed_files().unwrap(), Vec::<PathBuf>::new());
        assert_eq!(fs::read_to_string(view.join("a")).unwrap(), "new");
        assert!(!view.join("d/c").exists());
    }

    #[test]
    fn a_write_of_equal_size_with_its_time_set_back_is_found() {
        let (_folder, lowers, view) = two_layers();
        let copy = WorkingCopy::open(&view, &lowers).unwrap();
        let time = fs::metadata(view.join("a")).unwrap().modified().unwrap();
        fs::write(view.join("a"), "NEW").unwrap();
        fs::File::options()
            .write(true)
            .open(view.join("a"))
            .unwrap()
            .set_modified(time)
            .unwrap();
        assert_eq!(copy.changed_files().unwrap(), [PathBuf::from("a")]);
    }

    #[test]
    fn a_mutant_put_in_place_keeps_the_mode_and_is_not_a_change() {
        let (_folder, lowers, view) = two_layers();
        fs::set_permissions(view.join("a"), fs::Permissions::from_mode(0o755)).unwrap();
        let mut copy = WorkingCopy::open(&view, &lowers).unwrap();
        copy.put(Path::new("a"), b"mutated").unwrap();
        assert_eq!(copy.changed_files().unwrap(), Vec::<PathBuf>::new());
        assert_eq!(
            fs::metadata(view.join("a")).unwrap().permissions().mode() & 0o777,
            0o755
        );
        copy.restore().unwrap();
        assert_eq!(fs::read_to_string(view.join("a")).unwrap(), "new");
    }
}
