//! Values: what is assigned, fallbacks, and what a call gives back.

use crate::lang::php::kinds::{field, kind};
use crate::lang::php::names::{callee_name, is_call};
use crate::language::Survey;
use crate::offer::Feature;
use crate::operator::Proposal;
use crate::tree::Node;

/// `$x = E` and `$x = new T()`: null instead.
pub(super) fn assigned<'t>(
    node: Node<'t>,
    survey: &Survey<'t>,
    sink: &mut dyn FnMut(Feature, Proposal),
) {
    let (Some(left), Some(right)) = (node.child(field::LEFT), node.child(field::RIGHT)) else {
        return;
    };
    let one_target = matches!(
        left.kind(),
        kind::VARIABLE | kind::MEMBER_ACCESS | kind::SCOPED_PROPERTY | kind::SUBSCRIPT
    );
    // Without its `yield` a function may be no generator any more.
    let stays = matches!(
        right.kind(),
        kind::ASSIGNMENT | kind::NULL | kind::YIELD | kind::THROW
    );
    if !one_target || stays || survey.drives_loop(node) {
        return;
    }
    sink(Feature::AssignedValue, Proposal::replace(right, "null"));
    if right.kind() == kind::OBJECT_CREATION {
        sink(Feature::Constructed, Proposal::replace(right, "null"));
    }
}

/// `??=` assigns even if there is a value.
pub(super) fn filled(node: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    if let Some(operator) = node.child(field::OPERATOR)
        && operator.bytes() == b"??="
    {
        sink(Feature::Fallback, Proposal::replace(operator, "="));
    }
}

/// `??`, `.` and `<=>`.
pub(super) fn binary(node: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    let (Some(left), Some(operator), Some(right)) = (
        node.child(field::LEFT),
        node.child(field::OPERATOR),
        node.child(field::RIGHT),
    ) else {
        return;
    };
    let feature = match operator.bytes() {
        b"??" => Feature::Fallback,
        b"." => Feature::Concatenation,
        b"<=>" => {
            let (first, second) = (left.text(), right.text());
            if !first.is_empty() && !second.is_empty() {
                let swapped = format!("{second} <=> {first}");
                sink(Feature::ThreeWay, Proposal::replace(node, swapped));
            }
            return;
        }
        _ => return,
    };
    sink(feature, Proposal::keep(node, left));
    if right.kind() != kind::THROW {
        sink(feature, Proposal::keep(node, right));
    }
}

/// Well-known functions: name, plain value of their type, and whether the first argument is of that type or nearly so.
const FUNCTIONS: &[(&[u8], &str, bool)] = &[
    (b"abs", "0", true),
    (b"array_filter", "[]", true),
    (b"array_keys", "[]", true),
    (b"array_merge", "[]", true),
    (b"array_reverse", "[]", true),
    (b"array_slice", "[]", true),
    (b"array_sum", "0", false),
    (b"array_unique", "[]", true),
    (b"array_values", "[]", true),
    (b"count", "0", false),
    (b"floatval", "0.0", true),
    (b"floor", "0.0", true),
    (b"ceil", "0.0", true),
    (b"implode", "''", false),
    (b"intval", "0", true),
    (b"lcfirst", "''", true),
    (b"ltrim", "''", true),
    (b"mb_strlen", "0", false),
    (b"mb_strtolower", "''", true),
    (b"mb_strtoupper", "''", true),
    (b"mb_substr", "''", true),
    (b"round", "0.0", true),
    (b"rtrim", "''", true),
    (b"sprintf", "''", false),
    (b"str_pad", "''", true),
    (b"strlen", "0", false),
    (b"strrev", "''", true),
    (b"strtolower", "''", true),
    (b"strtoupper", "''", true),
    (b"strval", "''", true),
    (b"substr", "''", true),
    (b"trim", "''", true),
    (b"ucfirst", "''", true),
    (b"ucwords", "''", true),
];

/// Functions (and methods of the same names) with a counterpart that takes the same arguments.
const COUNTERPARTS: &[(&str, &str)] = &[
    ("array_key_first", "array_key_last"),
    ("array_key_last", "array_key_first"),
    ("array_keys", "array_values"),
    ("array_pop", "array_shift"),
    ("array_push", "array_unshift"),
    ("array_shift", "array_pop"),
    ("array_unshift", "array_push"),
    ("array_values", "array_keys"),
    ("ceil", "floor"),
    ("end", "reset"),
    ("first", "last"),
    ("floor", "ceil"),
    ("last", "first"),
    ("ltrim", "rtrim"),
    ("max", "min"),
    ("mb_strtolower", "mb_strtoupper"),
    ("mb_strtoupper", "mb_strtolower"),
    ("min", "max"),
    ("reset", "end"),
    ("rtrim", "ltrim"),
    ("str_ends_with", "str_starts_with"),
    ("str_starts_with", "str_ends_with"),
    ("strpos", "strrpos"),
    ("strrpos", "strpos"),
    ("strtolower", "strtoupper"),
    ("strtoupper", "strtolower"),
];

/// Those of them that are methods of collections; a method `end` is mostly something else.
const METHODS: &[&str] = &["first", "last", "max", "min"];

/// A call: of the counterpart, or not at all.
pub(super) fn call(node: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    let name = if node.kind() == kind::FUNCTION_CALL {
        node.child(field::FUNCTION)
    } else {
        node.child(field::NAME)
    };
    let is_function = node.kind() == kind::FUNCTION_CALL;
    if let Some(name) = name
        && (is_function || METHODS.contains(&name.text()))
        && let Some((_, other)) = COUNTERPARTS.iter().find(|(known, _)| *known == name.text())
    {
        sink(Feature::Selector, Proposal::replace(name, *other));
    }
    let used = node
        .parent()
        .is_some_and(|parent| parent.kind() != kind::EXPRESSION_STATEMENT);
    if !is_function || !used || !is_call(node) {
        return;
    }
    let known = FUNCTIONS
        .iter()
        .find(|(known, _, _)| *known == callee_name(node));
    let Some((_, value, passes_on)) = known else {
        return;
    };
    sink(Feature::ValueCall, Proposal::replace(node, *value));
    let first = node
        .child(field::ARGUMENTS)
        .and_then(|arguments| arguments.named().next());
    // `...$x` is several arguments, `name: $x` any of them.
    if let Some(argument) = first.filter(|_| *passes_on)
        && let (Some(value), 1) = (argument.named().next(), argument.children().count())
        && value.kind() != kind::VARIADIC_UNPACKING
    {
        sink(Feature::ValueCall, Proposal::wrap(node, "(", value, ")"));
    }
}
