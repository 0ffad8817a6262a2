//! A class-data archive for a project's class path: the JDK's, the framework's and our own classes as the JVM lays them out in
//! memory, read and verified once. A JVM that maps it spares half of its start.
//!
//! It is the JVM's own (`-Xshare:dump`), made of a list of names that one unmutated run gives; no code of the project or
//! of a library runs for it, and none of the project's classes is in it. The JVM itself compares class path and files with those that
//! it was made of, and goes on without where they differ.
//!
//! Files come before folders on the class path of an archive, so the project comes last there, where it comes first
//! natively. That says the same as long as nothing of the project's has the name of anything in a library
//! (`Prepared::is_apart`); where something has, cold runs have no archive.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use mutscore_model::digest::StableHasher;
use mutscore_model::instance::ScenarioRef;
use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::builds::Build;
use super::launching::{Prepared, joined};
use super::once::{on, once};
use crate::adapters::ask::ask;
use crate::process::Watch;
use crate::runner::{RunLimits, RunnerError};
use crate::session::cold::micros;

const ARCHIVE: &str = "classes.jsa";
const NAMES: &str = "names.json";
/// Where the JVM lists the classes that it loads: the view is the run's own.
const LIST: &str = ".mutscore-classes.txt";
/// Two workers need not make the same archive at once.
static MAKING: Mutex<()> = Mutex::new(());
/// How long the JVM may take to make one; a run waits for it.
const DUMP: Duration = Duration::from_secs(60);

/// What lies in the libraries.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Names {
    /// Folders with files in them, `META-INF` and what is below it apart.
    folders: BTreeSet<String>,
    /// Files at the top, in `META-INF` and below it.
    files: BTreeSet<String>,
}

impl Names {
    /// Whether a file of the project's could be found in a library too, or would be found among a library's.
    fn have(&self, file: &str) -> bool {
        match file.rsplit_once('/') {
            Some((folder, _)) if !is_meta(folder) => self.folders.contains(folder),
            _ => self.files.contains(file),
        }
    }
}

fn is_meta(folder: &str) -> bool {
    folder == "META-INF" || folder.starts_with("META-INF/")
}

impl Prepared {
    /// The archive of this class path, if it was made.
    pub(super) fn archive(&self) -> Option<PathBuf> {
        Some(self.archive_folder().join(ARCHIVE)).filter(|file| file.is_file())
    }

    fn archive_folder(&self) -> PathBuf {
        let mut hasher = StableHasher::new("mutscore/jvm-archive/1");
        hasher.field(&self.jdk.version);
        for path in self.own_and_libraries() {
            hasher.field(path.as_os_str().as_encoded_bytes());
        }
        let archives = self.project.state.join("jvm/archives");
        archives.join(hasher.finish().short(24))
    }

    /// Whether no file of the project or of this build has a name that is in a library too.
    pub(super) fn is_apart(&self, build: &Build) -> bool {
        let Some(names) = fs::read(self.archive_folder().join(NAMES))
            .ok()
            .and_then(|text| serde_json::from_slice::<Names>(&text).ok())
        else {
            return false;
        };
        ["target/classes", "target/test-classes"]
            .iter()
            .all(|part| {
                let of_tree = self.files.keys().filter_map(|path| {
                    let rest = path.as_str().strip_prefix(part)?;
                    rest.strip_prefix('/').map(str::to_owned)
                });
                files_below(&build.layer.join(part)).is_some_and(|files| {
                    files
                        .into_iter()
                        .chain(of_tree)
                        .all(|file| !names.have(&file))
                })
            })
    }

    /// Makes the archive, unless it is there or could not be made before. Nothing depends on its being there.
    pub(crate) fn make_archive(&self, build: &Build, at: &ScenarioRef, limits: RunLimits) {
        let _one = MAKING.lock().unwrap_or_else(PoisonError::into_inner);
        let folder = self.archive_folder();
        let (Some(parent), Some(name)) = (folder.parent(), folder.file_name()) else {
            return;
        };
        let made = once(parent, &name.to_string_lossy(), |folder| {
            if let Err(error) = self.dump(folder, build, at, limits) {
                tracing::debug!(%error, "there is no class-data archive");
            }
            Ok(())
        });
        if let Err(error) = made {
            tracing::debug!(%error, "there is no class-data archive");
        }
    }

    fn dump(
        &self,
        folder: &Path,
        build: &Build,
        at: &ScenarioRef,
        limits: RunLimits,
    ) -> Result<(), RunnerError> {
        let option = format!("-XX:DumpLoadedClassList={LIST}");
        let layers = std::slice::from_ref(&build.layer);
        let launch = self.warm(layers, &build.index, &[&option]).telling(&[
            ("scenario", json!(at)),
            ("list", json!(LIST)),
            ("wall_ms", json!(micros(limits.wall) / 1000)),
            ("cpu_s", json!(limits.cpu.as_secs_f64())),
        ]);
        let answer = ask(&launch, "java", "rehearse", |_| None)?;
        let mut classes = fs::read_to_string(&self.adapter.compiler_classes).unwrap_or_default();
        classes.push_str(answer["classes"].as_str().unwrap_or_default());
        let mut seen = BTreeSet::new();
        let lines = classes.lines().filter(|line| seen.insert(*line));
        let list = folder.join("classes.txt");
        fs::write(&list, lines.collect::<Vec<_>>().join("\n")).map_err(on(&list))?;
        let fresh = folder.join("new.jsa");
        let mut dump = Command::new(&self.jdk.java);
        dump.args(["-Xshare:dump", "-Xmx512m", "-XX:TieredStopAtLevel=1"])
            .arg(format!("-XX:SharedClassListFile={}", list.display()))
            .arg(format!("-XX:SharedArchiveFile={}", fresh.display()))
            .arg("-cp")
            .arg(joined(&self.own_and_libraries()))
            .current_dir(folder);
        let log = folder.join("dump.log");
        if !ends_well(&mut dump, &log, DUMP).map_err(on(&self.jdk.java))? || !fresh.is_file() {
            return Err(RunnerError::Unusable {
                what: "the JVM makes no archive".to_owned(),
                hint: fs::read_to_string(&log).unwrap_or_default(),
            });
        }
        let names = folder.join(NAMES);
        let text = serde_json::to_vec(&answer["names"]).unwrap_or_default();
        fs::write(&names, text).map_err(on(&names))?;
        fs::rename(&fresh, folder.join(ARCHIVE)).map_err(on(&fresh))
    }
}

/// Runs a command with nothing of our environment, its words in a file; whether it succeeds in this time. Past it, its
/// group is killed.
fn ends_well(command: &mut Command, log: &Path, within: Duration) -> io::Result<bool> {
    let words = fs::File::create(log)?;
    let mut child = command
        .env_clear()
        .envs([("LANG", "C.UTF-8"), ("LC_ALL", "C.UTF-8"), ("TZ", "UTC")])
        .stdin(Stdio::null())
        .stdout(words.try_clone()?)
        .stderr(words)
        .process_group(0)
        .spawn()?;
    let pid = i32::try_from(child.id()).map(Pid::from_raw);
    let pid = pid.map_err(io::Error::other)?;
    let ended = Watch::on(pid).wait(Instant::now() + within);
    // Not reaped yet, it keeps its number; what it left behind ends too.
    let _ = killpg(pid, Signal::SIGKILL);
    Ok(child.wait()?.success() && ended)
}

/// All files below a folder, by their paths in it; `None` where it cannot be read.
fn files_below(folder: &Path) -> Option<Vec<String>> {
    let mut found = Vec::new();
    let mut open = vec![String::new()];
    while let Some(below) = open.pop() {
        for entry in fs::read_dir(folder.join(&below)).ok()? {
            let entry = entry.ok()?;
            let name = entry.file_name().into_string().ok()?;
            let path = if below.is_empty() {
                name
            } else {
                format!("{below}/{name}")
            };
            if entry.file_type().ok()?.is_dir() {
                open.push(path);
            } else {
                found.push(path);
            }
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_another_ones_double_by_its_folder_or_at_the_top_by_its_name() {
        let set = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let names = Names {
            folders: set(&["org/junit"]),
            files: set(&["LICENSE", "META-INF/services/a.B"]),
        };
        for double in ["org/junit/Mine.class", "LICENSE", "META-INF/services/a.B"] {
            assert!(names.have(double), "{double}");
        }
        for own in [
            "org/junit/own/Mine.class",
            "NOTICE",
            "META-INF/services/a.C",
            "org/Top.class",
        ] {
            assert!(!names.have(own), "{own}");
        }
    }

    #[test]
    fn a_command_has_its_time_and_nothing_of_our_environment() {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("log");
        let ends = |script: &str, within| {
            let mut shell = Command::new("/bin/sh");
            shell.args(["-c", script]);
            ends_well(&mut shell, &log, within).unwrap()
        };
        let long = Duration::from_secs(30);
        assert!(ends("echo \"$HOME$CARGO_MANIFEST_DIR\"", long));
        assert_eq!(fs::read_to_string(&log).unwrap(), "\n");
        assert!(!ends("exit 1", long));
        let began = Instant::now();
        assert!(!ends("sleep 60 & sleep 60", Duration::from_millis(100)));
        assert!(began.elapsed() < long);
    }

    #[test]
    fn all_files_of_a_folder_are_seen_and_none_of_one_that_is_not_there() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("a/b")).unwrap();
        fs::write(folder.path().join("a/b/C.class"), b"").unwrap();
        fs::write(folder.path().join("top"), b"").unwrap();
        let mut found = files_below(folder.path()).unwrap();
        found.sort();
        assert_eq!(found, ["a/b/C.class", "top"]);
        assert_eq!(files_below(&folder.path().join("absent")), None);
    }
}
