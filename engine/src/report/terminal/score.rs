//! A score: the stage, the measures, and every miss with its change and its reason.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Duration;

use mutscore_model::outcome::Stage;
use mutscore_model::path::RelPath;

use super::{counts, line};
use crate::metrics::Why;
use crate::report::excerpt::Mark;
use crate::report::reporter::ScoreView;
use crate::report::tone::{Paint, Tone};
use crate::report::words;
use crate::score::{Missed, Score};

pub(super) fn write(
    view: &ScoreView<'_>,
    paint: &dyn Paint,
    out: &mut dyn Write,
) -> io::Result<()> {
    let score = view.score;
    heading(view, paint, out)?;
    stage(score, paint, out)?;
    if score.outcome == Stage::Pass {
        measures(score, paint, out)?;
    }
    discarded(score, paint, out)?;
    cost(score, out)?;
    if !score.missed.is_empty() {
        misses(view, paint, out)?;
    }
    Ok(())
}

fn heading(view: &ScoreView<'_>, paint: &dyn Paint, out: &mut dyn Write) -> io::Result<()> {
    let scenario = &view.instance.scenario;
    let place = paint.paint(
        Tone::Place,
        &format!("{}:{}", scenario.at.feature, scenario.at.line),
    );
    let name = paint.paint(Tone::Strong, &scenario.name);
    line(
        out,
        "instance",
        &format!(
            "{} of {}, {place}: {name}",
            view.score.instance, view.score.project
        ),
    )
}

fn stage(score: &Score, paint: &dyn Paint, out: &mut dyn Write) -> io::Result<()> {
    let (word, tone) = match score.outcome {
        Stage::Pass => ("pass", Tone::Good),
        Stage::Infrastructure => (
            "infrastructure (no verdict: trouble of mutscore or this machine)",
            Tone::Warn,
        ),
        failure => (failure.word(), Tone::Bad),
    };
    line(out, "stage", &paint.paint(tone, word))?;
    if let Some(because) = &score.because {
        let mut words = because.lines();
        line(out, "because", words.next().unwrap_or_default())?;
        words.try_for_each(|more| line(out, "", more))?;
    }
    if let Some(step) = &score.failed_step {
        let row = step
            .row
            .map(|row| format!(", row at line {row}"))
            .unwrap_or_default();
        line(
            out,
            "failed step",
            &format!("{} {} (line {}{row})", step.keyword, step.name, step.line),
        )?;
    }
    Ok(())
}

fn measures(score: &Score, paint: &dyn Paint, out: &mut dyn Write) -> io::Result<()> {
    match (score.mut_recall, score.mut_recall_strict) {
        (Some(recall), Some(strict)) => {
            let tone = if score.kill_complete {
                Tone::Good
            } else {
                Tone::Warn
            };
            line(
                out,
                "MutRecall",
                &format!(
                    "{} (strict {strict:.4})",
                    paint.paint(tone, &format!("{recall:.4}"))
                ),
            )?;
        }
        _ => line(
            out,
            "MutRecall",
            "undefined: the ground truth kills no mutant, so this instance is not scorable",
        )?,
    }
    let (word, tone) = if score.kill_complete {
        ("yes", Tone::Good)
    } else {
        ("no", Tone::Bad)
    };
    line(out, "KillComplete", &paint.paint(tone, word))?;
    let extra = score
        .extra_kills
        .map(|extra| format!(", and {extra} that it does not kill"))
        .unwrap_or_default();
    line(
        out,
        "kills",
        &format!(
            "{} of the ground truth's {}{extra}",
            score.gen_kills, score.gt_kills
        ),
    )?;
    if !score.excluded.is_empty() {
        line(out, "no verdict", &counts(&score.excluded))?;
    }
    let lines = score.cov_jaccard.map_or_else(
        || "unknown: this runner sees exit codes only".to_owned(),
        |jaccard| format!("{jaccard:.4}"),
    );
    line(out, "line Jaccard", &lines)?;
    let api = score.api_f1.map_or_else(
        || "undefined: the ground truth calls none".to_owned(),
        |f1| format!("{f1:.4}"),
    );
    line(out, "API F1", &api)
}

fn discarded(score: &Score, paint: &dyn Paint, out: &mut dyn Write) -> io::Result<()> {
    let mut label = "discarded";
    for (path, why) in &score.discarded {
        line(
            out,
            label,
            &format!("{}: {why}", paint.paint(Tone::Warn, path)),
        )?;
        label = "";
    }
    Ok(())
}

fn cost(score: &Score, out: &mut dyn Write) -> io::Result<()> {
    if let Some(audit) = &score.audit {
        line(
            out,
            "audit",
            &audit_words(audit.audited, audit.disagreements),
        )?;
    }
    let (hits, made) = (
        words::thousands(score.cache.hits),
        words::count(score.cache.misses, "run"),
    );
    line(out, "cache", &format!("{hits} answered, {made} made"))?;
    let time = |seconds: f64| words::time(Duration::try_from_secs_f64(seconds).unwrap_or_default());
    let how = match (score.execution.as_str(), score.isolation.as_str()) {
        ("", isolation) => isolation.to_owned(),
        (execution, isolation) => format!("{execution}, {isolation}"),
    };
    let (wall, cpu) = (
        time(score.timing.wall_seconds),
        time(score.timing.run_cpu_seconds),
    );
    line(
        out,
        "time",
        &format!("{wall}, CPU of the runs {cpu} ({how})"),
    )
}

/// `40 pairs made again cold, 0 disagree (0.00%)`.
pub(super) fn audit_words(audited: usize, disagreements: usize) -> String {
    let rate = if audited == 0 {
        0.0
    } else {
        100.0 * disagreements as f64 / audited as f64
    };
    format!(
        "{} made again cold, {disagreements} disagree ({rate:.2}%)",
        words::count(audited, "pair")
    )
}

/// Misses by file, in the order of the source.
fn misses(view: &ScoreView<'_>, paint: &dyn Paint, out: &mut dyn Write) -> io::Result<()> {
    let missed = &view.score.missed;
    let of = |why: Why| missed.iter().filter(|miss| miss.why == why).count();
    let counts = format!(
        "{}: {} executed-not-checked, {} not-executed",
        words::count(missed.len(), "missed mutant"),
        of(Why::ExecutedNotChecked),
        of(Why::NotExecuted)
    );
    writeln!(out, "\n{}", paint.paint(Tone::Strong, &counts))?;
    let mut by_file: BTreeMap<&RelPath, Vec<&Missed>> = BTreeMap::new();
    for miss in missed.iter().take(view.most_misses) {
        by_file.entry(&miss.file).or_default().push(miss);
    }
    for (file, mut misses) in by_file {
        writeln!(out, "{}", paint.paint(Tone::Place, file.as_str()))?;
        misses.sort_by_key(|miss| (miss.line, miss.column));
        misses
            .into_iter()
            .try_for_each(|miss| one(miss, view, paint, out))?;
    }
    match missed.len().saturating_sub(view.most_misses) {
        0 => Ok(()),
        more => writeln!(
            out,
            "… {more} more (--misses {} or --json shows all)",
            missed.len()
        ),
    }
}

fn one(
    miss: &Missed,
    view: &ScoreView<'_>,
    paint: &dyn Paint,
    out: &mut dyn Write,
) -> io::Result<()> {
    let why = match miss.why {
        Why::NotExecuted => paint.paint(Tone::Bad, "not-executed"),
        Why::ExecutedNotChecked => paint.paint(Tone::Warn, "executed-not-checked"),
    };
    let (original, replacement) = (
        words::snippet(&miss.original),
        words::snippet(&miss.replacement),
    );
    let place = format!("{}:{}", miss.line, miss.column);
    let id = paint.paint(Tone::Faint, miss.id.as_str());
    writeln!(
        out,
        "  {place:8} {:14} {original} → {replacement}  {why}  {id}",
        miss.operator
    )?;
    for line in view.excerpts.get(&miss.id).into_iter().flatten() {
        let (sign, tone) = match line.mark {
            Mark::Removed => ("-", Tone::Removed),
            Mark::Added => ("+", Tone::Added),
            Mark::Cut => (" ", Tone::Faint),
        };
        writeln!(
            out,
            "    {}",
            paint.paint(tone, &format!("{sign} {}", line.text))
        )?;
    }
    Ok(())
}
