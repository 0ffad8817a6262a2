//! Godog, 0.12 to 0.16, with suites that `go test` starts.

use std::collections::BTreeMap;

use mutscore_model::digest::StableHasher;
use mutscore_model::overlay::Overlay;
use mutscore_model::path::RelPath;
use serde_json::json;

use crate::adapters::ask::ask;
use crate::adapters::found;
use crate::adapters::go::{self, Module, Tool};
use crate::adapters::project_files::{callers, production_files, view_files};
use crate::adapters::view_digest::view_digest;
use crate::runner::{
    CancelToken, Compiled, Discovery, Mode, Project, Refusal, Runner, RunnerError, Session, Weaver,
};
use crate::session::built::BuiltSession;
use crate::session::launch::Launch;
use crate::session::store::{BuildError, Builds, Wanted};
use crate::shims;

const ID: &str = "godog";
const FRAMEWORK: &str = "github.com/cucumber/godog";
/// Words for the test binary, where a suite has options that come from its command line.
const ARGUMENTS: &str = "GODOG_ARGS";

/// The adapter.
pub(crate) struct Godog;

impl Runner for Godog {
    fn id(&self) -> &'static str {
        ID
    }

    fn revision(&self) -> String {
        let mut hasher = StableHasher::new("mutscore/godog/1");
        hasher.field(shims::digest(shims::GO).as_bytes());
        hasher.field(shims::digest(shims::GO_HOOKS).as_bytes());
        hasher.finish().short(16)
    }

    fn fingerprint(&self, project: &Project) -> Result<BTreeMap<String, String>, RunnerError> {
        let tool = Tool::of(project)?;
        let module = Module::of(project, &tool, FRAMEWORK)?;
        Ok(BTreeMap::from([
            ("go".to_owned(), tool.version),
            (ID.to_owned(), module.framework),
        ]))
    }

    fn discover(&self, project: &Project) -> Result<Discovery, RunnerError> {
        let (launch, mut builds) = prepare(project, 0)?;
        let nothing = Overlay::default();
        let built = builds
            .get(&Wanted::plain(&nothing), true, &CancelToken::default())
            .map_err(refused)?;
        let launch = launch.telling(&[
            ("built", json!(built.folder())),
            ("token", json!("mutscore-discovers ")),
            ("link", json!(builds.link())),
        ]);
        found::discovery(ID, project, ask(&launch, ID, "discover", |_| None)?)
    }

    fn session(
        &self,
        project: &Project,
        mode: Mode,
        slot: u32,
    ) -> Result<Box<dyn Session>, RunnerError> {
        let (launch, builds) = prepare(project, slot)?;
        Ok(Box::new(BuiltSession::new(launch, builds, mode, slot)))
    }

    // Unmutated and outside a common build, a run is a new process.
    fn is_left_to_chance_warm(&self) -> bool {
        true
    }

    fn takes_woven(&self) -> bool {
        true
    }

    fn weaver(&self, project: &Project) -> Result<Weaver, RunnerError> {
        let (_, mut builds) = prepare(project, 0)?;
        Ok(Box::new(move |build| {
            let said = builds
                .check(build, &CancelToken::default())
                .map_err(refused)?;
            Ok(match said {
                None => Compiled::Whole,
                Some(words) => Compiled::Refused(refusals(&words)),
            })
        }))
    }
}

/// What it takes to start our program on this project, and the project's builds.
fn prepare(project: &Project, slot: u32) -> Result<(Launch, Builds), RunnerError> {
    let tool = Tool::of(project)?;
    let module = Module::of(project, &tool, FRAMEWORK)?;
    let driver = tool.driver(project)?;
    let state = go::state(project);
    let files = view_files(&project.layers)?;
    let word = |name: &str| project.env.get(name).cloned().unwrap_or_default();
    let (flags, cgo) = (word("GOFLAGS"), word("CGO_ENABLED"));
    let cgo = if cgo == "1" { "1" } else { "0" };
    let production = production_files(project, &files)?;
    if production.is_empty() {
        return Err(RunnerError::Unusable {
            what: format!("the production scope of `{}` has no file", project.name),
            hint: "`production` in mutscore.toml holds globs like \"**/*.go\"".to_owned(),
        });
    }
    let arguments = word(ARGUMENTS);
    let arguments: Vec<&str> = arguments.split_whitespace().collect();
    let cache = state.join(format!("cache-{}", tool.version.replace(' ', "-")));
    for folder in [&cache, &state.join("views")] {
        std::fs::create_dir_all(folder).map_err(go::io_error(folder))?;
    }
    shims::open_one(&state.join("views"), 0o1777).map_err(go::io_error(&state))?;
    let about = BTreeMap::from([
        ("go".to_owned(), json!(project.program)),
        ("goroot".to_owned(), json!(tool.root)),
        ("modules".to_owned(), json!(tool.modules)),
        ("modfile".to_owned(), json!(module.modfile)),
        ("module".to_owned(), json!(module.path)),
        ("standard".to_owned(), json!(module.standard)),
        ("cache".to_owned(), json!(cache)),
        ("flags".to_owned(), json!(flags)),
        ("cgo".to_owned(), json!(cgo)),
        ("production".to_owned(), json!(production)),
        ("callers".to_owned(), json!(callers(project, &files)?)),
        ("args".to_owned(), json!(arguments)),
        ("memory".to_owned(), json!(project.bounds.memory)),
    ]);
    let mut base = StableHasher::new("mutscore/go-base/1");
    base.field(Godog.revision())
        .field(view_digest(project)?.as_bytes());
    base.field(module.modfile.as_os_str().as_encoded_bytes());
    base.field(&tool.version).field(&flags).field(cgo);
    let launch = Launch {
        argv: vec![driver.display().to_string()],
        read_only: vec![state.clone(), tool.modules.clone(), tool.root.clone()],
        below: Vec::new(),
        bounded_address_space: false,
        about,
        project: project.clone(),
    };
    let builds = Builds::new(launch.clone(), state, cache, base.finish(), slot);
    Ok((launch, builds))
}

fn refused(error: BuildError) -> RunnerError {
    RunnerError::Sandbox(error.to_string())
}

/// A compiler's messages, a line each: `money/money.go:12:5: undefined: x`.
fn refusals(words: &str) -> Vec<Refusal> {
    let lines = words.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let place = line.split(':').next().unwrap_or_default();
            Refusal {
                path: RelPath::new(place.trim_start_matches("./")).ok(),
                at: None,
                words: line.to_owned(),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_names_its_file_and_keeps_its_words() {
        let said = "# example.test/ferry/money\n./money/money.go:12:5: undefined: x\nmoney/money.go__m7:3:2: y declared and not used";
        let found = refusals(said);
        assert_eq!(found.len(), 2);
        assert_eq!(
            found[0].path.as_ref().map(RelPath::as_str),
            Some("money/money.go")
        );
        assert_eq!(
            found[1].words,
            "money/money.go__m7:3:2: y declared and not used"
        );
    }
}
