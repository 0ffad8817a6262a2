//! For programs: the numbers as one JSON object.

use std::io::{self, Write};

use super::{SetReporter, SetView};
use crate::report::json::write_object;
use crate::report::tone::Paint;

/// One JSON object and a newline.
#[derive(Debug, Clone, Copy)]
pub(super) struct Json;

impl SetReporter for Json {
    fn id(&self) -> &'static str {
        "json"
    }

    fn write(&self, view: &SetView<'_>, _paint: &dyn Paint, out: &mut dyn Write) -> io::Result<()> {
        write_object(view.summary, out)
    }
}
