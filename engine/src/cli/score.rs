//! `mutscore score`: a submission against the kills of the ground truth.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;
use mutscore::bench::Bench;
use mutscore::cache::{MemoryCache, ResultCache};
use mutscore::manifest;
use mutscore::project::{OpenOptions, Opened};
use mutscore::report::{Excerpts, ScoreView, excerpt, reporter};
use mutscore::score::{Score, ScoreOptions};
use mutscore_model::instance::Instance;
use mutscore_model::outcome::Stage;

use super::batch::{self, BatchArgs};
use super::context::{Context, OWN_EXE, open_cache};
use super::term::{self, Colours};
use super::values::{Requirement, Share};
use super::watch::Display;
use super::{exit, interrupt};

/// Score a generated test: its stage, MutRecall, and every kill it misses; or a folder of many
///
/// Takes the test-side files of the patch or folder, runs the scenario on the unmutated code, and, if it passes,
/// on every mutant that the developers' own test kills. Nothing of the project is ever written to.
///
/// Without `--instance`, scores a folder of submissions: CONFIGURATION/VIEW/INSTANCE.patch, with folders `repeat-N`
/// between where there are several generations, or what its `index.jsonl` lists. Results go to a file that the next
/// run goes on with, and that `mutscore report` reads.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mutscore score gen.patch --instance 412
  mutscore score build/features --instance 412 --json | jq .mut_recall
  mutscore score gen.patch --instance 412 --require kill-complete   exit code 1 if it is not
  mutscore gen.patch --instance 412                                 the short form
  mutscore score runs/ --output results.jsonl                       many, for `mutscore report`")]
pub(crate) struct ScoreArgs {
    /// A patch, or a folder laid out like the project
    #[arg(value_name = "PATCH|FOLDER")]
    submission: PathBuf,
    /// The instance it was written for; `mutscore instances` lists them
    #[arg(short, long, value_name = "N")]
    instance: Option<u32>,
    /// The file that results of many submissions go to [default: results.jsonl]
    #[arg(short, long, value_name = "FILE", conflicts_with = "instance")]
    output: Option<PathBuf>,
    /// Print each result of many submissions on a line of its own
    #[arg(long, conflicts_with_all = ["instance", "json"])]
    json_lines: bool,
    /// Plan every frozen instance of the projects, and not only those with a submission
    #[arg(long, conflicts_with = "instance")]
    all_instances: bool,
    /// Lines of the target implementations, for measures restricted to them
    #[arg(long, value_name = "FILE", conflicts_with = "instance")]
    targets: Option<PathBuf>,
    /// Run the whole pool, and not only the mutants that the ground truth kills
    #[arg(long)]
    full_pool: bool,
    /// End with exit code 1 unless this is reached: kill-complete, pass, or recall=SHARE
    #[arg(long, value_name = "WHAT")]
    require: Vec<Requirement>,
    /// Share of the warm runs that is made again cold and compared
    #[arg(long, value_name = "SHARE", default_value = "0%")]
    audit: Share,
    /// Seed of that sample
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Neither look results up nor keep them
    #[arg(long)]
    no_cache: bool,
    /// Most missed mutants to show; --json always has all
    #[arg(long, value_name = "N", default_value_t = 20)]
    misses: usize,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Scores, prints, and says whether the requirements are met.
pub(crate) fn run(context: &Context, args: &ScoreArgs) -> anyhow::Result<u8> {
    if !args.submission.exists() {
        let what = format!("there is no {}", args.submission.display());
        return Err(exit::usage(
            what,
            "give the path of a patch or of a folder with test-side files",
        ));
    }
    let Some(id) = args.instance else {
        return many(context, args);
    };
    let bench = context.bench()?;
    let instance = bench.instance(id)?;
    context.log_into(&bench);
    let (score, opened) = score(context, &bench, &instance, args)?;
    let excerpts = if args.json {
        Excerpts::new()
    } else {
        excerpts(&bench, opened.pinned.path(), &score, args.misses)
    };
    let view = ScoreView {
        score: &score,
        instance: &instance,
        excerpts: &excerpts,
        most_misses: args.misses,
    };
    let format = reporter(if args.json { "json" } else { "terminal" })
        .context("a report format is missing")?;
    term::print(|out| format.score(&view, &Colours, out))?;
    Ok(verdict(&score, &args.require))
}

/// A folder of submissions, or an index of them.
fn many(context: &Context, args: &ScoreArgs) -> anyhow::Result<u8> {
    let is_index = args
        .submission
        .extension()
        .is_some_and(|extension| extension == "jsonl");
    if !args.submission.is_dir() && !is_index {
        return Err(exit::usage(
            format!(
                "which instance was {} written for?",
                args.submission.display()
            ),
            "add `--instance N`; without it, give a folder of submissions or an index.jsonl",
        ));
    }
    if !args.require.is_empty() {
        return Err(exit::usage(
            "`--require` is about one submission",
            "add `--instance N`; `mutscore report` has thresholds for many",
        ));
    }
    batch::run(
        context,
        &BatchArgs {
            submissions: &args.submission,
            output: args.output.as_ref(),
            all_instances: args.all_instances,
            targets: args.targets.as_ref(),
            json_lines: args.json_lines,
            no_cache: args.no_cache,
            options: scoring(args),
        },
    )
}

fn scoring(args: &ScoreArgs) -> ScoreOptions {
    ScoreOptions {
        full_pool: args.full_pool,
        audit: args.audit.0,
        seed: args.seed,
    }
}

fn score(
    context: &Context,
    bench: &Bench,
    instance: &Instance,
    args: &ScoreArgs,
) -> anyhow::Result<(Score, Opened)> {
    let cancel = interrupt::listen().context("listen for signals")?;
    let options = OpenOptions {
        jobs: context.jobs(),
        init_exe: OWN_EXE.into(),
        execution: context.global.execution.map(Into::into),
    };
    let opened = Opened::open(bench, &instance.project, options)?;
    let cache: Box<dyn ResultCache> = if args.no_cache {
        Box::new(MemoryCache::default())
    } else {
        open_cache(bench)
    };
    let how = scoring(args);
    // A score takes a second or so: progress would be gone before it is read, except where it takes longer.
    let display = Display::new(context.global.quiet || args.json || !term::shows_bars());
    let scored = mutscore::score::score(
        bench,
        &opened,
        instance,
        &args.submission,
        (&*cache, &how),
        &display,
        &cancel,
    );
    display.end();
    Ok((scored?, opened))
}

/// The changed lines of the misses that are shown. What cannot be read is shown without.
fn excerpts(bench: &Bench, root: &Path, score: &Score, most: usize) -> Excerpts {
    let mut excerpts = Excerpts::new();
    if score.missed.is_empty() {
        return excerpts;
    }
    let Ok(manifest) = manifest::read(&bench.manifest_path(&score.project)) else {
        return excerpts;
    };
    for miss in score.missed.iter().take(most) {
        let mutant = manifest.mutants.iter().find(|mutant| mutant.id == miss.id);
        let source = std::fs::read(root.join(miss.file.as_str()));
        if let (Some(mutant), Ok(source)) = (mutant, source)
            && let Ok(lines) = excerpt(&source, mutant)
        {
            excerpts.insert(miss.id.clone(), lines);
        }
    }
    excerpts
}

fn verdict(score: &Score, requirements: &[Requirement]) -> u8 {
    let met = |requirement: &Requirement| match requirement {
        Requirement::Pass => score.outcome == Stage::Pass,
        Requirement::KillComplete => score.kill_complete,
        Requirement::Recall(least) => {
            score.outcome == Stage::Pass && score.mut_recall.is_some_and(|recall| recall >= *least)
        }
    };
    match score.outcome {
        Stage::Infrastructure => exit::ENVIRONMENT,
        _ if requirements.iter().all(met) => exit::SCORED,
        _ => exit::THRESHOLD,
    }
}
