//! Writing a file whole or not at all.
//!
//! Problem: a process can be killed, and a disk can fill up, in the middle of a write; a half-written frozen file
//! would be worse than none. Remedy: write beside the target, flush to the disk, rename over it, flush the folder.
//! A rename inside one folder is atomic, and the second flush makes it outlive a power failure.

use std::fs::{File, Permissions};
use std::io::{ErrorKind, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

/// Why a file could not be written. The old file, if there was one, is untouched.
#[derive(Debug, thiserror::Error)]
#[error("write {}: {source} (hint: {})", .path.display(), hint(.source.kind()))]
pub struct WriteError {
    /// Which file.
    pub path: PathBuf,
    /// Why.
    pub source: std::io::Error,
}

fn hint(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
            "the disk is full; free some space and run this again"
        }
        ErrorKind::PermissionDenied => "you may not write to this folder; change its owner or mode",
        ErrorKind::ReadOnlyFilesystem => {
            "this file system is read-only; copy the bench to one that is not"
        }
        ErrorKind::NotADirectory | ErrorKind::AlreadyExists => {
            "a file stands where a folder should be; move it away"
        }
        ErrorKind::IsADirectory => "a folder stands where the file should be; move it away",
        _ => "check the disk and the folder's mode, then run this again",
    }
}

/// Puts `bytes` into the file at `path`, making its folder if need be. Readers see the old bytes or the new ones.
///
/// # Errors
/// [`WriteError`] with a way out; the old file is untouched then.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    let failed = |source| WriteError {
        path: path.to_path_buf(),
        source,
    };
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).map_err(failed)?;
    let mut beside = tempfile::Builder::new()
        .prefix(".mutscore-")
        .suffix(".tmp")
        .permissions(Permissions::from_mode(0o666)) // narrowed by the umask, like any other file
        .tempfile_in(folder)
        .map_err(failed)?;
    beside.write_all(bytes).map_err(failed)?;
    beside.as_file().sync_all().map_err(failed)?;
    beside.persist(path).map_err(|error| failed(error.error))?;
    File::open(folder)
        .and_then(|folder| folder.sync_all())
        .map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_write_replaces_the_whole_file_and_leaves_nothing_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("below/a.json");
        write_atomically(&path, b"a longer first text").unwrap();
        write_atomically(&path, b"second").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"second");
        let names: Vec<_> = std::fs::read_dir(path.parent().unwrap())
            .unwrap()
            .flatten()
            .collect();
        assert_eq!(names.len(), 1, "{names:?}");
    }

    #[test]
    fn a_file_in_place_of_the_folder_is_named_with_a_way_out() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("pools"), "").unwrap();
        let error = write_atomically(&folder.path().join("pools/1.json"), b"x")
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("pools/1.json")
                && error.contains("a file stands where a folder should be"),
            "{error}"
        );
    }

    #[test]
    fn a_full_disk_leaves_the_old_file_and_says_so() {
        // /dev/full cannot be renamed over, so the words are checked against the error the kernel gives for it.
        let full = File::options()
            .write(true)
            .open("/dev/full")
            .unwrap()
            .write_all(b"x")
            .unwrap_err();
        let error = WriteError {
            path: "pools/1.json".into(),
            source: full,
        }
        .to_string();
        assert!(error.contains("the disk is full"), "{error}");
    }
}
