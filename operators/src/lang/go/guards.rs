//! What keeps a mutated Go file compiling. The compiler refuses a variable or an import that nobody reads, so where a
//! mutant drops the last read, a statement that only reads goes before it.

use mutscore_model::mutant::{Edit, Form};
use mutscore_model::span::ByteSpan;

use super::bans::is_deferred;
use super::extended;
use super::kinds::{field, kind};
use super::literals::integer;
use super::roles::parent;
use crate::language::Survey;
use crate::locals::{Locals, Origin};
use crate::operator::Proposal;
use crate::tokens::{Change, is_word};
use crate::tree::Node;

/// Packages whose members, when called, are plain functions: `_ = fmt.Errorf` reads one. A member of another package
/// may be a type or need type arguments, where that does not compile.
const PLAIN_PACKAGES: &[&[u8]] = &[
    b"bytes",
    b"errors",
    b"filepath",
    b"fmt",
    b"math",
    b"path",
    b"regexp",
    b"strconv",
    b"strings",
    b"unicode",
    b"utf8",
];

/// Last look at a proposal: a guard where one is needed, nothing where none can help.
pub(super) fn protect<'t>(
    operator: &str,
    node: Node<'t>,
    proposal: Proposal,
    survey: &Survey<'t>,
) -> Option<Proposal> {
    if extended::safety::GUARDED.contains(&operator) {
        return extended::safety::protect(operator, node, proposal, survey);
    }
    if is_deferred(node) {
        return None;
    }
    match operator {
        "return-value" => {
            let Change::Text(text) = &proposal.change else {
                return Some(proposal);
            };
            let gone = node.subtree().find(|part| part.span() == proposal.span)?;
            if hides(text, gone, &survey.locals) {
                return None;
            }
            Some(guarded(node, gone, "; ", proposal, &survey.locals))
        }
        "call-removal" => Some(guarded(node, node, "", proposal, &survey.locals)),
        "const-int-dec"
            if node
                .bytes()
                .iter()
                .all(|byte| !matches!(byte, b'1'..=b'9' | b'a'..=b'f' | b'A'..=b'F')) =>
        {
            None
        }
        "const-int" | "const-int-dec" => (!reverses_slice(node, &proposal)).then_some(proposal),
        _ => Some(proposal),
    }
}

/// Whether a variable goes by one of the names (`nil`, `new`, a type's) in the replacement.
fn hides(replacement: &str, at: Node<'_>, locals: &Locals<'_>) -> bool {
    replacement
        .as_bytes()
        .split(|byte| !is_word(*byte))
        .any(|word| !word.is_empty() && locals.is_taken(word, at.index()))
}

/// Puts before `statement` what must be read when `gone`, a part of it, goes.
pub(super) fn guarded(
    statement: Node<'_>,
    gone: Node<'_>,
    separator: &str,
    mut proposal: Proposal,
    locals: &Locals<'_>,
) -> Proposal {
    let Some(reader) = reader(statement, gone, locals) else {
        return proposal;
    };
    proposal.guard = Some(Edit {
        span: ByteSpan::new(statement.start(), statement.start()),
        text: format!("{reader}{separator}"),
    });
    proposal.form = Form::Guarded;
    proposal
}

/// A statement that reads what only `gone` reads: `_, _ = a, fmt.Errorf`; the whole old statement, never executed,
/// where it takes more than naming.
pub(super) fn reader(statement: Node<'_>, gone: Node<'_>, locals: &Locals<'_>) -> Option<String> {
    let nodes = (gone.index(), gone.after());
    let mut names: Vec<&str> = Vec::new();
    for (at, declaration) in locals.named_in(nodes) {
        let is_inside = (nodes.0..nodes.1).contains(&declaration.node);
        if declaration.is_read_outside(nodes) || is_inside {
            continue;
        }
        let name = gone.at(at);
        let read = match declaration.origin {
            Origin::Variable => name,
            Origin::Import => match called_function(name) {
                Some(function) => function,
                None => return Some(format!("if false {{ {} }}", statement.text())),
            },
            Origin::Free => continue,
        };
        if !names.contains(&read.text()) {
            names.push(read.text());
        }
    }
    let blanks = vec!["_"; names.len()].join(", ");
    (!names.is_empty()).then(|| format!("{blanks} = {}", names.join(", ")))
}

/// `fmt.Errorf` of the `fmt` in `fmt.Errorf(…)`, if that is a plain function.
fn called_function(package: Node<'_>) -> Option<Node<'_>> {
    let member = package.parent()?;
    let call = member.parent()?;
    let is_called = member.kind() == kind::SELECTOR
        && call.kind() == kind::CALL
        && member.field() == field::FUNCTION;
    (is_called && PLAIN_PACKAGES.contains(&package.bytes())).then_some(member)
}

/// Whether a literal's new value makes a slice whose literal bounds are out of order, which does not compile.
fn reverses_slice(literal: Node<'_>, proposal: &Proposal) -> bool {
    let Some(slice) = parent(literal).filter(|slice| slice.kind() == kind::SLICE) else {
        return false;
    };
    let Change::Text(text) = &proposal.change else {
        return false;
    };
    let mut bounds = slice
        .named()
        .filter(|bound| bound.field() != field::OPERAND)
        .filter_map(|bound| {
            if bound.holds(literal) {
                text.parse::<u64>().ok()
            } else {
                let integer = integer(super::roles::unwrapped(bound))
                    .filter(|_| bound.kind() == kind::INTEGER)?;
                u64::from_str_radix(&integer.digits, integer.base).ok()
            }
        });
    let first = bounds.next();
    let mut last = first;
    bounds.any(|bound| {
        let reversed = last.is_some_and(|last| bound < last);
        last = Some(bound);
        reversed
    })
}
