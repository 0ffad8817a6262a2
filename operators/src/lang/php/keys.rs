//! Which PHP strings are keys, formats, patterns or names for reflection: emptied, they only make the program stop.

use super::kinds::{field, kind};
use super::names::{argument_of, callee_name, calls_function};
use super::roles::parent;
use crate::tree::Node;

/// Functions whose first argument is a format, a pattern or a name.
const FIRST: &[&[u8]] = &[
    b"printf",
    b"sprintf",
    b"vprintf",
    b"vsprintf",
    b"preg_grep",
    b"preg_match",
    b"preg_match_all",
    b"preg_replace",
    b"preg_replace_callback",
    b"preg_split",
    b"mb_ereg",
    b"mb_ereg_replace",
    b"mb_split",
    b"call_user_func",
    b"call_user_func_array",
    b"forward_static_call",
    b"is_callable",
];
/// Functions whose second argument is a format.
const SECOND: &[&[u8]] = &[b"fprintf", b"vfprintf", b"sscanf"];
/// Functions all of whose text arguments name something.
const NAMING: &[&[u8]] = &[
    b"class_exists",
    b"compact",
    b"constant",
    b"define",
    b"defined",
    b"enum_exists",
    b"extension_loaded",
    b"fopen",
    b"function_exists",
    b"interface_exists",
    b"is_a",
    b"is_subclass_of",
    b"method_exists",
    b"property_exists",
    b"trait_exists",
];

/// Whether a string is a key, a format, a pattern or a name for reflection.
pub(super) fn is_key_or_format(literal: Node<'_>) -> bool {
    // A piece of a text joined from several is what the whole is.
    let mut whole = literal;
    while let Some(around) = parent(whole)
        && is_concatenation(around)
    {
        whole = around;
    }
    let Some(around) = parent(whole) else {
        return false;
    };
    match around.kind() {
        kind::ARRAY_ELEMENT => {
            let mut parts = around.named();
            parts.next().is_some_and(|key| key.holds(whole)) && parts.next().is_some()
        }
        kind::SUBSCRIPT => !around.named().next().is_some_and(|base| base.holds(whole)),
        kind::MEMBER_ACCESS
        | kind::NULLSAFE_MEMBER_ACCESS
        | kind::MEMBER_CALL
        | kind::NULLSAFE_MEMBER_CALL
        | kind::SCOPED_CALL => around
            .child(field::NAME)
            .is_some_and(|name| name.holds(whole)),
        kind::ARGUMENT => argument_of(whole).is_some_and(|(call, place)| is_special(call, place)),
        _ => false,
    }
}

fn is_concatenation(node: Node<'_>) -> bool {
    node.kind() == kind::BINARY
        && node
            .child(field::OPERATOR)
            .is_some_and(|operator| operator.bytes() == b".")
}

fn is_special(call: Node<'_>, place: usize) -> bool {
    match call.kind() {
        kind::OBJECT_CREATION => callee_name(call).starts_with(b"Reflection"),
        _ => {
            calls_function(call, NAMING)
                || (place == 0 && calls_function(call, FIRST))
                || (place == 1 && calls_function(call, SECOND))
        }
    }
}
