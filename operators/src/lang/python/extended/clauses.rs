//! Clauses and decorators: handlers that do nothing, cases that are gone.

use crate::lang::lists::without_each;
use crate::lang::python::kinds::{field, kind};
use crate::offer::Feature;
use crate::operator::Proposal;
use crate::tree::Node;

/// The block of a clause, unless it does nothing.
fn busy_block(clause: Node<'_>) -> Option<Node<'_>> {
    let block = clause.named().find(|child| child.kind() == kind::BLOCK)?;
    let idle = block
        .named()
        .all(|statement| statement.kind() == kind::PASS);
    (!idle).then_some(block)
}

/// `except`: does nothing, or catches one type less.
pub(super) fn handler(clause: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    if let Some(block) = busy_block(clause) {
        sink(Feature::Handler, Proposal::replace(block, "pass"));
    }
    let Some(types) = caught(clause) else { return };
    let items: Vec<Node<'_>> = types.named().collect();
    for cut in without_each(&items) {
        sink(Feature::CaughtType, Proposal::cut(cut));
    }
}

/// The tuple of types that a handler names.
fn caught(clause: Node<'_>) -> Option<Node<'_>> {
    let named = clause.child(field::VALUE)?;
    let types = if named.kind() == kind::AS_PATTERN {
        named.named().next()?
    } else {
        named
    };
    (types.kind() == kind::TUPLE).then_some(types)
}

/// Whether a tuple only lists the types of a handler.
pub(super) fn is_caught(tuple: Node<'_>) -> bool {
    tuple
        .ancestors()
        .take(2)
        .any(|around| around.kind() == kind::EXCEPT && caught(around) == Some(tuple))
}

/// `finally`.
pub(super) fn at_last(clause: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    if let Some(block) = busy_block(clause) {
        sink(Feature::Finally, Proposal::replace(block, "pass"));
    }
}

/// `case`: goes, if the default would take over or if it is the default.
pub(super) fn case(clause: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    let Some(around) = clause.parent() else {
        return;
    };
    let mut cases = around
        .named()
        .filter(|child| child.kind() == kind::CASE_CLAUSE);
    let (Some(first), Some(last)) = (cases.next(), cases.last()) else {
        return;
    };
    if !takes_all(last) {
        return;
    }
    if clause != last {
        sink(Feature::Case, Proposal::replace(clause, ""));
    } else if first != last {
        sink(Feature::DefaultCase, Proposal::replace(clause, ""));
    }
}

/// Whether a case matches whatever comes: `_` or a bare name without a guard.
fn takes_all(clause: Node<'_>) -> bool {
    let mut patterns = clause
        .named()
        .filter(|child| child.kind() == kind::CASE_PATTERN);
    let (Some(only), None) = (patterns.next(), patterns.next()) else {
        return false;
    };
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80;
    let starts_as_name = only
        .bytes()
        .first()
        .is_some_and(|byte| !byte.is_ascii_digit());
    clause.child(field::GUARD).is_none()
        && starts_as_name
        && only.bytes().iter().copied().all(is_name)
        && !matches!(only.bytes(), b"None" | b"True" | b"False")
}

/// Decorators that change nothing when the program runs, or nothing that a requirement could state.
const INFORMING: &[&str] = &[
    "abstractmethod",
    "deprecated",
    "final",
    "no_type_check",
    "overload",
    "override",
    "runtime_checkable",
    "wraps",
];

/// `@d`: goes.
pub(super) fn decorator(node: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    let name = node.text().trim_start_matches('@').trim();
    let path = name.split(['(', ' ', '#', '\n', '\r']).next().unwrap_or("");
    let last = path.rsplit('.').next().unwrap_or(path);
    if !INFORMING.contains(&last) {
        sink(Feature::Decorator, Proposal::replace(node, ""));
    }
}
