//! What must be known from afar: which names hold text or an array, and which statements alone make a loop end.

use super::kinds::{field, kind};
use super::names::calls_function;
use super::results::is_text_type;
use super::roles::{function_around, unwrapped};
use crate::language::Survey;
use crate::tree::{Node, Tree};

/// Functions whose result is text or an array.
const PRODUCERS: &[&[u8]] = &[
    b"array_column",
    b"array_combine",
    b"array_diff",
    b"array_fill",
    b"array_fill_keys",
    b"array_filter",
    b"array_flip",
    b"array_intersect",
    b"array_keys",
    b"array_map",
    b"array_merge",
    b"array_replace",
    b"array_slice",
    b"array_unique",
    b"array_values",
    b"explode",
    b"implode",
    b"iterator_to_array",
    b"join",
    b"lcfirst",
    b"ltrim",
    b"range",
    b"rtrim",
    b"sprintf",
    b"str_repeat",
    b"str_replace",
    b"str_split",
    b"strtolower",
    b"strtoupper",
    b"trim",
    b"ucfirst",
    b"ucwords",
];

/// Longest chain of operands that is followed: `$a + $b + $c + …` nests to the left.
const MAX_DEPTH: u32 = 64;

/// Passes over the file once.
pub(super) fn survey<'t>(tree: &'t Tree<'_>) -> Survey<'t> {
    let mut survey = Survey::default();
    for index in 0..tree.len() as u32 {
        let node = tree.node(index);
        match node.kind() {
            kind::SIMPLE_PARAMETER => parameter(node, false, &mut survey),
            kind::PROMOTED_PARAMETER => parameter(node, true, &mut survey),
            kind::PROPERTY_DECLARATION => property(node, &mut survey),
            kind::ASSIGNMENT => assignment(node, &mut survey),
            kind::WHILE | kind::DO => loop_update(node, &mut survey),
            kind::FOR if node.child(field::UPDATE).is_none() => loop_update(node, &mut survey),
            _ => {}
        }
    }
    survey
}

fn learn<'t>(survey: &mut Survey<'t>, name: &'t [u8], owner: Option<Node<'t>>, from: u32) {
    if let Some(owner) = owner {
        let places = survey.stringish.entry(name).or_default();
        places.push((owner.index(), from));
    }
}

fn parameter<'t>(node: Node<'t>, promoted: bool, survey: &mut Survey<'t>) {
    if !node.child(field::TYPE).is_some_and(is_text_type) {
        return;
    }
    let Some(name) = node.child(field::NAME) else {
        return;
    };
    // The list of parameters is a child of the function, so the function is around it.
    learn(survey, name.bytes(), function_around(node), node.start());
    if promoted {
        learn(survey, property_name(name), class_around(node), 0);
    }
}

fn property<'t>(node: Node<'t>, survey: &mut Survey<'t>) {
    if !node.child(field::TYPE).is_some_and(is_text_type) {
        return;
    }
    for element in node.named() {
        if element.kind() == kind::PROPERTY_ELEMENT
            && let Some(name) = element.child(field::NAME)
        {
            learn(survey, property_name(name), class_around(node), 0);
        }
    }
}

fn assignment<'t>(node: Node<'t>, survey: &mut Survey<'t>) {
    let (Some(left), Some(right)) = (node.child(field::LEFT), node.child(field::RIGHT)) else {
        return;
    };
    if left.kind() == kind::VARIABLE && is_stringish(right, survey) {
        learn(survey, left.bytes(), function_around(node), node.end());
    }
}

/// `name` of a property declared as `$name`, so that declarations and uses (`$this->name`) meet.
fn property_name(variable: Node<'_>) -> &[u8] {
    let name = variable.bytes();
    name.strip_prefix(b"$").unwrap_or(name)
}

fn class_around(node: Node<'_>) -> Option<Node<'_>> {
    node.ancestors().find(|ancestor| {
        matches!(
            ancestor.kind(),
            kind::CLASS | kind::TRAIT | kind::ENUM | kind::ANONYMOUS_CLASS
        )
    })
}

/// Whether the operand holds text or an array, as far as the text tells.
pub(super) fn is_stringish<'t>(node: Node<'t>, survey: &Survey<'t>) -> bool {
    stringish_to(node, survey, MAX_DEPTH)
}

fn stringish_to<'t>(node: Node<'t>, survey: &Survey<'t>, depth: u32) -> bool {
    if depth == 0 {
        return false;
    }
    let below = |part: u16| {
        node.child(part)
            .is_some_and(|part| stringish_to(part, survey, depth - 1))
    };
    match node.kind() {
        kind::PARENTHESIZED => stringish_to(unwrapped(node), survey, depth - 1),
        kind::STRING | kind::ENCAPSED_STRING | kind::HEREDOC | kind::NOWDOC | kind::ARRAY => true,
        kind::BINARY => {
            let operator = node.child(field::OPERATOR);
            match operator.map_or(&b""[..], |operator| operator.bytes()) {
                b"." => true,
                b"+" | b"??" => below(field::LEFT) || below(field::RIGHT),
                _ => false,
            }
        }
        kind::CONDITIONAL => below(field::BODY) || below(field::ALTERNATIVE),
        kind::CAST => node
            .child(field::TYPE)
            .is_some_and(|to| matches!(to.bytes(), b"array" | b"string")),
        kind::FUNCTION_CALL => calls_function(node, PRODUCERS),
        kind::VARIABLE => is_known_variable(node, survey),
        kind::MEMBER_ACCESS | kind::NULLSAFE_MEMBER_ACCESS => is_known_property(node, survey),
        _ => false,
    }
}

/// Whether the function around knows the variable as text; an arrow function also knows what its surroundings know.
fn is_known_variable<'t>(node: Node<'t>, survey: &Survey<'t>) -> bool {
    let Some(places) = survey.stringish.get(node.bytes()) else {
        return false;
    };
    let mut inside = node;
    while let Some(function) = function_around(inside) {
        let known =
            |(owner, from): &(u32, u32)| *owner == function.index() && *from <= node.start();
        if places.iter().any(known) {
            return true;
        }
        if function.kind() != kind::ARROW_FUNCTION {
            return false;
        }
        inside = function;
    }
    false
}

/// `$this->name` where the class declares `$name` as text or an array.
fn is_known_property<'t>(node: Node<'t>, survey: &Survey<'t>) -> bool {
    let (Some(object), Some(name)) = (node.child(field::OBJECT), node.child(field::NAME)) else {
        return false;
    };
    object.bytes() == b"$this"
        && survey.stringish.get(name.bytes()).is_some_and(|places| {
            class_around(node)
                .is_some_and(|class| places.iter().any(|(owner, _)| *owner == class.index()))
        })
}

/// Finds the statement that is the only write, inside a loop, of a name its condition reads.
fn loop_update<'t>(node: Node<'t>, survey: &mut Survey<'t>) {
    let Some(condition) = node.child(field::CONDITION) else {
        return;
    };
    let writes: Vec<(&[u8], Node<'t>)> = node.subtree().flat_map(written).collect();
    for read in condition.subtree().filter(|node| is_variable(*node)) {
        let mut to_it = writes.iter().filter(|(name, _)| *name == read.bytes());
        if let (Some((name, only)), None) = (to_it.next(), to_it.next())
            && is_update(*only, name)
        {
            survey.loop_updates.push(only.span());
        }
    }
    // Many reads may name the same statement.
    survey.loop_updates.dedup();
}

fn is_variable(node: Node<'_>) -> bool {
    matches!(
        node.kind(),
        kind::VARIABLE | kind::MEMBER_ACCESS | kind::SCOPED_PROPERTY
    )
}

/// What a node writes to, each with the node.
fn written(node: Node<'_>) -> impl Iterator<Item = (&[u8], Node<'_>)> {
    let target = match node.kind() {
        kind::ASSIGNMENT | kind::AUGMENTED_ASSIGNMENT | kind::REFERENCE_ASSIGNMENT => {
            node.child(field::LEFT)
        }
        kind::UPDATE => node.child(field::ARGUMENT),
        _ => None,
    };
    let several = target.is_some_and(|target| target.kind() == kind::LIST_LITERAL);
    let parts = target.into_iter().flat_map(move |target| {
        let length = if several { usize::MAX } else { 1 };
        target.subtree().take(length)
    });
    parts
        .map(base)
        .filter(|part| is_variable(*part))
        .map(move |part| (part.bytes(), node))
}

/// `$list` of `$list[0]['x']`, to which a write to an element writes.
fn base(mut node: Node<'_>) -> Node<'_> {
    while node.kind() == kind::SUBSCRIPT {
        match node.named().next() {
            Some(inner) => node = inner,
            None => break,
        }
    }
    node
}

/// `$x++`, `$x += …`, or `$x = …` with `$x` on the right as well.
fn is_update(write: Node<'_>, name: &[u8]) -> bool {
    matches!(write.kind(), kind::UPDATE | kind::AUGMENTED_ASSIGNMENT)
        || write.child(field::RIGHT).is_some_and(|right| {
            right
                .subtree()
                .any(|part| is_variable(part) && part.bytes() == name)
        })
}
