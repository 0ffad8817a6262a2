//! The tables of a report, once for all formats: what stands in which cell.

use std::collections::BTreeSet;

use mutscore_model::outcome::Stage;

use crate::measures::{Arm, Comparison, Efficiency, Estimate, Scores, Summary};
use crate::report::words;

/// A cell, before a format gives it its looks.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Cell {
    /// A name.
    Name(String),
    /// A count.
    Count(usize),
    /// A share or mean in 0..=1 (or a difference of two), shown in percent.
    Percent(Estimate),
    /// A quantity in its own unit.
    Amount(f64),
    /// A probability.
    Chance(f64),
    /// A mark that something is so.
    Yes,
    /// Not defined, not recorded.
    Nothing,
}

/// Rows under a heading.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Table {
    /// What it shows.
    pub(super) title: String,
    /// Names of the columns.
    pub(super) head: Vec<String>,
    /// Rows of as many cells.
    pub(super) rows: Vec<Vec<Cell>>,
}

/// Measures of the first table, which is the paper's.
pub(super) const MAIN: [&str; 5] = [
    "pass",
    "kill_complete",
    "mut_recall",
    "cov_jaccard",
    "api_f1",
];

/// What is said of the whole set before any table.
pub(super) fn introduction(summary: &Summary) -> Vec<String> {
    let planned = summary.planned.values().sum();
    let projects: Vec<String> = summary
        .planned
        .iter()
        .map(|(project, count)| format!("{project} {}", words::thousands(*count)))
        .collect();
    let mut lines = vec![
        format!(
            "{} planned in {}: {}",
            words::count(planned, "instance"),
            words::count(summary.planned.len(), "project"),
            projects.join(", ")
        ),
        "shares in percent; over projects, each project has the same weight".to_owned(),
    ];
    if summary.draws > 0 {
        lines.push(format!(
            "95% intervals from {} bootstrap draws of feature files within projects, seed {}",
            words::thousands(summary.draws),
            summary.seed
        ));
    }
    if !summary.unscorable.is_empty() {
        lines.push(format!(
            "not scorable, since the ground truth kills nothing: {}",
            some_ids(&summary.unscorable)
        ));
    }
    if let Some(groups) = summary.groups {
        lines.push(format!(
            "{} of near-duplicates",
            words::count(groups, "group")
        ));
    }
    lines
}

/// The first ids, and how many more there are.
fn some_ids(ids: &[u32]) -> String {
    const MOST: usize = 12;
    let shown: Vec<String> = ids.iter().take(MOST).map(u32::to_string).collect();
    match ids.len().saturating_sub(MOST) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

/// All tables, in the order of a report.
pub(super) fn tables(summary: &Summary) -> Vec<Table> {
    let mut tables = Vec::new();
    for view in views(summary) {
        let arms: Vec<&Arm> = summary.arms.iter().filter(|arm| arm.view == view).collect();
        tables.push(scores(
            format!("Effectiveness, {view}"),
            &MAIN,
            &overall(&arms),
        ));
        tables.push(stages(view, &arms));
        tables.extend(variants(view, &arms));
        for project in summary.planned.keys() {
            let rows: Vec<(&str, &Scores)> = arms
                .iter()
                .filter_map(|arm| Some((arm.configuration.as_str(), arm.projects.get(project)?)))
                .collect();
            if summary.planned.len() > 1 && !rows.is_empty() {
                tables.push(scores(format!("{project}, {view}"), &MAIN, &rows));
            }
        }
        tables.extend(best_of(view, &arms));
        tables.extend(efficiency(view, &arms, summary));
        tables.extend(comparisons(view, summary));
    }
    tables
}

/// Views in the order of the arms.
pub(super) fn views(summary: &Summary) -> Vec<&str> {
    let mut seen = BTreeSet::new();
    let views = summary.arms.iter().map(|arm| arm.view.as_str());
    views.filter(|view| seen.insert(*view)).collect()
}

fn overall<'a>(arms: &[&'a Arm]) -> Vec<(&'a str, &'a Scores)> {
    arms.iter()
        .map(|arm| (arm.configuration.as_str(), &arm.overall))
        .collect()
}

fn scores(title: String, measures: &[&str], rows: &[(&str, &Scores)]) -> Table {
    let head = ["configuration", "N"].into_iter().map(str::to_owned);
    let rows = rows.iter().map(|(name, scores)| {
        let mut cells = vec![Cell::Name((*name).to_owned()), Cell::Count(scores.planned)];
        cells.extend(measures.iter().map(|measure| {
            let estimate = scores.measures.get(measure);
            estimate.map_or(Cell::Nothing, |estimate| Cell::Percent(*estimate))
        }));
        cells
    });
    Table {
        title,
        rows: rows.collect(),
        head: head
            .chain(measures.iter().map(|measure| label(measure).to_owned()))
            .collect(),
    }
}

/// Measures beside those of the first table, where some arm has them.
fn variants(view: &str, arms: &[&Arm]) -> Option<Table> {
    let measures: Vec<&str> = crate::measures::MEASURES
        .iter()
        .map(|(name, _)| *name)
        .filter(|name| !MAIN.contains(name))
        .filter(|name| {
            arms.iter()
                .any(|arm| arm.overall.measures.contains_key(name))
        })
        .collect();
    (!measures.is_empty()).then(|| {
        scores(
            format!("Further measures, {view}"),
            &measures,
            &overall(arms),
        )
    })
}

/// The six stages: trouble of ours is not among them.
fn six() -> impl Iterator<Item = Stage> {
    let is_one = |stage: &Stage| *stage != Stage::Infrastructure;
    Stage::ALL.into_iter().filter(is_one)
}

fn stages(view: &str, arms: &[&Arm]) -> Table {
    let mut head: Vec<String> = vec!["configuration".to_owned(), "executed".to_owned()];
    head.extend(six().map(|stage| stage.word().replace("-failure", "")));
    head.push("infrastructure".to_owned());
    let rows = arms.iter().map(|arm| {
        let scores = &arm.overall;
        let mut cells = vec![
            Cell::Name(arm.configuration.clone()),
            Cell::Count(scores.executed),
        ];
        cells.extend(six().map(|stage| {
            let value = scores.stages.get(&stage).copied().unwrap_or(0.0);
            Cell::Percent(plain(value))
        }));
        cells.push(Cell::Count(scores.infrastructure));
        cells
    });
    Table {
        title: format!("Passing, failing stage by stage, and no verdict, {view}"),
        rows: rows.collect(),
        head,
    }
}

fn best_of(view: &str, arms: &[&Arm]) -> Option<Table> {
    let rows: Vec<Vec<Cell>> = arms
        .iter()
        .filter_map(|arm| {
            let best = arm.best_of?;
            let shares = [
                best.pass,
                best.kill_complete,
                best.pass_flips,
                best.kill_complete_flips,
            ];
            let mut cells = vec![Cell::Name(arm.configuration.clone()), Cell::Count(best.k)];
            cells.extend(shares.map(|share| Cell::Percent(plain(share))));
            Some(cells)
        })
        .collect();
    (!rows.is_empty()).then(|| Table {
        title: format!("Best of k generations, {view}"),
        rows,
        head: head(&[
            "configuration",
            "k",
            "some passes",
            "some kill-complete",
            "pass flips",
            "kill-complete flips",
        ]),
    })
}

fn efficiency(view: &str, arms: &[&Arm], summary: &Summary) -> Option<Table> {
    let frontier = summary.pareto.get(view);
    let mut rows = Vec::new();
    for arm in arms {
        let Some(Efficiency { of }) = &arm.efficiency else {
            continue;
        };
        for (quantity, spent) in of {
            let is_frontier = *quantity == "cost"
                && frontier.is_some_and(|names| names.contains(&arm.configuration));
            rows.push(vec![
                Cell::Name(arm.configuration.clone()),
                Cell::Name(quantity_word(quantity).to_owned()),
                Cell::Count(spent.recorded),
                Cell::Amount(spent.per_generation),
                spent.per_pass.map_or(Cell::Nothing, Cell::Amount),
                spent.per_kill_complete.map_or(Cell::Nothing, Cell::Amount),
                if is_frontier {
                    Cell::Yes
                } else {
                    Cell::Nothing
                },
            ]);
        }
    }
    (!rows.is_empty()).then(|| Table {
        title: format!("What generating took, {view}"),
        rows,
        head: head(&[
            "configuration",
            "quantity",
            "recorded",
            "per generation",
            "per pass",
            "per kill-complete",
            "Pareto",
        ]),
    })
}

fn comparisons(view: &str, summary: &Summary) -> Option<Table> {
    let rows: Vec<Vec<Cell>> = summary
        .comparisons
        .iter()
        .filter(|comparison| comparison.view == view)
        .map(comparison)
        .collect();
    (!rows.is_empty()).then(|| Table {
        title: format!(
            "Comparisons, {view} (one-sided p of exact McNemar; of sign flips for MutRecall)"
        ),
        rows,
        head: head(&[
            "better",
            "worse",
            "N",
            "KillComplete@1 +",
            "p",
            "Pass@1 +",
            "p",
            "p (MutRecall)",
        ]),
    })
}

fn comparison(comparison: &Comparison) -> Vec<Cell> {
    let chance = |p: Option<f64>| p.map_or(Cell::Nothing, Cell::Chance);
    vec![
        Cell::Name(comparison.better.clone()),
        Cell::Name(comparison.worse.clone()),
        Cell::Count(comparison.instances),
        Cell::Percent(comparison.kill_complete),
        chance(comparison.mcnemar_kill_complete),
        Cell::Percent(comparison.pass),
        chance(comparison.mcnemar_pass),
        chance(comparison.sign_flip_mut_recall),
    ]
}

fn head(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn plain(value: f64) -> Estimate {
    Estimate {
        value,
        low: None,
        high: None,
    }
}

/// A measure's name at the head of a column.
pub(super) fn label(measure: &str) -> &str {
    match measure {
        "pass" => "Pass@1",
        "kill_complete" => "KillComplete@1",
        "kill_complete_relaxed" => "KillComplete, relaxed",
        "mut_recall" => "MutRecall",
        "mut_recall_strict" => "MutRecall, strict",
        "cov_jaccard" => "CovJaccard",
        "api_f1" => "API F1",
        "api_f1_by_step" => "API F1 by step",
        "mut_recall_assertion" => "MutRecall, assertion",
        "kill_complete_assertion" => "KillComplete, assertion",
        "mut_recall_target" => "MutRecall, target",
        "kill_complete_target" => "KillComplete, target",
        "executes_all" => "executes all",
        "kills_all_executed" => "kills all executed",
        other => other,
    }
}

fn quantity_word(quantity: &str) -> &str {
    match quantity {
        "llm_calls" => "LLM calls",
        "input_tokens" => "input tokens",
        "output_tokens" => "output tokens",
        other => other,
    }
}
