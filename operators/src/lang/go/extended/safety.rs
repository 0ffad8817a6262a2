//! Guards for changes inside a statement: what only the dropped part reads is read before the statement.

use crate::lang::go::bans::is_deferred;
use crate::lang::go::guards::{guarded, reader};
use crate::lang::go::kinds::{field, kind};
use crate::lang::go::roles::{binary, statement_around};
use crate::language::Survey;
use crate::operator::Proposal;
use crate::tokens::Change;
use crate::tree::Node;

/// Operators whose proposals are looked at here.
pub(in crate::lang::go) const GUARDED: &[&str] = &[
    "arid-removal",
    "assign-plain",
    "case-drop",
    "concat-drop",
    "default-drop",
    "defer-drop",
    "elem-drop",
    "empty-coll",
    "error-return",
    "stmt-delete",
    "throw-removal",
];

/// Last look at a proposal of one of them.
pub(in crate::lang::go) fn protect<'t>(
    operator: &str,
    node: Node<'t>,
    proposal: Proposal,
    survey: &Survey<'t>,
) -> Option<Proposal> {
    match operator {
        "defer-drop" | "stmt-delete" | "arid-removal" | "throw-removal" => {
            Some(guarded(node, node, "", proposal, &survey.locals))
        }
        _ if is_deferred(node) => None,
        "case-drop" | "default-drop" => part(node, node, proposal, survey),
        "concat-drop" | "empty-coll" | "elem-drop" => match dropped(node, &proposal) {
            Some(gone) => part(node, gone, proposal, survey),
            None => Some(proposal),
        },
        "assign-plain" => assigned(node, proposal, survey),
        "error-return" => {
            let is_free = !survey.locals.is_taken(b"errors", node.index());
            is_free.then_some(proposal)
        }
        _ => Some(proposal),
    }
}

/// The part of `node` that goes: a side of a sum, an element, all elements.
fn dropped<'t>(node: Node<'t>, proposal: &Proposal) -> Option<Node<'t>> {
    if let Change::Wrap { kept, .. } = &proposal.change {
        let sides = binary(node).map(|sum| [sum.left, sum.right]);
        return sides?.into_iter().find(|side| side.span() != *kept);
    }
    node.subtree()
        .find(|part| proposal.span.contains(part.span()) && part.is_named())
}

/// The proposal, with a guard if the dropped part alone reads something; nothing if no guard can stand before the
/// statement.
fn part<'t>(
    node: Node<'t>,
    gone: Node<'t>,
    proposal: Proposal,
    survey: &Survey<'t>,
) -> Option<Proposal> {
    let statement = statement_around(node).filter(|_| node.kind() != kind::EXPRESSION_STATEMENT)?;
    let Some(text) = reader(statement, gone, &survey.locals) else {
        return Some(proposal);
    };
    let own = (statement.index(), statement.after());
    let declares = survey
        .locals
        .named_in((gone.index(), gone.after()))
        .any(|(_, declaration)| (own.0..own.1).contains(&declaration.node));
    let in_list = statement
        .parent()
        .is_some_and(|list| list.kind() == kind::STATEMENT_LIST);
    (in_list && !declares && !text.starts_with("if false"))
        .then(|| guarded(statement, gone, "; ", proposal, &survey.locals))
}

/// `x = y` for `x += y`: nobody may read `x` any more.
fn assigned<'t>(node: Node<'t>, proposal: Proposal, survey: &Survey<'t>) -> Option<Proposal> {
    let (left, operator, right) = (
        node.child(field::LEFT)?,
        node.child(field::OPERATOR)?,
        node.child(field::RIGHT)?,
    );
    let shifts = matches!(operator.bytes(), b"<<=" | b">>=");
    let is_literal = right
        .named()
        .next()
        .is_some_and(|value| value.kind() == kind::INTEGER);
    if shifts && !is_literal {
        return None;
    }
    part(node, left, proposal, survey)
}
