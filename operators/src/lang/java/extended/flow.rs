//! Statements: jumps, and statements that go.

use super::safety::{in_void_method, is_end, is_followed, may_lack_values, surely_goes_on};
use crate::lang::java::bans::is_arid;
use crate::lang::java::calls::{is_statement, is_unused_statement, receiver};
use crate::lang::java::compile::{
    assigns, holds_binding, kept_unexecuted, may_be_awaited, may_throw,
};
use crate::lang::java::kinds::{field, kind};
use crate::lang::java::roles::unwrapped;
use crate::lang::java::structure::{has_modifier, is_function, is_type_declaration};
use crate::language::Survey;
use crate::offer::Feature;
use crate::operator::Proposal;
use crate::tree::Node;

/// `break` and `continue` change places where the loop has a test: without one, the code after it would become
/// reachable or unreachable.
pub(super) fn jump(node: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    let around = node.ancestors().find(|around| {
        matches!(
            around.kind(),
            kind::WHILE | kind::DO | kind::FOR | kind::ENHANCED_FOR | kind::SWITCH
        )
    });
    let (Some(around), Some(word)) = (around, node.children().next()) else {
        return;
    };
    let has_label = node.named().next().is_some();
    let tests = around.kind() == kind::ENHANCED_FOR
        || around
            .child(field::CONDITION)
            .is_some_and(|condition| unwrapped(condition).kind() != kind::TRUE);
    if has_label || around.kind() == kind::SWITCH || !tests {
        return;
    }
    let other = if node.kind() == kind::BREAK {
        "continue"
    } else {
        "break"
    };
    sink(Feature::Jump, Proposal::replace(word, other));
}

/// What is left of a statement that goes; in code that never runs if a `catch` around needs it.
fn removed(statement: Node<'_>) -> Option<Proposal> {
    let after_arrow = statement
        .parent()
        .is_some_and(|parent| parent.kind() == kind::SWITCH_RULE);
    let plain = Proposal::replace(statement, if after_arrow { "{}" } else { ";" });
    let parts = match statement.named().next() {
        Some(whole) if whole.kind() == kind::ASSIGNMENT => whole,
        _ => statement,
    };
    if parts.named().any(assigns) {
        None
    } else if may_be_awaited(statement) && (may_throw(statement) || statement.kind() == kind::THROW)
    {
        Some(kept_unexecuted(statement, plain))
    } else {
        Some(plain)
    }
}

/// An expression statement: what it assigns or calls may stay undone.
pub(super) fn statement<'t>(
    node: Node<'t>,
    survey: &Survey<'t>,
    sink: &mut dyn FnMut(Feature, Proposal),
) {
    let Some(only) = node.named().next().filter(|_| is_unused_statement(node)) else {
        return;
    };
    let feature = match only.kind() {
        kind::METHOD_CALL if is_arid(only) => Feature::AridCall,
        kind::METHOD_CALL
            if is_statement(only)
                && receiver(only).is_some_and(|base| base.kind() == kind::SUPER) =>
        {
            Feature::SuperCall
        }
        kind::ASSIGNMENT if outlives(only) && !survey.drives_loop(only) => Feature::Assignment,
        _ => return,
    };
    if let Some(proposal) = removed(node) {
        sink(feature, proposal);
    }
}

/// Whether an assignment sets an element of an array or a field that may be set again.
fn outlives(assignment: Node<'_>) -> bool {
    let (Some(left), Some(right)) = (
        assignment.child(field::LEFT),
        assignment.child(field::RIGHT),
    ) else {
        return false;
    };
    right.kind() != kind::ASSIGNMENT
        && match left.kind() {
            kind::ARRAY_ACCESS => true,
            kind::FIELD_ACCESS => left
                .child(field::FIELD)
                .is_some_and(|name| !must_be_set(name)),
            kind::IDENTIFIER => is_field(left) && !must_be_set(left),
            _ => false,
        }
}

/// Whether a field of that name in this file is final, or the type around is a record, whose fields all are.
fn must_be_set(name: Node<'_>) -> bool {
    let in_record = name
        .ancestors()
        .find(|ancestor| is_type_declaration(ancestor.kind()))
        .is_some_and(|owner| owner.kind() == kind::RECORD);
    in_record
        || declarations(name, kind::FIELD).any(|declaration| has_modifier(declaration, b"final"))
}

/// Declarations in the file that declare the name.
fn declarations<'t>(name: Node<'t>, kind: u16) -> impl Iterator<Item = Node<'t>> {
    let root = name.ancestors().last().unwrap_or(name);
    root.subtree()
        .filter(move |node| node.kind() == kind)
        .filter(move |declaration| declares(*declaration, name))
}

fn declares(declaration: Node<'_>, name: Node<'_>) -> bool {
    declaration.named().any(|declarator| {
        declarator.kind() == kind::VARIABLE_DECLARATOR
            && declarator
                .child(field::NAME)
                .is_some_and(|declared| declared.bytes() == name.bytes())
    })
}

/// Whether the name is a field of this file and of nothing nearer.
fn is_field(name: Node<'_>) -> bool {
    let function = name
        .ancestors()
        .filter(|ancestor| is_function(ancestor.kind()))
        .last();
    let is_local = function.is_some_and(|function| {
        function.subtree().any(|node| {
            matches!(
                node.kind(),
                kind::VARIABLE_DECLARATOR
                    | kind::FORMAL_PARAMETER
                    | kind::CATCH_PARAMETER
                    | kind::ENHANCED_FOR
                    | kind::RESOURCE
                    | kind::INSTANCEOF
            ) && node
                .child(field::NAME)
                .is_some_and(|declared| declared.bytes() == name.bytes())
        })
    });
    !is_local && declarations(name, kind::FIELD).next().is_some()
}

/// `throw`: not thrown where the code after it is known to be reachable all the same.
pub(super) fn throw<'t>(
    node: Node<'t>,
    survey: &Survey<'t>,
    sink: &mut dyn FnMut(Feature, Proposal),
) {
    let in_rule = node
        .parent()
        .is_some_and(|parent| parent.kind() == kind::SWITCH_RULE);
    let harmless =
        ends_lone_branch(node, survey) || (in_void_method(node) && !may_lack_values(node));
    if !in_rule
        && harmless
        && let Some(proposal) = removed(node)
    {
        sink(Feature::Throw, proposal);
    }
}

/// Whether the statement is the last of what an `if` without `else` does: the code after that `if` is reachable by its
/// other way already. A pattern in the test would lose its variable there.
fn ends_lone_branch<'t>(statement: Node<'t>, survey: &Survey<'t>) -> bool {
    let mut branch = statement;
    if let Some(block) = statement
        .parent()
        .filter(|parent| parent.kind() == kind::BLOCK)
    {
        if block.named().last() != Some(statement) {
            return false;
        }
        branch = block;
    }
    branch.field() == field::CONSEQUENCE
        && branch.parent().is_some_and(|test| {
            test.kind() == kind::IF
                && test.child(field::ALTERNATIVE).is_none()
                && test.field() != field::ALTERNATIVE
                && test
                    .child(field::CONDITION)
                    .is_some_and(|condition| !holds_binding(condition, survey))
        })
}

/// The block of a lambda that gives back nothing.
pub(super) fn closure_body(block: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    let is_body = block.field() == field::BODY
        && block
            .parent()
            .is_some_and(|parent| parent.kind() == kind::LAMBDA);
    let gives_back = |part: Node<'_>| part.kind() == kind::RETURN && part.named().next().is_some();
    if is_body
        && block.named().next().is_some()
        && surely_goes_on(block)
        && !block.subtree().any(gives_back)
    {
        sink(Feature::ClosureBody, Proposal::replace(block, "{}"));
    }
}

/// Whether code may go on after a statement is gone that ended there.
pub(super) fn may_fall_through(block: Node<'_>, statement: Node<'_>) -> bool {
    let ends = block.named().last().is_some_and(is_end);
    surely_goes_on(block) || (ends && (in_void_method(statement) || is_followed(statement)))
}
