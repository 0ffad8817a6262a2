//! Which role each kind of Go node plays.

use super::kinds::{field, kind};
use crate::language::{Binary, Role};
use crate::tree::Node;

/// The node's role, if it has one.
pub(super) fn role(node: Node<'_>) -> Option<Role<'_>> {
    Some(match node.kind() {
        kind::BINARY => binary_role(node)?,
        kind::UNARY => unary(node)?,
        kind::ASSIGNMENT => {
            let parts = assignment(node)?;
            (parts.operator.bytes() != b"=").then_some(Role::CompoundAssign(parts))?
        }
        kind::INC | kind::DEC => Role::Step(node.children().last()?),
        kind::INTEGER => Role::Integer,
        kind::FLOAT => Role::Float,
        kind::TRUE => Role::Bool(true),
        kind::FALSE => Role::Bool(false),
        kind::STRING | kind::RAW_STRING => Role::Str,
        kind::NIL | kind::IOTA | kind::RUNE | kind::IMAGINARY | kind::COMPOSITE => Role::Literal,
        kind::RETURN => Role::Return(values(node.named().next()?).next()?),
        kind::CALL | kind::CONVERSION if is_statement_call(node) => Role::CallStatement,
        kind::CALL | kind::IDENTIFIER | kind::SELECTOR | kind::INDEX => Role::Primary,
        kind::CONVERSION | kind::TYPE_ASSERTION => Role::Compound,
        kind::FUNC_LITERAL => Role::Sealed,
        _ => return None,
    })
}

fn binary_role(node: Node<'_>) -> Option<Role<'_>> {
    let binary = binary(node)?;
    Some(match binary.operator.bytes() {
        b"==" | b"!=" | b"<" | b"<=" | b">" | b">=" => Role::Comparison,
        b"&&" | b"||" => Role::Logical(binary),
        _ => Role::Arithmetic(binary),
    })
}

fn unary(node: Node<'_>) -> Option<Role<'_>> {
    let operand = node.child(field::OPERAND)?;
    let number = matches!(unwrapped(operand).kind(), kind::INTEGER | kind::FLOAT);
    Some(match node.child(field::OPERATOR)?.bytes() {
        b"!" => Role::Not(operand),
        b"-" if number => Role::SignedNumber(operand),
        b"-" => Role::Minus(operand),
        b"^" => Role::Complement(operand),
        _ => Role::Compound,
    })
}

/// Operator and operands of a binary expression.
pub(super) fn binary(node: Node<'_>) -> Option<Binary<'_>> {
    Some(Binary {
        operator: node.child(field::OPERATOR)?,
        left: node.child(field::LEFT)?,
        right: node.child(field::RIGHT)?,
    })
}

/// Operator and sides of an assignment of one value to one target.
pub(super) fn assignment(node: Node<'_>) -> Option<Binary<'_>> {
    Some(Binary {
        operator: node.child(field::OPERATOR)?,
        left: single(node.child(field::LEFT)?)?,
        right: single(node.child(field::RIGHT)?)?,
    })
}

/// The only element of a list.
pub(super) fn single(list: Node<'_>) -> Option<Node<'_>> {
    let mut values = values(list);
    values.next().filter(|_| values.next().is_none())
}

/// The elements of an expression list; any other node is a list of itself.
pub(super) fn values<'t>(list: Node<'t>) -> impl Iterator<Item = Node<'t>> {
    let is_list = list.kind() == kind::EXPRESSION_LIST;
    let itself = (!is_list).then_some(list);
    let elements = is_list.then(|| list.named()).into_iter().flatten();
    itself.into_iter().chain(elements)
}

/// The comparison's only link: Go has no chains.
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

/// The nearest ancestor that is neither a pair of parentheses nor a list of expressions.
pub(super) fn parent(node: Node<'_>) -> Option<Node<'_>> {
    node.ancestors()
        .find(|ancestor| !matches!(ancestor.kind(), kind::PARENTHESIZED | kind::EXPRESSION_LIST))
}

/// Whether a call is a statement of its own, in a list of statements. `f[int](x)` reads like a conversion, but no
/// conversion can be a statement.
fn is_statement_call(node: Node<'_>) -> bool {
    let Some(statement) = node.parent() else {
        return false;
    };
    statement.kind() == kind::EXPRESSION_STATEMENT
        && statement
            .parent()
            .is_some_and(|list| matches!(list.kind(), kind::STATEMENT_LIST | kind::LABELED))
}

/// The last name of what is called: `Atoi` in `strconv.Atoi(…)`.
pub(super) fn callee_name(call: Node<'_>) -> &[u8] {
    call.child(field::FUNCTION)
        .map_or(b"", |function| last_name(unwrapped(function)))
}

/// The last name of a name or a member access; empty for anything else.
pub(super) fn last_name(node: Node<'_>) -> &[u8] {
    match node.kind() {
        kind::IDENTIFIER => node.bytes(),
        kind::SELECTOR => node.child(field::FIELD).map_or(b"", |name| name.bytes()),
        _ => b"",
    }
}

/// What a method or a package's function is called on: `a.b` in `a.b.c()`.
pub(super) fn receiver(call: Node<'_>) -> Option<Node<'_>> {
    let function = call.child(field::FUNCTION)?;
    (function.kind() == kind::SELECTOR).then(|| function.child(field::OPERAND))?
}

/// Whether the node is what an `if`, a `for` or a case without a subject tests.
pub(super) fn is_condition(node: Node<'_>) -> bool {
    let Some(parent) = node.parent() else {
        return false;
    };
    match parent.kind() {
        kind::IF | kind::FOR_CLAUSE => node.field() == field::CONDITION,
        kind::FOR => {
            node.field() != field::BODY
                && !matches!(node.kind(), kind::FOR_CLAUSE | kind::RANGE_CLAUSE)
        }
        kind::EXPRESSION_LIST => parent
            .parent()
            .is_some_and(|case| case.kind() == kind::EXPRESSION_CASE && !is_tagged(case)),
        _ => false,
    }
}

/// Whether a case compares with a subject: `case 3` in `switch n`.
pub(super) fn is_tagged(case: Node<'_>) -> bool {
    case.parent()
        .is_some_and(|switch| switch.child(field::VALUE).is_some())
}

/// The nearest function around a node.
pub(super) fn function_around(node: Node<'_>) -> Option<Node<'_>> {
    node.ancestors().find(|ancestor| is_function(*ancestor))
}

/// The type in a method's receiver, without a name and type arguments: `*T`.
pub(super) fn receiver_type(method: Node<'_>) -> Option<String> {
    let parameter = method.child(field::RECEIVER)?.named().next()?;
    let declared = parameter.child(field::TYPE)?;
    let name = |node: Node<'_>| match node.kind() {
        kind::GENERIC_TYPE => node
            .child(field::TYPE)
            .map_or("", |name| name.text())
            .to_owned(),
        _ => node.text().to_owned(),
    };
    Some(match declared.kind() {
        kind::POINTER_TYPE => format!("*{}", declared.named().next().map(name)?),
        _ => name(declared),
    })
}

/// Whether the node is a function, a method or a closure.
pub(super) fn is_function(node: Node<'_>) -> bool {
    matches!(
        node.kind(),
        kind::FUNCTION | kind::METHOD | kind::FUNC_LITERAL
    )
}

/// The statement that is executed when the node is: the innermost one in a list, or the `if` of an `else if`. A label
/// is no part of its statement.
pub(super) fn statement_around(node: Node<'_>) -> Option<Node<'_>> {
    std::iter::once(node).chain(node.ancestors()).find(|node| {
        node.is_named()
            && node.parent().is_some_and(|parent| match parent.kind() {
                kind::STATEMENT_LIST => node.kind() != kind::LABELED,
                kind::LABELED => true,
                kind::IF => node.field() == field::ALTERNATIVE && node.kind() == kind::IF,
                _ => false,
            })
    })
}

/// For a comparison that chooses a minimum or maximum, the two nodes it chooses between: both sides of the assignment
/// in `if a > m { m = a }`.
pub(super) fn chosen_between<'t>(comparison: Node<'t>) -> Option<(Node<'t>, Node<'t>)> {
    let choice = parent(comparison)?;
    if choice.kind() != kind::IF
        || choice.child(field::ALTERNATIVE).is_some()
        || !choice.child(field::CONDITION)?.holds(comparison)
    {
        return None;
    }
    let only = |node: Node<'t>| {
        let mut children = node.named();
        children.next().filter(|_| children.next().is_none())
    };
    let statement = only(only(choice.child(field::CONSEQUENCE)?)?)?;
    if statement.kind() != kind::ASSIGNMENT {
        return None;
    }
    let chosen = assignment(statement).filter(|chosen| chosen.operator.bytes() == b"=")?;
    let compared = binary(comparison)?;
    let same = |left: Node<'_>, right: Node<'_>| words(unwrapped(left)) == words(unwrapped(right));
    let straight = same(compared.left, chosen.left) && same(compared.right, chosen.right);
    let crossed = same(compared.left, chosen.right) && same(compared.right, chosen.left);
    (straight || crossed).then_some((chosen.left, chosen.right))
}

/// The node's text without blank space, for comparing operands.
fn words(node: Node<'_>) -> Vec<u8> {
    node.bytes()
        .iter()
        .copied()
        .filter(|byte| !byte.is_ascii_whitespace())
        .collect()
}
