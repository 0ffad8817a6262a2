//! `mutscore explain`: the manual page of an operator, a mutant in its source, what the ground truth does to it.

use std::collections::BTreeMap;
use std::path::Path;

use clap::Args;
use mutscore::bench::Bench;
use mutscore::manifest;
use mutscore::report::{Tone, unified, words};
use mutscore_model::instance::Instance;
use mutscore_model::mutant::{Mutant, MutantStatus};
use mutscore_model::outcome::PairOutcome;
use mutscore_model::pool::PoolEntry;
use mutscore_operators::manual::pages;
use mutscore_operators::{OperatorMeta, operator, operators};
use rayon::prelude::*;
use serde_json::json;

use super::context::{Context, if_there};
use super::exit;
use super::mutants::{object, paint_diff};
use super::pairs::{outcome_word, pair_words};
use super::table::{Table, cell, toned};
use super::term::{self, paint};

/// Explain an operator, a mutant, or a pair of instance and mutant
///
/// A mutant's id may be cut as long as it stays unique.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mutscore explain --list             all operators
  mutscore explain cond-boundary      the operator's manual page
  mutscore explain m1_4f9a0c          a mutant in its source, and who kills it
  mutscore explain 412:m1_4f9a0c      what the ground truth of instance 412 does to it")]
pub(crate) struct ExplainArgs {
    /// Operator id, mutant id, or instance:mutant
    #[arg(value_name = "WHAT", required_unless_present = "list")]
    what: Option<String>,
    /// List all operators
    #[arg(long, conflicts_with = "what")]
    list: bool,
    /// Look for the mutant in this project only
    #[arg(long, value_name = "NAME")]
    project: Option<String>,
    /// Print one JSON object (with --list, one a line)
    #[arg(long)]
    json: bool,
}

/// Explains what was asked for.
pub(crate) fn run(context: &Context, args: &ExplainArgs) -> anyhow::Result<u8> {
    let Some(what) = &args.what else {
        list(args.json)?;
        return Ok(exit::SCORED);
    };
    if let Some(meta) = operator(what) {
        manual(meta, args.json)?;
    } else if let Some((instance, mutant)) = what.split_once(':') {
        let id = instance.parse().map_err(|_| {
            exit::usage(
                format!("`{instance}` is not an instance id"),
                "write INSTANCE:MUTANT, such as 412:m1_4f9a0c",
            )
        })?;
        let bench = context.bench()?;
        let instance = bench.instance(id)?;
        let mutant = find(&bench, std::slice::from_ref(&instance.project), mutant)?.1;
        pair(&bench, &instance, &mutant, args.json)?;
    } else if what.starts_with("m1_") {
        let bench = context.bench()?;
        let (project, mutant) = find(
            &bench,
            &context.projects(&bench, args.project.as_deref())?,
            what,
        )?;
        one_mutant(&bench, &project, &mutant, args.json)?;
    } else {
        let what = format!("`{what}` is neither an operator nor a mutant's id");
        return Err(exit::usage(
            what,
            "`mutscore explain --list` lists operators, `mutscore mutants` lists mutants",
        ));
    }
    Ok(exit::SCORED)
}

fn list(json: bool) -> anyhow::Result<()> {
    let metas = operators().iter().map(|operator| operator.meta());
    if json {
        term::print(|out| {
            metas.into_iter().try_for_each(|meta| {
                writeln!(out, "{}", json!({ "id": meta.id, "rev": meta.rev, "tier": meta.tier, "summary": meta.summary }))
            })
        })?;
        return Ok(());
    }
    let mut table = Table::new(&["operator", "set", "what it does"]);
    for meta in metas {
        let set = if meta.tier == 1 {
            "default"
        } else {
            "extended"
        };
        table.row(vec![
            toned(Tone::Strong, meta.id),
            cell(set),
            cell(meta.summary),
        ]);
    }
    term::print(|out| table.write(out))?;
    Ok(())
}

fn manual(meta: &OperatorMeta, json: bool) -> anyhow::Result<()> {
    if json {
        let table: Vec<_> = meta
            .table
            .iter()
            .map(|(from, to)| json!({ "from": from, "to": to }))
            .collect();
        term::print_json(&json!({
            "id": meta.id, "rev": meta.rev, "tier": meta.tier, "summary": meta.summary, "table": table, "doc": meta.doc,
            "languages": pages(meta.id).collect::<BTreeMap<_, _>>(),
        }))?;
        return Ok(());
    }
    let set = if meta.tier == 1 {
        "in the default set"
    } else {
        "only on request"
    };
    term::print(|out| {
        for line in meta.doc.trim_end().lines() {
            let tone = line.starts_with('#').then_some(Tone::Strong);
            writeln!(
                out,
                "{}",
                tone.map_or_else(|| line.to_owned(), |tone| paint(tone, line))
            )?;
        }
        writeln!(out, "\n{}", paint(Tone::Strong, "## Table"))?;
        meta.table
            .iter()
            .try_for_each(|(from, to)| writeln!(out, "- `{from}` -> `{to}`"))?;
        for (language, text) in pages(meta.id) {
            writeln!(
                out,
                "\n{}",
                paint(Tone::Strong, &format!("## In {language}"))
            )?;
            writeln!(out, "{text}")?;
        }
        writeln!(out, "\nRevision {}, {set}.", meta.rev)
    })?;
    Ok(())
}

/// The one mutant whose id begins so, with its project.
fn find(bench: &Bench, projects: &[String], id: &str) -> anyhow::Result<(String, Mutant)> {
    let mut found: Vec<(String, Mutant)> = Vec::new();
    for project in projects {
        let path = bench.manifest_path(project);
        if !path.exists() {
            continue;
        }
        let manifest = manifest::read(&path)?;
        let same = manifest
            .mutants
            .into_iter()
            .filter(|mutant| mutant.id.as_str().starts_with(id));
        found.extend(same.map(|mutant| (project.clone(), mutant)));
    }
    match found.len() {
        0 => Err(exit::usage(
            format!(
                "no mutant `{id}` in the manifests of {}",
                projects.join(", ")
            ),
            "`mutscore mutants` lists them; `mutscore freeze` writes the manifests",
        )),
        1 => Ok(found.remove(0)),
        several => Err(exit::usage(
            format!("{several} mutants begin with `{id}`"),
            "write more digits of the id",
        )),
    }
}

fn one_mutant(bench: &Bench, project: &str, mutant: &Mutant, json: bool) -> anyhow::Result<()> {
    let list = bench.instances()?;
    let instances: Vec<&Instance> = list.of_project(project).collect();
    let pairs: Vec<(&Instance, PoolEntry)> = instances
        .par_iter()
        .filter_map(|instance| Some((*instance, entry(bench, instance, mutant)?)))
        .collect();
    if json {
        let pairs: Vec<_> = pairs
            .iter()
            .map(|(instance, entry)| json!({ "instance": instance.id, "outcome": outcome_word(entry.outcome) }))
            .collect();
        let mut value = object(mutant, None);
        value["pairs"] = pairs.into();
        term::print_json(&value)?;
        return Ok(());
    }
    let killers: Vec<String> = pairs
        .iter()
        .filter(|(_, entry)| entry.outcome == PairOutcome::Killed)
        .map(|(instance, _)| instance.id.to_string())
        .collect();
    let root = bench.source_root(project)?;
    term::print(|out| {
        describe(out, mutant)?;
        if mutant.status != MutantStatus::Ok {
            writeln!(out, "{}\n", status_words(&mutant.status))?;
            return show_diff(out, &root, mutant);
        }
        let reached = words::count(pairs.len(), "instance");
        let by = if killers.is_empty() {
            "by none of them".to_owned()
        } else {
            format!("by the ground truth of {}", killers.join(", "))
        };
        writeln!(out, "in the pool of {reached}, killed {by}\n")?;
        show_diff(out, &root, mutant)
    })?;
    Ok(())
}

fn pair(bench: &Bench, instance: &Instance, mutant: &Mutant, json: bool) -> anyhow::Result<()> {
    let pool = bench.pool(&instance.project, instance.id)?;
    // What is found of the keeper is true of its duplicates.
    let run = match &mutant.status {
        MutantStatus::Duplicate(keeper) => keeper,
        _ => &mutant.id,
    };
    let entry = pool.mutants.iter().find(|entry| entry.id == *run);
    if json {
        let mut value = object(mutant, None);
        value["instance"] = instance.id.into();
        value["pair"] = serde_json::to_value(entry)?;
        term::print_json(&value)?;
        return Ok(());
    }
    let root = bench.source_root(&instance.project)?;
    let scenario = &instance.scenario;
    term::print(|out| {
        describe(out, mutant)?;
        writeln!(
            out,
            "instance {}, {}:{}: {}",
            instance.id, scenario.at.feature, scenario.at.line, scenario.name
        )?;
        if mutant.status != MutantStatus::Ok {
            writeln!(out, "{}", status_words(&mutant.status))?;
        }
        match entry {
            None if matches!(
                mutant.status,
                MutantStatus::Stillborn | MutantStatus::Equivalent | MutantStatus::Skipped(_)
            ) => {}
            None => writeln!(
                out,
                "not in its pool: the ground truth does not execute {}",
                line_words(&mutant.lines)
            )?,
            Some(entry) => pair_words(entry)
                .iter()
                .try_for_each(|line| writeln!(out, "{line}"))?,
        }
        writeln!(out)?;
        show_diff(out, &root, mutant)
    })?;
    Ok(())
}

fn entry(bench: &Bench, instance: &Instance, mutant: &Mutant) -> Option<PoolEntry> {
    // A pool that cannot be read is shown as such by `mutscore instances`; here it is merely not counted.
    let pool = if_there(bench.pool(&instance.project, instance.id)).ok()??;
    pool.mutants.into_iter().find(|entry| entry.id == mutant.id)
}

fn describe(out: &mut dyn std::io::Write, mutant: &Mutant) -> std::io::Result<()> {
    let scope = if mutant.scope.is_empty() {
        String::new()
    } else {
        format!(" in {}", mutant.scope)
    };
    let place = format!(
        "{}:{}:{}",
        mutant.path, mutant.start.line, mutant.start.column
    );
    writeln!(
        out,
        "{} {}, {}{scope}",
        paint(Tone::Strong, mutant.id.as_str()),
        mutant.op,
        paint(Tone::Place, &place)
    )?;
    writeln!(
        out,
        "reached by executing any of the lines {:?}",
        mutant.lines
    )
}

/// Why a mutant is in no pool.
fn status_words(status: &MutantStatus) -> String {
    match status {
        MutantStatus::Ok => "in the pool of every instance that reaches it".to_owned(),
        MutantStatus::Stillborn => "stillborn: it does not compile, so it is in no pool".to_owned(),
        MutantStatus::Equivalent => {
            "equivalent: it compiles to what the original compiles to, so no test can kill it and it is in no pool"
                .to_owned()
        }
        MutantStatus::Duplicate(keeper) => format!(
            "duplicate of {keeper}: both compile to the same, so only that one is in pools and its verdicts are also this one's"
        ),
        MutantStatus::Skipped(why) => format!("skipped: {why}"),
    }
}

/// `line 3`, `one of the lines 3, 4, 7`.
fn line_words(lines: &[u32]) -> String {
    let numbers: Vec<String> = lines.iter().map(u32::to_string).collect();
    match numbers.len() {
        1 => format!("line {}", numbers[0]),
        _ => format!("one of the lines {}", numbers.join(", ")),
    }
}

fn show_diff(out: &mut dyn std::io::Write, root: &Path, mutant: &Mutant) -> std::io::Result<()> {
    let source = std::fs::read(root.join(mutant.path.as_str()));
    match source.map(|source| unified(&source, mutant)) {
        Ok(Ok(diff)) => paint_diff(out, &diff),
        Ok(Err(error)) => writeln!(out, "no diff: {error}"),
        Err(error) => writeln!(
            out,
            "no diff: {}: {error}",
            root.join(mutant.path.as_str()).display()
        ),
    }
}
