//! What keeps a mutated Java file compilable: forms that leave the old code in place for the compiler, and changes that
//! no form can save.

use super::kinds::{field, kind};
use super::results::may_be_null;
use super::structure::{has_modifier, is_branch, is_function, is_type_declaration, simple_name};
use super::survey::is_stringish;
use crate::language::Survey;
use crate::operator::Proposal;
use crate::tokens::Change;
use crate::tree::Node;
use mutscore_model::mutant::Form;

/// Exceptions that may be caught though nothing in the body throws them.
pub(super) const UNCHECKED: &[&[u8]] = &[
    b"ArithmeticException",
    b"ArrayIndexOutOfBoundsException",
    b"ArrayStoreException",
    b"AssertionError",
    b"ClassCastException",
    b"ConcurrentModificationException",
    b"DateTimeException",
    b"DateTimeParseException",
    b"EmptyStackException",
    b"Error",
    b"Exception",
    b"IllegalArgumentException",
    b"IllegalStateException",
    b"IndexOutOfBoundsException",
    b"InputMismatchException",
    b"LinkageError",
    b"MissingResourceException",
    b"NegativeArraySizeException",
    b"NoSuchElementException",
    b"NullPointerException",
    b"NumberFormatException",
    b"OutOfMemoryError",
    b"PatternSyntaxException",
    b"RuntimeException",
    b"SecurityException",
    b"StackOverflowError",
    b"StringIndexOutOfBoundsException",
    b"Throwable",
    b"UncheckedIOException",
    b"UnsupportedOperationException",
];

/// Passes `proposal` on, in another form if it needs one, or refuses it.
pub(super) fn protect<'t>(
    operator: &str,
    node: Node<'t>,
    proposal: Proposal,
    survey: &Survey<'t>,
) -> Option<Proposal> {
    match operator {
        "logical" | "unary-not" => (!holds_binding(node, survey)).then_some(proposal),
        "negate-cond" => {
            let whole = proposal.span == node.span();
            (!whole || !holds_binding(node, survey)).then_some(proposal)
        }
        "call-removal" => removed_call(node, proposal),
        "return-value" => Some(replaced_result(node, proposal)),
        "cond-true" | "cond-false" | "loop-zero" => {
            (!holds_binding(node, survey)).then_some(proposal)
        }
        "null-return" => may_be_null(node).then(|| replaced_result(node, proposal)),
        "assign-plain" => takes_the_same(node, survey).then_some(proposal),
        "concat-drop" => leaves_text(node, &proposal, survey).then_some(proposal),
        _ => Some(proposal),
    }
}

/// Whether a pattern inside gives a value a name: after the change the name might be used where it is not bound.
pub(super) fn holds_binding(node: Node<'_>, survey: &Survey<'_>) -> bool {
    let next = survey
        .bindings
        .partition_point(|binding| *binding < node.index());
    survey
        .bindings
        .get(next)
        .is_some_and(|binding| *binding < node.after())
}

/// Whether the right side of a compound assignment can be assigned as it is: text takes only text then, and a whole
/// number no fraction.
fn takes_the_same<'t>(assignment: Node<'t>, survey: &Survey<'t>) -> bool {
    let (Some(left), Some(right)) = (
        assignment.child(field::LEFT),
        assignment.child(field::RIGHT),
    ) else {
        return false;
    };
    let is_text = |node: Node<'t>| is_stringish(node, survey);
    let is_fraction = |part: Node<'_>| matches!(part.kind(), kind::DECIMAL_FLOAT | kind::HEX_FLOAT);
    (is_text(right) || !is_text(left)) && !right.subtree().any(is_fraction)
}

/// Whether what stays of a concatenation is text, and what goes is needed by nothing.
fn leaves_text<'t>(node: Node<'t>, proposal: &Proposal, survey: &Survey<'t>) -> bool {
    let sides = [node.child(field::LEFT), node.child(field::RIGHT)];
    let Change::Wrap { kept, .. } = &proposal.change else {
        return false;
    };
    sides.into_iter().flatten().all(|side| {
        if side.span() == *kept {
            is_stringish(side, survey)
        } else {
            let awaited = may_throw(side) && may_be_awaited(side);
            !(assigns(side) || awaited)
        }
    })
}

/// Keeps a removed call in code that never runs if a `catch` around needs it. An assigned variable among its arguments
/// might be used later, so such a call stays.
fn removed_call(call: Node<'_>, proposal: Proposal) -> Option<Proposal> {
    if assigns(call) {
        return None;
    }
    if !may_be_awaited(call) {
        return Some(proposal);
    }
    Some(kept_unexecuted(call.parent()?, proposal))
}

/// The statement in code that never runs, for `proposal`, which would take it away.
pub(super) fn kept_unexecuted(statement: Node<'_>, mut proposal: Proposal) -> Proposal {
    // Without a block, an `else` behind a branch without braces would become that of the new `if`.
    let needs_block = is_branch(statement)
        || statement
            .parent()
            .is_some_and(|parent| parent.kind() == kind::SWITCH_RULE);
    let (before, after) = if needs_block {
        ("{ if (false) ", " }")
    } else {
        ("if (false) ", "")
    };
    proposal.change = Change::Wrap {
        before: before.into(),
        kept: statement.span(),
        after: after.into(),
    };
    proposal.form = Form::Guarded;
    proposal
}

/// Keeps a replaced result in a branch that is never taken if a `catch` around needs it.
fn replaced_result(statement: Node<'_>, mut proposal: Proposal) -> Proposal {
    let value = statement
        .subtree()
        .find(|part| part.span() == proposal.span && part.is_named());
    let Some(value) = value.filter(|value| may_throw(*value) && may_be_awaited(*value)) else {
        return proposal;
    };
    if let Change::Text(text) = &proposal.change {
        // A conditional as the other branch needs no parentheses; a lambda or an assignment would.
        let open = matches!(value.kind(), kind::LAMBDA | kind::ASSIGNMENT);
        let (before, after) = if open {
            (format!("true ? {text} : ("), ")")
        } else {
            (format!("true ? {text} : "), "")
        };
        proposal.change = Change::Wrap {
            before: before.into(),
            kept: value.span(),
            after: after.into(),
        };
        proposal.form = Form::Guarded;
    }
    proposal
}

/// Only calls and constructors throw checked exceptions.
pub(super) fn may_throw(value: Node<'_>) -> bool {
    value
        .subtree()
        .any(|part| matches!(part.kind(), kind::METHOD_CALL | kind::OBJECT_CREATION))
}

/// Whether a variable is given a value inside.
pub(super) fn assigns(call: Node<'_>) -> bool {
    call.subtree().any(|part| {
        part.kind() == kind::ASSIGNMENT
            && part
                .child(field::LEFT)
                .is_some_and(|left| left.kind() == kind::IDENTIFIER)
            && part
                .ancestors()
                .take_while(|ancestor| *ancestor != call)
                .all(|ancestor| ancestor.kind() != kind::LAMBDA)
    })
}

/// Whether the node lies in the initialiser of a constant, or in an enum constant: what stands there may be wanted at
/// compile time, and is copied into other classes.
pub(super) fn is_constant(node: Node<'_>) -> bool {
    node.ancestors()
        .take_while(|ancestor| !is_function(ancestor.kind()))
        .any(|ancestor| match ancestor.kind() {
            kind::CONSTANT | kind::ENUM_CONSTANT => true,
            kind::FIELD | kind::LOCAL_VARIABLE => has_modifier(ancestor, b"final"),
            _ => false,
        })
}

/// Whether a `try` around, in the same function, catches something that only checked code may throw.
pub(super) fn may_be_awaited(node: Node<'_>) -> bool {
    let mut inner = node;
    for ancestor in node.ancestors() {
        if is_function(ancestor.kind()) || is_type_declaration(ancestor.kind()) {
            return false;
        }
        let is_try = matches!(ancestor.kind(), kind::TRY | kind::TRY_WITH_RESOURCES);
        if is_try && inner.field() == field::BODY && ancestor.named().any(catches_checked) {
            return true;
        }
        inner = ancestor;
    }
    false
}

fn catches_checked(clause: Node<'_>) -> bool {
    clause.kind() == kind::CATCH_CLAUSE
        && clause
            .named()
            .filter(|part| part.kind() == kind::CATCH_PARAMETER)
            .flat_map(Node::named)
            .filter(|part| part.kind() == kind::CATCH_TYPE)
            .flat_map(Node::named)
            .any(|caught| !UNCHECKED.contains(&simple_name(caught)))
}
