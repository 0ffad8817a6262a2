//! For people at a terminal: how much is killed in which file, what is not, and which tests kill nothing.

use std::io::{self, Write};

use mutscore_model::path::RelPath;

use super::KillReporter;
use super::suite::{KillReport, ReportedMutant, Tally};
use crate::report::tone::{Paint, Tone};
use crate::report::words::{count, thousands};

/// Most mutants that are listed; the other formats have all.
const MOST_MUTANTS: usize = 100;

/// Text with tones.
#[derive(Debug, Clone, Copy)]
pub(super) struct Terminal;

impl KillReporter for Terminal {
    fn id(&self) -> &'static str {
        "terminal"
    }

    fn extension(&self) -> &'static str {
        "txt"
    }

    fn write(&self, report: &KillReport, paint: &dyn Paint, out: &mut dyn Write) -> io::Result<()> {
        let heading = format!("{} ({})", report.project, report.suite);
        writeln!(out, "{}", paint.paint(Tone::Strong, &heading))?;
        let all = Tally::of(&report.mutants);
        writeln!(out, "{}", sentence(&all))?;
        for remark in &report.remarks {
            writeln!(out, "{}", paint.paint(Tone::Warn, remark))?;
        }
        files(report, paint, out)?;
        idle(report, paint, out)?;
        misses(report, paint, out)
    }
}

/// `812 of 1,003 mutants are killed (81.0%): …`.
pub(super) fn sentence(tally: &Tally) -> String {
    let of = format!(
        "{} of {} killed{}",
        thousands(tally.killed),
        count(tally.judged(), "mutant"),
        share(tally).map_or_else(String::new, |share| format!(" ({share})")),
    );
    format!(
        "{of}; {} survived, {} run by no test; {} without a verdict, {} left out",
        thousands(tally.survived),
        thousands(tally.not_covered),
        thousands(tally.no_verdict),
        thousands(tally.left_out)
    )
}

/// `81.0%`.
pub(super) fn share(tally: &Tally) -> Option<String> {
    tally.share().map(|share| format!("{:.1}%", 100.0 * share))
}

fn files(report: &KillReport, paint: &dyn Paint, out: &mut dyn Write) -> io::Result<()> {
    let files = report.by_file();
    let width = |path: &&RelPath| path.as_str().chars().count();
    let width = files.keys().map(width).max().unwrap_or(0).max(4);
    let head = format!("{:width$}   share  killed  survived  not run", "file");
    writeln!(out, "\n{}", paint.paint(Tone::Faint, &head))?;
    for (path, mutants) in files {
        let tally = Tally::of(mutants);
        writeln!(
            out,
            "{:width$}  {:>6}  {:>6}  {:>8}  {:>7}",
            path.as_str(),
            share(&tally).unwrap_or_else(|| "–".to_owned()),
            tally.killed,
            tally.survived,
            tally.not_covered
        )?;
    }
    Ok(())
}

fn idle(report: &KillReport, paint: &dyn Paint, out: &mut dyn Write) -> io::Result<()> {
    let idle: Vec<_> = report.idle_tests().collect();
    let heading = format!(
        "Tests that kill nothing: {} of {}",
        idle.len(),
        thousands(report.tests.len())
    );
    writeln!(out, "\n{}", paint.paint(Tone::Strong, &heading))?;
    for test in idle {
        let line = test
            .line
            .map_or_else(String::new, |line| format!(":{line}"));
        let place = paint.paint(Tone::Place, &format!("{}{line}", test.file));
        writeln!(out, "  {}  {place}  {}", test.id, test.name)?;
    }
    Ok(())
}

fn misses(report: &KillReport, paint: &dyn Paint, out: &mut dyn Write) -> io::Result<()> {
    let misses: Vec<&ReportedMutant> = report.misses().collect();
    let heading = format!("{} that no test kills", count(misses.len(), "mutant"));
    writeln!(out, "\n{}", paint.paint(Tone::Strong, &heading))?;
    let mut file = None;
    for miss in misses.iter().take(MOST_MUTANTS) {
        let mutant = &miss.mutant;
        if file != Some(&mutant.path) {
            writeln!(out, "{}", paint.paint(Tone::Place, mutant.path.as_str()))?;
            file = Some(&mutant.path);
        }
        let place = format!("{}:{}", mutant.start.line, mutant.start.column);
        let change = miss.change();
        let standing = paint.paint(Tone::Warn, miss.standing.word());
        let id = paint.paint(Tone::Faint, mutant.id.as_str());
        writeln!(
            out,
            "  {place:8} {:14} {change}  {standing}  {id}",
            mutant.op
        )?;
    }
    match misses.len().saturating_sub(MOST_MUTANTS) {
        0 => Ok(()),
        more => writeln!(out, "… {more} more (--format json has all)"),
    }
}
