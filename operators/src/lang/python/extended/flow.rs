//! Statements: loops that end early, jumps, and statements that go.

use crate::lang::python::bans::is_arid;
use crate::lang::python::kinds::{field, kind};
use crate::lang::python::roles::{called, callee_name, receiver, unwrapped};
use crate::language::Survey;
use crate::offer::Feature;
use crate::operator::Proposal;
use crate::tree::Node;

/// `for`: nothing to run over, or one turn only.
pub(super) fn for_each(node: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    let is_async = node.children().any(|child| child.bytes() == b"async");
    if let Some(iterated) = node.child(field::RIGHT)
        && !is_async
        && iterated.bytes() != b"[]"
    {
        sink(Feature::Iterated, Proposal::replace(iterated, "[]"));
    }
    let last = node.child(field::BODY).and_then(|body| body.named().last());
    if let Some(last) = last
        && !is_end(last)
    {
        let leave = match has_block(last).then(|| indentation(last)).flatten() {
            Some(indentation) => format!("\n{indentation}break"),
            None if has_block(last) => return,
            None => "; break".to_owned(),
        };
        sink(Feature::LoopEnd, Proposal::wrap(last, "", last, leave));
    }
}

/// Whether nothing after the statement is executed.
fn is_end(statement: Node<'_>) -> bool {
    matches!(
        statement.kind(),
        kind::RETURN | kind::RAISE | kind::BREAK | kind::CONTINUE
    )
}

/// Whether a statement spreads over further lines of its own, so that nothing can follow on its last one.
fn has_block(statement: Node<'_>) -> bool {
    statement.kind() == kind::DECORATED
        || statement
            .children()
            .any(|child| child.kind() == kind::BLOCK)
}

/// The blanks before a statement that begins its line.
fn indentation(statement: Node<'_>) -> Option<&str> {
    let before = statement.before();
    let line = before.rsplit(|byte| matches!(byte, b'\n' | b'\r')).next()?;
    let blank = line.iter().all(|byte| matches!(byte, b' ' | b'\t'));
    blank.then(|| std::str::from_utf8(line).ok())?
}

/// `break` and `continue` change places.
pub(super) fn jump(node: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    let other = if node.kind() == kind::BREAK {
        if enclosing_loop(node).is_none_or(|around| is_endless(around)) {
            return;
        }
        "continue"
    } else {
        "break"
    };
    sink(Feature::Jump, Proposal::replace(node, other));
}

/// The loop that a jump belongs to: one in whose `else` it stands is not it.
fn enclosing_loop(jump: Node<'_>) -> Option<Node<'_>> {
    jump.ancestors().find(|around| {
        matches!(around.kind(), kind::FOR | kind::WHILE)
            && around
                .child(field::BODY)
                .is_some_and(|body| body.holds(jump))
    })
}

/// Whether only a jump ends the loop.
fn is_endless(around: Node<'_>) -> bool {
    around.kind() == kind::WHILE
        && around.child(field::CONDITION).is_some_and(|condition| {
            matches!(
                unwrapped(condition).kind(),
                kind::TRUE | kind::INTEGER | kind::STRING
            )
        })
}

/// An expression statement: what it assigns or calls may stay undone.
pub(super) fn statement<'t>(
    node: Node<'t>,
    survey: &Survey<'t>,
    sink: &mut dyn FnMut(Feature, Proposal),
) {
    let mut parts = node.named();
    let (Some(only), None) = (parts.next(), parts.next()) else {
        return;
    };
    if let Some(call) = called(only) {
        if is_arid(call) {
            sink(Feature::AridCall, Proposal::replace(only, "pass"));
        }
        let of_base = receiver(call)
            .is_some_and(|base| base.kind() == kind::CALL && callee_name(base) == b"super");
        if of_base {
            sink(Feature::SuperCall, Proposal::replace(only, "pass"));
        }
    } else if matches!(only.kind(), kind::ASSIGNMENT | kind::AUGMENTED_ASSIGNMENT)
        && outlives(only)
        && !survey.drives_loop(only)
    {
        sink(Feature::Assignment, Proposal::replace(only, "pass"));
    }
}

/// Whether an assignment changes something that the function does not end with: an attribute, an element, a name of
/// an outer scope. One that also sets other names does not count.
fn outlives(assignment: Node<'_>) -> bool {
    let (Some(left), Some(right)) = (
        assignment.child(field::LEFT),
        assignment.child(field::RIGHT),
    ) else {
        return false;
    };
    right.kind() != kind::ASSIGNMENT
        && match left.kind() {
            kind::ATTRIBUTE | kind::SUBSCRIPT => true,
            kind::IDENTIFIER => is_of_outer_scope(left),
            _ => false,
        }
}

fn is_of_outer_scope(name: Node<'_>) -> bool {
    super::super::roles::function_around(name).is_some_and(|function| {
        function.subtree().any(|node| {
            matches!(node.kind(), kind::GLOBAL | kind::NONLOCAL)
                && node
                    .named()
                    .any(|declared| declared.bytes() == name.bytes())
        })
    })
}
