//! What the adapters for PHP's frameworks share: the shim, how PHP is started, and runs that are observed.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use mutscore_model::outcome::{Detail, Execution, RunOutcome, RunReport};
use mutscore_model::path::RelPath;
use serde_json::{Value, json};

use crate::adapters::ask::ask;
use crate::adapters::fingerprints;
use crate::adapters::project_files::{ViewFiles, callers, production_files};
use crate::runner::{CancelToken, Job, Mode, Project, RunnerError, Session};
use crate::session::cold::ColdSession;
use crate::session::launch::Launch;
use crate::session::warm::WarmSession;
use crate::shims;

/// Settings of every process of ours. An opcode cache could answer with a file's original in place of a mutant.
const SETTINGS: [&str; 3] = [
    "opcache.enable_cli=0",
    "xdebug.mode=off",
    "ffi.enable=preload",
];
/// pcov costs a third of every run, also where nobody asks it.
const WITHOUT_LINES: [&str; 1] = ["pcov.enabled=0"];
const WITH_LINES: [&str; 2] = ["pcov.enabled=1", "pcov.directory=/"];
/// Folders that change when PHP or a library of the system is installed.
const PACKAGES: [&str; 4] = [
    "/usr/share/php",
    "/usr/share/php/PHPUnit",
    "/usr/lib/php",
    "/etc/php",
];

/// What a shim is started for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Watch {
    Nothing,
    Lines,
    Calls,
}

/// A framework as the shim knows it.
#[derive(Debug)]
pub(crate) struct Framework {
    /// Id of the runner, and word for the shim.
    pub(crate) id: &'static str,
    /// What is said where the framework is not there.
    pub(crate) missing: &'static str,
    pub(crate) hint: &'static str,
}

/// A project with what its shims are told.
pub(crate) struct Prepared<'p> {
    pub(crate) framework: &'static Framework,
    pub(crate) project: &'p Project,
    pub(crate) files: ViewFiles,
    /// Features, or files of tests.
    pub(crate) features: Vec<RelPath>,
    /// What only this framework's shim is told.
    pub(crate) more: BTreeMap<String, Value>,
    /// Whether the framework is the project's own: another project has another one.
    pub(crate) vendored: bool,
    /// The folder of a framework outside the system's own.
    pub(crate) home: Option<PathBuf>,
}

impl Prepared<'_> {
    fn launch(&self, watch: Watch) -> Result<Launch, RunnerError> {
        let project = self.project;
        let shim = install_shim(project)?;
        let sources: Vec<&RelPath> = self
            .files
            .keys()
            .filter(|path| path.extension() == Some("php") && !path.as_str().starts_with("vendor/"))
            .collect();
        let mut about = BTreeMap::from([
            (
                "production".to_owned(),
                json!(production_files(project, &self.files)?),
            ),
            ("features".to_owned(), json!(self.features)),
            ("sources".to_owned(), json!(sources)),
            ("callers".to_owned(), json!(callers(project, &self.files)?)),
            (
                "watch".to_owned(),
                json!(if watch == Watch::Calls {
                    "calls"
                } else {
                    "lines"
                }),
            ),
        ]);
        about.extend(self.more.clone());
        let mut argv = vec![project.program.display().to_string()];
        let lines: &[&str] = if watch == Watch::Lines {
            &WITH_LINES
        } else {
            &WITHOUT_LINES
        };
        for setting in SETTINGS.iter().chain(lines) {
            argv.extend(["-d".to_owned(), (*setting).to_owned()]);
        }
        let main = shim.join("mutscore_shim").join("main.php");
        argv.extend([main.display().to_string(), self.framework.id.to_owned()]);
        let mut read_only = vec![shim];
        read_only.extend(self.home.clone());
        Ok(Launch {
            bounded_address_space: true,
            argv,
            read_only,
            below: Vec::new(),
            about,
            project: project.clone(),
        })
    }

    /// A session for a worker.
    pub(crate) fn session(&self, mode: Mode, slot: u32) -> Result<Box<dyn Session>, RunnerError> {
        let plain = Arc::new(self.launch(Watch::Nothing)?);
        let cold = |watch| {
            let launch = Arc::new(self.launch(watch)?);
            Ok::<_, RunnerError>(ColdSession::new(launch, slot))
        };
        Ok(Box::new(PhpSession {
            plain: match mode {
                Mode::Cold => Box::new(ColdSession::new(plain, slot)),
                Mode::Warm => Box::new(WarmSession::new(plain, slot)),
            },
            lines: cold(Watch::Lines)?,
            calls: cold(Watch::Calls)?,
        }))
    }

    /// What the tool chain says of itself.
    pub(crate) fn fingerprint(&self) -> Result<BTreeMap<String, String>, RunnerError> {
        let ask = || {
            let answer = self.ask("fingerprint")?;
            serde_json::from_value(answer).map_err(|error| RunnerError::Garbled {
                runner: self.framework.id,
                request: "fingerprint",
                detail: error.to_string(),
            })
        };
        // What lies further down in a folder changes without a sign of it in the folder: nothing is remembered then.
        if self.vendored || self.home.is_some() {
            return ask();
        }
        let shim = install_shim(self.project)?;
        fingerprints::remembered(self.project, &shim, Ok(packages()), ask)
    }

    /// Asks a shim, and knows the words of a PHP that lacks something.
    pub(crate) fn ask(&self, request: &'static str) -> Result<Value, RunnerError> {
        let launch = self.launch(Watch::Nothing)?;
        let program = self.project.program.display().to_string();
        ask(&launch, self.framework.id, request, |said| {
            let (_, what) = said.split_once("mutscore: no ")?;
            let what = what.lines().next().unwrap_or_default().trim();
            Some(if let Some(version) = what.strip_prefix("adapter for ") {
                RunnerError::Unusable {
                    what: format!(
                        "{version} is not a version that `{}` knows",
                        self.framework.id
                    ),
                    hint: self.framework.hint.to_owned(),
                }
            } else if what.starts_with("FFI") {
                RunnerError::Unusable {
                    what: format!("`{program}` lacks the extension FFI or tokenizer"),
                    hint: "`apt-get install php-cli php-common` on Debian; elsewhere `extension=ffi` in php.ini"
                        .to_owned(),
                }
            } else {
                RunnerError::Unusable {
                    what: format!("{} for `{program}`", self.framework.missing),
                    hint: self.framework.hint.to_owned(),
                }
            })
        })
    }
}

/// Puts the shim in place and gives its folder.
fn install_shim(project: &Project) -> Result<PathBuf, RunnerError> {
    shims::install(&project.state, "php", shims::PHP).map_err(|source| RunnerError::Io {
        path: project.state.join("shims"),
        source,
    })
}

/// The folders that change when something is installed or removed.
fn packages() -> Vec<PathBuf> {
    let system = PACKAGES.iter().map(PathBuf::from);
    system.filter(|path| path.is_dir()).collect()
}

/// Observed runs are two: PHP counts lines with an extension, and calls with probes that would change the lines.
struct PhpSession {
    plain: Box<dyn Session>,
    lines: ColdSession,
    calls: ColdSession,
}

impl Session for PhpSession {
    fn run(&mut self, job: &Job<'_>, cancel: &CancelToken) -> RunReport {
        if !job.observe {
            return self.plain.run(job, cancel);
        }
        let mut report = self.lines.run(job, cancel);
        let Some(observed) = report.observation.as_mut() else {
            return report;
        };
        let probed = self.calls.run(job, cancel);
        if report.outcome == RunOutcome::Pass && probed.outcome != RunOutcome::Pass {
            let words = format!(
                "a run with probes at the entries of functions ends in {:?} where one without passes: {}",
                probed.outcome,
                probed.note.as_deref().unwrap_or("no reason given")
            );
            return RunReport::infrastructure(Detail::NoReport, Execution::Cold, words);
        }
        observed.calls = probed
            .observation
            .map(|probed| probed.calls)
            .unwrap_or_default();
        report
    }

    fn demoted(&self) -> Option<&str> {
        self.plain.demoted()
    }
}
