//! Local variables, and the places where Ruby's reading depends on them.
//!
//! Ruby reads `x -y` as a difference if `x` is a local variable and as a call with `-y` if it is not; the grammar knows
//! no variables and guesses. Where its guess may be wrong nothing is mutated.

use super::calls::{bare_arguments, receiver};
use super::kinds::{field, kind};
use crate::tree::Node;

/// Whether the name is a parameter or assigned in the method (or class body, or file) around it.
pub(super) fn is_local(name: Node<'_>) -> bool {
    let text = name.bytes();
    if let [b'_', b'1'..=b'9'] = text {
        return true; // a parameter of a block that does not name its parameters
    }
    name.ancestors()
        .find(|node| is_scope(node.kind()))
        .is_some_and(|scope| binds_in(scope, text))
}

fn is_scope(kind: u16) -> bool {
    matches!(
        kind,
        kind::METHOD
            | kind::SINGLETON_METHOD
            | kind::CLASS
            | kind::MODULE
            | kind::SINGLETON_CLASS
            | kind::PROGRAM
    )
}

/// Whether the name is bound in the scope; scopes inside it have variables of their own.
fn binds_in(scope: Node<'_>, name: &[u8]) -> bool {
    let mut index = scope.index() + 1;
    while index < scope.after() {
        let node = scope.at(index);
        if is_scope(node.kind()) {
            index = node.after();
            continue;
        }
        if binds(node) && node.bytes() == name {
            return true;
        }
        index += 1;
    }
    false
}

/// Whether the node is a name that becomes a local variable here.
fn binds(node: Node<'_>) -> bool {
    if !matches!(node.kind(), kind::IDENTIFIER | kind::HASH_KEY_SYMBOL) {
        return false;
    }
    let Some(parent) = node.parent() else {
        return false;
    };
    match parent.kind() {
        kind::ASSIGNMENT | kind::OPERATOR_ASSIGNMENT => node.field() == field::LEFT,
        kind::FOR | kind::IN_CLAUSE | kind::MATCH_PATTERN | kind::TEST_PATTERN => {
            node.field() == field::PATTERN
        }
        kind::OPTIONAL_PARAMETER | kind::KEYWORD_PARAMETER | kind::AS_PATTERN => {
            node.field() == field::NAME
        }
        kind::METHOD_PARAMETERS
        | kind::BLOCK_PARAMETERS
        | kind::LAMBDA_PARAMETERS
        | kind::DESTRUCTURED_PARAMETER
        | kind::SPLAT_PARAMETER
        | kind::HASH_SPLAT_PARAMETER
        | kind::BLOCK_PARAMETER
        | kind::LEFT_ASSIGNMENT_LIST
        | kind::DESTRUCTURED_LEFT
        | kind::REST_ASSIGNMENT
        | kind::EXCEPTION_VARIABLE
        | kind::ARRAY_PATTERN
        | kind::FIND_PATTERN
        | kind::KEYWORD_PATTERN => true,
        _ => false,
    }
}

/// Whether Ruby may read a call as an operator between two values: `x -y`, `x *y`, `x [y]` with a variable `x`.
pub(super) fn is_misread_call(call: Node<'_>) -> bool {
    let (None, Some(arguments)) = (receiver(call), bare_arguments(call)) else {
        return false;
    };
    let Some(name) = call.child(field::METHOD) else {
        return false;
    };
    match name.kind() {
        kind::IDENTIFIER => is_operator(arguments.bytes()) && is_local(name),
        kind::CONSTANT | kind::SUPER => false,
        _ => true, // `@x -y`: a variable and `self` take no arguments
    }
}

/// Whether the text may begin with an operator; `:name` and `<` before anything but `<` are none.
fn is_operator(text: &[u8]) -> bool {
    match text {
        [first, ..] if b"+-*/%&[?".contains(first) => true,
        _ => text.starts_with(b"::") || text.starts_with(b"<<"),
    }
}

/// Whether Ruby may read a binary operation as a call: `tally +x` with a method `tally`.
pub(super) fn is_misread_binary(binary: Node<'_>) -> bool {
    let (Some(left), Some(operator)) = (binary.child(field::LEFT), binary.child(field::OPERATOR))
    else {
        return false;
    };
    let lopsided = is_operator(operator.bytes())
        && operator.previous_byte().is_some_and(is_blank)
        && !operator.next_byte().is_some_and(is_blank);
    lopsided && may_take_arguments(last_part(left))
}

fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace()
}

/// The operand right before the operator: `c` in `a * b.c +x`.
fn last_part(mut node: Node<'_>) -> Node<'_> {
    while matches!(node.kind(), kind::BINARY | kind::UNARY) {
        let last = node
            .child(field::RIGHT)
            .or_else(|| node.child(field::OPERAND));
        match last {
            Some(last) => node = last,
            None => break,
        }
    }
    node
}

fn may_take_arguments(node: Node<'_>) -> bool {
    match node.kind() {
        kind::IDENTIFIER => !is_local(node),
        kind::CONSTANT | kind::SCOPE_RESOLUTION | kind::SUPER | kind::YIELD => true,
        kind::CALL => node.child(field::ARGUMENTS).is_none() && node.child(field::BLOCK).is_none(),
        _ => false,
    }
}
