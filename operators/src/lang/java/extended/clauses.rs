//! Clauses: handlers that do nothing, cases that are gone.

use super::flow::may_fall_through;
use super::safety::{
    in_void_method, is_awaited, is_end, is_followed, may_lack_values, surely_goes_on,
};
use crate::lang::java::calls::is_statement_switch;
use crate::lang::java::compile::UNCHECKED;
use crate::lang::java::kinds::{field, kind};
use crate::lang::java::structure::simple_name;
use crate::lang::lists::without;
use crate::offer::Feature;
use crate::operator::Proposal;
use crate::tree::Node;

/// `catch`: does nothing, or catches one type less.
pub(super) fn handler(clause: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    if let (Some(block), Some(statement)) = (clause.child(field::BODY), clause.parent())
        && block.named().next().is_some()
        && may_fall_through(block, statement)
        && !may_lack_values(clause)
        && !is_awaited(block)
    {
        sink(Feature::Handler, Proposal::replace(block, "{}"));
    }
    let types: Vec<Node<'_>> = clause
        .named()
        .filter(|part| part.kind() == kind::CATCH_PARAMETER)
        .flat_map(Node::named)
        .filter(|part| part.kind() == kind::CATCH_TYPE)
        .flat_map(Node::named)
        .collect();
    if types.len() > 1 {
        for (place, caught) in types.iter().enumerate() {
            // Nobody would have to declare it.
            if UNCHECKED.contains(&simple_name(*caught)) {
                sink(Feature::CaughtType, Proposal::cut(without(&types, place)));
            }
        }
    }
}

/// `finally`.
pub(super) fn at_last(clause: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    let block = clause.named().find(|child| child.kind() == kind::BLOCK);
    if let Some(block) = block
        && block.named().next().is_some()
        && surely_goes_on(block)
        && !may_lack_values(clause)
        && !is_awaited(block)
    {
        sink(Feature::Finally, Proposal::replace(block, "{}"));
    }
}

/// A case of a `switch` without a value goes where there is a default; the default goes where the code after the
/// `switch` is reachable all the same.
pub(super) fn case(clause: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    let Some(block) = clause.parent() else { return };
    let Some(switch) = block.parent().filter(|switch| is_statement_switch(*switch)) else {
        return;
    };
    let clauses: Vec<Node<'_>> = block
        .named()
        .filter(|other| matches!(other.kind(), kind::SWITCH_GROUP | kind::SWITCH_RULE))
        .collect();
    let has_default = clauses.iter().any(|other| is_default(*other));
    if !has_default
        || clauses.len() < 2
        || clauses.iter().any(|other| declares_or_matches(*other))
        || may_lack_values(clause)
        || is_awaited(clause)
    {
        return;
    }
    if is_default(clause) {
        let last = clauses.last() == Some(&clause);
        if last
            && clause
                .named()
                .filter(|part| part.kind() == kind::SWITCH_LABEL)
                .count()
                == 1
            && (in_void_method(switch)
                || is_followed(switch)
                || clauses
                    .iter()
                    .any(|other| *other != clause && goes_on(*other, false)))
        {
            sink(Feature::DefaultCase, Proposal::replace(clause, ""));
        }
    } else if clauses
        .iter()
        .any(|other| *other != clause && goes_on(*other, clauses.last() == Some(other)))
    {
        // Otherwise nothing would reach what comes after the switch.
        sink(Feature::Case, Proposal::replace(clause, ""));
    }
}

fn is_default(clause: Node<'_>) -> bool {
    clause
        .named()
        .filter(|part| part.kind() == kind::SWITCH_LABEL)
        .any(|label| label.bytes().starts_with(b"default"))
}

/// Whether later cases may use a variable of this one, or its label is a pattern.
fn declares_or_matches(clause: Node<'_>) -> bool {
    clause.named().any(|part| {
        part.kind() == kind::LOCAL_VARIABLE
            || (part.kind() == kind::SWITCH_LABEL
                && part
                    .named()
                    .any(|value| value.kind() == kind::PATTERN || value.kind() == kind::GUARD))
    })
}

/// Whether the code after the `switch` follows this clause.
fn goes_on(clause: Node<'_>, is_last: bool) -> bool {
    let statement = clause
        .named()
        .filter(|part| part.kind() != kind::SWITCH_LABEL)
        .last();
    match (clause.kind(), statement) {
        (kind::SWITCH_RULE, Some(body)) if body.kind() == kind::BLOCK => surely_goes_on(body),
        (kind::SWITCH_RULE, Some(body)) => body.kind() == kind::EXPRESSION_STATEMENT,
        (_, Some(last)) if last.kind() == kind::BREAK => last.named().next().is_none(),
        (_, Some(last)) => is_last && !is_end(last) && last.kind() == kind::EXPRESSION_STATEMENT,
        (_, None) => is_last,
    }
}
