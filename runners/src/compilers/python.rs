//! CPython: `compile`, and the code objects that it makes.

use std::collections::BTreeMap;
use std::time::Duration;

use super::compiler::{Compiler, Launch, NoCompiler, ProgramTree};
use crate::shims;

/// Our half, given to the interpreter as a program text: nothing of it is ever on disk.
const CHECK: &str = include_str!("../shims/compilers/check.py");

/// Address space of one checker.
const MEMORY: u64 = 4 << 30;

/// The compiler of Python.
pub(super) struct CPython;

impl Compiler for CPython {
    fn language(&self) -> &'static str {
        "python"
    }

    fn revision(&self) -> String {
        shims::digest(&[("check.py", CHECK)]).short(16)
    }

    fn needs_tree(&self) -> bool {
        false
    }

    fn launch(&self, tree: &ProgramTree) -> Result<Launch, NoCompiler> {
        let program = tree
            .program
            .as_ref()
            .map_or_else(|| "python3".to_owned(), |path| path.display().to_string());
        // Isolated and without site-packages: no file of the project and no start-up hook is ever imported.
        let argv = [&program, "-I", "-S", "-B", "-c", CHECK];
        Ok(Launch {
            argv: argv.iter().map(|word| (*word).to_owned()).collect(),
            about: Vec::new(),
            scratch: None,
            env: BTreeMap::new(),
            ready_within: Duration::from_secs(30),
            answer_within: Duration::from_secs(30),
            address_space: Some(MEMORY),
        })
    }
}
