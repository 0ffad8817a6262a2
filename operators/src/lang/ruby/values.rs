//! Who uses the value of an expression.
//!
//! Ruby has no statements: everything has a value, and the last value of a method is its result. So whether a call can
//! be removed, and what a method gives back, depends on where the expression stands, through all the branches around
//! it. This file is the only one that knows.

use super::calls::{block_of, callee_name, is_super};
use super::kinds::{field, kind};
use super::locals::is_local;
use super::roles::is_parentheses;
use crate::tree::Node;
use crate::vocabulary::TRIVIA;

/// What becomes of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    /// Nothing: the expression stands for its effect only.
    Dropped,
    /// A method gives it back.
    Returned,
    /// Anything else, or nobody knows.
    Used,
}

/// Methods that call their block and do not look at what it gives back.
const ITERATORS: &[&[u8]] = &[
    b"each",
    b"times",
    b"upto",
    b"downto",
    b"step",
    b"loop",
    b"tap",
    b"cycle",
    b"reverse_each",
];

/// One step outward: the answer, or the node whose value this one becomes.
enum Step<'t> {
    Known(Use),
    SameAs(Node<'t>),
}

/// What becomes of the node's value.
pub(super) fn use_of(node: Node<'_>) -> Use {
    let mut node = node;
    loop {
        let Some(parent) = node.parent() else {
            return Use::Used;
        };
        match step(node, parent) {
            Step::Known(found) => return found,
            Step::SameAs(outer) => node = outer,
        }
    }
}

fn step<'t>(node: Node<'t>, parent: Node<'t>) -> Step<'t> {
    let is_body = node.field() == field::BODY;
    match parent.kind() {
        kind::PARENTHESIZED if is_parentheses(parent) => Step::SameAs(parent),
        kind::IF_MODIFIER | kind::UNLESS_MODIFIER if is_body => Step::SameAs(parent),
        kind::RESCUE_MODIFIER => Step::SameAs(parent),
        kind::WHILE_MODIFIER | kind::UNTIL_MODIFIER if is_body => Step::Known(Use::Dropped),
        kind::METHOD | kind::SINGLETON_METHOD if is_body => Step::Known(result_of(parent)),
        // Loop bodies, and what is run on the way out.
        kind::DO | kind::ENSURE => Step::Known(Use::Dropped),
        kind::THEN | kind::ELSE | kind::BEGIN | kind::BODY_STATEMENT | kind::BLOCK_BODY => {
            in_list(node, parent)
        }
        _ => Step::Known(Use::Used),
    }
}

/// A statement in a list: only the last one's value goes on.
fn in_list<'t>(node: Node<'t>, list: Node<'t>) -> Step<'t> {
    let Some(owner) = list.parent() else {
        return Step::Known(Use::Used);
    };
    if is_declaration(owner.kind()) {
        return Step::Known(Use::Used); // the code of a class body is its declarations
    }
    if is_followed(node, list) {
        return Step::Known(Use::Dropped);
    }
    match list.kind() {
        kind::THEN => branch(owner),
        kind::ELSE if matches!(owner.kind(), kind::BEGIN | kind::BODY_STATEMENT) => whole(owner),
        kind::ELSE => branch(owner),
        // With an `else` the value of the main part is not looked at.
        _ if list.children().any(|child| child.kind() == kind::ELSE) => Step::Known(Use::Dropped),
        _ => whole(list),
    }
}

fn is_declaration(kind: u16) -> bool {
    matches!(kind, kind::CLASS | kind::MODULE | kind::SINGLETON_CLASS)
}

/// Whether another statement of the list comes after `node`.
fn is_followed(node: Node<'_>, list: Node<'_>) -> bool {
    let mut next = node.after();
    while next < list.after() {
        let sibling = node.at(next);
        let counts = sibling.is_named()
            && !matches!(
                sibling.kind(),
                TRIVIA
                    | kind::HEREDOC_BODY
                    | kind::EMPTY_STATEMENT
                    | kind::RESCUE
                    | kind::ELSE
                    | kind::ENSURE
            );
        if counts {
            return true;
        }
        next = sibling.after();
    }
    false
}

/// The last value of a branch is the value of what branches.
fn branch(owner: Node<'_>) -> Step<'_> {
    match owner.kind() {
        kind::IF | kind::UNLESS | kind::CASE | kind::CASE_MATCH => Step::SameAs(owner),
        kind::ELSIF | kind::WHEN | kind::IN_CLAUSE => match owner.parent() {
            Some(outer) => branch(outer),
            None => Step::Known(Use::Used),
        },
        kind::RESCUE => owner
            .parent()
            .map_or(Step::Known(Use::Used), |list| whole(list)),
        _ => Step::Known(Use::Used),
    }
}

/// The value of a list with its `rescue` and `else` parts.
fn whole(list: Node<'_>) -> Step<'_> {
    if list.kind() == kind::BEGIN {
        return Step::SameAs(list);
    }
    let Some(owner) = list.parent() else {
        return Step::Known(Use::Used);
    };
    Step::Known(match owner.kind() {
        kind::METHOD | kind::SINGLETON_METHOD => result_of(owner),
        kind::BLOCK | kind::DO_BLOCK if ignores_block(owner) => Use::Dropped,
        _ => Use::Used,
    })
}

/// Whether the block belongs to a call that does not look at its value.
fn ignores_block(block: Node<'_>) -> bool {
    block
        .parent()
        .is_some_and(|call| call.kind() == kind::CALL && is_iterator(callee_name(call)))
}

fn is_iterator(name: &[u8]) -> bool {
    ITERATORS.contains(&name) || name.starts_with(b"each_")
}

/// What becomes of the last value of a method.
fn result_of(method: Node<'_>) -> Use {
    if is_void(method) {
        Use::Dropped
    } else {
        Use::Returned
    }
}

/// Whether callers never see what the method gives back: `new` and assignment have values of their own.
pub(super) fn is_void(method: Node<'_>) -> bool {
    method.child(field::NAME).is_some_and(|name| {
        name.kind() == kind::SETTER || matches!(name.bytes(), b"initialize" | b"[]=")
    })
}

/// Whether a call, or a name that is a call, stands for its effect only and may be removed.
pub(super) fn is_removable(node: Node<'_>) -> bool {
    use_of(node) == Use::Dropped
        && match node.kind() {
            kind::CALL => !is_super(node),
            _ => !is_local(node) && !node.bytes().starts_with(b"__"),
        }
}

/// Whether the node is the result of a method without a `return`.
pub(super) fn is_tail(node: Node<'_>) -> bool {
    has_value(node) && use_of(node) == Use::Returned
}

/// Whether the node is one whose value a method would give back on purpose; of those that branch, the branches are.
fn has_value(node: Node<'_>) -> bool {
    match node.kind() {
        kind::PARENTHESIZED => !is_parentheses(node),
        kind::CALL => !is_super(node) && !is_loop(node),
        kind::IF
        | kind::UNLESS
        | kind::CASE
        | kind::CASE_MATCH
        | kind::BEGIN
        | kind::IF_MODIFIER
        | kind::UNLESS_MODIFIER
        | kind::RESCUE_MODIFIER
        | kind::BODY_STATEMENT
        | kind::RESCUE
        | kind::ELSE
        | kind::ENSURE
        | kind::WHILE
        | kind::UNTIL
        | kind::FOR
        | kind::WHILE_MODIFIER
        | kind::UNTIL_MODIFIER
        | kind::ASSIGNMENT
        | kind::OPERATOR_ASSIGNMENT
        | kind::MATCH_PATTERN
        | kind::SUPER
        | kind::YIELD
        | kind::METHOD
        | kind::SINGLETON_METHOD
        | kind::CLASS
        | kind::MODULE
        | kind::SINGLETON_CLASS
        | kind::ALIAS
        | kind::UNDEF
        | kind::RETURN
        | kind::BREAK
        | kind::NEXT
        | kind::REDO
        | kind::RETRY
        | kind::HEREDOC_BODY
        | kind::EMPTY_STATEMENT => false,
        _ => node.is_named(),
    }
}

/// Whether the call is a loop: what it gives back is what it was called on. Not so with `each_with_object` and `tap`,
/// which are called for their value.
fn is_loop(call: Node<'_>) -> bool {
    let name = callee_name(call);
    block_of(call).is_some() && is_iterator(name) && !matches!(name, b"tap" | b"each_with_object")
}
