//! Behat 3, from a folder that `MUTSCORE_BEHAT` names or from the project's own `vendor`.

use std::collections::BTreeMap;
use std::path::PathBuf;

use mutscore_model::path::RelPath;
use serde_json::json;

use crate::adapters::found;
use crate::adapters::php::{Framework, Prepared};
use crate::adapters::project_files::view_files;
use crate::runner::{Discovery, Mode, Project, Runner, RunnerError, Session};
use crate::shims;

static BEHAT: Framework = Framework {
    id: "behat",
    missing: "there is no Behat",
    hint: HINT,
};
const HINT: &str = "have it in the project's `vendor`, or name a folder with Behat 3 (3.13 or later) and an `autoload.php` for it \
                    in MUTSCORE_BEHAT";
/// Names a folder with Behat and what it needs.
const HOME: &str = "MUTSCORE_BEHAT";
const IN_PROJECT: &str = "vendor/behat/behat/composer.json";

/// The adapter.
pub(crate) struct Behat;

impl Runner for Behat {
    fn id(&self) -> &'static str {
        BEHAT.id
    }

    fn revision(&self) -> String {
        shims::digest(shims::PHP).short(16)
    }

    fn fingerprint(&self, project: &Project) -> Result<BTreeMap<String, String>, RunnerError> {
        prepared(project)?.fingerprint()
    }

    fn discover(&self, project: &Project) -> Result<Discovery, RunnerError> {
        let answer = prepared(project)?.ask("discover")?;
        found::discovery(BEHAT.id, project, answer)
    }

    fn session(
        &self,
        project: &Project,
        mode: Mode,
        slot: u32,
    ) -> Result<Box<dyn Session>, RunnerError> {
        prepared(project)?.session(mode, slot)
    }
}

fn home() -> Option<PathBuf> {
    let home = std::env::var_os(HOME).filter(|home| !home.is_empty())?;
    std::fs::canonicalize(home).ok()
}

fn prepared(project: &Project) -> Result<Prepared<'_>, RunnerError> {
    let unusable = |what: String, hint: &str| RunnerError::Unusable {
        what,
        hint: hint.to_owned(),
    };
    let files = view_files(&project.layers)?;
    let features: Vec<RelPath> = files
        .keys()
        .filter(|path| path.extension() == Some("feature") && !path.as_str().starts_with("vendor/"))
        .cloned()
        .collect();
    if features.is_empty() {
        return Err(unusable(
            format!("the project `{}` has no feature file", project.name),
            "Behat looks for `*.feature` below `features/`; is `root` in mutscore.toml right?",
        ));
    }
    let home = home();
    if home.is_none() && !files.keys().any(|path| path.as_str() == IN_PROJECT) {
        return Err(unusable(
            format!("{} for `{}`", BEHAT.missing, project.program.display()),
            HINT,
        ));
    }
    Ok(Prepared {
        framework: &BEHAT,
        project,
        files,
        features,
        more: BTreeMap::from([("behat".to_owned(), json!(home))]),
        vendored: home.is_none(),
        home,
    })
}
