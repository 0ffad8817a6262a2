//! Builds of a project: compiled once, kept under the digest of all that went into them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use mutscore_model::digest::StableHasher;
use mutscore_model::overlay::WovenBuild;
use mutscore_model::path::RelPath;

use super::launching::Prepared;
use super::once::{on, once};
use crate::adapters::ask::ask;
use crate::runner::{CancelToken, Compiled, Mode, RunnerError, Session, Weaver};
use crate::session::channel::ChannelError;
use crate::session::jvm_cold::JvmCold;
use crate::session::jvm_compiler::{Built, Compilation, Compiler};
use crate::session::jvm_warm::JvmWarm;
use crate::session::launch::Launch;
use crate::workspace::PinnedTree;

/// A build of the unmutated project.
#[derive(Debug, Clone)]
pub(crate) struct Build {
    /// A layer with `target/classes` and `target/test-classes`.
    pub(crate) layer: PathBuf,
    /// Which class comes from which file.
    pub(crate) index: PathBuf,
    /// The compiler's words, where it refuses the test side.
    pub(crate) refused: Option<String>,
}

impl Build {
    /// The build of a prepared project, compiled unless it is there.
    ///
    /// # Errors
    /// When production does not compile, or the compiler does not answer.
    pub(crate) fn of(prepared: &Prepared) -> Result<Self, RunnerError> {
        let parent = prepared.project.state.join("jvm/builds");
        let folder = once(&parent, &prepared.digest()?.short(24), |folder| {
            let cancel = CancelToken::default();
            let compiled = Compiler::start(&prepared.compiler(&[]), 0, &cancel)
                .and_then(|mut compiler| compiler.base(&cancel))
                .map_err(no_answer)?;
            if compiled.index.is_null() {
                return Err(RunnerError::DoesNotLoad {
                    project: prepared.project.name.clone(),
                    detail: compiled.words.unwrap_or_default(),
                });
            }
            fill(prepared, folder, &compiled)
        })?;
        let layer = PinnedTree::pin(&folder.join("layer"), &prepared.project.state, &[]);
        let layer = layer.map_err(|error| RunnerError::Sandbox(error.to_string()))?;
        let refused = folder.join("refused.txt");
        Ok(Self {
            layer: layer.path().to_owned(),
            index: folder.join("index.json"),
            refused: refused
                .exists()
                .then(|| fs::read_to_string(&refused).unwrap_or_default()),
        })
    }
}

fn fill(prepared: &Prepared, folder: &Path, compiled: &Compilation) -> Result<(), RunnerError> {
    let layer = folder.join("layer");
    for part in ["target/classes", "target/test-classes"] {
        let part = layer.join(part);
        fs::create_dir_all(&part).map_err(on(&part))?;
    }
    for (place, path) in prepared.resources() {
        let file = &prepared.files[path];
        write(&layer.join(place), &fs::read(file).map_err(on(file))?)?;
    }
    for file in &compiled.files {
        write(&layer.join(&file.path), &file.bytes)?;
    }
    let index = serde_json::to_vec(&compiled.index).unwrap_or_default();
    write(&folder.join("index.json"), &index)?;
    if let Some(words) = &compiled.words {
        write(&folder.join("refused.txt"), words.as_bytes())?;
    }
    Ok(())
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), RunnerError> {
    path.parent()
        .map_or(Ok(()), fs::create_dir_all)
        .map_err(on(path))?;
    fs::write(path, bytes).map_err(on(path))
}

impl Prepared {
    /// Where the classes of a woven build lie, once they are compiled.
    pub(crate) fn woven_classes(&self, build: &WovenBuild) -> Result<PathBuf, RunnerError> {
        let mut hasher = StableHasher::new("mutscore/jvm-woven/1");
        hasher
            .field(self.production_digest()?.as_bytes())
            .field(build.digest().as_bytes());
        Ok(self
            .project
            .state
            .join("jvm/woven")
            .join(hasher.finish().short(24)))
    }

    /// Compiles woven builds, all with one compiler: the first build is what it learns to be quick by.
    pub(crate) fn weaver(self) -> Weaver {
        let mut compiler = None;
        Box::new(move |build| self.compile_woven(build, &mut compiler))
    }

    fn compile_woven(
        &self,
        build: &WovenBuild,
        compiler: &mut Option<Compiler>,
    ) -> Result<Compiled, RunnerError> {
        let classes = self.woven_classes(build)?;
        let (Some(parent), Some(name)) = (
            classes.parent(),
            classes.file_name().and_then(|name| name.to_str()),
        ) else {
            return Ok(Compiled::Refused(Vec::new()));
        };
        let mut refused = None;
        let made = once(parent, name, |folder| {
            let (paths, blobs): (Vec<&RelPath>, Vec<&[u8]>) = build
                .files()
                .iter()
                .map(|(path, bytes)| (path, &**bytes))
                .unzip();
            let cancel = CancelToken::default();
            // One that did not answer is not asked again.
            let mut asked = match compiler.take() {
                Some(running) => running,
                None => Compiler::start(&self.compiler(&[]), 0, &cancel).map_err(no_answer)?,
            };
            let compiled = asked.woven(&paths, &blobs, &cancel).map_err(no_answer)?;
            *compiler = Some(asked);
            if compiled.files.is_empty() {
                refused = Some(compiled.refusals);
                // Nothing is to be kept.
                return Err(RunnerError::Sandbox(String::new()));
            }
            compiled
                .files
                .iter()
                .try_for_each(|Built { path, bytes, .. }| write(&folder.join(path), bytes))
        });
        match (refused, made) {
            (Some(refusals), _) => Ok(Compiled::Refused(refusals)),
            (None, made) => made.map(|_| Compiled::Whole),
        }
    }

    /// A launch of a compiler for mutants of a build.
    pub(crate) fn mutant_compiler(&self, build: &Build) -> Launch {
        self.compiler(std::slice::from_ref(&build.layer))
    }

    /// A launch of a cold run; `changed` is a layer with other classes.
    pub(crate) fn cold(
        &self,
        build: &Build,
        changed: Option<(&Path, BTreeMap<String, String>)>,
        agent: bool,
    ) -> Launch {
        let mut above: Vec<PathBuf> = changed
            .iter()
            .map(|(layer, _)| layer.to_path_buf())
            .collect();
        above.push(build.layer.clone());
        let mut launch = self.native(&above, &build.index, agent, self.is_apart(build));
        if let Some((_, digests)) = changed {
            launch
                .about
                .insert("replaced".to_owned(), serde_json::json!(digests));
        }
        launch
    }

    /// What there is to run, in our half's words.
    pub(crate) fn discover(&self, runner: &'static str) -> Result<serde_json::Value, RunnerError> {
        let build = Build::of(self)?;
        if let Some(detail) = build.refused {
            return Err(RunnerError::DoesNotLoad {
                project: self.project.name.clone(),
                detail,
            });
        }
        let launch = self.native(
            std::slice::from_ref(&build.layer),
            &build.index,
            false,
            self.is_apart(&build),
        );
        ask(&launch, runner, "discover", |_| None)
    }

    /// A session for one worker.
    pub(crate) fn session(
        self: std::sync::Arc<Self>,
        build: Build,
        mode: Mode,
        slot: u32,
    ) -> Box<dyn Session> {
        match mode {
            Mode::Cold => Box::new(JvmCold::new(self, build, slot)),
            Mode::Warm => Box::new(JvmWarm::new(self, build, slot)),
        }
    }

    /// A launch of a JVM for many runs.
    pub(crate) fn worker(&self, build: &Build) -> Launch {
        self.warm(std::slice::from_ref(&build.layer), &build.index, &[])
    }
}

fn no_answer(error: ChannelError) -> RunnerError {
    RunnerError::Garbled {
        runner: "javac",
        request: "compile",
        detail: error.to_string(),
    }
}
