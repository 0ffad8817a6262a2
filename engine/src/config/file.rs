//! `mutscore.toml` as typed: the shape serde reads, nothing resolved and no default filled in.
//!
//! The comments on the fields are the reference of the file: the JSON Schema is made from them. Values whose
//! meaning can be wrong although their type is right keep their place in the file ([`Spanned`]), so that an
//! error found later can still point at them.

use std::collections::BTreeMap;
use std::fmt;

use schemars::JsonSchema;
use serde::de::value::SeqAccessDeserializer;
use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use toml::Spanned;

/// A bench: projects, where their tests are, and how they run.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(title = "mutscore.toml")]
pub(super) struct BenchFile {
    /// Version of this file's form: 1.
    #[expect(dead_code, reason = "looked at alone, before the rest is read")]
    pub schema: u32,
    /// The projects by name. A name becomes the name of a folder.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, ProjectFile>")]
    pub project: BTreeMap<Spanned<String>, Spanned<ProjectFile>>,
}

/// One code base pinned to one state.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct ProjectFile {
    /// The project's folder, relative to this file. With a `source`: relative to the top of the unpacked source.
    #[schemars(with = "Option<String>")]
    pub root: Option<Spanned<String>>,
    /// Where the source comes from, if it is not a folder of the bench.
    pub source: Option<SourceFile>,
    /// Language of the production code, such as `python`.
    #[schemars(with = "String")]
    pub language: Spanned<String>,
    /// Native test runner, such as `behave`.
    #[schemars(with = "String")]
    pub runner: Spanned<String>,
    /// Globs of the production scope: the only place for mutants.
    #[schemars(with = "Vec<String>")]
    pub production: Spanned<Vec<Spanned<String>>>,
    /// Globs taken out of the production scope (generated files, third-party code).
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub exclude: Vec<Spanned<String>>,
    /// Globs of the test side: the only place a submission may write to.
    #[schemars(with = "Vec<String>")]
    pub test_side: Spanned<Vec<Spanned<String>>>,
    /// Globs of the developers' test code (step definitions and helpers), taken away before a submission is laid in.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub withheld: Vec<Spanned<String>>,
    /// Globs of test-side files that no submission may change, such as the feature files.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub protected: Vec<Spanned<String>>,
    /// Folder of submissions that come with the bench, relative to this file.
    #[schemars(with = "Option<String>")]
    pub submissions: Option<Spanned<String>>,
    /// Mutation operators: a profile (`"default"`, `"extended"`, `"pit"`), or a list of profiles and operator ids, in which
    /// `"-id"` takes one out again.
    #[schemars(with = "Option<OperatorsFile>")]
    pub operators: Option<Spanned<OperatorsFile>>,
    /// Whether mutants are compiled before anything is run: `auto` where the language's compiler is at hand, `off`
    /// never. Default: `auto`.
    pub compile_check: Option<super::settings::CompileCheckChoice>,
    /// Globs left out of the pinned tree, beside the built-in ones (version control, caches).
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub tree_exclude: Vec<Spanned<String>>,
    /// The Python tool chain.
    pub python: Option<PythonFile>,
    /// The tool chain of a project in another language than Python: what the machine has of it.
    pub toolchain: Option<ToolchainFile>,
    /// The commands of a project with `runner = "command"`.
    #[schemars(with = "Option<CommandFile>")]
    pub command: Option<Spanned<CommandFile>>,
    /// Environment variables of the project. Relative paths are relative to the project's root.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, String>")]
    pub env: BTreeMap<Spanned<String>, Spanned<String>>,
    /// Limits of runs and of their sandbox.
    #[serde(default)]
    pub limits: LimitsFile,
    /// What counts as a kill.
    #[serde(default)]
    pub outcome: OutcomeFile,
    /// How runs are made.
    #[serde(default)]
    pub run: RunFile,
}

/// A source that is downloaded and checked.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct SourceFile {
    /// A Python source distribution, as `name==version`.
    #[schemars(with = "String")]
    pub pip_sdist: Spanned<String>,
    /// SHA-256 of the downloaded file, in hexadecimal.
    #[schemars(with = "String")]
    pub sha256: Spanned<String>,
}

/// `"default"` or a list of ids. Read by hand: serde's untagged enums lose the places of what is inside.
#[derive(Debug, JsonSchema)]
#[schemars(untagged)]
pub(super) enum OperatorsFile {
    /// The name of a set.
    Set(String),
    /// Operator ids.
    List(#[schemars(with = "Vec<String>")] Vec<Spanned<String>>),
}

impl<'de> Deserialize<'de> for OperatorsFile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = OperatorsFile;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("\"default\" or a list of operator ids")
            }

            fn visit_str<E>(self, name: &str) -> Result<OperatorsFile, E> {
                Ok(OperatorsFile::Set(name.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, ids: A) -> Result<OperatorsFile, A::Error> {
                Vec::deserialize(SeqAccessDeserializer::new(ids)).map(OperatorsFile::List)
            }
        }
        deserializer.deserialize_any(Either)
    }
}

/// A Python tool chain.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct PythonFile {
    /// The interpreter: a name looked up on PATH, or a path (relative to this file).
    #[schemars(with = "Option<String>")]
    pub interpreter: Option<Spanned<String>>,
    /// The version the interpreter must be of, such as `3.11` or `3.11.7`.
    #[schemars(with = "Option<String>")]
    pub version: Option<Spanned<String>>,
    /// Requirements for pip, installed into a virtual environment of the bench's own.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub packages: Vec<Spanned<String>>,
}

/// A tool chain that the machine has.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct ToolchainFile {
    /// The program: a name looked up on PATH, or a path (relative to this file).
    #[schemars(with = "Option<String>")]
    pub program: Option<Spanned<String>>,
    /// The version it must be of, such as `3.1` or `17`.
    #[schemars(with = "Option<String>")]
    pub version: Option<Spanned<String>>,
    /// Further folders that runs must be able to read, such as one of installed packages; absolute, or relative to
    /// this file.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub read_only: Vec<Spanned<String>>,
}

/// A test tool that is known by its command line only: exit code 0 is a pass, and nothing else is known of a run.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct CommandFile {
    /// Program and arguments, started in the project's root for each test; `{test}` stands for the test's file.
    #[schemars(with = "Vec<String>")]
    pub run: Spanned<Vec<String>>,
    /// A line for the shell that comes first, such as `make`; where it fails, nothing was tested.
    #[schemars(with = "Option<String>")]
    pub build: Option<Spanned<String>>,
    /// Globs of the files that are each a test.
    #[schemars(with = "Vec<String>")]
    pub tests: Spanned<Vec<Spanned<String>>>,
}

/// Limits; each has a default.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct LimitsFile {
    /// A mutated run may take this multiple of the unmutated run, wall and CPU time each.
    #[schemars(with = "Option<f64>")]
    pub factor: Option<Spanned<f64>>,
    /// Least wall limit of a run, in seconds.
    #[schemars(with = "Option<f64>")]
    pub wall_floor_seconds: Option<Spanned<f64>>,
    /// Least CPU limit of a run, in seconds.
    #[schemars(with = "Option<f64>")]
    pub cpu_floor_seconds: Option<Spanned<f64>>,
    /// Greatest limit of a run, wall or CPU, in seconds.
    #[schemars(with = "Option<f64>")]
    pub cap_seconds: Option<Spanned<f64>>,
    /// Time to load the project, before any scenario, in seconds.
    #[schemars(with = "Option<f64>")]
    pub load_seconds: Option<Spanned<f64>>,
    /// Address space of one process, in MiB.
    #[schemars(with = "Option<u64>")]
    pub memory_mib: Option<Spanned<u64>>,
    /// Processes and threads alive at once.
    #[schemars(with = "Option<u32>")]
    pub processes: Option<Spanned<u32>>,
    /// What a run may leave on disk, in MiB.
    #[schemars(with = "Option<u64>")]
    pub disk_mib: Option<Spanned<u64>>,
    /// Open files of one process.
    #[schemars(with = "Option<u32>")]
    pub open_files: Option<Spanned<u32>>,
}

/// The outcome policy.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct OutcomeFile {
    /// Failures that count as a kill once a step has begun. Default: both.
    #[schemars(with = "Option<Vec<KillOn>>")]
    pub kill_on: Option<Spanned<Vec<KillOn>>>,
}

/// A failure that may count as a kill. Nothing else ever does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum KillOn {
    /// A check failed.
    AssertionFailure,
    /// An exception, a crash, or out of memory.
    ExecutionFailure,
}

/// How runs are made.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct RunFile {
    /// How often a scenario must pass, of as many runs, to enter the bench. Default: 3.
    #[schemars(with = "Option<u32>")]
    pub gate_runs: Option<Spanned<u32>>,
    /// `warm` forks a loaded process for each run, `cold` starts a new one; `auto` is warm wherever it is exact.
    pub execution: Option<super::settings::ExecutionChoice>,
    /// `namespaces` asks for a full sandbox, `none` for none; `auto` takes the best the machine has.
    pub isolation: Option<super::settings::IsolationChoice>,
}
