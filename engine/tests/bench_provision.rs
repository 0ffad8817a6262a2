//! Making interpreters and sources ready, for real but without a network: packages are made here.
#![expect(clippy::unwrap_used, reason = "a test may end at the first surprise")]

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use mutscore::bench::provision::{ProvisionError, UnpackError, python, sdist, unpack_sdist};
use mutscore::config::PythonSettings;

fn settings(interpreter: &str, packages: &[&str]) -> PythonSettings {
    PythonSettings {
        interpreter: interpreter.to_owned(),
        version: None,
        packages: packages.iter().map(|&package| package.to_owned()).collect(),
    }
}

/// A wheel with one module, written by hand so that no build tool is needed.
fn wheel(folder: &Path) -> String {
    let script = "
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], 'w') as z:
    z.writestr('tiny_mutscore.py', 'ANSWER = 42\\n')
    z.writestr('tiny_mutscore-1.0.dist-info/METADATA', 'Metadata-Version: 2.1\\nName: tiny-mutscore\\nVersion: 1.0\\n')
    z.writestr('tiny_mutscore-1.0.dist-info/WHEEL', 'Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')
    z.writestr('tiny_mutscore-1.0.dist-info/RECORD', '')
";
    let name = "./tiny_mutscore-1.0-py3-none-any.whl";
    let status = Command::new("python3")
        .args(["-c", script])
        .arg(folder.join(name))
        .status()
        .unwrap();
    assert!(status.success());
    name.to_owned()
}

#[test]
fn an_environment_is_built_once_and_found_again() {
    let bench = tempfile::tempdir().unwrap();
    let state = bench.path().join(".mutscore");
    let settings = settings("python3", &[&wheel(bench.path())]);
    let first = python(&state, bench.path(), &settings).unwrap();
    assert_eq!(first.fingerprint["package tiny-mutscore"], "1.0");
    let answer = Command::new(&first.program)
        .args(["-c", "import tiny_mutscore as t; print(t.ANSWER)"])
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&answer.stdout), "42\n");
    let env = first.program.parent().unwrap().parent().unwrap();
    assert!(first.read_only.contains(&env.to_path_buf()));
    assert!(
        first.read_only.iter().all(|folder| folder.is_dir()),
        "{:?}",
        first.read_only
    );

    let made = fs::metadata(env.join("pyvenv.cfg"))
        .unwrap()
        .modified()
        .unwrap();
    assert_eq!(python(&state, bench.path(), &settings).unwrap(), first);
    assert_eq!(
        fs::metadata(env.join("pyvenv.cfg"))
            .unwrap()
            .modified()
            .unwrap(),
        made
    );

    // Without its marker it is what an interrupted build leaves: it is made again, and ends the same.
    fs::remove_file(env.join("ready")).unwrap();
    fs::write(env.join("half-written"), "").unwrap();
    assert_eq!(python(&state, bench.path(), &settings).unwrap(), first);
    assert!(!env.join("half-written").exists());
}

#[test]
fn a_missing_interpreter_and_one_that_is_no_python_are_told_apart() {
    let bench = tempfile::tempdir().unwrap();
    let fails = |name: &str| {
        python(
            &bench.path().join("state"),
            bench.path(),
            &settings(name, &[]),
        )
        .unwrap_err()
    };
    let error = fails("python-that-is-not-there");
    assert!(
        matches!(error, ProvisionError::NoInterpreter { .. }) && error.to_string().contains("hint"),
        "{error}"
    );
    assert!(matches!(
        fails("/bin/echo"),
        ProvisionError::NotPython { .. }
    ));
    assert!(matches!(
        fails("/bin/false"),
        ProvisionError::NotPython { .. }
    ));
}

#[test]
fn an_interpreter_without_venv_is_named_with_the_way_out() {
    let bench = tempfile::tempdir().unwrap();
    // An interpreter that answers the question, but whose "executable" cannot make environments.
    let fake = bench.path().join("python");
    let answer =
        r#"{"version":[3,11,0],"build":"fake","executable":"/bin/false","folders":["/bin"]}"#;
    fs::write(&fake, format!("#!/bin/sh\necho '{answer}'\n")).unwrap();
    assert!(
        Command::new("chmod")
            .arg("+x")
            .arg(&fake)
            .status()
            .unwrap()
            .success()
    );
    let error = python(
        &bench.path().join("state"),
        bench.path(),
        &settings(fake.to_str().unwrap(), &[]),
    )
    .unwrap_err();
    assert!(
        matches!(error, ProvisionError::NoVenv { .. }) && error.to_string().contains("ensurepip"),
        "{error}"
    );
}

#[test]
fn a_package_that_cannot_be_had_leaves_no_environment_that_counts_as_ready() {
    let bench = tempfile::tempdir().unwrap();
    let state = bench.path().join("state");
    let missing = settings("python3", &["./not-there-1.0-py3-none-any.whl"]);
    let error = python(&state, bench.path(), &missing).unwrap_err();
    let ProvisionError::Pip { log, tail, .. } = &error else {
        panic!("{error}")
    };
    assert!(tail.contains("not-there"), "{tail}");
    assert!(fs::read_to_string(log).unwrap().contains("not-there"));
    let built: Vec<_> = fs::read_dir(state.join("envs"))
        .unwrap()
        .flatten()
        .map(|entry| entry.path())
        .collect();
    assert!(
        !built.is_empty() && built.iter().all(|env| !env.join("ready").exists()),
        "{built:?}"
    );
}

/// A source distribution whose build backend is its own, so that pip needs nothing else to read its name.
fn source_archive(folder: &Path) -> (PathBuf, String) {
    let script = "
import hashlib, io, sys, tarfile
files = {
    'PKG-INFO': 'Metadata-Version: 2.1\\nName: tiny-source\\nVersion: 2.0\\n',
    'pyproject.toml': '[build-system]\\nrequires = []\\nbuild-backend = \"backend\"\\nbackend-path = [\".\"]\\n',
    'backend.py': '''
import os
def prepare_metadata_for_build_wheel(folder, config_settings=None):
    name = 'tiny_source-2.0.dist-info'
    os.makedirs(os.path.join(folder, name))
    with open(os.path.join(folder, name, 'METADATA'), 'w') as f:
        f.write('Metadata-Version: 2.1\\\\nName: tiny-source\\\\nVersion: 2.0\\\\n')
    return name
def build_wheel(folder, config_settings=None, metadata_directory=None): raise NotImplementedError
def build_sdist(folder, config_settings=None): raise NotImplementedError
''',
    'src/tiny.py': 'ANSWER = 42\\n',
}
with tarfile.open(sys.argv[1], 'w:gz') as tar:
    for name, text in files.items():
        info = tarfile.TarInfo('tiny_source-2.0/' + name)
        info.size = len(text)
        tar.addfile(info, io.BytesIO(text.encode()))
print(hashlib.sha256(open(sys.argv[1], 'rb').read()).hexdigest())
";
    let archive = folder.join("tiny_source-2.0.tar.gz");
    let output = Command::new("python3")
        .args(["-c", script])
        .arg(&archive)
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    (
        archive,
        String::from_utf8(output.stdout).unwrap().trim().to_owned(),
    )
}

/// pip's settings come from the environment, so this one runs in a process whose only index is a folder of ours.
#[test]
fn a_pinned_source_is_fetched_checked_and_unpacked_once() {
    let bench = tempfile::tempdir().unwrap();
    let output = Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "with_an_index_of_our_own",
            "--ignored",
            "--nocapture",
        ])
        .env("PIP_NO_INDEX", "1")
        .env("PIP_FIND_LINKS", bench.path())
        .env("OUR_INDEX", bench.path())
        .output()
        .unwrap();
    let words = format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(
        output.status.success() && words.contains("1 passed"),
        "{words}"
    );
}

#[test]
#[ignore = "started by the test above"]
fn with_an_index_of_our_own() {
    let bench = PathBuf::from(std::env::var_os("OUR_INDEX").unwrap());
    let state = bench.join("state");
    let toolchain = python(&state, &bench, &settings("python3", &[])).unwrap();
    let (archive, sha) = source_archive(&bench);

    let wrong = "00".repeat(32);
    let error = sdist(&state, &toolchain, "tiny-source", "2.0", &wrong).unwrap_err();
    assert!(
        matches!(error, ProvisionError::WrongDigest { .. }),
        "{error}"
    );

    let folder = sdist(&state, &toolchain, "tiny-source", "2.0", &sha).unwrap();
    assert_eq!(
        fs::read_to_string(folder.join("src/tiny.py")).unwrap(),
        "ANSWER = 42\n"
    );
    fs::remove_file(archive).unwrap();
    assert_eq!(
        sdist(&state, &toolchain, "tiny-source", "2.0", &sha).unwrap(),
        folder
    );
    let error = sdist(&state, &toolchain, "tiny-source", "3.0", &sha).unwrap_err();
    assert!(
        matches!(error, ProvisionError::NoSuchPackage { .. }),
        "{error}"
    );
}

/// A `.tar.gz` of these entries: path, kind, contents or link target.
fn tarball(folder: &Path, entries: &[(&str, tar::EntryType, &str)]) -> PathBuf {
    let path = folder.join("x-1.tar.gz");
    let gz = flate2::write::GzEncoder::new(
        fs::File::create(&path).unwrap(),
        flate2::Compression::fast(),
    );
    let mut builder = tar::Builder::new(gz);
    for (name, kind, text) in entries {
        let mut header = tar::Header::new_ustar();
        // Set by hand: the builder itself would refuse hostile names.
        header.as_mut_bytes()[..name.len()].copy_from_slice(name.as_bytes());
        header.set_entry_type(*kind);
        header.set_mode(0o755);
        let link = matches!(kind, tar::EntryType::Symlink | tar::EntryType::Link);
        let body = if link { "" } else { text };
        if link {
            header.as_mut_bytes()[157..157 + text.len()].copy_from_slice(text.as_bytes());
        }
        header.set_size(body.len() as u64);
        header.set_cksum();
        builder.append(&header, body.as_bytes()).unwrap();
    }
    builder
        .into_inner()
        .unwrap()
        .finish()
        .unwrap()
        .flush()
        .unwrap();
    path
}

#[test]
fn a_hostile_archive_writes_nothing_outside() {
    use tar::EntryType::{Char, Directory, Link, Regular, Symlink};
    for entries in [
        &[("x/../../evil", Regular, "!")][..],
        &[("/evil", Regular, "!")],
        &[("x/link", Symlink, "/etc"), ("x/link/evil", Regular, "!")],
        &[("x/link", Symlink, "../.."), ("x/link/evil", Regular, "!")],
        &[("x/link", Symlink, ".."), ("x/a", Regular, "!")],
        &[("x/d/up", Symlink, ".."), ("x/out", Symlink, "d/up/../..")],
        &[("x/a", Symlink, "b"), ("x/a", Regular, "through the link")],
        &[
            ("x/a", Symlink, "b"),
            ("x/a/c", Regular, "through the link"),
        ],
        &[("x/hard", Link, "/etc/passwd")],
        &[("x/null", Char, "")],
        &[("x/d", Directory, ""), ("x/d/s", Symlink, "")],
    ] {
        let folder = tempfile::tempdir().unwrap();
        let archive = tarball(folder.path(), entries);
        let into = folder.path().join("deep/into");
        let error = unpack_sdist(&archive, &into).unwrap_err();
        assert!(
            matches!(error, UnpackError::Hostile { .. } | UnpackError::Io { .. }),
            "{entries:?}: {error}"
        );
        let beside: Vec<_> = fs::read_dir(folder.path())
            .unwrap()
            .flatten()
            .map(|entry| entry.file_name())
            .collect();
        assert_eq!(beside.len(), 2, "{beside:?}");
        assert_eq!(fs::read_dir(folder.path().join("deep")).unwrap().count(), 1);
        assert!(!Path::new("/evil").exists());
    }
}

#[test]
fn an_honest_archive_is_unpacked_without_its_top_folder() {
    use std::os::unix::fs::PermissionsExt as _;
    use tar::EntryType::{Directory, Regular, Symlink};
    let folder = tempfile::tempdir().unwrap();
    let entries = [
        ("x-1", Directory, ""),
        ("x-1/a/b.py", Regular, "b"),
        ("x-1/a/link.py", Symlink, "b.py"),
        ("x-1/top", Symlink, "a/b.py"),
        ("x-1/a/up", Symlink, "../top"),
    ];
    let into = folder.path().join("into");
    unpack_sdist(&tarball(folder.path(), &entries), &into).unwrap();
    for path in ["a/b.py", "a/link.py", "top", "a/up"] {
        assert_eq!(fs::read_to_string(into.join(path)).unwrap(), "b", "{path}");
    }
    assert_eq!(
        fs::metadata(into.join("a/b.py"))
            .unwrap()
            .permissions()
            .mode()
            & 0o777,
        0o755
    );
}

#[test]
fn an_archive_cut_off_in_the_middle_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let text = "line\n".repeat(20_000);
    let archive = tarball(folder.path(), &[("x-1/a", tar::EntryType::Regular, &text)]);
    let bytes = fs::read(&archive).unwrap();
    fs::write(&archive, &bytes[..bytes.len() / 2]).unwrap();
    assert!(matches!(
        unpack_sdist(&archive, &folder.path().join("into")).unwrap_err(),
        UnpackError::Io { .. }
    ));
    let zip = folder.path().join("x-1.zip");
    fs::write(&zip, "PK").unwrap();
    assert!(matches!(
        unpack_sdist(&zip, &folder.path().join("into")).unwrap_err(),
        UnpackError::NotTarGz(_)
    ));
}
