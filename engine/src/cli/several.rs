//! What commands about several tests of one instance start from.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::Context as _;
use mutscore::bench::Bench;
use mutscore::cache::ResultCache;
use mutscore::project::{OpenOptions, Opened};
use mutscore::score::BatchProject;
use mutscore_model::instance::Instance;
use mutscore_model::outcome::Stage;
use mutscore_runners::runner::CancelToken;

use super::context::{Context, OWN_EXE, open_cache};
use super::watch::Display;
use super::{exit, interrupt, term};

/// A bench, an instance of it, and its project, open.
pub(crate) struct Ready {
    pub(crate) bench: Bench,
    pub(crate) instance: Instance,
    pub(crate) project: BatchProject,
    pub(crate) cache: Box<dyn ResultCache>,
    pub(crate) display: Display,
    pub(crate) cancel: CancelToken,
}

impl Ready {
    pub(crate) fn new(context: &Context, instance: u32, silent: bool) -> anyhow::Result<Self> {
        let bench = context.bench()?;
        let instance = bench.instance(instance)?;
        context.log_into(&bench);
        let cancel = interrupt::listen().context("listen for signals")?;
        let project = open(context, &bench, &instance.project, context.jobs())?;
        let cache = open_cache(&bench);
        let display = Display::new(context.global.quiet || silent || !term::shows_bars());
        Ok(Self {
            bench,
            instance,
            project,
            cache,
            display,
            cancel,
        })
    }
}

/// Opens a project with so many workers.
pub(crate) fn open(
    context: &Context,
    bench: &Bench,
    name: &str,
    jobs: NonZeroUsize,
) -> anyhow::Result<BatchProject> {
    let options = OpenOptions {
        jobs,
        init_exe: OWN_EXE.into(),
        execution: context.global.execution.map(Into::into),
    };
    Ok(BatchProject::new(
        bench,
        Opened::open(bench, name, options)?,
    )?)
}

/// Refuses paths that lead nowhere.
pub(crate) fn exist<'a>(paths: impl IntoIterator<Item = &'a PathBuf>) -> anyhow::Result<()> {
    match paths.into_iter().find(|path| !path.exists()) {
        None => Ok(()),
        Some(path) => Err(exit::usage(
            format!("there is no {}", path.display()),
            "give the path of a patch or of a folder with test-side files",
        )),
    }
}

/// A stage as stored files write it.
pub(crate) fn stage_word(stage: Stage) -> String {
    serde_json::to_value(stage)
        .ok()
        .and_then(|word| word.as_str().map(str::to_owned))
        .unwrap_or_default()
}
