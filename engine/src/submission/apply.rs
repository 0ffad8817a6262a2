//! Applying the kept part of a patch, in a scratch folder and by git.
//!
//! The scratch folder holds copies of the files that the kept part touches, nothing else. git runs without any
//! configuration, repository or environment, on a patch that we wrote from checked names; it refuses to write
//! outside its folder besides.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use mutscore_model::path::RelPath;

use super::discard::{Reason, why_not};
use super::emit;
use super::header::Mode;
use super::patch::{Contents, FileDiff, parse};
use super::take::{Content, Edits, Found, SubmissionError, SubmissionLimits};
use crate::config::Scope;

/// Takes a patch: keeps its test-side files, applies them, reads the result.
pub(super) fn patch(
    text: &[u8],
    base: &Path,
    scope: &Scope,
    limits: SubmissionLimits,
) -> Result<Found, SubmissionError> {
    let mut files = match parse(text) {
        Ok(files) => files,
        Err(why) => return Ok(Found::Bad(format!("the patch cannot be read: {why}"))),
    };
    if files.is_empty() {
        let why = if text.iter().all(u8::is_ascii_whitespace) {
            "it is empty"
        } else {
            "it holds no patch"
        };
        return Ok(Found::Bad(why.to_owned()));
    }
    if files.len() > limits.files {
        return Ok(Found::Bad(format!(
            "the patch touches more than {} files",
            limits.files
        )));
    }
    for file in &mut files {
        recognise_creation(file, base);
    }
    let mut edits = Edits::default();
    let kept = keep(&files, base, scope, &mut edits);
    edits.unusable = missing(&kept, base, scope)
        .or_else(|| two_cases(&kept))
        .or_else(|| binary(&kept, limits));
    if edits.unusable.is_none() && !kept.is_empty() {
        apply(&kept, base, limits, &mut edits)?;
    }
    Ok(Found::Edits(edits))
}

/// `diff -N` names a new file on both sides; it is new if it starts from nothing and is not in the base tree.
fn recognise_creation(file: &mut FileDiff<'_>, base: &Path) {
    let absent = |path: &RelPath| fs::symlink_metadata(base.join(path)).is_err();
    let from_nothing = matches!(
        file.contents,
        Contents::Hunks {
            from_nothing: true,
            ..
        }
    );
    if from_nothing && file.old == file.new && file.old.as_ref().is_some_and(absent) {
        file.old = None;
    }
}

/// The files that may be applied; the others are noted as discarded.
fn keep<'f, 'p>(
    files: &'f [FileDiff<'p>],
    base: &Path,
    scope: &Scope,
    edits: &mut Edits,
) -> Vec<&'f FileDiff<'p>> {
    let links: BTreeSet<&RelPath> = files
        .iter()
        .filter(|file| file.new_mode == Some(Mode::Link))
        .filter_map(FileDiff::target)
        .collect();
    let below_link = |path: &RelPath| {
        let mut above = Path::new(path.as_str()).ancestors().skip(1);
        above.any(|above| links.iter().any(|link| Path::new(link.as_str()) == above))
    };
    let mut kept = Vec::new();
    for file in files {
        if let Some((name, reason)) = &file.refused {
            edits.discarded.push((name.clone(), reason.to_string()));
        }
        let Some(target) = file.target() else {
            continue;
        };
        // A rename also takes its old file away; a copy only reads it.
        let written = [Some(target), file.old.as_ref().filter(|_| !file.copy)];
        let reason = written
            .into_iter()
            .flatten()
            .find_map(|path| {
                let linked = is_through_link(base, path) || below_link(path);
                why_not(scope, path.as_str()).or(linked.then_some(Reason::Link))
            })
            .or(file.is(Mode::Link).then_some(Reason::Link))
            .or(file.is(Mode::Submodule).then_some(Reason::Submodule))
            .or((file.contents == Contents::Delta).then_some(Reason::Binary));
        match reason {
            Some(reason) => edits
                .discarded
                .push((target.to_string(), reason.to_string())),
            // A withheld file is gone already, so a patch against the whole tree may well delete it.
            None if file.new.is_none()
                && scope.is_withheld(target.as_str())
                && !base.join(target).exists() => {}
            None => kept.push(file),
        }
    }
    kept
}

/// Whether the path, or a folder above it, is a symbolic link in the base tree.
pub(super) fn is_through_link(base: &Path, path: &RelPath) -> bool {
    Path::new(path.as_str())
        .ancestors()
        .filter(|part| !part.as_os_str().is_empty())
        .any(|part| fs::symlink_metadata(base.join(part)).is_ok_and(|found| found.is_symlink()))
}

/// The first file that a kept part needs and that is neither in the base tree nor made by the patch before.
fn missing(kept: &[&FileDiff<'_>], base: &Path, scope: &Scope) -> Option<String> {
    let mut made = BTreeSet::new();
    for file in kept {
        if let Some(old) = &file.old
            && !made.contains(old)
            && !base.join(old).is_file()
        {
            return Some(match scope.is_withheld(old.as_str()) {
                true => format!(
                    "the patch changes `{old}`, which is withheld: a submission starts without it and must bring the whole file"
                ),
                false => format!("the patch changes `{old}`, which is not in the project"),
            });
        }
        made.extend(file.new.as_ref());
    }
    None
}

/// Binary contents that are not there, or too large.
fn binary(kept: &[&FileDiff<'_>], limits: SubmissionLimits) -> Option<String> {
    kept.iter().find_map(|file| match (&file.contents, file.target()) {
        (Contents::Missing, Some(path)) => {
            Some(format!("the patch holds no contents for the binary file `{path}` (`git diff --binary` writes them)"))
        }
        (Contents::Literal { size, .. }, Some(path)) if *size > limits.bytes => {
            Some(format!("`{path}` is larger than {} bytes", limits.bytes))
        }
        _ => None,
    })
}

/// Two names that a file system without case would take for one.
fn two_cases(kept: &[&FileDiff<'_>]) -> Option<String> {
    let mut seen: BTreeMap<String, &RelPath> = BTreeMap::new();
    for path in kept.iter().filter_map(|file| file.target()) {
        if let Some(other) = seen.insert(path.as_str().to_lowercase(), path)
            && other != path
        {
            return Some(format!("`{other}` and `{path}` differ in case only"));
        }
    }
    None
}

/// Why the files cannot be laid on the base tree: a file where a folder is, or the other way round.
pub(super) fn conflict(base: &Path, edits: &Edits) -> Option<String> {
    for path in edits.files.keys() {
        if base.join(path).is_dir() {
            return Some(format!("`{path}` is a folder of the project"));
        }
        for above in Path::new(path.as_str())
            .ancestors()
            .skip(1)
            .filter(|above| !above.as_os_str().is_empty())
        {
            let Some(above) = above.to_str().and_then(|above| RelPath::new(above).ok()) else {
                continue;
            };
            let file_in_base = base.join(&above).is_file() && !edits.deleted.contains(&above);
            if file_in_base || edits.files.contains_key(&above) {
                return Some(format!("`{path}` is below `{above}`, which is a file"));
            }
        }
    }
    None
}

fn apply(
    kept: &[&FileDiff<'_>],
    base: &Path,
    limits: SubmissionLimits,
    edits: &mut Edits,
) -> Result<(), SubmissionError> {
    let scratch = tempfile::Builder::new()
        .prefix("mutscore-submission-")
        .tempdir()
        .map_err(|source| SubmissionError::Scratch {
            path: std::env::temp_dir(),
            source,
        })?;
    // git compares folders by their real path to know where to stop looking for a repository.
    let root = fs::canonicalize(scratch.path()).map_err(trouble(scratch.path()))?;
    let tree = root.join("tree");
    fs::create_dir(&tree).map_err(trouble(&tree))?;
    let touched: BTreeSet<&RelPath> = kept
        .iter()
        .flat_map(|file| file.old.iter().chain(&file.new))
        .collect();
    for path in &touched {
        copy_in(base, &tree, path)?;
    }
    let patch = root.join("patch");
    fs::write(&patch, emit::patch(kept)).map_err(trouble(&patch))?;
    if let Some(words) = git_apply(&root, &tree, &patch)? {
        edits.unusable = Some(format!("the patch does not apply: {words}"));
        return Ok(());
    }
    let mut bytes = 0;
    for path in touched {
        read_back(base, &tree, path, edits)?;
        bytes += edits
            .files
            .get(path)
            .map_or(0, |content| content.bytes.len() as u64);
    }
    if bytes > limits.bytes {
        edits.unusable = Some(format!("its files are larger than {} bytes", limits.bytes));
    } else {
        edits.unusable = conflict(base, edits);
    }
    Ok(())
}

fn trouble(path: &Path) -> impl FnOnce(std::io::Error) -> SubmissionError {
    let path = path.to_path_buf();
    move |source| SubmissionError::Scratch { path, source }
}

fn copy_in(base: &Path, tree: &Path, path: &RelPath) -> Result<(), SubmissionError> {
    let (from, to) = (base.join(path), tree.join(path));
    if !from.is_file() {
        return Ok(());
    }
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder).map_err(trouble(folder))?;
    }
    fs::copy(&from, &to).map(drop).map_err(trouble(&to))
}

/// Runs git; `Some` with its words if the patch does not apply.
fn git_apply(root: &Path, tree: &Path, patch: &Path) -> Result<Option<String>, SubmissionError> {
    let input = File::open(patch).map_err(trouble(patch))?;
    let nowhere: PathBuf = root.join("nowhere");
    let output = Command::new("git")
        .args(["apply", "--whitespace=nowarn", "-p1", "-"])
        .current_dir(tree)
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .env("LC_ALL", "C")
        .env("HOME", &nowhere)
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_ATTR_NOSYSTEM", "1")
        .env("GIT_CEILING_DIRECTORIES", root)
        .stdin(Stdio::from(input))
        .output()
        .map_err(SubmissionError::NoGit)?;
    if output.status.success() {
        return Ok(None);
    }
    let words = String::from_utf8_lossy(&output.stderr);
    let lines: Vec<&str> = words
        .lines()
        .take(4)
        .map(|line| line.trim_start_matches("error: "))
        .collect();
    Ok(Some(lines.join("; ")))
}

/// What became of one touched file.
fn read_back(
    base: &Path,
    tree: &Path,
    path: &RelPath,
    edits: &mut Edits,
) -> Result<(), SubmissionError> {
    let result = tree.join(path);
    match fs::symlink_metadata(&result) {
        Ok(found) if found.is_file() => {
            let bytes = fs::read(&result).map_err(trouble(&result))?;
            let executable = found.permissions().mode() & 0o100 != 0;
            if !is_in(base, path, &bytes, executable) {
                edits
                    .files
                    .insert(path.clone(), Content { bytes, executable });
            }
        }
        _ if base.join(path).is_file() => edits.deleted.push(path.clone()),
        _ => {}
    }
    Ok(())
}

/// Whether the base tree holds this very file: then it was only read, or changed into itself.
fn is_in(base: &Path, path: &RelPath, bytes: &[u8], executable: bool) -> bool {
    let base = base.join(path);
    fs::metadata(&base).is_ok_and(|found| (found.permissions().mode() & 0o100 != 0) == executable)
        && fs::read(&base).is_ok_and(|base| base == bytes)
}
