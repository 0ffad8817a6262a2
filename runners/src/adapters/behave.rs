//! Behave 1.2.6 and 1.3.x.

use std::collections::BTreeMap;
use std::sync::Arc;

use mutscore_model::path::RelPath;
use serde_json::{Value, json};

use crate::adapters::ask::ask;
use crate::adapters::fingerprints;
use crate::adapters::found;
use crate::adapters::project_files::{ViewFiles, callers, production_files, view_files};
use crate::adapters::python;
use crate::runner::{Discovery, Mode, Project, Runner, RunnerError, Session};
use crate::session::cold::ColdSession;
use crate::session::launch::Launch;
use crate::session::warm::WarmSession;
use crate::shims;

/// The adapter.
pub(crate) struct Behave;

impl Runner for Behave {
    fn id(&self) -> &'static str {
        "behave"
    }

    fn revision(&self) -> String {
        shims::digest(shims::PYTHON).short(16)
    }

    fn fingerprint(&self, project: &Project) -> Result<BTreeMap<String, String>, RunnerError> {
        let shim = python::install_shim(project)?;
        fingerprints::remembered(project, &shim, python::packages(project), || {
            let answer = ask_behave(&launch(project)?, "fingerprint")?;
            serde_json::from_value(answer).map_err(|error| RunnerError::Garbled {
                runner: "behave",
                request: "fingerprint",
                detail: error.to_string(),
            })
        })
    }

    fn discover(&self, project: &Project) -> Result<Discovery, RunnerError> {
        let answer = ask_behave(&launch(project)?, "discover")?;
        found::discovery(self.id(), project, answer)
    }

    fn session(
        &self,
        project: &Project,
        mode: Mode,
        slot: u32,
    ) -> Result<Box<dyn Session>, RunnerError> {
        let launch = Arc::new(launch(project)?);
        Ok(match mode {
            Mode::Cold => Box::new(ColdSession::new(launch, slot)),
            Mode::Warm => Box::new(WarmSession::new(launch, slot)),
        })
    }
}

/// Puts everything in place that a shim needs to be started on this project.
fn launch(project: &Project) -> Result<Launch, RunnerError> {
    let shim = python::install_shim(project)?;
    let files = view_files(&project.layers)?;
    let production = production_files(project, &files)?;
    let features: Vec<&RelPath> = files
        .keys()
        .filter(|path| path.extension() == Some("feature"))
        .collect();
    let Some(first) = features.first() else {
        return Err(RunnerError::Unusable {
            what: format!("the project `{}` has no feature file", project.name),
            hint:
                "Behave looks for `*.feature` below `features/`; is `root` in mutscore.toml right?"
                    .to_owned(),
        });
    };
    // The tree of forks loads the step definitions that belong to this one.
    let first = features
        .iter()
        .find(|path| has_steps(path, &files))
        .unwrap_or(first);
    let callers = callers(project, &files)?;
    let about = BTreeMap::from([
        ("production".to_owned(), json!(production)),
        ("features".to_owned(), json!(features)),
        ("first_feature".to_owned(), json!(first)),
        ("callers".to_owned(), json!(callers)),
    ]);
    let main = shim.join("mutscore_shim").join("main.py");
    Ok(Launch {
        argv: vec![
            project.program.display().to_string(),
            main.display().to_string(),
        ],
        read_only: vec![shim],
        below: vec![python::bytecode_layer(project)?],
        bounded_address_space: true,
        about,
        project: project.clone(),
    })
}

/// Whether Behave would find step definitions or hooks beside this feature or above it.
fn has_steps(feature: &RelPath, files: &ViewFiles) -> bool {
    let mut folder = feature.as_str();
    while let Some((above, _)) = folder.rsplit_once('/') {
        folder = above;
        let (steps, hooks) = (
            format!("{folder}/steps/"),
            format!("{folder}/environment.py"),
        );
        if holds(files, &steps, &hooks) {
            return true;
        }
    }
    holds(files, "steps/", "environment.py")
}

fn holds(files: &ViewFiles, folder: &str, file: &str) -> bool {
    let mut paths = files.keys().map(RelPath::as_str);
    paths.any(|path| path.starts_with(folder) || path == file)
}

/// Asks a shim, and knows the words of a Python that has no Behave.
fn ask_behave(launch: &Launch, request: &'static str) -> Result<Value, RunnerError> {
    ask(launch, "behave", request, |said| {
        said.contains("No module named 'behave'")
            .then(|| RunnerError::Unusable {
                what: format!(
                    "Behave is not installed for `{}`",
                    launch.project.program.display()
                ),
                hint: "name it under `packages` of [project.NAME.python], e.g. \"behave==1.3.3\""
                    .to_owned(),
            })
    })
}
