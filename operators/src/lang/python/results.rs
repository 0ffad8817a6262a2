//! What a Python function gives back: read from its annotation, or guessed from the returned expression.

use super::kinds::{field, kind};
use super::literals::prefix;
use super::roles::{callee_name, function_around, is_interpolated, unwrapped};
use super::survey::is_empty_string;
use crate::language::{Declared, Replacement, Returned, Shape};
use crate::tree::Node;

/// The value of a `return`, and by what it may be replaced.
pub(super) fn returned(statement: Node<'_>) -> Vec<Returned<'_>> {
    let Some(value) = statement.named().next().map(unwrapped) else {
        return Vec::new();
    };
    let replacement = match declared_result(statement) {
        Declared::Unknown if is_predicate(statement) => Replacement::Question,
        declared => Replacement::OfType(declared),
    };
    vec![Returned { value, replacement }]
}

/// What the function around a `return` declares.
fn declared_result(statement: Node<'_>) -> Declared {
    let Some(function) = function_around(statement) else {
        return Declared::Unknown;
    };
    if function
        .child(field::NAME)
        .is_some_and(|name| name.bytes() == b"__init__")
    {
        return Declared::Void;
    }
    function
        .child(field::RETURN_TYPE)
        .map_or(Declared::Unknown, |annotation| classify(annotation.text()))
}

/// Reads an annotation, quoted or not: `list[int]`, `"typing.Optional[str]"`, `X | None`.
pub(super) fn classify(annotation: &str) -> Declared {
    let text = annotation.trim().trim_matches(['"', '\'']).trim();
    let mut depth = 0_u32;
    for character in text.chars() {
        match character {
            '[' | '(' => depth += 1,
            ']' | ')' => depth = depth.saturating_sub(1),
            '|' if depth == 0 => return Declared::Nullable,
            _ => {}
        }
    }
    let head = text.split('[').next().unwrap_or(text).trim();
    match head.rsplit('.').next().unwrap_or(head) {
        "bool" => Declared::Bool,
        "int" => Declared::Int,
        "float" => Declared::Float,
        "str" => Declared::Text,
        "bytes" => Declared::Bytes,
        "list" | "List" | "Sequence" | "MutableSequence" => Declared::List,
        "dict" | "Dict" | "Mapping" | "MutableMapping" => Declared::Map,
        "set" | "Set" | "AbstractSet" | "MutableSet" | "frozenset" | "FrozenSet" => Declared::Set,
        "tuple" | "Tuple" => Declared::Tuple,
        "None" | "NoReturn" | "Never" => Declared::Void,
        _ => Declared::Nullable,
    }
}

/// Whether the function around a `return` has the name of a question.
fn is_predicate(statement: Node<'_>) -> bool {
    let Some(name) = function_around(statement).and_then(|function| function.child(field::NAME))
    else {
        return false;
    };
    let name = name.bytes().strip_prefix(b"_").unwrap_or(name.bytes());
    [&b"is_"[..], b"has_", b"can_", b"should_"]
        .iter()
        .any(|prefix| name.starts_with(prefix))
}

/// What a returned expression looks like.
pub(super) fn shape(value: Node<'_>) -> Shape {
    let collection = |of, empty| Shape::Collection { of, empty };
    let is_empty = value.named().next().is_none();
    match value.kind() {
        kind::COMPARISON | kind::NOT => Shape::Truth(None),
        kind::TRUE => Shape::Truth(Some(true)),
        kind::FALSE => Shape::Truth(Some(false)),
        kind::INTEGER | kind::FLOAT => Shape::Number {
            zero: is_zero(value),
        },
        kind::UNARY => match value.child(field::ARGUMENT).map(unwrapped) {
            Some(number) if matches!(number.kind(), kind::INTEGER | kind::FLOAT) => Shape::Number {
                zero: is_zero(number),
            },
            _ => Shape::Other,
        },
        kind::STRING => text(value, is_empty_string(value)),
        kind::CONCATENATED_STRING => {
            let mut pieces = value.named();
            let first = pieces.next();
            let empty = value
                .named()
                .all(|piece| !is_interpolated(piece) && is_empty_string(piece));
            first.map_or(Shape::Other, |piece| text(piece, empty))
        }
        kind::LIST => collection(Declared::List, is_empty),
        kind::LIST_COMPREHENSION => collection(Declared::List, false),
        kind::DICTIONARY => collection(Declared::Map, is_empty),
        kind::DICTIONARY_COMPREHENSION => collection(Declared::Map, false),
        kind::SET | kind::SET_COMPREHENSION => collection(Declared::Set, false),
        kind::TUPLE => collection(Declared::Tuple, is_empty),
        kind::CALL => empty_call(value),
        kind::NONE => Shape::Null,
        _ => Shape::Other,
    }
}

fn text(string: Node<'_>, empty: bool) -> Shape {
    if prefix(string.bytes())
        .iter()
        .any(|letter| matches!(letter, b'b' | b'B'))
    {
        Shape::Bytes { empty }
    } else {
        Shape::Text { empty }
    }
}

/// Calls without arguments that build an empty value: `list()`, `str()`.
fn empty_call(call: Node<'_>) -> Shape {
    let plain = call
        .child(field::FUNCTION)
        .is_some_and(|function| function.kind() == kind::IDENTIFIER);
    let bare = call.child(field::ARGUMENTS).is_some_and(|arguments| {
        arguments.kind() == kind::ARGUMENT_LIST && arguments.named().next().is_none()
    });
    if !plain || !bare {
        return Shape::Other;
    }
    let of = match callee_name(call) {
        b"list" => Declared::List,
        b"dict" => Declared::Map,
        b"set" | b"frozenset" => Declared::Set,
        b"tuple" => Declared::Tuple,
        b"str" => return Shape::Text { empty: true },
        b"bytes" => return Shape::Bytes { empty: true },
        _ => return Shape::Other,
    };
    Shape::Collection { of, empty: true }
}

fn is_zero(number: Node<'_>) -> bool {
    let mut digits = number
        .text()
        .bytes()
        .filter(|byte| byte.is_ascii_digit() || byte.is_ascii_alphabetic());
    digits.all(|byte| matches!(byte, b'0' | b'x' | b'X' | b'o' | b'O' | b'b' | b'B'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn annotations_are_read_with_quotes_modules_and_parameters() {
        for (annotation, declared) in [
            ("bool", Declared::Bool),
            ("\"int\"", Declared::Int),
            ("typing.List[int | None]", Declared::List),
            ("Dict[str, int]", Declared::Map),
            ("'str'", Declared::Text),
            ("str | None", Declared::Nullable),
            ("Optional[bool]", Declared::Nullable),
            ("\"Foo | None\"", Declared::Nullable),
            ("Callable[[int | str], bool]", Declared::Nullable),
            ("None", Declared::Void),
            ("NoReturn", Declared::Void),
        ] {
            assert_eq!(classify(annotation), declared, "{annotation}");
        }
    }
}
