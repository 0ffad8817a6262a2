//! Markdown: for the comment of a change, or the summary of a job.

use std::io::{self, Write};

use super::KillReporter;
use super::suite::{KillReport, ReportedMutant, Tally};
use super::terminal::{sentence, share};
use crate::report::escape::markdown;
use crate::report::tone::Paint;
use crate::report::words::{count, thousands};

/// Most mutants that are listed: a comment is cut beyond 65,536 characters.
const MOST_MUTANTS: usize = 200;

/// Tables between pipes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Markdown;

impl KillReporter for Markdown {
    fn id(&self) -> &'static str {
        "markdown"
    }

    fn extension(&self) -> &'static str {
        "md"
    }

    fn write(
        &self,
        report: &KillReport,
        _paint: &dyn Paint,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let heading = format!("{} ({})", report.project, report.suite);
        writeln!(out, "### {}\n", markdown(&heading))?;
        writeln!(out, "{}", sentence(&Tally::of(&report.mutants)))?;
        for remark in &report.remarks {
            writeln!(out, "\n{}", markdown(remark))?;
        }
        files(report, out)?;
        misses(report, out)?;
        idle(report, out)
    }
}

fn files(report: &KillReport, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\n| file | share | killed | survived | not run |")?;
    writeln!(out, "| --- | ---: | ---: | ---: | ---: |")?;
    for (path, mutants) in report.by_file() {
        let tally = Tally::of(mutants);
        writeln!(
            out,
            "| {} | {} | {} | {} | {} |",
            markdown(path.as_str()),
            share(&tally).unwrap_or_else(|| "–".to_owned()),
            tally.killed,
            tally.survived,
            tally.not_covered
        )?;
    }
    Ok(())
}

fn misses(report: &KillReport, out: &mut dyn Write) -> io::Result<()> {
    let misses: Vec<&ReportedMutant> = report.misses().collect();
    if misses.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "\n#### {} that no test kills\n",
        count(misses.len(), "mutant")
    )?;
    writeln!(out, "| place | operator | change | standing |")?;
    writeln!(out, "| --- | --- | --- | --- |")?;
    for miss in misses.iter().take(MOST_MUTANTS) {
        let mutant = &miss.mutant;
        let place = format!("{}:{}", mutant.path, mutant.start.line);
        let change = miss.change();
        let cells = [&*place, &*mutant.op, &*change].map(markdown);
        writeln!(out, "| {} | {} |", cells.join(" | "), miss.standing.word())?;
    }
    match misses.len().saturating_sub(MOST_MUTANTS) {
        0 => Ok(()),
        more => writeln!(out, "\n… and {more} more"),
    }
}

fn idle(report: &KillReport, out: &mut dyn Write) -> io::Result<()> {
    let idle: Vec<_> = report.idle_tests().collect();
    if idle.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "\n#### Tests that kill nothing: {} of {}\n",
        thousands(idle.len()),
        thousands(report.tests.len())
    )?;
    for test in idle {
        let name = format!("{} {} ({})", test.id, test.name, test.file);
        writeln!(out, "- {}", markdown(&name))?;
    }
    Ok(())
}
