//! Literals: strings with code inside, keys, patterns, collections.

use mutscore_model::span::ByteSpan;

use super::clauses::is_caught;
use crate::lang::lists::elements;
use crate::lang::python::bans::{is_key_or_format, takes_pattern};
use crate::lang::python::kinds::{field, kind};
use crate::lang::python::literals::{prefix, string as parts_of};
use crate::lang::python::roles::{is_interpolated, last_name, parent};
use crate::offer::Feature;
use crate::operator::Proposal;
use crate::pattern::anchors;
use crate::tree::Node;

/// A string: emptied if code is inside, changed if it is a key, freed of an anchor if it is a pattern.
pub(super) fn string(node: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    let (Some(parts), Some(around)) = (parts_of(node), parent(node)) else {
        return;
    };
    // `'a''b'` side by side: an empty first piece would open a long string with its neighbour's quote.
    let quote = parts.close.as_bytes().last().copied();
    let has_neighbour = node.next_byte() == quote || node.previous_byte() == quote;
    let filled = |contents: &str| {
        Proposal::replace(node, format!("{}{contents}{}", parts.open, parts.close))
    };
    if is_interpolated(node) {
        if !has_neighbour && around.kind() != kind::RETURN && !is_key_or_format(node) {
            sink(Feature::Interpolated, filled(""));
        }
        return;
    }
    if !has_neighbour && is_key(node, around) {
        let contents = if parts.empty { "mutscore" } else { "" };
        sink(Feature::Key, filled(contents));
    }
    if is_pattern(node, around)
        && let Ok(text) = std::str::from_utf8(node.bytes())
    {
        let from = parts.open.len();
        let contents = &text[from..text.len() - parts.close.len()];
        let raw = prefix(node.bytes())
            .iter()
            .any(|letter| matches!(letter, b'r' | b'R'));
        for anchor in anchors(contents, !raw) {
            let at = |offset: usize| node.start() + (from + offset) as u32;
            let span = ByteSpan::new(at(anchor.start), at(anchor.end));
            sink(Feature::Pattern, Proposal::cut(span));
        }
    }
}

/// Whether a string is the key of a dictionary's entry or stands in a subscript.
fn is_key(literal: Node<'_>, around: Node<'_>) -> bool {
    match around.kind() {
        kind::PAIR => around
            .child(field::KEY)
            .is_some_and(|key| key.holds(literal)),
        kind::SUBSCRIPT => !around
            .child(field::VALUE)
            .is_some_and(|value| value.holds(literal)),
        _ => false,
    }
}

fn is_pattern(literal: Node<'_>, arguments: Node<'_>) -> bool {
    arguments.kind() == kind::ARGUMENT_LIST
        && arguments.parent().is_some_and(takes_pattern)
        && arguments.named().next() == Some(literal)
}

/// Flags of a pattern: each may go, `re.I` as well as one of `re.I | re.M`.
pub(super) fn flags(call: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    let Some(arguments) = call.child(field::ARGUMENTS).filter(|_| takes_pattern(call)) else {
        return;
    };
    let items: Vec<Node<'_>> = arguments.named().collect();
    for window in items.windows(2) {
        let argument = window[1];
        let value = match argument.kind() {
            kind::KEYWORD_ARGUMENT => argument.child(field::VALUE),
            _ => Some(argument),
        };
        match value {
            Some(value) if is_flag(value) => {
                let span = ByteSpan::new(window[0].end(), argument.end());
                sink(Feature::Pattern, Proposal::cut(span));
            }
            Some(value) => joined_flags(value, sink),
            None => {}
        }
    }
}

/// `re.I | re.M`, and longer chains, which nest to the left.
fn joined_flags(mut value: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    while value.kind() == kind::BINARY {
        let (Some(left), Some(right)) = (value.child(field::LEFT), value.child(field::RIGHT))
        else {
            return;
        };
        if !is_flag(right) {
            return;
        }
        sink(Feature::Pattern, Proposal::keep(value, left));
        if is_flag(left) {
            sink(Feature::Pattern, Proposal::keep(value, right));
        }
        value = left;
    }
}

/// `re.IGNORECASE`.
fn is_flag(node: Node<'_>) -> bool {
    let of_re = |base: Node<'_>| matches!(base.bytes(), b"re" | b"regex");
    node.kind() == kind::ATTRIBUTE
        && node.child(field::OBJECT).is_some_and(of_re)
        && last_name(node).iter().all(u8::is_ascii_uppercase)
}

/// A collection: emptied, or without one of its elements.
pub(super) fn collection(node: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    let items: Vec<Node<'_>> = node.named().collect();
    let is_tuple = node.kind() == kind::TUPLE;
    if items.is_empty() || (is_tuple && (is_caught(node) || is_formatted(node))) {
        return;
    }
    let empty = match node.kind() {
        kind::LIST => "[]",
        kind::DICTIONARY => "{}",
        kind::SET => "set()",
        _ => "()",
    };
    sink(Feature::Collection, Proposal::replace(node, empty));
    if !is_tuple || items.len() > 2 {
        for cut in elements(&items) {
            sink(Feature::Element, Proposal::cut(cut));
        }
    }
}

/// Whether a tuple holds the values of a format, where one less would only crash.
fn is_formatted(tuple: Node<'_>) -> bool {
    parent(tuple).is_some_and(|around| {
        around.kind() == kind::BINARY
            && around
                .child(field::OPERATOR)
                .is_some_and(|operator| operator.bytes() == b"%")
            && around
                .child(field::RIGHT)
                .is_some_and(|right| right.holds(tuple))
    })
}
