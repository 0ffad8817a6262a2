//! Which role each kind of PHP node plays.

use super::kinds::{field, kind};
use super::literals::has_code;
use super::names::is_call;
use crate::language::{Binary, Role};
use crate::tree::Node;

/// The node's role, if it has one.
pub(super) fn role(node: Node<'_>) -> Option<Role<'_>> {
    Some(match node.kind() {
        kind::BINARY => binary_role(node)?,
        kind::AUGMENTED_ASSIGNMENT => Role::CompoundAssign(binary(node)?),
        kind::UNARY => unary(node)?,
        kind::UPDATE => Role::Step(node.child(field::OPERATOR)?),
        kind::INTEGER => Role::Integer,
        kind::FLOAT => Role::Float,
        kind::BOOLEAN => Role::Bool(is_true(node)),
        kind::ENCAPSED_STRING if has_code(node) => Role::Literal,
        kind::STRING | kind::ENCAPSED_STRING => Role::Str,
        kind::NULL | kind::HEREDOC | kind::NOWDOC | kind::ARRAY => Role::Literal,
        kind::RETURN => Role::Return(node.named().next()?),
        kind::MEMBER_CALL
        | kind::NULLSAFE_MEMBER_CALL
        | kind::SCOPED_CALL
        | kind::FUNCTION_CALL => {
            let statement = node
                .parent()
                .is_some_and(|parent| parent.kind() == kind::EXPRESSION_STATEMENT);
            if statement && is_call(node) {
                Role::CallStatement
            } else {
                Role::Primary
            }
        }
        kind::NAME | kind::QUALIFIED_NAME | kind::RELATIVE_NAME if !is_constant(node) => {
            return None;
        }
        kind::VARIABLE
        | kind::DYNAMIC_VARIABLE
        | kind::NAME
        | kind::QUALIFIED_NAME
        | kind::RELATIVE_NAME
        | kind::MEMBER_ACCESS
        | kind::NULLSAFE_MEMBER_ACCESS
        | kind::SCOPED_PROPERTY
        | kind::CLASS_CONSTANT_ACCESS
        | kind::SUBSCRIPT
        | kind::OBJECT_CREATION
        | kind::SHELL_COMMAND => Role::Primary,
        kind::CAST
        | kind::CLONE
        | kind::CONDITIONAL
        | kind::ERROR_SUPPRESSION
        | kind::PRINT
        | kind::YIELD => Role::Compound,
        kind::ASSIGNMENT
        | kind::REFERENCE_ASSIGNMENT
        | kind::ANONYMOUS_FUNCTION
        | kind::ARROW_FUNCTION
        | kind::MATCH => Role::Sealed,
        _ => return None,
    })
}

fn binary(node: Node<'_>) -> Option<Binary<'_>> {
    Some(Binary {
        operator: node.child(field::OPERATOR)?,
        left: node.child(field::LEFT)?,
        right: node.child(field::RIGHT)?,
    })
}

fn binary_role(node: Node<'_>) -> Option<Role<'_>> {
    let binary = binary(node)?;
    let operator = binary.operator.bytes();
    Some(match operator {
        b"==" | b"!=" | b"<>" | b"===" | b"!==" | b"<" | b"<=" | b">" | b">=" => Role::Comparison,
        b"&&" | b"||" => Role::Logical(binary),
        b"+" | b"-" | b"*" | b"/" | b"%" | b"**" | b"&" | b"|" | b"^" | b"<<" | b">>" => {
            Role::Arithmetic(binary)
        }
        _ if is_word(operator, b"and") || is_word(operator, b"or") => Role::Logical(binary),
        // `.`, `??`, `<=>`, `xor`, `instanceof`: no operator has a counterpart for them.
        _ => Role::Compound,
    })
}

/// PHP's keywords may be written in any case.
pub(super) fn is_word(text: &[u8], keyword: &[u8]) -> bool {
    text.eq_ignore_ascii_case(keyword)
}

/// A sign inside `"$list[-1]"` has no fields; it is the first of two children all the same.
fn unary(node: Node<'_>) -> Option<Role<'_>> {
    let operator = node.children().next()?;
    let argument = node.named().next()?;
    match operator.bytes() {
        b"-" if matches!(unwrapped(argument).kind(), kind::INTEGER | kind::FLOAT) => {
            Some(Role::SignedNumber(argument))
        }
        b"-" => Some(Role::Minus(argument)),
        b"~" => Some(Role::Complement(argument)),
        b"!" => Some(Role::Not(argument)),
        _ => Some(Role::Compound),
    }
}

/// Whether a boolean literal is the true one.
pub(super) fn is_true(literal: Node<'_>) -> bool {
    is_word(literal.bytes(), b"true")
}

/// Whether a bare name stands for a constant's value; most names call, declare or type something.
fn is_constant(name: Node<'_>) -> bool {
    name.parent().is_some_and(|parent| {
        matches!(
            parent.kind(),
            kind::PARENTHESIZED
                | kind::BINARY
                | kind::UNARY
                | kind::CONDITIONAL
                | kind::MATCH_CONDITION_LIST
                | kind::CASE
                | kind::FOR
                | kind::SEQUENCE
        )
    })
}

/// The one link of a comparison.
pub(super) fn comparisons(node: Node<'_>) -> Vec<Binary<'_>> {
    binary(node).into_iter().collect()
}

/// The node inside any parentheses.
pub(super) fn unwrapped(mut node: Node<'_>) -> Node<'_> {
    while node.kind() == kind::PARENTHESIZED {
        match node.named().next() {
            Some(inner) => node = inner,
            None => break,
        }
    }
    node
}

/// The nearest ancestor that is not a pair of parentheses.
pub(super) fn parent(node: Node<'_>) -> Option<Node<'_>> {
    node.ancestors()
        .find(|ancestor| ancestor.kind() != kind::PARENTHESIZED)
}

/// Whether the node is what an `if`, a loop or a conditional tests, or an arm of `match (true)` or `switch (true)`.
pub(super) fn is_condition(node: Node<'_>) -> bool {
    let Some(parent) = node.parent() else {
        return false;
    };
    match parent.kind() {
        kind::IF | kind::ELSE_IF | kind::WHILE | kind::DO | kind::CONDITIONAL | kind::FOR => {
            node.field() == field::CONDITION
        }
        // Of `a, b` in a `for` only the last one is tested.
        kind::SEQUENCE => parent.after() == node.after() && is_condition(parent),
        kind::MATCH_CONDITION_LIST => subject_is_true(parent),
        kind::CASE => node.field() == field::VALUE && subject_is_true(parent),
        _ => false,
    }
}

/// Whether the node is what a loop tests.
pub(super) fn is_loop_condition(node: Node<'_>) -> bool {
    node.parent().is_some_and(|parent| match parent.kind() {
        kind::WHILE | kind::DO | kind::FOR => node.field() == field::CONDITION,
        kind::SEQUENCE => is_loop_condition(parent),
        _ => false,
    })
}

/// Whether the `match` or `switch` around an arm looks at the literal `true`, so that its arms are conditions.
pub(super) fn subject_is_true(arm: Node<'_>) -> bool {
    arm.ancestors()
        .find(|ancestor| matches!(ancestor.kind(), kind::MATCH | kind::SWITCH))
        .and_then(|choice| choice.child(field::CONDITION))
        .map(unwrapped)
        .is_some_and(|subject| subject.kind() == kind::BOOLEAN && is_true(subject))
}

/// The nearest function, method, closure or property hook around a node.
pub(super) fn function_around(node: Node<'_>) -> Option<Node<'_>> {
    node.ancestors()
        .find(|ancestor| is_function(ancestor.kind()))
}

/// Whether the kind is a function, method, closure or property hook.
pub(super) fn is_function(kind: u16) -> bool {
    matches!(
        kind,
        kind::FUNCTION
            | kind::METHOD
            | kind::ANONYMOUS_FUNCTION
            | kind::ARROW_FUNCTION
            | kind::PROPERTY_HOOK
    )
}

/// For a comparison that chooses a minimum or maximum, the two nodes it chooses between: the arms of
/// `$a < $b ? $a : $b`, or both sides of the assignment in `if ($a > $m) $m = $a;`.
pub(super) fn chosen_between(comparison: Node<'_>) -> Option<(Node<'_>, Node<'_>)> {
    let link = binary(comparison)?;
    let (first, second) = choice(parent(comparison)?, comparison)?;
    let same = |left: Node<'_>, right: Node<'_>| words(unwrapped(left)) == words(unwrapped(right));
    let straight = same(link.left, first) && same(link.right, second);
    let crossed = same(link.left, second) && same(link.right, first);
    (straight || crossed).then_some((first, second))
}

fn choice<'t>(parent: Node<'t>, comparison: Node<'t>) -> Option<(Node<'t>, Node<'t>)> {
    match parent.kind() {
        kind::CONDITIONAL => {
            if !parent.child(field::CONDITION)?.holds(comparison) {
                return None;
            }
            Some((
                parent.child(field::BODY)?,
                parent.child(field::ALTERNATIVE)?,
            ))
        }
        kind::IF if parent.child(field::ALTERNATIVE).is_none() => {
            if !parent.child(field::CONDITION)?.holds(comparison) {
                return None;
            }
            let only = |node: Node<'t>| {
                let mut children = node.named();
                children.next().filter(|_| children.next().is_none())
            };
            let body = parent.child(field::BODY)?;
            let statement = match body.kind() {
                kind::COMPOUND | kind::COLON_BLOCK => only(body)?,
                _ => body,
            };
            let assignment = only(statement).filter(|node| node.kind() == kind::ASSIGNMENT)?;
            Some((
                assignment.child(field::LEFT)?,
                assignment.child(field::RIGHT)?,
            ))
        }
        _ => None,
    }
}

/// The node's text without blank space, for comparing operands.
fn words(node: Node<'_>) -> Vec<u8> {
    node.bytes()
        .iter()
        .copied()
        .filter(|byte| !byte.is_ascii_whitespace())
        .collect()
}
