//! What must be known from afar: which names hold text, and which statements alone make a loop end.

use super::calls::callee_name;
use super::kinds::{field, kind};
use super::roles::{method_around, unwrapped};
use crate::language::Survey;
use crate::tree::{Node, Tree};

/// Methods whose result is text or a collection.
const PRODUCERS: &[&[u8]] = &[
    b"to_s",
    b"inspect",
    b"join",
    b"strip",
    b"upcase",
    b"downcase",
    b"to_a",
    b"map",
    b"select",
    b"sort",
    b"gsub",
    b"sub",
];

/// Longest chain of operands that is followed: `a + b + c + …` nests to the left.
const MAX_DEPTH: u32 = 64;

/// Passes over the file once.
pub(super) fn survey<'t>(tree: &'t Tree<'_>) -> Survey<'t> {
    let mut survey = Survey::default();
    for index in 0..tree.len() as u32 {
        let node = tree.node(index);
        match node.kind() {
            kind::ASSIGNMENT => assignment(node, &mut survey),
            kind::WHILE | kind::UNTIL | kind::WHILE_MODIFIER | kind::UNTIL_MODIFIER => {
                loop_update(node, &mut survey);
            }
            _ => {}
        }
    }
    survey
}

fn assignment<'t>(node: Node<'t>, survey: &mut Survey<'t>) {
    let (Some(left), Some(right)) = (node.child(field::LEFT), node.child(field::RIGHT)) else {
        return;
    };
    if is_variable(left)
        && is_stringish(right, survey)
        && let Some(method) = method_around(node)
    {
        survey
            .stringish
            .entry(left.bytes())
            .or_default()
            .push((method.index(), node.end()));
    }
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
        | kind::CHAINED_STRING
        | kind::HEREDOC_BEGINNING
        | kind::CHARACTER
        | kind::SUBSHELL
        | kind::ARRAY
        | kind::STRING_ARRAY
        | kind::SYMBOL_ARRAY
        | kind::HASH => true,
        kind::BINARY => {
            let (left, right) = (node.child(field::LEFT), node.child(field::RIGHT));
            match node
                .child(field::OPERATOR)
                .map_or(&b""[..], |operator| operator.bytes())
            {
                b"+" => below(left) || below(right),
                b"%" => left.is_some_and(|left| {
                    matches!(unwrapped(left).kind(), kind::STRING | kind::CHAINED_STRING)
                }),
                _ => false,
            }
        }
        kind::CALL => PRODUCERS.contains(&callee_name(node)),
        kind::IDENTIFIER | kind::INSTANCE_VARIABLE => is_known(node, survey),
        _ => false,
    }
}

/// Whether the variable was assigned text before, in the same method; the method is looked for only if one was.
fn is_known<'t>(node: Node<'t>, survey: &Survey<'t>) -> bool {
    let Some(places) = survey.stringish.get(node.bytes()) else {
        return false;
    };
    method_around(node).is_some_and(|method| {
        places
            .iter()
            .any(|(known_by, from)| *known_by == method.index() && *from <= node.start())
    })
}

/// Finds the statement that is the only write, inside a loop, of a variable its condition reads.
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
    survey.loop_updates.dedup();
}

fn is_variable(node: Node<'_>) -> bool {
    matches!(
        node.kind(),
        kind::IDENTIFIER | kind::INSTANCE_VARIABLE | kind::CLASS_VARIABLE | kind::GLOBAL_VARIABLE
    )
}

fn writes_to(node: Node<'_>, variable: Node<'_>) -> bool {
    matches!(node.kind(), kind::ASSIGNMENT | kind::OPERATOR_ASSIGNMENT)
        && node.child(field::LEFT).is_some_and(|target| {
            target
                .subtree()
                .any(|part| part.bytes() == variable.bytes())
        })
}

/// `x += …`, or `x = …` with `x` on the right as well.
fn is_update(write: Node<'_>, variable: Node<'_>) -> bool {
    write.kind() == kind::OPERATOR_ASSIGNMENT
        || write.child(field::RIGHT).is_some_and(|right| {
            right
                .subtree()
                .any(|part| is_variable(part) && part.bytes() == variable.bytes())
        })
}
