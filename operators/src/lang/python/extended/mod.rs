//! The extended set in Python: which constructs may change, and how.

use super::kinds::{field, kind};
use super::roles::callee_name;
use crate::language::Survey;
use crate::offer::{Feature, LoadTime};
use crate::operator::Proposal;
use crate::tree::Node;

mod clauses;
mod flow;
mod literals;
mod values;

/// The operators of the extended set that have mutants in Python.
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
    "regex-edit",
    "selector-swap",
    "lambda-body",
    "decorator-drop",
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
        kind::BREAK | kind::CONTINUE => flow::jump(node, sink),
        kind::EXPRESSION_STATEMENT => flow::statement(node, survey, sink),
        kind::RAISE => sink(Feature::Throw, Proposal::replace(node, "pass")),
        kind::ASSIGNMENT => values::assigned(node, survey, sink),
        kind::EXCEPT => clauses::handler(node, sink),
        kind::FINALLY => clauses::at_last(node, sink),
        kind::CASE_CLAUSE => clauses::case(node, sink),
        kind::DECORATOR => clauses::decorator(node, sink),
        kind::CALL => {
            values::call(node, sink);
            literals::flags(node, sink);
        }
        kind::STRING => literals::string(node, sink),
        kind::LIST | kind::DICTIONARY | kind::SET | kind::TUPLE => {
            literals::collection(node, sink);
        }
        _ => {}
    }
    let is_closure_body = node.field() == field::BODY
        && node.kind() != kind::NONE
        && node
            .parent()
            .is_some_and(|parent| parent.kind() == kind::LAMBDA);
    if is_closure_body {
        sink(Feature::ClosureBody, Proposal::replace(node, "None"));
    }
}

/// Calls whose text arguments name a type or are looked at by type checkers only.
const TYPE_MAKERS: &[&[u8]] = &[
    b"TypeVar",
    b"ParamSpec",
    b"TypeVarTuple",
    b"NewType",
    b"namedtuple",
    b"NamedTuple",
    b"TypedDict",
];

/// What a literal outside of all bodies belongs to.
pub(super) fn load_time(literal: Node<'_>) -> Option<LoadTime> {
    let mut inside = literal;
    for ancestor in literal.ancestors() {
        match ancestor.kind() {
            kind::DEFAULT_PARAMETER | kind::TYPED_DEFAULT_PARAMETER => {
                return Some(LoadTime::DefaultValue);
            }
            kind::ASSIGNMENT => {
                return (inside.field() == field::RIGHT).then_some(LoadTime::Declaration);
            }
            kind::CALL if TYPE_MAKERS.contains(&callee_name(ancestor)) => return None,
            kind::EXPRESSION_STATEMENT | kind::BLOCK => return None,
            _ => inside = ancestor,
        }
    }
    None
}

/// Where Python departs from the tables of the extended set.
pub(super) fn adaptations(operator: &str) -> &'static [&'static str] {
    match operator {
        "cond-true" => &["the whole test and the operands of `and`; not the test of a loop"],
        "cond-false" => &["the whole test and the operands of `or`"],
        "loop-zero" => &["also `for`, but not `async for` and not comprehensions"],
        "loop-once" => {
            &["`for` only, and only if its last statement does not leave the loop already"]
        }
        "break-continue" => &["`break` stays in a `while` with a constant test"],
        "stmt-delete" => &["attributes, subscripts, and names that are `global` or `nonlocal`"],
        "assign-null" => &["not in assignments to several targets"],
        "const-rel" => &["the highest values of machine types stay"],
        "const-decl" => &["assignments at module and class level"],
        "elem-drop" => &[
            "of more than eight elements only the first and the last",
            "tuples keep two elements",
        ],
        "value-call" => {
            &["Python declares no types: well-known functions and methods only, by name"]
        }
        "ctor-null" => &["a class is known by its capital letter"],
        "case-drop" | "default-drop" => &["a last case of `_` or a bare name is the default"],
        "regex-edit" => &["patterns and flags of functions of `re`"],
        "lambda-body" => &["`None`"],
        "decorator-drop" => &["decorators that only inform people and checkers stay"],
        "super-drop" => &["also `super().__init__()`"],
        _ => &[],
    }
}
