//! What every adapter for a Python framework prepares: the shim, and bytecode that never lies.
//!
//! Bytecode files are checked by the hash of their source, not by time and size: two mutants of one length
//! written within one second would otherwise run each other's code.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use mutscore_model::digest::{Digest, StableHasher};

use crate::adapters::project_files::view_files;
use crate::runner::{Project, RunnerError};
use crate::session::launch::WORKSPACE;
use crate::shims;

/// Compiles the listed sources for hash-checked bytecode; a file that does not compile is left out.
const COMPILE: &str = r"
import importlib.util, os, py_compile, sys
target, workspace = sys.argv[1:3]
for line in sys.stdin.read().splitlines():
    source, relative = line.split('\t')
    folder, name = os.path.split(relative)
    cached = os.path.basename(importlib.util.cache_from_source(name))
    compiled = os.path.join(target, folder, '__pycache__', cached)
    os.makedirs(os.path.dirname(compiled), exist_ok=True)
    try:
        py_compile.compile(source, compiled, os.path.join(workspace, relative), doraise=True,
                           invalidation_mode=py_compile.PycInvalidationMode.CHECKED_HASH)
    except Exception:
        pass
";

/// Puts the shim in place, its own bytecode included, and gives its folder.
pub(crate) fn install_shim(project: &Project) -> Result<PathBuf, RunnerError> {
    let folder = shims::install(&project.state, "python", shims::PYTHON).map_err(|source| {
        RunnerError::Io {
            path: project.state.join("shims"),
            source,
        }
    })?;
    let sources: Vec<_> = shims::PYTHON
        .iter()
        .map(|(name, _)| (folder.join(name), (*name).to_owned()))
        .collect();
    let compiled = Digest::of(project.program.as_os_str().as_encoded_bytes());
    let marker = folder.join(format!(".compiled-{}", compiled.short(12)));
    if !marker.exists() {
        compile(project, &sources, &folder, &folder)?;
        let done = shims::open_to_all(&folder).and_then(|()| fs::write(&marker, ""));
        done.map_err(|source| RunnerError::Io {
            path: marker,
            source,
        })?;
    }
    Ok(folder)
}

/// A layer with the bytecode of every Python file of the bottom layer: the pinned tree.
pub(crate) fn bytecode_layer(project: &Project) -> Result<PathBuf, RunnerError> {
    let bottom = project
        .layers
        .last()
        .cloned()
        .into_iter()
        .collect::<Vec<_>>();
    let mut sources = Vec::new();
    let mut hasher = StableHasher::new("mutscore/bytecode/1");
    hasher.field(project.program.as_os_str().as_encoded_bytes());
    for (relative, path) in view_files(&bottom)? {
        if relative.extension() == Some("py") {
            let bytes = fs::read(&path).map_err(|source| RunnerError::Io {
                path: path.clone(),
                source,
            })?;
            hasher
                .field(relative.as_str())
                .field(Digest::of(&bytes).short(64));
            sources.push((path, relative.as_str().to_owned()));
        }
    }
    let parent = project.state.join("bytecode");
    let folder = parent.join(hasher.finish().short(24));
    if folder.is_dir() {
        return Ok(folder);
    }
    let fail = |source| RunnerError::Io {
        path: parent.clone(),
        source,
    };
    fs::create_dir_all(&parent).map_err(fail)?;
    let fresh = tempfile::Builder::new()
        .prefix(".new-")
        .tempdir_in(&parent)
        .map_err(fail)?;
    compile(project, &sources, fresh.path(), Path::new(WORKSPACE))?;
    shims::open_to_all(fresh.path()).map_err(fail)?;
    let kept = fresh.keep();
    match fs::rename(&kept, &folder) {
        Ok(()) => Ok(folder),
        Err(_) if folder.is_dir() => fs::remove_dir_all(&kept).map(|()| folder).map_err(fail),
        Err(source) => Err(fail(source)),
    }
}

/// `site-packages` of the virtual environment that the program belongs to.
pub(crate) fn packages(project: &Project) -> io::Result<Vec<PathBuf>> {
    let lib = project
        .program
        .parent()
        .and_then(Path::parent)
        .map(|home| home.join("lib"))
        .unwrap_or_default();
    let mut found = Vec::new();
    for entry in fs::read_dir(lib)? {
        let packages = entry?.path().join("site-packages");
        if packages.is_dir() {
            found.push(packages);
        }
    }
    found.sort();
    if found.is_empty() {
        Err(io::ErrorKind::NotFound.into())
    } else {
        Ok(found)
    }
}

fn compile(
    project: &Project,
    sources: &[(PathBuf, String)],
    target: &Path,
    workspace: &Path,
) -> Result<(), RunnerError> {
    let list: String = sources
        .iter()
        .map(|(path, name)| format!("{}\t{name}\n", path.display()))
        .collect();
    let fail = |source: io::Error| {
        RunnerError::Unusable {
        what: format!("the Python interpreter `{}` cannot be started: {source}", project.program.display()),
        hint: "set `interpreter` under [project.NAME.python] in mutscore.toml, or run `mutscore doctor`".to_owned(),
    }
    };
    let mut child = Command::new(&project.program)
        .args(["-I", "-c", COMPILE])
        .arg(target)
        .arg(workspace)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(fail)?;
    if let Some(mut stdin) = child.stdin.take() {
        io::Write::write_all(&mut stdin, list.as_bytes()).map_err(fail)?;
    }
    child.wait().map_err(fail)?;
    Ok(())
}
