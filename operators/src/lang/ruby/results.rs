//! What a Ruby method gives back: guessed from its name and from the returned expression.

use super::kinds::{field, kind};
use super::literals::{is_empty_string, is_zero};
use super::roles::unwrapped;
use super::values::is_void;
use crate::language::{Declared, Replacement, Returned, Shape};
use crate::tree::Node;

/// The value of a `return`, or of a method without one, and by what it may be replaced.
pub(super) fn returned(node: Node<'_>) -> Vec<Returned<'_>> {
    let value = if node.kind() == kind::RETURN {
        node.named().next().map(sole_argument)
    } else {
        Some(node)
    };
    let Some(value) = value.map(unwrapped) else {
        return Vec::new();
    };
    let replacement = match function_around(node) {
        Some(method) if is_void(method) => Replacement::OfType(Declared::Void),
        Some(method) if is_predicate(method) => Replacement::Question,
        _ => Replacement::OfType(Declared::Unknown),
    };
    vec![Returned { value, replacement }]
}

/// `return a, b` gives back its list, `return a` the one value in it.
fn sole_argument(list: Node<'_>) -> Node<'_> {
    let mut arguments = list.named();
    match (arguments.next(), arguments.next()) {
        (Some(only), None) => only,
        _ => list,
    }
}

/// The method or lambda that a `return` ends.
fn function_around(node: Node<'_>) -> Option<Node<'_>> {
    node.ancestors().find(|ancestor| {
        matches!(
            ancestor.kind(),
            kind::METHOD | kind::SINGLETON_METHOD | kind::LAMBDA
        )
    })
}

/// Whether the method's name is a question.
fn is_predicate(method: Node<'_>) -> bool {
    method
        .child(field::NAME)
        .is_some_and(|name| name.bytes().ends_with(b"?"))
}

/// What a returned expression looks like.
pub(super) fn shape(value: Node<'_>) -> Shape {
    let collection = |of| Shape::Collection {
        of,
        empty: value.named().next().is_none(),
    };
    match value.kind() {
        kind::BINARY => operation(value),
        kind::UNARY => unary(value),
        kind::TEST_PATTERN => Shape::Truth(None),
        kind::TRUE => Shape::Truth(Some(true)),
        kind::FALSE => Shape::Truth(Some(false)),
        kind::INTEGER | kind::FLOAT => Shape::Number {
            zero: is_zero(value),
        },
        kind::STRING => Shape::Text {
            empty: is_empty_string(value),
        },
        kind::CHAINED_STRING => Shape::Text {
            empty: value.named().all(is_empty_string),
        },
        kind::CHARACTER => Shape::Text { empty: false },
        kind::ARRAY | kind::STRING_ARRAY | kind::SYMBOL_ARRAY => collection(Declared::List),
        kind::HASH => collection(Declared::Map),
        kind::NIL => Shape::Null,
        _ => Shape::Other,
    }
}

fn operation(value: Node<'_>) -> Shape {
    let operator = value.child(field::OPERATOR).map(|token| token.bytes());
    match operator.unwrap_or_default() {
        b"<" | b"<=" | b">" | b">=" | b"==" | b"!=" | b"===" | b"=~" | b"!~" => Shape::Truth(None),
        b"%" if value.child(field::LEFT).is_some_and(is_text) => Shape::Text { empty: false },
        _ => Shape::Other,
    }
}

fn is_text(node: Node<'_>) -> bool {
    matches!(unwrapped(node).kind(), kind::STRING | kind::CHAINED_STRING)
}

fn unary(value: Node<'_>) -> Shape {
    let operator = value.child(field::OPERATOR).map(|token| token.bytes());
    let number = value
        .child(field::OPERAND)
        .map(unwrapped)
        .filter(|operand| matches!(operand.kind(), kind::INTEGER | kind::FLOAT));
    match (operator.unwrap_or_default(), number) {
        (b"!" | b"not", _) => Shape::Truth(None),
        (b"-", Some(number)) => Shape::Number {
            zero: is_zero(number),
        },
        _ => Shape::Other,
    }
}
