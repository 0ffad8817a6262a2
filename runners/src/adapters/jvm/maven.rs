//! What Maven says of a project: its class path, and how it compiles and selects tests. Asked once for each state of
//! the POM and of the libraries; runs need neither Maven nor a network.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use mutscore_model::digest::StableHasher;
use mutscore_model::path::RelPath;
use serde::{Deserialize, Serialize};

use super::jdk::Jdk;
use super::libraries::{Library, keep};
use super::once::{on, once};
use crate::adapters::project_files::ViewFiles;
use crate::runner::{Project, RunnerError};

/// A path with more links than these leads in circles.
const MOST_LINKS: usize = 16;
/// More answers than these in a row were out of date as soon as they were given.
const MOST_ANSWERS: usize = 1000;

/// Read from the effective POM by our half (`Pom.java`).
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Pom {
    pub(super) main: Vec<String>,
    pub(super) test: Vec<String>,
    pub(super) resources: Vec<String>,
    pub(super) test_resources: Vec<String>,
    pub(super) options: Vec<String>,
    /// Sources that are not compiled, as globs below their folder.
    pub(super) main_excludes: Vec<String>,
    pub(super) test_excludes: Vec<String>,
    pub(super) encoding: Option<String>,
    pub(super) includes: Vec<String>,
    pub(super) excludes: Vec<String>,
    pub(super) system: BTreeMap<String, String>,
}

impl Default for Pom {
    /// Maven's own layout.
    fn default() -> Self {
        let one = |text: &str| vec![text.to_owned()];
        Self {
            main: one("src/main/java"),
            test: one("src/test/java"),
            resources: one("src/main/resources"),
            test_resources: one("src/test/resources"),
            options: Vec::new(),
            main_excludes: Vec::new(),
            test_excludes: Vec::new(),
            encoding: None,
            includes: Vec::new(),
            excludes: Vec::new(),
            system: BTreeMap::new(),
        }
    }
}

impl Pom {
    /// Folders that lie behind links in the project, by the names that their files have.
    pub(super) fn follow_links(&mut self, files: &ViewFiles) {
        let sides = [&mut self.main, &mut self.test];
        for folder in sides.into_iter().flatten() {
            *folder = followed(files, folder);
        }
        let resources = [&mut self.resources, &mut self.test_resources];
        for folder in resources.into_iter().flatten() {
            *folder = followed(files, folder);
        }
    }
}

/// A path of the project without links; as it is where one leads out of the project or in circles.
fn followed(files: &ViewFiles, path: &str) -> String {
    let mut at = path.to_owned();
    for _ in 0..MOST_LINKS {
        let ends = at.match_indices('/').map(|(end, _)| end);
        let link = ends.chain([at.len()]).find_map(|end| {
            let file = files.get(&RelPath::new(&at[..end]).ok()?)?;
            Some((end, fs::read_link(file).ok()?))
        });
        let Some((end, target)) = link else {
            return at;
        };
        let above = at[..end].rsplit_once('/').map_or("", |(above, _)| above);
        let Some(target) = target.to_str().filter(|target| !target.starts_with('/')) else {
            return path.to_owned();
        };
        let mut parts: Vec<&str> = Vec::new();
        for part in above
            .split('/')
            .chain(target.split('/'))
            .chain(at[end..].split('/'))
        {
            match part {
                "" | "." => {}
                ".." if parts.pop().is_none() => return path.to_owned(),
                ".." => {}
                part => parts.push(part),
            }
        }
        at = parts.join("/");
    }
    path.to_owned()
}

/// The answer, with libraries as files below the state folder.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Maven {
    pub(super) libraries: Vec<PathBuf>,
    pub(super) pom: Pom,
    /// Where the libraries were taken from, and what they were.
    pub(super) taken: Vec<Library>,
}

/// What Maven says of the project in this view. Without a POM, the variable `CLASSPATH` names the libraries.
pub(super) fn ask(
    project: &Project,
    jdk: &Jdk,
    core: &Path,
    files: &ViewFiles,
) -> Result<Maven, RunnerError> {
    let poms: Vec<_> = files
        .iter()
        .filter(|(path, _)| path.as_str() == "pom.xml" || path.as_str().ends_with("/pom.xml"))
        .collect();
    let declared = project.env.get("CLASSPATH").cloned();
    let mut hasher = StableHasher::new("mutscore/maven/3");
    hasher
        .field(&jdk.version)
        .field(declared.as_deref().unwrap_or_default());
    for (path, file) in &poms {
        hasher
            .field(path.as_str())
            .field(fs::read(file).map_err(on(file))?);
    }
    let parent = project.state.join("jvm/maven");
    // An answer is good as long as the libraries are what they were. Each that is not leads to the next, by what the
    // libraries are now: nothing that is made of an answer is ever changed.
    for _ in 0..MOST_ANSWERS {
        let folder = once(&parent, &hasher.finish().short(24), |folder| {
            let asking = Asking { jdk, core, folder };
            let maven = asking.all(files, &poms, declared.as_deref().unwrap_or_default())?;
            let kept = folder.join("answer.json");
            let text = serde_json::to_vec(&maven).unwrap_or_default();
            fs::write(&kept, text).map_err(on(&kept))
        })?;
        let kept = folder.join("answer.json");
        let mut maven: Maven = serde_json::from_slice(&fs::read(&kept).map_err(on(&kept))?)
            .map_err(|error| RunnerError::Unusable {
                what: format!("{}: {error}", kept.display()),
                hint: "delete it".to_owned(),
            })?;
        if maven.taken.iter().all(Library::is_as_it_was) {
            for library in &mut maven.libraries {
                *library = folder.join(&*library);
            }
            return Ok(maven);
        }
        for library in &maven.taken {
            library.add_present_state(&mut hasher);
        }
    }
    Err(RunnerError::Unusable {
        what: "the libraries change all the time".to_owned(),
        hint: format!("delete {}", parent.display()),
    })
}

struct Asking<'a> {
    jdk: &'a Jdk,
    core: &'a Path,
    folder: &'a Path,
}

impl Asking<'_> {
    /// The whole answer, its libraries by their places in the folder.
    fn all(
        &self,
        files: &ViewFiles,
        poms: &[(&RelPath, &PathBuf)],
        declared: &str,
    ) -> Result<Maven, RunnerError> {
        let (class_path, pom) = if files.keys().any(|path| path.as_str() == "pom.xml") {
            let root = self.folder.join("asked");
            for (path, file) in poms {
                let copy = root.join(path.as_str());
                copy.parent()
                    .map_or(Ok(()), fs::create_dir_all)
                    .map_err(on(&copy))?;
                fs::copy(file, &copy).map_err(on(&copy))?;
            }
            let mut class_path = self.class_path(&root, true)?;
            let pom = self.pom(&root)?;
            self.add_launcher(&mut class_path)?;
            (class_path, pom)
        } else {
            let paths = declared.split(':').filter(|path| !path.is_empty());
            (paths.map(PathBuf::from).collect(), Pom::default())
        };
        let (libraries, taken) = keep(self.folder, &class_path)?;
        Ok(Maven {
            libraries,
            pom,
            taken,
        })
    }

    /// The class path of tests, and with `effective` the whole POM too, in a file beside it.
    fn class_path(&self, root: &Path, effective: bool) -> Result<Vec<PathBuf>, RunnerError> {
        let answer = root.join("class-path.txt");
        let mut goals = vec!["dependency:build-classpath".to_owned()];
        goals.push(format!("-Dmdep.outputFile={}", answer.display()));
        if effective {
            goals.push("help:effective-pom".to_owned());
            goals.push(format!("-Doutput={}", root.join("effective.xml").display()));
        }
        // What is here already needs no network, and comes faster.
        if let Err(offline) = self.maven(root, &goals, true) {
            tracing::info!(%offline, "asking Maven again, with the network");
            self.maven(root, &goals, false)?;
        }
        let text = fs::read_to_string(&answer).map_err(on(&answer))?;
        Ok(text
            .trim()
            .split(':')
            .filter(|path| !path.is_empty())
            .map(PathBuf::from)
            .collect())
    }

    fn maven(&self, root: &Path, goals: &[String], offline: bool) -> Result<(), RunnerError> {
        let mut command = Command::new("mvn");
        command
            .args(["-B", "-q", "-N", "-f"])
            .arg(root.join("pom.xml"))
            .args(goals);
        if offline {
            command.arg("-o");
        }
        if let Some(home) = self.jdk.java.parent().and_then(Path::parent) {
            command.env("JAVA_HOME", home);
        }
        let output = command
            .current_dir(root)
            .stdin(std::process::Stdio::null())
            .output();
        let output = output.map_err(|error| RunnerError::Unusable {
            what: format!("Maven cannot be started: {error}"),
            hint: "`apt-get install maven` on Debian; it is asked once for the class path"
                .to_owned(),
        })?;
        if output.status.success() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&output.stdout);
        let errors: Vec<&str> = said
            .lines()
            .filter(|line| line.contains("[ERROR]"))
            .take(6)
            .collect();
        Err(RunnerError::Unusable {
            what: format!("Maven gives no class path: {}", errors.join("\n")),
            hint: "the project has to build with `mvn test` on this machine first".to_owned(),
        })
    }

    fn pom(&self, root: &Path) -> Result<Pom, RunnerError> {
        let mut command = Command::new(&self.jdk.java);
        command.arg("-cp").arg(self.core).arg("mutscore.shim.Pom");
        command.arg(root.join("effective.xml")).arg(root);
        let output = command.output().map_err(on(&self.jdk.java))?;
        serde_json::from_slice(&output.stdout).map_err(|error| RunnerError::Unusable {
            what: format!(
                "the POM cannot be read: {error}: {}",
                String::from_utf8_lossy(&output.stderr).trim()
            ),
            hint: "`mvn help:effective-pom` has to show it".to_owned(),
        })
    }

    /// What Surefire brings itself: the Platform's launcher, and Jupiter's engine where only its API is declared.
    fn add_launcher(&self, class_path: &mut Vec<PathBuf>) -> Result<(), RunnerError> {
        let version = |artifact: &str| {
            class_path
                .iter()
                .find_map(|path| version_of(path, artifact))
        };
        let mut missing = Vec::new();
        let platform =
            version("junit-platform-engine").or_else(|| version("junit-platform-commons"));
        if let Some(platform) = &platform
            && version("junit-platform-launcher").is_none()
        {
            missing.push((
                "org.junit.platform",
                "junit-platform-launcher",
                platform.clone(),
            ));
        }
        if let Some(jupiter) = version("junit-jupiter-api")
            && version("junit-jupiter-engine").is_none()
        {
            missing.push(("org.junit.jupiter", "junit-jupiter-engine", jupiter));
        }
        if missing.is_empty() {
            return Ok(());
        }
        let root = self.folder.join("launcher");
        fs::create_dir_all(&root).map_err(on(&root))?;
        let dependencies: String = missing
            .iter()
            .map(|(group, artifact, version)| {
                format!("<dependency><groupId>{group}</groupId><artifactId>{artifact}</artifactId><version>{version}</version></dependency>")
            })
            .collect();
        let pom = root.join("pom.xml");
        let text = format!(
            "<project xmlns=\"http://maven.apache.org/POM/4.0.0\"><modelVersion>4.0.0</modelVersion><groupId>mutscore</groupId>\
             <artifactId>launcher</artifactId><version>1</version><dependencies>{dependencies}</dependencies></project>"
        );
        fs::write(&pom, text).map_err(on(&pom))?;
        for path in self.class_path(&root, false)? {
            if !class_path
                .iter()
                .any(|known| known.file_name() == path.file_name())
            {
                class_path.push(path);
            }
        }
        Ok(())
    }
}

/// The version in a library's file name, if it is this artifact.
pub(super) fn version_of(path: &Path, artifact: &str) -> Option<String> {
    let name = path.file_name()?.to_str()?.strip_suffix(".jar")?;
    let version = name.strip_prefix(artifact)?.strip_prefix('-')?;
    version
        .starts_with(|c: char| c.is_ascii_digit())
        .then(|| version.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_behind_links_has_the_name_of_its_files() {
        let root = tempfile::tempdir().unwrap();
        let link = |name: &str, target: &str| {
            let at = root.path().join(name);
            fs::create_dir_all(at.parent().unwrap()).unwrap();
            std::os::unix::fs::symlink(target, at).unwrap();
        };
        fs::create_dir_all(root.path().join("real/java")).unwrap();
        link("src/test", "../mid");
        link("mid", "real");
        link("out/side", "../../elsewhere");
        link("one", "other");
        link("other", "one");
        let files = crate::adapters::project_files::view_files(&[root.path().to_owned()]).unwrap();
        for (path, found) in [
            ("src/test/java", "real/java"),
            ("src/main/java", "src/main/java"),
            ("out/side/java", "out/side/java"),
            ("one/java", "one/java"),
        ] {
            assert_eq!(followed(&files, path), found);
        }
    }

    #[test]
    fn a_library_with_another_content_under_its_name_is_taken_anew() {
        let folder = tempfile::tempdir().unwrap();
        let jar = folder.path().join("core-1.0-SNAPSHOT.jar");
        let taken = |content: &[u8]| {
            fs::write(&jar, content).unwrap();
            keep(folder.path(), std::slice::from_ref(&jar)).unwrap().1
        };
        let first = taken(b"one");
        assert!(first[0].is_as_it_was());
        let second = taken(b"two");
        assert!(!first[0].is_as_it_was() && second[0].is_as_it_was());
        assert_ne!(first[0].content, second[0].content);
        fs::write(jar.with_extension("pom"), b"needs another").unwrap();
        assert!(!second[0].is_as_it_was());
        fs::remove_file(&jar).unwrap();
        assert!(second[0].is_as_it_was(), "the copy stands for it");
    }

    #[test]
    fn a_version_is_that_of_the_artifact_itself() {
        let of = |name: &str, artifact: &str| version_of(Path::new(name), artifact);
        assert_eq!(
            of("/m/junit-4.13.2.jar", "junit"),
            Some("4.13.2".to_owned())
        );
        assert_eq!(of("/m/junit-jupiter-api-5.9.3.jar", "junit"), None);
        assert_eq!(
            of("/m/junit-jupiter-api-5.9.3.jar", "junit-jupiter-api"),
            Some("5.9.3".to_owned())
        );
        assert_eq!(of("/m/junit.jar", "junit"), None);
    }
}
