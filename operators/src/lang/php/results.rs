//! What a PHP function gives back: read from its return type, or guessed from the returned expression.

use super::kinds::{field, kind};
use super::literals::is_empty_string;
use super::names::calls_function;
use super::roles::{function_around, is_true, is_word, parent, unwrapped};
use crate::language::{Declared, Replacement, Returned, Shape};
use crate::tree::Node;

/// The value of a `return` or of a typed arrow function, and by what it may be replaced.
pub(super) fn returned(node: Node<'_>) -> Vec<Returned<'_>> {
    let value = match node.kind() {
        kind::RETURN => node.named().next(),
        _ => Some(node),
    };
    let Some(value) = value.map(unwrapped) else {
        return Vec::new();
    };
    let replacement = match declared_result(node) {
        Declared::Unknown if is_predicate(node) => Replacement::Question,
        // An empty array has no counterpart that an array type allows.
        Declared::List if matches!(shape(value), Shape::Collection { empty: true, .. }) => {
            return Vec::new();
        }
        declared => Replacement::OfType(declared),
    };
    vec![Returned { value, replacement }]
}

/// Whether the node is the body of an arrow function that says what it gives back.
pub(super) fn is_implicit_return(node: Node<'_>) -> bool {
    node.field() == field::BODY
        && node.parent().is_some_and(|function| {
            function.kind() == kind::ARROW_FUNCTION && function.child(field::RETURN_TYPE).is_some()
        })
}

/// Whether the value, parentheses aside, must be an integer: all that an `: int` function gives back, or the initial
/// value of something declared `int`.
pub(super) fn must_be_integer(value: Node<'_>) -> bool {
    let mut outermost = value;
    while let Some(around) = outermost.parent()
        && around.kind() == kind::PARENTHESIZED
    {
        outermost = around;
    }
    if is_implicit_return(outermost) {
        return declared_result(outermost) == Declared::Int;
    }
    let Some(user) = outermost.parent() else {
        return false;
    };
    let declares_int =
        |node: Node<'_>| node.child(field::TYPE).map(classify) == Some(Declared::Int);
    match user.kind() {
        kind::RETURN => declared_result(user) == Declared::Int,
        kind::SIMPLE_PARAMETER | kind::PROMOTED_PARAMETER => declares_int(user),
        kind::PROPERTY_ELEMENT | kind::CONST_ELEMENT => parent(user).is_some_and(declares_int),
        _ => false,
    }
}

/// Whether the function around a returned value says what it gives back.
pub(super) fn has_declared_result(node: Node<'_>) -> bool {
    declared_result(node) != Declared::Unknown
}

/// What the function around a returned value declares.
fn declared_result(node: Node<'_>) -> Declared {
    let Some(function) = function_around(node) else {
        return Declared::Unknown;
    };
    if function.kind() == kind::PROPERTY_HOOK {
        return Declared::Void;
    }
    function
        .child(field::RETURN_TYPE)
        .map_or(Declared::Unknown, classify)
}

/// Reads a type. [`Declared::Void`] stands for every type none of whose values can be written down: a class, `self`,
/// a union without null, `callable`.
pub(super) fn classify(declared: Node<'_>) -> Declared {
    match declared.kind() {
        kind::OPTIONAL_TYPE => Declared::Nullable,
        kind::UNION_TYPE | kind::DNF_TYPE => {
            let nullable = declared
                .named()
                .any(|member| matches!(classify(member), Declared::Nullable));
            if nullable
                || declared
                    .named()
                    .any(|member| is_word(member.bytes(), b"null"))
            {
                Declared::Nullable
            } else {
                Declared::Void
            }
        }
        kind::PRIMITIVE_TYPE | kind::NAMED_TYPE => by_name(declared.bytes()),
        _ => Declared::Void,
    }
}

fn by_name(name: &[u8]) -> Declared {
    const TYPES: &[(&[u8], Declared)] = &[
        (b"bool", Declared::Bool),
        (b"int", Declared::Int),
        (b"float", Declared::Float),
        (b"string", Declared::Text),
        (b"array", Declared::List),
        (b"iterable", Declared::List),
        (b"mixed", Declared::Nullable),
    ];
    TYPES
        .iter()
        .find(|(known, _)| is_word(name, known))
        .map_or(Declared::Void, |(_, declared)| *declared)
}

/// Whether the type is text or an array, null or not.
pub(super) fn is_text_type(declared: Node<'_>) -> bool {
    let declared = match declared.kind() {
        kind::OPTIONAL_TYPE => declared.named().next(),
        _ => Some(declared),
    };
    matches!(
        declared.map(classify),
        Some(Declared::Text | Declared::List)
    )
}

/// Whether the function around a `return` has the name of a question: `isOpen`, `hasItems`.
fn is_predicate(node: Node<'_>) -> bool {
    let Some(name) = function_around(node).and_then(|function| function.child(field::NAME)) else {
        return false;
    };
    [&b"is"[..], b"has", b"can", b"should"].iter().any(|word| {
        name.bytes()
            .strip_prefix(*word)
            .is_some_and(|rest| rest.first().is_some_and(u8::is_ascii_uppercase))
    })
}

/// What a returned expression looks like.
pub(super) fn shape(value: Node<'_>) -> Shape {
    match value.kind() {
        kind::BOOLEAN => Shape::Truth(Some(is_true(value))),
        kind::BINARY => binary_shape(value),
        kind::UNARY => unary_shape(value),
        kind::FUNCTION_CALL if calls_function(value, &[b"isset", b"empty"]) => Shape::Truth(None),
        kind::INTEGER | kind::FLOAT => number(value),
        kind::STRING | kind::ENCAPSED_STRING => Shape::Text {
            empty: is_empty_string(value),
        },
        kind::HEREDOC | kind::NOWDOC => Shape::Text {
            empty: value.child(field::VALUE).is_none(),
        },
        kind::ARRAY => Shape::Collection {
            of: Declared::List,
            empty: value.named().next().is_none(),
        },
        kind::NULL => Shape::Null,
        _ => Shape::Other,
    }
}

fn binary_shape(value: Node<'_>) -> Shape {
    let operator = value
        .child(field::OPERATOR)
        .map_or(&b""[..], |operator| operator.bytes());
    match operator {
        b"." => Shape::Text { empty: false },
        b"==" | b"!=" | b"<>" | b"===" | b"!==" | b"<" | b"<=" | b">" | b">=" | b"&&" | b"||" => {
            Shape::Truth(None)
        }
        _ if [&b"and"[..], b"or", b"xor", b"instanceof"]
            .iter()
            .any(|word| is_word(operator, word)) =>
        {
            Shape::Truth(None)
        }
        _ => Shape::Other,
    }
}

fn unary_shape(value: Node<'_>) -> Shape {
    let operator = value.children().next();
    match operator.map_or(&b""[..], |operator| operator.bytes()) {
        b"!" => Shape::Truth(None),
        b"-" => match value.child(field::ARGUMENT).map(unwrapped) {
            Some(argument) if matches!(argument.kind(), kind::INTEGER | kind::FLOAT) => {
                number(argument)
            }
            _ => Shape::Other,
        },
        _ => Shape::Other,
    }
}

/// Zero in any base, with or without a fraction; the exponent does not matter.
fn number(literal: Node<'_>) -> Shape {
    let text = literal.text();
    let digits = match text.get(..2) {
        Some("0x" | "0X" | "0b" | "0B" | "0o" | "0O") => &text[2..],
        _ => text.split(['e', 'E']).next().unwrap_or(text),
    };
    Shape::Number {
        zero: digits
            .bytes()
            .all(|byte| matches!(byte, b'0' | b'.' | b'_')),
    }
}
