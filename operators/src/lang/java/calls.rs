//! Method calls: who is called on what, and which calls may go.

use super::kinds::{field, kind};
use super::structure::is_branch;
use crate::tree::Node;

/// The name of the called method.
pub(super) fn callee_name(call: Node<'_>) -> &[u8] {
    call.child(field::NAME).map_or(b"", |name| name.bytes())
}

/// What the method is called on: `a.b` in `a.b.c()`.
pub(super) fn receiver(call: Node<'_>) -> Option<Node<'_>> {
    call.child(field::OBJECT)
}

/// The arguments of a call.
pub(super) fn arguments(call: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    call.child(field::ARGUMENTS)
        .into_iter()
        .flat_map(Node::named)
}

/// The last name of a name or a member access; empty for anything else.
pub(super) fn last_name(node: Node<'_>) -> &[u8] {
    match node.kind() {
        kind::IDENTIFIER => node.bytes(),
        kind::FIELD_ACCESS => node.child(field::FIELD).map_or(b"", |name| name.bytes()),
        _ => b"",
    }
}

/// Whether a call is a statement of its own, so that nobody uses its value.
pub(super) fn is_statement(call: Node<'_>) -> bool {
    call.parent().is_some_and(|parent| {
        parent.kind() == kind::EXPRESSION_STATEMENT && is_unused_statement(parent)
    })
}

/// Whether the value of an expression statement is lost. After the arrow of a switch that has a value itself, it is
/// that value.
pub(super) fn is_unused_statement(statement: Node<'_>) -> bool {
    let Some(rule) = statement
        .parent()
        .filter(|parent| parent.kind() == kind::SWITCH_RULE)
    else {
        return true;
    };
    let switch = rule
        .ancestors()
        .find(|ancestor| ancestor.kind() == kind::SWITCH);
    switch.is_some_and(is_statement_switch)
}

pub(super) fn is_statement_switch(switch: Node<'_>) -> bool {
    let Some(parent) = switch.parent() else {
        return false;
    };
    match parent.kind() {
        kind::BLOCK
        | kind::CONSTRUCTOR_BODY
        | kind::SWITCH_GROUP
        | kind::LABELED
        | kind::PROGRAM => true,
        kind::EXPRESSION_STATEMENT => is_unused_statement(parent),
        _ => is_branch(switch),
    }
}

/// The statement that goes with the call, and what is left in its place: an arrow needs a block.
pub(super) fn removal(call: Node<'_>) -> Option<(Node<'_>, &'static str)> {
    let statement = call.parent()?;
    let nothing = match statement.parent()?.kind() {
        kind::SWITCH_RULE => "{}",
        _ => ";",
    };
    Some((statement, nothing))
}
