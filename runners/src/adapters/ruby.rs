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

/// The folders that change when a gem is installed or removed.
///
/// # Errors
/// When there is none: this Ruby keeps its gems elsewhere.
pub(crate) fn packages(project: &Project) -> io::Result<Vec<PathBuf>> {
    let declared = ["GEM_HOME", "GEM_PATH"]
        .iter()
        .filter_map(|name| project.env.get(*name))
        .flat_map(|value| value.split(':'))
        .map(PathBuf::from);
    let mut found = Vec::new();
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
