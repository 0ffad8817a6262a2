//! Values: what is assigned, compared, and what a call or closure gives back.

use super::flow::is_lambda_block;
use crate::lang::ruby::calls::{block_of, callee_name, receiver};
use crate::lang::ruby::kinds::{field, kind};
use crate::lang::ruby::values::{Use, use_of};
use crate::language::Survey;
use crate::offer::Feature;
use crate::operator::Proposal;
use crate::tree::Node;

/// `x = E` and `x = T.new`: null instead.
pub(super) fn assigned<'t>(
    node: Node<'t>,
    survey: &Survey<'t>,
    sink: &mut dyn FnMut(Feature, Proposal),
) {
    let (Some(left), Some(right)) = (node.child(field::LEFT), node.child(field::RIGHT)) else {
        return;
    };
    let several = matches!(
        left.kind(),
        kind::LEFT_ASSIGNMENT_LIST | kind::DESTRUCTURED_LEFT
    );
    let stays = matches!(
        right.kind(),
        kind::ASSIGNMENT | kind::OPERATOR_ASSIGNMENT | kind::NIL
    );
    if several || stays || survey.drives_loop(node) {
        return;
    }
    sink(Feature::AssignedValue, Proposal::replace(right, "nil"));
    let constructs = right.kind() == kind::CALL
        && callee_name(right) == b"new"
        && receiver(right)
            .is_some_and(|class| matches!(class.kind(), kind::CONSTANT | kind::SCOPE_RESOLUTION));
    if constructs {
        sink(Feature::Constructed, Proposal::replace(right, "nil"));
    }
}

/// `||=` assigns even if there is a value.
pub(super) fn filled(node: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    if let Some(operator) = node.child(field::OPERATOR)
        && operator.bytes() == b"||="
    {
        sink(Feature::Fallback, Proposal::replace(operator, "="));
    }
}

/// `a <=> b`.
pub(super) fn three_way(node: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    let (Some(left), Some(operator), Some(right)) = (
        node.child(field::LEFT),
        node.child(field::OPERATOR),
        node.child(field::RIGHT),
    ) else {
        return;
    };
    let (first, second) = (left.text(), right.text());
    if operator.bytes() == b"<=>" && !first.is_empty() && !second.is_empty() {
        let swapped = format!("{second} <=> {first}");
        sink(Feature::ThreeWay, Proposal::replace(node, swapped));
    }
}

/// `a..b` and `a...b`.
pub(super) fn range(node: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    let both_ends = node.child(field::BEGIN).is_some() && node.child(field::END).is_some();
    let Some(operator) = node.child(field::OPERATOR).filter(|_| both_ends) else {
        return;
    };
    let other = if operator.bytes() == b".." {
        "..."
    } else {
        ".."
    };
    sink(Feature::RangeEdge, Proposal::replace(operator, other));
}

/// Well-known methods without arguments: name, plain value of their type, whether the receiver is of that type or
/// nearly so.
const METHODS: &[(&[u8], &str, bool)] = &[
    (b"abs", "0", true),
    (b"capitalize", "\"\"", true),
    (b"ceil", "0", true),
    (b"chomp", "\"\"", true),
    (b"compact", "[]", true),
    (b"count", "0", false),
    (b"downcase", "\"\"", true),
    (b"flatten", "[]", true),
    (b"floor", "0", true),
    (b"length", "0", false),
    (b"lstrip", "\"\"", true),
    (b"reverse", "[]", true),
    (b"round", "0", true),
    (b"rstrip", "\"\"", true),
    (b"size", "0", false),
    (b"sort", "[]", true),
    (b"squish", "\"\"", true),
    (b"strip", "\"\"", true),
    (b"to_a", "[]", true),
    (b"to_f", "0.0", true),
    (b"to_i", "0", true),
    (b"to_s", "\"\"", true),
    (b"uniq", "[]", true),
    (b"upcase", "\"\"", true),
];

/// Methods with a counterpart that takes the same arguments.
const COUNTERPARTS: &[(&str, &str)] = &[
    ("all?", "any?"),
    ("any?", "all?"),
    ("ceil", "floor"),
    ("downcase", "upcase"),
    ("drop", "take"),
    ("end_with?", "start_with?"),
    ("first", "last"),
    ("floor", "ceil"),
    ("keys", "values"),
    ("last", "first"),
    ("ljust", "rjust"),
    ("lstrip", "rstrip"),
    ("max", "min"),
    ("max_by", "min_by"),
    ("min", "max"),
    ("min_by", "max_by"),
    ("pop", "shift"),
    ("push", "unshift"),
    ("reject", "select"),
    ("rjust", "ljust"),
    ("rstrip", "lstrip"),
    ("select", "reject"),
    ("shift", "pop"),
    ("start_with?", "end_with?"),
    ("take", "drop"),
    ("unshift", "push"),
    ("upcase", "downcase"),
    ("values", "keys"),
];

/// A call: safe from null no more, of the counterpart, or not at all.
pub(super) fn call(node: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    let (Some(base), Some(name)) = (receiver(node), node.child(field::METHOD)) else {
        return;
    };
    if let Some(operator) = node.child(field::OPERATOR)
        && operator.bytes() == b"&."
    {
        sink(Feature::SafeAccess, Proposal::replace(operator, "."));
    }
    let is_target = node.field() == field::LEFT
        && node
            .parent()
            .is_some_and(|parent| parent.kind() == kind::ASSIGNMENT);
    if is_target {
        return;
    }
    if let Some((_, other)) = COUNTERPARTS.iter().find(|(known, _)| *known == name.text()) {
        sink(Feature::Selector, Proposal::replace(name, *other));
    }
    let bare = node.child(field::ARGUMENTS).is_none() && block_of(node).is_none();
    if !bare || use_of(node) == Use::Dropped {
        return;
    }
    if let Some((_, value, passes_on)) = METHODS.iter().find(|(known, _, _)| *known == name.bytes())
    {
        sink(Feature::ValueCall, Proposal::replace(node, *value));
        if *passes_on {
            sink(Feature::ValueCall, Proposal::keep(node, base));
        }
    }
}

/// The body of `->`, `lambda` and `proc`.
pub(super) fn closure_body(block: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    if let Some(body) = block.child(field::BODY)
        && is_lambda_block(block)
        && body.bytes() != b"nil"
        && body.named().all(|part| part.kind() != kind::RESCUE)
    {
        sink(Feature::ClosureBody, Proposal::replace(body, "nil"));
    }
}
