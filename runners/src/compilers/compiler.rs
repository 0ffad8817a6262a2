//! The seam: a [`Compiler`] says how its checker process is started, a [`Check`] asks it about files.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use mutscore_model::compiled::Compiled;
use mutscore_model::mutant::Edit;
use mutscore_model::path::RelPath;

use tempfile::TempDir;

use super::checker::Checker;
use crate::runner::CancelToken;

/// The files that are to be checked, and what belongs to them.
#[derive(Debug, Clone)]
pub struct ProgramTree {
    /// The folder that paths are relative to, absolute.
    pub root: PathBuf,
    /// The files of the language that take part in the program, by path. A compiler that looks at more than one file
    /// at a time looks at these.
    pub files: Vec<RelPath>,
    /// The interpreter or tool chain to ask, absolute; `None` for the one on `PATH`.
    pub program: Option<PathBuf>,
    /// Environment variables of the project.
    pub env: BTreeMap<String, String>,
    /// Where derived files may be kept (our own half, compiled; the project, compiled), absolute.
    pub state: PathBuf,
}

impl ProgramTree {
    /// The interpreter or tool chain to ask, or the one of this name on `PATH`.
    pub(super) fn program_or(&self, name: &str) -> String {
        let named = self.program.as_ref();
        named.map_or_else(|| name.to_owned(), |path| path.display().to_string())
    }
}

/// Why mutants cannot be checked here.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoCompiler(pub String);

/// One compiler.
pub trait Compiler: Send + Sync {
    /// The language it reads, as operators name it.
    fn language(&self) -> &'static str;

    /// Changes whenever our own half of the conversation does: goes into cache keys.
    fn revision(&self) -> String;

    /// Whether an answer about a file depends on the other files of the tree and on its class path: then they go
    /// into cache keys as well.
    fn needs_tree(&self) -> bool;

    /// Whether forms can be compared only among the answers to one question, for they hold something of the process
    /// that gave them. A file is then asked about as a whole or not at all.
    fn forms_are_relative(&self) -> bool {
        false
    }

    /// Makes ready what every worker needs, and says how one is started.
    ///
    /// # Errors
    /// [`NoCompiler`] where there is none on this machine or it is of no use; the text says why.
    fn launch(&self, tree: &ProgramTree) -> Result<Launch, NoCompiler>;

    /// A warm process, ready to be asked.
    ///
    /// # Errors
    /// [`NoCompiler`], also when the process does not say what it is.
    fn start(&self, tree: &ProgramTree) -> Result<Box<dyn Check>, NoCompiler> {
        Ok(Box::new(Checker::start(self.launch(tree)?)?))
    }
}

/// How a checker process is started, and its bounds.
#[derive(Debug, Clone)]
pub struct Launch {
    /// Command line.
    pub argv: Vec<String>,
    /// What it is told with the first question, beside that it is the first.
    pub about: Vec<String>,
    /// Folders of its own, removed when the last process that was started so has gone.
    pub scratch: Option<Arc<TempDir>>,
    /// Variables it has beside those every checker has.
    pub env: BTreeMap<String, String>,
    /// Time until it says what it is.
    pub ready_within: Duration,
    /// Time for each answer.
    pub answer_within: Duration,
    /// Address space, in bytes; `None` where the command line itself bounds the memory.
    pub address_space: Option<u64>,
}

/// What a compiler says of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answers {
    /// Of the file as it is.
    pub original: Compiled,
    /// Of each version, in the order asked.
    pub versions: Vec<Compiled>,
}

/// Asks a compiler about files, one after the other.
pub trait Check: Send {
    /// The compiler and its version, e.g. `cpython 3.11.7`.
    fn identity(&self) -> &str;

    /// Compiles a file as it is, and each of its versions: the file with these edits (sorted, not overlapping).
    ///
    /// Never fails: whatever goes wrong with the compiler is [`Compiled::Unknown`] for the versions it concerns.
    fn check(
        &mut self,
        path: &RelPath,
        source: &[u8],
        versions: &[&[Edit]],
        cancel: &CancelToken,
    ) -> Answers;
}
