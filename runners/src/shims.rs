//! The halves of adapters that run inside a project's own interpreter, embedded in the binary.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use mutscore_model::digest::{Digest, StableHasher};

/// A file of a shim: path below its folder, and text.
type ShimFile = (&'static str, &'static str);

macro_rules! python {
    ($($name:literal),* $(,)?) => {
        &[
            // Knows nothing of Behave: any Python adapter can use it.
            ("mutscore_shim/view.py", include_str!("shims/python/view.py")),
            $((concat!("mutscore_shim/", $name), include_str!(concat!("shims/python/mutscore_shim/", $name)))),*
        ]
    };
}

/// The Python shim: a package whose name no project uses.
pub(crate) const PYTHON: &[ShimFile] = python![
    "__init__.py",
    "main.py",
    "wire.py",
    "behave_adapter.py",
    "classify.py",
    "fork.py",
    "forkable.py",
    "observe.py",
    "preload.py",
    "proof.py",
    "record.py",
    "swap.py",
    "zygote.py",
];

macro_rules! ruby {
    ($($name:literal),* $(,)?) => {
        &[$((concat!("mutscore_shim/", $name), include_str!(concat!("shims/ruby/mutscore_shim/", $name)))),*]
    };
}

/// The Ruby shim: files that are required by their place, so that no load path of a project changes.
pub(crate) const RUBY: &[ShimFile] = ruby![
    "main.rb",
    "classify.rb",
    "cold.rb",
    "cucumber_2.rb",
    "cucumber_9.rb",
    "cucumber_adapter.rb",
    "discovery.rb",
    "fixed_random.rb",
    "forkable.rb",
    "forking.rb",
    "found_library.rb",
    "generation.rb",
    "heap.rb",
    "load_failure.rb",
    "observe.rb",
    "preload.rb",
    "proof.rb",
    "record.rb",
    "rehearsal.rb",
    "silence.rb",
    "steps.rb",
    "sys.rb",
    "versions.rb",
    "view.rb",
    "watcher.rb",
    "wire.rb",
    "zygote.rb",
];

macro_rules! php {
    ($($name:literal),* $(,)?) => {
        &[$((concat!("mutscore_shim/", $name), include_str!(concat!("shims/php/mutscore_shim/", $name)))),*]
    };
}

/// The PHP shim: files that are required by their place.
pub(crate) const PHP: &[ShimFile] = php![
    "main.php",
    "behat.php",
    "behat_discovery.php",
    "behat_extension.php",
    "behat_watcher.php",
    "classify.php",
    "cold.php",
    "ending.php",
    "forkable.php",
    "forking.php",
    "framework.php",
    "holder.php",
    "layers.php",
    "observe.php",
    "phpunit.php",
    "phpunit_10.php",
    "phpunit_9.php",
    "phpunit_discovery.php",
    "phpunit_events.php",
    "phpunit_rehearsal.php",
    "phpunit_throwable.php",
    "phpunit_watcher.php",
    "preload.php",
    "probes.php",
    "random.php",
    "record.php",
    "replaced.php",
    "sys.php",
    "versions.php",
    "view.php",
    "wire.php",
    "zygote.php",
];

macro_rules! jvm {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("shims/jvm/", $name)))),*]
    };
}

/// The Java shim: its core, and adapters that are compiled against a project's own libraries.
pub(crate) const JVM: &[ShimFile] = jvm![
    "adapters/CucumberAdapter.java",
    "adapters/JUnit4Adapter.java",
    "adapters/Keywords.java",
    "adapters/PlatformAdapter.java",
    "adapters/Settings.java",
    "mutscore/shim/Agent.java",
    "mutscore/shim/Alike.java",
    "mutscore/shim/Alone.java",
    "mutscore/shim/Attempt.java",
    "mutscore/shim/ClassStore.java",
    "mutscore/shim/ClassWalk.java",
    "mutscore/shim/Classify.java",
    "mutscore/shim/Cold.java",
    "mutscore/shim/Contents.java",
    "mutscore/shim/Dispatch.java",
    "mutscore/shim/End.java",
    "mutscore/shim/Fields.java",
    "mutscore/shim/Framework.java",
    "mutscore/shim/Guard.java",
    "mutscore/shim/Index.java",
    "mutscore/shim/Internals.java",
    "mutscore/shim/Javac.java",
    "mutscore/shim/Json.java",
    "mutscore/shim/Keepers.java",
    "mutscore/shim/Main.java",
    "mutscore/shim/Mix.java",
    "mutscore/shim/Parts.java",
    "mutscore/shim/Pom.java",
    "mutscore/shim/Probe.java",
    "mutscore/shim/ProjectLoader.java",
    "mutscore/shim/Rehearsal.java",
    "mutscore/shim/Report.java",
    "mutscore/shim/Request.java",
    "mutscore/shim/Run.java",
    "mutscore/shim/Scope.java",
    "mutscore/shim/Selection.java",
    "mutscore/shim/Shape.java",
    "mutscore/shim/Shared.java",
    "mutscore/shim/Sharing.java",
    "mutscore/shim/Sources.java",
    "mutscore/shim/Statics.java",
    "mutscore/shim/Supertypes.java",
    "mutscore/shim/TestMethod.java",
    "mutscore/shim/Trace.java",
    "mutscore/shim/Transform.java",
    "mutscore/shim/Warm.java",
    "mutscore/shim/Wire.java",
];

macro_rules! go {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("shims/go/", $name)))),*]
    };
}

/// The Go shim: a program of ours, built with the project's own tool chain.
pub(crate) const GO: &[ShimFile] = go![
    "main.go",
    "build.go",
    "child.go",
    "cover.go",
    "keep.go",
    "probes.go",
    "run.go",
    "serve.go",
    "shared.go",
    "suites.go",
    "tree.go",
    "wire.go",
];

/// What becomes part of a copy of godog, and of the packages testing and time.
pub(crate) const GO_HOOKS: &[ShimFile] = go![
    "hook.go",
    "hook_discover.go",
    "hook_expressions.go",
    "hook_parser.go",
    "hook_putback.go",
    "hook_record.go",
    "hook_serve.go",
    "hook_state.go",
    "hook_world.go",
    "testing.go",
    "time.go",
];

/// Digest of a shim's files.
pub(crate) fn digest(files: &[ShimFile]) -> Digest {
    let mut hasher = StableHasher::new("mutscore/shim/1");
    for (path, text) in files {
        hasher.field(path).field(text);
    }
    hasher.finish()
}

/// Writes a shim below `state` unless it is there, and gives its folder. Several processes may do so at once.
pub(crate) fn install(state: &Path, name: &str, files: &[ShimFile]) -> io::Result<PathBuf> {
    let folder = state
        .join("shims")
        .join(format!("{name}-{}", digest(files).short(16)));
    if folder.is_dir() {
        return Ok(folder);
    }
    let parent = state.join("shims");
    fs::create_dir_all(&parent)?;
    let fresh = tempfile::Builder::new()
        .prefix(".new-")
        .tempdir_in(&parent)?;
    for (path, text) in files {
        let path = fresh.path().join(path);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(path, text)?;
    }
    open_to_all(fresh.path())?;
    let kept = fresh.keep();
    match fs::rename(&kept, &folder) {
        Ok(()) => Ok(folder),
        // Somebody else was faster; theirs has the same content.
        Err(_) if folder.is_dir() => fs::remove_dir_all(&kept).map(|()| folder),
        Err(error) => Err(error),
    }
}

/// Writes a file that others may write at the same time, with the same content.
pub(crate) fn write_once(file: &Path, content: &[u8]) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let folder = file.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut fresh = tempfile::NamedTempFile::new_in(folder)?;
    io::Write::write_all(&mut fresh, content)?;
    fresh
        .as_file()
        .set_permissions(fs::Permissions::from_mode(0o644))?;
    fresh.persist(file)?;
    Ok(())
}

/// Sets the mode of one file or folder.
pub(crate) fn open_one(path: &Path, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
}

/// A sandbox may run as another user: what it is to read must be readable to all.
pub(crate) fn open_to_all(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755))?;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            open_to_all(&entry.path())?;
        } else {
            fs::set_permissions(entry.path(), fs::Permissions::from_mode(0o644))?;
        }
    }
    Ok(())
}
