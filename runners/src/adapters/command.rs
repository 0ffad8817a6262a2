//! Any command that exits with 0 on a pass, for projects whose tool has no adapter.
//!
//! Nothing is known of such a run but how it ended: every mutant is in every pool, a failed test cannot be told from one
//! that did not start, and calls and lines are unknown. Results say so.

use std::collections::BTreeMap;
use std::path::Path;

use mutscore_model::coverage::{Coverage, Lines, Observation};
use mutscore_model::instance::{Scenario, ScenarioRef, Step, StepKind};
use mutscore_model::path::RelPath;

use crate::adapters::project_files::{globs, production_files, view_files};
use crate::runner::{
    Discovered, Discovery, Mode, PlainCommand, Project, Runner, RunnerError, Session,
};
use crate::session::command::CommandSession;

/// The adapter.
pub(crate) struct Command;

impl Runner for Command {
    fn id(&self) -> &'static str {
        "command"
    }

    fn revision(&self) -> String {
        "1".to_owned()
    }

    fn fingerprint(&self, project: &Project) -> Result<BTreeMap<String, String>, RunnerError> {
        let command = of(project)?;
        let mut known = BTreeMap::from([("command".to_owned(), command.run.join(" "))]);
        if let Some(build) = &command.build {
            known.insert("build".to_owned(), build.clone());
        }
        Ok(known)
    }

    fn discover(&self, project: &Project) -> Result<Discovery, RunnerError> {
        let command = of(project)?;
        let tests = globs(&command.tests)?;
        let files = view_files(&project.layers)?;
        let scenarios = files
            .keys()
            .filter(|path| tests.is_match(path.as_str()))
            .map(|path| Discovered {
                scenario: scenario(path, command),
                unbound: None,
                binds: Vec::new(),
            })
            .collect();
        Ok(Discovery {
            scenarios,
            unparsable: Vec::new(),
        })
    }

    fn session(
        &self,
        project: &Project,
        _mode: Mode,
        slot: u32,
    ) -> Result<Box<dyn Session>, RunnerError> {
        let command = of(project)?.clone();
        let seen = everything(project)?;
        Ok(Box::new(CommandSession::new(
            project.clone(),
            command,
            seen,
            slot,
        )))
    }

    fn has_then_steps(&self) -> bool {
        false
    }

    fn exit_codes_only(&self) -> bool {
        true
    }
}

fn of(project: &Project) -> Result<&PlainCommand, RunnerError> {
    project
        .command
        .as_ref()
        .ok_or_else(|| RunnerError::Unusable {
            what: format!(
                "the project `{}` does not say which command tests it",
                project.name
            ),
            hint: "add `[project.NAME.command]` with `run` and `tests` to mutscore.toml".to_owned(),
        })
}

/// A test file as a scenario of one step: the command.
fn scenario(path: &RelPath, command: &PlainCommand) -> Scenario {
    let line = 1;
    Scenario {
        at: ScenarioRef {
            feature: path.clone(),
            line,
            rows: Vec::new(),
            test: None,
        },
        outline: false,
        feature_name: path.as_str().to_owned(),
        name: path.as_str().to_owned(),
        tags: Vec::new(),
        steps: vec![Step {
            keyword: "Run".to_owned(),
            kind: StepKind::When,
            text: command.run.join(" ").replace("{test}", path.as_str()),
            line,
            background: false,
        }],
    }
}

/// All lines of the production scope: which of them a test executes is not known, and a mutant that was left out by
/// mistake would be a wrong number.
fn everything(project: &Project) -> Result<Observation, RunnerError> {
    let files = view_files(&project.layers)?;
    let mut run = Lines::default();
    for path in production_files(project, &files)? {
        let lines = count_lines(&files[path])?;
        run.0.insert(path.clone(), (1..=lines).collect());
    }
    Ok(Observation {
        coverage: Coverage {
            run,
            load: Lines::default(),
        },
        ..Observation::default()
    })
}

fn count_lines(file: &Path) -> Result<u32, RunnerError> {
    let bytes = std::fs::read(file).map_err(|source| RunnerError::Io {
        path: file.to_owned(),
        source,
    })?;
    let ends = bytes.iter().filter(|byte| **byte == b'\n').count();
    Ok(u32::try_from(ends + 1).unwrap_or(u32::MAX))
}
