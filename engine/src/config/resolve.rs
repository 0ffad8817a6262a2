//! From the shape of the file to its meaning.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use mutscore_model::outcome::RunOutcome;
use toml::Spanned;

use super::defaults;
use super::file::{BenchFile, KillOn, OperatorsFile, OutcomeFile, ProjectFile, RunFile};
use super::find::CONFIG_FILE;
use super::problem::{ConfigError, Origin, Problem, from_toml};
use super::scope::{Globs, Scope};
use super::settings::{
    ExecutionChoice, IsolationChoice, OperatorChoice, OutcomePolicy, ProjectSettings, Settings,
};

/// Names a configuration may use. Passed in, so that this module depends on no registry.
#[derive(Debug, Clone, Default)]
pub struct Known {
    /// Language ids.
    pub languages: Vec<String>,
    /// Runner ids.
    pub runners: Vec<String>,
    /// Names of operator profiles and operator ids.
    pub operators: Vec<String>,
}

/// Reads the `mutscore.toml` of this folder.
///
/// # Errors
/// [`ConfigError::NotFound`] or [`ConfigError::Unreadable`] for the file itself, [`ConfigError::Invalid`] with the
/// place for anything it says that cannot be.
pub fn load(dir: &Path, known: &Known) -> Result<Settings, ConfigError> {
    let unreadable = |path: &Path, source| ConfigError::Unreadable {
        path: path.to_path_buf(),
        source,
    };
    let dir = std::fs::canonicalize(dir).map_err(|source| unreadable(dir, source))?;
    let path = dir.join(CONFIG_FILE);
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Err(ConfigError::NotFound { start: dir });
        }
        Err(source) => return Err(unreadable(&path, source)),
    };
    parse(&path, text, known)
}

/// Settings from the text of a `mutscore.toml` that is (or would be) at `path`, an absolute path.
///
/// # Errors
/// [`ConfigError::Invalid`] with the place for anything it says that cannot be.
pub fn parse(path: &Path, text: String, known: &Known) -> Result<Settings, ConfigError> {
    let origin = Arc::new(Origin {
        path: path.to_path_buf(),
        text,
    });
    check_schema(&origin)?;
    let file: BenchFile =
        toml::from_str(&origin.text).map_err(|error| from_toml(&origin, &error))?;
    let dir = path.parent().unwrap_or(Path::new("/")).to_path_buf();
    let mut projects = BTreeMap::new();
    for (name, project) in &file.project {
        check_name(&origin, name)?;
        let stage = Stage {
            origin: &origin,
            dir: &dir,
            known,
            table: project.span(),
        };
        projects.insert(
            name.get_ref().clone(),
            stage.project(name.get_ref(), project.get_ref())?,
        );
    }
    Ok(Settings {
        path: path.to_path_buf(),
        dir,
        projects,
        origin,
    })
}

/// Looks at the schema version alone, first: the keys of a newer form are not ours to call unknown.
fn check_schema(origin: &Arc<Origin>) -> Result<(), ConfigError> {
    #[derive(serde::Deserialize)]
    struct Head {
        schema: Spanned<u32>,
    }
    let head: Head = toml::from_str(&origin.text).map_err(|error| from_toml(origin, &error))?;
    let (found, span) = (*head.schema.get_ref(), head.schema.span());
    match found {
        defaults::SCHEMA => Ok(()),
        newer if newer > defaults::SCHEMA => Err(origin.error(
            span,
            Problem::FutureSchema {
                found,
                known: defaults::SCHEMA,
            },
        )),
        _ => {
            let why = format!("the first schema is {}", defaults::SCHEMA);
            Err(origin.error(
                span,
                Problem::BadValue {
                    key: "schema",
                    value: found.to_string(),
                    why,
                },
            ))
        }
    }
}

/// A project's name becomes the name of folders, so it is held to what is safe there.
fn check_name(origin: &Arc<Origin>, name: &Spanned<String>) -> Result<(), ConfigError> {
    let text = name.get_ref();
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let usable = text.len() <= 64
        && text.starts_with(|c: char| c.is_ascii_alphanumeric())
        && text.chars().all(plain);
    if usable {
        return Ok(());
    }
    let why = "a project's name is 1 to 64 letters, digits, `-`, `_` and `.`, and starts with a letter or digit".to_owned();
    Err(origin.error(
        name.span(),
        Problem::BadValue {
            key: "project",
            value: text.clone(),
            why,
        },
    ))
}

/// What resolving one project needs to know besides its table.
pub(super) struct Stage<'a> {
    pub(super) origin: &'a Arc<Origin>,
    pub(super) dir: &'a Path,
    known: &'a Known,
    /// Place of the project's table, for what is missing in it.
    pub(super) table: Range<usize>,
}

impl Stage<'_> {
    fn project(&self, name: &str, file: &ProjectFile) -> Result<ProjectSettings, ConfigError> {
        let source = self.source(file)?;
        let limits = self.limits(&file.limits)?;
        Ok(ProjectSettings {
            name: name.to_owned(),
            language: self.one_of("language", &self.known.languages, &file.language)?,
            runner: self.one_of("runner", &self.known.runners, &file.runner)?,
            scope: self.scope(file)?,
            submissions: self.submissions(file)?,
            operators: self.operators(file.operators.as_ref())?,
            compile_check: file.compile_check.unwrap_or(defaults::COMPILE_CHECK),
            tree_exclude: self.tree_exclude(file, &source)?,
            python: self.python(file.python.as_ref())?,
            toolchain: self.toolchain(file)?,
            command: self.command(file)?,
            env: self.env(&file.env)?,
            bounds: self.bounds(&file.limits)?,
            outcome: self.outcome(&file.outcome)?,
            gate_runs: self.gate_runs(&file.run)?,
            execution: file.run.execution.unwrap_or(ExecutionChoice::Auto),
            isolation: file.run.isolation.unwrap_or(IsolationChoice::Auto),
            limits,
            source,
        })
    }

    /// A value that is out of its bounds.
    pub(super) fn bad(
        &self,
        at: Range<usize>,
        key: &'static str,
        value: &dyn ToString,
        why: &str,
    ) -> ConfigError {
        self.origin.error(
            at,
            Problem::BadValue {
                key,
                value: value.to_string(),
                why: why.to_owned(),
            },
        )
    }

    fn one_of(
        &self,
        what: &'static str,
        known: &[String],
        name: &Spanned<String>,
    ) -> Result<String, ConfigError> {
        if known.contains(name.get_ref()) {
            return Ok(name.get_ref().clone());
        }
        let problem = Problem::UnknownName {
            what,
            name: name.get_ref().clone(),
            known: known.to_vec(),
        };
        Err(self.origin.error(name.span(), problem))
    }

    fn scope(&self, file: &ProjectFile) -> Result<Scope, ConfigError> {
        for (key, list) in [
            ("production", &file.production),
            ("test-side", &file.test_side),
        ] {
            if list.get_ref().is_empty() {
                return Err(self.bad(list.span(), key, &"[]", "at least one glob is needed"));
            }
        }
        Ok(Scope {
            origin: Arc::clone(self.origin),
            production: Globs::compile(self.origin, "production", file.production.get_ref())?,
            exclude: Globs::compile(self.origin, "exclude", &file.exclude)?,
            test_side: Globs::compile(self.origin, "test-side", file.test_side.get_ref())?,
            withheld: Globs::compile(self.origin, "withheld", &file.withheld)?,
            protected: Globs::compile(self.origin, "protected", &file.protected)?,
        })
    }

    fn operators(
        &self,
        typed: Option<&Spanned<OperatorsFile>>,
    ) -> Result<OperatorChoice, ConfigError> {
        let Some(typed) = typed else {
            return Ok(OperatorChoice::Default);
        };
        match typed.get_ref() {
            OperatorsFile::Set(name) if name == defaults::OPERATORS => Ok(OperatorChoice::Default),
            OperatorsFile::Set(name) if self.known.operators.contains(name) => {
                Ok(OperatorChoice::Ids(vec![name.clone()]))
            }
            OperatorsFile::Set(name) => {
                let known = self.operator_names();
                let problem = Problem::UnknownName {
                    what: "operator set",
                    name: name.clone(),
                    known,
                };
                Err(self.origin.error(typed.span(), problem))
            }
            OperatorsFile::List(ids) if ids.is_empty() => Err(self.bad(
                typed.span(),
                "operators",
                &"[]",
                "a bench without operators has no mutants",
            )),
            OperatorsFile::List(ids) => {
                let ids = ids.iter().map(|id| self.operator(id));
                Ok(OperatorChoice::Ids(ids.collect::<Result<_, _>>()?))
            }
        }
    }

    /// An id, an id with a `-` before it to take it out again, or the name of a profile for all that it stands for.
    fn operator(&self, typed: &Spanned<String>) -> Result<String, ConfigError> {
        let name = typed.get_ref();
        let known = &self.known.operators;
        let bare = name.strip_prefix('-').unwrap_or(name);
        if name == defaults::OPERATORS || known.iter().any(|id| id == bare) {
            return Ok(name.clone());
        }
        let problem = Problem::UnknownName {
            what: "operator",
            name: bare.to_owned(),
            known: self.operator_names(),
        };
        Err(self.origin.error(typed.span(), problem))
    }

    fn operator_names(&self) -> Vec<String> {
        let known = self.known.operators.iter().cloned();
        let default = defaults::OPERATORS.to_owned();
        std::iter::once(default.clone())
            .chain(known.filter(|name| *name != default))
            .collect()
    }

    fn outcome(&self, file: &OutcomeFile) -> Result<OutcomePolicy, ConfigError> {
        let kill_on = match &file.kill_on {
            None => BTreeSet::from(defaults::KILL_ON),
            Some(typed) if typed.get_ref().is_empty() => {
                return Err(self.bad(
                    typed.span(),
                    "kill-on",
                    &"[]",
                    "without any, no mutant could be killed",
                ));
            }
            Some(typed) => typed.get_ref().iter().copied().map(run_outcome).collect(),
        };
        Ok(OutcomePolicy { kill_on })
    }

    fn gate_runs(&self, file: &RunFile) -> Result<u32, ConfigError> {
        match &file.gate_runs {
            None => Ok(defaults::GATE_RUNS),
            Some(typed) if (1..=100).contains(typed.get_ref()) => Ok(*typed.get_ref()),
            Some(typed) => Err(self.bad(
                typed.span(),
                "gate-runs",
                typed.get_ref(),
                "it must be 1 to 100",
            )),
        }
    }
}

fn run_outcome(kill_on: KillOn) -> RunOutcome {
    match kill_on {
        KillOn::AssertionFailure => RunOutcome::AssertionFailure,
        KillOn::ExecutionFailure => RunOutcome::ExecutionFailure,
    }
}
