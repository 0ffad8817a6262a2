//! Builds of test programs: made in a sandbox, kept by the digest of what went into them.
//!
//! Nothing that is built can reach the compiler's cache of a later build: a sandbox borrows the cache and hands back
//! what is new. Only builds of the pinned tree are asked for that; a submission's leave nothing behind.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use mutscore_model::digest::{Digest, StableHasher};
use mutscore_model::overlay::{Overlay, WovenBuild};
use mutscore_model::path::RelPath;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::runner::CancelToken;
use crate::sandbox::{Isolation, SandboxError};
use crate::session::channel::{Channel, ChannelError};
use crate::session::launch::Launch;

/// How long a build may take.
const BUILD: Duration = Duration::from_secs(900);
/// A compiler needs more room than a test.
const BUILD_DISK: u64 = 4 << 30;
const BUILD_MEMORY: u64 = 6 << 30;
const BUILD_PROCESSES: u32 = 1024;
const BUILD_FILES: u32 = 4096;
/// Builds of single changes that a session holds on to.
const HELD: usize = 3;
/// Builds that stay on disk, for the next process.
const KEPT: usize = 40;

/// What is to be built.
pub(crate) struct Wanted<'a> {
    files: Vec<(&'a RelPath, &'a Arc<[u8]>)>,
    kind: Kind,
    digest: Digest,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Plain,
    Observed,
    Woven,
    /// Woven production code, without tests: only to hear what the compiler says.
    Checked,
    /// Production code and the framework as they are, for the compiler's cache.
    Filling,
}

impl<'a> Wanted<'a> {
    pub(crate) fn plain(overlay: &'a Overlay) -> Self {
        Self::of_overlay(overlay, Kind::Plain)
    }

    pub(crate) fn observed(overlay: &'a Overlay) -> Self {
        Self::of_overlay(overlay, Kind::Observed)
    }

    pub(crate) fn woven(build: &'a WovenBuild) -> Self {
        Self::of_build(build, Kind::Woven)
    }

    pub(crate) fn checked(build: &'a WovenBuild) -> Self {
        Self::of_build(build, Kind::Checked)
    }

    fn of_overlay(overlay: &'a Overlay, kind: Kind) -> Self {
        Self {
            files: overlay
                .files
                .iter()
                .map(|file| (&file.path, &file.bytes))
                .collect(),
            kind,
            digest: overlay.digest(),
        }
    }

    fn of_build(build: &'a WovenBuild, kind: Kind) -> Self {
        Self {
            files: build.files().iter().collect(),
            kind,
            digest: build.digest(),
        }
    }

    /// Whether it is of one mutant, and worth nothing once that is done with.
    fn is_single(&self) -> bool {
        matches!(self.kind, Kind::Plain | Kind::Observed) && !self.files.is_empty()
    }
}

/// Why there is no build. What the compiler refuses is no such reason: that is a build which says so.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BuildError {
    #[error("no sandbox to build in: {0}")]
    Sandbox(#[from] SandboxError),
    #[error("the build was cut off: {0}")]
    Channel(#[from] ChannelError),
    #[error("the build failed: {0}")]
    Trouble(String),
    #[error("{path}: {source}")]
    Io { path: PathBuf, source: io::Error },
}

/// The answer of the shim to a build.
#[derive(Deserialize)]
struct Answer {
    binaries: Vec<Binary>,
    made: Vec<Made>,
    refused: String,
    trouble: String,
    cpu_us: u64,
}

#[derive(Deserialize)]
struct Binary {
    dir: String,
    tests: String,
    features: Vec<String>,
    size: usize,
    refused: String,
    /// Why its runs share no process, if that is known.
    alone: String,
    /// Where variables lie that such a process would compare.
    foreign: Value,
}

#[derive(Deserialize)]
struct Made {
    name: String,
    size: usize,
}

/// A build on disk; one of a single change goes with its last user.
#[derive(Debug, Clone)]
pub(crate) struct Built(Arc<Place>);

#[derive(Debug)]
enum Place {
    Kept(PathBuf),
    Passing(tempfile::TempDir),
}

impl Built {
    pub(crate) fn folder(&self) -> &Path {
        match &*self.0 {
            Place::Kept(path) => path,
            Place::Passing(folder) => folder.path(),
        }
    }

    /// Whether the compiler refused none of its programs.
    fn is_whole(&self) -> bool {
        let about = fs::read(self.folder().join("build.json")).unwrap_or_default();
        let about: Value = serde_json::from_slice(&about).unwrap_or_default();
        about["binaries"]
            .as_array()
            .is_some_and(|all| all.iter().all(|one| one["refused"] == ""))
    }
}

/// The builds of one view.
pub(crate) struct Builds {
    launch: Launch,
    folder: PathBuf,
    cache: PathBuf,
    /// What all builds of this view rest on.
    base: Digest,
    /// Whether the view is the pinned tree and nothing else.
    pinned: bool,
    held: Vec<(Digest, Built)>,
    slot: u32,
}

impl Builds {
    /// `base` is a digest of the view and of all that a build takes from elsewhere; `cache` what compilers keep.
    pub(crate) fn new(
        mut launch: Launch,
        folder: PathBuf,
        cache: PathBuf,
        base: Digest,
        slot: u32,
    ) -> Self {
        let pinned = launch.project.layers.len() == 1;
        let bounds = &mut launch.project.bounds;
        bounds.disk = bounds.disk.max(BUILD_DISK);
        bounds.memory = bounds.memory.max(BUILD_MEMORY);
        bounds.processes = bounds.processes.max(BUILD_PROCESSES);
        bounds.open_files = bounds.open_files.max(BUILD_FILES);
        Self {
            launch,
            folder,
            cache,
            base,
            pinned,
            held: Vec::new(),
            slot,
        }
    }

    /// Where the view is to be seen while building and running, where its own place is another one each time: paths
    /// are part of what is built.
    pub(crate) fn link(&self) -> Option<PathBuf> {
        let bare = self.launch.project.isolation == Isolation::None;
        let name = format!("{}-{}", std::process::id(), self.slot);
        bare.then(|| self.folder.join("views").join(name))
    }

    /// The build, made now unless it is `remembered` and there already.
    pub(crate) fn get(
        &mut self,
        wanted: &Wanted<'_>,
        remembered: bool,
        cancel: &CancelToken,
    ) -> Result<Built, BuildError> {
        let digest = self.digest(wanted);
        if remembered && let Some(built) = self.known(digest) {
            return Ok(built);
        }
        if !remembered || wanted.is_single() {
            let folder = self.folder.join("passing");
            fs::create_dir_all(&folder).map_err(io_error(&folder))?;
            let fresh = tempfile::tempdir_in(&folder).map_err(io_error(&folder))?;
            self.make(wanted, fresh.path(), cancel)?;
            let built = Built(Arc::new(Place::Passing(fresh)));
            if remembered {
                self.hold(digest, &built);
            }
            return Ok(built);
        }
        let builds = self.folder.join("builds");
        fs::create_dir_all(&builds).map_err(io_error(&builds))?;
        let place = builds.join(digest.short(32));
        // One builder at a time; the kernel drops the lock when its holder dies.
        let lock = place.with_extension("lock");
        let file = fs::File::create(&lock).map_err(io_error(&lock))?;
        file.lock().map_err(io_error(&lock))?;
        if !place.is_dir() {
            let fresh = tempfile::Builder::new()
                .prefix(".new-")
                .tempdir_in(&builds)
                .map_err(io_error(&builds))?;
            self.make(wanted, fresh.path(), cancel)?;
            fs::rename(fresh.keep(), &place).map_err(io_error(&place))?;
            drop_old(&builds);
        }
        let built = Built(Arc::new(Place::Kept(place)));
        self.hold(digest, &built);
        Ok(built)
    }

    /// What the compiler says of woven production code; nothing if it takes it. If it takes the tests with it, that is the
    /// build which runs want.
    pub(crate) fn check(
        &mut self,
        build: &WovenBuild,
        cancel: &CancelToken,
    ) -> Result<Option<String>, BuildError> {
        let whole = self.get(&Wanted::woven(build), true, cancel)?;
        if whole.is_whole() {
            return Ok(None);
        }
        let wanted = Wanted::checked(build);
        let (answer, _) = self.ask(&wanted, cancel, |_, _| Ok(()))?;
        Ok(Some(answer.refused).filter(|words| !words.is_empty()))
    }

    /// Before the first build of a view with a submission in it: what does not depend on that, none of whose own code is
    /// compiled here, so that it is compiled once and not for each submission.
    fn fill(&self, cancel: &CancelToken) -> Result<(), BuildError> {
        let modfile = self.launch.about.get("modfile").map(ToString::to_string);
        let name = Digest::of(modfile.unwrap_or_default().as_bytes()).short(16);
        let marker = self.cache.join(format!("filled-{name}"));
        let lock = marker.with_extension("lock");
        let file = fs::File::create(&lock).map_err(io_error(&lock))?;
        file.lock().map_err(io_error(&lock))?;
        if marker.exists() {
            return Ok(());
        }
        let wanted = Wanted {
            files: Vec::new(),
            kind: Kind::Filling,
            digest: self.base,
        };
        self.ask(&wanted, cancel, |_, _| Ok(()))?;
        fs::write(&marker, "").map_err(io_error(&marker))
    }

    fn digest(&self, wanted: &Wanted<'_>) -> Digest {
        let mut hasher = StableHasher::new("mutscore/build/1");
        hasher.field(self.base.as_bytes());
        hasher.field(wanted.digest.as_bytes());
        hasher.number(wanted.kind as u64);
        if let Some(link) = self.link() {
            hasher.field(link.as_os_str().as_encoded_bytes());
        }
        hasher.finish()
    }

    fn known(&self, digest: Digest) -> Option<Built> {
        let held = self.held.iter().find(|(known, _)| *known == digest);
        held.map(|(_, built)| built.clone())
    }

    fn hold(&mut self, digest: Digest, built: &Built) {
        if let Place::Kept(place) = &*built.0 {
            // The one that was used last is the last to be thrown away.
            let _ = fs::File::open(place)
                .and_then(|folder| folder.set_modified(std::time::SystemTime::now()));
        }
        let singles = self
            .held
            .iter()
            .filter(|(_, built)| matches!(&*built.0, Place::Passing(_)));
        if singles.count() > HELD
            && let Some(oldest) = self
                .held
                .iter()
                .position(|(_, built)| matches!(&*built.0, Place::Passing(_)))
        {
            self.held.remove(oldest);
        }
        self.held.push((digest, built.clone()));
    }

    /// Builds into a folder: the programs, and `build.json`, which says what they are.
    fn make(
        &self,
        wanted: &Wanted<'_>,
        folder: &Path,
        cancel: &CancelToken,
    ) -> Result<(), BuildError> {
        let (answer, files) = self.ask(wanted, cancel, |name, bytes| {
            let path = folder.join(name);
            fs::write(&path, bytes)
                .and_then(|()| set_mode(&path, 0o755))
                .map_err(io_error(&path))
        })?;
        let binaries: Vec<Value> = answer
            .binaries
            .iter()
            .zip(files)
            .map(|(one, file)| {
                json!({
                    "dir": one.dir, "tests": one.tests, "features": one.features,
                    "file": file, "refused": one.refused, "alone": one.alone, "foreign": one.foreign,
                })
            })
            .collect();
        let about = folder.join("build.json");
        fs::write(&about, json!({ "binaries": binaries }).to_string())
            .and_then(|()| set_mode(&about, 0o644))
            .and_then(|()| set_mode(folder, 0o755))
            .map_err(io_error(&about))
    }

    /// Has the shim build in a sandbox. `keep` is given each program; the names that it was given come back.
    fn ask(
        &self,
        wanted: &Wanted<'_>,
        cancel: &CancelToken,
        keep: impl Fn(&str, &[u8]) -> Result<(), BuildError>,
    ) -> Result<(Answer, Vec<String>), BuildError> {
        if wanted.kind != Kind::Filling && !self.pinned {
            self.fill(cancel)?;
        }
        let mut running = self.launch.start(self.slot, 1, false)?;
        let Some(socket) = running.sandbox.take_sockets().pop() else {
            return Err(BuildError::Trouble("the sandbox gave no socket".to_owned()));
        };
        let mut channel = Channel::new(socket);
        let mut request = self.launch.request("build", &running.plan);
        if let Value::Object(fields) = &mut request {
            let paths: Vec<&RelPath> = wanted.files.iter().map(|(path, _)| *path).collect();
            let woven = matches!(wanted.kind, Kind::Woven | Kind::Checked);
            let filling = wanted.kind == Kind::Filling;
            let keeps = filling || self.pinned && !wanted.is_single();
            fields.insert("files".into(), json!(paths));
            fields.insert("observe".into(), json!(wanted.kind == Kind::Observed));
            fields.insert("woven".into(), json!(woven));
            fields.insert(
                "only_production".into(),
                json!(filling || wanted.kind == Kind::Checked),
            );
            fields.insert("keep_made".into(), json!(keeps));
            fields.insert("link".into(), json!(self.link()));
        }
        let blobs: Vec<&[u8]> = wanted.files.iter().map(|(_, bytes)| &***bytes).collect();
        let deadline = Instant::now() + BUILD;
        let answer = channel
            .send(&request, &blobs)
            .and_then(|()| channel.receive(deadline, cancel));
        let answer = answer.map_err(|error| match error {
            ChannelError::Closed => {
                running
                    .sandbox
                    .wait(Instant::now() + Duration::from_secs(1));
                let tail = String::from_utf8_lossy(&running.sandbox.output_tail()).into_owned();
                BuildError::Trouble(format!("the builder has gone: {tail}"))
            }
            error => error.into(),
        })?;
        let answer: Answer = serde_json::from_value(answer)
            .map_err(|error| BuildError::Trouble(format!("no answer of ours: {error}")))?;
        let mut names = Vec::new();
        for (place, one) in answer.binaries.iter().enumerate() {
            let name = format!("{place}.test");
            if one.size > 0 {
                keep(&name, &channel.take(one.size, deadline, cancel)?)?;
            }
            names.push(name);
        }
        for one in &answer.made {
            let bytes = channel.take(one.size, deadline, cancel)?;
            self.add_to_cache(&one.name, &bytes)?;
        }
        if !answer.trouble.is_empty() {
            return Err(BuildError::Trouble(answer.trouble));
        }
        tracing::debug!(cpu_us = answer.cpu_us, files = wanted.files.len(), "built");
        Ok((answer, names))
    }

    /// Keeps what a compiler has made, under the name that it gave it: `ab/ab…-d`.
    fn add_to_cache(&self, name: &str, bytes: &[u8]) -> Result<(), BuildError> {
        let is_name = |part: &str| {
            !part.is_empty()
                && part
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        };
        let good = name
            .split_once('/')
            .is_some_and(|(folder, file)| is_name(folder) && is_name(file));
        if !good {
            return Err(BuildError::Trouble(format!(
                "`{name}` is no name of the compiler's"
            )));
        }
        let path = self.cache.join(name);
        if path.exists() {
            return Ok(());
        }
        let folder = path.parent().unwrap_or(&self.cache);
        crate::shims::write_once(&path, bytes)
            .and_then(|()| set_mode(folder, 0o755))
            .and_then(|()| set_mode(&self.cache, 0o755))
            .map_err(io_error(&path))
    }
}

fn set_mode(path: &Path, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
}

fn io_error(path: &Path) -> impl FnOnce(io::Error) -> BuildError {
    let path = path.to_owned();
    move |source| BuildError::Io { path, source }
}

/// Throws away the builds that were not used for longest. One that is in use is gone only by name once it runs.
fn drop_old(builds: &Path) {
    let entries = fs::read_dir(builds).into_iter().flatten().flatten();
    let mut all: BTreeMap<_, Vec<PathBuf>> = BTreeMap::new();
    for entry in entries {
        if let Ok(metadata) = entry.metadata()
            && metadata.is_dir()
            && let Ok(used) = metadata.modified()
        {
            all.entry(used).or_default().push(entry.path());
        }
    }
    let all: Vec<PathBuf> = all.into_values().flatten().collect();
    for old in all.iter().take(all.len().saturating_sub(KEPT)) {
        if let Err(error) = fs::remove_dir_all(old) {
            tracing::warn!("cannot remove `{}`: {error}", old.display());
        }
    }
}
