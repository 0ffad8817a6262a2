//! A compiler that is part of an interpreter, and looks at one file at a time.
//!
//! Our half is given to the interpreter as a program text: nothing of it is ever on disk.

use std::collections::BTreeMap;
use std::time::Duration;

use super::compiler::{Compiler, Launch, NoCompiler, ProgramTree};
use crate::shims;

/// Address space of one checker.
pub(super) const MEMORY: u64 = 4 << 30;
/// Time to start, and for each answer.
pub(super) const PATIENCE: Duration = Duration::from_secs(60);

/// An interpreter that compiles.
pub(super) struct Script {
    pub(super) language: &'static str,
    /// The interpreter, where the project names none.
    pub(super) program: &'static str,
    /// Options; the last one makes the text after it the program.
    pub(super) options: &'static [&'static str],
    /// Name of our half, for its revision.
    pub(super) file: &'static str,
    /// Our half.
    pub(super) text: &'static str,
}

impl Compiler for Script {
    fn language(&self) -> &'static str {
        self.language
    }

    fn revision(&self) -> String {
        shims::digest(&[(self.file, self.text)]).short(16)
    }

    fn needs_tree(&self) -> bool {
        false
    }

    fn launch(&self, tree: &ProgramTree) -> Result<Launch, NoCompiler> {
        let mut argv = vec![tree.program_or(self.program)];
        argv.extend(self.options.iter().map(|word| (*word).to_owned()));
        argv.push(self.text.to_owned());
        Ok(Launch {
            argv,
            about: Vec::new(),
            scratch: None,
            env: BTreeMap::new(),
            ready_within: PATIENCE,
            answer_within: PATIENCE,
            address_space: Some(MEMORY),
        })
    }
}
