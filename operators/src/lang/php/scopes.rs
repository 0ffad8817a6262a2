//! PHP's statements as units of identity and coverage, and the names of what they stand in.

use super::kinds::{field, kind};
use crate::tree::Node;
use crate::vocabulary::TRIVIA;

/// Whether children of this kind of node are statements (or members of a class).
pub(super) fn is_statement_list(kind: u16) -> bool {
    matches!(
        kind,
        kind::PROGRAM
            | kind::COMPOUND
            | kind::COLON_BLOCK
            | kind::CASE
            | kind::DEFAULT
            | kind::DECLARATION_LIST
            | kind::ENUM_DECLARATION_LIST
    )
}

/// Whether this kind of node is a unit wherever it stands: `elseif`, and every statement but a block, so that a branch
/// or loop body without braces counts like one with braces.
pub(super) fn is_clause(kind: u16) -> bool {
    matches!(
        kind,
        kind::ELSE_IF
            | kind::BREAK
            | kind::CONTINUE
            | kind::DECLARE
            | kind::DO
            | kind::ECHO
            | kind::EMPTY
            | kind::EXIT
            | kind::EXPRESSION_STATEMENT
            | kind::FOR
            | kind::FOREACH
            | kind::GLOBAL
            | kind::GOTO
            | kind::IF
            | kind::RETURN
            | kind::STATIC_DECLARATION
            | kind::SWITCH
            | kind::TRY
            | kind::UNSET
            | kind::WHILE
    )
}

/// A node whose first line stands for `node` too: the `switch` for what a `case` tests, and the first statement of a
/// function (or the brace that ends an empty one) for defaults of its parameters, whose own lines no driver marks.
pub(super) fn stands_for<'t>(node: Node<'t>, unit: Node<'t>) -> Option<Node<'t>> {
    if unit.field() == field::VALUE && unit.parent()?.kind() == kind::CASE {
        return unit
            .ancestors()
            .find(|ancestor| ancestor.kind() == kind::SWITCH);
    }
    let parameters = node
        .ancestors()
        .take_while(|ancestor| unit.holds(*ancestor))
        .find(|ancestor| ancestor.kind() == kind::FORMAL_PARAMETERS)?;
    let body = parameters.parent()?.child(field::BODY)?;
    match body.kind() {
        kind::COMPOUND => body.named().next().or_else(|| body.children().last()),
        _ => Some(body),
    }
}

/// The name by which a declaration adds to the scope of what is inside. A file adds the namespace it opens with.
pub(super) fn declared_name(node: Node<'_>) -> Option<Node<'_>> {
    match node.kind() {
        kind::FUNCTION
        | kind::METHOD
        | kind::CLASS
        | kind::INTERFACE
        | kind::TRAIT
        | kind::ENUM => node.child(field::NAME),
        kind::NAMESPACE if node.child(field::BODY).is_some() => node.child(field::NAME),
        kind::PROGRAM => {
            let first = node.children().find(|child| {
                !matches!(
                    child.kind(),
                    kind::TEXT | kind::PHP_TAG | kind::DECLARE | TRIVIA
                )
            })?;
            let whole_file = first.kind() == kind::NAMESPACE && first.child(field::BODY).is_none();
            whole_file.then(|| first.child(field::NAME))?
        }
        _ => None,
    }
}
