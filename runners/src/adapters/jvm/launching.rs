//! A Java project that is ready to be compiled and started.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use mutscore_model::digest::{Digest, StableHasher};
use mutscore_model::path::RelPath;
use serde_json::{Value, json};

use super::jdk::Jdk;
use super::libraries::contents;
use super::maven::{self, Maven, version_of};
use super::once::on;
use super::tools::{self, ASM, Adapter};
use crate::adapters::project_files::{
    ViewFiles, callers, globs, production_files, test_files, view_files,
};
use crate::runner::{Isolation, Project, RunnerError};
use crate::session::launch::Launch;

/// Room that a JVM reserves beside its heap: code, classes, threads, mapped libraries.
const BESIDE_HEAP: u64 = 3 << 30;
/// Where the first view of a sandbox is written to (`sandbox/new_root.rs`): empty as long as nobody wrote.
const UPPER: &str = "/.mutscore/first/upper";

/// What a project without a build tool, and every compiler of Java, names libraries by.
const CLASS_PATH: &str = "CLASSPATH";

/// Which of our adapters drives the tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Framework {
    Cucumber,
    Platform,
    JUnit4,
}

impl Framework {
    fn class(self) -> &'static str {
        match self {
            Self::Cucumber => "CucumberAdapter",
            Self::Platform => "PlatformAdapter",
            Self::JUnit4 => "JUnit4Adapter",
        }
    }

    /// The files of the adapter.
    fn sources(self) -> &'static [&'static str] {
        match self {
            Self::Cucumber => &["CucumberAdapter", "Keywords", "Settings"],
            Self::Platform => &["PlatformAdapter"],
            Self::JUnit4 => &["JUnit4Adapter"],
        }
    }
}

/// A project with its JDK, its class path and our half compiled for it.
#[derive(Debug)]
pub(crate) struct Prepared {
    pub(crate) project: Project,
    pub(super) jdk: Jdk,
    pub(super) maven: Maven,
    pub(super) core: PathBuf,
    pub(super) adapter: Adapter,
    pub(super) files: ViewFiles,
    /// Source files of production and of the test side, as the compiler gets them.
    pub(super) main: Vec<RelPath>,
    pub(super) test: Vec<RelPath>,
    about: BTreeMap<String, Value>,
}

impl Prepared {
    /// Asks Maven, compiles our half and lists the sources. `choose` picks the adapter by what libraries there are.
    pub(crate) fn new(
        project: &Project,
        choose: impl FnOnce(&Libraries<'_>) -> Result<Framework, RunnerError>,
    ) -> Result<Self, RunnerError> {
        let jdk = Jdk::of(project)?;
        let core = tools::core(project, &jdk)?;
        let files = view_files(&project.layers)?;
        let mut maven = maven::ask(project, &jdk, &core, &files)?;
        maven.pom.follow_links(&files);
        let pom = &maven.pom;
        let main = sources(&files, &pom.main, &pom.main_excludes)?;
        let test = sources(&files, &pom.test, &pom.test_excludes)?;
        if main.is_empty() && test.is_empty() {
            return Err(no_sources(&files));
        }
        let framework = choose(&Libraries(&maven.libraries))?;
        let adapter = tools::adapter(project, &jdk, &core, &maven.libraries, framework.sources())?;
        let about = BTreeMap::from([
            (
                "production".to_owned(),
                json!(production_files(project, &files)?),
            ),
            ("callers".to_owned(), json!(callers(project, &files)?)),
            ("features".to_owned(), json!(features(project, &files)?)),
            ("framework".to_owned(), json!(framework.class())),
            ("includes".to_owned(), json!(maven.pom.includes)),
            ("excludes".to_owned(), json!(maven.pom.excludes)),
        ]);
        Ok(Self {
            project: project.clone(),
            jdk,
            maven,
            core,
            adapter,
            files,
            main,
            test,
            about,
        })
    }

    /// The tool chain's fingerprint: the JDK and every library, by name; by content too where a name may stand for several.
    pub(crate) fn fingerprint(&self) -> BTreeMap<String, String> {
        let names = self
            .maven
            .libraries
            .iter()
            .filter_map(|path| path.file_stem());
        let mut names: Vec<String> = names
            .map(|name| name.to_string_lossy().into_owned())
            .collect();
        names.sort();
        let mut found = BTreeMap::from([
            ("java".to_owned(), self.jdk.version.clone()),
            ("libraries".to_owned(), names.join(" ")),
        ]);
        let declared = self.project.env.contains_key(CLASS_PATH);
        if let Some(contents) = contents(&self.maven.taken, declared) {
            found.insert("content of libraries".to_owned(), contents.short(24));
        }
        found
    }

    /// What a build of production is made of, test side and resources apart.
    pub(super) fn production_digest(&self) -> Result<Digest, RunnerError> {
        let mut hasher = self.hasher("mutscore/jvm-production/1");
        self.add(&mut hasher, self.main.iter())?;
        Ok(hasher.finish())
    }

    /// What a whole build is made of.
    pub(super) fn digest(&self) -> Result<Digest, RunnerError> {
        let mut hasher = self.hasher("mutscore/jvm-build/1");
        self.add(&mut hasher, self.main.iter().chain(&self.test))?;
        hasher.number(0);
        self.add(&mut hasher, self.resources().map(|(_, path)| path))?;
        Ok(hasher.finish())
    }

    fn hasher(&self, domain: &str) -> StableHasher {
        let mut hasher = StableHasher::new(domain);
        hasher
            .field(&self.jdk.version)
            .field(self.core.as_os_str().as_encoded_bytes());
        for part in self
            .maven
            .pom
            .options
            .iter()
            .chain(&self.maven.pom.encoding)
        {
            hasher.field(part);
        }
        for library in &self.maven.libraries {
            hasher.field(library.as_os_str().as_encoded_bytes());
        }
        hasher
    }

    fn add<'p>(
        &self,
        hasher: &mut StableHasher,
        paths: impl Iterator<Item = &'p RelPath>,
    ) -> Result<(), RunnerError> {
        for path in paths {
            let file = &self.files[path];
            hasher
                .field(path.as_str())
                .field(std::fs::read(file).map_err(on(file))?);
        }
        Ok(())
    }

    /// Resources with their places in the build.
    pub(super) fn resources(&self) -> impl Iterator<Item = (String, &RelPath)> {
        let pom = &self.maven.pom;
        let main = pom
            .resources
            .iter()
            .map(|folder| (folder, "target/classes"));
        let test = pom
            .test_resources
            .iter()
            .map(|folder| (folder, "target/test-classes"));
        let folders: Vec<(&String, &str)> = main.chain(test).collect();
        self.files
            .keys()
            .filter(|path| path.extension() != Some("java") && self.files[*path].is_file())
            .filter_map(move |path| {
                folders.iter().find_map(|(folder, into)| {
                    let rest = path
                        .as_str()
                        .strip_prefix(folder.as_str())?
                        .strip_prefix('/')?;
                    Some((format!("{into}/{rest}"), path))
                })
            })
    }

    /// A launch of the compiler on a view with these layers on top.
    pub(super) fn compiler(&self, above: &[PathBuf]) -> Launch {
        let about = BTreeMap::from([
            ("main".to_owned(), json!(self.main)),
            ("test".to_owned(), json!(self.test)),
            ("libraries".to_owned(), json!(self.maven.libraries)),
            ("options".to_owned(), json!(self.maven.pom.options)),
            ("encoding".to_owned(), json!(self.maven.pom.encoding)),
        ]);
        let mut argv = self.jvm(&["-Xss8m"]);
        match self.archive() {
            // An archive is of a whole class path. The compiler has its own.
            Some(archive) => finish(&mut argv, Some(&archive), &self.own_and_libraries()),
            None => finish(&mut argv, None, std::slice::from_ref(&self.core)),
        }
        self.launch(argv, above, about)
    }

    /// A launch of a JVM with the project on its class path, as natively. `agent` lets classes be changed as they load;
    /// with `apart`, nothing of the project's has the name of anything in a library.
    pub(super) fn native(
        &self,
        above: &[PathBuf],
        index: &Path,
        agent: bool,
        apart: bool,
    ) -> Launch {
        let mut options = Vec::new();
        let agent_option = format!("-javaagent:{}", self.core.display());
        if agent {
            options.push(agent_option.as_str());
        }
        let mut argv = self.jvm(&options);
        let folders = ["target/test-classes", "target/classes"].map(PathBuf::from);
        match self.archive().filter(|_| apart) {
            Some(archive) => {
                let mut path = self.own_and_libraries();
                path.extend(folders);
                finish(&mut argv, Some(&archive), &path);
            }
            None => {
                let mut path = self.own().to_vec();
                path.extend(folders);
                path.extend(self.maven.libraries.iter().cloned());
                finish(&mut argv, None, &path);
            }
        }
        self.launch(argv, above, self.about(index))
    }

    /// A launch of a JVM for many runs: it gets the project's classes anew for each.
    pub(super) fn warm(&self, above: &[PathBuf], index: &Path, options: &[&str]) -> Launch {
        let mut argv = self.jvm(options);
        let archive = self.archive();
        finish(&mut argv, archive.as_deref(), &self.own_and_libraries());
        let mut about = self.about(index);
        if self.project.isolation == Isolation::Namespaces {
            about.insert("upper".to_owned(), json!(UPPER));
        }
        self.launch(argv, above, about)
    }

    fn own(&self) -> [PathBuf; 2] {
        [self.core.clone(), self.adapter.jar.clone()]
    }

    /// The class path without the project: what an archive is made of.
    pub(super) fn own_and_libraries(&self) -> Vec<PathBuf> {
        let own = self.own().into_iter();
        own.chain(self.maven.libraries.iter().cloned()).collect()
    }

    fn about(&self, index: &Path) -> BTreeMap<String, Value> {
        let mut about = self.about.clone();
        about.insert("index".to_owned(), json!(index));
        about
    }

    /// The JVM with what every one is given: small and quick to start, since most live for one run.
    fn jvm(&self, more: &[&str]) -> Vec<String> {
        let heap = (self.project.bounds.memory >> 21).clamp(128, 4096);
        let mut argv = vec![
            self.jdk.java.display().to_string(),
            format!("-Xmx{heap}m"),
            "--add-exports".to_owned(),
            ASM.to_owned(),
        ];
        let fixed = [
            "-Xshare:auto",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-XX:-UsePerfData",
            "-XX:CompressedClassSpaceSize=256m",
            "-XX:ReservedCodeCacheSize=96m",
            "-XX:+DisableAttachMechanism",
            // Surefire switches assertions on.
            "-ea",
            "-Djava.awt.headless=true",
        ];
        argv.extend(fixed.map(str::to_owned));
        argv.extend(more.iter().map(|option| (*option).to_owned()));
        argv.extend(
            self.maven
                .pom
                .system
                .iter()
                .map(|(name, value)| format!("-D{name}={value}")),
        );
        argv
    }

    fn launch(
        &self,
        argv: Vec<String>,
        above: &[PathBuf],
        about: BTreeMap<String, Value>,
    ) -> Launch {
        let mut project = self.project.clone();
        project.layers = above.iter().chain(&self.project.layers).cloned().collect();
        // The JVM bounds its heap itself; what it reserves is no measure of what it uses.
        project.bounds.memory += BESIDE_HEAP;
        // The C library keeps an arena of 64 MiB for each thread otherwise.
        project
            .env
            .insert("MALLOC_ARENA_MAX".to_owned(), "2".to_owned());
        project.env.remove(CLASS_PATH);
        let read_only = vec![self.project.state.join("jvm")];
        Launch {
            bounded_address_space: true,
            project,
            argv,
            read_only,
            below: Vec::new(),
            about,
        }
    }
}

/// What to say of a project whose POM names folders without sources.
fn no_sources(files: &ViewFiles) -> RunnerError {
    let modules: Vec<&str> = files
        .keys()
        .filter_map(|path| path.as_str().strip_suffix("/pom.xml"))
        .collect();
    if modules.is_empty() {
        return RunnerError::Unusable {
            what: "the folders that the POM names have no Java sources".to_owned(),
            hint: "`root` under [project.NAME] is the folder of the POM, and `tree-exclude` must leave its sources in"
                .to_owned(),
        };
    }
    RunnerError::Unusable {
        what: format!(
            "the project's own POM has no sources; those of its modules have ({})",
            modules.join(", ")
        ),
        hint: "one module is a project: set `root` under [project.NAME] to its folder, after `mvn install -DskipTests` \
               in the whole, which puts its parent and the modules that it needs where Maven finds them"
            .to_owned(),
    }
}

/// The class path that the build tool gives, as the variable that compilers know it by; a setting of that name stands.
pub(crate) fn compiler_env(project: &Project) -> Result<BTreeMap<String, String>, RunnerError> {
    if project.env.contains_key(CLASS_PATH) {
        return Ok(BTreeMap::new());
    }
    let jdk = Jdk::of(project)?;
    let core = tools::core(project, &jdk)?;
    let maven = maven::ask(project, &jdk, &core, &view_files(&project.layers)?)?;
    let path = joined(&maven.libraries);
    Ok(BTreeMap::from([(CLASS_PATH.to_owned(), path)]))
}

/// The class path, and our entry.
fn finish(argv: &mut Vec<String>, archive: Option<&Path>, path: &[PathBuf]) {
    if let Some(archive) = archive {
        argv.push(format!("-XX:SharedArchiveFile={}", archive.display()));
    }
    argv.extend([
        "-cp".to_owned(),
        joined(path),
        "mutscore.shim.Main".to_owned(),
    ]);
}

/// As a class path is written.
pub(super) fn joined(path: &[PathBuf]) -> String {
    let path: Vec<String> = path.iter().map(|one| one.display().to_string()).collect();
    path.join(":")
}

/// The libraries of a project, to choose by.
pub(crate) struct Libraries<'a>(&'a [PathBuf]);

impl Libraries<'_> {
    /// The version of an artifact, if it is on the class path.
    pub(crate) fn version(&self, artifact: &str) -> Option<String> {
        self.0.iter().find_map(|path| version_of(path, artifact))
    }
}

/// What is compiled of these folders. Modules are not: tests run on the class path.
fn sources(
    files: &ViewFiles,
    folders: &[String],
    excludes: &[String],
) -> Result<Vec<RelPath>, RunnerError> {
    let out = globs(excludes)?;
    let below = |path: &RelPath| {
        let mut folders = folders.iter();
        folders.any(|folder| {
            let rest = path.as_str().strip_prefix(folder.as_str());
            rest.and_then(|rest| rest.strip_prefix('/'))
                .is_some_and(|rest| !out.is_match(rest))
        })
    };
    let is_source = |path: &RelPath| {
        path.extension() == Some("java") && !path.as_str().ends_with("module-info.java")
    };
    Ok(files
        .keys()
        .filter(|path| is_source(path) && below(path))
        .cloned()
        .collect())
}

/// Feature files of the test side.
fn features(project: &Project, files: &ViewFiles) -> Result<Vec<RelPath>, RunnerError> {
    let all = test_files(project, files)?;
    Ok(all
        .into_iter()
        .filter(|path| path.extension() == Some("feature"))
        .cloned()
        .collect())
}
