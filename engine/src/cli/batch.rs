//! `mutscore score FOLDER`: many submissions in one run, a line of results each.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::Context as _;
use mutscore::bench::Bench;
use mutscore::cache::{MemoryCache, ResultCache};
use mutscore::results::{Planned, ResultsFile, Row};
use mutscore::score::{self, Batch, BatchProject, BatchSummary, Entry, ScoreOptions};
use mutscore_model::instance::Instance;

use super::context::{Context, open_cache};
use super::term::{self, Bar};
use super::{exit, interrupt, several};

/// Where results go unless it is said.
const OUTPUT: &str = "results.jsonl";

/// What scoring many submissions takes beside what scoring one does.
pub(crate) struct BatchArgs<'a> {
    /// The folder or index.
    pub(crate) submissions: &'a PathBuf,
    /// The result file.
    pub(crate) output: Option<&'a PathBuf>,
    /// Every frozen instance of the projects is planned, and not only those with a submission.
    pub(crate) all_instances: bool,
    /// Lines of the target implementations.
    pub(crate) targets: Option<&'a PathBuf>,
    /// Rows go to standard output as well.
    pub(crate) json_lines: bool,
    /// Neither look results up nor keep them.
    pub(crate) no_cache: bool,
    /// How each is scored.
    pub(crate) options: ScoreOptions,
}

/// Scores everything that has no result yet.
pub(crate) fn run(context: &Context, args: &BatchArgs<'_>) -> anyhow::Result<u8> {
    let bench = context.bench()?;
    let entries = score::entries(args.submissions)?;
    context.log_into(&bench);
    let cancel = interrupt::listen().context("listen for signals")?;
    let instances = instances(&bench, &entries)?;
    let names: BTreeSet<&str> = instances.values().map(|one| one.project.as_str()).collect();
    let mut projects = BTreeMap::new();
    for name in names {
        projects.insert(
            name.to_owned(),
            several::open(context, &bench, name, NonZeroUsize::MIN)?,
        );
    }
    let planned = planned(&bench, &projects, &instances, args)?;
    let default = PathBuf::from(OUTPUT);
    let output = args.output.unwrap_or(&default);
    let rows: Vec<Planned> = planned.values().cloned().collect();
    let mut out = ResultsFile::open(output, &score::header(&projects), &rows)?;
    let cache: Box<dyn ResultCache> = if args.no_cache {
        Box::new(MemoryCache::default())
    } else {
        open_cache(&bench)
    };
    let batch = Batch {
        bench: &bench,
        projects: &projects,
        instances: &instances,
        planned: &planned,
        cache: &*cache,
        options: &args.options,
        jobs: context.jobs(),
        cancel: &cancel,
    };
    let mut display = Display::new(context.global.quiet, args.json_lines);
    let summary = batch.run(&entries, &mut out, &mut |row, done, total| {
        display.told(row, done, total);
    });
    out.finish()?;
    display.end();
    let summary = summary?;
    if !context.global.quiet {
        term::say(&words(&summary, output));
    }
    Ok(if summary.infrastructure > 0 {
        exit::ENVIRONMENT
    } else {
        exit::SCORED
    })
}

fn instances(bench: &Bench, entries: &[Entry]) -> anyhow::Result<BTreeMap<u32, Instance>> {
    let list = bench.instances()?;
    let ids: BTreeSet<u32> = entries.iter().map(|entry| entry.instance).collect();
    let mut instances = BTreeMap::new();
    for instance in list.present().filter(|one| ids.contains(&one.id)) {
        instances.insert(instance.id, instance.clone());
    }
    if let Some(id) = ids.iter().find(|id| !instances.contains_key(id)) {
        // Says what is known of it.
        let which = entries.iter().find(|entry| entry.instance == *id);
        let path = which
            .map(|entry| entry.path.display().to_string())
            .unwrap_or_default();
        bench
            .instance(*id)
            .with_context(|| format!("{path} is for instance {id}"))?;
    }
    Ok(instances)
}

fn planned(
    bench: &Bench,
    projects: &BTreeMap<String, BatchProject>,
    submitted: &BTreeMap<u32, Instance>,
    args: &BatchArgs<'_>,
) -> anyhow::Result<BTreeMap<u32, Planned>> {
    let mut ids: BTreeSet<u32> = submitted.keys().copied().collect();
    if args.all_instances {
        let list = bench.instances()?;
        let frozen = list
            .present()
            .filter(|one| projects.contains_key(&one.project))
            .filter(|one| bench.pool_path(&one.project, one.id).is_file());
        ids.extend(frozen.map(|one| one.id));
    }
    let targets = args.targets.map(|path| score::targets(path)).transpose()?;
    Ok(score::planned(bench, projects, &ids, targets.as_ref())?)
}

fn words(summary: &BatchSummary, output: &std::path::Path) -> String {
    let mut words = format!("{} scored", summary.scored);
    if summary.same > 0 {
        words.push_str(&format!(", {} of them the same as another", summary.same));
    }
    if summary.known > 0 {
        words.push_str(&format!(", {} had a result", summary.known));
    }
    if summary.infrastructure > 0 {
        words.push_str(&format!(
            ", {} without a verdict because of trouble of ours (run this again to try them again)",
            summary.infrastructure
        ));
    }
    format!("{words}: {}", output.display())
}

/// A bar with rate and time left on a terminal; a line now and then elsewhere.
struct Display {
    bar: Option<Bar>,
    quiet: bool,
    json_lines: bool,
    started: Instant,
    told: Instant,
}

impl Display {
    fn new(quiet: bool, json_lines: bool) -> Self {
        let now = Instant::now();
        Self {
            bar: (!quiet && term::shows_bars()).then(|| Bar::new("scoring")),
            quiet,
            json_lines,
            started: now,
            told: now,
        }
    }

    fn told(&mut self, row: &Row, done: usize, total: usize) {
        if self.json_lines {
            // A reader that went away is no reason to stop: the file has everything.
            let _ = term::print_json_line(row);
        }
        let rate = done as f64 / self.started.elapsed().as_secs_f64().max(1e-3);
        let left = (total - done) as f64 / rate.max(1e-9);
        let words = format!("{rate:.1}/s, {left:.0} s left");
        if let Some(bar) = &self.bar {
            bar.update(done, total, words);
        } else if !self.quiet && self.told.elapsed().as_secs() >= 10 {
            self.told = Instant::now();
            term::say(&format!("scoring {done}/{total}, {words}"));
        }
    }

    fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish();
        }
    }
}
