//! Values: errors, collections, characters, patterns, and calls with a counterpart.

use mutscore_model::span::ByteSpan;

use crate::lang::go::kinds::{field, kind};
use crate::lang::go::results::nil_error;
use crate::lang::go::roles::{callee_name, parent, receiver};
use crate::lang::lists::elements;
use crate::offer::Feature;
use crate::operator::Proposal;
use crate::pattern::anchors;
use crate::tree::Node;

/// `return n, nil`: an error after all, where the file can make one.
pub(super) fn missing_error(statement: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    let Some(nothing) = nil_error(statement) else {
        return;
    };
    let root = statement.ancestors().last().unwrap_or(statement);
    let imports = root
        .named()
        .filter(|child| child.kind() == kind::IMPORT)
        .flat_map(|declaration| declaration.subtree())
        .any(|spec| spec.kind() == kind::IMPORT_SPEC && spec.bytes() == b"\"errors\"");
    if imports {
        let made = Proposal::replace(nothing, "errors.New(\"mutscore\")");
        sink(Feature::MissingError, made);
    }
}

/// A slice or map: emptied, or without one of its elements.
pub(super) fn collection(node: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    let is_collection = node
        .child(field::TYPE)
        .is_some_and(|made| matches!(made.kind(), kind::SLICE_TYPE | kind::MAP_TYPE));
    let Some(body) = node.child(field::BODY).filter(|_| is_collection) else {
        return;
    };
    let items: Vec<Node<'_>> = body.named().collect();
    if items.is_empty() {
        return;
    }
    sink(Feature::Collection, Proposal::replace(body, "{}"));
    for cut in elements(&items) {
        sink(Feature::Element, Proposal::cut(cut));
    }
}

/// `'c'`, unless it is returned: then `return-value` makes the same of it. Nor in `'a' - 'A'`, which would be negative.
pub(super) fn character(node: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    let stays = parent(node).is_some_and(|around| {
        let operator = around.child(field::OPERATOR).map(|token| token.bytes());
        around.kind() == kind::RETURN || matches!(operator, Some(b"-" | b"+"))
    });
    if node.bytes() != b"'\\x00'" && !stays {
        sink(Feature::Character, Proposal::replace(node, "'\\x00'"));
    }
}

/// A regular expression loses an anchor.
pub(super) fn pattern(node: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    let is_pattern = node
        .parent()
        .filter(|list| list.kind() == kind::ARGUMENT_LIST && list.named().next() == Some(node))
        .and_then(|list| list.parent())
        .and_then(receiver)
        .is_some_and(|package| package.bytes() == b"regexp");
    let text = node.text();
    if !is_pattern || text.len() < 2 {
        return;
    }
    let doubled = node.kind() == kind::STRING;
    for anchor in anchors(&text[1..text.len() - 1], doubled) {
        let at = |offset: usize| node.start() + 1 + offset as u32;
        let span = ByteSpan::new(at(anchor.start), at(anchor.end));
        sink(Feature::Pattern, Proposal::cut(span));
    }
}

/// Functions of the packages strings, bytes and math with a counterpart that takes the same arguments.
const COUNTERPARTS: &[(&[u8], &str)] = &[
    (b"Ceil", "Floor"),
    (b"Floor", "Ceil"),
    (b"HasPrefix", "HasSuffix"),
    (b"HasSuffix", "HasPrefix"),
    (b"Index", "LastIndex"),
    (b"LastIndex", "Index"),
    (b"Max", "Min"),
    (b"Min", "Max"),
    (b"ToLower", "ToUpper"),
    (b"ToUpper", "ToLower"),
    (b"TrimLeft", "TrimRight"),
    (b"TrimPrefix", "TrimSuffix"),
    (b"TrimRight", "TrimLeft"),
    (b"TrimSuffix", "TrimPrefix"),
];

/// A call of the counterpart.
pub(super) fn call(node: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    let of_package = receiver(node)
        .is_some_and(|package| matches!(package.bytes(), b"strings" | b"bytes" | b"math"));
    let name = node
        .child(field::FUNCTION)
        .and_then(|function| function.child(field::FIELD));
    let known = COUNTERPARTS
        .iter()
        .find(|(known, _)| *known == callee_name(node));
    if let (Some(name), Some((_, other)), true) = (name, known, of_package) {
        sink(Feature::Selector, Proposal::replace(name, *other));
    }
}
