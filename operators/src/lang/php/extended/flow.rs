//! Statements: loops that end early, jumps, and statements that go.

use crate::lang::php::bans::is_arid;
use crate::lang::php::kinds::{field, kind};
use crate::lang::php::names::{is_call, receiver};
use crate::lang::php::roles::{function_around, is_true, is_word, unwrapped};
use crate::language::Survey;
use crate::offer::Feature;
use crate::operator::Proposal;
use crate::tree::Node;

/// `foreach`: nothing to run over, or one turn only.
pub(super) fn for_each(node: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    let mut parts = node.named();
    let (Some(iterated), Some(target)) = (parts.next(), parts.next()) else {
        return;
    };
    // An empty array cannot be referred to.
    let by_reference = target.subtree().any(|part| part.bytes() == b"&");
    if !by_reference && iterated.bytes() != b"[]" {
        sink(Feature::Iterated, Proposal::replace(iterated, "[]"));
    }
    let Some(body) = node.child(field::BODY) else {
        return;
    };
    let is_list = matches!(body.kind(), kind::COMPOUND | kind::COLON_BLOCK);
    let last = if is_list {
        body.named().last()
    } else {
        Some(body)
    };
    let Some(last) = last.filter(|last| !is_end(*last)) else {
        return;
    };
    let proposal = if is_list {
        Proposal::wrap(last, "", last, " break;")
    } else {
        Proposal::wrap(last, "{ ", last, " break; }")
    };
    sink(Feature::LoopEnd, proposal);
}

/// Whether nothing after the statement is executed. Text outside of the code is no statement to put one after.
fn is_end(statement: Node<'_>) -> bool {
    let throws = statement
        .named()
        .next()
        .is_some_and(|only| only.kind() == kind::THROW);
    throws
        || matches!(
            statement.kind(),
            kind::RETURN | kind::BREAK | kind::CONTINUE | kind::EXIT | kind::TEXT | kind::EMPTY
        )
}

/// `break` and `continue` change places.
pub(super) fn jump(node: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    let has_level = node.named().next().is_some();
    let around = node.ancestors().find(|around| {
        matches!(
            around.kind(),
            kind::FOREACH | kind::FOR | kind::WHILE | kind::DO | kind::SWITCH
        )
    });
    let (Some(around), Some(word)) = (around, node.children().next()) else {
        return;
    };
    if has_level || around.kind() == kind::SWITCH {
        return;
    }
    if node.kind() == kind::CONTINUE {
        sink(Feature::Jump, Proposal::replace(word, "break"));
    } else if !is_endless(around) {
        sink(Feature::Jump, Proposal::replace(word, "continue"));
    }
}

/// Whether only a jump ends the loop.
fn is_endless(around: Node<'_>) -> bool {
    let condition = around.child(field::CONDITION).map(unwrapped);
    match around.kind() {
        kind::FOREACH => false,
        _ => condition.is_none_or(|condition| {
            condition.kind() == kind::INTEGER
                || (condition.kind() == kind::BOOLEAN && is_true(condition))
        }),
    }
}

/// An expression statement: what it throws, assigns or calls may stay undone.
pub(super) fn statement<'t>(
    node: Node<'t>,
    survey: &Survey<'t>,
    sink: &mut dyn FnMut(Feature, Proposal),
) {
    let Some(only) = node.named().next() else {
        return;
    };
    let mut drop = |feature| sink(feature, Proposal::replace(node, ";"));
    match only.kind() {
        kind::THROW => drop(Feature::Throw),
        kind::ASSIGNMENT | kind::AUGMENTED_ASSIGNMENT
            if outlives(only) && !survey.drives_loop(only) =>
        {
            drop(Feature::Assignment);
        }
        _ if is_call(only) => {
            if is_arid(only) {
                drop(Feature::AridCall);
            }
            let of_base = only.kind() == kind::SCOPED_CALL
                && receiver(only).is_some_and(|scope| is_word(scope.bytes(), b"parent"));
            if of_base {
                drop(Feature::SuperCall);
            }
        }
        _ => {}
    }
}

/// Whether an assignment changes something that the function does not end with: a property, an element, a global. One
/// that also sets other names does not count.
fn outlives(assignment: Node<'_>) -> bool {
    let (Some(left), Some(right)) = (
        assignment.child(field::LEFT),
        assignment.child(field::RIGHT),
    ) else {
        return false;
    };
    right.kind() != kind::ASSIGNMENT
        && match left.kind() {
            kind::MEMBER_ACCESS | kind::SCOPED_PROPERTY | kind::SUBSCRIPT => true,
            kind::VARIABLE => is_global(left),
            _ => false,
        }
}

fn is_global(name: Node<'_>) -> bool {
    function_around(name).is_some_and(|function| {
        function.subtree().any(|node| {
            node.kind() == kind::GLOBAL
                && node
                    .named()
                    .any(|declared| declared.bytes() == name.bytes())
        })
    })
}
