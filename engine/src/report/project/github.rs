//! Annotations of GitHub's workflows: a warning at each line on which a change goes unnoticed.

use std::collections::BTreeMap;
use std::io::{self, Write};

use mutscore_model::path::RelPath;

use super::KillReporter;
use super::suite::{KillReport, ReportedMutant, Standing};
use crate::report::escape::{github_message, github_property};
use crate::report::tone::Paint;
use crate::report::words::count;

/// Lines that the workflow runner reads.
#[derive(Debug, Clone, Copy)]
pub(super) struct Github;

impl KillReporter for Github {
    fn id(&self) -> &'static str {
        "github"
    }

    fn extension(&self) -> &'static str {
        "txt"
    }

    fn write(
        &self,
        report: &KillReport,
        _paint: &dyn Paint,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        // GitHub shows ten warnings of a step, so the mutants of a line share one.
        let mut lines: BTreeMap<(&RelPath, u32), Vec<&ReportedMutant>> = BTreeMap::new();
        for miss in report.misses() {
            let place = (&miss.mutant.path, miss.mutant.start.line);
            lines.entry(place).or_default().push(miss);
        }
        for ((path, line), mutants) in lines {
            let title = format!("{} that no test notices", count(mutants.len(), "change"));
            let words: Vec<String> = mutants.iter().map(|mutant| words(mutant)).collect();
            writeln!(
                out,
                "::warning file={},line={line},title={}::{}",
                github_property(path.as_str()),
                github_property(&title),
                github_message(&words.join("\n"))
            )?;
        }
        Ok(())
    }
}

fn words(reported: &ReportedMutant) -> String {
    let why = match reported.standing {
        Standing::NotCovered => "no test runs it".to_owned(),
        _ => format!("{} it, none fails", ran(reported.covered_by.len())),
    };
    format!("{}: {} ({why})", reported.mutant.op, reported.change())
}

fn ran(tests: usize) -> String {
    let verb = if tests == 1 { "runs" } else { "run" };
    format!("{} {verb}", count(tests, "test"))
}
