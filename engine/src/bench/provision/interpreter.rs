//! What the declared interpreter is: asked of itself, never guessed from its name.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::{Deserialize, Serialize};

use super::asked::Asked;
use super::error::ProvisionError;
use crate::config::PythonSettings;

/// The oldest version that the shims are written for.
const OLDEST: [u32; 2] = [3, 8];

/// Run with `-I` so that neither the environment nor the current folder changes the answer.
const QUESTION: &str = "
import json, os, sys, sysconfig
real = os.path.realpath
base = getattr(sys, '_base_executable', None) or sys.executable
paths = sysconfig.get_paths()
print(json.dumps({
    'version': list(sys.version_info[:3]),
    'build': sys.version + ' ' + sys.implementation.cache_tag,
    'executable': real(base),
    'folders': sorted({real(p) for p in (sys.base_prefix, sys.base_exec_prefix, os.path.dirname(real(base)))}),
}))
";

/// An interpreter's own account of itself.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Interpreter {
    /// Major, minor, patch.
    pub(super) version: Vec<u32>,
    /// Everything that tells two builds apart.
    pub(super) build: String,
    /// The base interpreter (no virtual environment's), symlinks resolved.
    pub(super) executable: PathBuf,
    /// The folders it needs to run.
    pub(super) folders: BTreeSet<PathBuf>,
}

impl Interpreter {
    /// `3.11.7`.
    pub(super) fn version_text(&self) -> String {
        self.version
            .iter()
            .map(u32::to_string)
            .collect::<Vec<_>>()
            .join(".")
    }

    /// Folders a sandbox must show, read-only, for this interpreter to run: its own, and the system's libraries.
    pub(super) fn read_only(&self) -> BTreeSet<PathBuf> {
        const SYSTEM: [&str; 8] = [
            "/lib",
            "/lib32",
            "/lib64",
            "/usr/lib",
            "/usr/lib32",
            "/usr/lib64",
            "/usr/local/lib",
            "/usr/share/zoneinfo",
        ];
        let system = SYSTEM
            .iter()
            .map(PathBuf::from)
            .filter(|folder| folder.is_dir());
        let all: BTreeSet<PathBuf> = self.folders.iter().cloned().chain(system).collect();
        let inside =
            |folder: &&PathBuf| folder.ancestors().skip(1).any(|above| all.contains(above));
        all.iter()
            .filter(|folder| !inside(folder))
            .cloned()
            .collect()
    }
}

/// What the declared interpreter is: what it said before, under `state`, if it is still the same, else asked now. `dir`
/// is the folder it is started in.
pub(super) fn ask(
    state: &Path,
    dir: &Path,
    settings: &PythonSettings,
) -> Result<Interpreter, ProvisionError> {
    let asked = Asked::of(state, dir, &settings.interpreter);
    let interpreter = match asked.as_ref().and_then(Asked::answer) {
        Some(interpreter) => interpreter,
        None => {
            let interpreter = start(dir, &settings.interpreter)?;
            if let Some(asked) = asked {
                asked.keep(&interpreter);
            }
            interpreter
        }
    };
    check_version(
        &settings.interpreter,
        &interpreter,
        settings.version.as_deref(),
    )?;
    Ok(interpreter)
}

/// Starts the interpreter and asks what it is.
fn start(dir: &Path, name: &str) -> Result<Interpreter, ProvisionError> {
    let name = name.to_owned();
    let output = Command::new(&name)
        .args(["-I", "-c", QUESTION])
        .current_dir(dir)
        .output()
        .map_err(|source| ProvisionError::NoInterpreter {
            interpreter: name.clone(),
            source,
        })?;
    let words = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    let not_python = |detail: String| ProvisionError::NotPython {
        interpreter: name.clone(),
        detail,
    };
    if !output.status.success() {
        return Err(not_python(format!(
            "it ended with {}: {words}",
            output.status
        )));
    }
    serde_json::from_slice(&output.stdout).map_err(|error| not_python(error.to_string()))
}

fn check_version(
    name: &str,
    interpreter: &Interpreter,
    declared: Option<&str>,
) -> Result<(), ProvisionError> {
    let found = interpreter.version_text();
    let wrong = |needed: String| {
        Err(ProvisionError::WrongVersion {
            interpreter: name.to_owned(),
            found: found.clone(),
            needed,
        })
    };
    if interpreter.version.get(..2) < Some(&OLDEST[..]) {
        return wrong(format!("{}.{} or newer", OLDEST[0], OLDEST[1]));
    }
    match declared {
        Some(version) if found != version && !found.starts_with(&format!("{version}.")) => {
            wrong(version.to_owned())
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn interpreter(version: &[u32]) -> Interpreter {
        Interpreter {
            version: version.to_vec(),
            build: String::new(),
            executable: PathBuf::new(),
            folders: BTreeSet::new(),
        }
    }

    #[test]
    fn a_declared_version_is_met_in_whole_numbers() {
        let found = interpreter(&[3, 11, 7]);
        assert!(check_version("python3", &found, None).is_ok());
        assert!(check_version("python3", &found, Some("3.11")).is_ok());
        assert!(check_version("python3", &found, Some("3.11.7")).is_ok());
        for other in ["3.1", "3.12", "3.11.70"] {
            let error = check_version("python3", &found, Some(other))
                .unwrap_err()
                .to_string();
            assert!(
                error.contains(&format!("is Python 3.11.7, needed is {other}")),
                "{error}"
            );
        }
    }

    #[test]
    fn a_version_too_old_for_the_shims_is_refused() {
        assert!(check_version("python3", &interpreter(&[3, 7, 17]), None).is_err());
        assert!(check_version("python3", &interpreter(&[3, 8, 0]), None).is_ok());
        assert!(check_version("python2", &interpreter(&[2, 7, 18]), None).is_err());
    }
}
