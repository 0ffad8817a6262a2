//! Lists of things with separators between them, in any language: what to cut so that one of them is gone.

use mutscore_model::span::ByteSpan;

use crate::tree::Node;

/// Up to this many elements, each may go; of more only the first and the last, for they are mostly data.
const FEW: usize = 8;

/// For each of at least two nodes with separators between them, the bytes without which it is gone.
pub(super) fn without_each<'a>(items: &'a [Node<'_>]) -> impl Iterator<Item = ByteSpan> + 'a {
    (0..items.len())
        .map(|place| without(items, place))
        .take(if items.len() > 1 { usize::MAX } else { 0 })
}

/// The bytes without which the node at `place` of at least two is gone.
pub(super) fn without(items: &[Node<'_>], place: usize) -> ByteSpan {
    match items.get(place + 1) {
        Some(next) => ByteSpan::new(items[place].start(), next.start()),
        None => ByteSpan::new(items[place - 1].end(), items[place].end()),
    }
}

/// The bytes without which an element of a collection literal is gone, for each that may go.
pub(super) fn elements<'a>(items: &'a [Node<'_>]) -> impl Iterator<Item = ByteSpan> + 'a {
    let last = items.len().saturating_sub(1);
    without_each(items)
        .enumerate()
        .filter(move |(place, _)| last < FEW || *place == 0 || *place == last)
        .map(|(_, cut)| cut)
}
