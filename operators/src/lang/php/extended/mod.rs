//! The extended set in PHP: which constructs may change, and how.

use super::kinds::{field, kind};
use super::names::calls_function;
use super::results::has_declared_result;
use crate::language::Survey;
use crate::offer::{Feature, LoadTime};
use crate::operator::Proposal;
use crate::tree::Node;

mod clauses;
mod flow;
mod literals;
mod values;

/// The operators of the extended set that have mutants in PHP.
pub(super) const OPERATORS: &[&str] = &[
    "cond-true",
    "cond-false",
    "loop-zero",
    "loop-once",
    "break-continue",
    "stmt-delete",
    "assign-plain",
    "assign-null",
    "const-int-dec",
    "const-rel",
    "const-key",
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
    "cast-drop",
    "regex-edit",
    "selector-swap",
    "lambda-body",
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
        kind::FOREACH => flow::for_each(node, sink),
        kind::BREAK | kind::CONTINUE => flow::jump(node, sink),
        kind::EXPRESSION_STATEMENT => flow::statement(node, survey, sink),
        kind::CATCH => clauses::handler(node, sink),
        kind::FINALLY => clauses::at_last(node, sink),
        kind::CASE | kind::DEFAULT => clauses::case(node, sink),
        kind::MATCH_ARM | kind::MATCH_DEFAULT => clauses::arm(node, sink),
        kind::ASSIGNMENT if node.field() == field::UPDATE => {}
        kind::ASSIGNMENT => values::assigned(node, survey, sink),
        kind::AUGMENTED_ASSIGNMENT => values::filled(node, sink),
        kind::BINARY => values::binary(node, sink),
        kind::CAST => {
            if let Some(value) = node.child(field::VALUE) {
                sink(Feature::Cast, Proposal::keep(node, value));
            }
        }
        kind::NULLSAFE_MEMBER_ACCESS | kind::NULLSAFE_MEMBER_CALL => {
            if let Some(token) = node.children().find(|child| child.bytes() == b"?->") {
                sink(Feature::SafeAccess, Proposal::replace(token, "->"));
            }
        }
        kind::FUNCTION_CALL | kind::MEMBER_CALL | kind::SCOPED_CALL => values::call(node, sink),
        kind::STRING | kind::ENCAPSED_STRING => literals::string(node, sink),
        kind::ARRAY => literals::array(node, sink),
        _ => {}
    }
    if node.field() == field::BODY {
        closure_body(node, sink);
    }
}

/// The body of a closure that does not say what it gives back.
fn closure_body(body: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    let Some(closure) = body.parent() else { return };
    let nothing = match closure.kind() {
        kind::ARROW_FUNCTION if body.kind() != kind::NULL => "null",
        kind::ANONYMOUS_FUNCTION if body.named().next().is_some() => "{}",
        _ => return,
    };
    if closure.child(field::RETURN_TYPE).is_none() {
        sink(Feature::ClosureBody, Proposal::replace(body, nothing));
    }
}

/// What a literal outside of all bodies belongs to.
pub(super) fn load_time(literal: Node<'_>) -> Option<LoadTime> {
    for ancestor in literal.ancestors() {
        match ancestor.kind() {
            kind::SIMPLE_PARAMETER | kind::PROMOTED_PARAMETER => {
                return Some(LoadTime::DefaultValue);
            }
            kind::CONST_ELEMENT | kind::PROPERTY_ELEMENT | kind::STATIC_VARIABLE => {
                return Some(LoadTime::Declaration);
            }
            kind::FUNCTION_CALL => {
                return calls_function(ancestor, &[b"define"]).then_some(LoadTime::Declaration);
            }
            kind::EXPRESSION_STATEMENT | kind::COMPOUND => return None,
            _ => {}
        }
    }
    None
}

/// Whether an operator's change would only be refused by a type: null where a function says what it gives back.
pub(super) fn is_refused(operator: &str, node: Node<'_>) -> bool {
    operator == "null-return" && has_declared_result(node)
}

/// Where PHP departs from the tables of the extended set.
pub(super) fn adaptations(operator: &str) -> &'static [&'static str] {
    match operator {
        "cond-true" => &["the whole test and the operands of `&&`; not the test of a loop"],
        "cond-false" => &["the whole test and the operands of `||`"],
        "loop-zero" => &["also `foreach`, but not by reference"],
        "loop-once" => &["`foreach` only"],
        "break-continue" => &["not with a level, not in a `switch`"],
        "stmt-delete" => &["properties, elements, and names that are `global`"],
        "assign-null" => &["not in assignments to several targets"],
        "const-decl" => &["`const`, properties, static variables, `define`"],
        "null-return" => &["only where no type is declared"],
        "elem-drop" => &["of more than eight elements only the first and the last"],
        "value-call" => &["well-known functions only, by name"],
        "case-drop" => &["cases of `switch` and arms of `match` with a default"],
        "regex-edit" => &["patterns of the functions of PCRE"],
        "lambda-body" => &["`null` or `{}`; not where a result is declared"],
        "super-drop" => &["also `parent::__construct()`"],
        _ => &[],
    }
}
