//! `mutscore mutants --check`: statuses for mutants that no frozen manifest has any for.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context as _;
use mutscore::cache::ResultCache;
use mutscore::manifest::check::{CheckReport, Checking, check as check_mutants};
use mutscore_model::mutant::Mutant;
use mutscore_model::path::RelPath;
use mutscore_operators::language;
use mutscore_runners::compilers::{NoCompiler, ProgramTree, compiler};
use mutscore_runners::runner::CancelToken;

use super::choose::Chosen;
use super::context::{Context, open_cache};

/// Compiles the mutants of a group and sets their statuses, unless that was done when they were frozen.
pub(crate) fn check(context: &Context, group: &mut Chosen) -> anyhow::Result<()> {
    if group.is_checked || group.mutants.is_empty() {
        return Ok(());
    }
    let mut mutants = std::mem::take(&mut group.mutants);
    let report = match &group.project {
        Some((bench, project)) => {
            let ready = bench.prepare(project)?;
            let files = group.files.keys().cloned().collect();
            let tree = ready.program_tree(&group.root, files);
            ask(
                context,
                group,
                &mut mutants,
                &tree,
                Some(&*open_cache(bench)),
            )?
        }
        None => loose(context, group, &mut mutants)?,
    };
    for note in report.notes() {
        tracing::warn!("{note}");
    }
    group.mutants = mutants;
    group.checked = report;
    Ok(())
}

/// Loose files, one language after the other. What compilers derive from them is gone afterwards.
fn loose(context: &Context, group: &Chosen, mutants: &mut [Mutant]) -> anyhow::Result<CheckReport> {
    let state = tempfile::tempdir().context("make a folder for compiled files")?;
    let root = common_root(&group.files)?;
    let mut whole = CheckReport::default();
    // Nothing says what they need; javac, too, takes it from this variable.
    let class_path = std::env::var("CLASSPATH").ok();
    let env: BTreeMap<String, String> = class_path
        .map(|path| ("CLASSPATH".to_owned(), path))
        .into_iter()
        .collect();
    // They lie together by language: that is the order in which they were made.
    for part in mutants.chunk_by_mut(|one, next| one.lang == next.lang) {
        let files = part.chunk_by(|one, next| one.path == next.path);
        let tree = ProgramTree {
            root: root.clone(),
            files: files.map(|of_file| of_file[0].path.clone()).collect(),
            program: None,
            env: env.clone(),
            state: state.path().to_owned(),
        };
        let mut report = ask(context, group, part, &tree, None)?;
        for note in report.notes() {
            tracing::warn!("{note}");
        }
        whole.refusals.append(&mut report.refusals);
    }
    Ok(whole)
}

fn ask(
    context: &Context,
    group: &Chosen,
    mutants: &mut [Mutant],
    tree: &ProgramTree,
    cache: Option<&dyn ResultCache>,
) -> anyhow::Result<CheckReport> {
    let id = mutants[0].lang.clone();
    let language = language(&id).with_context(|| format!("no operators for {id}"))?;
    // Ctrl-C ends this command at once: there is nothing half done to be kept.
    let cancel = CancelToken::default();
    let how = Checking {
        language,
        compiler: compiler(&id).ok_or_else(|| NoCompiler(format!("no compiler for {id}"))),
        tree,
        cache,
        jobs: context.jobs(),
        cancel: &cancel,
    };
    let read = |path: &RelPath| std::fs::read(group.place(path)).map(Arc::from);
    check_mutants(mutants, &read, &how).context("read the files to be checked")
}

/// The folder that the names of loose files are relative to: the present one, or the top.
fn common_root(files: &BTreeMap<RelPath, PathBuf>) -> anyhow::Result<PathBuf> {
    let here = std::env::current_dir().context("find the present folder")?;
    let all_below = |root: &Path| files.keys().all(|path| root.join(path.as_str()).is_file());
    Ok(if all_below(&here) { here } else { "/".into() })
}
