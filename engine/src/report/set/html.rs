//! One page for a browser: tables, plots, the kill matrix, and every miss in its source.

use std::io::{self, Write};

use super::data::{Budget, core, details};
use super::{SetReporter, SetView};
use crate::report::page::Page;
use crate::report::tone::Paint;

/// A self-contained page.
#[derive(Debug, Clone, Copy)]
pub(super) struct Html;

/// The scripts of this page alone.
pub(in crate::report) const PAGE_SCRIPTS: &[&str] = &[
    include_str!("page/set.js"),
    include_str!("page/overview.js"),
    include_str!("page/plots.js"),
    include_str!("page/matrix.js"),
    include_str!("page/instance.js"),
    include_str!("page/start.js"),
];

impl SetReporter for Html {
    fn id(&self) -> &'static str {
        "html"
    }

    fn write(&self, view: &SetView<'_>, _paint: &dyn Paint, out: &mut dyn Write) -> io::Result<()> {
        let mut page = Page::new("mutscore report", PAGE_SCRIPTS);
        let details = details(view, Budget::default());
        page.part("data", &core(view, details.notes))?;
        for (place, project) in details.projects.iter().enumerate() {
            page.part(format!("project-{place}"), project)?;
        }
        page.write(out)
    }
}
