//! The examinations behind `mutscore doctor`, each a question to the machine itself.

use std::num::NonZeroUsize;
use std::path::Path;
use std::process::Command;

use super::{examine_php, examine_system};
use mutscore::bench::{Bench, BenchError, ReadyProject};
use mutscore::config::{ConfigError, IsolationChoice, ProjectSettings, Source};
use mutscore::report::words;
use mutscore_runners::registry;
use mutscore_runners::sandbox::{Capabilities, Isolation, Support, probe};

/// Below this much free space a freeze of a middling project may not end, in bytes.
const LITTLE_SPACE: u64 = 2 << 30;

/// What came of an examination.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It works.
    Works,
    /// Nothing depends on it.
    Note,
    /// Work goes on, with less.
    Lost,
    /// No run without it.
    Missing,
}

impl Verdict {
    /// The word that people and programs read.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Works => "ok",
            Self::Note => "note",
            Self::Lost => "lost",
            Self::Missing => "missing",
        }
    }
}

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Finding {
    /// What was looked at.
    pub(crate) what: String,
    pub(crate) verdict: Verdict,
    /// What was found.
    pub(crate) found: String,
    /// What cannot be had without it.
    pub(crate) lost: Option<String>,
    /// What to do.
    pub(crate) remedy: Option<String>,
}

impl Finding {
    pub(crate) fn new(what: impl Into<String>, verdict: Verdict, found: impl Into<String>) -> Self {
        Self {
            what: what.into(),
            verdict,
            found: found.into(),
            lost: None,
            remedy: None,
        }
    }

    pub(super) fn lost(mut self, lost: impl Into<String>) -> Self {
        self.lost = Some(lost.into());
        self
    }

    pub(super) fn remedy(mut self, remedy: impl Into<String>) -> Self {
        self.remedy = Some(remedy.into());
        self
    }
}

/// Whether the error only says that there is no bench.
pub(crate) fn is_no_bench(error: &BenchError) -> bool {
    matches!(error, BenchError::Config(ConfigError::NotFound { .. }))
}

/// What does not depend on a bench.
pub(crate) fn machine(init_exe: &Path, jobs: NonZeroUsize) -> Vec<Finding> {
    let capabilities = probe(init_exe);
    let mut findings = vec![
        Finding::new(
            "mutscore",
            Verdict::Works,
            format!(
                "{}, {}",
                env!("CARGO_PKG_VERSION"),
                words::count(jobs.get(), "worker")
            ),
        ),
        isolation(capabilities),
    ];
    findings.extend(
        capabilities
            .named()
            .into_iter()
            .map(|(name, support)| capability(name, support)),
    );
    findings.push(git());
    findings
}

fn isolation(capabilities: &Capabilities) -> Finding {
    match capabilities.best() {
        Isolation::Namespaces => Finding::new("sandbox", Verdict::Works, "namespaces: runs see the project and its tool chain, and nothing else of this machine"),
        Isolation::None => Finding::new("sandbox", Verdict::Lost, "without namespaces: runs go on, kept apart less")
            .lost("runs reach the network, the machine's files with your rights, and its processes; ports are shared between workers")
            .remedy("make what is lost below work, or run as root or in a container that allows user namespaces"),
    }
}

fn capability(name: &'static str, support: &Support) -> Finding {
    match support {
        Support::Works => Finding::new(name, Verdict::Works, "tried"),
        Support::Missing { reason, remedy } => {
            let lost = match name {
                "process limit by control group" => {
                    "a run may start any number of processes, up to your own limit"
                }
                "memory limit by control group" => {
                    "memory is bounded for each process, not for all of a run together"
                }
                _ => "no sandbox of namespaces",
            };
            Finding::new(name, Verdict::Lost, reason.as_str())
                .lost(lost)
                .remedy(remedy.as_str())
        }
    }
}

fn git() -> Finding {
    match first_line(Command::new("git").arg("--version")) {
        Ok(version) => Finding::new("git", Verdict::Works, version),
        Err(why) => Finding::new("git", Verdict::Missing, why)
            .lost("patches cannot be applied")
            .remedy("install git; on Debian: apt-get install git"),
    }
}

/// The state folder and every project of a bench.
pub(crate) fn bench(
    bench: &Bench,
    init_exe: &Path,
    prepare: bool,
    wanted: &dyn Fn(&String) -> bool,
) -> Vec<Finding> {
    let mut findings = vec![
        Finding::new("bench", Verdict::Works, bench.dir().display().to_string()),
        state_folder(bench.state()),
        space(bench.state()),
    ];
    let chosen = bench
        .settings()
        .projects
        .iter()
        .filter(|(name, _)| wanted(name));
    for (_, settings) in chosen {
        findings.extend(project(bench, settings, init_exe, prepare));
    }
    findings
}

/// The nearest folder that exists: the state folder itself may not have been made yet.
fn existing(folder: &Path) -> &Path {
    folder
        .ancestors()
        .find(|folder| folder.is_dir())
        .unwrap_or(Path::new("/"))
}

fn state_folder(state: &Path) -> Finding {
    let what = "state folder";
    match tempfile::tempfile_in(existing(state)) {
        Ok(_) => Finding::new(what, Verdict::Works, format!("{}, writable", state.display())),
        Err(error) => Finding::new(what, Verdict::Missing, format!("{}: {error}", state.display()))
            .lost("nothing can be run")
            .remedy("change the folder's owner or mode, or set MUTSCORE_STATE to a folder that you may write to"),
    }
}

fn space(state: &Path) -> Finding {
    let folder = existing(state);
    let free = nix::sys::statvfs::statvfs(folder).map(|found| {
        found
            .blocks_available()
            .saturating_mul(found.fragment_size())
    });
    match free {
        Ok(free) if free < LITTLE_SPACE => Finding::new("disk space", Verdict::Lost, format!("{} free", words::bytes(free)))
            .lost("a freeze may end with a full disk (it can be resumed)")
            .remedy("free some space (`mutscore cache gc`), or set MUTSCORE_STATE to a folder on a larger disk"),
        Ok(free) => Finding::new("disk space", Verdict::Works, format!("{} free", words::bytes(free))),
        Err(error) => Finding::new("disk space", Verdict::Note, format!("unknown: {error}")),
    }
}

fn project(
    bench: &Bench,
    settings: &ProjectSettings,
    init_exe: &Path,
    prepare: bool,
) -> Vec<Finding> {
    let name = &settings.name;
    let mut findings = vec![match settings.language.as_str() {
        "python" => interpreter(bench, settings),
        "php" => examine_php::interpreter(bench, settings),
        _ => examine_system::toolchain(bench, settings),
    }];
    if settings.isolation == IsolationChoice::Namespaces
        && probe(init_exe).best() == Isolation::None
    {
        let finding = Finding::new(
            format!("{name}: sandbox"),
            Verdict::Missing,
            "asks for namespaces, which do not work here",
        );
        findings
            .push(finding.remedy("set `isolation = \"auto\"` in mutscore.toml, or make them work"));
    }
    let unusable = findings
        .iter()
        .any(|finding| finding.verdict == Verdict::Missing);
    let what = format!("{name}: {}", settings.runner);
    // Where nothing is fetched, the framework is there or not.
    let fetched = match settings.language.as_str() {
        "python" => Some(format!("installs {}", settings.python.packages.join(", "))),
        "go" => Some("fetches its modules".to_owned()),
        "java" => Some("has Maven fetch its libraries".to_owned()),
        _ => None,
    };
    match fetched {
        _ if unusable => findings.push(Finding::new(what, Verdict::Note, "not looked at")),
        Some(how) if !prepare => {
            let words = format!("not looked at (`mutscore doctor --prepare` {how})");
            findings.push(Finding::new(what, Verdict::Note, words));
        }
        _ => findings.push(framework(bench, settings, init_exe)),
    }
    findings
}

/// The declared interpreter, and whether it can make environments.
fn interpreter(bench: &Bench, settings: &ProjectSettings) -> Finding {
    let what = format!("{}: python", settings.name);
    let python = &settings.python;
    let mut question = Command::new(&python.interpreter);
    question.current_dir(bench.dir()).args([
        "-I",
        "-c",
        "import sys, venv, ensurepip; print('.'.join(map(str, sys.version_info[:3])), sys.executable)",
    ]);
    match (first_line(&mut question), &python.version) {
        (Err(why), _) => Finding::new(what, Verdict::Missing, format!("`{}`: {why}", python.interpreter))
            .lost("the project cannot be run")
            .remedy("install Python with venv (on Debian: apt-get install python3-venv), or set `interpreter` in mutscore.toml"),
        (Ok(found), Some(wanted)) if !is_version(&found, wanted) => {
            Finding::new(what, Verdict::Missing, format!("{found}, but mutscore.toml asks for {wanted}"))
                .lost("the project cannot be run")
                .remedy(format!("install Python {wanted} and name it as `interpreter` in mutscore.toml"))
        }
        (Ok(found), _) => Finding::new(what, Verdict::Works, found),
    }
}

/// Whether `found` (`3.11.7 /usr/bin/python3`) is of version `wanted`, in whole components.
pub(super) fn is_version(found: &str, wanted: &str) -> bool {
    let found = found.split(' ').next().unwrap_or_default();
    found == wanted
        || found
            .strip_prefix(wanted)
            .is_some_and(|rest| rest.starts_with('.'))
}

/// Makes the project ready and asks its framework what it is.
fn framework(bench: &Bench, settings: &ProjectSettings, init_exe: &Path) -> Finding {
    let what = format!("{}: {}", settings.name, settings.runner);
    let missing = |why: String| {
        Finding::new(what.as_str(), Verdict::Missing, why).lost("the project cannot be run")
    };
    let ready = match bench.prepare(&settings.name) {
        Ok(ready) => ready,
        Err(error) => return missing(error.to_string()),
    };
    let Some(runner) = registry::runner(&settings.runner) else {
        return missing("no such runner in this build".to_owned());
    };
    match runner.fingerprint(&as_is(&ready, init_exe)) {
        Ok(fingerprint) => {
            let words: Vec<String> = fingerprint
                .iter()
                // Every other package is in the frozen files.
                .filter(|(name, _)| {
                    **name == settings.language || framework_of(&settings.runner, name)
                })
                .map(|(name, version)| {
                    format!("{name} {}", version.lines().next().unwrap_or_default())
                })
                .collect();
            let from = match &settings.source {
                Source::Folder(folder) => folder.display().to_string(),
                Source::PipSdist { name, version, .. } => format!("{name}=={version}"),
            };
            Finding::new(
                what,
                Verdict::Works,
                format!(
                    "{}{}; source {from}",
                    words.join(", "),
                    runner
                        .supported()
                        .map(|versions| format!(" (supported: {versions})"))
                        .unwrap_or_default()
                ),
            )
        }
        Err(error) => missing(error.to_string()),
    }
}

/// Whether a runner is named after this framework: `behave`, or `cucumber` for `cucumber-ruby`.
fn framework_of(runner: &str, name: &str) -> bool {
    runner
        .strip_prefix(name)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

fn as_is(ready: &ReadyProject, init_exe: &Path) -> mutscore_runners::runner::Project {
    ready.project(
        vec![ready.root.clone()],
        probe(init_exe).best(),
        init_exe.to_owned(),
    )
}

/// The first line that a program prints, or why it does not.
pub(super) fn first_line(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| error.to_string())?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    if output.status.success() {
        Ok(text(&output.stdout)
            .lines()
            .next()
            .unwrap_or_default()
            .to_owned())
    } else {
        let words = text(&output.stderr);
        Err(words
            .lines()
            .last()
            .map_or_else(|| output.status.to_string(), str::to_owned))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_compared_in_whole_components() {
        assert!(is_version("3.11.7 /usr/bin/python3", "3.11"));
        assert!(is_version("3.11.7 /usr/bin/python3", "3.11.7"));
        assert!(!is_version("3.11.7 /usr/bin/python3", "3.1"));
    }

    #[test]
    fn a_runner_is_named_after_its_framework() {
        assert!(framework_of("behave", "behave"));
        assert!(framework_of("cucumber-ruby", "cucumber"));
        assert!(!framework_of("cucumber-ruby", "cu"));
        assert!(!framework_of("cucumber-ruby", "packages"));
    }

    #[test]
    fn a_program_that_is_not_there_or_fails_is_an_answer_too() {
        assert!(first_line(&mut Command::new("/no/such/program")).is_err());
        assert_eq!(
            first_line(Command::new("sh").args(["-c", "echo why >&2; exit 3"])),
            Err("why".to_owned())
        );
        assert_eq!(
            first_line(Command::new("sh").args(["-c", "echo one; echo two"])),
            Ok("one".to_owned())
        );
    }
}
