//! The extended set in Go: which constructs may change, and how.

use super::kinds::{field, kind};
use crate::language::Survey;
use crate::offer::{Feature, LoadTime};
use crate::operator::Proposal;
use crate::tree::Node;

mod flow;
pub(super) mod safety;
mod values;

/// The operators of the extended set that have mutants in Go.
pub(super) const OPERATORS: &[&str] = &[
    "cond-true",
    "cond-false",
    "loop-zero",
    "loop-once",
    "break-continue",
    "stmt-delete",
    "assign-plain",
    "const-int-dec",
    "const-rel",
    "const-char",
    "const-decl",
    "error-return",
    "concat-drop",
    "empty-coll",
    "elem-drop",
    "throw-removal",
    "case-drop",
    "default-drop",
    "defer-drop",
    "go-inline",
    "regex-edit",
    "selector-swap",
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
        kind::EXPRESSION_STATEMENT => flow::statement(node, sink),
        kind::ASSIGNMENT => flow::assignment(node, survey, sink),
        kind::DEFER => sink(Feature::Deferred, Proposal::replace(node, "")),
        kind::GO => {
            if let Some(call) = node.named().next() {
                sink(Feature::Concurrent, Proposal::keep(node, call));
            }
        }
        kind::EXPRESSION_CASE | kind::DEFAULT_CASE => flow::case(node, sink),
        kind::RETURN => values::missing_error(node, sink),
        kind::COMPOSITE => values::collection(node, sink),
        kind::RUNE => values::character(node, sink),
        kind::STRING | kind::RAW_STRING => values::pattern(node, sink),
        kind::CALL => values::call(node, sink),
        _ => {}
    }
}

/// What a literal outside of all bodies belongs to: a declaration, unless it counts its lines.
pub(super) fn load_time(literal: Node<'_>) -> Option<LoadTime> {
    for ancestor in literal.ancestors() {
        match ancestor.kind() {
            kind::CONST_SPEC | kind::VAR_SPEC => {
                let counts = ancestor.subtree().any(|part| part.kind() == kind::IOTA);
                return (!counts).then_some(LoadTime::Declaration);
            }
            kind::BLOCK => return None,
            _ => {}
        }
    }
    None
}

/// For what a loop tests: the truth value with which it goes on.
pub(super) fn goes_on_if(node: Node<'_>) -> Option<bool> {
    let parent = node.parent()?;
    let tests = match parent.kind() {
        kind::FOR_CLAUSE => node.field() == field::CONDITION,
        kind::FOR => {
            node.field() != field::BODY
                && !matches!(node.kind(), kind::FOR_CLAUSE | kind::RANGE_CLAUSE)
        }
        _ => false,
    };
    tests.then_some(true)
}

/// Where Go departs from the tables of the extended set.
pub(super) fn adaptations(operator: &str) -> &'static [&'static str] {
    match operator {
        "cond-true" => &["the whole test and the operands of `&&`; not the test of a loop"],
        "cond-false" => &["the whole test and the operands of `||`"],
        "loop-zero" => &["loops with a test only"],
        "loop-once" => &["`range` only"],
        "break-continue" => {
            &["not with a label, in a `switch` or `select`, or in a loop without a test"]
        }
        "stmt-delete" => &["fields, elements and what a pointer points to"],
        "assign-plain" => &["not shifts by what is no literal"],
        "const-int-dec" => &["0 stays: it may be unsigned, or an index"],
        "const-decl" => &["`const` and package variables, not lines with `iota`"],
        "error-return" => &["`errors.New(\"mutscore\")`"],
        "empty-coll" => &["slices and maps"],
        "elem-drop" => &[
            "slices and maps",
            "of more than eight elements only the first and the last",
        ],
        "throw-removal" => &["`panic`, where a statement follows or nothing is given back"],
        "case-drop" | "default-drop" => &["`switch` on values without `fallthrough`"],
        "regex-edit" => &["patterns of the package regexp"],
        "arid-removal" => &["not locks and waits"],
        _ => &[],
    }
}
