//! Calls: their names, receivers and arguments.

use super::kinds::{field, kind};
use crate::tree::Node;

/// The name of the called method; empty for `f.()`.
pub(super) fn callee_name(call: Node<'_>) -> &[u8] {
    call.child(field::METHOD).map_or(b"", |name| name.bytes())
}

/// What the method is called on.
pub(super) fn receiver(call: Node<'_>) -> Option<Node<'_>> {
    call.child(field::RECEIVER)
}

/// The block in braces or between `do` and `end`.
pub(super) fn block_of(call: Node<'_>) -> Option<Node<'_>> {
    call.child(field::BLOCK)
}

/// Whether the call is `super` with arguments or a block.
pub(super) fn is_super(call: Node<'_>) -> bool {
    call.child(field::METHOD)
        .is_some_and(|name| name.kind() == kind::SUPER)
}

/// Arguments written without parentheses: `foo 1`.
pub(super) fn bare_arguments(call: Node<'_>) -> Option<Node<'_>> {
    call.child(field::ARGUMENTS)
        .filter(|arguments| arguments.bytes().first() != Some(&b'('))
}

/// Whether the call can stand before an operator as it is. `foo 1` and a call with a block cannot, nor one that ends a
/// chain with `do` in it.
pub(super) fn is_primary(call: Node<'_>) -> bool {
    if block_of(call).is_some() || bare_arguments(call).is_some() {
        return false;
    }
    let mut next = first_part(call);
    while let Some(node) = next {
        if block_of(node).is_some_and(|block| block.kind() == kind::DO_BLOCK) {
            return false;
        }
        next = first_part(node);
    }
    true
}

/// What a call or an index access begins with.
fn first_part(node: Node<'_>) -> Option<Node<'_>> {
    match node.kind() {
        kind::CALL => receiver(node),
        kind::ELEMENT_REFERENCE => node.child(field::OBJECT),
        _ => None,
    }
}

/// The last name of a name or a call: `logger` in `Rails.logger`.
pub(super) fn last_name(node: Node<'_>) -> &[u8] {
    match node.kind() {
        kind::CALL => callee_name(node),
        kind::SCOPE_RESOLUTION => node.child(field::NAME).map_or(b"", |name| name.bytes()),
        kind::IDENTIFIER
        | kind::CONSTANT
        | kind::INSTANCE_VARIABLE
        | kind::CLASS_VARIABLE
        | kind::GLOBAL_VARIABLE => node.bytes(),
        _ => b"",
    }
}
