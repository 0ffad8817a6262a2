//! Java's yardstick: one JVM that runs one scenario or one test method on compiled classes, mutated ones before others on
//! its class path.
//!
//! Compiling is not part of it: the mutated file is compiled beforehand, unmeasured. The class path and the unmutated
//! classes are those that the runner has in its state folder.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, bail, ensure};
use mutscore_model::digest::Digest;
use mutscore_model::instance::ScenarioRef;
use mutscore_model::overlay::Overlay;
use serde_json::Value;

/// Starts one test of JUnit.
const RUN_ONE: &str = include_str!("RunOne.java");
/// What cold runs are started with, beside a heap.
const SMALL: [&str; 5] = [
    "-Xshare:auto",
    "-XX:TieredStopAtLevel=1",
    "-XX:+UseSerialGC",
    "-XX:-UsePerfData",
    "-XX:ReservedCodeCacheSize=96m",
];
/// Packages of glue, with commas between: native runs are told them as `--glue`.
const GLUE: &str = "MUTSCORE_GLUE";

/// Compiled classes of a project, and how to start a JVM on them.
#[derive(Debug)]
pub(super) struct Java {
    java: PathBuf,
    /// The build of the unmutated project, resources included.
    build: PathBuf,
    /// What the runner read from the POM.
    pom: Value,
    libraries: Vec<PathBuf>,
    /// Ours: the class that starts a test of JUnit, and mutants' classes.
    own: PathBuf,
    /// Classes of mutants by their overlay.
    mutants: RefCell<BTreeMap<Digest, PathBuf>>,
    cucumber: bool,
}

impl Java {
    /// Finds what the runner has made in its state folder; there has to be one build only.
    pub(super) fn new(runner: &str, java: &Path, state: &Path, own: &Path) -> anyhow::Result<Self> {
        let maven = only(&state.join("jvm/maven"))?;
        let answer = fs::read(maven.join("answer.json")).context("read Maven's answer")?;
        let answer: Value = serde_json::from_slice(&answer).context("read Maven's answer")?;
        let names = answer["libraries"].as_array().into_iter().flatten();
        let libraries = names.filter_map(|name| Some(maven.join(name.as_str()?)));
        let java = Self {
            java: java.to_owned(),
            build: only(&state.join("jvm/builds"))?.join("layer/target"),
            pom: answer["pom"].clone(),
            libraries: libraries.collect(),
            own: own.to_owned(),
            mutants: RefCell::default(),
            cucumber: runner == "cucumber-jvm",
        };
        if !java.cucumber {
            let source = own.join("RunOne.java");
            fs::write(&source, RUN_ONE).context("write the class that starts a test")?;
            ensure!(
                java.compile(&source, own, &[])?,
                "only the JUnit Platform has a native way: RunOne.java does not compile with this class path"
            );
        }
        Ok(java)
    }

    /// Compiles a mutated file, once.
    pub(super) fn prepare(&self, overlay: &Overlay) -> anyhow::Result<()> {
        let (digest, [file]) = (overlay.digest(), overlay.files.as_slice()) else {
            return Ok(());
        };
        if self.mutants.borrow().contains_key(&digest) {
            return Ok(());
        }
        let folder = self
            .own
            .join(format!("mutant-{}", self.mutants.borrow().len()));
        let source = folder.join("source").join(file.path.as_str());
        let parent = source.parent().context("a mutated file without a folder")?;
        fs::create_dir_all(parent).context("make a folder")?;
        fs::write(&source, &file.bytes).context("write the mutated file")?;
        let options = self.pom["options"].as_array().into_iter().flatten();
        let mut options: Vec<&str> = options.filter_map(Value::as_str).collect();
        if let Some(encoding) = self.pom["encoding"].as_str() {
            options.extend(["-encoding", encoding]);
        }
        let classes = folder.join("classes");
        fs::create_dir(&classes).context("make a folder")?;
        ensure!(
            self.compile(&source, &classes, &options)?,
            "{} does not compile when it is mutated",
            file.path
        );
        self.mutants.borrow_mut().insert(digest, classes);
        Ok(())
    }

    /// The command for one run, in a folder that the caller chooses.
    pub(super) fn command(
        &self,
        at: &ScenarioRef,
        overlay: &Overlay,
        small: bool,
    ) -> anyhow::Result<Command> {
        let mutants = self.mutants.borrow();
        let mut path = vec![self.own.clone()];
        if !overlay.files.is_empty() {
            let classes = mutants
                .get(&overlay.digest())
                .context("a mutant that was not compiled")?;
            // Test classes come first on a class path, and none of them is mutated.
            path.push(classes.clone());
        }
        path.extend([self.build.join("test-classes"), self.build.join("classes")]);
        path.extend(self.libraries.iter().cloned());
        let mut command = Command::new(&self.java);
        if small {
            command.args(SMALL);
        }
        command.arg("-ea").arg("-cp").arg(joined(&path));
        if let Some(system) = self.pom["system"].as_object() {
            for (name, value) in system {
                command.arg(format!("-D{name}={}", value.as_str().unwrap_or_default()));
            }
        }
        if self.cucumber {
            command.arg("-Dcucumber.publish.quiet=true");
            command
                .arg("io.cucumber.core.cli.Main")
                .args(["--plugin", "progress"]);
            let glue = std::env::var(GLUE).unwrap_or_default();
            for one in glue.split(',').filter(|one| !one.is_empty()) {
                command.args(["--glue", one]);
            }
            return Ok(command);
        }
        let test = at.test.as_deref().unwrap_or_default();
        let (class, method) = test
            .split_once('#')
            .context("a scenario that names no test")?;
        command.args(["RunOne", method, class]);
        Ok(command)
    }

    fn compile(&self, source: &Path, into: &Path, options: &[&str]) -> anyhow::Result<bool> {
        let mut path = vec![self.build.join("classes")];
        path.extend(self.libraries.iter().cloned());
        let mut javac = Command::new(self.java.with_file_name("javac"));
        javac.args(["-nowarn", "-proc:none", "-g"]).args(options);
        javac
            .arg("-cp")
            .arg(joined(&path))
            .arg("-d")
            .arg(into)
            .arg(source);
        javac
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        Ok(javac.status().context("start the compiler")?.success())
    }
}

fn joined(path: &[PathBuf]) -> String {
    let path: Vec<String> = path.iter().map(|one| one.display().to_string()).collect();
    path.join(":")
}

/// The one folder in a folder.
fn only(folder: &Path) -> anyhow::Result<PathBuf> {
    let entries = fs::read_dir(folder).with_context(|| format!("read {}", folder.display()))?;
    let mut found = Vec::new();
    for entry in entries {
        let path = entry?.path();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if path.is_dir() && !name.starts_with('.') {
            found.push(path);
        }
    }
    match found.as_slice() {
        [one] => Ok(one.clone()),
        all => bail!(
            "{} folders in {} where one is expected: empty the state folder",
            all.len(),
            folder.display()
        ),
    }
}
