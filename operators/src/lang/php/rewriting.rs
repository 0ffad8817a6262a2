//! PHP's functions, methods and closures as rewrites see them.
//!
//! A stripped body stays behind a `return`, which keeps a generator a generator; a hidden generator keeps a `yield` for
//! the same reason. What a declared result asks for is given where a value of it can be written down.

use mutscore_model::mutant::Edit;
use mutscore_model::span::ByteSpan;

use super::kinds::{field, kind};
use super::results::classify;
use super::roles::{function_around, is_word};
use crate::language::Declared;
use crate::rewrite::{File, HIDDEN, Rewriting, Why};
use crate::tree::Node;

/// Functions, methods, closures and arrow functions.
pub(super) struct PhpRewriting;

impl Rewriting for PhpRewriting {
    fn is_function(&self, node: Node<'_>) -> bool {
        matches!(
            node.kind(),
            kind::FUNCTION | kind::METHOD | kind::ANONYMOUS_FUNCTION | kind::ARROW_FUNCTION
        )
    }

    fn body<'t>(&self, function: Node<'t>) -> Option<Node<'t>> {
        function.child(field::BODY)
    }

    fn hide(&self, function: Node<'_>, file: &File<'_>) -> Result<Vec<Edit>, Why> {
        let body = self.body(function).ok_or(Why::NoBody)?;
        let throw = format!("throw new \\LogicException('{HIDDEN}')");
        if body.kind() != kind::COMPOUND {
            return Ok(vec![Edit {
                span: body.span(),
                text: throw,
            }]);
        }
        let kept = if is_generator(body) { " yield;" } else { "" };
        let (open, close) = (body.start() + 1, body.end() - 1);
        let text = if file.same_line(open, close) {
            format!(" {throw};{kept} ")
        } else {
            let first = body.named().next();
            let inner = file.inner_indentation(body.start(), first);
            let outer = file.indentation(close);
            let newline = file.newline();
            format!("{newline}{inner}{throw};{kept}{newline}{outer}")
        };
        Ok(vec![Edit {
            span: ByteSpan::new(open, close),
            text,
        }])
    }

    fn probe(&self, function: Node<'_>, number: u32) -> Option<Edit> {
        let body = self.body(function)?;
        let at = (body.kind() == kind::COMPOUND).then(|| body.start() + 1)?;
        Some(Edit {
            span: ByteSpan::new(at, at),
            text: format!(" \\mutscore_enter({number});"),
        })
    }

    fn probe_support(&self, _package: &str) -> Option<(&'static str, String)> {
        let text = include_str!("../../rewrite/support/probe.php.txt");
        Some(("mutscore_probe.php", text.to_owned()))
    }

    fn strip(&self, function: Node<'_>, file: &File<'_>) -> Result<Vec<Edit>, Why> {
        let body = self.body(function).ok_or(Why::NoBody)?;
        let is_block = body.kind() == kind::COMPOUND;
        let value = if is_block && is_generator(body) {
            ""
        } else {
            nothing(function)?
        };
        if !is_block {
            let text = format!("null{}", file.padding(body.span()));
            let can_be_null = matches!(value, "" | " null");
            return can_be_null
                .then(|| {
                    vec![Edit {
                        span: body.span(),
                        text,
                    }]
                })
                .ok_or(Why::UnknownResult);
        }
        if body.named().next().is_none() {
            return Err(Why::Empty);
        }
        let at = body.start() + 1;
        Ok(vec![Edit {
            span: ByteSpan::new(at, at),
            text: format!(" return{value};"),
        }])
    }
}

fn is_generator(body: Node<'_>) -> bool {
    let function = body.parent();
    body.subtree()
        .filter(|node| node.kind() == kind::YIELD)
        .any(|found| function_around(found) == function)
}

/// What stands after `return` for nothing, a blank before it; empty where nothing is given back.
fn nothing(function: Node<'_>) -> Result<&'static str, Why> {
    let Some(declared) = function.child(field::RETURN_TYPE) else {
        return Ok("");
    };
    if is_word(declared.bytes(), b"void") {
        return Ok("");
    }
    match classify(declared) {
        Declared::Bool => Ok(" false"),
        Declared::Int => Ok(" 0"),
        Declared::Float => Ok(" 0.0"),
        Declared::Text => Ok(" ''"),
        Declared::List => Ok(" []"),
        Declared::Nullable => Ok(" null"),
        _ => Err(Why::UnknownResult),
    }
}
