//! Java's methods, constructors and lambdas as rewrites see them.
//!
//! The compiler asks that a method gives back a value and that nothing unreachable stands in it. A body that only throws
//! satisfies it everywhere, also where final fields have no value yet (they are assigned, vacuously, where nothing
//! continues). A body that does nothing cannot be told from the text, so the old one stays behind `if (true) return …;`,
//! which the language lets pass as reachable: whatever the body used (a pattern's variable, an exception that somebody
//! catches) is still used.

use mutscore_model::mutant::Edit;
use mutscore_model::span::ByteSpan;

use super::kinds::{field, kind};
use super::structure::is_function;
use super::weaving::JavaWeaving;
use crate::rewrite::{File, HIDDEN, Rewriting, Weaving, Why};
use crate::tree::Node;

/// Methods, constructors and lambdas.
pub(super) struct JavaRewriting;

impl Rewriting for JavaRewriting {
    fn is_function(&self, node: Node<'_>) -> bool {
        is_function(node.kind())
    }

    fn body<'t>(&self, function: Node<'t>) -> Option<Node<'t>> {
        function.child(field::BODY)
    }

    fn hide(&self, function: Node<'_>, file: &File<'_>) -> Result<Vec<Edit>, Why> {
        let body = self.body(function).ok_or(Why::NoBody)?;
        let throw = format!("throw new UnsupportedOperationException(\"{HIDDEN}\");");
        if !is_block(body) {
            return Ok(vec![Edit {
                span: body.span(),
                text: format!("{{ {throw} }}"),
            }]);
        }
        let start = first_free(body);
        let close = body.end() - 1;
        let text = if file.same_line(body.start(), close) {
            format!(" {throw} ")
        } else {
            let first = body.named().next();
            let inner = file.inner_indentation(body.start(), first);
            let outer = file.indentation(body.start());
            let newline = file.newline();
            format!("{newline}{inner}{throw}{newline}{outer}")
        };
        Ok(vec![Edit {
            span: ByteSpan::new(start, close),
            text,
        }])
    }

    fn weaving(&self) -> Option<&'static dyn Weaving> {
        Some(&JavaWeaving)
    }

    fn probe(&self, function: Node<'_>, number: u32) -> Option<Edit> {
        let at = first_free(self.body(function)?);
        Some(Edit {
            span: ByteSpan::new(at, at),
            text: format!(" mutscore_probe.Probe.enter({number});"),
        })
    }

    fn probe_support(&self, _package: &str) -> Option<(&'static str, String)> {
        let text = include_str!("../../rewrite/support/Probe.java.txt");
        Some(("mutscore_probe/Probe.java", text.to_owned()))
    }

    fn strip(&self, function: Node<'_>, file: &File<'_>) -> Result<Vec<Edit>, Why> {
        let body = self.body(function).ok_or(Why::NoBody)?;
        let leave = match function.kind() {
            kind::LAMBDA if !is_block(body) => {
                if !is_void_argument(function, body) {
                    return Err(Why::UnknownResult);
                }
                return Ok(vec![Edit {
                    span: body.span(),
                    text: format!("{{{}}}", file.padding(body.span())),
                }]);
            }
            kind::LAMBDA if returns_value(function, body) => return Err(Why::UnknownResult),
            kind::LAMBDA => " if (true) return;".to_owned(),
            kind::METHOD => match nothing(function) {
                "" => " if (true) return;".to_owned(),
                value => format!(" if (true) return {value};"),
            },
            _ => return Err(Why::Constructor),
        };
        if body.named().next().is_none() {
            return Err(Why::Empty);
        }
        let at = body.start() + 1;
        Ok(vec![Edit {
            span: ByteSpan::new(at, at),
            text: leave,
        }])
    }
}

fn is_block(body: Node<'_>) -> bool {
    matches!(body.kind(), kind::BLOCK | kind::CONSTRUCTOR_BODY)
}

/// The first byte in the body where a statement may stand: after `{`, or after `this(…);` and `super(…);`.
pub(super) fn first_free(body: Node<'_>) -> u32 {
    body.named()
        .next()
        .filter(|first| first.kind() == kind::EXPLICIT_CONSTRUCTOR)
        .map_or(body.start() + 1, Node::end)
}

/// Whether a lambda that is one expression is taken for a step: handed to a call, and the expression could be a statement.
fn is_void_argument(lambda: Node<'_>, body: Node<'_>) -> bool {
    let is_argument = lambda
        .parent()
        .is_some_and(|parent| parent.kind() == kind::ARGUMENT_LIST);
    is_argument
        && matches!(
            body.kind(),
            kind::METHOD_CALL | kind::ASSIGNMENT | kind::UPDATE | kind::OBJECT_CREATION
        )
}

fn returns_value(lambda: Node<'_>, body: Node<'_>) -> bool {
    body.subtree()
        .filter(|node| node.kind() == kind::RETURN && node.named().next().is_some())
        .any(|found| {
            let inner = found
                .ancestors()
                .find(|ancestor| is_function(ancestor.kind()));
            inner == Some(lambda)
        })
}

/// The value that stands for nothing in a method's result type; empty for `void`.
fn nothing(method: Node<'_>) -> &'static str {
    if method.child(field::DIMENSIONS).is_some() {
        return "null";
    }
    match method.child(field::TYPE).map(Node::kind) {
        Some(kind::VOID_TYPE) => "",
        Some(kind::BOOLEAN_TYPE) => "false",
        Some(kind::INTEGRAL_TYPE | kind::FLOATING_TYPE) => "0",
        _ => "null",
    }
}
