//! One page for a browser: the files, what no test kills in them, and the tests.

use std::io::{self, Write};

use super::data::data;
use super::{KillReport, KillReporter};
use crate::report::page::Page;
use crate::report::tone::Paint;

/// A self-contained page.
#[derive(Debug, Clone, Copy)]
pub(super) struct Html;

/// The scripts of this page alone.
pub(in crate::report) const PAGE_SCRIPTS: &[&str] = &[
    include_str!("page/project.js"),
    include_str!("page/start.js"),
];

impl KillReporter for Html {
    fn id(&self) -> &'static str {
        "html"
    }

    fn extension(&self) -> &'static str {
        "html"
    }

    fn write(
        &self,
        report: &KillReport,
        _paint: &dyn Paint,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let title = format!("mutscore: {} ({})", report.project, report.suite);
        let mut page = Page::new(&title, PAGE_SCRIPTS);
        page.part("data", &data(report))?;
        page.write(out)
    }
}
