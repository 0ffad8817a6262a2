//! The source of a project that is pinned as a Python source distribution: downloaded, checked, unpacked.
//!
//! pip downloads it, because pip knows the machine's index and certificates. The hash is given to pip, which
//! refuses another file before running anything of it, and is computed again over the file that is unpacked.

use std::path::{Path, PathBuf};

use super::error::ProvisionError;
use super::lock::lock;
use super::pip::{isolated, logged, pip, tail};
use super::unpack::unpack_sdist;
use super::venv::Toolchain;

/// Makes the unpacked source of `name==version` ready under `state` and gives back its folder, absolute.
///
/// # Errors
/// [`ProvisionError`]: no network, no such version, another hash than the pinned one, an archive that cannot be
/// unpacked safely, disk full.
pub fn sdist(
    state: &Path,
    toolchain: &Toolchain,
    name: &str,
    version: &str,
    sha256: &str,
) -> Result<PathBuf, ProvisionError> {
    let sources = state.join("sources");
    let folder = sources.join(format!(
        "{name}-{version}-{}",
        &sha256[..16.min(sha256.len())]
    ));
    if folder.is_dir() {
        return Ok(folder);
    }
    let _lock = lock(&folder.with_extension("lock"))?;
    if folder.is_dir() {
        return Ok(folder);
    }
    let what = format!("{name}=={version}");
    let log = state
        .join("logs")
        .join(format!("source-{name}-{version}.log"));
    let scratch = tempfile::Builder::new()
        .prefix(".download-")
        .tempdir_in(&sources)
        .map_err(ProvisionError::io(&sources))?;
    let archive = download(scratch.path(), toolchain, name, &what, sha256, &log)?;
    check(toolchain, &archive, &what, sha256, &log)?;
    let unpacked = scratch.path().join("unpacked");
    unpack_sdist(&archive, &unpacked).map_err(|source| ProvisionError::Unpack { what, source })?;
    std::fs::rename(&unpacked, &folder).map_err(ProvisionError::io(&folder))?;
    Ok(folder)
}

fn download(
    scratch: &Path,
    toolchain: &Toolchain,
    name: &str,
    what: &str,
    sha256: &str,
    log: &Path,
) -> Result<PathBuf, ProvisionError> {
    tracing::info!(source = what, "downloading");
    let requirements = scratch.join("requirements.txt");
    std::fs::write(&requirements, format!("{what} --hash=sha256:{sha256}\n"))
        .map_err(ProvisionError::io(&requirements))?;
    let env = toolchain
        .program
        .parent()
        .and_then(Path::parent)
        .unwrap_or(Path::new("/"));
    // Only this distribution must be a source: what it needs to say its own name may be built already.
    let args = [
        "download",
        "--no-deps",
        "--require-hashes",
        "--no-binary",
        name,
        "--dest",
        "archive",
        "-r",
        "requirements.txt",
    ];
    match pip(env, &args, scratch, what, log) {
        Ok(_) => {}
        Err(ProvisionError::Pip { tail, .. }) if tail.contains("DO NOT MATCH THE HASHES") => {
            return Err(ProvisionError::WrongDigest {
                what: what.to_owned(),
                expected: sha256.to_owned(),
                detail: tail,
            });
        }
        Err(error) => return Err(error),
    }
    let dest = scratch.join("archive");
    let found = std::fs::read_dir(&dest)
        .map_err(ProvisionError::io(&dest))?
        .flatten()
        .map(|entry| entry.path())
        .next();
    found.ok_or_else(|| ProvisionError::Pip {
        what: what.to_owned(),
        tail: "pip downloaded nothing".to_owned(),
        log: log.to_path_buf(),
    })
}

/// Compares the file's SHA-256, computed by the interpreter's own library, with the pinned one.
fn check(
    toolchain: &Toolchain,
    archive: &Path,
    what: &str,
    sha256: &str,
    log: &Path,
) -> Result<(), ProvisionError> {
    const HASH: &str =
        "import hashlib, sys; print(hashlib.sha256(open(sys.argv[1], 'rb').read()).hexdigest())";
    let output = logged(
        isolated(&toolchain.program).args(["-c", HASH]).arg(archive),
        log,
    )?;
    let found = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    if found == sha256 {
        return Ok(());
    }
    let detail = match found.as_str() {
        "" => tail(&String::from_utf8_lossy(&output.stderr)),
        found => format!("it has {found}"),
    };
    Err(ProvisionError::WrongDigest {
        what: what.to_owned(),
        expected: sha256.to_owned(),
        detail,
    })
}
