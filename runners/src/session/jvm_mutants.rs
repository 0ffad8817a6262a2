//! Replaced files, compiled: the last one is kept, since runs come in the order of what they replace.

use std::sync::Arc;

use mutscore_model::digest::Digest;
use mutscore_model::outcome::{Detail, Execution, RunOutcome, RunReport};
use mutscore_model::overlay::Overlay;

use crate::adapters::jvm::{Build, Prepared};
use crate::runner::CancelToken;
use crate::session::channel::ChannelError;
use crate::session::jvm_compiler::{Built, Compiler};

/// What a replaced file became.
#[derive(Debug, Clone)]
pub(crate) enum Changed {
    /// Class files that stand in for others.
    Classes(Arc<Vec<Built>>),
    /// The compiler's words.
    Refused(String),
}

/// A compiler with what it made last.
pub(crate) struct Mutants {
    slot: u32,
    compiler: Option<Compiler>,
    last: Option<(Digest, Changed)>,
}

impl Mutants {
    pub(crate) fn new(slot: u32) -> Self {
        Self {
            slot,
            compiler: None,
            last: None,
        }
    }

    /// The classes of an overlay that replaces files; `None` for one that replaces nothing.
    pub(crate) fn of(
        &mut self,
        overlay: &Overlay,
        prepared: &Prepared,
        build: &Build,
        cancel: &CancelToken,
    ) -> Result<Option<Changed>, ChannelError> {
        let file = match overlay.files.as_slice() {
            [] => return Ok(None),
            [file] => file,
            _ => {
                return Err(ChannelError::Garbled(
                    "a run replaces one file at most".to_owned(),
                ));
            }
        };
        let digest = overlay.digest();
        if let Some((known, changed)) = &self.last
            && *known == digest
        {
            return Ok(Some(changed.clone()));
        }
        let mut compiler = match self.compiler.take() {
            Some(compiler) => compiler,
            None => Compiler::start(&prepared.mutant_compiler(build), self.slot, cancel)?,
        };
        // One that did not answer is not asked again.
        let compiled = compiler.mutant(&file.path, &file.bytes, cancel)?;
        self.compiler = Some(compiler);
        let changed = match compiled.words {
            Some(words) => Changed::Refused(words),
            None => Changed::Classes(Arc::new(compiled.files)),
        };
        self.last = Some((digest, changed.clone()));
        Ok(Some(changed))
    }
}

/// The report of a run that never began, because something does not compile.
pub(crate) fn refused(words: &str, execution: Execution) -> RunReport {
    RunReport {
        outcome: RunOutcome::BuildFailure,
        ..RunReport::infrastructure(Detail::Syntax, execution, words)
    }
}
