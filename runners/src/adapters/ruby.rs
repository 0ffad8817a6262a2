//! What every adapter for a Ruby framework prepares: the shim, and where gems are installed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::runner::{Project, RunnerError};
use crate::shims;

/// Folders below which the versions of Ruby keep the specifications of their gems.
const GEM_FOLDERS: [&str; 5] = [
    "/usr/lib/ruby/gems",
    "/usr/local/lib/ruby/gems",
    "/usr/share/rubygems-integration",
    "/var/lib/gems",
    "/usr/lib/ruby/vendor_ruby",
];

/// Puts the shim in place and gives its folder.
pub(crate) fn install_shim(project: &Project) -> Result<PathBuf, RunnerError> {
    shims::install(&project.state, "ruby", shims::RUBY).map_err(|source| RunnerError::Io {
        path: project.state.join("shims"),
        source,
    })
}

/// Folders that Ruby searches before it searches gems.
const AHEAD_OF_GEMS: &str = "RUBYLIB";
/// What names folders of gems.
const OF_GEMS: [&str; 3] = ["GEM_HOME", "GEM_PATH", "BUNDLE_PATH"];

/// The absolute folders that a variable of the project's environment names.
fn named<'p>(project: &'p Project, variable: &str) -> impl Iterator<Item = PathBuf> + use<'p> {
    let value = project.env.get(variable).map_or("", String::as_str);
    value
        .split(':')
        .map(PathBuf::from)
        .filter(|folder| folder.is_absolute())
}

/// Refuses a folder that the environment names and runs do not see: Ruby would quietly take what it finds elsewhere.
pub(crate) fn see_libraries(project: &Project) -> Result<(), RunnerError> {
    for variable in OF_GEMS.into_iter().chain([AHEAD_OF_GEMS]) {
        let hidden = |folder: &PathBuf| {
            folder.is_dir()
                && !project
                    .read_only
                    .iter()
                    .any(|seen| folder.starts_with(seen))
        };
        if let Some(folder) = named(project, variable).find(hidden) {
            return Err(RunnerError::Unusable {
                what: format!(
                    "runs do not see `{}`, which {variable} names",
                    folder.display()
                ),
                hint: format!(
                    "name it, or a folder above it, under `read-only` in [project.{}.toolchain]",
                    project.name
                ),
            });
        }
    }
    Ok(())
}

/// The files by which a project chooses among gems.
const CHOICES: [&str; 4] = ["Gemfile", "Gemfile.lock", "gems.rb", "gems.locked"];

/// Those that are there.
fn choices(project: &Project) -> Vec<PathBuf> {
    let mut names = CHOICES.map(str::to_owned).to_vec();
    if let Some(own) = project.env.get("BUNDLE_GEMFILE") {
        names.extend([own.clone(), format!("{own}.lock")]);
    }
    let inside = |layer: &PathBuf| {
        names
            .iter()
            .map(|name| layer.join(name))
            .collect::<Vec<_>>()
    };
    let all = project.layers.iter().flat_map(inside);
    all.filter(|file| file.is_file()).collect()
}

/// The folders that change when a gem is installed or removed, and the files by which the project chooses.
///
/// # Errors
/// When there is none, or when a folder's files can change without any sign of it: nothing may be remembered then.
pub(crate) fn packages(project: &Project) -> io::Result<Vec<PathBuf>> {
    if named(project, AHEAD_OF_GEMS).next().is_some() {
        return Err(io::ErrorKind::Unsupported.into());
    }
    let declared = OF_GEMS
        .into_iter()
        .flat_map(|variable| named(project, variable));
    let mut found = choices(project);
    for home in GEM_FOLDERS.iter().map(PathBuf::from).chain(declared) {
        for folder in below(&home) {
            let specifications = folder.join("specifications");
            if specifications.is_dir() {
                found.push(specifications);
            }
        }
        if home.is_dir() {
            found.push(home);
        }
    }
    found.sort();
    if found.is_empty() {
        Err(io::ErrorKind::NotFound.into())
    } else {
        Ok(found)
    }
}

/// A folder and those directly below it.
fn below(home: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(home).into_iter().flatten().flatten();
    entries
        .map(|entry| entry.path())
        .chain([home.to_owned()])
        .collect()
}
