//! What every command starts from: the global options, and the bench they mean.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

use mutscore::bench::{Bench, BenchError, FrozenError};
use mutscore::cache::{self, OnWarning, ResultCache};
use mutscore::config::{self, Known};
use mutscore_operators::operators;
use mutscore_operators::registry::profiles;

use super::args::Global;
use super::log;

/// The executable that sets up sandboxes: this one, even after it was replaced on disk.
pub(crate) const OWN_EXE: &str = "/proc/self/exe";

/// The global options, and what follows from them.
#[derive(Debug)]
pub(crate) struct Context {
    pub(crate) global: Global,
    pub(crate) command: &'static str,
}

impl Context {
    /// The bench named by `--bench`, else the nearest one upward. Nothing is written.
    ///
    /// # Errors
    /// [`BenchError::Config`] when there is none, or its configuration is wrong.
    pub(crate) fn bench(&self) -> Result<Bench, BenchError> {
        let dir = match &self.global.bench {
            Some(dir) => dir.clone(),
            None => config::find(&PathBuf::from("."))?,
        };
        Bench::open(&dir, &known())
    }

    /// From now on the debug log also goes into the bench's state folder. For commands that run things.
    pub(crate) fn log_into(&self, bench: &Bench) {
        if let Err(error) = log::into_file(bench.state(), self.command) {
            tracing::warn!("no debug log in {}: {error}", bench.state().display());
        }
    }

    /// The projects a command is about: the one that is named, else all of the bench.
    ///
    /// # Errors
    /// [`BenchError::Config`] with the names there are, for one that is unknown.
    pub(crate) fn projects(
        &self,
        bench: &Bench,
        named: Option<&str>,
    ) -> Result<Vec<String>, BenchError> {
        match named {
            Some(name) => Ok(vec![bench.project(name)?.name.clone()]),
            None => Ok(bench.settings().projects.keys().cloned().collect()),
        }
    }

    /// Runs made side by side.
    pub(crate) fn jobs(&self) -> NonZeroUsize {
        let cores = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        self.global.jobs.unwrap_or_else(cores)
    }
}

/// Where a bench keeps its results.
pub(crate) fn cache_folder(bench: &Bench) -> PathBuf {
    bench.state().join("cache")
}

/// The bench's results; in memory, with a warning, where they cannot be stored.
pub(crate) fn open_cache(bench: &Bench) -> Box<dyn ResultCache> {
    cache::open_or_memory(&cache_folder(bench), pass_on_warnings())
}

/// Makes the cache's warnings lines of the log, which people see.
pub(crate) fn pass_on_warnings() -> OnWarning {
    Arc::new(|warning| tracing::warn!("{warning}"))
}

/// `None` where a stored file is not there yet; any other trouble with it stays an error.
///
/// # Errors
/// Every [`FrozenError`] but the missing file.
pub(crate) fn if_there<T>(read: Result<T, FrozenError>) -> Result<Option<T>, FrozenError> {
    match read {
        Ok(value) => Ok(Some(value)),
        Err(FrozenError::Missing(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The names a configuration may use.
pub(crate) fn known() -> Known {
    Known {
        languages: mutscore_operators::languages()
            .iter()
            .map(|language| language.id().to_owned())
            .collect(),
        runners: mutscore_runners::registry::runners()
            .iter()
            .map(|runner| runner.id().to_owned())
            .collect(),
        operators: profiles()
            .iter()
            .map(|profile| profile.name)
            .chain(operators().iter().map(|operator| operator.meta().id))
            .map(str::to_owned)
            .collect(),
    }
}
