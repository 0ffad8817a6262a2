//! Our own half, compiled: one part for each JDK, and adapters for each class path.

use std::path::{Path, PathBuf};
use std::process::Command;

use mutscore_model::digest::StableHasher;

use super::jdk::Jdk;
use super::once::{on, once};
use crate::runner::{Project, RunnerError};
use crate::shims;

/// The JDK's own reader and writer of class files.
pub(super) const ASM: &str = "java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED";

const COMPILER_CLASSES: &str = "compiler-classes.txt";

/// The compiled core, as a file that is an agent too.
pub(super) fn core(project: &Project, jdk: &Jdk) -> Result<PathBuf, RunnerError> {
    let name = named("core", jdk, &[]);
    let parent = project.state.join("jvm/tools");
    let folder = once(&parent, &name, |folder| {
        let sources = sources(project)?.join("mutscore/shim");
        let classes = folder.join("classes");
        compile(jdk, &sources, &files(&sources)?, "", &classes, None)?;
        let manifest = folder.join("MANIFEST.MF");
        std::fs::write(&manifest, "Premain-Class: mutscore.shim.Agent\n").map_err(on(&manifest))?;
        pack(jdk, &classes, &folder.join("shim.jar"), Some(&manifest))
    })?;
    Ok(folder.join("shim.jar"))
}

/// A folder of classes as one file: class-data archives are made of such files only.
fn pack(
    jdk: &Jdk,
    classes: &Path,
    into: &Path,
    manifest: Option<&Path>,
) -> Result<(), RunnerError> {
    let mut jar = Command::new(&jdk.jar);
    jar.arg("--create").arg("--file").arg(into);
    if let Some(manifest) = manifest {
        jar.arg("--manifest").arg(manifest);
    }
    jar.arg("-C").arg(classes).arg(".");
    run(&mut jar, "packing our half")
}

/// A compiled adapter.
#[derive(Debug, Clone)]
pub(super) struct Adapter {
    pub(super) jar: PathBuf,
    /// The classes of the compiler that compiling it took, as the JVM lists them.
    pub(super) compiler_classes: PathBuf,
}

/// An adapter, compiled against what the project itself uses.
pub(super) fn adapter(
    project: &Project,
    jdk: &Jdk,
    core: &Path,
    libraries: &[PathBuf],
    classes: &[&str],
) -> Result<Adapter, RunnerError> {
    let mut names: Vec<&str> = classes.to_vec();
    let paths: Vec<String> = libraries
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    names.extend(paths.iter().map(String::as_str));
    let name = named("adapter", jdk, &names);
    let folder = once(&project.state.join("jvm/tools"), &name, |folder| {
        let sources = sources(project)?.join("adapters");
        let files = classes
            .iter()
            .map(|name| sources.join(format!("{name}.java")))
            .collect::<Vec<_>>();
        let class_path = std::iter::once(core.display().to_string()).chain(paths.iter().cloned());
        let class_path = class_path.collect::<Vec<_>>().join(":");
        let into = folder.join("classes");
        let list = folder.join(COMPILER_CLASSES);
        compile(jdk, &sources, &files, &class_path, &into, Some(&list))?;
        pack(jdk, &into, &folder.join("adapter.jar"), None)
    })?;
    Ok(Adapter {
        jar: folder.join("adapter.jar"),
        compiler_classes: folder.join(COMPILER_CLASSES),
    })
}

fn named(kind: &str, jdk: &Jdk, parts: &[&str]) -> String {
    let mut hasher = StableHasher::new("mutscore/jvm-tools/2");
    hasher
        .field(shims::digest(shims::JVM).to_string())
        .field(&jdk.version);
    for part in parts {
        hasher.field(part);
    }
    format!("{kind}-{}", hasher.finish().short(16))
}

fn sources(project: &Project) -> Result<PathBuf, RunnerError> {
    shims::install(&project.state, "jvm", shims::JVM).map_err(on(&project.state.join("shims")))
}

fn files(folder: &Path) -> Result<Vec<PathBuf>, RunnerError> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(on(folder))? {
        found.push(entry.map_err(on(folder))?.path());
    }
    found.sort();
    Ok(found)
}

fn compile(
    jdk: &Jdk,
    sources: &Path,
    files: &[PathBuf],
    class_path: &str,
    into: &Path,
    list: Option<&Path>,
) -> Result<(), RunnerError> {
    let mut javac = Command::new(&jdk.javac);
    if let Some(list) = list {
        javac.arg(format!("-J-XX:DumpLoadedClassList={}", list.display()));
    }
    javac.current_dir(sources).args([
        "-nowarn",
        "-XDignore.symbol.file",
        "-proc:none",
        "-g:lines,source",
        "--add-exports",
        ASM,
    ]);
    if !class_path.is_empty() {
        javac.args(["-cp", class_path]);
    }
    javac.arg("-d").arg(into).args(files);
    run(&mut javac, "compiling our half")
}

fn run(command: &mut Command, what: &'static str) -> Result<(), RunnerError> {
    let program = PathBuf::from(command.get_program());
    let output = command.output().map_err(on(&program))?;
    if output.status.success() {
        return Ok(());
    }
    let words = format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    Err(RunnerError::Unusable {
        what: format!("{what} failed: {}", words.trim()),
        hint: "the framework's version may be none that this runner knows; its page in docs/runners says which are"
            .to_owned(),
    })
}
