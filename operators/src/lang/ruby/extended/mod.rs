//! The extended set in Ruby: which constructs may change, and how.

use super::calls::bare_arguments;
use super::kinds::{field, kind};
use crate::language::Survey;
use crate::offer::{Feature, LoadTime};
use crate::operator::Proposal;
use crate::tree::Node;

mod clauses;
mod flow;
mod literals;
mod values;

/// The operators of the extended set that have mutants in Ruby.
pub(super) const OPERATORS: &[&str] = &[
    "cond-true",
    "cond-false",
    "loop-zero",
    "break-continue",
    "stmt-delete",
    "assign-plain",
    "assign-null",
    "const-int-dec",
    "const-rel",
    "const-key",
    "const-sym",
    "str-interp",
    "const-decl",
    "default-arg",
    "null-return",
    "concat-drop",
    "empty-coll",
    "elem-drop",
    "value-call",
    "ctor-null",
    "throw-removal",
    "catch-swallow",
    "catch-narrow",
    "finally-drop",
    "case-drop",
    "default-drop",
    "safe-nav",
    "coalesce",
    "spaceship",
    "range-edge",
    "regex-edit",
    "selector-swap",
    "lambda-body",
    "macro-drop",
    "super-drop",
    "arid-removal",
];

/// Passes on what may change at the node.
pub(super) fn offers<'t>(
    node: Node<'t>,
    survey: &Survey<'t>,
    sink: &mut dyn FnMut(Feature, Proposal),
) {
    match node.kind() {
        kind::FOR => flow::for_each(node, sink),
        kind::BREAK | kind::NEXT => flow::jump(node, sink),
        kind::CALL => {
            flow::called(node, sink);
            flow::declared(node, sink);
            values::call(node, sink);
        }
        kind::IDENTIFIER | kind::SUPER => flow::named(node, sink),
        kind::ASSIGNMENT => {
            flow::assignment(node, survey, sink);
            values::assigned(node, survey, sink);
        }
        kind::OPERATOR_ASSIGNMENT => {
            flow::assignment(node, survey, sink);
            values::filled(node, sink);
        }
        kind::BINARY => values::three_way(node, sink),
        kind::RANGE => values::range(node, sink),
        kind::RESCUE => clauses::handler(node, sink),
        kind::ENSURE => clauses::at_last(node, sink),
        kind::WHEN | kind::IN_CLAUSE | kind::ELSE => clauses::case(node, sink),
        kind::STRING => literals::string(node, sink),
        kind::SIMPLE_SYMBOL => literals::symbol(node, sink),
        kind::HASH_KEY_SYMBOL => literals::key_symbol(node, sink),
        kind::REGEX => literals::pattern(node, sink),
        kind::ARRAY | kind::HASH | kind::STRING_ARRAY | kind::SYMBOL_ARRAY => {
            literals::collection(node, sink);
        }
        kind::BLOCK | kind::DO_BLOCK => values::closure_body(node, sink),
        _ => {}
    }
}

/// What a literal outside of all bodies belongs to.
pub(super) fn load_time(literal: Node<'_>) -> Option<LoadTime> {
    for ancestor in literal.ancestors() {
        match ancestor.kind() {
            kind::OPTIONAL_PARAMETER | kind::KEYWORD_PARAMETER => {
                return Some(LoadTime::DefaultValue);
            }
            kind::ASSIGNMENT => {
                let left = ancestor.child(field::LEFT)?;
                let is_constant = matches!(left.kind(), kind::CONSTANT | kind::SCOPE_RESOLUTION);
                return is_constant.then_some(LoadTime::Declaration);
            }
            kind::BODY_STATEMENT | kind::PROGRAM | kind::BLOCK | kind::DO_BLOCK => return None,
            _ => {}
        }
    }
    None
}

/// Whether Ruby may read the change as something else: `foo -1` for `foo 0` may be a difference.
pub(super) fn is_misread(operator: &str, node: Node<'_>) -> bool {
    operator == "const-int-dec"
        && node.parent().is_some_and(|arguments| {
            arguments.kind() == kind::ARGUMENT_LIST
                && arguments.start() == node.start()
                && arguments
                    .parent()
                    .is_some_and(|call| bare_arguments(call).is_some())
        })
}

/// Where Ruby departs from the tables of the extended set.
pub(super) fn adaptations(operator: &str) -> &'static [&'static str] {
    match operator {
        "cond-true" => &["the whole test and the operands of `&&`; not the test of a `while`"],
        "cond-false" => &["the whole test and the operands of `||`; not the test of an `until`"],
        "loop-zero" => &["also `for` and `each`; an `until` gets `|| true`"],
        "break-continue" => {
            &["`break` and `next`; `break` stays in `loop` and in a constant `while`"]
        }
        "stmt-delete" => &[
            "instance, class and global variables, elements, attributes",
            "the last assignment of a method leaves its value",
        ],
        "const-key" => &["strings and symbols in subscripts and hashes, not names of arguments"],
        "const-sym" => &["not `&:name`"],
        "const-decl" => &["constants"],
        "str-interp" => &["not here-documents"],
        "elem-drop" => {
            &["of more than eight elements only the first and the last; not `%w` and `%i`"]
        }
        "value-call" => &["Ruby declares no types: well-known methods only, by name"],
        "throw-removal" => &["`raise`, `fail` and `throw`, also after `or`"],
        "case-drop" => &["`when` and `in`, where there is an `else` and another one"],
        "coalesce" => &["`||=`"],
        "range-edge" => &["ranges with both ends"],
        "lambda-body" => &["`->`, `lambda` and `proc`"],
        "macro-drop" => &["not mixins, visibility, or what has a method in it"],
        _ => &[],
    }
}
