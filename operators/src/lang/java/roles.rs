//! Which role each kind of Java node plays.

use super::calls;
use super::kinds::{field, kind};
use super::structure::method_around;
use crate::language::{Binary, Role};
use crate::tree::Node;

/// The node's role, if it has one.
pub(super) fn role(node: Node<'_>) -> Option<Role<'_>> {
    Some(match node.kind() {
        kind::BINARY => operator(binary(node)?),
        kind::ASSIGNMENT => assignment(binary(node)?),
        kind::UNARY => unary(node)?,
        kind::UPDATE => Role::Step(node.children().find(|child| !child.is_named())?),
        kind::DECIMAL_INTEGER | kind::HEX_INTEGER | kind::OCTAL_INTEGER | kind::BINARY_INTEGER => {
            Role::Integer
        }
        kind::DECIMAL_FLOAT | kind::HEX_FLOAT => Role::Float,
        kind::TRUE => Role::Bool(true),
        kind::FALSE => Role::Bool(false),
        kind::STRING if is_interpolated(node) => Role::Literal,
        kind::STRING => Role::Str,
        kind::NULL | kind::CHARACTER => Role::Literal,
        // A lambda's `return` has no known type: its value is an expression like any other.
        kind::RETURN if method_around(node).is_some() => Role::Return(node.named().next()?),
        kind::METHOD_CALL if calls::is_statement(node) => Role::CallStatement,
        kind::METHOD_CALL
        | kind::IDENTIFIER
        | kind::FIELD_ACCESS
        | kind::ARRAY_ACCESS
        | kind::THIS => Role::Primary,
        // Negated, a pattern would bind its name on the other path.
        kind::INSTANCEOF if binds(node) => Role::Sealed,
        kind::INSTANCEOF
        | kind::TERNARY
        | kind::CAST
        | kind::OBJECT_CREATION
        | kind::METHOD_REFERENCE => Role::Compound,
        kind::LAMBDA | kind::SWITCH => Role::Sealed,
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

fn operator(binary: Binary<'_>) -> Role<'_> {
    match binary.operator.bytes() {
        b"<" | b"<=" | b">" | b">=" | b"==" | b"!=" => Role::Comparison,
        b"&&" | b"||" => Role::Logical(binary),
        _ => Role::Arithmetic(binary),
    }
}

fn assignment(binary: Binary<'_>) -> Role<'_> {
    match binary.operator.bytes() {
        b"=" => Role::Sealed,
        _ => Role::CompoundAssign(binary),
    }
}

fn unary(node: Node<'_>) -> Option<Role<'_>> {
    let operand = node.child(field::OPERAND)?;
    Some(match node.child(field::OPERATOR)?.bytes() {
        b"!" => Role::Not(operand),
        b"~" => Role::Complement(operand),
        b"-" if is_number(unwrapped(operand)) => Role::SignedNumber(operand),
        b"-" => Role::Minus(operand),
        _ => Role::Compound,
    })
}

/// Whether the node is a number literal.
pub(super) fn is_number(node: Node<'_>) -> bool {
    matches!(
        node.kind(),
        kind::DECIMAL_INTEGER
            | kind::HEX_INTEGER
            | kind::OCTAL_INTEGER
            | kind::BINARY_INTEGER
            | kind::DECIMAL_FLOAT
            | kind::HEX_FLOAT
    )
}

/// Whether an `instanceof` gives the tested value a name.
pub(super) fn binds(test: Node<'_>) -> bool {
    test.children()
        .any(|child| matches!(child.field(), field::NAME | field::PATTERN))
}

/// Whether a string has code inside (string templates).
pub(super) fn is_interpolated(string: Node<'_>) -> bool {
    string
        .children()
        .any(|child| child.kind() == kind::STRING_INTERPOLATION)
}

/// The operator of a comparison with its operands.
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

/// Whether the node is what an `if`, a loop, a conditional or a guard tests.
pub(super) fn is_condition(node: Node<'_>) -> bool {
    let Some(parent) = node.parent() else {
        return false;
    };
    match parent.kind() {
        kind::IF | kind::WHILE | kind::DO | kind::FOR | kind::TERNARY => {
            node.field() == field::CONDITION
        }
        kind::GUARD => node.is_named(),
        _ => false,
    }
}

/// Whether the node is what a loop tests.
pub(super) fn is_loop_condition(node: Node<'_>) -> bool {
    node.field() == field::CONDITION
        && node
            .parent()
            .is_some_and(|parent| matches!(parent.kind(), kind::WHILE | kind::DO | kind::FOR))
}

/// For a comparison that chooses a minimum or maximum, the two nodes it chooses between: the arms of
/// `a < b ? a : b`, or both sides of the assignment in `if (a > m) m = a;`.
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
    let (then, otherwise) = (
        parent.child(field::CONSEQUENCE)?,
        parent.child(field::ALTERNATIVE),
    );
    match parent.kind() {
        kind::TERNARY => Some((then, otherwise?)),
        kind::IF if otherwise.is_none() => {
            let statement = match then.kind() {
                kind::BLOCK => only(then)?,
                _ => then,
            };
            let assignment = only(statement).filter(|node| node.kind() == kind::ASSIGNMENT)?;
            let binary = binary(assignment)?;
            (binary.operator.bytes() == b"=").then_some((binary.left, binary.right))
        }
        _ => None,
    }
}

fn only(node: Node<'_>) -> Option<Node<'_>> {
    let mut children = node.named();
    children.next().filter(|_| children.next().is_none())
}

/// The node's text without blank space, for comparing operands.
fn words(node: Node<'_>) -> Vec<u8> {
    node.bytes()
        .iter()
        .copied()
        .filter(|byte| !byte.is_ascii_whitespace())
        .collect()
}
