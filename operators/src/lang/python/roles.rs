//! Which role each kind of Python node plays.

use super::kinds::{field, kind};
use crate::language::{Binary, Role};
use crate::tree::Node;

/// The node's role, if it has one.
pub(super) fn role(node: Node<'_>) -> Option<Role<'_>> {
    Some(match node.kind() {
        kind::COMPARISON => Role::Comparison,
        kind::BOOLEAN => Role::Logical(binary(node)?),
        kind::BINARY => Role::Arithmetic(binary(node)?),
        kind::AUGMENTED_ASSIGNMENT => Role::CompoundAssign(binary(node)?),
        kind::NOT => Role::Not(node.child(field::ARGUMENT)?),
        kind::UNARY => unary(node)?,
        kind::INTEGER => Role::Integer,
        kind::FLOAT => Role::Float,
        kind::TRUE => Role::Bool(true),
        kind::FALSE => Role::Bool(false),
        kind::STRING if is_interpolated(node) => Role::Literal,
        kind::STRING => Role::Str,
        kind::NONE
        | kind::CONCATENATED_STRING
        | kind::LIST
        | kind::DICTIONARY
        | kind::SET
        | kind::TUPLE => Role::Literal,
        kind::RETURN => Role::Return(node.named().next()?),
        kind::CALL | kind::AWAIT if is_statement_call(node) => Role::CallStatement,
        kind::CALL | kind::IDENTIFIER | kind::ATTRIBUTE | kind::SUBSCRIPT => Role::Primary,
        kind::AWAIT
        | kind::CONDITIONAL
        | kind::YIELD
        | kind::LIST_COMPREHENSION
        | kind::DICTIONARY_COMPREHENSION
        | kind::SET_COMPREHENSION
        | kind::GENERATOR => Role::Compound,
        kind::NAMED_EXPRESSION | kind::LAMBDA | kind::ASSIGNMENT => Role::Sealed,
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

fn unary(node: Node<'_>) -> Option<Role<'_>> {
    let argument = node.child(field::ARGUMENT)?;
    match node.child(field::OPERATOR)?.bytes() {
        b"-" if matches!(unwrapped(argument).kind(), kind::INTEGER | kind::FLOAT) => {
            Some(Role::SignedNumber(argument))
        }
        b"-" => Some(Role::Minus(argument)),
        b"~" => Some(Role::Complement(argument)),
        _ => Some(Role::Compound),
    }
}

/// The links of a chain: `a < b < c` has two. Python 2's `<>` is left out.
pub(super) fn comparisons(node: Node<'_>) -> Vec<Binary<'_>> {
    let parts: Vec<Node<'_>> = node
        .children()
        .filter(|child| child.field() == field::OPERATORS || child.is_named())
        .filter(|child| child.kind() != crate::vocabulary::TRIVIA)
        .collect();
    parts
        .windows(3)
        .filter(|window| window[1].field() == field::OPERATORS && window[1].bytes() != b"<>")
        .map(|window| Binary {
            left: window[0],
            operator: window[1],
            right: window[2],
        })
        .collect()
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

/// Whether a string has code inside.
pub(super) fn is_interpolated(string: Node<'_>) -> bool {
    string
        .children()
        .any(|child| child.kind() == kind::INTERPOLATION)
}

/// Whether a call (or an awaited one) is a statement of its own.
pub(super) fn is_statement_call(node: Node<'_>) -> bool {
    let alone = node.parent().is_some_and(|parent| {
        parent.kind() == kind::EXPRESSION_STATEMENT && parent.named().count() == 1
    });
    alone && called(node).is_some()
}

/// The call in a statement: the node itself or what it awaits.
pub(super) fn called(node: Node<'_>) -> Option<Node<'_>> {
    match node.kind() {
        kind::CALL => Some(node),
        kind::AWAIT => node
            .named()
            .next()
            .filter(|inner| inner.kind() == kind::CALL),
        _ => None,
    }
}

/// The last name of what is called: `join` in `os.path.join(…)`.
pub(super) fn callee_name(call: Node<'_>) -> &[u8] {
    call.child(field::FUNCTION).map_or(b"", last_name)
}

/// The last name of a name or a member access; empty for anything else.
pub(super) fn last_name(node: Node<'_>) -> &[u8] {
    match node.kind() {
        kind::IDENTIFIER => node.bytes(),
        kind::ATTRIBUTE => node
            .child(field::ATTRIBUTE)
            .map_or(b"", |name| name.bytes()),
        _ => b"",
    }
}

/// The receiver of a method call: `a.b` in `a.b.c()`.
pub(super) fn receiver(call: Node<'_>) -> Option<Node<'_>> {
    let function = call.child(field::FUNCTION)?;
    (function.kind() == kind::ATTRIBUTE).then(|| function.child(field::OBJECT))?
}

/// The condition of a conditional expression: the middle one of its three parts.
pub(super) fn conditional_parts(node: Node<'_>) -> Option<[Node<'_>; 3]> {
    let parts: Vec<Node<'_>> = node.named().collect();
    parts.try_into().ok()
}

/// Whether the node is what an `if`, `elif`, `while`, conditional, filter or guard tests.
pub(super) fn is_condition(node: Node<'_>) -> bool {
    let Some(parent) = node.parent() else {
        return false;
    };
    match parent.kind() {
        kind::IF | kind::ELIF | kind::WHILE => node.field() == field::CONDITION,
        kind::CONDITIONAL => {
            conditional_parts(parent).is_some_and(|[_, condition, _]| condition == node)
        }
        kind::IF_CLAUSE => true,
        _ => false,
    }
}

/// The nearest function around a node.
pub(super) fn function_around(node: Node<'_>) -> Option<Node<'_>> {
    node.ancestors()
        .find(|ancestor| ancestor.kind() == kind::FUNCTION)
}

/// For a comparison that chooses a minimum or maximum, the two nodes it chooses between: the arms of
/// `a if a < b else b`, or both sides of the assignment in `if a > m: m = a`.
pub(super) fn chosen_between(comparison: Node<'_>) -> Option<(Node<'_>, Node<'_>)> {
    let links = comparisons(comparison);
    let [link] = links.as_slice() else {
        return None;
    };
    let (first, second) = choice(parent(comparison)?, comparison)?;
    let same = |left: Node<'_>, right: Node<'_>| words(unwrapped(left)) == words(unwrapped(right));
    let straight = same(link.left, first) && same(link.right, second);
    let crossed = same(link.left, second) && same(link.right, first);
    (straight || crossed).then_some((first, second))
}

fn choice<'t>(parent: Node<'t>, comparison: Node<'t>) -> Option<(Node<'t>, Node<'t>)> {
    match parent.kind() {
        kind::CONDITIONAL => {
            let [then, condition, otherwise] = conditional_parts(parent)?;
            condition.holds(comparison).then_some((then, otherwise))
        }
        kind::IF if parent.child(field::ALTERNATIVE).is_none() => {
            if !parent.child(field::CONDITION)?.holds(comparison) {
                return None;
            }
            let only = |node: Node<'t>| {
                let mut children = node.named();
                children.next().filter(|_| children.next().is_none())
            };
            let statement = only(parent.child(field::CONSEQUENCE)?)?;
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
