//! What a Go function gives back: one value a result, each replaced by the zero of its declared type.

use super::kinds::{field, kind};
use super::literals::{self, is_string, is_zero};
use super::roles::{binary, function_around, role, unwrapped, values};
use crate::language::{Declared, Replacement, Returned, Role, Shape};
use crate::tree::Node;

/// What is known of a result's type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Slot<'t> {
    Bool,
    Number,
    Text,
    /// `error`: nil says that all went well.
    Error,
    /// Another type with nil among its values.
    Nillable,
    /// A type of which only the name is known.
    Named(Node<'t>),
}

/// The values of a `return`, and by what each may be replaced.
pub(super) fn returned(statement: Node<'_>) -> Vec<Returned<'_>> {
    let slots = slots(statement);
    let given: Vec<Node<'_>> = statement
        .named()
        .next()
        .into_iter()
        .flat_map(values)
        .collect();
    if given.len() != slots.len() {
        // `return f(x)` for several results.
        return match given.as_slice() {
            [call] if slots.len() > 1 => vec![Returned {
                value: *call,
                replacement: Replacement::Texts(vec![zeros(&slots)]),
            }],
            _ => Vec::new(),
        };
    }
    let fails = given
        .iter()
        .zip(&slots)
        .any(|(value, slot)| *slot == Slot::Error && unwrapped(*value).kind() != kind::NIL);
    let mut found = Vec::new();
    for (value, slot) in given.iter().zip(&slots) {
        let value = unwrapped(*value);
        // Beside an error nobody looks at a zero.
        let ignored = fails && *slot != Slot::Error && is_zero_value(value);
        if let Some(replacement) = replacement(value, *slot)
            && !ignored
        {
            found.push(Returned { value, replacement });
        }
    }
    found
}

/// The nil that says that all went well.
pub(super) fn nil_error(statement: Node<'_>) -> Option<Node<'_>> {
    let given: Vec<Node<'_>> = statement
        .named()
        .next()
        .into_iter()
        .flat_map(values)
        .collect();
    let slots = slots(statement);
    let (last, slot) = (given.last()?, slots.last()?);
    let fits = given.len() == slots.len() && *slot == Slot::Error;
    (fits && last.kind() == kind::NIL).then_some(*last)
}

fn replacement(value: Node<'_>, slot: Slot<'_>) -> Option<Replacement> {
    Some(match slot {
        Slot::Bool => Replacement::OfType(Declared::Bool),
        Slot::Number => Replacement::OfType(Declared::Int),
        Slot::Text => Replacement::OfType(Declared::Text),
        Slot::Error | Slot::Nillable => Replacement::OfType(Declared::Nullable),
        Slot::Named(declared) => {
            if is_zero_of(value, declared) {
                return None;
            }
            Replacement::Texts(vec![zero(slot)])
        }
    })
}

/// Results of the function around a statement, in order.
fn slots(statement: Node<'_>) -> Vec<Slot<'_>> {
    let Some(result) =
        function_around(statement).and_then(|function| function.child(field::RESULT))
    else {
        return Vec::new();
    };
    if result.kind() != kind::PARAMETER_LIST {
        return vec![slot(result)];
    }
    let mut slots = Vec::new();
    for parameter in result.named() {
        if let Some(declared) = parameter.child(field::TYPE) {
            let names = parameter
                .named()
                .filter(|name| name.field() == field::NAME)
                .count();
            slots.extend(std::iter::repeat_n(slot(declared), names.max(1)));
        }
    }
    slots
}

fn slot(declared: Node<'_>) -> Slot<'_> {
    match declared.kind() {
        kind::TYPE_IDENTIFIER => match declared.bytes() {
            b"bool" => Slot::Bool,
            b"int" | b"int8" | b"int16" | b"int32" | b"int64" | b"uint" | b"uint8" | b"uint16"
            | b"uint32" | b"uint64" | b"uintptr" | b"byte" | b"rune" | b"float32" | b"float64"
            | b"complex64" | b"complex128" => Slot::Number,
            b"string" => Slot::Text,
            b"error" => Slot::Error,
            b"any" => Slot::Nillable,
            _ => Slot::Named(declared),
        },
        kind::POINTER_TYPE
        | kind::SLICE_TYPE
        | kind::MAP_TYPE
        | kind::CHANNEL_TYPE
        | kind::FUNCTION_TYPE
        | kind::INTERFACE_TYPE => Slot::Nillable,
        kind::PARENTHESIZED_TYPE => declared.named().next().map_or(Slot::Named(declared), slot),
        _ => Slot::Named(declared),
    }
}

fn zeros(slots: &[Slot<'_>]) -> String {
    let zeros: Vec<String> = slots.iter().copied().map(zero).collect();
    zeros.join(", ")
}

fn zero(slot: Slot<'_>) -> String {
    match slot {
        Slot::Bool => "false".to_owned(),
        Slot::Number => "0".to_owned(),
        Slot::Text => "\"\"".to_owned(),
        Slot::Error | Slot::Nillable => "nil".to_owned(),
        Slot::Named(declared) => format!("*new({})", declared.text()),
    }
}

/// Whether a value is a zero, whatever its type.
fn is_zero_value(value: Node<'_>) -> bool {
    match shape(value) {
        Shape::Truth(Some(false)) | Shape::Null => true,
        Shape::Number { zero } => zero,
        Shape::Text { empty } => empty,
        _ => is_empty_literal(value),
    }
}

/// Whether a value is the zero of a named type, as far as the text tells: the type may be any but a list or a map,
/// whose empty literal is not nil.
fn is_zero_of(value: Node<'_>, declared: Node<'_>) -> bool {
    if value.kind() != kind::COMPOSITE {
        return is_zero_value(value);
    }
    is_empty_literal(value)
        && value
            .child(field::TYPE)
            .is_some_and(|written| written.bytes() == declared.bytes())
}

/// `T{}`.
fn is_empty_literal(value: Node<'_>) -> bool {
    value.kind() == kind::COMPOSITE
        && value
            .child(field::BODY)
            .is_some_and(|body| body.named().next().is_none())
}

/// What a returned expression looks like.
pub(super) fn shape(value: Node<'_>) -> Shape {
    match value.kind() {
        kind::TRUE => Shape::Truth(Some(true)),
        kind::FALSE => Shape::Truth(Some(false)),
        kind::NIL => Shape::Null,
        kind::INTEGER | kind::FLOAT => Shape::Number {
            zero: is_zero(value),
        },
        kind::UNARY => match role(value) {
            Some(Role::SignedNumber(number)) => Shape::Number {
                zero: is_zero(unwrapped(number)),
            },
            Some(Role::Not(_)) => Shape::Truth(None),
            _ => Shape::Other,
        },
        _ if is_string(value) => Shape::Text {
            empty: literals::string(value).is_some_and(|parts| parts.empty),
        },
        kind::BINARY if binary(value).is_some_and(|sides| is_test(sides.operator.bytes())) => {
            Shape::Truth(None)
        }
        _ => Shape::Other,
    }
}

fn is_test(operator: &[u8]) -> bool {
    matches!(
        operator,
        b"==" | b"!=" | b"<" | b"<=" | b">" | b">=" | b"&&" | b"||"
    )
}
