//! Which role each kind of Ruby node plays.

use super::calls::is_primary;
use super::kinds::{field, kind};
use super::values;
use crate::language::{Binary, Role};
use crate::tree::Node;

/// The node's role, if it has one.
pub(super) fn role(node: Node<'_>) -> Option<Role<'_>> {
    Some(match node.kind() {
        kind::BINARY => operation(node)?,
        kind::UNARY => unary(node)?,
        kind::OPERATOR_ASSIGNMENT => compound_assignment(node)?,
        kind::INTEGER => Role::Integer,
        kind::FLOAT => Role::Float,
        kind::TRUE => Role::Bool(true),
        kind::FALSE => Role::Bool(false),
        kind::STRING if is_interpolated(node) => Role::Literal,
        kind::STRING => Role::Str,
        kind::NIL
        | kind::CHAINED_STRING
        | kind::CHARACTER
        | kind::HEREDOC_BEGINNING
        | kind::SUBSHELL
        | kind::REGEX
        | kind::SIMPLE_SYMBOL
        | kind::DELIMITED_SYMBOL
        | kind::RATIONAL
        | kind::COMPLEX
        | kind::RANGE
        | kind::ARRAY
        | kind::STRING_ARRAY
        | kind::SYMBOL_ARRAY
        | kind::HASH => Role::Literal,
        kind::RETURN => Role::Return(node.named().next()?),
        kind::CALL | kind::IDENTIFIER if values::is_removable(node) => Role::CallStatement,
        kind::CALL | kind::ELEMENT_REFERENCE if !is_primary(node) => Role::Compound,
        kind::CALL
        | kind::ELEMENT_REFERENCE
        | kind::IDENTIFIER
        | kind::CONSTANT
        | kind::SCOPE_RESOLUTION
        | kind::INSTANCE_VARIABLE
        | kind::CLASS_VARIABLE
        | kind::GLOBAL_VARIABLE
        | kind::SELF
        | kind::SUPER => Role::Primary,
        kind::CONDITIONAL | kind::YIELD => Role::Compound,
        kind::ASSIGNMENT | kind::LAMBDA | kind::TEST_PATTERN => Role::Sealed,
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

fn operation(node: Node<'_>) -> Option<Role<'_>> {
    let binary = binary(node)?;
    Some(match binary.operator.bytes() {
        b"<" | b"<=" | b">" | b">=" | b"==" | b"!=" | b"=~" | b"!~" => Role::Comparison,
        b"&&" | b"||" | b"and" | b"or" => Role::Logical(binary),
        b"===" | b"<=>" => Role::Compound,
        // Anything but a number is appended to.
        b"<<" | b">>" if !is_number(unwrapped(binary.left)) => Role::Compound,
        _ => Role::Arithmetic(binary),
    })
}

fn is_number(node: Node<'_>) -> bool {
    matches!(node.kind(), kind::INTEGER | kind::FLOAT)
}

fn unary(node: Node<'_>) -> Option<Role<'_>> {
    let operand = node.child(field::OPERAND)?;
    let inner = unwrapped(operand);
    Some(match node.child(field::OPERATOR)?.bytes() {
        b"!" | b"not" => Role::Not(operand),
        b"-" if is_number(inner) => Role::SignedNumber(operand),
        // `-"text"` is the same text, frozen.
        b"-" if matches!(inner.kind(), kind::STRING | kind::CHAINED_STRING) => Role::Compound,
        b"-" => Role::Minus(operand),
        b"~" => Role::Complement(operand),
        _ => Role::Compound,
    })
}

fn compound_assignment(node: Node<'_>) -> Option<Role<'_>> {
    let binary = binary(node)?;
    Some(match binary.operator.bytes() {
        b"<<=" | b">>=" => Role::Sealed,
        _ => Role::CompoundAssign(binary),
    })
}

/// The relational operator of a comparison.
pub(super) fn comparisons(node: Node<'_>) -> Vec<Binary<'_>> {
    binary(node).into_iter().collect()
}

/// Whether the node is a pair of parentheses around one expression.
pub(super) fn is_parentheses(node: Node<'_>) -> bool {
    node.kind() == kind::PARENTHESIZED && is_single(node)
}

fn is_single(node: Node<'_>) -> bool {
    let mut parts = node.named();
    parts.next().is_some() && parts.next().is_none()
}

/// The node inside any parentheses.
pub(super) fn unwrapped(mut node: Node<'_>) -> Node<'_> {
    while is_parentheses(node) {
        match node.named().next() {
            Some(inner) => node = inner,
            None => break,
        }
    }
    node
}

/// The nearest ancestor that is neither a pair of parentheses nor the list around the one value of a `return`.
pub(super) fn parent(node: Node<'_>) -> Option<Node<'_>> {
    node.ancestors()
        .find(|ancestor| !is_parentheses(*ancestor) && !holds_the_result(*ancestor))
}

fn holds_the_result(list: Node<'_>) -> bool {
    list.kind() == kind::ARGUMENT_LIST
        && is_single(list)
        && list
            .parent()
            .is_some_and(|parent| parent.kind() == kind::RETURN)
}

/// Whether a string has code inside.
pub(super) fn is_interpolated(string: Node<'_>) -> bool {
    string
        .children()
        .any(|child| child.kind() == kind::INTERPOLATION)
}

/// Whether the node is what an `if`, a loop, a conditional, a guard or a `when` without subject tests.
pub(super) fn is_condition(node: Node<'_>) -> bool {
    if node.field() == field::CONDITION {
        return true;
    }
    node.parent().is_some_and(|parent| {
        parent.kind() == kind::PATTERN
            && switch_of(parent).is_some_and(|switch| switch.child(field::VALUE).is_none())
    })
}

/// For what a loop tests: the truth value with which it goes on.
pub(super) fn goes_on_if(node: Node<'_>) -> Option<bool> {
    let parent = node.parent().filter(|_| node.field() == field::CONDITION)?;
    match parent.kind() {
        kind::WHILE | kind::WHILE_MODIFIER => Some(true),
        kind::UNTIL | kind::UNTIL_MODIFIER => Some(false),
        _ => None,
    }
}

/// The `case` around the pattern of a `when`.
pub(super) fn switch_of(pattern: Node<'_>) -> Option<Node<'_>> {
    pattern
        .parent()?
        .parent()
        .filter(|switch| switch.kind() == kind::CASE)
}

/// The nearest method around a node; blocks and lambdas see its variables.
pub(super) fn method_around(node: Node<'_>) -> Option<Node<'_>> {
    node.ancestors()
        .find(|ancestor| matches!(ancestor.kind(), kind::METHOD | kind::SINGLETON_METHOD))
}

/// For a comparison that chooses a minimum or maximum, the two nodes it chooses between: the arms of `a < b ? a : b`,
/// or both sides of the assignment in `m = a if a > m`.
pub(super) fn chosen_between(comparison: Node<'_>) -> Option<(Node<'_>, Node<'_>)> {
    let link = binary(comparison)?;
    let (first, second) = choice(parent(comparison)?, comparison)?;
    let same = |left: Node<'_>, right: Node<'_>| words(unwrapped(left)) == words(unwrapped(right));
    let straight = same(link.left, first) && same(link.right, second);
    let crossed = same(link.left, second) && same(link.right, first);
    (straight || crossed).then_some((first, second))
}

fn choice<'t>(parent: Node<'t>, comparison: Node<'t>) -> Option<(Node<'t>, Node<'t>)> {
    if !parent.child(field::CONDITION)?.holds(comparison) {
        return None;
    }
    let only = |node: Node<'t>| node.named().next().filter(|_| is_single(node));
    let assignment = match parent.kind() {
        kind::CONDITIONAL => {
            return Some((
                parent.child(field::CONSEQUENCE)?,
                parent.child(field::ALTERNATIVE)?,
            ));
        }
        kind::IF if parent.child(field::ALTERNATIVE).is_none() => {
            only(parent.child(field::CONSEQUENCE)?)?
        }
        kind::IF_MODIFIER => parent.child(field::BODY)?,
        _ => return None,
    };
    if assignment.kind() != kind::ASSIGNMENT {
        return None;
    }
    Some((
        assignment.child(field::LEFT)?,
        assignment.child(field::RIGHT)?,
    ))
}

/// The node's text without blank space, for comparing operands.
fn words(node: Node<'_>) -> Vec<u8> {
    node.bytes()
        .iter()
        .copied()
        .filter(|byte| !byte.is_ascii_whitespace())
        .collect()
}
