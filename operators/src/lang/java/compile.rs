//! What keeps a mutated Java file compilable: forms that leave the old code in place for the compiler, and changes that
//! no form can save.

use super::kinds::{field, kind};
use super::structure::{has_modifier, is_branch, is_function, is_type_declaration, simple_name};
use crate::language::Survey;
use crate::operator::Proposal;
use crate::tokens::Change;
use crate::tree::Node;
use mutscore_model::mutant::Form;

/// Exceptions that may be caught though nothing in the body throws them.
const UNCHECKED: &[&[u8]] = &[
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
        _ => Some(proposal),
    }
}

/// Whether a pattern inside gives a value a name: after the change the name might be used where it is not bound.
fn holds_binding(node: Node<'_>, survey: &Survey<'_>) -> bool {
    let next = survey
        .bindings
        .partition_point(|binding| *binding < node.index());
    survey
        .bindings
        .get(next)
        .is_some_and(|binding| *binding < node.after())
}

/// Keeps a removed call in code that never runs if a `catch` around needs it. An assigned variable among its arguments
/// might be used later, so such a call stays.
fn removed_call(call: Node<'_>, mut proposal: Proposal) -> Option<Proposal> {
    if assigns(call) {
        return None;
    }
    if !may_be_awaited(call) {
        return Some(proposal);
    }
    let statement = call.parent()?;
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
    Some(proposal)
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
fn may_throw(value: Node<'_>) -> bool {
    value
        .subtree()
        .any(|part| matches!(part.kind(), kind::METHOD_CALL | kind::OBJECT_CREATION))
}

/// Whether a variable is given a value inside.
fn assigns(call: Node<'_>) -> bool {
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
fn may_be_awaited(node: Node<'_>) -> bool {
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
