//! What PHP code calls, and on what: names without their namespaces, receivers, places of arguments.

use super::kinds::{field, kind};
use super::roles::{is_word, parent};
use crate::tree::Node;

/// Whether the node calls something; `f(...)` only makes a closure of it.
pub(super) fn is_call(node: Node<'_>) -> bool {
    matches!(
        node.kind(),
        kind::FUNCTION_CALL | kind::MEMBER_CALL | kind::NULLSAFE_MEMBER_CALL | kind::SCOPED_CALL
    ) && node.child(field::ARGUMENTS).is_some_and(|arguments| {
        arguments
            .named()
            .all(|argument| argument.kind() != kind::VARIADIC_PLACEHOLDER)
    })
}

/// The name of what is called, or whose object is made, without its namespace; empty where it is computed.
pub(super) fn callee_name(call: Node<'_>) -> &[u8] {
    let name = match call.kind() {
        kind::FUNCTION_CALL => call.child(field::FUNCTION),
        kind::OBJECT_CREATION => call.named().next(),
        _ => call.child(field::NAME),
    };
    match name {
        Some(name)
            if matches!(
                name.kind(),
                kind::NAME | kind::QUALIFIED_NAME | kind::RELATIVE_NAME
            ) =>
        {
            without_namespace(name.bytes())
        }
        _ => b"",
    }
}

/// Whether the node calls a function (not a method) whose name is in `names`; PHP does not heed its case.
pub(super) fn calls_function(call: Node<'_>, names: &[&[u8]]) -> bool {
    call.kind() == kind::FUNCTION_CALL && {
        let name = callee_name(call);
        names.iter().any(|known| is_word(name, known))
    }
}

/// What a method is called on: an object or a class.
pub(super) fn receiver(call: Node<'_>) -> Option<Node<'_>> {
    call.child(field::OBJECT)
        .or_else(|| call.child(field::SCOPE))
}

/// The last name of a variable, a member, a class or a call: `logger` for `$this->logger`.
pub(super) fn last_name(node: Node<'_>) -> &[u8] {
    let name = match node.kind() {
        kind::MEMBER_ACCESS | kind::NULLSAFE_MEMBER_ACCESS | kind::SCOPED_PROPERTY => node
            .child(field::NAME)
            .map_or(&b""[..], |name| name.bytes()),
        kind::VARIABLE | kind::NAME | kind::QUALIFIED_NAME | kind::RELATIVE_NAME => node.bytes(),
        _ => callee_name(node),
    };
    let name = without_namespace(name);
    name.strip_prefix(b"$").unwrap_or(name)
}

fn without_namespace(name: &[u8]) -> &[u8] {
    name.rsplit(|byte| *byte == b'\\').next().unwrap_or(name)
}

/// For an expression that is an argument: the call (or object creation) and the argument's place.
pub(super) fn argument_of(value: Node<'_>) -> Option<(Node<'_>, usize)> {
    let argument = parent(value).filter(|node| node.kind() == kind::ARGUMENT)?;
    let arguments = argument.parent()?;
    let place = arguments.named().position(|other| other == argument)?;
    Some((arguments.parent()?, place))
}

/// `parent::__construct(…)`.
pub(super) fn is_constructor_chaining(call: Node<'_>) -> bool {
    call.kind() == kind::SCOPED_CALL
        && is_word(callee_name(call), b"__construct")
        && receiver(call).is_some_and(|scope| is_word(scope.bytes(), b"parent"))
}
