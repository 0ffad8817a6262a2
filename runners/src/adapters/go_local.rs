//! Modules that a project replaces by folders of its own (`replace example.org/api => ./api`).
//!
//! The go command is asked for modules beside the project's tree, where only its `go.mod` lies. The `go.mod` of such a
//! folder has to lie there too.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use serde_json::Value;

use crate::runner::{Project, RunnerError};

/// Folders that are there while modules are asked for.
pub(crate) struct Placed(BTreeSet<PathBuf>);

impl Placed {
    /// Takes them away again: other files of ours come to lie there.
    pub(crate) fn remove(self) -> io::Result<()> {
        self.0.iter().try_for_each(fs::remove_dir_all)
    }
}

/// Puts the `go.mod` of every folder that stands for a module at its place below `at`.
///
/// `parsed` is what `go mod edit -json` says. Errors name a folder that is not below the project's root.
pub(crate) fn place(project: &Project, parsed: &Value, at: &Path) -> Result<Placed, RunnerError> {
    let mut placed = BTreeSet::new();
    let entries = parsed["Replace"].as_array().into_iter().flatten();
    for (module, folder) in entries.filter_map(folder_of) {
        if Path::new(folder) == Path::new(".") {
            continue;
        }
        let inside = Path::new(folder)
            .components()
            .all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
        let file = Path::new(folder).join("go.mod");
        let text = project
            .layers
            .iter()
            .filter(|_| inside)
            .find_map(|layer| fs::read(layer.join(&file)).ok());
        let Some(text) = text else {
            return Err(RunnerError::Unusable {
                what: format!(
                    "go.mod of `{}` has `{folder}` in the place of {module}, and there is no module of the project there",
                    project.name
                ),
                hint: "only what lies below the project's root is laid before a run: put the folder there, or require a \
                       released version"
                    .to_owned(),
            });
        };
        let place = at.join(&file);
        let above = place.parent().unwrap_or(at);
        fs::create_dir_all(above)
            .and_then(|()| fs::write(&place, text))
            .map_err(super::go::io_error(&place))?;
        let mut names = file.components();
        let top = names.find(|part| matches!(part, Component::Normal(_)));
        placed.extend(top.map(|name| at.join(name)));
    }
    Ok(Placed(placed))
}

/// The texts that [`place`] would put, for the key of what was made of them. `text` is that of the project's `go.mod`.
pub(crate) fn texts(project: &Project, text: &[u8]) -> Vec<Vec<u8>> {
    let text = String::from_utf8_lossy(text);
    let folders = text.lines().filter_map(|line| {
        let (_, folder) = line.split_once("=>")?;
        let folder = folder.trim().trim_matches(['"', '`']);
        folder.starts_with('.').then_some(folder.to_owned())
    });
    let layers = &project.layers;
    let read = |folder: String| {
        let file = Path::new(&folder).join("go.mod");
        layers
            .iter()
            .find_map(|layer| fs::read(layer.join(&file)).ok())
    };
    folders.filter_map(read).collect()
}

/// What is replaced and by which folder; nothing where it is by a version of a module.
fn folder_of(entry: &Value) -> Option<(&str, &str)> {
    let folder = entry["New"]["Path"].as_str()?;
    let is_folder = entry["New"]["Version"].as_str().is_none_or(str::is_empty);
    is_folder.then_some((entry["Old"]["Path"].as_str()?, folder))
}
