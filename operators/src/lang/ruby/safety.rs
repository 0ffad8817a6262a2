//! Edits that would tear a here-document from its text, or make two tokens one: they are not made.

use mutscore_model::span::ByteSpan;

use super::kinds::kind;
use crate::operator::Proposal;
use crate::tokens::{Change, is_word};
use crate::tree::Node;

/// Whether the mutated file is still the program that was meant.
pub(super) fn is_safe(node: Node<'_>, proposal: &Proposal) -> bool {
    !tears_document(node, proposal) && !grows_together(node, proposal)
}

/// A here-document begins in one place and has its text below: both go, or neither.
fn tears_document(node: Node<'_>, proposal: &Proposal) -> bool {
    let kept = match &proposal.change {
        Change::Wrap { kept, .. } => Some(*kept),
        Change::Text(_) => None,
    };
    let text = bytes_of(node, proposal.span);
    if !text.contains(&b'\n') && !text.windows(2).any(|pair| pair == b"<<") {
        return false;
    }
    let goes = |part: ByteSpan| {
        proposal.span.contains(part) && !kept.is_some_and(|kept| kept.contains(part))
    };
    let (mut beginnings, mut bodies) = (0, 0);
    for part in node.subtree() {
        match part.kind() {
            kind::HEREDOC_BEGINNING if goes(part.span()) => beginnings += 1,
            kind::HEREDOC_BODY if goes(part.span()) => bodies += 1,
            _ => {}
        }
    }
    beginnings != bodies
}

/// `a ?!x : y` without its `!` would begin with a character literal, `a ? b :!x` would end with a symbol.
fn grows_together(node: Node<'_>, proposal: &Proposal) -> bool {
    let start = proposal.span.start;
    let before = if start == node.start() {
        node.previous_byte()
    } else {
        bytes_of(node, ByteSpan::new(start - 1, start))
            .first()
            .copied()
    };
    let first = match &proposal.change {
        Change::Text(text) => text.bytes().next(),
        Change::Wrap { before, kept, .. } => before
            .bytes()
            .next()
            .or_else(|| bytes_of(node, *kept).first().copied()),
    };
    let was_apart = !bytes_of(node, proposal.span)
        .first()
        .copied()
        .is_some_and(is_word);
    was_apart && matches!(before, Some(b'?' | b':')) && first.is_some_and(is_word)
}

/// The bytes of a part of the node.
fn bytes_of(node: Node<'_>, part: ByteSpan) -> &[u8] {
    let from = (part.start - node.start()) as usize;
    let to = (part.end - node.start()) as usize;
    node.bytes().get(from..to).unwrap_or(&[])
}
