//! Statements that alone make a Go loop end.

use super::kinds::{field, kind};
use super::roles::{is_condition, values};
use crate::language::Survey;
use crate::tree::Node;

/// Finds the statement that is the only write, inside a loop, of a name the loop's condition reads.
pub(super) fn loop_update<'t>(node: Node<'t>, survey: &mut Survey<'t>) {
    let clause = node.named().find(|child| child.kind() == kind::FOR_CLAUSE);
    let condition = match clause {
        Some(clause) => clause.child(field::CONDITION),
        None => node.named().find(|child| is_condition(*child)),
    };
    let (Some(condition), Some(body)) = (condition, node.child(field::BODY)) else {
        return;
    };
    let update = clause.and_then(|clause| clause.child(field::UPDATE));
    for read in condition.subtree().filter(|node| is_variable(*node)) {
        let parts = body
            .subtree()
            .chain(update.into_iter().flat_map(Node::subtree));
        let mut writes = parts.filter(|node| writes_to(*node, read));
        if let (Some(only), None) = (writes.next(), writes.next())
            && is_update(only, read)
        {
            survey.loop_updates.push(only.span());
        }
    }
    // In a large loop many reads may name the same statement.
    survey.loop_updates.dedup();
}

fn is_variable(node: Node<'_>) -> bool {
    matches!(node.kind(), kind::IDENTIFIER | kind::SELECTOR)
}

fn writes_to(node: Node<'_>, variable: Node<'_>) -> bool {
    let target = match node.kind() {
        kind::ASSIGNMENT | kind::SHORT_VAR | kind::RANGE_CLAUSE | kind::RECEIVE => {
            node.child(field::LEFT)
        }
        kind::INC | kind::DEC => node.named().next(),
        _ => None,
    };
    target.is_some_and(|target| {
        values(target).any(|target| {
            target
                .subtree()
                .any(|part| part.bytes() == variable.bytes())
        })
    })
}

/// `x++`, `x += …`, or `x = …` with `x` on the right as well.
fn is_update(write: Node<'_>, variable: Node<'_>) -> bool {
    let plain = write
        .child(field::OPERATOR)
        .is_none_or(|operator| operator.bytes() == b"=");
    matches!(write.kind(), kind::INC | kind::DEC)
        || (write.kind() == kind::ASSIGNMENT && !plain)
        || write.child(field::RIGHT).is_some_and(|right| {
            right
                .subtree()
                .any(|part| is_variable(part) && part.bytes() == variable.bytes())
        })
}
