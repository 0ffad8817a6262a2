//! Literals: characters, patterns, arrays and the collections that are written like them.

use mutscore_model::span::ByteSpan;

use super::safety::is_needed;
use crate::lang::java::calls::{arguments, callee_name, last_name, receiver};
use crate::lang::java::kinds::{field, kind};
use crate::lang::java::roles::{is_interpolated, parent};
use crate::lang::lists::elements;
use crate::offer::Feature;
use crate::operator::Proposal;
use crate::pattern::anchors;
use crate::tree::Node;

/// `'c'`, unless it is returned: then `return-value` makes the same of it.
pub(super) fn character(node: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    let returned = parent(node).is_some_and(|around| around.kind() == kind::RETURN);
    let labels = node
        .parent()
        .is_some_and(|around| around.kind() == kind::SWITCH_LABEL);
    if node.bytes() != b"'\\0'" && !returned && !labels {
        sink(Feature::Character, Proposal::replace(node, "'\\0'"));
    }
}

/// Methods whose first argument is a regular expression.
const PATTERNS: &[&[u8]] = &[b"matches", b"replaceAll", b"replaceFirst", b"split"];

/// A regular expression loses an anchor.
pub(super) fn pattern(node: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    let call = node
        .parent()
        .filter(|list| list.kind() == kind::ARGUMENT_LIST && list.named().next() == Some(node))
        .and_then(|list| list.parent())
        .filter(|call| call.kind() == kind::METHOD_CALL);
    let is_pattern =
        call.is_some_and(|call| is_compile(call) || PATTERNS.contains(&callee_name(call)));
    let text = node.text();
    if !is_pattern || is_interpolated(node) || text.starts_with("\"\"\"") || text.len() < 2 {
        return;
    }
    for anchor in anchors(&text[1..text.len() - 1], true) {
        let at = |offset: usize| node.start() + 1 + offset as u32;
        let span = ByteSpan::new(at(anchor.start), at(anchor.end));
        sink(Feature::Pattern, Proposal::cut(span));
    }
}

fn is_compile(call: Node<'_>) -> bool {
    callee_name(call) == b"compile"
        && receiver(call).is_some_and(|class| last_name(class) == b"Pattern")
}

/// `Pattern.compile("…", A | B)`: each flag may go.
pub(super) fn flags(call: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    let given: Vec<Node<'_>> = arguments(call).collect();
    let ([text, flags], true) = (given.as_slice(), is_compile(call)) else {
        return;
    };
    let mut value = *flags;
    if is_flag(value) {
        let span = ByteSpan::new(text.end(), value.end());
        sink(Feature::Pattern, Proposal::cut(span));
    }
    while let (kind::BINARY, Some(left), Some(right)) = (
        value.kind(),
        value.child(field::LEFT),
        value.child(field::RIGHT),
    ) {
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

fn is_flag(node: Node<'_>) -> bool {
    let name = last_name(node);
    !name.is_empty()
        && name
            .iter()
            .all(|byte| byte.is_ascii_uppercase() || *byte == b'_')
}

/// `{a, b}`.
pub(super) fn array(node: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    let items: Vec<Node<'_>> = node.named().collect();
    if items.is_empty() || is_needed(node) {
        return;
    }
    sink(Feature::Collection, Proposal::replace(node, "{}"));
    for cut in elements(&items) {
        sink(Feature::Element, Proposal::cut(cut));
    }
}

/// `List.of(a, b)` and the like. Empty, it must be told by its surroundings what it is a list of: a call on it or a
/// loop over it would not do that.
pub(super) fn collection(call: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    let class = receiver(call).map_or(&b""[..], last_name);
    let is_map = class == b"Map";
    let makes = match callee_name(call) {
        b"of" => is_map || matches!(class, b"List" | b"Set"),
        b"asList" => class == b"Arrays",
        _ => false,
    };
    let items: Vec<Node<'_>> = arguments(call).collect();
    let Some(list) = call.child(field::ARGUMENTS) else {
        return;
    };
    if !makes || items.is_empty() || is_needed(list) {
        return;
    }
    if tells_type(call) {
        sink(Feature::Collection, Proposal::replace(list, "()"));
    }
    // Two elements are needed for one to tell the type.
    if !is_map {
        for cut in elements(&items) {
            sink(Feature::Element, Proposal::cut(cut));
        }
    }
}

/// Whether the place says of what type the value must be.
fn tells_type(call: Node<'_>) -> bool {
    let Some(around) = parent(call) else {
        return false;
    };
    match around.kind() {
        kind::ASSIGNMENT | kind::RETURN => true,
        kind::VARIABLE_DECLARATOR => around
            .parent()
            .and_then(|declaration| declaration.child(field::TYPE))
            .is_some_and(|declared| declared.bytes() != b"var"),
        _ => false,
    }
}
