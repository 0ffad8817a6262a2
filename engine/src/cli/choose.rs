//! Which mutants a command is about: of loose files or of projects, through the filters.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use mutscore::bench::Bench;
use mutscore::config::OperatorChoice;
use mutscore::manifest::{
    self,
    check::CheckReport,
    filter::{ChangedLines, Filter, FilterSpec, sample},
};
use mutscore_model::mutant::{Mutant, MutantId};
use mutscore_model::outcome::PairOutcome;
use mutscore_model::path::RelPath;
use mutscore_operators::{
    Language, OperatorSet, Options, Source, generate, language, language_of_extension, languages,
};

use super::compile;
use super::context::Context;
use super::exit;
use super::mutants::{FilterArgs, MutantsArgs};

/// Mutants of one project, or of loose files.
#[derive(Debug, Default)]
pub(crate) struct Chosen {
    /// In the order of the manifest.
    pub(crate) mutants: Vec<Mutant>,
    /// The project they are of; `None` for loose files.
    pub(super) project: Option<(Bench, String)>,
    /// Whether their statuses are those of a compiler already.
    pub(super) is_checked: bool,
    /// What a compiler said of them just now.
    pub(super) checked: CheckReport,
    /// What the ground truth of the chosen instance does to them.
    outcomes: BTreeMap<MutantId, PairOutcome>,
    /// Where each file is; files not named here are below `root`.
    pub(super) files: BTreeMap<RelPath, PathBuf>,
    pub(super) root: PathBuf,
}

impl Chosen {
    /// Each mutant with its outcome.
    pub(crate) fn each(&self) -> impl Iterator<Item = (&Mutant, Option<PairOutcome>)> {
        self.mutants
            .iter()
            .map(|mutant| (mutant, self.outcomes.get(&mutant.id).copied()))
    }

    /// Drops the files of which the filter would leave nothing.
    fn drop_files_without(&mut self, filter: &Filter) {
        let wanted: BTreeSet<RelPath> = self
            .mutants
            .iter()
            .filter(|mutant| filter.lets_through(mutant))
            .map(|mutant| mutant.path.clone())
            .collect();
        self.mutants.retain(|mutant| wanted.contains(&mutant.path));
    }

    /// Why a mutant is stillborn, if that was found out just now.
    pub(crate) fn why(&self, mutant: &Mutant) -> Option<String> {
        let refusal = self.checked.refusals.get(&mutant.id)?;
        let line = refusal
            .line
            .map_or_else(String::new, |line| format!("line {line}: "));
        Some(format!("{line}{}", refusal.message))
    }

    /// Where a mutant's file is.
    pub(super) fn place(&self, path: &RelPath) -> PathBuf {
        let loose = self.files.get(path).cloned();
        loose.unwrap_or_else(|| self.root.join(path.as_str()))
    }

    /// The bytes of a mutant's file.
    ///
    /// # Errors
    /// When it cannot be read; the message names it.
    pub(crate) fn source(&self, mutant: &Mutant) -> io::Result<Vec<u8>> {
        let path = self.place(&mutant.path);
        std::fs::read(&path)
            .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))
    }
}

/// The mutants that the command line asks for.
pub(crate) fn mutants(context: &Context, args: &MutantsArgs) -> anyhow::Result<Vec<Chosen>> {
    let mut groups = if args.files.is_empty() {
        of_bench(context, args)?
    } else {
        vec![of_files(&args.files, args)?]
    };
    let filter = compiled(&args.filter)?;
    if args.check {
        for group in &mut groups {
            group.drop_files_without(&filter);
            compile::check(context, group)?;
        }
    }
    choose(&mut groups, &filter, &args.filter);
    Ok(groups)
}

fn of_bench(context: &Context, args: &MutantsArgs) -> anyhow::Result<Vec<Chosen>> {
    let bench = context.bench()?;
    let Some(id) = args.filter.instance else {
        let projects = context.projects(&bench, args.project.as_deref())?;
        return projects
            .iter()
            .map(|project| of_project(&bench, project, args))
            .collect();
    };
    let instance = bench.instance(id)?;
    if args
        .project
        .as_ref()
        .is_some_and(|project| *project != instance.project)
    {
        let what = format!(
            "instance {id} belongs to the project `{}`",
            instance.project
        );
        return Err(exit::usage(what, "leave --project out"));
    }
    let pool = bench.pool(&instance.project, id)?;
    let outcomes = pool
        .mutants
        .into_iter()
        .map(|entry| (entry.id, entry.outcome))
        .collect::<BTreeMap<_, _>>();
    let mut chosen = of_project(&bench, &instance.project, args)?;
    let wanted = |outcome: &PairOutcome| {
        args.filter
            .outcome
            .is_none_or(|wanted| wanted.holds(*outcome))
    };
    chosen
        .mutants
        .retain(|mutant| outcomes.get(&mutant.id).is_some_and(wanted));
    chosen.outcomes = outcomes;
    Ok(vec![chosen])
}

/// The frozen manifest; or, where there is none yet or the question is about the code as it is now, what a manifest
/// would hold.
fn of_project(bench: &Bench, project: &str, args: &MutantsArgs) -> anyhow::Result<Chosen> {
    let path = bench.manifest_path(project);
    if !path.exists() || args.since.is_some() || !args.operators.is_empty() {
        let root = bench.source_root(project)?;
        let mut settings = bench.project(project)?.clone();
        if !args.operators.is_empty() {
            operator_set(&args.operators)?;
            settings.operators = OperatorChoice::Ids(args.operators.clone());
        }
        let built = manifest::build(&settings, &root)?;
        let named = |path: &RelPath| (path.clone(), root.join(path.as_str()));
        return Ok(Chosen {
            mutants: built.mutants,
            files: built.files.iter().map(named).collect(),
            root,
            project: Some((bench.clone(), project.to_owned())),
            ..Chosen::default()
        });
    }
    let manifest = manifest::read(&path)?;
    let is_checked = manifest.header.compile_check.is_some();
    let root = if args.diff() || (args.check && !is_checked) {
        bench.source_root(project)?
    } else {
        PathBuf::new()
    };
    Ok(Chosen {
        mutants: manifest.mutants,
        root,
        is_checked,
        project: Some((bench.clone(), project.to_owned())),
        ..Chosen::default()
    })
}

fn operator_set(names: &[String]) -> anyhow::Result<OperatorSet> {
    OperatorSet::parse(names).map_err(|error| {
        exit::usage(
            error.to_string(),
            "`mutscore explain --list` says what each does",
        )
    })
}

fn of_files(files: &[PathBuf], args: &MutantsArgs) -> anyhow::Result<Chosen> {
    let named = args.language.as_deref();
    let options = Options {
        operators: operator_set(&args.operators)?,
        ..Options::default()
    };
    let mut chosen = Chosen::default();
    let mut by_language: BTreeMap<&'static str, Vec<Source>> = BTreeMap::new();
    for file in files {
        let bytes = std::fs::read(file).with_context(|| format!("read {}", file.display()))?;
        let path = loose_path(file)?;
        let language = language_of(file, named)?;
        chosen.files.insert(path.clone(), file.clone());
        by_language.entry(language.id()).or_default().push(Source {
            path,
            bytes: bytes.into(),
        });
    }
    for (id, sources) in by_language {
        // `language_of` gave the id.
        let Some(language) = language(id) else {
            continue;
        };
        for outcome in generate(language, &sources, &options) {
            if let Some(why) = outcome.skipped {
                tracing::warn!("{}: no mutants: {why:?}", outcome.path);
            } else if !outcome.damaged.is_empty() {
                tracing::warn!(
                    "{}: partly parsed: no mutants in {} damaged parts",
                    outcome.path,
                    outcome.damaged.len()
                );
            }
            chosen.mutants.extend(outcome.mutants);
        }
    }
    Ok(chosen)
}

/// Names in manifests are relative and plain, so a loose file gets the nearest such name.
fn loose_path(file: &Path) -> anyhow::Result<RelPath> {
    let plain = |path: &Path| {
        RelPath::new(
            path.to_str()?
                .trim_start_matches("./")
                .trim_start_matches('/'),
        )
        .ok()
    };
    let absolute = || plain(&std::fs::canonicalize(file).ok()?);
    plain(file).or_else(absolute).ok_or_else(|| {
        exit::usage(
            format!("{} has a name that cannot be listed", file.display()),
            "use a name in UTF-8 without backslashes",
        )
    })
}

fn language_of(file: &Path, named: Option<&str>) -> anyhow::Result<&'static dyn Language> {
    let known = || {
        languages()
            .iter()
            .map(|language| language.id())
            .collect::<Vec<_>>()
            .join(", ")
    };
    if let Some(name) = named {
        let hint = || format!("known languages: {}", known());
        return language(name)
            .ok_or_else(|| exit::usage(format!("unknown language `{name}`"), hint()));
    }
    let extension = file
        .extension()
        .and_then(|extension| extension.to_str())
        .unwrap_or_default();
    language_of_extension(extension).ok_or_else(|| {
        let hint = format!("name it with --language (known: {})", known());
        exit::usage(
            format!("no known language has files like {}", file.display()),
            hint,
        )
    })
}

/// Applies the filters, and at last the sample, over all groups together.
fn choose(groups: &mut [Chosen], filter: &Filter, args: &FilterArgs) {
    let has_status = |mutant: &Mutant| {
        args.status.is_empty() || args.status.iter().any(|one| one.holds(&mutant.status))
    };
    for group in groups.iter_mut() {
        let wanted = |mutant: &Mutant| filter.lets_through(mutant) && has_status(mutant);
        group.mutants.retain(wanted);
    }
    if let Some(wanted) = args.sample {
        let all: Vec<&Mutant> = groups.iter().flat_map(|group| &group.mutants).collect();
        let places: BTreeSet<usize> = sample(&all, wanted, args.seed).into_iter().collect();
        let mut place = 0..;
        for group in groups {
            group
                .mutants
                .retain(|_| place.next().is_some_and(|place| places.contains(&place)));
        }
    }
}

/// The filters of the command line, the sample aside.
pub(crate) fn compiled(args: &FilterArgs) -> anyhow::Result<Filter> {
    for id in &args.op {
        if mutscore_operators::operator(id).is_none() {
            return Err(exit::usage(
                format!("unknown operator `{id}`"),
                "`mutscore explain --list` lists them",
            ));
        }
    }
    Ok(Filter::new(FilterSpec {
        files: args.file.clone(),
        operators: args.op.clone(),
        matching: args.matching.clone(),
        changed: args.in_diff.as_deref().map(changed_lines).transpose()?,
    })?)
}

pub(crate) fn changed_lines(file: &Path) -> anyhow::Result<ChangedLines> {
    let bytes = if file == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin()
            .lock()
            .read_to_end(&mut bytes)
            .context("read the diff from standard input")?;
        bytes
    } else {
        std::fs::read(file).with_context(|| format!("read {}", file.display()))?
    };
    // Only paths and line numbers matter, and those are ASCII around the text.
    ChangedLines::read(&String::from_utf8_lossy(&bytes))
        .with_context(|| format!("read {}", file.display()))
}
