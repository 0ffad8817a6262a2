//! JUnit 4 and 5: what Surefire would run, a test method an instance.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::adapters::found;
use crate::adapters::jvm::{self, Build, Framework, Libraries, Prepared};
use crate::runner::{Discovery, Mode, Project, Runner, RunnerError, Session, Weaver};
use crate::shims;

const ID: &str = "junit";

/// The adapter.
pub(crate) struct JUnit;

impl Runner for JUnit {
    fn id(&self) -> &'static str {
        ID
    }

    fn revision(&self) -> String {
        shims::digest(shims::JVM).short(16)
    }

    fn fingerprint(&self, project: &Project) -> Result<BTreeMap<String, String>, RunnerError> {
        Ok(prepare(project)?.fingerprint())
    }

    fn discover(&self, project: &Project) -> Result<Discovery, RunnerError> {
        let answer = prepare(project)?.discover(ID)?;
        found::discovery(ID, project, answer)
    }

    fn session(
        &self,
        project: &Project,
        mode: Mode,
        slot: u32,
    ) -> Result<Box<dyn Session>, RunnerError> {
        let prepared = Arc::new(prepare(project)?);
        let build = Build::of(&prepared)?;
        Ok(prepared.session(build, mode, slot))
    }

    fn has_then_steps(&self) -> bool {
        false
    }

    // Unmutated and outside a common build, a run has classes of its own.
    fn is_left_to_chance_warm(&self) -> bool {
        true
    }

    fn takes_woven(&self) -> bool {
        true
    }

    fn compiler_env(&self, project: &Project) -> Result<BTreeMap<String, String>, RunnerError> {
        jvm::compiler_env(project)
    }

    fn weaver(&self, project: &Project) -> Result<Weaver, RunnerError> {
        Ok(prepare(project)?.weaver())
    }
}

fn prepare(project: &Project) -> Result<Prepared, RunnerError> {
    Prepared::new(project, choose)
}

/// As Surefire does: the Platform wherever it is on the class path, JUnit 4 alone elsewhere.
fn choose(libraries: &Libraries<'_>) -> Result<Framework, RunnerError> {
    if libraries.version("junit-platform-launcher").is_some() {
        return Ok(Framework::Platform);
    }
    match libraries.version("junit").as_deref() {
        Some(version) if version.starts_with("4.") => Ok(Framework::JUnit4),
        Some(version) => Err(RunnerError::Unusable {
            what: format!("JUnit {version} is not a version that `{ID}` knows"),
            hint: "versions 4 and 5 are the ones it is made for".to_owned(),
        }),
        None => Err(RunnerError::Unusable {
            what: "JUnit is not on the project's class path".to_owned(),
            hint: "the POM has to declare `junit:junit` or `org.junit.jupiter:junit-jupiter` in test scope".to_owned(),
        }),
    }
}
