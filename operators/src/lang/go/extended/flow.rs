//! Statements: loops that end early, jumps, statements and cases that go.

use crate::lang::go::bans::{is_quiet_statement, is_told};
use crate::lang::go::kinds::{field, kind};
use crate::lang::go::roles::{assignment as parts_of, callee_name, function_around, receiver};
use crate::language::Survey;
use crate::offer::Feature;
use crate::operator::Proposal;
use crate::tree::Node;

/// `for … range`: one turn only.
pub(super) fn for_each(node: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    let ranges = node.named().any(|child| child.kind() == kind::RANGE_CLAUSE);
    let last = node
        .child(field::BODY)
        .and_then(|body| body.named().next())
        .filter(|list| list.kind() == kind::STATEMENT_LIST)
        .and_then(|list| list.named().last());
    if let Some(last) = last
        && ranges
        && !is_end(last)
    {
        sink(Feature::LoopEnd, Proposal::wrap(last, "", last, "; break"));
    }
}

/// Whether nothing after the statement is executed.
fn is_end(statement: Node<'_>) -> bool {
    matches!(
        statement.kind(),
        kind::RETURN | kind::BREAK | kind::CONTINUE | kind::GOTO | kind::LABELED
    ) || is_panic(statement)
}

fn is_panic(statement: Node<'_>) -> bool {
    statement.kind() == kind::EXPRESSION_STATEMENT
        && statement.named().next().is_some_and(|call| {
            call.kind() == kind::CALL && receiver(call).is_none() && callee_name(call) == b"panic"
        })
}

/// `break` and `continue` change places where the loop has a test or a range.
pub(super) fn jump(node: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    let around = node.ancestors().find(|around| {
        matches!(
            around.kind(),
            kind::FOR | kind::EXPRESSION_SWITCH | kind::TYPE_SWITCH | kind::SELECT
        )
    });
    let Some(around) = around.filter(|around| around.kind() == kind::FOR) else {
        return;
    };
    let tests = around.named().any(|head| match head.kind() {
        kind::FOR_CLAUSE => head.child(field::CONDITION).is_some(),
        _ => head.field() != field::BODY && head.kind() != kind::TRUE,
    });
    let has_label = node.named().next().is_some();
    let (Some(word), true) = (node.children().next(), tests && !has_label) else {
        return;
    };
    let other = if node.kind() == kind::BREAK {
        "continue"
    } else {
        "break"
    };
    sink(Feature::Jump, Proposal::replace(word, other));
}

fn in_list(statement: Node<'_>) -> bool {
    statement
        .parent()
        .is_some_and(|list| list.kind() == kind::STATEMENT_LIST)
}

fn is_followed(statement: Node<'_>) -> bool {
    statement
        .parent()
        .is_some_and(|list| list.named().last() != Some(statement))
}

fn gives_back_nothing(node: Node<'_>) -> bool {
    function_around(node).is_some_and(|function| function.child(field::RESULT).is_none())
}

/// Whether the statement ends what an `if` without `else` does: the code after that is reachable all the same.
fn ends_lone_branch(statement: Node<'_>) -> bool {
    statement
        .ancestors()
        .nth(1)
        .filter(|block| block.field() == field::CONSEQUENCE)
        .and_then(|block| block.parent())
        .is_some_and(|test| test.child(field::ALTERNATIVE).is_none())
}

/// A call that stands alone: `panic`, and what only tells or frees something.
pub(super) fn statement(node: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    if !in_list(node) {
        return;
    }
    if is_panic(node) {
        if is_followed(node) || gives_back_nothing(node) || ends_lone_branch(node) {
            sink(Feature::Throw, Proposal::replace(node, ""));
        }
    } else if is_quiet_statement(node) && is_told(node) {
        sink(Feature::AridCall, Proposal::replace(node, ""));
    }
}

/// An assignment to something that the function does not end with.
pub(super) fn assignment<'t>(
    node: Node<'t>,
    survey: &Survey<'t>,
    sink: &mut dyn FnMut(Feature, Proposal),
) {
    let Some(parts) = parts_of(node).filter(|_| in_list(node)) else {
        return;
    };
    let outlives = match parts.left.kind() {
        kind::SELECTOR | kind::INDEX => true,
        kind::UNARY => parts.left.bytes().first() == Some(&b'*'),
        _ => false,
    };
    if outlives && !survey.drives_loop(node) {
        sink(Feature::Assignment, Proposal::replace(node, ""));
    }
}

/// A case goes where there is a default, and the default where the code after the switch is reachable all the same.
pub(super) fn case(clause: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    let Some(switch) = clause
        .parent()
        .filter(|switch| switch.kind() == kind::EXPRESSION_SWITCH)
    else {
        return;
    };
    let has = |kind: u16| switch.named().any(|other| other.kind() == kind);
    let falls = switch
        .subtree()
        .any(|part| part.kind() == kind::FALLTHROUGH);
    if falls {
        return;
    }
    if clause.kind() == kind::EXPRESSION_CASE {
        if has(kind::DEFAULT_CASE) {
            sink(Feature::Case, Proposal::replace(clause, ""));
        }
    } else if has(kind::EXPRESSION_CASE)
        && in_list(switch)
        && (is_followed(switch) || gives_back_nothing(switch))
    {
        sink(Feature::DefaultCase, Proposal::replace(clause, ""));
    }
}
