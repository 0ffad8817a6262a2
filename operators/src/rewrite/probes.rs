//! A call at the start of every named function, for tracing who calls production code where a language has no tracer.
//!
//! Each probe passes a number. A support file beside the probed ones writes, once for each number and caller, a line
//! `number TAB file:line` to the file that [`CALLS`] names; without that variable it does nothing. Probes stand on the
//! line of the brace that opens the body, so all lines keep their numbers.

use super::file::{rewriting_of, with_file};
use super::hide_bodies::sort;
use super::report::{Function, RewriteError};
use crate::language::Language;
use crate::units::Scopes;
use crate::vocabulary::ANONYMOUS;
use mutscore_model::mutant::Edit;

/// The environment variable that names the file to which calls are written.
pub const CALLS: &str = "MUTSCORE_CALLS";

/// A file with probes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Probed {
    /// The changes, sorted and without overlap: for [`super::apply`].
    pub edits: Vec<Edit>,
    /// The probed functions with their numbers, in document order.
    pub functions: Vec<(u32, Function)>,
}

/// Puts probes into every named function that has a body, numbered from `first` upward.
///
/// # Errors
/// When the file cannot be parsed, or the language needs no probes.
pub fn probe(language: &dyn Language, source: &[u8], first: u32) -> Result<Probed, RewriteError> {
    let rewriting = rewriting_of(language)?;
    // A language without support code has a tracer of its own.
    probe_support(language, "")?;
    with_file(language, source, |file| {
        let mut probed = Probed::default();
        let mut scopes = Scopes::new(file.tree, language);
        for index in 0..file.tree.len() as u32 {
            let node = file.tree.node(index);
            if node.kind() == ANONYMOUS || !language.is_named_function(node.kind()) {
                continue;
            }
            let number = first + probed.functions.len() as u32;
            let Some(edit) = rewriting
                .probe(node, number)
                .filter(|_| !file.is_damaged(node))
            else {
                continue;
            };
            if let Ok(function) = file.describe(node, rewriting, &mut scopes) {
                probed.edits.push(edit);
                probed.functions.push((number, function));
            }
        }
        sort(&mut probed.edits);
        probed
    })
}

/// The file that probed files of a package need beside them: its name, and its text.
///
/// # Errors
/// When the language needs no probes.
pub fn probe_support(
    language: &dyn Language,
    package: &str,
) -> Result<(&'static str, String), RewriteError> {
    rewriting_of(language)?
        .probe_support(package)
        .ok_or(RewriteError::Unsupported {
            language: language.id(),
        })
}
