//! Literals: strings with code inside, keys, patterns, arrays.

use mutscore_model::span::ByteSpan;

use crate::lang::lists::elements;
use crate::lang::php::keys::is_key_or_format;
use crate::lang::php::kinds::kind;
use crate::lang::php::literals::{has_code, string as parts_of};
use crate::lang::php::names::{argument_of, calls_function};
use crate::lang::php::roles::parent;
use crate::offer::Feature;
use crate::operator::Proposal;
use crate::pattern::anchors;
use crate::tree::Node;

/// A string: emptied if code is inside, changed if it is a key, freed of an anchor or a flag if it is a pattern.
pub(super) fn string(node: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    let (Some(parts), Some(around)) = (parts_of(node), parent(node)) else {
        return;
    };
    let filled = |contents: &str| {
        Proposal::replace(node, format!("{}{contents}{}", parts.open, parts.close))
    };
    if node.kind() == kind::ENCAPSED_STRING && has_code(node) {
        if around.kind() != kind::RETURN && !is_key_or_format(node) {
            sink(Feature::Interpolated, filled(""));
        }
        return;
    }
    if is_key(node, around) {
        let contents = if parts.empty { "mutscore" } else { "" };
        sink(Feature::Key, filled(contents));
    }
    let is_pattern =
        argument_of(node).is_some_and(|(call, place)| place == 0 && calls_function(call, PATTERNS));
    if is_pattern {
        for cut in pattern_parts(node, parts.open.len()) {
            sink(Feature::Pattern, Proposal::cut(cut));
        }
    }
}

/// Whether a string is the key of an element or stands in a subscript.
fn is_key(literal: Node<'_>, around: Node<'_>) -> bool {
    match around.kind() {
        kind::ARRAY_ELEMENT => {
            let mut parts = around.named();
            parts.next().is_some_and(|key| key.holds(literal)) && parts.next().is_some()
        }
        kind::SUBSCRIPT => !around
            .named()
            .next()
            .is_some_and(|base| base.holds(literal)),
        _ => false,
    }
}

/// Functions whose first argument is a pattern.
const PATTERNS: &[&[u8]] = &[
    b"preg_grep",
    b"preg_match",
    b"preg_match_all",
    b"preg_replace",
    b"preg_replace_callback",
    b"preg_split",
];

/// What may go from a pattern such as `'/^a$/i'`: anchors and flags.
fn pattern_parts(literal: Node<'_>, open: usize) -> Vec<ByteSpan> {
    let whole = literal.text();
    let Some(text) = whole.get(open..whole.len().saturating_sub(1)) else {
        return Vec::new();
    };
    let close = match text.chars().next() {
        Some('(') => ')',
        Some('{') => '}',
        Some('[') => ']',
        Some('<') => '>',
        Some(delimiter) if delimiter.is_ascii_punctuation() && delimiter != '\\' => delimiter,
        _ => return Vec::new(),
    };
    let Some(end) = text.rfind(close).filter(|end| *end > 0) else {
        return Vec::new();
    };
    let at = |offset: usize| literal.start() + (open + offset) as u32;
    // In single quotes a backslash may be written twice or not.
    let doubled = literal.kind() == kind::ENCAPSED_STRING || text.contains("\\\\");
    let mut parts: Vec<ByteSpan> = anchors(&text[1..end], doubled)
        .into_iter()
        .map(|anchor| ByteSpan::new(at(anchor.start + 1), at(anchor.end + 1)))
        .collect();
    // Without `u` a pattern may not compile.
    let matters = |flag: &usize| b"imsxADU".contains(&text.as_bytes()[*flag]);
    let flags = (end + 1..text.len()).filter(matters);
    parts.extend(flags.map(|flag| ByteSpan::new(at(flag), at(flag + 1))));
    parts
}

/// An array: emptied, or without one of its elements.
pub(super) fn array(node: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    let items: Vec<Node<'_>> = node.named().collect();
    if items.is_empty() {
        return;
    }
    sink(Feature::Collection, Proposal::replace(node, "[]"));
    for cut in elements(&items) {
        sink(Feature::Element, Proposal::cut(cut));
    }
}
