//! Builds the file system that a sandbox sees, from nothing.
//!
//! The new root is a size-limited tmpfs. Onto it come the allow-listed host paths (read-only), a
//! private `/proc`, a minimal `/dev`, and the overlay of the layers at the workspace, whose upper
//! layer lives on the same tmpfs. The old root is detached before the runner starts, so that
//! nothing of the host remains that was not asked for. Mounts are picked up as detached trees and
//! put in place after the pivot: no path of the new root is ever resolved in the old one.
use super::plan::{OWN_FOLDER, SandboxPlan, layer_inside};
use super::sys;
use super::wire::{At, StepError};
use crate::workspace::overlay_options;
use nix::mount::{MntFlags, MsFlags, mount, umount2};
use nix::unistd::pivot_root;
use std::fs;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

const DEVICES: [&str; 6] = ["null", "zero", "full", "random", "urandom", "tty"];
const DEVICE_LINKS: [(&str, &str); 6] = [
    ("/dev/fd", "/proc/self/fd"),
    ("/dev/stdin", "/proc/self/fd/0"),
    ("/dev/stdout", "/proc/self/fd/1"),
    ("/dev/stderr", "/proc/self/fd/2"),
    ("/dev/ptmx", "pts/ptmx"),
    ("/var/tmp", "/tmp"),
];
const READ_ONLY: u64 = libc::MOUNT_ATTR_RDONLY | libc::MOUNT_ATTR_NOSUID | libc::MOUNT_ATTR_NODEV;
const DEVICE: u64 = libc::MOUNT_ATTR_NOSUID | libc::MOUNT_ATTR_NOEXEC;
/// Where the old root waits for its detachment.
const OLD_ROOT: &str = "/.old-root";

/// A detached copy of a piece of the host.
struct Piece {
    tree: OwnedFd,
    at: PathBuf,
    is_folder: bool,
}

/// Everything of the host that the sandbox will see.
pub(crate) struct Sources {
    pieces: Vec<Piece>,
    /// Allow-listed paths that reach their place through a symbolic link, and that place.
    links: Vec<Link>,
}

/// A symbolic link and where it leads.
type Link = (PathBuf, PathBuf);

impl Sources {
    /// Picks up the mounts, already restricted.
    pub(crate) fn open(plan: &SandboxPlan) -> Result<Self, StepError> {
        let (places, links) = resolve(&plan.read_only)?;
        let mut pieces = Vec::new();
        for place in places {
            pieces.push(Piece::open(&place, &place, READ_ONLY)?);
        }
        for name in DEVICES {
            let device = Path::new("/dev").join(name);
            if device.exists() {
                pieces.push(Piece::open(&device, &device, DEVICE)?);
            }
        }
        for (index, lower) in plan.view.lowers.iter().enumerate() {
            pieces.push(Piece::open(lower, &layer_inside(index), READ_ONLY)?);
        }
        Ok(Self { pieces, links })
    }
}

impl Piece {
    fn open(host: &Path, at: &Path, attributes: u64) -> Result<Self, StepError> {
        let is_folder = fs::metadata(host).at_path("read", host)?.is_dir();
        let tree = sys::open_tree(host).at_path("pick up", host)?;
        sys::restrict_mount(tree.as_fd(), attributes).at_path("restrict", host)?;
        Ok(Self {
            tree,
            at: at.to_owned(),
            is_folder,
        })
    }

    fn attach(&self) -> Result<(), StepError> {
        if self.is_folder {
            make_folder(&self.at)?;
        } else {
            write_file(&self.at, b"")?;
        }
        sys::move_mount(self.tree.as_fd(), &self.at).at_path("attach", &self.at)
    }
}

/// The real places of the allow-listed paths, none within another, and the links that lead there.
fn resolve(allowed: &[PathBuf]) -> Result<(Vec<PathBuf>, Vec<Link>), StepError> {
    let mut real = Vec::new();
    let mut links = Vec::new();
    for path in allowed {
        let place = path
            .canonicalize()
            .at_path("find the read-only path", path)?;
        if place == Path::new("/") {
            return Err(StepError::new(
                "build the sandbox",
                "`/` cannot be a read-only path: name what is needed",
            ));
        }
        if place != *path {
            links.push((path.clone(), place.clone()));
        }
        real.push(place);
    }
    // Sorted, an outer folder comes before what it contains.
    real.sort();
    real.dedup();
    let mut places: Vec<PathBuf> = Vec::new();
    for place in real {
        if !places.iter().any(|outer| place.starts_with(outer)) {
            places.push(place);
        }
    }
    links.sort();
    Ok((places, links))
}

/// Replaces this process's root by the sandbox's.
pub(crate) fn build(plan: &SandboxPlan, sources: Sources) -> Result<(), StepError> {
    let none: Option<&str> = None;
    mount(none, "/", none, MsFlags::MS_REC | MsFlags::MS_PRIVATE, none)
        .at("keep mounts to ourselves")?;
    let stage = stage_folder()?;
    let inodes = (plan.limits.disk_bytes / 1024).clamp(16 << 10, 1 << 20);
    let size = format!(
        "size={},nr_inodes={inodes},mode=755",
        plan.limits.disk_bytes
    );
    let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV;
    mount(
        Some("mutscore"),
        stage,
        Some("tmpfs"),
        flags,
        Some(size.as_str()),
    )
    .at("mount the root")?;
    let old = stage.join(OLD_ROOT.trim_start_matches('/'));
    fs::create_dir(&old).at("make room for the old root")?;
    pivot_root(stage, &old).at("change the root")?;
    std::env::set_current_dir("/").at("enter the new root")?;

    mount_proc()?;
    umount2(OLD_ROOT, MntFlags::MNT_DETACH).at("detach the old root")?;
    fs::remove_dir(OLD_ROOT).at("remove the old root's place")?;
    for folder in ["/tmp", "/dev/shm", "/dev/pts", "/run", "/var"] {
        make_folder(Path::new(folder))?;
    }
    open_to_all("/tmp")?;
    open_to_all("/dev/shm")?;
    for piece in &sources.pieces {
        piece.attach()?;
    }
    for (from, to) in links_to_make(&sources) {
        link(from, to)?;
    }
    let pts = "newinstance,ptmxmode=0666,mode=620";
    let flags = MsFlags::MS_NOSUID | MsFlags::MS_NOEXEC;
    mount(Some("devpts"), "/dev/pts", Some("devpts"), flags, Some(pts)).at("mount `/dev/pts`")?;
    make_folder(&plan.home())?;
    // Mount points for the fresh views of warm children.
    make_folder(&Path::new(OWN_FOLDER).join("pair"))?;
    mount_workspace(plan)?;
    for file in &plan.view.extra_files {
        write_file(&plan.workspace().join(&file.path), file.content.as_bytes())?;
    }
    Ok(())
}

/// A folder of the old root to build on: any will do, since only we see it covered.
fn stage_folder() -> Result<&'static Path, StepError> {
    let candidates = ["/tmp", "/mnt", "/var", "/usr"].map(Path::new);
    let found = candidates.into_iter().find(|folder| folder.is_dir());
    found.ok_or_else(|| {
        StepError::new(
            "find a mount point",
            "this host has neither /tmp, /mnt, /var nor /usr",
        )
    })
}

/// Must come while the host's `/proc` is still attached: the kernel gives a new one only to who sees a full one.
fn mount_proc() -> Result<(), StepError> {
    make_folder(Path::new("/proc"))?;
    let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV | MsFlags::MS_NOEXEC;
    mount(Some("proc"), "/proc", Some("proc"), flags, None::<&str>).at("mount `/proc`")
}

fn links_to_make(sources: &Sources) -> impl Iterator<Item = (&Path, &Path)> {
    let listed = sources
        .links
        .iter()
        .map(|(from, to)| (from.as_path(), to.as_path()));
    listed.chain(
        DEVICE_LINKS
            .iter()
            .map(|(from, to)| (Path::new(*from), Path::new(*to))),
    )
}

/// Makes a symbolic link unless something of that name is there already.
fn link(from: &Path, to: &Path) -> Result<(), StepError> {
    if from.symlink_metadata().is_ok() {
        return Ok(());
    }
    make_parent(from)?;
    symlink(to, from).at_path("link", from)
}

fn mount_workspace(plan: &SandboxPlan) -> Result<(), StepError> {
    let workspace = plan.workspace();
    make_folder(&workspace)?;
    if plan.view.lowers.is_empty() {
        return Ok(());
    }
    let own = Path::new(OWN_FOLDER).join("first");
    let (upper, work) = (own.join("upper"), own.join("work"));
    make_folder(&upper)?;
    make_folder(&work)?;
    let lowers: Vec<PathBuf> = (0..plan.view.lowers.len()).map(layer_inside).collect();
    let options = overlay_options(&lowers, &upper, &work);
    let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV;
    mount(
        Some("workspace"),
        &workspace,
        Some("overlay"),
        flags,
        Some(options.as_str()),
    )
    .at_path("mount the overlay at", &workspace)
}

fn make_folder(path: &Path) -> Result<(), StepError> {
    fs::create_dir_all(path).at_path("create the folder", path)
}

fn make_parent(path: &Path) -> Result<(), StepError> {
    path.parent().map_or(Ok(()), make_folder)
}

fn write_file(path: &Path, content: &[u8]) -> Result<(), StepError> {
    make_parent(path)?;
    fs::write(path, content).at_path("write", path)
}

fn open_to_all(folder: &str) -> Result<(), StepError> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(folder, fs::Permissions::from_mode(0o1777)).at("open the temporary folders")
}
