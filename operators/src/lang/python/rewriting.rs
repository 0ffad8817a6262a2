//! Python's functions as rewrites see them.
//!
//! A body is the indented block without its docstring. What makes a function a generator is the word `yield` in it, so
//! it is kept, out of reach, where it was: who calls the function must not get another kind of object.

use mutscore_model::mutant::Edit;
use mutscore_model::span::ByteSpan;

use super::kinds::{field, kind};
use crate::rewrite::{File, HIDDEN, Rewriting, Why};
use crate::tree::Node;

/// Functions and methods; a `lambda` has no statements that could be exchanged.
pub(super) struct PythonRewriting;

impl Rewriting for PythonRewriting {
    fn is_function(&self, node: Node<'_>) -> bool {
        node.kind() == kind::FUNCTION
    }

    fn head_start(&self, function: Node<'_>) -> u32 {
        function
            .parent()
            .filter(|parent| parent.kind() == kind::DECORATED)
            .map_or(function.start(), Node::start)
    }

    fn body<'t>(&self, function: Node<'t>) -> Option<Node<'t>> {
        function.child(field::BODY)
    }

    fn hide(&self, function: Node<'_>, file: &File<'_>) -> Result<Vec<Edit>, Why> {
        let parts = Parts::of(function)?;
        if parts.is_declaration {
            return Err(Why::Empty);
        }
        let raise = format!("raise NotImplementedError(\"{HIDDEN}\")");
        let own_lines = !file.same_line(parts.colon_end, parts.body.start());
        let (start, text) = if own_lines {
            let start = parts.docstring.map_or_else(
                || parts.colon_end + file.rest(parts.colon_end).trim_ascii_end().len() as u32,
                Node::end,
            );
            let indentation = file.indentation(parts.body.start());
            let line = |text: &str| format!("{}{indentation}{text}", file.newline());
            let text = if parts.is_generator {
                line(&raise) + &line("yield")
            } else {
                line(&raise)
            };
            (start, text)
        } else {
            let after_docstring = if parts.docstring.is_some() { "; " } else { "" };
            let kept = if parts.is_generator { "; yield" } else { "" };
            let start = parts
                .docstring
                .map_or_else(|| parts.body.start(), Node::end);
            (start, format!("{after_docstring}{raise}{kept}"))
        };
        let end = end_with_comments(function, parts.body, file);
        Ok(vec![Edit {
            span: ByteSpan::new(start, end),
            text,
        }])
    }

    fn strip(&self, function: Node<'_>, file: &File<'_>) -> Result<Vec<Edit>, Why> {
        let parts = Parts::of(function)?;
        let first = parts.first.ok_or(Why::Empty)?;
        let span = ByteSpan::new(first.start(), parts.body.end());
        let nothing = if parts.is_generator {
            "return; yield"
        } else {
            "pass"
        };
        Ok(vec![Edit {
            span,
            text: format!("{nothing}{}", file.padding(span)),
        }])
    }
}

/// A function taken apart.
struct Parts<'t> {
    body: Node<'t>,
    docstring: Option<Node<'t>>,
    /// The first statement after the docstring.
    first: Option<Node<'t>>,
    /// One past the colon before the body.
    colon_end: u32,
    is_generator: bool,
    /// Nothing but a docstring and `...`: a protocol's or an overload's way to declare.
    is_declaration: bool,
}

impl<'t> Parts<'t> {
    fn of(function: Node<'t>) -> Result<Self, Why> {
        let body = function.child(field::BODY).ok_or(Why::NoBody)?;
        let colon = function
            .children()
            .take_while(|child| *child != body)
            .filter(|child| child.bytes() == b":")
            .last()
            .ok_or(Why::Damaged)?;
        let mut statements = body.named();
        let mut first = statements.next();
        let docstring = first.filter(|statement| is_docstring(*statement));
        if docstring.is_some() {
            first = statements.next();
        }
        let is_declaration = first.is_none_or(|first| first.bytes() == b"...");
        Ok(Self {
            body,
            docstring,
            first,
            colon_end: colon.end(),
            is_generator: is_generator(function, body),
            is_declaration,
        })
    }
}

fn is_docstring(statement: Node<'_>) -> bool {
    statement.kind() == kind::EXPRESSION_STATEMENT
        && statement.named().count() == 1
        && statement.named().all(|value| {
            matches!(value.kind(), kind::STRING | kind::CONCATENATED_STRING)
                && !value
                    .subtree()
                    .any(|part| part.kind() == kind::INTERPOLATION)
        })
}

fn is_generator(function: Node<'_>, body: Node<'_>) -> bool {
    body.subtree()
        .filter(|node| node.kind() == kind::YIELD)
        .any(|found| {
            let inner = found
                .ancestors()
                .find(|ancestor| matches!(ancestor.kind(), kind::FUNCTION | kind::LAMBDA));
            inner == Some(function)
        })
}

/// End of the body with the comments that belong to it though the parser does not count them in: the rest of its last
/// line, and lines of comments that are indented more than the declaration.
fn end_with_comments(function: Node<'_>, body: Node<'_>, file: &File<'_>) -> u32 {
    let outer = file.indentation(function.start()).len();
    let mut end = body.end() + file.rest(body.end()).trim_ascii_end().len() as u32;
    let mut line = file.text.line(end) + 1;
    while line <= file.text.line_count() {
        let start = file.text.start_of(line);
        let bytes = file.rest(start);
        let indentation = file.indentation(start).len();
        let words = bytes.trim_ascii();
        if words.starts_with(b"#") && indentation > outer {
            end = start + bytes.trim_ascii_end().len() as u32;
        } else if !words.is_empty() {
            break;
        }
        line += 1;
    }
    end
}
