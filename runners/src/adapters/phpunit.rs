//! PHPUnit 9.

use std::collections::BTreeMap;

use mutscore_model::path::RelPath;

use crate::adapters::fingerprints;
use crate::adapters::found;
use crate::adapters::php::{self, Framework, Prepared};
use crate::adapters::project_files::{test_files, view_files};
use crate::runner::{Discovery, Mode, Project, Runner, RunnerError, Session};
use crate::shims;

static PHPUNIT: Framework = Framework {
    id: "phpunit",
    missing: "PHPUnit is not installed",
    hint: "`apt-get install phpunit` on Debian; PHPUnit 9 is the version it is made for",
};

/// The adapter.
pub(crate) struct Phpunit;

impl Runner for Phpunit {
    fn id(&self) -> &'static str {
        PHPUNIT.id
    }

    fn revision(&self) -> String {
        shims::digest(shims::PHP).short(16)
    }

    fn fingerprint(&self, project: &Project) -> Result<BTreeMap<String, String>, RunnerError> {
        let shim = php::install_shim(project)?;
        fingerprints::remembered(project, &shim, Ok(php::packages(&[])), || {
            let answer = prepared(project)?.ask("fingerprint")?;
            serde_json::from_value(answer).map_err(|error| RunnerError::Garbled {
                runner: PHPUNIT.id,
                request: "fingerprint",
                detail: error.to_string(),
            })
        })
    }

    fn discover(&self, project: &Project) -> Result<Discovery, RunnerError> {
        let answer = prepared(project)?.ask("discover")?;
        found::discovery(PHPUNIT.id, project, answer)
    }

    fn session(
        &self,
        project: &Project,
        mode: Mode,
        slot: u32,
    ) -> Result<Box<dyn Session>, RunnerError> {
        prepared(project)?.session(mode, slot)
    }

    fn has_then_steps(&self) -> bool {
        false
    }
}

fn prepared(project: &Project) -> Result<Prepared<'_>, RunnerError> {
    let files = view_files(&project.layers)?;
    // PHPUnit's own custom; a configuration of the project's may name others.
    let features: Vec<RelPath> = test_files(project, &files)?
        .into_iter()
        .filter(|path| path.as_str().ends_with("Test.php"))
        .cloned()
        .collect();
    Ok(Prepared {
        framework: &PHPUNIT,
        project,
        files,
        features,
        more: BTreeMap::new(),
        read_only: Vec::new(),
    })
}
