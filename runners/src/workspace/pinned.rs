//! A project's files, copied once under the name of their content.
//!
//! Every view is an overlay over such a tree, so nothing a mutant does can reach the project, and
//! two runs with the same digest have seen the same bytes. Modification times are all the same on
//! purpose: no run may depend on when a tree was pinned.
use super::error::{OnPath, WorkspaceError};
use super::scan::{Entry, Excludes, Kind, glob_set, scan};
use super::stale::{own_prefix, remove_stale};
use crate::sandbox::Identity;
use std::fmt;
use std::fs::{self, File, Metadata};
use std::io::ErrorKind;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt, lchown, symlink};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// 2001-01-01: after the first date that archive formats can hold, before any file a run writes.
const PINNED_TIME: Duration = Duration::from_secs(978_307_200);

/// BLAKE3 over the sorted paths, kinds and contents of a tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TreeDigest([u8; 32]);

impl TreeDigest {
    /// The 32 bytes.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for TreeDigest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0
            .iter()
            .try_for_each(|byte| write!(formatter, "{byte:02x}"))
    }
}

impl fmt::Debug for TreeDigest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "TreeDigest({self})")
    }
}

/// A tree in the content-addressed store, not to be written to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PinnedTree {
    path: PathBuf,
    digest: TreeDigest,
}

impl PinnedTree {
    /// Pins the files of `project` below `state`, or finds them pinned already.
    ///
    /// Left out are `.git`, `__pycache__`, `.mutscore`, `*.pyc`, and what `excludes` (globs over
    /// paths relative to the project) names.
    ///
    /// # Errors
    /// A link that leads out, a special file, a bad pattern, or the system's refusal, each by name.
    pub fn pin(project: &Path, state: &Path, excludes: &[String]) -> Result<Self, WorkspaceError> {
        let entries = scan(project, &Excludes::usual_and(excludes)?)?;
        let digest = digest(project, &entries)?;
        let path = store(state).join(digest.to_string());
        if is_as_pinned(&path, &entries)? {
            return Ok(Self { path, digest });
        }
        Self::publish(state, |folder| {
            lay_out(project, folder, &entries, copy_file)
        })
    }

    /// This tree without the files that `withheld` (globs over relative paths) names: the same
    /// bytes by hard links, under a digest of its own. Folders left empty by that go as well.
    ///
    /// # Errors
    /// A bad pattern, or the system's refusal.
    pub fn without(&self, withheld: &[String]) -> Result<Self, WorkspaceError> {
        let withheld = glob_set(withheld)?;
        let all = scan(&self.path, &Excludes::nothing())?;
        let is_withheld = |path: &Path| path.ancestors().any(|part| withheld.is_match(part));
        let kept: Vec<&Entry> = all
            .iter()
            .filter(|entry| !is_withheld(&entry.path))
            .collect();
        let emptied = |folder: &Path| {
            let held = all
                .iter()
                .any(|entry| entry.path.starts_with(folder) && entry.kind != Kind::Folder);
            held && !kept
                .iter()
                .any(|entry| entry.path.starts_with(folder) && entry.kind != Kind::Folder)
        };
        let entries: Vec<Entry> = kept
            .iter()
            .filter(|entry| entry.kind != Kind::Folder || !emptied(&entry.path))
            .map(|entry| (*entry).clone())
            .collect();
        let digest = digest(&self.path, &entries)?;
        let trees = self.path.parent().unwrap_or(Path::new("."));
        let path = trees.join(digest.to_string());
        if is_as_pinned(&path, &entries)? {
            return Ok(Self { path, digest });
        }
        let state = trees.parent().unwrap_or(Path::new("."));
        Self::publish(state, |folder| {
            lay_out(&self.path, folder, &entries, link_or_copy_file)
        })
    }

    /// The tree's folder on the host.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The name of the content.
    pub fn digest(&self) -> TreeDigest {
        self.digest
    }

    /// Reads everything again and compares it with the digest.
    ///
    /// # Errors
    /// [`WorkspaceError::Changed`] when somebody has written to the tree.
    pub fn verify(&self) -> Result<(), WorkspaceError> {
        let found = digest(&self.path, &scan(&self.path, &Excludes::nothing())?)?;
        if found == self.digest {
            Ok(())
        } else {
            Err(WorkspaceError::Changed {
                path: self.path.clone(),
            })
        }
    }

    /// Fills a temporary folder, names it after what is really in it, and moves it into place in one step.
    fn publish(
        state: &Path,
        fill: impl FnOnce(&Path) -> Result<(), WorkspaceError>,
    ) -> Result<Self, WorkspaceError> {
        let trees = store(state);
        fs::create_dir_all(&trees).on("create", &trees)?;
        remove_stale(&trees, ".new");
        let folder = tempfile::Builder::new()
            .prefix(&own_prefix(".new"))
            .tempdir_in(&trees)
            .on("create a folder in", &trees)?;
        fill(folder.path())?;
        finish_folder(folder.path())?;
        let digest = digest(folder.path(), &scan(folder.path(), &Excludes::nothing())?)?;
        let handle = File::open(folder.path()).on("open", folder.path())?;
        nix::unistd::syncfs(&handle).on("write to disk", folder.path())?;
        let path = trees.join(digest.to_string());
        match fs::rename(folder.path(), &path) {
            // The guard's folder has moved away, so it has nothing left to remove.
            Ok(()) => drop(folder.keep()),
            // Somebody else pinned the same bytes in the meantime.
            Err(error)
                if matches!(
                    error.kind(),
                    ErrorKind::DirectoryNotEmpty | ErrorKind::AlreadyExists
                ) => {}
            Err(error) => return Err(error).on("move a pinned tree to", &path),
        }
        let handle = File::open(&trees).on("open", &trees)?;
        handle.sync_all().on("write to disk", &trees)?;
        Ok(Self { path, digest })
    }
}

/// Whether a tree is there with the modes, times and owners it was given. One that was copied by hand, or unpacked from
/// an archive, may have lost them: runs could then not change their own view of it, which no project's code is to blame
/// for. Such a tree is taken away, to be pinned again.
fn is_as_pinned(tree: &Path, entries: &[Entry]) -> Result<bool, WorkspaceError> {
    if !tree.is_dir() {
        return Ok(false);
    }
    let intact = entries.iter().all(|entry| {
        let path = tree.join(&entry.path);
        fs::symlink_metadata(&path).is_ok_and(|meta| match entry.kind {
            Kind::Link { .. } => is_given(&meta),
            Kind::Folder | Kind::File { executable: true } => is_finished(&meta, 0o755),
            Kind::File { executable: false } => is_finished(&meta, 0o644),
        })
    });
    if !intact {
        let aside = tree.with_extension(format!("lost-{}", std::process::id()));
        fs::rename(tree, &aside).on("move aside", tree)?;
        fs::remove_dir_all(&aside).on("remove", &aside)?;
    }
    Ok(intact)
}

fn is_finished(meta: &Metadata, mode: u32) -> bool {
    let time = SystemTime::UNIX_EPOCH + PINNED_TIME;
    meta.mode() & 0o7777 == mode
        && meta.modified().is_ok_and(|modified| modified == time)
        && is_given(meta)
}

fn is_given(meta: &Metadata) -> bool {
    let identity = Identity::current();
    !identity.is_other_user() || meta.uid() == identity.outside_uid
}

/// Where pinned trees lie below a state folder.
const STORE: &str = "trees";

fn store(state: &Path) -> PathBuf {
    state.join(STORE)
}

/// The name of a pinned tree's folder, which is a digest of what is in it; `None` for any other folder.
#[must_use]
pub fn pinned_name(folder: &Path) -> Option<&str> {
    let name = folder.file_name()?.to_str()?;
    let is_digest = name.len() == 64 && name.bytes().all(|byte| byte.is_ascii_hexdigit());
    (is_digest && folder.parent()?.file_name()? == STORE).then_some(name)
}

fn digest(root: &Path, entries: &[Entry]) -> Result<TreeDigest, WorkspaceError> {
    let mut hasher = blake3::Hasher::new();
    let field = |hasher: &mut blake3::Hasher, bytes: &[u8]| {
        hasher.update(&(bytes.len() as u64).to_le_bytes());
        hasher.update(bytes);
    };
    for entry in entries {
        field(&mut hasher, entry.path.as_os_str().as_bytes());
        match &entry.kind {
            Kind::Folder => field(&mut hasher, b"folder"),
            Kind::Link { target } => {
                field(&mut hasher, b"link");
                field(&mut hasher, target.as_os_str().as_bytes());
            }
            Kind::File { executable } => {
                field(&mut hasher, if *executable { b"program" } else { b"file" });
                let path = root.join(&entry.path);
                field(&mut hasher, &fs::read(&path).on("read", &path)?);
            }
        }
    }
    Ok(TreeDigest(*hasher.finalize().as_bytes()))
}

type PlaceFile = fn(&Path, &Path, bool) -> Result<(), WorkspaceError>;

fn lay_out(
    from: &Path,
    to: &Path,
    entries: &[Entry],
    place_file: PlaceFile,
) -> Result<(), WorkspaceError> {
    for entry in entries {
        let (source, target) = (from.join(&entry.path), to.join(&entry.path));
        match &entry.kind {
            Kind::Folder => fs::create_dir(&target).on("create", &target)?,
            Kind::File { executable } => place_file(&source, &target, *executable)?,
            Kind::Link { target: words } => {
                symlink(words, &target).on("create the link", &target)?;
                give(&target)?;
            }
        }
    }
    // Deepest first, since filling a folder changes its time.
    for entry in entries
        .iter()
        .rev()
        .filter(|entry| entry.kind == Kind::Folder)
    {
        finish_folder(&to.join(&entry.path))?;
    }
    Ok(())
}

fn copy_file(source: &Path, target: &Path, executable: bool) -> Result<(), WorkspaceError> {
    fs::copy(source, target).on("copy", source)?;
    finish(target, if executable { 0o755 } else { 0o644 })
}

/// Within one store a second name is enough; a file system without hard links gets a copy.
fn link_or_copy_file(source: &Path, target: &Path, executable: bool) -> Result<(), WorkspaceError> {
    fs::hard_link(source, target)
        .or_else(|_| {
            copy_file(source, target, executable)
                .map_err(|error| std::io::Error::other(error.to_string()))
        })
        .on("link", source)
}

fn finish_folder(folder: &Path) -> Result<(), WorkspaceError> {
    finish(folder, 0o755)
}

/// Mode, time and owner of a pinned entry. The owner is whom the sandbox runs as, so that a scenario
/// may change its own view of the file as it could in a working copy.
pub(super) fn finish(path: &Path, mode: u32) -> Result<(), WorkspaceError> {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).on("set the mode of", path)?;
    let handle = File::open(path).on("open", path)?;
    handle
        .set_modified(SystemTime::UNIX_EPOCH + PINNED_TIME)
        .on("set the time of", path)?;
    give(path)
}

pub(super) fn give(path: &Path) -> Result<(), WorkspaceError> {
    let identity = Identity::current();
    if !identity.is_other_user() {
        return Ok(());
    }
    lchown(path, Some(identity.outside_uid), Some(identity.outside_gid)).on("hand over", path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn project(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (path, content) in files {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        }
        folder
    }

    fn pin(project: &tempfile::TempDir, state: &tempfile::TempDir) -> PinnedTree {
        PinnedTree::pin(project.path(), state.path(), &[]).unwrap()
    }

    #[test]
    fn the_same_files_are_pinned_once_whatever_their_times() {
        let state = tempfile::tempdir().unwrap();
        let first = pin(&project(&[("a/b.py", "x"), ("c.py", "y")]), &state);
        let second = pin(&project(&[("c.py", "y"), ("a/b.py", "x")]), &state);
        assert_eq!(first, second);
        let name = pinned_name(first.path()).unwrap();
        assert!(first.path().ends_with(name));
        assert_eq!(pinned_name(state.path()), None);
        assert_eq!(fs::read_dir(state.path().join("trees")).unwrap().count(), 1);
    }

    #[test]
    fn a_tree_that_lost_its_modes_or_times_is_pinned_again() {
        let state = tempfile::tempdir().unwrap();
        let files = project(&[("a/b.py", "x")]);
        let tree = pin(&files, &state);
        let (folder, file) = (tree.path().join("a"), tree.path().join("a/b.py"));
        let before = fs::metadata(&file).unwrap();
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o555)).unwrap();
        assert_eq!(pin(&files, &state), tree);
        assert_eq!(fs::metadata(&folder).unwrap().mode() & 0o777, 0o755);
        fs::write(&file, "x").unwrap();
        assert_eq!(pin(&files, &state), tree);
        let after = fs::metadata(&file).unwrap();
        assert_eq!(after.modified().unwrap(), before.modified().unwrap());
        assert_eq!(fs::read_dir(state.path().join("trees")).unwrap().count(), 1);
    }

    #[test]
    fn content_name_and_exec_bit_each_change_the_digest() {
        let state = tempfile::tempdir().unwrap();
        let program = project(&[("a", "x")]);
        fs::set_permissions(program.path().join("a"), fs::Permissions::from_mode(0o700)).unwrap();
        let mut digests = vec![
            pin(&project(&[("a", "x")]), &state).digest(),
            pin(&project(&[("a", "y")]), &state).digest(),
            pin(&project(&[("b", "x")]), &state).digest(),
            pin(&program, &state).digest(),
        ];
        digests.sort();
        digests.dedup();
        assert_eq!(digests.len(), 4);
    }

    #[test]
    fn caches_version_control_and_own_state_are_left_out() {
        let state = tempfile::tempdir().unwrap();
        let noisy = [
            ("m.py", "1"),
            (".git/HEAD", "h"),
            ("p/__pycache__/m.pyc", "c"),
            ("p/old.pyc", "c"),
            (".mutscore/x", ""),
        ];
        let tree = pin(&project(&noisy), &state);
        let mut names: Vec<_> = fs::read_dir(tree.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        names.sort();
        assert_eq!(names, ["m.py", "p"]);
        assert_eq!(fs::read_dir(tree.path().join("p")).unwrap().count(), 0);
    }

    #[test]
    fn a_link_that_stays_inside_is_kept_and_one_that_leaves_is_refused_by_name() {
        let state = tempfile::tempdir().unwrap();
        let folder = project(&[("a/b.txt", "x")]);
        symlink("a/b.txt", folder.path().join("inside")).unwrap();
        let tree = pin(&folder, &state);
        assert_eq!(
            fs::read_link(tree.path().join("inside")).unwrap(),
            Path::new("a/b.txt")
        );
        for target in ["/etc/passwd", "../outside", "a/../../x"] {
            let link = folder.path().join("outward");
            symlink(target, &link).unwrap();
            let error = PinnedTree::pin(folder.path(), state.path(), &[])
                .unwrap_err()
                .to_string();
            assert!(
                error.contains("outward") && error.contains(target),
                "{error}"
            );
            fs::remove_file(link).unwrap();
        }
    }

    #[test]
    fn a_link_that_leaves_through_another_link_is_refused() {
        let outer = tempfile::tempdir().unwrap();
        let root = outer.path().join("project");
        fs::create_dir_all(root.join("deep/er")).unwrap();
        fs::write(outer.path().join("secret"), "s").unwrap();
        symlink(".", root.join("deep/er/here")).unwrap();
        // By its words `deep/x/y/..`-counting would stay inside; followed, it climbs.
        symlink("deep", root.join("short")).unwrap();
        fs::create_dir_all(root.join("a/b/c")).unwrap();
        symlink("../../../short/../../secret", root.join("a/b/c/out")).unwrap();
        let error = PinnedTree::pin(&root, &outer.path().join("state"), &[])
            .unwrap_err()
            .to_string();
        assert!(error.contains("a/b/c/out"), "{error}");
    }

    #[test]
    fn withheld_files_are_gone_and_the_rest_shares_its_bytes() {
        let state = tempfile::tempdir().unwrap();
        let files = [
            ("features/steps/one.py", "1"),
            ("features/steps/deep/two.py", "2"),
            ("src/m.py", "m"),
        ];
        let tree = pin(&project(&files), &state);
        let without = tree.without(&["features/steps/**".into()]).unwrap();
        assert!(!without.path().join("features").exists());
        let inode = |tree: &PinnedTree| fs::metadata(tree.path().join("src/m.py")).unwrap().ino();
        assert_eq!(inode(&tree), inode(&without));
        assert_ne!(tree.digest(), without.digest());
        assert_eq!(
            tree.without(&["features/steps/**".into()]).unwrap(),
            without
        );
        without.verify().unwrap();
    }

    #[test]
    fn a_tree_that_was_written_to_does_not_verify() {
        let state = tempfile::tempdir().unwrap();
        let tree = pin(&project(&[("a", "x")]), &state);
        tree.verify().unwrap();
        fs::write(tree.path().join("a"), "z").unwrap();
        assert!(matches!(tree.verify(), Err(WorkspaceError::Changed { .. })));
    }
}
