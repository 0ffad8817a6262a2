//! Clauses: handlers that do nothing, cases that are gone.

use mutscore_model::span::ByteSpan;

use crate::lang::lists::without_each;
use crate::lang::ruby::kinds::{field, kind};
use crate::offer::Feature;
use crate::operator::Proposal;
use crate::tree::Node;

/// From the first to the last statement of a list, unless it does nothing.
fn busy_part(list: Node<'_>) -> Option<ByteSpan> {
    let mut statements = list.named();
    let first = statements.next()?;
    let last = statements.last().unwrap_or(first);
    (first != last || first.kind() != kind::NIL).then(|| ByteSpan::new(first.start(), last.end()))
}

/// `rescue`: does nothing, or catches one type less.
pub(super) fn handler(clause: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    if let Some(part) = clause.child(field::BODY).and_then(busy_part) {
        sink(Feature::Handler, Proposal::put(part, "nil"));
    }
    let types: Vec<Node<'_>> = clause
        .named()
        .find(|child| child.kind() == kind::EXCEPTIONS)
        .into_iter()
        .flat_map(|list| list.named())
        .collect();
    for cut in without_each(&types) {
        sink(Feature::CaughtType, Proposal::cut(cut));
    }
}

/// `ensure`.
pub(super) fn at_last(clause: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    if let Some(part) = busy_part(clause) {
        sink(Feature::Finally, Proposal::put(part, "nil"));
    }
}

/// A `when` or `in` goes where there are an `else` and another one; the `else` of a `case` goes.
pub(super) fn case(clause: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    let Some(around) = clause
        .parent()
        .filter(|around| matches!(around.kind(), kind::CASE | kind::CASE_MATCH))
    else {
        return;
    };
    if clause.kind() == kind::ELSE {
        sink(Feature::DefaultCase, Proposal::replace(clause, ""));
        return;
    }
    let has_default = around.named().any(|other| other.kind() == kind::ELSE);
    let cases = around
        .named()
        .filter(|other| other.kind() == clause.kind())
        .count();
    if has_default && cases > 1 {
        sink(Feature::Case, Proposal::replace(clause, ""));
    }
}
