//! `mutscore instances`: what there is to score, and how far each instance is frozen.

use std::collections::BTreeMap;

use clap::Args;
use mutscore::bench::{Bench, FrozenError};
use mutscore::report::{Tone, words};
use mutscore_model::instance::Instance;
use mutscore_model::pool::{Drop, GateEntry};
use rayon::prelude::*;
use serde_json::{Value, json};

use super::context::{Context, if_there};
use super::table::{Cell, Table, cell, toned};
use super::{exit, term};

/// List the instances: id, place, scenario, what the gate says, what is frozen
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mutscore instances
  mutscore instances --project python-docx --json | jq 'select(.kills > 100) | .id'

With --json one object a line: id, project, feature, line, name, outline, rows, tags, gate, because, pool, mutants, kills.")]
pub(crate) struct InstancesArgs {
    /// Only those of this project
    #[arg(long, value_name = "NAME")]
    project: Option<String>,
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

/// What is frozen of an instance.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Frozen {
    Not,
    Pool { mutants: usize, kills: usize },
    Unusable(String),
}

/// An instance with what is known of it.
#[derive(Debug)]
struct Row<'a> {
    instance: &'a Instance,
    gate: Option<&'a GateEntry>,
    frozen: Frozen,
}

/// Prints the list.
pub(crate) fn run(context: &Context, args: &InstancesArgs) -> anyhow::Result<u8> {
    let bench = context.bench()?;
    let list = bench.instances()?;
    let mut shown = 0;
    for project in context.projects(&bench, args.project.as_deref())? {
        let gate: BTreeMap<u32, GateEntry> = if_there(bench.gate(&project))?
            .unwrap_or_default()
            .into_iter()
            .map(|entry| (entry.instance, entry))
            .collect();
        let instances: Vec<&Instance> = list.of_project(&project).collect();
        let rows: Vec<Row<'_>> = instances
            .par_iter()
            .map(|instance| Row {
                instance,
                gate: gate.get(&instance.id),
                frozen: frozen(&bench, instance),
            })
            .collect();
        shown += rows.len();
        if args.json {
            term::print(|out| {
                rows.iter()
                    .try_for_each(|row| writeln!(out, "{}", object(row)))
            })?;
        } else if !rows.is_empty() {
            table(&rows)?;
        }
    }
    if shown == 0 && !context.global.quiet {
        term::say("no instances yet: `mutscore freeze` finds them");
    }
    Ok(exit::SCORED)
}

fn frozen(bench: &Bench, instance: &Instance) -> Frozen {
    match bench.pool(&instance.project, instance.id) {
        Ok(pool) => Frozen::Pool {
            mutants: pool.mutants.len(),
            kills: pool.kills().count(),
        },
        Err(FrozenError::Missing(_)) => Frozen::Not,
        Err(error) => Frozen::Unusable(error.to_string()),
    }
}

fn table(rows: &[Row<'_>]) -> anyhow::Result<()> {
    let mut table = Table::new(&["id", "project", "where", "scenario", "gate", "pool"]);
    for row in rows {
        let scenario = &row.instance.scenario;
        let outline = if scenario.outline {
            format!(" ({})", words::count(scenario.at.rows.len(), "row"))
        } else {
            String::new()
        };
        table.row(vec![
            cell(row.instance.id.to_string()),
            cell(row.instance.project.as_str()),
            toned(
                Tone::Place,
                format!("{}:{}", scenario.at.feature, scenario.at.line),
            ),
            cell(format!("{}{outline}", scenario.name)),
            gate_cell(row.gate),
            pool_cell(&row.frozen),
        ]);
    }
    term::print(|out| table.write(out))?;
    Ok(())
}

fn gate_cell(entry: Option<&GateEntry>) -> Cell {
    match entry {
        None => toned(Tone::Faint, "not run"),
        Some(GateEntry { dropped: None, .. }) => toned(Tone::Good, "passed"),
        Some(GateEntry {
            dropped: Some(dropped),
            ..
        }) => toned(Tone::Warn, drop_word(*dropped)),
    }
}

fn pool_cell(frozen: &Frozen) -> Cell {
    match frozen {
        Frozen::Not => toned(Tone::Faint, "-"),
        Frozen::Pool { kills: 0, mutants } => {
            toned(Tone::Warn, format!("0/{mutants} killed: not scorable"))
        }
        Frozen::Pool { kills, mutants } => cell(format!("{kills}/{mutants} killed")),
        Frozen::Unusable(_) => toned(Tone::Bad, "unusable"),
    }
}

fn object(row: &Row<'_>) -> Value {
    let scenario = &row.instance.scenario;
    let (pool, mutants, kills) = match &row.frozen {
        Frozen::Not => (json!("none"), Value::Null, Value::Null),
        Frozen::Pool { mutants, kills } => (json!("frozen"), json!(mutants), json!(kills)),
        Frozen::Unusable(why) => (json!(format!("unusable: {why}")), Value::Null, Value::Null),
    };
    let gate = row
        .gate
        .map(|entry| entry.dropped.map_or("passed", drop_word));
    json!({
        "id": row.instance.id,
        "project": row.instance.project,
        "feature": scenario.at.feature,
        "line": scenario.at.line,
        "name": scenario.name,
        "outline": scenario.outline,
        "rows": scenario.at.rows,
        "tags": scenario.tags,
        "gate": gate,
        "because": row.gate.and_then(|entry| entry.because.as_deref()),
        "pool": pool,
        "mutants": mutants,
        "kills": kills,
    })
}

fn drop_word(dropped: Drop) -> &'static str {
    match dropped {
        Drop::Empty => "empty",
        Drop::Unparsable => "unparsable",
        Drop::Undefined => "undefined",
        Drop::Ambiguous => "ambiguous",
        Drop::Pending => "pending",
        Drop::Failing => "failing",
        Drop::Unstable => "unstable",
        Drop::Timeout => "timeout",
        Drop::Skipped => "skipped",
        Drop::Build => "build",
    }
}
