//! What the tests of every runner stand on: tiny projects, and each run made cold and warm.
//!
//! A project is one text file (`projects/*.txt`): a line `=== PATH` starts each of its files. So the features
//! below it are data, which no tool takes for tests of this package. What a scenario is to end in stands above it
//! as a comment: `# => OUTCOME[/DETAIL] [unbegun] [at STEP]`.
#![allow(dead_code, reason = "each test file uses its part")]
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a failure here is a failed test, and a skip is to be read"
)]

mod expected;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

pub(crate) use expected::Expected;
use expected::{expected_in, expected_methods};
use mutscore_model::instance::ScenarioRef;
use mutscore_model::outcome::{Execution, RunOutcome, RunReport};
use mutscore_model::overlay::{Overlay, Replacement};
use mutscore_model::path::RelPath;
use mutscore_model::span::ByteSpan;
use mutscore_runners::registry::runner;
use mutscore_runners::runner::{
    Bounds, CancelToken, Isolation, Job, Mode, Project, RunLimits, Runner, Session,
};
use mutscore_runners::sandbox::probe;
use mutscore_runners::workspace::PinnedTree;

/// A framework with its tool chain, and how its tiny projects are laid out.
pub(crate) struct Environment {
    /// Runner id.
    pub(crate) runner: &'static str,
    pub(crate) version: &'static str,
    pub(crate) program: PathBuf,
    pub(crate) read_only: Vec<PathBuf>,
    pub(crate) production: &'static str,
    pub(crate) withheld: &'static [&'static str],
}

/// Says aloud that a promise is not checked here, unless the caller insists on this language.
pub(crate) fn skip(language: &str, why: &str) {
    let required = std::env::var("MUTSCORE_REQUIRE").unwrap_or_default();
    assert!(
        !required.split([',', ' ']).any(|word| word == language),
        "MUTSCORE_REQUIRE asks for {language}, but {why}"
    );
    eprintln!("SKIPPED: {why}");
}

/// The isolation modes that this host allows; the strongest last.
pub(crate) fn isolations() -> Vec<Isolation> {
    let best = probe(init_exe()).best();
    if best == Isolation::None {
        skip(
            "namespaces",
            "no namespaces here: only runs without them are checked",
        );
        return vec![Isolation::None];
    }
    vec![Isolation::None, best]
}

fn init_exe() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_mutscore-init"))
}

/// A pinned project that is ready to be run.
pub(crate) struct Bed {
    pub(crate) project: Project,
    runner: &'static str,
    pub(crate) version: &'static str,
    files: BTreeMap<String, String>,
    folder: tempfile::TempDir,
}

impl Bed {
    pub(crate) fn new(environment: &Environment, isolation: Isolation, text: &str) -> Self {
        let files = unpack(text);
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("project");
        write_all(&root, &files);
        // Everything in it is named by its content, so that the tests share it.
        let state =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-state", environment.runner));
        let tree = PinnedTree::pin(&root, &state, &[]).unwrap();
        let globs = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        let project = Project {
            command: None,
            name: "tiny".into(),
            layers: vec![tree.path().to_owned()],
            production: globs(&[environment.production]),
            exclude: Vec::new(),
            test_side: globs(&["features/**", "tests/**"]),
            withheld: globs(environment.withheld),
            env: BTreeMap::new(),
            program: environment.program.clone(),
            read_only: environment.read_only.clone(),
            libraries: Vec::new(),
            state,
            init_exe: init_exe().to_owned(),
            isolation,
            bounds: Bounds {
                processes: 128,
                memory: 1 << 30,
                disk: 64 << 20,
                open_files: 512,
                load: Duration::from_secs(60),
            },
        };
        Self {
            project,
            runner: environment.runner,
            version: environment.version,
            files,
            folder,
        }
    }

    pub(crate) fn runner(&self) -> &'static dyn Runner {
        runner(self.runner).unwrap()
    }

    pub(crate) fn session(&self, mode: Mode) -> Box<dyn Session> {
        self.runner().session(&self.project, mode, 0).unwrap()
    }

    /// A cold and a warm session, whose verdicts have to agree.
    pub(crate) fn pair(&self) -> Pair<'_> {
        self.pair_with(|_| ())
    }

    /// The same on a project that `change` has changed.
    pub(crate) fn pair_with(&self, change: impl Fn(&mut Project)) -> Pair<'_> {
        let mut project = self.project.clone();
        change(&mut project);
        let session = |mode| self.runner().session(&project, mode, 0).unwrap();
        Pair {
            bed: self,
            cold: session(Mode::Cold),
            warm: session(Mode::Warm),
            strip: false,
        }
    }

    /// A fresh working copy, for what runs natively.
    pub(crate) fn copy(&self) -> PathBuf {
        let root = tempfile::Builder::new()
            .tempdir_in(self.folder.path())
            .unwrap()
            .keep();
        write_all(&root, &self.files);
        root
    }

    /// The scenario or outline of this name, found by its text alone: a project need not load for that.
    pub(crate) fn scenario(&self, name: &str) -> ScenarioRef {
        let found: Vec<Expected> = self
            .expected()
            .into_iter()
            .filter(|found| found.name == name)
            .collect();
        assert_eq!(found.len(), 1, "scenarios called `{name}`");
        found[0].at.clone()
    }

    /// All scenarios, with what stands above them.
    pub(crate) fn expected(&self) -> Vec<Expected> {
        let features = self
            .files
            .iter()
            .filter(|(path, _)| path.ends_with(".feature"));
        let tests = self
            .files
            .iter()
            .filter(|(path, _)| path.ends_with("Test.php"));
        features
            .flat_map(|(path, text)| expected_in(path, text))
            .chain(tests.flat_map(|(path, text)| expected_methods(path, text)))
            .collect()
    }

    /// The text of one of its files.
    pub(crate) fn text(&self, path: &str) -> &str {
        &self.files[path]
    }

    /// An overlay in which the only `from` in a file reads `to`.
    pub(crate) fn edit(&self, path: &str, from: &str, to: &str) -> Overlay {
        let text = &self.files[path];
        let places: Vec<usize> = text.match_indices(from).map(|(at, _)| at).collect();
        let [at] = places[..] else {
            panic!("`{from}` is {} times in {path}", places.len())
        };
        let bytes = format!("{}{to}{}", &text[..at], &text[at + from.len()..]);
        // What stands around the edit only helps to find it.
        let front = from
            .bytes()
            .zip(to.bytes())
            .take_while(|(a, b)| a == b)
            .count();
        let back = from[front..]
            .bytes()
            .rev()
            .zip(to[front..].bytes().rev())
            .take_while(|(a, b)| a == b)
            .count();
        let span = |word: &str| ByteSpan::new(offset(at + front), offset(at + word.len() - back));
        Overlay {
            woven: None,
            files: vec![Replacement {
                path: RelPath::new(path).unwrap(),
                bytes: Arc::from(bytes.into_bytes()),
                edited: span(to),
                original: span(from),
            }],
        }
    }
}

fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap()
}

/// Limits that no well-behaved run comes near.
pub(crate) const LIMITS: RunLimits = RunLimits {
    wall: Duration::from_secs(60),
    cpu: Duration::from_secs(30),
};

/// Sessions that run everything twice.
pub(crate) struct Pair<'b> {
    bed: &'b Bed,
    pub(crate) cold: Box<dyn Session>,
    pub(crate) warm: Box<dyn Session>,
    pub(crate) strip: bool,
}

/// The reports of one run made cold and warm.
#[derive(Debug)]
pub(crate) struct Both {
    pub(crate) cold: RunReport,
    pub(crate) warm: RunReport,
}

impl Pair<'_> {
    /// Runs the scenario of this name both ways; the verdicts have to agree.
    pub(crate) fn run(&mut self, name: &str, overlay: &Overlay) -> Both {
        self.run_batch(name, overlay, 1, LIMITS)
    }

    /// Unmutated.
    pub(crate) fn plain(&mut self, name: &str) -> Both {
        self.run(name, &Overlay::default())
    }

    pub(crate) fn run_batch(
        &mut self,
        name: &str,
        overlay: &Overlay,
        batch: u32,
        limits: RunLimits,
    ) -> Both {
        let scenario = self.bed.scenario(name);
        self.run_both(&scenario, overlay, batch, limits)
    }

    /// Runs what discovery has found, unmutated.
    pub(crate) fn run_at(&mut self, scenario: &ScenarioRef) -> Both {
        self.run_both(scenario, &Overlay::default(), 1, LIMITS)
    }

    fn run_both(
        &mut self,
        scenario: &ScenarioRef,
        overlay: &Overlay,
        batch: u32,
        limits: RunLimits,
    ) -> Both {
        let job = Job {
            scenario,
            overlay,
            limits,
            observe: false,
            strip: self.strip,
            batch,
        };
        let cancel = CancelToken::default();
        let both = Both {
            cold: self.cold.run(&job, &cancel),
            warm: self.warm.run(&job, &cancel),
        };
        assert!(
            both.cold.same_verdict(&both.warm),
            "{} {}, {:?}, {scenario:?}: {both:#?}",
            self.bed.runner,
            self.bed.version,
            self.bed.project.isolation
        );
        both
    }

    /// What the warm session alone makes of it.
    pub(crate) fn run_cold(&mut self, name: &str, overlay: &Overlay) -> RunReport {
        let scenario = self.bed.scenario(name);
        let job = Job {
            scenario: &scenario,
            overlay,
            limits: LIMITS,
            observe: false,
            strip: self.strip,
            batch: 1,
        };
        self.cold.run(&job, &CancelToken::default())
    }

    /// Nothing of a mutant stays: an unmutated run passes, and is warm.
    pub(crate) fn is_clean(&mut self, name: &str) {
        let plain = self.run_warm(name, &Overlay::default(), 1);
        assert_eq!(
            (plain.outcome, plain.execution),
            (RunOutcome::Pass, Execution::Warm),
            "{plain:#?}"
        );
    }

    pub(crate) fn run_warm(&mut self, name: &str, overlay: &Overlay, batch: u32) -> RunReport {
        let scenario = self.bed.scenario(name);
        let job = Job {
            scenario: &scenario,
            overlay,
            limits: LIMITS,
            observe: false,
            strip: self.strip,
            batch,
        };
        self.warm.run(&job, &CancelToken::default())
    }
}

impl Both {
    pub(crate) fn outcome(&self) -> RunOutcome {
        self.cold.outcome
    }

    /// The outcome, with both reports in the message if it is another one.
    #[track_caller]
    pub(crate) fn ends_in(&self, outcome: RunOutcome) -> &Self {
        assert_eq!(self.cold.outcome, outcome, "{self:#?}");
        self
    }
}

fn unpack(text: &str) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    let mut current: Option<String> = None;
    for line in text.lines() {
        if let Some(path) = line.strip_prefix("=== ") {
            files.insert(path.to_owned(), String::new());
            current = Some(path.to_owned());
        } else if let Some(path) = &current {
            let content: &mut String = files.get_mut(path).unwrap();
            content.push_str(line);
            content.push('\n');
        }
    }
    files
}

fn write_all(root: &Path, files: &BTreeMap<String, String>) {
    for (path, content) in files {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
}
