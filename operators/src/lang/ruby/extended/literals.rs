//! Literals: strings with code inside, keys, symbols, patterns, collections.

use mutscore_model::span::ByteSpan;

use crate::lang::lists::elements;
use crate::lang::ruby::bans::is_key_or_format;
use crate::lang::ruby::kinds::{field, kind};
use crate::lang::ruby::literals::string as parts_of;
use crate::lang::ruby::roles::{is_interpolated, parent};
use crate::lang::ruby::values::is_tail;
use crate::offer::Feature;
use crate::operator::Proposal;
use crate::pattern::anchors;
use crate::tree::Node;

/// A string: emptied if code is inside, changed if it is a key.
pub(super) fn string(node: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    let (Some(parts), Some(around)) = (parts_of(node), parent(node)) else {
        return;
    };
    let filled = |contents: &str| {
        Proposal::replace(node, format!("{}{contents}{}", parts.open, parts.close))
    };
    if is_interpolated(node) {
        let returned = around.kind() == kind::RETURN || is_tail(node);
        if !returned && !is_key_or_format(node) {
            sink(Feature::Interpolated, filled(""));
        }
    } else if is_key(node, around) {
        let contents = if parts.empty { "mutscore" } else { "" };
        sink(Feature::Key, filled(contents));
    }
}

/// Whether a literal stands in a subscript or is the key of a hash's entry; names of arguments are something else.
fn is_key(literal: Node<'_>, around: Node<'_>) -> bool {
    match around.kind() {
        kind::PAIR => {
            around
                .parent()
                .is_some_and(|hash| hash.kind() == kind::HASH)
                && around.child(field::VALUE).is_some()
                && around.child(field::KEY) == Some(literal)
        }
        kind::ELEMENT_REFERENCE => !around
            .child(field::OBJECT)
            .is_some_and(|object| object.holds(literal)),
        _ => false,
    }
}

/// `:a`, unless it names a method for a block or an argument, or something for reflection.
pub(super) fn symbol(node: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    let Some(around) = parent(node) else { return };
    let to = Proposal::replace(node, ":mutscore");
    if is_key(node, around) {
        sink(Feature::Key, to);
    } else if around.kind() != kind::BLOCK_ARGUMENT
        && !(around.kind() == kind::PAIR && around.child(field::KEY) == Some(node))
        && !is_key_or_format(node)
    {
        sink(Feature::Symbol, to);
    }
}

/// `a:` in a hash.
pub(super) fn key_symbol(node: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    if node.parent().is_some_and(|pair| is_key(node, pair)) {
        sink(Feature::Key, Proposal::replace(node, "mutscore"));
    }
}

/// `/^a$/i` and `%r{^a$}i`: anchors and flags may go.
pub(super) fn pattern(node: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    let text = node.text();
    let open = if text.starts_with('%') { 3 } else { 1 };
    let flags = text
        .bytes()
        .rev()
        .take_while(u8::is_ascii_alphabetic)
        .count();
    let Some(close) = text
        .len()
        .checked_sub(flags + 1)
        .filter(|close| open <= *close)
    else {
        return;
    };
    let at = |offset: usize| node.start() + offset as u32;
    for anchor in anchors(&text[open..close], false) {
        let rest = text.as_bytes().get(open + anchor.end).copied();
        // `/ x/` after a name without parentheses would be a division.
        let divides = anchor.start == 0 && open == 1 && matches!(rest, Some(b' ' | b'=' | b'\t'));
        if !divides {
            let span = ByteSpan::new(at(open + anchor.start), at(open + anchor.end));
            sink(Feature::Pattern, Proposal::cut(span));
        }
    }
    // Other flags say how the pattern is written, which its text may depend on.
    let matters = |flag: &usize| matches!(text.as_bytes()[*flag], b'i' | b'm' | b'x');
    for flag in (close + 1..text.len()).filter(matters) {
        let span = ByteSpan::new(at(flag), at(flag + 1));
        sink(Feature::Pattern, Proposal::cut(span));
    }
}

/// A collection: emptied, or without one of its elements.
pub(super) fn collection(node: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    let items: Vec<Node<'_>> = node.named().collect();
    if items.is_empty() {
        return;
    }
    let empty = if node.kind() == kind::HASH {
        "{}"
    } else {
        "[]"
    };
    sink(Feature::Collection, Proposal::replace(node, empty));
    if matches!(node.kind(), kind::ARRAY | kind::HASH) {
        for cut in elements(&items) {
            sink(Feature::Element, Proposal::cut(cut));
        }
    }
}
