//! Ruby's methods, lambdas and blocks as rewrites see them.
//!
//! Ruby asks nothing of a body. Two things can go wrong: a here-document's text may lie outside the body that uses it,
//! and a block's numbered parameters (`_1`) exist only as long as something in it names them.

use mutscore_model::mutant::Edit;
use mutscore_model::span::ByteSpan;

use super::kinds::{field, kind};
use crate::rewrite::{File, HIDDEN, Rewriting, Why};
use crate::tree::Node;
use crate::vocabulary::TRIVIA;

/// Methods and `->`; for step definitions also blocks.
pub(super) struct RubyRewriting;

impl Rewriting for RubyRewriting {
    fn is_function(&self, node: Node<'_>) -> bool {
        matches!(
            node.kind(),
            kind::METHOD | kind::SINGLETON_METHOD | kind::LAMBDA
        )
    }

    fn is_step_code(&self, node: Node<'_>) -> bool {
        match node.kind() {
            kind::DO_BLOCK | kind::BLOCK => node.parent().is_none_or(|parent| {
                // The body of `->` is a block of its own.
                parent.kind() != kind::LAMBDA
            }),
            _ => self.is_function(node),
        }
    }

    fn head_start(&self, function: Node<'_>) -> u32 {
        let is_block = matches!(function.kind(), kind::DO_BLOCK | kind::BLOCK);
        function
            .parent()
            .filter(|parent| is_block && parent.kind() == kind::CALL)
            .map_or(function.start(), Node::start)
    }

    fn body<'t>(&self, function: Node<'t>) -> Option<Node<'t>> {
        match function.kind() {
            kind::DO_BLOCK | kind::BLOCK => Some(function),
            // `def a; end` has no body of its own: what stands for it is the word that ends it.
            _ => function
                .child(field::BODY)
                .or_else(|| function.children().last()),
        }
    }

    fn hide(&self, function: Node<'_>, file: &File<'_>) -> Result<Vec<Edit>, Why> {
        let raise = format!("raise NotImplementedError, \"{HIDDEN}\"");
        let Some(inside) = Inside::of(function) else {
            let body = function.child(field::BODY).ok_or(Why::NoBody)?;
            check_heredocs(function, body.span())?;
            return Ok(vec![Edit {
                span: body.span(),
                text: format!("raise(NotImplementedError, \"{HIDDEN}\")"),
            }]);
        };
        let (open, close) = (inside.open, inside.close.start());
        let is_method = function.kind() != kind::LAMBDA;
        let edit = if file.same_line(open, close) {
            let before = if is_method && inside.needs_separator {
                "; "
            } else {
                " "
            };
            let after = if is_method { "; " } else { " " };
            Edit {
                span: ByteSpan::new(open, close),
                text: format!("{before}{raise}{after}"),
            }
        } else {
            let start = open + comment_length(file.rest(open));
            let newline = file.newline();
            let inner = file.inner_indentation(function.start(), inside.first);
            let before_end = file.before(close);
            let outer = if before_end.trim_ascii().is_empty() {
                file.indentation(close)
            } else {
                file.indentation(function.start())
            };
            Edit {
                span: ByteSpan::new(start, close),
                text: format!("{newline}{inner}{raise}{newline}{outer}"),
            }
        };
        check_heredocs(function, edit.span)?;
        Ok(vec![edit])
    }

    fn strip(&self, function: Node<'_>, file: &File<'_>) -> Result<Vec<Edit>, Why> {
        let Some(inside) = Inside::of(function) else {
            let body = function.child(field::BODY).ok_or(Why::NoBody)?;
            check_heredocs(function, body.span())?;
            let text = format!("nil{}", file.padding(body.span()));
            return Ok(vec![Edit {
                span: body.span(),
                text,
            }]);
        };
        let span = ByteSpan::new(inside.open, inside.close.start());
        if inside.first.is_none() {
            return Err(Why::Empty);
        }
        check_heredocs(function, span)?;
        let separator = if inside.needs_separator { "; " } else { " " };
        let kept = numbered_parameter(function).unwrap_or_default();
        let text = format!("{separator}{kept}{} ", file.padding(span));
        Ok(vec![Edit { span, text }])
    }
}

/// Where the statements of a function are.
struct Inside<'t> {
    /// One past the last byte of the head.
    open: u32,
    /// `end` or `}`.
    close: Node<'t>,
    /// The first statement.
    first: Option<Node<'t>>,
    /// Whether a statement on the head's line needs a `;` before it.
    needs_separator: bool,
}

impl<'t> Inside<'t> {
    /// `None` for a method that is written as `def name = value`.
    fn of(function: Node<'t>) -> Option<Self> {
        let block = match function.kind() {
            kind::LAMBDA => function.child(field::BODY)?,
            _ => function,
        };
        let close = block.children().last()?;
        if !matches!(close.bytes(), b"end" | b"}") {
            return None;
        }
        let is_method = matches!(block.kind(), kind::METHOD | kind::SINGLETON_METHOD);
        let body = block.child(field::BODY);
        // The head's last part is what stands before the first statement, separators and comments aside.
        let head = block
            .children()
            .take_while(|child| Some(*child) != body && *child != close)
            .filter(|child| child.kind() != TRIVIA && child.bytes() != b";")
            .last()?;
        Some(Self {
            open: head.end(),
            close,
            first: body.and_then(|body| body.named().next()),
            needs_separator: is_method && !head.bytes().ends_with(b")"),
        })
    }
}

/// Length of a comment, and of the blanks before it, at the start of the bytes; 0 where something else stands there.
fn comment_length(rest: &[u8]) -> u32 {
    if rest.trim_ascii_start().starts_with(b"#") {
        rest.trim_ascii_end().len() as u32
    } else {
        0
    }
}

/// Refuses where a here-document begins in `span` and its text lies outside, or the other way round.
fn check_heredocs(function: Node<'_>, span: ByteSpan) -> Result<(), Why> {
    let mut inside = [0, 0];
    for node in function.subtree() {
        let place = match node.kind() {
            kind::HEREDOC_BEGINNING => 0,
            kind::HEREDOC_BODY => 1,
            _ => continue,
        };
        if span.contains(node.span()) {
            inside[place] += 1;
        }
    }
    if inside[0] == inside[1] {
        Ok(())
    } else {
        Err(Why::HereDocument)
    }
}

/// The highest numbered parameter that a block uses.
fn numbered_parameter(function: Node<'_>) -> Option<&str> {
    let is_numbered = |text: &str| matches!(text.as_bytes(), [b'_', b'1'..=b'9']);
    function
        .subtree()
        .filter(|node| node.kind() == kind::IDENTIFIER)
        .map(Node::text)
        .filter(|text| is_numbered(text))
        .max()
}
