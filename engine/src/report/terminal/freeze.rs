//! What a freeze did.

use std::io::{self, Write};
use std::time::Duration;

use super::score::audit_words;
use super::{counts, line};
use crate::pool::{Counts, FreezeSummary};
use crate::report::tone::{Paint, Tone};
use crate::report::words;

pub(super) fn write(
    summary: &FreezeSummary,
    paint: &dyn Paint,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "{}", paint.paint(Tone::Strong, &summary.project))?;
    instances(summary, out)?;
    line(out, "mutants", &mutants(summary))?;
    line(out, "pairs", &distribution(&summary.pairs))?;
    line(out, "kills", &distribution(&summary.kills))?;
    line(
        out,
        "by Then steps",
        &distribution(&summary.assertion_dependent),
    )?;
    if !summary.not_scorable.is_empty() {
        let ids: Vec<String> = summary.not_scorable.iter().map(u32::to_string).collect();
        line(
            out,
            "not scorable",
            &format!(
                "{} (no kill): {}",
                summary.not_scorable.len(),
                ids.join(", ")
            ),
        )?;
    }
    if !summary.excluded.is_empty() {
        line(out, "no verdict", &counts(&summary.excluded))?;
    }
    trust(summary, paint, out)?;
    runs(summary, out)
}

/// `2,743; never run: 12 equivalent, 1 stillborn (checked with cpython 3.11.7)`.
fn mutants(summary: &FreezeSummary) -> String {
    let mut text = words::thousands(summary.mutants);
    if !summary.left_out.is_empty() {
        text = format!("{text}; never run: {}", counts(&summary.left_out));
    }
    match summary.compile_check.as_deref() {
        Some(by) if by.starts_with("none: ") => format!("{text} (not compiled: {})", &by[6..]),
        Some(by) => format!("{text} (checked with {by})"),
        None => text,
    }
}

fn instances(summary: &FreezeSummary, out: &mut dyn Write) -> io::Result<()> {
    let kept = if summary.kept > 0 {
        format!(" ({} from before)", summary.kept)
    } else {
        String::new()
    };
    let dropped: usize = summary.dropped.values().sum();
    line(
        out,
        "instances",
        &format!(
            "{} found, {} frozen{kept}, {dropped} dropped",
            summary.instances, summary.frozen
        ),
    )?;
    if dropped > 0 {
        line(out, "dropped", &counts(&summary.dropped))?;
    }
    for (path, why) in &summary.unparsable {
        line(out, "unparsable", &format!("{path}: {why}"))?;
    }
    Ok(())
}

fn trust(summary: &FreezeSummary, paint: &dyn Paint, out: &mut dyn Write) -> io::Result<()> {
    for (id, why) in &summary.cold_instances {
        line(out, "run cold", &format!("instance {id}: {why}"))?;
    }
    if let Some(audit) = &summary.audit {
        let tone = if audit.disagreements == 0 {
            Tone::Good
        } else {
            Tone::Bad
        };
        line(
            out,
            "audit",
            &paint.paint(tone, &audit_words(audit.audited, audit.disagreements)),
        )?;
        audit
            .which
            .iter()
            .try_for_each(|words| line(out, "", words))?;
    }
    Ok(())
}

fn runs(summary: &FreezeSummary, out: &mut dyn Write) -> io::Result<()> {
    let made = counts(&summary.executed);
    let made = if made.is_empty() {
        "none made".to_owned()
    } else {
        made
    };
    line(
        out,
        "runs",
        &format!(
            "{made}; {} answered from the cache",
            words::thousands(summary.cached)
        ),
    )?;
    let time = |seconds: f64| words::time(Duration::try_from_secs_f64(seconds).unwrap_or_default());
    let (wall, cpu) = (time(summary.wall_seconds), time(summary.run_cpu_seconds));
    line(out, "time", &format!("{wall}, CPU of the runs {cpu}"))
}

/// `12,040; per instance 3 to 410, mean 87.2`.
fn distribution(counts: &Counts) -> String {
    if counts.sum == 0 {
        return "0".to_owned();
    }
    format!(
        "{}; per instance {} to {}, mean {:.1}",
        words::thousands(counts.sum),
        counts.min,
        counts.max,
        counts.mean
    )
}
