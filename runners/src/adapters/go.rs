//! What an adapter for a Go framework prepares: the tool chain's own facts, our program built with it, the modules of
//! the project, and a copy of the framework that tells what happens.
//!
//! Files of the module cache cannot be overlaid, so the copy takes the framework's place by a `replace` in a `go.mod`
//! that only our builds see (`-modfile`). The packages testing and time are the tool chain's own, and can be overlaid.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use mutscore_model::digest::StableHasher;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::go_local;
use crate::runner::{Project, RunnerError};
use crate::shims;

/// What the tool chain says of itself.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Tool {
    #[serde(rename = "GOROOT")]
    pub(crate) root: PathBuf,
    #[serde(rename = "GOMODCACHE")]
    pub(crate) modules: PathBuf,
    #[serde(rename = "GOVERSION")]
    pub(crate) version: String,
}

/// A project's module, as builds of ours see it.
#[derive(Debug, Clone)]
pub(crate) struct Module {
    pub(crate) path: String,
    /// Version of the framework that it asks for.
    pub(crate) framework: String,
    /// The `go.mod` with the replaced framework; its `go.sum` lies beside it.
    pub(crate) modfile: PathBuf,
    /// Files of the standard library with others in their place.
    pub(crate) standard: BTreeMap<String, String>,
}

/// The folder below which everything of ours lies.
pub(crate) fn state(project: &Project) -> PathBuf {
    project.state.join("go")
}

pub(crate) fn io_error(path: &Path) -> impl FnOnce(io::Error) -> RunnerError {
    let path = path.to_owned();
    move |source| RunnerError::Io { path, source }
}

impl Tool {
    /// Asks the tool chain, once for each place and time of its program.
    pub(crate) fn of(project: &Project) -> Result<Self, RunnerError> {
        let folder = state(project);
        fs::create_dir_all(&folder).map_err(io_error(&folder))?;
        let mut hasher = StableHasher::new("mutscore/go-tool/1");
        hasher.field(project.program.as_os_str().as_encoded_bytes());
        let changed = fs::metadata(&project.program)
            .and_then(|metadata| metadata.modified())
            .map_err(|error| unusable(project, &error.to_string()))?;
        hasher.field(format!("{changed:?}"));
        for name in ["GOPATH", "GOMODCACHE", "GOROOT"] {
            hasher.field(variable(project, name).unwrap_or_default());
        }
        let file = folder.join(format!("tool-{}.json", hasher.finish().short(16)));
        let known = fs::read(&file).ok();
        if let Some(tool) = known.and_then(|text| serde_json::from_slice(&text).ok()) {
            return Ok(tool);
        }
        let said = Self::ask(project)?;
        let tool: Self =
            serde_json::from_slice(&said).map_err(|error| unusable(project, &error.to_string()))?;
        shims::write_once(&file, &said).map_err(io_error(&file))?;
        Ok(tool)
    }

    fn ask(project: &Project) -> Result<Vec<u8>, RunnerError> {
        let mut command = go(project);
        command.args(["env", "-json", "GOROOT", "GOMODCACHE", "GOVERSION"]);
        output(project, command)
    }

    /// Our program, built with this tool chain unless it was before.
    pub(crate) fn driver(&self, project: &Project) -> Result<PathBuf, RunnerError> {
        let shim = shims::install(&state(project), "go", shims::GO)
            .map_err(io_error(&state(project).join("shims")))?;
        let program = shim.join(format!("driver-{}", self.version.replace(' ', "-")));
        if program.is_file() {
            return Ok(program);
        }
        let fresh = tempfile::tempdir_in(&shim).map_err(io_error(&shim))?;
        let made = fresh.path().join("driver");
        let mut command = go(project);
        command
            .args(["build", "-ldflags=-s -w", "-o"])
            .arg(&made)
            .args(shims::GO.iter().map(|(name, _)| name))
            .current_dir(&shim)
            .envs([
                ("GO111MODULE", "off"),
                ("GOFLAGS", ""),
                ("CGO_ENABLED", "0"),
            ]);
        output(project, command)?;
        fs::rename(&made, &program).map_err(io_error(&program))?;
        Ok(program)
    }
}

impl Module {
    /// Reads `go.mod`, sees that the modules are there, and puts the copy of the framework in place.
    pub(crate) fn of(project: &Project, tool: &Tool, framework: &str) -> Result<Self, RunnerError> {
        let find = |name: &str| {
            let places = project.layers.iter().map(|layer| layer.join(name));
            places.into_iter().find(|path| path.is_file())
        };
        let Some(file) = find("go.mod") else {
            return Err(RunnerError::Unusable {
                what: format!("the project `{}` has no go.mod", project.name),
                hint: "`root` in mutscore.toml is to be the folder of the module".to_owned(),
            });
        };
        let text = fs::read(&file).map_err(io_error(&file))?;
        let sums = find("go.sum").map_or(Ok(Vec::new()), fs::read);
        let sums = sums.map_err(io_error(&file))?;
        let mut hasher = StableHasher::new("mutscore/go-module/1");
        hasher.field(&text).field(&sums);
        for inner in go_local::texts(project, &text) {
            hasher.field(&inner);
        }
        hasher.field(tool.version.as_str());
        hasher.field(tool.modules.as_os_str().as_encoded_bytes());
        hasher.field(shims::digest(shims::GO_HOOKS).as_bytes());
        for changed in CHANGED {
            hasher.field(format!("{changed:?}"));
        }
        let folder = state(project).join(format!("module-{}", hasher.finish().short(24)));
        let about = folder.join("module.json");
        if !about.is_file() {
            place_module(project, tool, framework, &folder, [&text, &sums])?;
        }
        let about = fs::read(&about).map_err(io_error(&folder))?;
        let about: Value = serde_json::from_slice(&about)
            .map_err(|error| unusable(project, &error.to_string()))?;
        let word = |name: &str| about[name].as_str().unwrap_or_default().to_owned();
        let standard = CHANGED.iter().flat_map(|changed| {
            [changed.file, "00mutscore.go"].map(|name| {
                let at = tool.root.join("src").join(changed.package).join(name);
                let ours = folder.join(changed.package).join(name);
                (at.display().to_string(), ours.display().to_string())
            })
        });
        Ok(Self {
            path: word("path"),
            framework: word("framework"),
            modfile: folder.join("go.mod"),
            standard: standard.collect(),
        })
    }
}

/// Makes a module's folder: `go.mod` and `go.sum`, the copy of the framework, the changed package testing.
fn place_module(
    project: &Project,
    tool: &Tool,
    framework: &str,
    folder: &Path,
    [text, sums]: [&[u8]; 2],
) -> Result<(), RunnerError> {
    let above = state(project);
    let fresh = tempfile::Builder::new()
        .prefix(".new-")
        .tempdir_in(&above)
        .map_err(io_error(&above))?;
    let at = fresh.path();
    let modfile = at.join("go.mod");
    let fail = io_error(at);
    fs::write(&modfile, text)
        .and_then(|()| fs::write(at.join("go.sum"), sums))
        .map_err(fail)?;
    let mut command = go(project);
    command.args(["mod", "edit", "-json"]).arg(&modfile);
    let parsed: Value = serde_json::from_slice(&output(project, command)?)
        .map_err(|error| unusable(project, &error.to_string()))?;
    let path = parsed["Module"]["Path"].as_str().unwrap_or_default();
    let required = |list: &str, inner: Option<&str>| {
        let entries = parsed[list].as_array().cloned().unwrap_or_default();
        entries.into_iter().find(|entry| {
            let entry = inner.map_or(entry, |inner| &entry[inner]);
            entry["Path"] == framework
        })
    };
    let version =
        required("Require", None).and_then(|entry| Some(entry["Version"].as_str()?.to_owned()));
    let Some(version) = version else {
        return Err(RunnerError::Unusable {
            what: format!("`{}` does not require {framework}", project.name),
            hint: format!("`go get {framework}` adds it to go.mod"),
        });
    };
    if required("Replace", Some("Old")).is_some() {
        return Err(RunnerError::Unusable {
            what: format!("go.mod of `{}` replaces {framework}", project.name),
            hint: "only released versions of it can be followed".to_owned(),
        });
    }
    let placed = go_local::place(project, &parsed, at)?;
    fetch_modules(project, at)?;
    placed.remove().map_err(io_error(at))?;
    let source = tool.modules.join(format!("{framework}@{version}"));
    copy_framework(&source, &at.join("framework")).map_err(|why| RunnerError::Unusable {
        what: format!("{framework} {version}: {why}"),
        hint: "versions 0.12 to 0.16 are those it is made for; `go mod download` fetches the one that go.mod asks for"
            .to_owned(),
    })?;
    for changed in CHANGED {
        changed
            .place(&tool.root, at)
            .map_err(|why| RunnerError::Unusable {
                what: format!("package {} of {}: {why}", changed.package, tool.version),
                hint: "Go 1.21 and later are supported".to_owned(),
            })?;
    }
    let mut command = go(project);
    command
        .args(["mod", "edit"])
        .arg(format!(
            "-replace={framework}={}",
            folder.join("framework").display()
        ))
        .arg(&modfile);
    output(project, command)?;
    let about = serde_json::json!({ "path": path, "framework": version });
    let written =
        fs::write(at.join("module.json"), about.to_string()).and_then(|()| shims::open_to_all(at));
    written.map_err(io_error(at))?;
    let kept = fresh.keep();
    match fs::rename(&kept, folder) {
        Ok(()) => Ok(()),
        Err(_) if folder.is_dir() => fs::remove_dir_all(&kept).map_err(io_error(&kept)),
        Err(error) => Err(io_error(folder)(error)),
    }
}

/// Sees that every module is in the user's module cache; what is missing is fetched as the user's own `go` would.
fn fetch_modules(project: &Project, folder: &Path) -> Result<(), RunnerError> {
    let download = |offline: bool| {
        let mut command = go(project);
        command.args(["mod", "download"]).current_dir(folder);
        command.envs([("GOFLAGS", "-mod=mod"), ("GOWORK", "off")]);
        if offline {
            command.env("GOPROXY", "off");
        }
        output(project, command)
    };
    if download(true).is_ok() {
        return Ok(());
    }
    tracing::info!(project = project.name, "fetching Go modules");
    download(false)
        .map(drop)
        .map_err(|error| RunnerError::Unusable {
            what: format!("the modules of `{}` are not at hand: {error}", project.name),
            hint: "run `go mod download` in the project where there is a network".to_owned(),
        })
}

/// The file of ours that belongs to the framework's package of parsers.
const PARSER_HOOK: &str = "hook_parser.go";

/// Where the framework calls us in the midst of a function: what stands in a file, and what instead.
const OURS_INSIDE: [(&str, &str, &str); 3] = [
    // Expressions are compiled when a step may match them.
    (
        "test_context.go",
        "= regexp.MustCompile(",
        "= mutscoreCompile(",
    ),
    (
        "suite.go",
        "h.Expr.FindStringSubmatch(text)",
        "mutscoreMatch(h, text)",
    ),
    // Features that are not run are not parsed.
    (
        "internal/parser/parser.go",
        "io.TeeReader(reader, &buf)",
        "io.TeeReader(mutscoreText(path, reader), &buf)",
    ),
];

/// Copies the framework's sources, and puts our functions in the place of three of its own.
fn copy_framework(from: &Path, to: &Path) -> Result<(), String> {
    copy_sources(from, to).map_err(|error| format!("{}: {error}", from.display()))?;
    for (file, what) in [
        ("run.go", "func (r *runner) concurrent("),
        ("suite.go", "func (s *suite) runStep("),
        ("suite.go", "func (s *suite) runBeforeStepHooks("),
    ] {
        let path = to.join(file);
        let text = fs::read_to_string(&path).map_err(|error| format!("{file}: {error}"))?;
        if text.matches(what).count() != 1 {
            return Err(format!("`{what}` is not in {file}"));
        }
        let (receiver, name) = what.rsplit_once(' ').unwrap_or((what, ""));
        let mut letters = name.chars();
        let first = letters.next().map(|letter| letter.to_ascii_uppercase());
        let ours: String = first.into_iter().chain(letters).collect();
        let text = text.replace(what, &format!("{receiver} mutscore{ours}"));
        fs::write(&path, text).map_err(|error| format!("{file}: {error}"))?;
    }
    for (file, what, instead) in OURS_INSIDE {
        let path = to.join(file);
        let text = fs::read_to_string(&path).map_err(|error| format!("{file}: {error}"))?;
        if !text.contains(what) {
            return Err(format!("`{what}` is not in {file}"));
        }
        fs::write(&path, text.replace(what, instead))
            .map_err(|error| format!("{file}: {error}"))?;
    }
    let run = fs::read_to_string(to.join("run.go")).map_err(|error| error.to_string())?;
    // Old versions have no steps that are registered for all scenarios.
    let for_all = run.contains("testSuiteContext.suite");
    for (name, text) in shims::GO_HOOKS {
        if CHANGED.iter().any(|changed| changed.ours == *name) {
            continue;
        }
        let (before, after) = ("/*MUTSCORE all.suite = &bound*/", "all.suite = &bound");
        let text = text.replace(before, if for_all { after } else { "" });
        let folder = if *name == PARSER_HOOK {
            "internal/parser"
        } else {
            "."
        };
        let place = to.join(folder).join(format!("mutscore_{name}"));
        fs::write(place, text).map_err(|error| format!("{name}: {error}"))?;
    }
    Ok(())
}

/// Go files and `go.mod`, without tests; folders that hold no package are left out.
fn copy_sources(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let name = entry.file_name();
        let word = name.to_string_lossy();
        if entry.file_type()?.is_dir() {
            if !word.starts_with(['.', '_']) && word != "testdata" {
                copy_sources(&entry.path(), &to.join(&name))?;
            }
        } else if (word.ends_with(".go") && !word.ends_with("_test.go")) || word == "go.mod" {
            // The cache's own files cannot be written to, and nor could their copies.
            fs::write(to.join(&name), fs::read(entry.path())?)?;
        }
    }
    Ok(())
}

/// A package of the standard library with something of ours in one of its files, and a file of ours beside it.
#[derive(Debug)]
struct Changed {
    package: &'static str,
    file: &'static str,
    /// What is there exactly once, and what stands in its place.
    edits: &'static [(&'static str, &'static str)],
    ours: &'static str,
    /// What is called otherwise in some versions: a file, what only those have in it, and the words of ours that change.
    versions: &'static [(&'static str, &'static str, &'static str, &'static str)],
}

const CHANGED: &[Changed] = &[
    Changed {
        package: "testing",
        file: "testing.go",
        edits: &[
            (
                "func (c *common) Fail() {",
                "func (c *common) Fail() { mutscoreFail();",
            ),
            (
                "func (c *common) SkipNow() {",
                "func (c *common) SkipNow() { mutscoreSkip();",
            ),
        ],
        ours: "testing.go",
        versions: &[
            (
                "newcover.go",
                "cover2.tearDown",
                "/*MUTSCORE cover*/ cover.",
                "cover2.",
            ),
            (
                "testing.go",
                "type testState struct",
                "t.context.match",
                "t.tstate.match",
            ),
        ],
    },
    Changed {
        package: "time",
        file: "sleep.go",
        edits: &[
            (
                "func (t *Timer) Stop() bool {",
                "func (t *Timer) Stop() bool { return t.mutscoreStop() }\n\nfunc (t *Timer) mutscoreStopped() bool {",
            ),
            (
                "func (t *Timer) Reset(d Duration) bool {",
                "func (t *Timer) Reset(d Duration) bool { return t.mutscoreReset(d) }\n\nfunc (t *Timer) mutscoreStarted(d \
                 Duration) bool {",
            ),
            (
                "func AfterFunc(d Duration, f func()) *Timer {",
                "func AfterFunc(d Duration, f func()) *Timer { mutscoreAdd(1);",
            ),
            (
                "\tgo arg.(func())()",
                "\tmutscoreAdd(-1); go arg.(func())()",
            ),
        ],
        ours: "time.go",
        versions: &[],
    },
];

impl Changed {
    /// Puts both files below a module's folder.
    fn place(&self, root: &Path, module: &Path) -> Result<(), String> {
        let home = root.join("src").join(self.package);
        let read = |name: &str| {
            let path = home.join(name);
            fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
        };
        let mut text = read(self.file)?;
        for (what, instead) in self.edits {
            if text.matches(what).count() != 1 {
                return Err(format!("`{what}` is not in {}", self.file));
            }
            text = text.replace(what, instead);
        }
        let ours = shims::GO_HOOKS.iter().find(|(name, _)| *name == self.ours);
        let mut ours = ours.map_or("", |(_, text)| *text).to_owned();
        for (file, telling, words, instead) in self.versions {
            if read(file).unwrap_or_default().contains(telling) {
                ours = ours.replace(words, instead);
            }
        }
        let to = module.join(self.package);
        fs::create_dir_all(&to)
            .and_then(|()| fs::write(to.join(self.file), text))
            .and_then(|()| fs::write(to.join("00mutscore.go"), ours))
            .map_err(|error| format!("{}: {error}", to.display()))
    }
}

/// The project's `go`, with nothing of the project in its surroundings: these commands run outside a sandbox.
fn go(project: &Project) -> Command {
    let mut command = Command::new(&project.program);
    command.stdin(Stdio::null());
    for name in ["GOPATH", "GOMODCACHE", "GOROOT"] {
        if let Some(value) = project.env.get(name) {
            command.env(name, value);
        }
    }
    command.env("GOTOOLCHAIN", "local").env("GOWORK", "off");
    command
}

fn variable(project: &Project, name: &str) -> Option<String> {
    let own = project.env.get(name).cloned();
    own.or_else(|| std::env::var(name).ok())
}

fn output(project: &Project, mut command: Command) -> Result<Vec<u8>, RunnerError> {
    let done = command
        .output()
        .map_err(|error| unusable(project, &error.to_string()))?;
    if done.status.success() {
        return Ok(done.stdout);
    }
    let words = String::from_utf8_lossy(&done.stderr).trim().to_owned();
    Err(unusable(project, &words))
}

fn unusable(project: &Project, why: &str) -> RunnerError {
    RunnerError::Unusable {
        what: format!("`{}`: {why}", project.program.display()),
        hint: "Go 1.21 or later is needed; name it as `program` in [project.NAME.toolchain]"
            .to_owned(),
    }
}
