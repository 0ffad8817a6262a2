//! Compiling the mutants of a freeze, so that no run is spent on one that cannot differ or cannot start.

use std::sync::Arc;

use mutscore_operators::registry;
use mutscore_runners::compilers::{NoCompiler, compiler};

use crate::config::CompileCheckChoice;
use crate::dispatch::Interrupted;
use crate::manifest::check::{Checking, check};
use crate::manifest::{Built, ManifestError};
use crate::pool::freeze::{FreezeError, Freezing, Phase};

impl Freezing<'_> {
    /// Sets each mutant's status, and writes into the header who says so.
    pub(super) fn check(&mut self, built: &mut Built) -> Result<(), FreezeError> {
        let settings = &self.opened.ready.settings;
        if settings.compile_check == CompileCheckChoice::Off {
            built.header.compile_check = Some("none: compile-check is off".to_owned());
            self.summary
                .compile_check
                .clone_from(&built.header.compile_check);
            return Ok(());
        }
        self.watch.begin(Phase::Compile, 0);
        let language = registry::language(&settings.language)
            .ok_or_else(|| ManifestError::Language(settings.language.clone()))?;
        let compiler = compiler(&settings.language)
            .ok_or_else(|| NoCompiler(format!("no compiler for {}", settings.language)));
        let pinned = self.opened.pinned.path();
        let read = |path: &_| std::fs::read(pinned.join(path)).map(Arc::from);
        let how = Checking {
            language,
            compiler,
            tree: &self.opened.ready.program_tree(pinned, built.files.clone()),
            cache: Some(self.cache),
            jobs: self.opened.options.jobs,
            cancel: self.cancel,
        };
        let report =
            check(&mut built.mutants, &read, &how).map_err(|source| ManifestError::Io {
                path: pinned.to_owned(),
                source,
            })?;
        if self.cancel.is_cancelled() {
            return Err(Interrupted { done: 0, total: 0 }.into());
        }
        for note in report.notes() {
            self.watch.note(&note);
        }
        self.summary.compile_check = Some(report.by.clone());
        built.header.compile_check = Some(report.by);
        Ok(())
    }
}
