//! What javac would refuse: results that are missing, variables without a value, code that nothing reaches.

use crate::lang::java::compile::{assigns, may_be_awaited, may_throw};
use crate::lang::java::kinds::{field, kind};
use crate::lang::java::structure::is_function;
use crate::tree::Node;

/// Whether nothing after the statement in its list is executed.
pub(super) fn is_end(statement: Node<'_>) -> bool {
    matches!(
        statement.kind(),
        kind::RETURN | kind::THROW | kind::BREAK | kind::CONTINUE | kind::YIELD
    )
}

/// Whether the code after a block may follow it, as far as its last statement tells; of one that branches nothing is
/// known.
pub(super) fn surely_goes_on(block: Node<'_>) -> bool {
    block.named().last().is_none_or(|last| {
        matches!(
            last.kind(),
            kind::EXPRESSION_STATEMENT | kind::LOCAL_VARIABLE | kind::ENHANCED_FOR
        )
    })
}

/// Whether the method around gives back nothing; lambdas and constructors do not count.
pub(super) fn in_void_method(node: Node<'_>) -> bool {
    node.ancestors()
        .find(|ancestor| is_function(ancestor.kind()))
        .filter(|function| function.kind() == kind::METHOD)
        .and_then(|method| method.child(field::TYPE))
        .is_some_and(|declared| declared.kind() == kind::VOID_TYPE)
}

/// Whether a statement comes after this one in its list.
pub(super) fn is_followed(statement: Node<'_>) -> bool {
    statement.parent().is_some_and(|list| {
        matches!(
            list.kind(),
            kind::BLOCK | kind::CONSTRUCTOR_BODY | kind::SWITCH_GROUP
        ) && list.named().last() != Some(statement)
    })
}

/// Whether the function around has a variable whose value is set later than declared, or is a constructor, which must
/// set fields: then a statement less may leave one without a value.
pub(super) fn may_lack_values(node: Node<'_>) -> bool {
    let Some(function) = node
        .ancestors()
        .find(|ancestor| is_function(ancestor.kind()))
    else {
        return true;
    };
    let is_blank = |part: Node<'_>| {
        part.kind() == kind::VARIABLE_DECLARATOR && part.child(field::VALUE).is_none()
    };
    matches!(
        function.kind(),
        kind::CONSTRUCTOR | kind::COMPACT_CONSTRUCTOR
    ) || function.subtree().any(is_blank)
}

/// Whether a `catch` around may need what is inside, or a variable would not get its value.
pub(super) fn is_needed(node: Node<'_>) -> bool {
    assigns(node) || is_awaited(node)
}

/// Whether a `catch` around may need what is inside.
pub(super) fn is_awaited(node: Node<'_>) -> bool {
    may_throw(node) && may_be_awaited(node)
}

/// Whether the node lies in what a loop tests: a constant there would make code unreachable.
pub(super) fn is_in_loop_condition(node: Node<'_>) -> bool {
    let mut inner = node;
    for ancestor in node.ancestors() {
        match ancestor.kind() {
            kind::WHILE | kind::DO | kind::FOR => return inner.field() == field::CONDITION,
            kind::BLOCK | kind::EXPRESSION_STATEMENT | kind::LAMBDA => return false,
            _ => inner = ancestor,
        }
    }
    false
}
