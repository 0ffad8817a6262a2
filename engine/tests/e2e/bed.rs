//! A copy of a bench in a folder of its own, with a state folder of its own.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::{MetadataExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

use serde_json::Value;
use tempfile::TempDir;

/// What the binary is.
pub(crate) const MUTSCORE: &str = env!("CARGO_BIN_EXE_mutscore");

/// The names of bundled projects.
pub(crate) const TOOLSHED: &str = "python-behave-toolshed";
pub(crate) const FERRY: &str = "ruby-cucumber-ferry";
pub(crate) const GRANARY: &str = "go-godog-granary";
pub(crate) const BAKEHOUSE: &str = "php-behat-bakehouse";
pub(crate) const TRAMWAY: &str = "php-phpunit-tramway";
pub(crate) const TRAM: &str = "java-cucumber-tram";
pub(crate) const ALMANAC: &str = "java-junit-almanac";

/// Ask for Cucumber and PHPUnit.
const CUCUMBER: &[&str] = &["-e", "gem 'cucumber', '~> 2.4'"];
const PHPUNIT: &[&str] = &[
    "-r",
    "exit(@include('PHPUnit/Autoload.php') && extension_loaded('pcov') ? 0 : 1);",
];

/// A bench to be played with.
pub(crate) struct Bed {
    folder: TempDir,
    pub(crate) project: &'static str,
}

/// What a command printed, and its exit code.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Bed {
    /// The small bench of these tests; `None`, said aloud, where there is no Python.
    pub(crate) fn mini() -> Option<Self> {
        Self::new("shop", |bench| copy(&tests().join("mini"), bench))
    }

    /// A bench without anything in it; `None`, said aloud, where there is no Python.
    pub(crate) fn empty(project: &'static str) -> Option<Self> {
        has("python3", &["-c", "import venv"]).then(|| Self::made(project, None, |_| {}))
    }

    /// The small bench, frozen.
    pub(crate) fn mini_frozen() -> Option<Self> {
        let bed = Self::mini()?;
        for (path, text) in &shared()?.frozen {
            bed.write(path, text);
        }
        Some(bed)
    }

    /// The Python project of the bundled bench, with what is frozen of it.
    pub(crate) fn toolshed() -> Option<Self> {
        Self::new(TOOLSHED, |bench| take_frozen(bench, TOOLSHED))
    }

    /// The Ruby project of the bundled bench, with what is frozen of it; `None`, said aloud, without its tool chain.
    pub(crate) fn ferry() -> Option<Self> {
        has("ruby", CUCUMBER).then(|| Self::made(FERRY, None, |bench| take_frozen(bench, FERRY)))
    }

    /// The Go project of the bundled bench, with what is frozen of it; `None`, said aloud, without its tool chain.
    pub(crate) fn granary() -> Option<Self> {
        has("go", &["version"])
            .then(|| Self::made(GRANARY, None, |bench| take_frozen(bench, GRANARY)))
    }

    /// A bench without anything in it; `None`, said aloud, where there is no Go.
    pub(crate) fn go(project: &'static str) -> Option<Self> {
        has("go", &["version"]).then(|| Self::made(project, None, |_| {}))
    }

    /// The same for Ruby with Cucumber.
    pub(crate) fn ruby(project: &'static str) -> Option<Self> {
        has("ruby", CUCUMBER).then(|| Self::made(project, None, |_| {}))
    }

    /// The same for PHPUnit.
    pub(crate) fn phpunit(project: &'static str) -> Option<Self> {
        has("php", PHPUNIT).then(|| Self::made(project, None, |_| {}))
    }

    /// The same for Behat, which `MUTSCORE_BEHAT` names.
    pub(crate) fn behat(project: &'static str) -> Option<Self> {
        has_behat().then(|| Self::made(project, None, |_| {}))
    }

    /// The PHP project of the bundled bench with PHPUnit tests; `None`, said aloud, without its tool chain.
    pub(crate) fn tramway() -> Option<Self> {
        has("php", PHPUNIT).then(|| Self::made(TRAMWAY, None, |bench| take_frozen(bench, TRAMWAY)))
    }

    /// The PHP project with Behat features; `None`, said aloud, where `MUTSCORE_BEHAT` names no Behat.
    pub(crate) fn bakehouse() -> Option<Self> {
        has_behat().then(|| Self::made(BAKEHOUSE, None, |bench| take_frozen(bench, BAKEHOUSE)))
    }

    /// A Java project of the bundled bench; `None`, said aloud, without a JDK or Maven.
    pub(crate) fn java(project: &'static str) -> Option<Self> {
        (has("javac", &["-version"]) && has("mvn", &["-version"]))
            .then(|| Self::made(project, None, |bench| take_frozen(bench, project)))
    }

    /// A bench without anything in it, for Java with Maven.
    pub(crate) fn maven(project: &'static str) -> Option<Self> {
        (has("javac", &["-version"]) && has("mvn", &["-version"]))
            .then(|| Self::made(project, None, |_| {}))
    }

    /// The bundled bench as it is before anything is frozen, with a few operators on a few production files only.
    pub(crate) fn toolshed_with(files: &str, operators: &str) -> Option<Self> {
        let bed = Self::new(TOOLSHED, |bench| {
            copy(&corpora().join(TOOLSHED), &bench.join(TOOLSHED));
            take_excerpt(bench, "mutscore.toml", |text| config_of(text, TOOLSHED));
        })?;
        bed.edit("mutscore.toml", "src/toolshed/**/*.py", files);
        bed.edit(
            "mutscore.toml",
            "submissions = ",
            &format!("operators = {operators}\nsubmissions = "),
        );
        Some(bed)
    }

    fn new(project: &'static str, fill: impl FnOnce(&Path)) -> Option<Self> {
        let environments = &shared()?.environments;
        Some(Self::made(project, Some(environments), fill))
    }

    fn made(project: &'static str, environments: Option<&Path>, fill: impl FnOnce(&Path)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let bed = Self { folder, project };
        for name in ["bench", "state", "tmp"] {
            fs::create_dir(bed.root().join(name)).unwrap();
        }
        if let Some(environments) = environments {
            symlink(environments, bed.state().join("envs")).unwrap();
        }
        fill(&bed.bench());
        bed
    }

    /// The folder that holds everything of this bed, without links in its path.
    pub(crate) fn root(&self) -> PathBuf {
        fs::canonicalize(self.folder.path()).unwrap()
    }

    pub(crate) fn bench(&self) -> PathBuf {
        self.root().join("bench")
    }

    pub(crate) fn state(&self) -> PathBuf {
        self.root().join("state")
    }

    /// Where the binary puts its temporary files.
    pub(crate) fn temporary(&self) -> PathBuf {
        self.root().join("tmp")
    }

    /// Writes a file of the bench, its folders included.
    pub(crate) fn write(&self, path: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.bench().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    /// Writes the files of texts in which `=== path` begins a file.
    pub(crate) fn write_all(&self, folder: &str, texts: &[&str]) {
        let whole = texts.concat();
        for file in whole.split("=== ").filter(|file| !file.is_empty()) {
            let (name, text) = file.split_once('\n').unwrap();
            self.write(&format!("{folder}/{name}"), text);
        }
    }

    pub(crate) fn read(&self, path: &str) -> String {
        let path = self.bench().join(path);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    /// Replaces a text that is there in a file of the bench.
    pub(crate) fn edit(&self, path: &str, from: &str, to: &str) {
        let text = self.read(path);
        assert!(text.contains(from), "{path} has no `{from}`");
        self.write(path, text.replacen(from, to, 1));
    }

    /// The binary, ready to be run in the bench's folder.
    pub(crate) fn command<S: AsRef<OsStr>>(&self, words: impl IntoIterator<Item = S>) -> Command {
        let mut command = Command::new(MUTSCORE);
        command.args(words);
        self.settle(&mut command);
        command
    }

    /// Gives a command the folders of this bed, and nothing of the caller's taste.
    pub(crate) fn settle(&self, command: &mut Command) {
        command
            .current_dir(self.bench())
            .stdin(Stdio::null())
            .env("MUTSCORE_STATE", self.state())
            .env("TMPDIR", self.temporary());
        for name in [
            "NO_COLOR",
            "CLICOLOR",
            "CLICOLOR_FORCE",
            "RUST_BACKTRACE",
            "RUST_LOG",
        ] {
            command.env_remove(name);
        }
    }

    /// Runs a line of words that hold no blanks.
    pub(crate) fn run(&self, line: &str) -> Ran {
        Ran::of(self.command(line.split_whitespace()).output().unwrap())
    }

    /// [`Bed::run`] for what must succeed.
    pub(crate) fn succeed(&self, line: &str) -> Ran {
        let ran = self.run(line);
        assert_eq!(ran.code, Some(0), "{line}: {ran:?}");
        ran
    }

    /// Freezes and gives back the summary of the one project.
    pub(crate) fn freeze(&self, options: &str) -> Value {
        let ran = self.succeed(&format!("freeze --json --quiet --audit 0% {options}"));
        ran.json()["projects"][0].clone()
    }

    /// The frozen files of the project with their text, by name, and the list of instances.
    pub(crate) fn frozen(&self) -> Vec<(String, String)> {
        let mut files = vec![("instances.jsonl".to_owned(), self.read("instances.jsonl"))];
        let folder = format!("pools/{}", self.project);
        for entry in fs::read_dir(self.bench().join(&folder)).unwrap() {
            let path = format!("{folder}/{}", entry.unwrap().file_name().to_str().unwrap());
            files.push((path.clone(), self.read(&path)));
        }
        files.sort();
        files
    }

    /// Everything of the user's: names, kinds, modes, times and bytes of the project and the submissions.
    pub(crate) fn users_tree(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let top = match self.project {
            "shop" => "project",
            bundled => bundled,
        };
        list(&self.bench().join(top), &mut lines);
        lines.sort();
        lines
    }
}

impl Ran {
    pub(crate) fn of(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Self {
            code: output.status.code(),
            out: text(output.stdout),
            err: text(output.stderr),
        }
    }

    /// Standard output as one JSON value.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// Checks an error: its exit code, that it names all of `words`, that it has a way out, and that it is no panic.
    pub(crate) fn is_refused(&self, code: i32, words: &[&str]) {
        assert_eq!(self.code, Some(code), "{self:?}");
        assert!(self.out.is_empty(), "a refusal prints no result: {self:?}");
        for word in words {
            assert!(self.err.contains(word), "no `{word}` in {}", self.err);
        }
        assert!(
            self.err.contains("hint: ") || self.err.contains("help: "),
            "no way out: {}",
            self.err
        );
        assert!(!self.err.contains("panicked"), "{}", self.err);
    }
}

fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/e2e")
}

/// The folder of the bundled bench in the repository: to be read only.
pub(crate) fn corpora() -> PathBuf {
    fs::canonicalize(Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpora")).unwrap()
}

/// What all beds share.
pub(crate) struct Shared {
    /// The folder of virtual environments, with the one that both benches use.
    environments: PathBuf,
    /// The frozen files of the small bench, by path: made by two workers.
    pub(crate) frozen: Vec<(String, String)>,
}

/// Makes what all beds share, once; `None` without Python.
pub(crate) fn shared() -> Option<&'static Shared> {
    static MADE: OnceLock<Option<Shared>> = OnceLock::new();
    let made = MADE.get_or_init(|| has_python().then(make_shared));
    if made.is_none() {
        eprintln!("SKIPPED: `python3` with venv and pip is not here");
    }
    made.as_ref()
}

fn make_shared() -> Shared {
    let state = Path::new(env!("CARGO_TARGET_TMPDIR")).join("e2e-state");
    let environments = state.join("envs");
    fs::create_dir_all(&environments).unwrap();
    // Results of an earlier build must not answer for this one.
    let _ = fs::remove_dir_all(state.join("cache"));
    let bed = Bed {
        folder: tempfile::tempdir().unwrap(),
        project: "shop",
    };
    copy(&tests().join("mini"), &bed.bench());
    fs::create_dir(bed.temporary()).unwrap();
    symlink(&state, bed.state()).unwrap();
    let summary = bed.freeze("--jobs 2");
    assert_eq!(summary["frozen"], 5, "{summary}");
    Shared {
        environments,
        frozen: bed.frozen(),
    }
}

fn has_python() -> bool {
    let ask = Command::new("python3")
        .args(["-c", "import venv, ensurepip"])
        .stderr(Stdio::null())
        .status();
    let found = ask.is_ok_and(|status| status.success());
    assert!(
        found || !is_required("python"),
        "MUTSCORE_REQUIRE asks for python"
    );
    found
}

fn has_behat() -> bool {
    if std::env::var_os("MUTSCORE_BEHAT").is_none() {
        eprintln!("SKIPPED: MUTSCORE_BEHAT names no folder with Behat");
        return false;
    }
    has("php", &["-r", "exit(0);"])
}

/// Whether a tool chain answers; where it does not, that is said aloud.
fn has(language: &str, question: &[&str]) -> bool {
    let ask = Command::new(language)
        .args(question)
        .stderr(Stdio::null())
        .status();
    let found = ask.is_ok_and(|status| status.success());
    assert!(
        found || !is_required(language),
        "MUTSCORE_REQUIRE asks for {language}"
    );
    if !found {
        eprintln!("SKIPPED: `{language}` with its test runner is not here");
    }
    found
}

fn is_required(language: &str) -> bool {
    let required = std::env::var("MUTSCORE_REQUIRE").unwrap_or_default();
    required.split([',', ' ']).any(|word| word == language)
}

/// Copies one project of the bundled bench, with what is frozen of it and nothing of the others.
fn take_frozen(bench: &Path, project: &str) {
    copy(&corpora().join(project), &bench.join(project));
    take_excerpt(bench, "mutscore.toml", |text| config_of(text, project));
    if corpora().join("instances.jsonl").exists() {
        let own = format!("\"project\":\"{project}\"");
        take_excerpt(bench, "instances.jsonl", |text| {
            let is_own = |line: &&str| line.contains(&own) || !line.contains("\"project\":");
            text.lines()
                .filter(is_own)
                .map(|line| format!("{line}\n"))
                .collect()
        });
    }
    let pools = Path::new("pools").join(project);
    if corpora().join(&pools).exists() {
        copy(&corpora().join(&pools), &bench.join(&pools));
    }
}

fn take_excerpt(bench: &Path, name: &str, excerpt: impl FnOnce(&str) -> String) {
    let text = fs::read_to_string(corpora().join(name)).unwrap();
    fs::write(bench.join(name), excerpt(&text)).unwrap();
}

/// The tables of one project, and what stands above all projects.
fn config_of(text: &str, project: &str) -> String {
    let mut kept = String::new();
    let mut own = true;
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("[project.") {
            own = name.split(['.', ']']).next() == Some(project);
        }
        if own {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept
}

/// Copies a file or a folder, links as links.
pub(crate) fn copy(from: &Path, to: &Path) {
    let kind = fs::symlink_metadata(from).unwrap().file_type();
    if kind.is_symlink() {
        symlink(fs::read_link(from).unwrap(), to).unwrap();
    } else if kind.is_dir() {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let entry = entry.unwrap();
            if entry.file_name() != ".mutscore" {
                copy(&entry.path(), &to.join(entry.file_name()));
            }
        }
    } else {
        fs::copy(from, to).unwrap();
    }
}

fn list(path: &Path, lines: &mut Vec<String>) {
    let about = fs::symlink_metadata(path).unwrap();
    let content = if about.is_file() {
        blake3::hash(&fs::read(path).unwrap()).to_string()
    } else {
        String::new()
    };
    let time = (about.mtime(), about.mtime_nsec());
    lines.push(format!(
        "{} {:o} {time:?} {content}",
        path.display(),
        about.mode()
    ));
    if about.is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            list(&entry.unwrap().path(), lines);
        }
    }
}
