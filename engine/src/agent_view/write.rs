//! Making the folder of a view: whole or not at all, and never over something else.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use mutscore_model::digest::Digest;
use mutscore_model::instance::Instance;
use mutscore_model::path::RelPath;
use mutscore_model::pool::Pool;
use mutscore_operators::rewrite::{self, RewriteError};
use mutscore_operators::{Language, language};
use mutscore_runners::workspace::{PinnedTree, WorkspaceError, copy_layers};
use serde::Serialize;

use super::choose::Lines;
use crate::bench::{Bench, BenchError, FrozenError};
use crate::config::ProjectSettings;
use crate::manifest::{ManifestError, production_sources};

/// Which bodies go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Hidden {
    /// Those that the instance's ground truth executes.
    #[serde(rename = "target-hidden")]
    Target,
    /// All of the production code.
    #[serde(rename = "all-hidden")]
    All,
}

/// Why there is no view.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ViewError {
    /// The bench's files.
    #[error(transparent)]
    Bench(#[from] BenchError),
    /// The frozen pool, whose coverage says what the scenario executes.
    #[error(transparent)]
    Frozen(#[from] FrozenError),
    /// The tree cannot be pinned or copied.
    #[error(transparent)]
    Tree(#[from] WorkspaceError),
    /// The production files.
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    /// The pool was frozen from other files.
    #[error(
        "the pool of instance {0} was frozen from another tree (hint: put the project back to the state it was frozen from, or freeze anew with `mutscore freeze --force`)"
    )]
    OtherTree(u32),
    /// Something is there already.
    #[error("{} is there already and not an empty folder (hint: name a folder that does not exist yet)", .0.display())]
    Occupied(PathBuf),
    /// The view would become part of the project.
    #[error("{} lies inside the project (hint: name a folder elsewhere)", .0.display())]
    Inside(PathBuf),
    /// A production file cannot be rewritten.
    #[error(
        "{path}: {source} (hint: take it out of the production scope with `exclude` in mutscore.toml)"
    )]
    Rewrite {
        /// Which.
        path: RelPath,
        /// Why.
        source: RewriteError,
    },
    /// The language has no rewrites.
    #[error("no view can be made of code in the language `{0}`")]
    Language(String),
    /// The folder cannot be made.
    #[error("{}: {source} (hint: check the folder's owner and mode, and the space on its disk)", path.display())]
    Io {
        /// Which file or folder.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
}

/// A function whose body stays although it would have to go.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LeftFunction {
    /// Its file.
    pub file: RelPath,
    /// 1-based line of its declaration.
    pub line: u32,
    /// Its name, those of the declarations around it before it.
    pub name: String,
    /// Why it stays.
    pub why: String,
}

/// What a view holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// Instance id.
    pub instance: u32,
    /// Project name.
    pub project: String,
    /// Which bodies are hidden.
    pub view: Hidden,
    /// Production files there are.
    pub production_files: usize,
    /// Those that differ from the project's.
    pub files_changed: usize,
    /// Functions whose body is hidden; those inside them are not counted.
    pub functions_hidden: usize,
    /// Functions that stay.
    pub left: Vec<LeftFunction>,
    /// Production files that are not in the project's language, shown as they are.
    pub untouched: Vec<RelPath>,
    /// Public production methods that the ground truth's When and Then steps call: the interfaces an agent is told.
    pub interfaces: Vec<String>,
}

/// Makes the view of `instance` in the folder `out`, from the project's files at `root`.
///
/// # Errors
/// [`ViewError`]; `out` is as it was then.
pub fn write(
    bench: &Bench,
    instance: &Instance,
    root: &Path,
    hidden: Hidden,
    out: &Path,
) -> Result<Summary, ViewError> {
    let settings = bench.project(&instance.project)?;
    let language = language(&settings.language)
        .filter(|language| language.rewriting().is_some())
        .ok_or_else(|| ViewError::Language(settings.language.clone()))?;
    check_place(out, root)?;
    let pool = bench.pool(&instance.project, instance.id)?;
    let pinned = PinnedTree::pin(root, bench.state(), &settings.tree_exclude)?;
    if Digest::of(pinned.digest().as_bytes()) != pool.provenance.tree {
        return Err(ViewError::OtherTree(instance.id));
    }
    let base = pinned.without(&settings.scope.withheld_globs())?;
    let beside = beside(out)?;
    copy_layers(&[base.path().to_owned()], beside.path())?;
    let mut summary = Summary {
        instance: instance.id,
        project: instance.project.clone(),
        view: hidden,
        production_files: 0,
        files_changed: 0,
        functions_hidden: 0,
        left: Vec::new(),
        untouched: Vec::new(),
        interfaces: interfaces(&pool),
    };
    hide_all(
        &mut summary,
        (settings, language),
        &pool,
        pinned.path(),
        beside.path(),
    )?;
    publish(beside, out)?;
    Ok(summary)
}

/// Rewrites the production files of the copy at `copy`; `pinned` is the whole tree, for checking the scope.
fn hide_all(
    summary: &mut Summary,
    (settings, language): (&ProjectSettings, &dyn Language),
    pool: &Pool,
    pinned: &Path,
    copy: &Path,
) -> Result<(), ViewError> {
    for source in production_sources(settings, pinned)? {
        summary.production_files += 1;
        let extension = Path::new(source.path.as_str()).extension();
        let is_ours = extension
            .and_then(|extension| extension.to_str())
            .is_some_and(|extension| language.extensions().contains(&extension));
        if !is_ours {
            summary.untouched.push(source.path);
            continue;
        }
        let lines = Lines::of(&pool.coverage, &source.path);
        let rewrite = rewrite::hide(language, &source.bytes, &mut |function| {
            lines.wish(function, summary.view)
        })
        .map_err(|error| ViewError::Rewrite {
            path: source.path.clone(),
            source: error,
        })?;
        summary
            .left
            .extend(rewrite.left.iter().map(|left| LeftFunction {
                file: source.path.clone(),
                line: left.line,
                name: left.name.clone(),
                why: left.why.to_string(),
            }));
        summary.functions_hidden += rewrite.changed.len();
        let path = copy.join(&source.path);
        // Edits of one pass over one file fit together; were they ever not to, nothing is published.
        let bytes = rewrite::apply(&source.bytes, &rewrite.edits)
            .map_err(|error| io(&path)(std::io::Error::other(error.to_string())))?;
        if *bytes != *source.bytes {
            summary.files_changed += 1;
            fs::write(&path, bytes).map_err(io(&path))?;
        }
    }
    Ok(())
}

/// What the ground truth's action and check steps call; its set-up and its hooks are not told.
fn interfaces(pool: &Pool) -> Vec<String> {
    pool.calls
        .0
        .iter()
        .filter(|(_, callers)| callers.contains("when") || callers.contains("then"))
        .map(|(name, _)| name.clone())
        .collect()
}

fn io(path: &Path) -> impl FnOnce(std::io::Error) -> ViewError + '_ {
    |source| ViewError::Io {
        path: path.to_owned(),
        source,
    }
}

fn check_place(out: &Path, root: &Path) -> Result<(), ViewError> {
    let absolute = std::path::absolute(out).map_err(io(out))?;
    // The nearest part that is there already tells where the folder would really be.
    let real = absolute
        .ancestors()
        .find_map(|part| fs::canonicalize(part).ok());
    let root = fs::canonicalize(root).map_err(io(root))?;
    if real.is_some_and(|real| real.starts_with(&root)) {
        return Err(ViewError::Inside(out.to_owned()));
    }
    match fs::read_dir(out) {
        Ok(mut entries) => match entries.next() {
            None => Ok(()),
            Some(_) => Err(ViewError::Occupied(out.to_owned())),
        },
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) if error.kind() == ErrorKind::NotADirectory => {
            Err(ViewError::Occupied(out.to_owned()))
        }
        Err(error) => Err(io(out)(error)),
    }
}

/// A folder on the same file system as `out`, which is removed again unless it is published.
fn beside(out: &Path) -> Result<tempfile::TempDir, ViewError> {
    let absolute = std::path::absolute(out).map_err(io(out))?;
    let parent = absolute.parent().unwrap_or(Path::new("/"));
    fs::create_dir_all(parent).map_err(io(parent))?;
    tempfile::Builder::new()
        .prefix(".mutscore-view-")
        .tempdir_in(parent)
        .map_err(io(parent))
}

/// Moves the finished folder into place in one step. The system itself refuses to replace a folder with content.
fn publish(beside: tempfile::TempDir, out: &Path) -> Result<(), ViewError> {
    use std::os::unix::fs::PermissionsExt as _;
    let made = beside.path();
    fs::set_permissions(made, fs::Permissions::from_mode(0o755)).map_err(io(made))?;
    match fs::rename(made, out) {
        Ok(()) => {
            // The guard's folder has moved away, so there is nothing left to remove.
            drop(beside.keep());
            Ok(())
        }
        Err(error)
            if matches!(
                error.kind(),
                ErrorKind::DirectoryNotEmpty | ErrorKind::AlreadyExists | ErrorKind::NotADirectory
            ) =>
        {
            Err(ViewError::Occupied(out.to_owned()))
        }
        Err(error) => Err(io(out)(error)),
    }
}
