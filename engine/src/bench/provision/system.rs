//! A tool chain that the machine already has: found, asked for its version, and never changed.
//!
//! Languages whose packages come with the system, or with the project itself, need no environment of the bench's own.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use super::error::ProvisionError;
use super::venv::Toolchain;
use crate::config::ToolchainSettings;

/// What every program of a Linux system may need to read: programs, libraries, and the links that choose among them.
const SYSTEM: [&str; 12] = [
    "/bin",
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/lib",
    "/lib32",
    "/lib64",
    "/sbin",
    "/usr/bin",
    "/usr/lib",
    "/usr/local",
    "/usr/share",
    "/var/lib/gems",
];

/// Finds the declared program and asks what it is. `dir` is the folder it is started in.
///
/// # Errors
/// [`ProvisionError`]: there is none, it does not answer, or it is of another version than declared.
pub(super) fn system(
    dir: &Path,
    language: &str,
    settings: &ToolchainSettings,
) -> Result<Toolchain, ProvisionError> {
    let name = &settings.program;
    let program = found(dir, name).ok_or_else(|| ProvisionError::NoInterpreter {
        interpreter: name.clone(),
        source: std::io::ErrorKind::NotFound.into(),
    })?;
    let version = version(dir, &program, name, language)?;
    if let Some(needed) = &settings.version
        && !is_of(&version, needed)
    {
        return Err(ProvisionError::OtherVersion {
            program: name.clone(),
            found: version,
            needed: needed.clone(),
        });
    }
    let read_only = read_only(&program, &settings.read_only);
    Ok(Toolchain {
        program,
        read_only: read_only.into_iter().collect(),
        libraries: settings.read_only.clone(),
        fingerprint: BTreeMap::from([(language.to_owned(), version)]),
    })
}

/// The program's file, links resolved: what a link points to may change while the link stays.
fn found(dir: &Path, name: &str) -> Option<PathBuf> {
    let candidates: Vec<PathBuf> = if name.contains('/') {
        vec![dir.join(name)]
    } else {
        let path = std::env::var_os("PATH")?;
        std::env::split_paths(&path)
            .map(|folder| dir.join(folder).join(name))
            .collect()
    };
    let is_file = |path: &PathBuf| path.is_file();
    candidates
        .into_iter()
        .find(is_file)
        .and_then(|path| std::fs::canonicalize(path).ok())
}

/// The first line of what the program says of itself.
fn version(
    dir: &Path,
    program: &Path,
    name: &str,
    language: &str,
) -> Result<String, ProvisionError> {
    let question = match language {
        "go" => "version",
        "java" => "-version",
        _ => "--version",
    };
    let output = Command::new(program)
        .arg(question)
        .current_dir(dir)
        .output()
        .map_err(|source| ProvisionError::NoInterpreter {
            interpreter: name.to_owned(),
            source,
        })?;
    // Java answers on its error stream.
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    let line = said.lines().map(str::trim).find(|line| !line.is_empty());
    match line {
        Some(line) if output.status.success() => Ok(line.to_owned()),
        _ => Err(ProvisionError::NoAnswer {
            program: name.to_owned(),
            question,
            detail: format!("it ended with {}: {}", output.status, said.trim()),
        }),
    }
}

/// Whether a version line names this version, or one below it: `3.1` is in `ruby 3.1.2p20`, not in `ruby 3.10.0`.
fn is_of(line: &str, needed: &str) -> bool {
    let is_number = |character: char| character.is_ascii_digit() || character == '.';
    line.split(|character| !is_number(character))
        .any(|number| number == needed || number.starts_with(&format!("{needed}.")))
}

/// The system's folders, the program's own, and what the project declares.
fn read_only(program: &Path, declared: &[PathBuf]) -> BTreeSet<PathBuf> {
    let prefix = program.parent().and_then(Path::parent);
    let own = prefix.filter(|prefix| *prefix != Path::new("/") && *prefix != Path::new("/usr"));
    let system = SYSTEM.iter().map(PathBuf::from);
    let all: BTreeSet<PathBuf> = system
        .chain(own.map(Path::to_path_buf))
        .chain(declared.iter().cloned())
        .filter(|path| path.exists())
        .collect();
    let inside = |path: &&PathBuf| path.ancestors().skip(1).any(|above| all.contains(above));
    all.iter().filter(|path| !inside(path)).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(program: &str, version: Option<&str>) -> ToolchainSettings {
        ToolchainSettings {
            program: program.to_owned(),
            version: version.map(str::to_owned),
            read_only: Vec::new(),
        }
    }

    #[test]
    fn a_version_is_met_in_whole_numbers() {
        assert!(is_of(
            "ruby 3.1.2p20 (2022-04-12) [x86_64-linux-gnu]",
            "3.1"
        ));
        assert!(is_of("go version go1.26.8 linux/amd64", "1.26"));
        assert!(is_of("openjdk version \"17.0.15\" 2025-04-15", "17"));
        assert!(!is_of("ruby 3.10.0", "3.1"));
        assert!(!is_of("PHP 8.2.36 (cli)", "8.3"));
    }

    #[test]
    fn a_program_is_found_and_says_what_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("tool");
        std::fs::write(&program, "#!/bin/sh\necho tool 4.2.1\n").unwrap();
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(&program, mode).unwrap();
        let found = system(folder.path(), "ruby", &settings("./tool", Some("4.2"))).unwrap();
        assert_eq!(found.fingerprint["ruby"], "tool 4.2.1");
        assert!(found.read_only.contains(&PathBuf::from("/usr/lib")));
        let mut declaring = settings("./tool", None);
        // Below a folder of the system's, which is mounted whole.
        declaring.read_only = vec!["/usr/share/doc".into(), folder.path().to_owned()];
        let declared = system(folder.path(), "ruby", &declaring).unwrap();
        assert_eq!(declared.libraries, declaring.read_only);
        assert!(!declared.read_only.contains(&declaring.read_only[0]));
        let other = system(folder.path(), "ruby", &settings("./tool", Some("5"))).unwrap_err();
        assert!(other.to_string().contains("is tool 4.2.1, needed is 5"));
        let none = system(folder.path(), "ruby", &settings("./none", None)).unwrap_err();
        assert!(
            none.to_string()
                .starts_with("cannot start the interpreter `./none`")
        );
    }
}
