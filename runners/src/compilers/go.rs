//! Go: go/types, and the machine code that the compiler lists.
//!
//! The checker is a Go program of ours, built once with the project's own tool chain, so that its type checker is the
//! one of that version.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use super::compiler::{Compiler, Launch, NoCompiler, ProgramTree};
use crate::shims;

const FILES: &[(&str, &str)] = &[
    ("check.go", include_str!("../shims/compilers/check.go")),
    ("code.go", include_str!("../shims/compilers/code.go")),
];

/// The first question about a package compiles what it imports, unless the build cache has it.
const ANSWER: Duration = Duration::from_secs(600);
const READY: Duration = Duration::from_secs(60);

/// The compiler of Go.
pub(super) struct Go;

impl Compiler for Go {
    fn language(&self) -> &'static str {
        "go"
    }

    fn revision(&self) -> String {
        shims::digest(FILES).short(16)
    }

    fn needs_tree(&self) -> bool {
        true
    }

    fn launch(&self, tree: &ProgramTree) -> Result<Launch, NoCompiler> {
        let go = tree.program_or("go");
        let mut env = environment(&go, &tree.env);
        // Removed by us: a checker is ended without being asked.
        let scratch = tempfile::Builder::new()
            .prefix("mutscore-go-")
            .tempdir()
            .map_err(|error| NoCompiler(format!("no folder for compiled files: {error}")))?;
        let folder = shims::install(&tree.state, "go", FILES)
            .map_err(|error| NoCompiler(format!("{}: {error}", tree.state.display())))?;
        let program = build(&go, &folder, &env)?;
        let place = scratch.path().display().to_string();
        env.insert("TMPDIR".to_owned(), place);
        Ok(Launch {
            argv: vec![program],
            about: vec![tree.root.display().to_string()],
            scratch: Some(Arc::new(scratch)),
            env,
            ready_within: READY,
            answer_within: ANSWER,
            // The run time reserves far more than it uses; the collector keeps below this instead.
            address_space: None,
        })
    }
}

/// Only what is downloaded already is used, and the tool chain is the one at hand.
fn environment(go: &str, project: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    let mut env: BTreeMap<String, String> = BTreeMap::new();
    for name in [
        "GOPATH",
        "GOMODCACHE",
        "GOCACHE",
        "GOROOT",
        "XDG_CACHE_HOME",
    ] {
        if let Ok(value) = std::env::var(name) {
            env.insert(name.to_owned(), value);
        }
    }
    env.extend(project.clone());
    // The checker asks `go` by its name.
    if let Some(folder) = Path::new(go).parent().filter(|folder| folder.is_absolute()) {
        let path = std::env::var("PATH").unwrap_or_default();
        env.insert("PATH".to_owned(), format!("{}:{path}", folder.display()));
    }
    for (name, value) in [
        ("GOPROXY", "off"),
        ("GOTOOLCHAIN", "local"),
        ("GOMEMLIMIT", "2GiB"),
    ] {
        env.insert(name.to_owned(), value.to_owned());
    }
    env
}

/// The checker, built with this tool chain unless it was before.
fn build(go: &str, folder: &Path, env: &BTreeMap<String, String>) -> Result<String, NoCompiler> {
    let run = |words: &[&str]| {
        let mut command = Command::new(go);
        command.args(words).current_dir(folder).envs(env);
        // A module or a work space above the folder must not matter, nor flags meant for the project.
        command.env("GO111MODULE", "off").env("GOFLAGS", "");
        let done = command.stdin(Stdio::null()).output();
        let done =
            done.map_err(|error| NoCompiler(format!("`{go}` cannot be started: {error}")))?;
        if done.status.success() {
            return Ok(String::from_utf8_lossy(&done.stdout).trim().to_owned());
        }
        let words = String::from_utf8_lossy(&done.stderr).trim().to_owned();
        Err(NoCompiler(format!("`{go}`: {words}")))
    };
    let version = run(&["env", "GOVERSION"])?;
    let program = folder.join(format!("check-{version}"));
    if !program.exists() {
        let fresh = tempfile::Builder::new()
            .prefix(".new-")
            .tempdir_in(folder)
            .map_err(|error| NoCompiler(format!("{}: {error}", folder.display())))?;
        let built = fresh.path().join("check").display().to_string();
        run(&["build", "-o", &built, "check.go", "code.go"])?;
        fs::rename(&built, &program)
            .map_err(|error| NoCompiler(format!("{}: {error}", program.display())))?;
    }
    Ok(program.display().to_string())
}
