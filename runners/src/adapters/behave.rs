//! Behave 1.2.6 and 1.3.x.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use mutscore_model::instance::{Scenario, ScenarioRef, Step};
use mutscore_model::path::RelPath;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::adapters::python::{self, ViewFiles};
use crate::adapters::python_packages;
use crate::runner::{
    CancelToken, Discovered, Discovery, Mode, Project, Runner, RunnerError, Session,
};
use crate::session::channel::Channel;
use crate::session::cold::ColdSession;
use crate::session::launch::Launch;
use crate::session::warm::WarmSession;
use crate::shims;

/// How long questions that run no scenario may take beside the project's load time.
const ASK: Duration = Duration::from_secs(60);

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
        python_packages::remembered(project, &shim, || {
            let answer = ask(&launch(project)?, "fingerprint")?;
            serde_json::from_value(answer)
                .map_err(|error| garbled("fingerprint", error.to_string()))
        })
    }

    fn discover(&self, project: &Project) -> Result<Discovery, RunnerError> {
        let answer = ask(&launch(project)?, "discover")?;
        if let Some(failure) = answer["load_error"].as_object() {
            let detail = failure
                .get("note")
                .and_then(Value::as_str)
                .unwrap_or("no reason given")
                .to_owned();
            return Err(RunnerError::DoesNotLoad {
                project: project.name.clone(),
                detail,
            });
        }
        let found: Found = serde_json::from_value(answer)
            .map_err(|error| garbled("discover", error.to_string()))?;
        Ok(found.into_discovery())
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

fn garbled(request: &'static str, detail: String) -> RunnerError {
    RunnerError::Garbled {
        runner: "behave",
        request,
        detail,
    }
}

/// Puts everything in place that a shim needs to be started on this project.
fn launch(project: &Project) -> Result<Launch, RunnerError> {
    let shim = python::install_shim(project)?;
    let files = python::view_files(&project.layers)?;
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

fn production_files<'f>(
    project: &Project,
    files: &'f ViewFiles,
) -> Result<Vec<&'f RelPath>, RunnerError> {
    let production = globs(&project.production)?;
    let (exclude, test_side) = (globs(&project.exclude)?, globs(&project.test_side)?);
    Ok(files
        .keys()
        .filter(|path| {
            production.is_match(path.as_str())
                && !exclude.is_match(path.as_str())
                && !test_side.is_match(path.as_str())
        })
        .collect())
}

/// Test code whose direct calls count: what is withheld, and whatever a submission put on top.
fn callers(project: &Project, files: &ViewFiles) -> Result<Vec<RelPath>, RunnerError> {
    let withheld = globs(&project.withheld)?;
    let bottom = project.layers.last();
    Ok(files
        .iter()
        .filter(|(path, file)| {
            withheld.is_match(path.as_str())
                || bottom.is_some_and(|bottom| !file.starts_with(bottom))
        })
        .map(|(path, _)| path.clone())
        .collect())
}

fn globs(patterns: &[String]) -> Result<GlobSet, RunnerError> {
    let fail = |error: globset::Error| RunnerError::Unusable {
        what: format!("not a usable glob: {error}"),
        hint: "globs are like `src/**/*.py`, relative to the project root".to_owned(),
    };
    let mut set = GlobSetBuilder::new();
    for pattern in patterns {
        set.add(
            GlobBuilder::new(pattern)
                .literal_separator(true)
                .build()
                .map_err(fail)?,
        );
    }
    set.build().map_err(fail)
}

/// Starts a shim for one question.
fn ask(launch: &Launch, mode: &'static str) -> Result<Value, RunnerError> {
    let mut running = launch
        .start(0, 1, false)
        .map_err(|error| RunnerError::Sandbox(error.to_string()))?;
    let Some(socket) = running.sandbox.take_sockets().pop() else {
        return Err(RunnerError::Sandbox("no socket".to_owned()));
    };
    let mut channel = Channel::new(socket);
    let deadline = Instant::now() + launch.project.bounds.load + ASK;
    let answer = channel
        .send(&launch.request(mode, &running.plan), &[])
        .and_then(|()| channel.receive(deadline, &CancelToken::default()));
    answer.map_err(|error| {
        // What it printed is complete only once it has ended.
        running
            .sandbox
            .wait(Instant::now() + Duration::from_secs(1));
        let said = String::from_utf8_lossy(&running.sandbox.output_tail())
            .trim()
            .to_owned();
        if said.contains("No module named 'behave'") {
            return RunnerError::Unusable {
                what: format!(
                    "Behave is not installed for `{}`",
                    launch.project.program.display()
                ),
                hint: "name it under `packages` of [project.NAME.python], e.g. \"behave==1.3.3\""
                    .to_owned(),
            };
        }
        garbled(mode, format!("{error}; it printed: {said}"))
    })
}

/// The shim's answer to `discover`.
#[derive(Deserialize)]
struct Found {
    scenarios: Vec<FoundScenario>,
    unparsable: Vec<(RelPath, String)>,
}

#[derive(Deserialize)]
struct FoundScenario {
    feature: RelPath,
    line: u32,
    outline: bool,
    rows: Vec<u32>,
    feature_name: String,
    name: String,
    tags: Vec<String>,
    steps: Vec<Step>,
    unbound: Option<String>,
}

impl Found {
    fn into_discovery(self) -> Discovery {
        let mut scenarios: Vec<Discovered> = self
            .scenarios
            .into_iter()
            .map(FoundScenario::into_discovered)
            .collect();
        scenarios.sort_by(|a, b| a.scenario.at.cmp(&b.scenario.at));
        Discovery {
            scenarios,
            unparsable: self.unparsable,
        }
    }
}

impl FoundScenario {
    fn into_discovered(self) -> Discovered {
        Discovered {
            scenario: Scenario {
                at: ScenarioRef {
                    feature: self.feature,
                    line: self.line,
                    rows: self.rows,
                },
                outline: self.outline,
                feature_name: self.feature_name,
                name: self.name,
                tags: self.tags,
                steps: self.steps,
            },
            unbound: self.unbound,
        }
    }
}
