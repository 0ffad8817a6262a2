//! `mutscore freeze --check`: are the frozen files all there, whole, and of one freeze? Runs nothing.

use mutscore::bench::{Bench, FrozenError};
use mutscore::manifest;
use mutscore::report::{Tone, words};
use mutscore_model::digest::Digest;
use mutscore_model::pool::GateEntry;
use rayon::prelude::*;
use serde_json::json;

use super::exit;
use super::term::{self, paint};

/// Checks these projects and prints what is wrong.
pub(crate) fn run<'a>(
    bench: &Bench,
    projects: impl Iterator<Item = &'a String>,
    json: bool,
) -> anyhow::Result<u8> {
    let (mut checked, mut problems) = (0, Vec::new());
    for project in projects {
        match project_problems(bench, project) {
            Ok((pools, found)) => {
                checked += pools;
                problems.extend(found);
            }
            Err(error) => problems.push(format!("{project}: {error}")),
        }
    }
    let sound = problems.is_empty();
    if json {
        term::print_json(&json!({ "sound": sound, "pools": checked, "problems": problems }))?;
    } else {
        let verdict = if sound {
            paint(Tone::Good, "sound")
        } else {
            paint(Tone::Bad, "not sound")
        };
        term::print(|out| {
            problems
                .iter()
                .try_for_each(|problem| writeln!(out, "{problem}"))?;
            writeln!(out, "{verdict}: {} checked", words::count(checked, "pool"))
        })?;
    }
    Ok(if sound { exit::SCORED } else { exit::USAGE })
}

/// The number of pools there should be, and what is wrong with them.
fn project_problems(bench: &Bench, project: &str) -> anyhow::Result<(usize, Vec<String>)> {
    let gate = bench.gate(project)?;
    let manifest = manifest::read(&bench.manifest_path(project))?;
    let passed: Vec<&GateEntry> = gate
        .iter()
        .filter(|entry| entry.dropped.is_none())
        .collect();
    let problems = passed
        .par_iter()
        .filter_map(|entry| pool_problem(bench, project, entry.instance, &manifest.digest));
    let problems = problems
        .map(|problem| format!("{project}: {problem}"))
        .collect();
    Ok((passed.len(), problems))
}

fn pool_problem(bench: &Bench, project: &str, instance: u32, manifest: &Digest) -> Option<String> {
    match bench.pool(project, instance) {
        Ok(pool) if pool.provenance.manifest == *manifest => None,
        Ok(_) => Some(format!(
            "the pool of instance {instance} belongs to another manifest (hint: restore both from version control)"
        )),
        Err(error @ FrozenError::Missing(_)) => {
            Some(format!("instance {instance} is not frozen: {error}"))
        }
        Err(error) => Some(error.to_string()),
    }
}
