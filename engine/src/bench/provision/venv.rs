//! A virtual environment for a project, named by what it is made from, built once.
//!
//! Environments cannot be moved (scripts in them name their interpreter), so one is built in its final place and
//! counts as built only when the `ready` file, written last, is there. Without it, the place is cleared first.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use mutscore_model::digest::StableHasher;
use serde::{Deserialize, Serialize};

use super::error::ProvisionError;
use super::interpreter::{Interpreter, ask};
use super::lock::lock;
use super::pip::{isolated, logged, pip, tail};
use crate::bench::atomic::write_atomically;
use crate::config::PythonSettings;

/// An interpreter that is ready to run a project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Toolchain {
    /// The interpreter of the environment, absolute. Not resolved further: its place is what selects the environment.
    pub program: PathBuf,
    /// Folders it needs to read, absolute: the environment, the base interpreter, the system's libraries.
    pub read_only: Vec<PathBuf>,
    /// Folders of libraries that the project declares, in its own order: the first that has what is looked for is meant.
    pub libraries: Vec<PathBuf>,
    /// What it is, for frozen files: the interpreter's version and every installed package with its version.
    pub fingerprint: BTreeMap<String, String>,
}

/// Contents of the `ready` file.
#[derive(Debug, Serialize, Deserialize)]
struct Ready {
    packages: BTreeMap<String, String>,
}

/// Makes the virtual environment of these settings ready under `state`; quick if it is already.
/// `dir` is the bench's folder: relative requirements mean files there.
///
/// # Errors
/// [`ProvisionError`]: no usable interpreter, no venv or pip, no network, no such package, disk full.
pub fn python(
    state: &Path,
    dir: &Path,
    settings: &PythonSettings,
) -> Result<Toolchain, ProvisionError> {
    let interpreter = ask(state, dir, settings)?;
    let name = name(&interpreter, settings);
    let env = state.join("envs").join(&name);
    let marker = env.join("ready");
    let ready = match read_ready(&marker) {
        Some(ready) => ready,
        None => {
            let _lock = lock(&state.join("envs").join(format!("{name}.lock")))?;
            // Another process may have built it while this one waited.
            match read_ready(&marker) {
                Some(ready) => ready,
                None => build(
                    &env,
                    dir,
                    &interpreter,
                    settings,
                    &state.join("logs").join(format!("env-{name}.log")),
                )?,
            }
        }
    };
    let mut read_only = interpreter.read_only();
    read_only.insert(env.clone());
    let mut fingerprint: BTreeMap<String, String> = ready
        .packages
        .into_iter()
        .map(|(package, version)| (format!("package {package}"), version))
        .collect();
    fingerprint.insert("python".to_owned(), interpreter.version_text());
    fingerprint.insert("python build".to_owned(), interpreter.build);
    Ok(Toolchain {
        program: env.join("bin/python"),
        read_only: read_only.into_iter().collect(),
        libraries: Vec::new(),
        fingerprint,
    })
}

/// Name of the environment's folder: a digest of all that it is made from.
fn name(interpreter: &Interpreter, settings: &PythonSettings) -> String {
    let mut hasher = StableHasher::new("mutscore/env/1");
    hasher
        .field(&interpreter.build)
        .field(interpreter.executable.as_os_str().as_encoded_bytes());
    for package in &settings.packages {
        hasher.field(package);
    }
    hasher.finish().short(16)
}

/// The marker's contents, if the environment was finished and its interpreter is still there.
fn read_ready(marker: &Path) -> Option<Ready> {
    let ready = serde_json::from_slice(&std::fs::read(marker).ok()?).ok()?;
    marker
        .with_file_name("bin/python")
        .exists()
        .then_some(ready)
}

fn build(
    env: &Path,
    dir: &Path,
    interpreter: &Interpreter,
    settings: &PythonSettings,
    log: &Path,
) -> Result<Ready, ProvisionError> {
    tracing::info!(env = %env.display(), packages = ?settings.packages, "making a virtual environment");
    match std::fs::remove_dir_all(env) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            return Err(ProvisionError::io(env)(error));
        }
        _ => {}
    }
    make_venv(env, interpreter, log)?;
    if !settings.packages.is_empty() {
        let what = settings.packages.join(", ");
        let mut args = vec!["install", "--"];
        args.extend(settings.packages.iter().map(String::as_str));
        pip(env, &args, dir, &what, log)?;
    }
    let listing = pip(
        env,
        &["list", "--format=json"],
        dir,
        "the list of packages",
        log,
    )?;
    let ready = Ready {
        packages: installed(&listing, log)?,
    };
    let text = serde_json::to_vec(&ready).map_err(|error| ProvisionError::io(env)(error.into()))?;
    let marker = env.join("ready");
    write_atomically(&marker, &text)
        .map_err(|error| ProvisionError::io(error.path)(error.source))?;
    Ok(ready)
}

fn make_venv(env: &Path, interpreter: &Interpreter, log: &Path) -> Result<(), ProvisionError> {
    let output = logged(
        isolated(&interpreter.executable)
            .args(["-m", "venv"])
            .arg(env),
        log,
    )?;
    if output.status.success() {
        return Ok(());
    }
    let words = format!(
        "{}\n{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    if words.contains("No space left on device") {
        return Err(ProvisionError::DiskFull {
            path: env.to_path_buf(),
        });
    }
    Err(ProvisionError::NoVenv {
        interpreter: interpreter.executable.clone(),
        detail: tail(&words),
    })
}

/// Packages by name from pip's own list.
fn installed(listing: &str, log: &Path) -> Result<BTreeMap<String, String>, ProvisionError> {
    #[derive(Deserialize)]
    struct Package {
        name: String,
        version: String,
    }
    let packages: Vec<Package> =
        serde_json::from_str(listing).map_err(|error| ProvisionError::Pip {
            what: "the list of packages".to_owned(),
            tail: format!("{error}: {}", tail(listing)),
            log: log.to_path_buf(),
        })?;
    Ok(packages
        .into_iter()
        .map(|package| (package.name.to_lowercase(), package.version))
        .collect())
}
