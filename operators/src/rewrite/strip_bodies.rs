//! Step definitions that do nothing: for asking which kills rest on the assertions of a test.
//!
//! The function stays, with its name, its parameters and its kind (a generator stays one); running it has no effect and
//! raises nothing. Line numbers stay, since runners name step definitions by file and line.

use mutscore_model::span::ByteSpan;

use super::file::{rewriting_of, with_file};
use super::hide_bodies::sort;
use super::report::{Left, Rewrite, RewriteError, Why};
use super::{File, Rewriting};
use crate::language::Language;
use crate::tree::Node;
use crate::units::Scopes;
use crate::vocabulary::ANONYMOUS;

/// Where a step definition is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// A 1-based line of its head (decorators included), or else of its body.
    Line(u32),
    /// A byte of its source, 0-based.
    Byte(u32),
}

/// Empties the bodies of the functions at `places`. Two places may name one function.
///
/// # Errors
/// When the file cannot be parsed, or the language has no such rewrite.
pub fn strip(
    language: &dyn Language,
    source: &[u8],
    places: &[Place],
) -> Result<Rewrite, RewriteError> {
    let rewriting = rewriting_of(language)?;
    with_file(language, source, |file| {
        let mut scopes = Scopes::new(file.tree, language);
        let mut rewrite = Rewrite::default();
        let mut found = Vec::new();
        for place in places {
            match find(file, rewriting, *place) {
                Some(function) => found.push(function.index()),
                None => rewrite.left.push(Left {
                    name: String::new(),
                    line: line_of(file, *place),
                    why: Why::NoFunction,
                }),
            }
        }
        found.sort_unstable();
        found.dedup();
        // What lies in an emptied body is gone with it.
        let mut gone_before = 0;
        for index in found {
            let node = file.tree.node(index);
            if index < gone_before {
                continue;
            }
            gone_before = node.after();
            let edits = if file.is_damaged(node) {
                Err(Why::Damaged)
            } else {
                rewriting.strip(node, file)
            };
            let function = file.describe(node, rewriting, &mut scopes);
            match (edits, function) {
                (Ok(edits), Ok(function)) => {
                    rewrite.edits.extend(edits);
                    rewrite.changed.push(function);
                }
                (Err(why), function) | (Ok(_), function @ Err(why)) => rewrite.left.push(Left {
                    name: function.map_or_else(|_| String::new(), |function| function.name),
                    line: file.text.line(rewriting.head_start(node)),
                    why,
                }),
            }
        }
        sort(&mut rewrite.edits);
        rewrite
    })
}

fn line_of(file: &File<'_>, place: Place) -> u32 {
    match place {
        Place::Line(line) => line,
        Place::Byte(at) => file.text.line(at),
    }
}

/// For a line: the outermost function whose head is on it, else the innermost around it. For a byte: the innermost
/// function around it, its head included.
fn find<'t>(file: &File<'t>, rewriting: &dyn Rewriting, place: Place) -> Option<Node<'t>> {
    let mut around = None;
    for index in 0..file.tree.len() as u32 {
        let node = file.tree.node(index);
        if node.kind() == ANONYMOUS || !rewriting.is_step_code(node) {
            continue;
        }
        let span = ByteSpan::new(rewriting.head_start(node), node.end());
        let text = &file.text;
        let lines = text.line(span.start)..=text.last_line(span.start, span.end);
        match place {
            Place::Line(line) if lines.contains(&line) => {
                let head = rewriting
                    .body(node)
                    .map(|body| file.head_lines(span.start, body));
                if head.is_none_or(|head| head.contains(&line)) {
                    return Some(node);
                }
                around = Some(node);
            }
            Place::Byte(at) if span.start <= at && at < span.end => around = Some(node),
            _ => {}
        }
    }
    around
}
