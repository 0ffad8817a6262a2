//! CSV: one value a line, with everything that says which, so that any tool can filter and pivot it.

use std::io::{self, Write};

use super::{SetReporter, SetView};
use crate::measures::{Arm, Estimate, Scores};
use crate::report::escape;
use crate::report::tone::Paint;

/// Lines of values.
#[derive(Debug, Clone, Copy)]
pub(super) struct Csv;

/// What stands where an overall value has no project.
const OVERALL: &str = "(all projects)";

impl SetReporter for Csv {
    fn id(&self) -> &'static str {
        "csv"
    }

    fn write(&self, view: &SetView<'_>, _paint: &dyn Paint, out: &mut dyn Write) -> io::Result<()> {
        writeln!(
            out,
            "kind,configuration,against,view,project,name,value,low,high"
        )?;
        for arm in &view.summary.arms {
            scores(arm, OVERALL, &arm.overall, out)?;
            for (project, of_project) in &arm.projects {
                scores(arm, project, of_project, out)?;
            }
            extras(arm, out)?;
        }
        for comparison in &view.summary.comparisons {
            let mut value = |name: &str, estimate: Estimate| {
                let who = [
                    &*comparison.better,
                    &*comparison.worse,
                    &*comparison.view,
                    OVERALL,
                ];
                line("comparison", who, name, estimate, out)
            };
            value("instances", exact(comparison.instances as f64))?;
            value("kill_complete_difference", comparison.kill_complete)?;
            value("pass_difference", comparison.pass)?;
            let chances = [
                ("mcnemar_kill_complete", comparison.mcnemar_kill_complete),
                ("mcnemar_pass", comparison.mcnemar_pass),
                ("sign_flip_mut_recall", comparison.sign_flip_mut_recall),
            ];
            for (name, chance) in chances {
                if let Some(chance) = chance {
                    value(name, exact(chance))?;
                }
            }
        }
        Ok(())
    }
}

fn scores(arm: &Arm, project: &str, scores: &Scores, out: &mut dyn Write) -> io::Result<()> {
    let who = [&*arm.configuration, "", &*arm.view, project];
    let counts = [
        ("planned", scores.planned),
        ("executed", scores.executed),
        ("infrastructure", scores.infrastructure),
    ];
    for (name, count) in counts {
        line("count", who, name, exact(count as f64), out)?;
    }
    for (stage, share) in &scores.stages {
        line("stage", who, stage.word(), exact(*share), out)?;
    }
    for (measure, estimate) in &scores.measures {
        line("measure", who, measure, *estimate, out)?;
    }
    Ok(())
}

/// What an arm has beside its scores.
fn extras(arm: &Arm, out: &mut dyn Write) -> io::Result<()> {
    let who = [&*arm.configuration, "", &*arm.view, OVERALL];
    if let Some(best) = arm.best_of {
        let values = [
            ("k", best.k as f64),
            ("pass", best.pass),
            ("kill_complete", best.kill_complete),
            ("pass_flips", best.pass_flips),
            ("kill_complete_flips", best.kill_complete_flips),
        ];
        for (name, value) in values {
            line("best-of", who, name, exact(value), out)?;
        }
    }
    for (quantity, spent) in arm.efficiency.iter().flat_map(|efficiency| &efficiency.of) {
        let values = [
            ("recorded", Some(spent.recorded as f64)),
            ("per_generation", Some(spent.per_generation)),
            ("per_pass", spent.per_pass),
            ("per_kill_complete", spent.per_kill_complete),
        ];
        for (name, value) in values {
            if let Some(value) = value {
                line(
                    "spent",
                    who,
                    &format!("{quantity}_{name}"),
                    exact(value),
                    out,
                )?;
            }
        }
    }
    Ok(())
}

fn exact(value: f64) -> Estimate {
    Estimate {
        value,
        low: None,
        high: None,
    }
}

fn line(
    kind: &str,
    who: [&str; 4],
    name: &str,
    estimate: Estimate,
    out: &mut dyn Write,
) -> io::Result<()> {
    let [configuration, against, view, project] = who.map(escape::csv);
    let end = |end: Option<f64>| end.map_or_else(String::new, |end| end.to_string());
    writeln!(
        out,
        "{kind},{configuration},{against},{view},{project},{name},{},{},{}",
        estimate.value,
        end(estimate.low),
        end(estimate.high)
    )
}
