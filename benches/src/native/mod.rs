//! The yardstick: `behave FILE:LINE`, `cucumber FILE:LINE`, `behat FILE:LINE`, `phpunit --filter TEST FILE` or one JVM for
//! one scenario or test, as typed by hand, in a copy of the project with the mutated file in place.
//!
//! It is given every advantage that a careful script would have: bytecode of all files but the mutated one is there, and
//! it stops at the first failure.

mod java;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, ensure};
use mutscore::project::Opened;
use mutscore_model::instance::ScenarioRef;
use mutscore_model::overlay::{Overlay, Replacement};
use tempfile::TempDir;

/// A copy of a project, and how to start its framework in it.
#[derive(Debug)]
pub struct Native {
    root: PathBuf,
    program: PathBuf,
    env: Vec<(String, String)>,
    /// Id of the runner.
    runner: String,
    /// What PHP is given to start PHPUnit.
    phpunit: Vec<String>,
    /// Where the runner is one of Java.
    java: Option<java::Java>,
    /// Holds the copy and a home folder.
    _folder: TempDir,
}

impl Native {
    /// Copies the pinned tree of a project and compiles it.
    ///
    /// # Errors
    /// When the copy cannot be made, or is not to be compiled.
    pub fn new(opened: &Opened) -> anyhow::Result<Self> {
        let folder = tempfile::tempdir().context("make a temporary folder")?;
        let root = folder.path().join("project");
        copy(opened.pinned.path(), &root)?;
        let home = folder.path().join("home");
        fs::create_dir(&home).context("make a home folder")?;
        let mut env: Vec<(String, String)> = [
            ("HOME", home.to_string_lossy().as_ref()),
            ("LANG", "C.UTF-8"),
            ("PATH", "/usr/local/bin:/usr/bin:/bin"),
            ("PYTHONHASHSEED", "0"),
        ]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .into();
        env.extend(opened.ready.settings.env.clone());
        let program = opened.ready.toolchain.program.clone();
        let runner = opened.ready.settings.runner.clone();
        let java = match runner.as_str() {
            "cucumber-jvm" | "junit" => {
                let state = opened.project(Vec::new()).state;
                let own = folder.path().join("java");
                fs::create_dir(&own).context("make a folder for classes")?;
                Some(java::Java::new(&runner, &program, &state, &own)?)
            }
            _ => None,
        };
        let phpunit = phpunit_of(&root, &opened.ready.toolchain.read_only);
        let native = Self {
            root,
            program,
            env,
            runner,
            phpunit,
            java,
            _folder: folder,
        };
        if native.runner != "behave" {
            return Ok(native);
        }
        let mut compile = native.interpreter();
        compile.args(["-m", "compileall", "-q", "."]);
        // Its exit code is of no use: projects have files that are meant not to compile.
        compile.status().context("compile the copy")?;
        Ok(native)
    }

    /// Whether there is a smaller process for a run than the usual one.
    #[must_use]
    pub fn has_small(&self) -> bool {
        self.java.is_some()
    }

    /// Does what need not be done in a run: compiles what is to be compiled.
    ///
    /// # Errors
    /// When it does not compile.
    pub fn prepare(&self, overlay: &Overlay) -> anyhow::Result<()> {
        self.java
            .as_ref()
            .map_or(Ok(()), |java| java.prepare(overlay))
    }

    /// Runs a scenario once, in a process that is small if there is such a one; whether the framework's exit code says
    /// that it passed.
    ///
    /// # Errors
    /// When the mutated file cannot be put in place, or the interpreter not be started.
    pub fn run(&self, at: &ScenarioRef, overlay: &Overlay, small: bool) -> anyhow::Result<bool> {
        if let Some(java) = &self.java {
            let mut native = java.command(at, overlay, small)?;
            if self.runner == "cucumber-jvm" {
                by_lines(&mut native, at);
            }
            let status = self.settled(&mut native).status();
            return Ok(status.context("start the framework")?.success());
        }
        let replaced: Vec<Aside> = overlay
            .files
            .iter()
            .map(|file| Aside::put(&self.root, file))
            .collect::<anyhow::Result<_>>()?;
        let mut native = self.interpreter();
        match self.runner.as_str() {
            "phpunit" => phpunit(&mut native, &self.phpunit, at),
            "behat" => behat(&mut native, at),
            "behave" => {
                native.args(["-m", "behave", "--stop"]);
                // Bytecode of the mutated file must not be there for the next run.
                native.env("PYTHONDONTWRITEBYTECODE", "1");
                by_lines(&mut native, at);
            }
            _ => {
                // What a gem's own `cucumber` does; Debian's leaves out to choose the gem.
                native.args(["-e", CUCUMBER, "--"]);
                native.env("CUCUMBER_PUBLISH_QUIET", "true");
                native.args([
                    "--fail-fast",
                    "--strict",
                    "--no-color",
                    "--format",
                    "progress",
                ]);
                by_lines(&mut native, at);
            }
        }
        let status = native.status().context("start the framework")?;
        for aside in replaced {
            aside.back()?;
        }
        Ok(status.success())
    }

    fn interpreter(&self) -> Command {
        let mut command = Command::new(&self.program);
        self.settled(&mut command);
        command
    }

    /// In the copy, with the environment of a run.
    fn settled<'c>(&self, command: &'c mut Command) -> &'c mut Command {
        command.current_dir(&self.root);
        command.env_clear().envs(self.env.iter().cloned());
        command.stdin(Stdio::null());
        command.stdout(Stdio::null()).stderr(Stdio::null())
    }
}

/// The lines of a scenario, or of the rows of an outline.
fn by_lines(native: &mut Command, at: &ScenarioRef) {
    let lines = if at.rows.is_empty() {
        std::slice::from_ref(&at.line)
    } else {
        at.rows.as_slice()
    };
    for line in lines {
        native.arg(format!("{}:{line}", at.feature.as_str()));
    }
}

/// Debian's starter requires the Cucumber that is found first: a copy that RUBYLIB names, or the gem that is chosen.
const CUCUMBER: &str = "gem 'cucumber' unless ENV['RUBYLIB']; load '/usr/bin/cucumber'";

/// pcov costs a third of every run as soon as it is loaded.
const WITHOUT_LINES: [&str; 2] = ["-d", "pcov.enabled=0"];

/// The project's own PHPUnit, one in a folder of libraries, or the machine's: in the order of the adapter.
fn phpunit_of(root: &Path, libraries: &[PathBuf]) -> Vec<String> {
    let own = root.join("vendor/phpunit/phpunit/phpunit");
    let words = |word: &Path| vec![word.to_string_lossy().into_owned()];
    if own.is_file() {
        return words(&own);
    }
    let places = libraries
        .iter()
        .map(|folder| folder.join("autoload.php"))
        .find(|file| file.is_file());
    places.map_or_else(
        || words(Path::new("/usr/bin/phpunit")),
        |file| {
            let code = format!(
                "define('PHPUNIT_COMPOSER_INSTALL', '{}'); require PHPUNIT_COMPOSER_INSTALL; \
                 exit((new PHPUnit\\TextUI\\Application())->run($_SERVER['argv']));",
                file.display()
            );
            vec!["-r".to_owned(), code, "--".to_owned()]
        },
    )
}

fn phpunit(native: &mut Command, program: &[String], at: &ScenarioRef) {
    let test = at.test.as_deref().unwrap_or_default();
    let method = test.rsplit("::").next().unwrap_or_default();
    native.args(WITHOUT_LINES);
    native.args(program);
    // Not at defects: since 10 a warning is one, and the row behind it may fail.
    native.args(["--stop-on-error", "--stop-on-failure", "--filter"]);
    native.arg(format!("/::{method}( with data set .*)?$/"));
    native.arg(at.feature.as_str());
}

fn behat(native: &mut Command, at: &ScenarioRef) {
    native.args(WITHOUT_LINES);
    let home = std::env::var("MUTSCORE_BEHAT").unwrap_or_else(|_| "vendor".to_owned());
    let code = format!(
        "require '{home}/autoload.php'; (new Behat\\Behat\\ApplicationFactory())->createApplication()->run();"
    );
    native.args(["-r", &code, "--"]);
    native.args([
        "--strict",
        "--no-interaction",
        "--stop-on-failure",
        "-f",
        "progress",
    ]);
    native.arg(format!("{}:{}", at.feature.as_str(), at.line));
}

/// A file that another one stands in for, with its bytecode.
struct Aside {
    /// Pairs of a path and where its file waits.
    waiting: Vec<(PathBuf, PathBuf)>,
}

impl Aside {
    fn put(root: &Path, file: &Replacement) -> anyhow::Result<Self> {
        let path = root.join(file.path.as_str());
        let mut waiting = Vec::new();
        for original in std::iter::once(path.clone()).chain(bytecode(&path)) {
            let place = original.with_extension("aside");
            fs::rename(&original, &place)
                .with_context(|| format!("put {} aside", original.display()))?;
            waiting.push((original, place));
        }
        fs::write(&path, &file.bytes).with_context(|| format!("write {}", path.display()))?;
        Ok(Self { waiting })
    }

    fn back(self) -> anyhow::Result<()> {
        for (original, place) in self.waiting {
            fs::rename(&place, &original)
                .with_context(|| format!("put {} back", original.display()))?;
        }
        Ok(())
    }
}

/// Compiled forms of a source file.
fn bytecode(source: &Path) -> Vec<PathBuf> {
    let stem = source.file_stem().unwrap_or_default().to_string_lossy();
    let prefix = format!("{stem}.");
    let Some(Ok(entries)) = source
        .parent()
        .map(|folder| fs::read_dir(folder.join("__pycache__")))
    else {
        return Vec::new();
    };
    let of_source = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with(&prefix) && name.ends_with(".pyc")
    };
    entries
        .flatten()
        .map(|entry| entry.path())
        .filter(of_source)
        .collect()
}

fn copy(from: &Path, to: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(to).with_context(|| format!("make {}", to.display()))?;
    for entry in fs::read_dir(from).with_context(|| format!("read {}", from.display()))? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), &target)
                .with_context(|| format!("copy {}", entry.path().display()))?;
            ensure!(
                target.is_file(),
                "{} is no plain file",
                entry.path().display()
            );
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use mutscore_model::path::RelPath;
    use mutscore_model::span::ByteSpan;

    use super::*;

    #[test]
    fn a_mutated_file_stands_in_without_the_bytecode_of_the_original_and_leaves_no_trace() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let write = |name: &str, text: &str| fs::write(root.join(name), text).unwrap();
        fs::create_dir(root.join("__pycache__")).unwrap();
        write("a.py", "original");
        write("__pycache__/a.cpython-311.pyc", "bytecode of a");
        write("__pycache__/ab.cpython-311.pyc", "bytecode of ab");
        let before = fs::metadata(root.join("a.py")).unwrap().modified().unwrap();
        let file = Replacement {
            path: RelPath::new("a.py").unwrap(),
            bytes: Arc::from(&b"mutated!"[..]),
            edited: ByteSpan::new(0, 8),
            original: ByteSpan::new(0, 8),
        };
        let aside = Aside::put(root, &file).unwrap();
        assert_eq!(fs::read(root.join("a.py")).unwrap(), b"mutated!");
        assert!(!root.join("__pycache__/a.cpython-311.pyc").exists());
        assert!(root.join("__pycache__/ab.cpython-311.pyc").exists());
        aside.back().unwrap();
        assert_eq!(fs::read(root.join("a.py")).unwrap(), b"original");
        assert_eq!(
            fs::read(root.join("__pycache__/a.cpython-311.pyc")).unwrap(),
            b"bytecode of a"
        );
        let after = fs::metadata(root.join("a.py")).unwrap().modified().unwrap();
        assert_eq!(
            before, after,
            "Python compares it with what the bytecode says"
        );
    }
}
