//! Unpacking an archive that is not trusted: nothing outside the folder is ever written or linked to.
//!
//! Entries are files, folders and symbolic links, and nothing else. A link may only point to a relative place
//! below the top, with `..` nowhere but at its beginning, and nothing is written through a link; so by induction
//! every path stays inside whatever links an archive combines.

use std::collections::BTreeSet;
use std::fs::{File, Permissions};
use std::io::Read;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Component, Path, PathBuf};

use flate2::read::GzDecoder;
use tar::{Archive, Entry, EntryType};

/// Most bytes that an archive may unpack to.
const MOST_BYTES: u64 = 1 << 30;
/// Most entries that an archive may have.
const MOST_ENTRIES: usize = 200_000;

/// Why an archive was not unpacked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum UnpackError {
    /// Not a form we unpack.
    #[error("{0} is not a .tar.gz (hint: pin a version whose source distribution is one)")]
    NotTarGz(PathBuf),
    /// It cannot be read or written.
    #[error(
        "unpack {path}: {source} (hint: a broken download or a full disk; remove the state folder's `sources` and try again)"
    )]
    Io {
        /// The archive or the file being written.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// An entry would leave the folder, or is of a kind that has no place in a source distribution.
    #[error("the archive is hostile or damaged: `{entry}` {why} (hint: do not use this source)")]
    Hostile {
        /// The entry's path.
        entry: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// More than any source distribution needs.
    #[error(
        "the archive unpacks to more than {MOST_BYTES} bytes or {MOST_ENTRIES} entries (hint: do not use this source)"
    )]
    TooBig,
}

/// Unpacks a `.tar.gz` source distribution into the new folder `into`, without its single top folder.
///
/// # Errors
/// [`UnpackError`]; what was unpacked until then stays in `into` and must not be used.
pub fn unpack_sdist(archive: &Path, into: &Path) -> Result<(), UnpackError> {
    if !archive.to_string_lossy().ends_with(".tar.gz") {
        return Err(UnpackError::NotTarGz(archive.to_path_buf()));
    }
    let broken = |source| UnpackError::Io {
        path: archive.to_path_buf(),
        source,
    };
    std::fs::create_dir_all(into).map_err(|source| UnpackError::Io {
        path: into.to_path_buf(),
        source,
    })?;
    // One byte more than allowed, so that reaching the limit can be told from ending there.
    let limited = GzDecoder::new(File::open(archive).map_err(broken)?).take(MOST_BYTES + 1);
    let mut tar = Archive::new(limited);
    let mut unpacking = Unpacking {
        into,
        links: BTreeSet::new(),
        bytes: 0,
    };
    for (index, entry) in tar.entries().map_err(broken)?.enumerate() {
        let mut entry = entry.map_err(broken)?;
        if index >= MOST_ENTRIES {
            return Err(UnpackError::TooBig);
        }
        unpacking.entry(&mut entry)?;
    }
    Ok(())
}

struct Unpacking<'a> {
    into: &'a Path,
    /// Links made so far, relative to `into`.
    links: BTreeSet<PathBuf>,
    bytes: u64,
}

impl Unpacking<'_> {
    fn entry<R: Read>(&mut self, entry: &mut Entry<'_, R>) -> Result<(), UnpackError> {
        let path = entry
            .path()
            .map_err(|source| self.io(self.into, source))?
            .into_owned();
        let kind = entry.header().entry_type();
        if matches!(kind, EntryType::XGlobalHeader) {
            return Ok(());
        }
        let Some(inside) = below_top(&path)? else {
            return Ok(());
        };
        self.refuse_links_above(&inside, &path)?;
        let target = self.into.join(&inside);
        if let Some(parent) = target.parent() {
            std::fs::create_dir_all(parent).map_err(|source| self.io(parent, source))?;
        }
        match kind {
            EntryType::Directory => {
                std::fs::create_dir_all(&target).map_err(|source| self.io(&target, source))
            }
            EntryType::Regular | EntryType::Continuous => self.file(entry, &target),
            EntryType::Symlink => self.link(entry, &inside, &path),
            _ => Err(hostile(
                &path,
                "is neither a file, a folder nor a symbolic link",
            )),
        }
    }

    fn io(&self, path: &Path, source: std::io::Error) -> UnpackError {
        UnpackError::Io {
            path: path.to_path_buf(),
            source,
        }
    }

    fn refuse_links_above(&self, inside: &Path, path: &Path) -> Result<(), UnpackError> {
        match inside.ancestors().any(|above| self.links.contains(above)) {
            true => Err(hostile(path, "would be written through a symbolic link")),
            false => Ok(()),
        }
    }

    fn file<R: Read>(
        &mut self,
        entry: &mut Entry<'_, R>,
        target: &Path,
    ) -> Result<(), UnpackError> {
        self.bytes = self.bytes.saturating_add(entry.size());
        if self.bytes > MOST_BYTES {
            return Err(UnpackError::TooBig);
        }
        let executable = entry.header().mode().is_ok_and(|mode| mode & 0o100 != 0);
        let failed = |source| UnpackError::Io {
            path: target.to_path_buf(),
            source,
        };
        let mut file = File::create(target).map_err(failed)?;
        std::io::copy(entry, &mut file).map_err(failed)?;
        let mode = if executable { 0o755 } else { 0o644 };
        file.set_permissions(Permissions::from_mode(mode))
            .map_err(failed)
    }

    fn link<R: Read>(
        &mut self,
        entry: &Entry<'_, R>,
        inside: &Path,
        path: &Path,
    ) -> Result<(), UnpackError> {
        let target = entry.link_name().map_err(|source| self.io(path, source))?;
        let target = target
            .ok_or_else(|| hostile(path, "is a link to nothing"))?
            .into_owned();
        if !stays_inside(inside, &target) {
            return Err(hostile(path, "is a link out of the source"));
        }
        let at = self.into.join(inside);
        std::os::unix::fs::symlink(&target, &at).map_err(|source| self.io(&at, source))?;
        self.links.insert(inside.to_path_buf());
        Ok(())
    }
}

fn hostile(path: &Path, why: &'static str) -> UnpackError {
    UnpackError::Hostile {
        entry: path.display().to_string(),
        why,
    }
}

/// The entry's path below the archive's top folder; `None` for the top folder itself.
fn below_top(path: &Path) -> Result<Option<PathBuf>, UnpackError> {
    let mut parts = Vec::new();
    for part in path.components() {
        match part {
            Component::Normal(part) => parts.push(part),
            Component::CurDir => {}
            _ => return Err(hostile(path, "would be written outside the source")),
        }
    }
    Ok(if parts.len() < 2 {
        None
    } else {
        Some(parts[1..].iter().collect())
    })
}

/// Whether a link at `inside` to `target` ends inside: no more `..` than there are folders above it, and none
/// after a name (where a link could stand in for the folder that the `..` is meant to leave).
fn stays_inside(inside: &Path, target: &Path) -> bool {
    let above = inside.components().count().saturating_sub(1);
    let (mut ups, mut named) = (0, false);
    for part in target.components() {
        match part {
            Component::ParentDir if named => return false,
            Component::ParentDir => ups += 1,
            Component::Normal(_) => named = true,
            Component::CurDir => {}
            _ => return false,
        }
    }
    ups <= above
}
