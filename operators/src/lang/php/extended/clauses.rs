//! Clauses: handlers that do nothing, cases that are gone.

use crate::lang::lists::{without, without_each};
use crate::lang::php::kinds::{field, kind};
use crate::offer::Feature;
use crate::operator::Proposal;
use crate::tree::Node;

/// The block of a clause, unless it is empty.
fn busy_block(clause: Node<'_>) -> Option<Node<'_>> {
    let block = clause.child(field::BODY)?;
    block.named().next().is_some().then_some(block)
}

/// `catch`: does nothing, or catches one type less.
pub(super) fn handler(clause: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    if let Some(block) = busy_block(clause) {
        sink(Feature::Handler, Proposal::replace(block, "{}"));
    }
    let types = clause.child(field::TYPE);
    let types: Vec<Node<'_>> = types.into_iter().flat_map(|list| list.named()).collect();
    for cut in without_each(&types) {
        sink(Feature::CaughtType, Proposal::cut(cut));
    }
}

/// `finally`.
pub(super) fn at_last(clause: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    if let Some(block) = busy_block(clause) {
        sink(Feature::Finally, Proposal::replace(block, "{}"));
    }
}

/// A `case` goes where there is a default, and the default where there is a case.
pub(super) fn case(clause: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    let Some(around) = clause.parent() else {
        return;
    };
    let has = |kind: u16| around.named().any(|other| other.kind() == kind);
    if clause.kind() == kind::CASE && has(kind::DEFAULT) {
        sink(Feature::Case, Proposal::replace(clause, ""));
    } else if clause.kind() == kind::DEFAULT && has(kind::CASE) {
        sink(Feature::DefaultCase, Proposal::replace(clause, ""));
    }
}

/// The same for the arms of `match`, which have commas between them.
pub(super) fn arm(clause: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    let arms: Vec<Node<'_>> = clause
        .parent()
        .into_iter()
        .flat_map(|around| around.named())
        .collect();
    let place = arms.iter().position(|arm| *arm == clause);
    let has_default = arms.iter().any(|arm| arm.kind() == kind::MATCH_DEFAULT);
    let (Some(place), true) = (place, has_default && arms.len() > 1) else {
        return;
    };
    let feature = if clause.kind() == kind::MATCH_DEFAULT {
        Feature::DefaultCase
    } else {
        Feature::Case
    };
    sink(feature, Proposal::cut(without(&arms, place)));
}
