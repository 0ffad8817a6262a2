//! Cucumber-Ruby 2.4, 9 and 10.

use std::collections::BTreeMap;
use std::sync::Arc;

use mutscore_model::path::RelPath;
use serde_json::{Value, json};

use crate::adapters::ask::ask;
use crate::adapters::fingerprints;
use crate::adapters::found;
use crate::adapters::project_files::{ViewFiles, callers, production_files, view_files};
use crate::adapters::ruby;
use crate::runner::{Discovery, Mode, Project, Runner, RunnerError, Session};
use crate::session::cold::ColdSession;
use crate::session::launch::Launch;
use crate::session::warm::WarmSession;
use crate::shims;

const ID: &str = "cucumber-ruby";
/// The versions that the shim has a file for (`generation.rb`).
const SUPPORTED: &str = "2.4, 9 and 10";

/// The adapter.
pub(crate) struct CucumberRuby;

impl Runner for CucumberRuby {
    fn id(&self) -> &'static str {
        ID
    }

    fn revision(&self) -> String {
        shims::digest(shims::RUBY).short(16)
    }

    fn supported(&self) -> Option<&'static str> {
        Some(SUPPORTED)
    }

    fn fingerprint(&self, project: &Project) -> Result<BTreeMap<String, String>, RunnerError> {
        let shim = ruby::install_shim(project)?;
        fingerprints::remembered(project, &shim, ruby::packages(project), || {
            let answer = ask_cucumber(&launch(project)?, "fingerprint")?;
            serde_json::from_value(answer).map_err(|error| RunnerError::Garbled {
                runner: ID,
                request: "fingerprint",
                detail: error.to_string(),
            })
        })
    }

    fn discover(&self, project: &Project) -> Result<Discovery, RunnerError> {
        let answer = ask_cucumber(&launch(project)?, "discover")?;
        found::discovery(ID, project, answer)
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
    ruby::see_libraries(project)?;
    let shim = ruby::install_shim(project)?;
    let files = view_files(&project.layers)?;
    let features = features(&files);
    if features.is_empty() {
        return Err(RunnerError::Unusable {
            what: format!("the project `{}` has no feature file", project.name),
            hint: "Cucumber looks for `*.feature` below `features/`; is `root` in mutscore.toml right?"
                .to_owned(),
        });
    }
    let about = BTreeMap::from([
        (
            "production".to_owned(),
            json!(production_files(project, &files)?),
        ),
        ("features".to_owned(), json!(features)),
        ("callers".to_owned(), json!(callers(project, &files)?)),
    ]);
    let main = shim.join("mutscore_shim").join("main.rb");
    Ok(Launch {
        argv: vec![
            project.program.display().to_string(),
            main.display().to_string(),
        ],
        read_only: vec![shim],
        below: Vec::new(),
        bounded_address_space: true,
        about,
        project: project.clone(),
    })
}

/// Cucumber's own default: what lies below `features/`; feature files elsewhere are then data of somebody's tests.
/// A project without that folder keeps its features in another place, and says in `cucumber.yml` where its steps are.
fn features(files: &ViewFiles) -> Vec<&RelPath> {
    let all: Vec<&RelPath> = files
        .keys()
        .filter(|path| path.extension() == Some("feature"))
        .collect();
    let usual = |path: &&&RelPath| path.as_str().starts_with("features/");
    if all.iter().any(|path| usual(&path)) {
        all.into_iter().filter(|path| usual(&path)).collect()
    } else {
        all
    }
}

/// Asks a shim, and knows the words of a Ruby that has no Cucumber, or another one.
fn ask_cucumber(launch: &Launch, request: &'static str) -> Result<Value, RunnerError> {
    let program = launch.project.program.display();
    ask(launch, ID, request, |said| {
        if said.contains("cannot load such file -- cucumber") {
            return Some(RunnerError::Unusable {
                what: format!("Cucumber is not installed for `{program}`"),
                hint: "`gem install --install-dir FOLDER cucumber:9.2.1`, with FOLDER in GEM_PATH under [project.NAME.env] and in \
                       `read-only` of [project.NAME.toolchain]; or Debian's 2.4, `apt-get install cucumber`"
                    .to_owned(),
            });
        }
        let (_, other) = said.split_once(OTHER_VERSION)?;
        Some(RunnerError::Unusable {
            what: format!(
                "Cucumber {} is not a version that `{ID}` knows",
                other.lines().next().unwrap_or_default().trim()
            ),
            hint: format!("it is made for {SUPPORTED}"),
        })
    })
}

/// How the shim says that it does not know this Cucumber (`main.rb` of the shim).
const OTHER_VERSION: &str = "mutscore: no adapter for Cucumber ";
