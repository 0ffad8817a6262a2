//! Java: javac from the JDK's own library, and the class files that it makes.
//!
//! Our half is compiled once by the project's own JDK.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use super::compiler::{Compiler, Launch, NoCompiler, ProgramTree};
use crate::shims;

macro_rules! java {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../shims/compilers/java/", $name)))),*]
    };
}

const FILES: &[(&str, &str)] = java![
    "Check.java",
    "ClassFile.java",
    "Description.java",
    "Javac.java",
    "Method.java",
    "Opcodes.java",
    "Text.java",
    "Weave.java",
    "Wire.java",
];

/// The oldest Java whose libraries our half needs nothing beyond.
const RELEASE: &str = "11";

/// The whole program is compiled once before anything is answered.
const READY: Duration = Duration::from_secs(900);
/// Before the first version all of a file are compiled together.
const ANSWER: Duration = Duration::from_secs(600);

/// The compiler of Java. The class path of a project is its variable `CLASSPATH`, with `:` between entries.
#[derive(Debug)]
pub struct Javac {
    weaves: bool,
}

impl Javac {
    /// Looks at a file's versions together first, and compiles by themselves only those of which that says nothing.
    pub const WOVEN: Self = Self { weaves: true };
    /// Compiles each version by itself: what [`Self::WOVEN`] is measured against.
    pub const ALONE: Self = Self { weaves: false };
}

impl Compiler for Javac {
    fn language(&self) -> &'static str {
        "java"
    }

    fn revision(&self) -> String {
        shims::digest(FILES).short(16)
    }

    fn needs_tree(&self) -> bool {
        true
    }

    /// A version that compiles to a program of its own is one among those that it was compared with.
    fn forms_are_relative(&self) -> bool {
        self.weaves
    }

    fn launch(&self, tree: &ProgramTree) -> Result<Launch, NoCompiler> {
        let java = tree.program_or("java");
        let folder = shims::install(&tree.state, "java", FILES)
            .map_err(|error| NoCompiler(format!("{}: {error}", tree.state.display())))?;
        let classes = build(&java, &folder)?.display().to_string();
        let class_path = tree.env.get("CLASSPATH").cloned().unwrap_or_default();
        let way = if self.weaves { "woven" } else { "alone" };
        let mut about = vec![tree.root.display().to_string(), class_path, way.to_owned()];
        about.extend(tree.files.iter().map(ToString::to_string));
        let mut argv = vec![java];
        // A process lives for some thousand versions: what the second compiler of the virtual machine costs, it does
        // not bring in (2.4 times as much for 8,370 mutants, 2.8 times for 1,267).
        let options = [
            "-Xmx2g",
            "-Xss16m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
        ];
        argv.extend(options.map(str::to_owned));
        argv.extend([classes, "Check".to_owned()]);
        Ok(Launch {
            argv,
            about,
            scratch: None,
            env: BTreeMap::new(),
            ready_within: READY,
            answer_within: ANSWER,
            // The machine reserves far more than it uses; its own limit bounds the heap.
            address_space: None,
        })
    }
}

/// Our half, compiled unless it was before: the folder of its classes.
fn build(java: &str, folder: &Path) -> Result<PathBuf, NoCompiler> {
    let classes = folder.join("classes");
    if classes.is_dir() {
        return Ok(classes);
    }
    let failed = |error: std::io::Error| NoCompiler(format!("{}: {error}", folder.display()));
    let fresh = tempfile::Builder::new()
        .prefix(".new-")
        .tempdir_in(folder)
        .map_err(failed)?;
    let mut command = Command::new(java);
    // As a module: a JDK may be known by its `java` alone.
    command.args(["-m", "jdk.compiler/com.sun.tools.javac.Main"]);
    command.args(["-nowarn", "-proc:none", "--release", RELEASE, "-d"]);
    command
        .arg(fresh.path())
        .args(FILES.iter().map(|(name, _)| *name));
    for name in ["CLASSPATH", "JAVA_TOOL_OPTIONS", "JDK_JAVAC_OPTIONS"] {
        command.env_remove(name);
    }
    let done = command.current_dir(folder).stdin(Stdio::null()).output();
    let done = done.map_err(|error| NoCompiler(format!("`{java}` cannot be started: {error}")))?;
    if !done.status.success() {
        let said = [done.stderr, done.stdout].concat();
        let said = String::from_utf8_lossy(&said);
        let first = said.lines().find(|line| !line.trim().is_empty());
        return Err(NoCompiler(format!(
            "`{java}` does not compile (a JDK is needed): {}",
            first.unwrap_or("it does not say why")
        )));
    }
    let fresh = fresh.keep();
    match fs::rename(&fresh, &classes) {
        Ok(()) => Ok(classes),
        // Somebody else was faster; theirs has the same content.
        Err(_) if classes.is_dir() => fs::remove_dir_all(&fresh).map(|()| classes).map_err(failed),
        Err(error) => Err(failed(error)),
    }
}
