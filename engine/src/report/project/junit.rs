//! JUnit XML, for continuous integration: a test suite for each production file, a test case for each mutant. A mutant
//! that some test kills passes; one that none kills is a failure; what has no verdict is skipped, with the reason.

use std::io::{self, Write};

use super::KillReporter;
use super::suite::{KillReport, ReportedMutant, Standing, Tally, reason};
use crate::report::escape::xml;
use crate::report::tone::Paint;

/// XML.
#[derive(Debug, Clone, Copy)]
pub(super) struct Junit;

impl KillReporter for Junit {
    fn id(&self) -> &'static str {
        "junit"
    }

    fn extension(&self) -> &'static str {
        "xml"
    }

    fn write(
        &self,
        report: &KillReport,
        _paint: &dyn Paint,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
        let name = format!("mutscore: {} ({})", report.project, report.suite);
        let all = Tally::of(&report.mutants);
        writeln!(out, "<testsuites name=\"{}\" {}>", xml(&name), counts(&all))?;
        for (path, mutants) in report.by_file() {
            let tally = Tally::of(mutants.iter().copied());
            let name = xml(path.as_str());
            writeln!(out, "  <testsuite name=\"{name}\" {}>", counts(&tally))?;
            for mutant in mutants {
                case(report, mutant, out)?;
            }
            writeln!(out, "  </testsuite>")?;
        }
        writeln!(out, "</testsuites>")
    }
}

fn counts(tally: &Tally) -> String {
    let failures = tally.survived + tally.not_covered;
    let skipped = tally.no_verdict + tally.left_out;
    let tests = tally.judged() + skipped;
    format!("tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"{skipped}\"")
}

fn case(report: &KillReport, reported: &ReportedMutant, out: &mut dyn Write) -> io::Result<()> {
    let mutant = &reported.mutant;
    let change = reported.change();
    let name = format!(
        "{}:{} {} {change} [{}]",
        mutant.start.line, mutant.start.column, mutant.op, mutant.id
    );
    write!(
        out,
        "    <testcase classname=\"{path}\" name=\"{name}\" file=\"{path}\" line=\"{line}\"",
        path = xml(mutant.path.as_str()),
        name = xml(&name),
        line = mutant.start.line,
    )?;
    let message = match reported.standing {
        Standing::Killed => return writeln!(out, "/>"),
        Standing::Survived => {
            let tests = report
                .ids(&reported.covered_by)
                .collect::<Vec<_>>()
                .join(", ");
            format!("survived: run by {tests}, and none of them fails")
        }
        Standing::NotCovered => "not covered: no test runs it".to_owned(),
        Standing::NoVerdict(_) | Standing::LeftOut => reason(reported).unwrap_or_default(),
    };
    let (message, word) = (xml(&message), reported.standing.word());
    if reported.standing.is_miss() {
        writeln!(out, ">")?;
        writeln!(
            out,
            "      <failure type=\"{word}\" message=\"{message}\"/>"
        )?;
    } else {
        writeln!(out, ">")?;
        writeln!(out, "      <skipped message=\"{message}\"/>")?;
    }
    writeln!(out, "    </testcase>")
}
