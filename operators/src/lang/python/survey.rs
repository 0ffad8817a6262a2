//! What must be known from afar: which names hold text, and which statements alone make a loop end.

use super::kinds::{field, kind};
use super::results;
use super::roles::{callee_name, function_around, is_interpolated, unwrapped};
use crate::language::{Declared, Survey};
use crate::tree::{Node, Tree};

/// Calls whose result is text or a collection.
const PRODUCERS: &[&[u8]] = &[
    b"str", b"repr", b"format", b"join", b"strip", b"lstrip", b"rstrip", b"lower", b"upper",
    b"title", b"replace", b"list", b"tuple", b"dict", b"set", b"sorted", b"decode", b"encode",
];

/// Longest chain of operands that is followed: `a + b + c + …` nests to the left.
const MAX_DEPTH: u32 = 64;

/// Passes over the file once.
pub(super) fn survey<'t>(tree: &'t Tree<'_>) -> Survey<'t> {
    let mut survey = Survey::default();
    for index in 0..tree.len() as u32 {
        let node = tree.node(index);
        match node.kind() {
            kind::TYPED_PARAMETER | kind::TYPED_DEFAULT_PARAMETER => parameter(node, &mut survey),
            kind::ASSIGNMENT => assignment(node, &mut survey),
            kind::WHILE => loop_update(node, &mut survey),
            _ => {}
        }
    }
    survey
}

fn parameter<'t>(node: Node<'t>, survey: &mut Survey<'t>) {
    let (Some(name), Some(declared)) = (node.named().next(), node.child(field::TYPE)) else {
        return;
    };
    // `parameters` is a child of the function, so the function is around it.
    if is_text_type(declared)
        && let Some(function) = function_around(node)
    {
        survey
            .stringish
            .entry(name.bytes())
            .or_default()
            .push((function.index(), node.start()));
    }
}

fn assignment<'t>(node: Node<'t>, survey: &mut Survey<'t>) {
    let Some(left) = node.child(field::LEFT) else {
        return;
    };
    let owner = match left.kind() {
        kind::IDENTIFIER => function_around(node).or_else(|| class_around(node)),
        kind::ATTRIBUTE => class_around(node),
        _ => None,
    };
    let Some(owner) = owner else { return };
    let declared = node.child(field::TYPE).is_some_and(is_text_type);
    let assigned = left.kind() == kind::IDENTIFIER
        && owner.kind() == kind::FUNCTION
        && node
            .child(field::RIGHT)
            .is_some_and(|right| is_stringish(right, survey));
    if declared || assigned {
        let from = if declared { 0 } else { node.end() };
        survey
            .stringish
            .entry(field_name(left))
            .or_default()
            .push((owner.index(), from));
    }
}

/// `name` of `self.name`, so that a field's declaration and its uses meet; the whole text of anything else.
fn field_name(node: Node<'_>) -> &[u8] {
    node.bytes().strip_prefix(b"self.").unwrap_or(node.bytes())
}

fn class_around(node: Node<'_>) -> Option<Node<'_>> {
    node.ancestors()
        .find(|ancestor| ancestor.kind() == kind::CLASS)
}

fn is_text_type(declared: Node<'_>) -> bool {
    results::classify(declared.text()) == Declared::Text
}

/// Whether the operand holds text or a collection, as far as the text tells.
pub(super) fn is_stringish<'t>(node: Node<'t>, survey: &Survey<'t>) -> bool {
    stringish_to(node, survey, MAX_DEPTH)
}

fn stringish_to<'t>(node: Node<'t>, survey: &Survey<'t>, depth: u32) -> bool {
    if depth == 0 {
        return false;
    }
    let below =
        |part: Option<Node<'t>>| part.is_some_and(|part| stringish_to(part, survey, depth - 1));
    let node = unwrapped(node);
    match node.kind() {
        kind::STRING
        | kind::CONCATENATED_STRING
        | kind::LIST
        | kind::DICTIONARY
        | kind::SET
        | kind::TUPLE
        | kind::LIST_COMPREHENSION
        | kind::DICTIONARY_COMPREHENSION
        | kind::SET_COMPREHENSION => true,
        kind::BINARY => {
            let (left, right) = (node.child(field::LEFT), node.child(field::RIGHT));
            match node
                .child(field::OPERATOR)
                .map_or(&b""[..], |operator| operator.bytes())
            {
                b"+" => below(left) || below(right),
                b"%" => left.is_some_and(|left| {
                    matches!(
                        unwrapped(left).kind(),
                        kind::STRING | kind::CONCATENATED_STRING
                    )
                }),
                _ => false,
            }
        }
        kind::CALL => PRODUCERS.contains(&callee_name(node)),
        kind::IDENTIFIER => known(node, function_around, survey),
        kind::ATTRIBUTE if node.bytes().starts_with(b"self.") => known(node, class_around, survey),
        _ => false,
    }
}

/// Whether the function or class that `owner` finds knows the name as text; looked for only if somebody does.
fn known<'t>(node: Node<'t>, owner: fn(Node<'t>) -> Option<Node<'t>>, survey: &Survey<'t>) -> bool {
    let Some(places) = survey.stringish.get(field_name(node)) else {
        return false;
    };
    owner(node).is_some_and(|owner| {
        places
            .iter()
            .any(|(known_by, from)| *known_by == owner.index() && *from <= node.start())
    })
}

/// Finds the statement that is the only write, inside a `while` loop, of a name its condition reads.
fn loop_update<'t>(node: Node<'t>, survey: &mut Survey<'t>) {
    let (Some(condition), Some(body)) = (node.child(field::CONDITION), node.child(field::BODY))
    else {
        return;
    };
    for read in condition.subtree().filter(|node| is_variable(*node)) {
        let mut writes = body.subtree().filter(|node| writes_to(*node, read));
        if let (Some(only), None) = (writes.next(), writes.next())
            && is_update(only, read)
        {
            survey.loop_updates.push(only.span());
        }
    }
    // In a large generated loop many reads may name the same statement.
    survey.loop_updates.dedup();
}

fn is_variable(node: Node<'_>) -> bool {
    matches!(node.kind(), kind::IDENTIFIER | kind::ATTRIBUTE)
}

fn writes_to(node: Node<'_>, variable: Node<'_>) -> bool {
    let target = match node.kind() {
        kind::ASSIGNMENT | kind::AUGMENTED_ASSIGNMENT => node.child(field::LEFT),
        kind::NAMED_EXPRESSION => node.child(field::NAME),
        _ => None,
    };
    target.is_some_and(|target| {
        target
            .subtree()
            .any(|part| part.bytes() == variable.bytes())
    })
}

/// `x += …`, or `x = …` with `x` on the right as well.
fn is_update(write: Node<'_>, variable: Node<'_>) -> bool {
    write.kind() == kind::AUGMENTED_ASSIGNMENT
        || write.child(field::RIGHT).is_some_and(|right| {
            right
                .subtree()
                .any(|part| is_variable(part) && part.bytes() == variable.bytes())
        })
}

/// Whether a string literal has nothing between its delimiters.
pub(super) fn is_empty_string(string: Node<'_>) -> bool {
    !is_interpolated(string) && super::literals::string(string).is_some_and(|parts| parts.empty)
}
