//! Statements: loops that are not entered, jumps, and statements that go.

use crate::lang::ruby::bans::{is_bare_raise, is_quiet_name, is_quiet_statement, is_raise};
use crate::lang::ruby::calls::{block_of, callee_name, is_super, receiver};
use crate::lang::ruby::kinds::{field, kind};
use crate::lang::ruby::roles::unwrapped;
use crate::lang::ruby::values::{Use, use_of};
use crate::language::Survey;
use crate::offer::Feature;
use crate::operator::Proposal;
use crate::tree::Node;

/// `for`: nothing to run over.
pub(super) fn for_each(node: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    let iterated = node
        .named()
        .find(|child| child.kind() == kind::IN)
        .and_then(|list| list.named().next());
    if let Some(iterated) = iterated.filter(|iterated| iterated.bytes() != b"[]") {
        sink(Feature::Iterated, Proposal::replace(iterated, "[]"));
    }
}

/// `break` and `next` change places.
pub(super) fn jump(node: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    let Some(word) = node.children().next() else {
        return;
    };
    if node.kind() == kind::NEXT {
        if enclosing(node).is_some_and(|around| !is_lambda_block(around)) {
            sink(Feature::Jump, Proposal::replace(word, "break"));
        }
    } else if enclosing(node).is_some_and(|around| !is_endless(around) && !is_lambda_block(around))
    {
        sink(Feature::Jump, Proposal::replace(word, "next"));
    }
}

/// What a jump leaves: a loop or a block.
fn enclosing(jump: Node<'_>) -> Option<Node<'_>> {
    jump.ancestors().find(|around| {
        matches!(
            around.kind(),
            kind::WHILE
                | kind::UNTIL
                | kind::FOR
                | kind::WHILE_MODIFIER
                | kind::UNTIL_MODIFIER
                | kind::BLOCK
                | kind::DO_BLOCK
        )
    })
}

/// Whether the block is a closure's, which a jump only returns from.
pub(super) fn is_lambda_block(block: Node<'_>) -> bool {
    matches!(block.kind(), kind::BLOCK | kind::DO_BLOCK)
        && block.parent().is_some_and(|owner| {
            owner.kind() == kind::LAMBDA
                || (owner.kind() == kind::CALL
                    && receiver(owner).is_none()
                    && matches!(callee_name(owner), b"lambda" | b"proc"))
        })
}

/// Whether only a jump ends the loop.
fn is_endless(around: Node<'_>) -> bool {
    match around.kind() {
        kind::BLOCK | kind::DO_BLOCK => around
            .parent()
            .is_some_and(|call| call.kind() == kind::CALL && callee_name(call) == b"loop"),
        kind::FOR => false,
        _ => around.child(field::CONDITION).is_some_and(|condition| {
            matches!(
                unwrapped(condition).kind(),
                kind::TRUE | kind::FALSE | kind::NIL | kind::INTEGER
            )
        }),
    }
}

/// A call: not made if it raises, tells or frees something, or belongs to the base class; `each` runs over nothing.
pub(super) fn called(node: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    let name = callee_name(node);
    let mut drop = |feature| sink(feature, Proposal::replace(node, "nil"));
    let on_kernel = receiver(node).is_none_or(|receiver| receiver.bytes() == b"Kernel");
    if is_raise(name) && on_kernel {
        drop(Feature::Throw);
    } else if is_quiet_statement(node) {
        drop(Feature::AridCall);
    } else if is_super(node) && use_of(node) == Use::Dropped {
        drop(Feature::SuperCall);
    } else if name == b"each"
        && block_of(node).is_some()
        && let Some(iterated) = receiver(node).filter(|iterated| iterated.bytes() != b"[]")
    {
        sink(Feature::Iterated, Proposal::replace(iterated, "[]"));
    }
}

/// `raise`, `puts` or `super` alone.
pub(super) fn named(node: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    let feature = if node.field() == field::METHOD {
        return;
    } else if node.kind() == kind::SUPER {
        if use_of(node) != Use::Dropped {
            return;
        }
        Feature::SuperCall
    } else if is_bare_raise(node) {
        Feature::Throw
    } else if is_quiet_name(node) {
        Feature::AridCall
    } else {
        return;
    };
    sink(feature, Proposal::replace(node, "nil"));
}

/// Calls in a class's body that say who may call what, or bring in other code: without them nothing works.
const STRUCTURAL: &[&[u8]] = &[
    b"alias_method",
    b"attr",
    b"attr_accessor",
    b"attr_reader",
    b"attr_writer",
    b"autoload",
    b"extend",
    b"include",
    b"module_function",
    b"prepend",
    b"private",
    b"private_class_method",
    b"private_constant",
    b"protected",
    b"public",
    b"public_class_method",
    b"require",
    b"require_relative",
    b"using",
];

/// A call in the body of a class that adds something to it: `validates :name`.
pub(super) fn declared(node: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    let in_class = node
        .parent()
        .filter(|list| list.kind() == kind::BODY_STATEMENT)
        .and_then(|list| list.parent())
        .is_some_and(|owner| {
            matches!(
                owner.kind(),
                kind::CLASS | kind::MODULE | kind::SINGLETON_CLASS
            )
        });
    let defines = || {
        node.subtree()
            .any(|part| matches!(part.kind(), kind::METHOD | kind::SINGLETON_METHOD))
    };
    if in_class
        && receiver(node).is_none()
        && !STRUCTURAL.contains(&callee_name(node))
        && !defines()
    {
        sink(Feature::Macro, Proposal::replace(node, "nil"));
    }
}

/// An assignment to something that outlives the method stays undone; as the last thing in a method it leaves its value.
pub(super) fn assignment<'t>(
    node: Node<'t>,
    survey: &Survey<'t>,
    sink: &mut dyn FnMut(Feature, Proposal),
) {
    let (Some(left), Some(right)) = (node.child(field::LEFT), node.child(field::RIGHT)) else {
        return;
    };
    let outlives = matches!(
        left.kind(),
        kind::INSTANCE_VARIABLE
            | kind::CLASS_VARIABLE
            | kind::GLOBAL_VARIABLE
            | kind::ELEMENT_REFERENCE
            | kind::CALL
    );
    if !outlives || right.kind() == kind::ASSIGNMENT || survey.drives_loop(node) {
        return;
    }
    let proposal = match use_of(node) {
        Use::Dropped => Proposal::replace(node, "nil"),
        Use::Returned if node.kind() == kind::ASSIGNMENT && !is_list(right) => {
            Proposal::keep(node, right)
        }
        _ => return,
    };
    sink(Feature::Assignment, proposal);
}

/// `a = b, c`: a list without brackets is one only after the sign.
fn is_list(right: Node<'_>) -> bool {
    right.children().any(|child| child.bytes() == b",")
        && !matches!(right.bytes().first(), Some(b'[' | b'{'))
        && !matches!(right.kind(), kind::CALL | kind::ELEMENT_REFERENCE)
}
