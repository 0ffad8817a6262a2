//! Running pip, and telling its kinds of failure apart by its own words.

use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output};

use super::error::ProvisionError;

/// Lines of a log that an error shows.
const TAIL: usize = 12;

/// A command of a Python interpreter, cut off from the caller's own Python set-up. pip's own settings (index,
/// certificates, cache) stay: they are how a machine reaches its packages.
pub(super) fn isolated(program: &Path) -> Command {
    let mut command = Command::new(program);
    command
        .arg("-I")
        .env_remove("VIRTUAL_ENV")
        .env_remove("PYTHONPATH")
        .env_remove("PYTHONHOME");
    command.stdin(std::process::Stdio::null());
    command
}

/// Runs a command to its end and appends all it says to the log.
pub(super) fn logged(command: &mut Command, log: &Path) -> Result<Output, ProvisionError> {
    if let Some(folder) = log.parent() {
        std::fs::create_dir_all(folder).map_err(ProvisionError::io(folder))?;
    }
    let mut file = File::options()
        .create(true)
        .append(true)
        .open(log)
        .map_err(ProvisionError::io(log))?;
    let output = command
        .output()
        .map_err(ProvisionError::io(command.get_program()))?;
    let args: Vec<_> = command
        .get_args()
        .map(|arg| arg.to_string_lossy().into_owned())
        .collect();
    writeln!(
        file,
        "$ {} {}",
        command.get_program().to_string_lossy(),
        args.join(" ")
    )
    .and_then(|()| file.write_all(&output.stdout))
    .and_then(|()| file.write_all(&output.stderr))
    .and_then(|()| writeln!(file, "-> {}", output.status))
    .map_err(ProvisionError::io(log))?;
    Ok(output)
}

/// Runs pip of this environment for `what`.
pub(super) fn pip(
    env: &Path,
    args: &[&str],
    dir: &Path,
    what: &str,
    log: &Path,
) -> Result<String, ProvisionError> {
    let mut command = isolated(&env.join("bin/python"));
    command
        .args(["-m", "pip", "--no-input", "--disable-pip-version-check"])
        .args(args)
        .current_dir(dir);
    let output = logged(&mut command, log)?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let words = format!(
        "{}\n{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    Err(failure(env, what, &words, log))
}

/// What a failed pip was about. A lost network also makes pip say that no version was found, so it is asked first.
fn failure(env: &Path, what: &str, words: &str, log: &Path) -> ProvisionError {
    const NETWORK: [&str; 9] = [
        "Temporary failure in name resolution",
        "Name or service not known",
        "Failed to establish a new connection",
        "NewConnectionError",
        "ConnectTimeoutError",
        "ReadTimeoutError",
        "Network is unreachable",
        "ProxyError",
        "SSLError",
    ];
    let says = |phrase: &str| words.contains(phrase);
    let (what, log) = (what.to_owned(), log.to_path_buf());
    if says("No module named pip") {
        ProvisionError::NoPip {
            env: env.to_path_buf(),
        }
    } else if says("No space left on device") || says("Disk quota exceeded") {
        ProvisionError::DiskFull {
            path: env.to_path_buf(),
        }
    } else if NETWORK.iter().any(|phrase| says(phrase)) {
        ProvisionError::NoNetwork { what, log }
    } else if says("No matching distribution found") || says("Invalid requirement") {
        ProvisionError::NoSuchPackage {
            what,
            tail: tail(words),
            log,
        }
    } else {
        ProvisionError::Pip {
            what,
            tail: tail(words),
            log,
        }
    }
}

/// The last lines that say something.
pub(super) fn tail(words: &str) -> String {
    let lines: Vec<&str> = words
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    lines[lines.len().saturating_sub(TAIL)..].join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(words: &str) -> ProvisionError {
        failure(
            Path::new("env"),
            "behave==1.3.3",
            words,
            Path::new("env.log"),
        )
    }

    #[test]
    fn a_lost_network_is_not_mistaken_for_a_missing_package() {
        let words = "WARNING: Retrying … NewConnectionError('<pip…>: Failed to establish a new connection: [Errno -3] \
                     Temporary failure in name resolution')\nERROR: No matching distribution found for behave==1.3.3";
        assert!(matches!(said(words), ProvisionError::NoNetwork { .. }));
        let words = "ERROR: Could not find a version that satisfies the requirement behave==9\n\
                     ERROR: No matching distribution found for behave==9";
        assert!(matches!(said(words), ProvisionError::NoSuchPackage { .. }));
    }

    #[test]
    fn a_full_disk_and_a_missing_pip_have_their_own_words() {
        assert!(matches!(
            said("OSError: [Errno 28] No space left on device"),
            ProvisionError::DiskFull { .. }
        ));
        assert!(matches!(
            said("/x/bin/python: No module named pip"),
            ProvisionError::NoPip { .. }
        ));
    }

    #[test]
    fn any_other_failure_shows_the_end_of_the_log() {
        let words: String = (0..40).map(|n| format!("line {n}\n\n")).collect();
        let error = said(&words).to_string();
        assert!(
            error.contains("line 39")
                && error.contains("line 28\n")
                && !error.contains("line 27\n"),
            "{error}"
        );
        assert!(error.contains("env.log"), "{error}");
    }
}
