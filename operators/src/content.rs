//! Digests of mutated files, without building them.
//!
//! A mutant changes a few tokens of one function. So the file is cut at its outermost functions, each piece is hashed
//! once, and a mutant costs the hash of one piece and of the list of pieces. The digest is that of the mutated file's
//! tokens all the same: it does not depend on which mutant led to them.

use std::ops::Range;

use mutscore_model::digest::Digest;
use mutscore_model::span::ByteSpan;

use crate::language::Language;
use crate::tokens::{Change, Tokens};
use crate::tree::Tree;

/// Hashes the mutants of one file.
pub(crate) struct Content<'a> {
    source: &'a [u8],
    tokens: &'a Tokens,
    /// First token of each piece.
    pieces: Vec<usize>,
    /// Hash tree over the pieces: the first level has one digest for each piece, the last has one.
    levels: Vec<Vec<[u8; 32]>>,
    /// The mutated piece is gathered here.
    scratch: Vec<u8>,
}

impl<'a> Content<'a> {
    pub(crate) fn new(tree: &Tree<'a>, tokens: &'a Tokens, language: &dyn Language) -> Self {
        let mut pieces = vec![0];
        let mut index = 0;
        while (index as usize) < tree.len() {
            let node = tree.node(index);
            index += 1;
            if language.is_named_function(node.kind()) {
                pieces.push(tokens.first_at(node.start()));
                pieces.push(tokens.first_at(node.end()));
                index = node.after();
            }
        }
        pieces.dedup();
        let mut content = Self {
            source: tree.source(),
            tokens,
            pieces,
            levels: Vec::new(),
            scratch: Vec::new(),
        };
        let leaves = (0..content.pieces.len())
            .map(|piece| *blake3::hash(tokens.stream(content.range(piece, piece))).as_bytes())
            .collect();
        content.levels = hash_tree(leaves);
        content
    }

    /// Tokens of the pieces `first..=last`.
    fn range(&self, first: usize, last: usize) -> Range<usize> {
        let end = self
            .pieces
            .get(last + 1)
            .copied()
            .unwrap_or(self.tokens.len());
        self.pieces[first]..end
    }

    /// Content id of the file as it is.
    pub(crate) fn original(&self) -> Digest {
        root(&self.levels)
    }

    /// Content id of the file after `change` at `span`.
    pub(crate) fn mutated(&mut self, span: ByteSpan, change: &Change) -> Digest {
        let gone = self.tokens.touched(span);
        let piece_of = |token: usize| {
            self.pieces
                .partition_point(|first| *first <= token)
                .saturating_sub(1)
        };
        let first = piece_of(gone.start);
        let last = piece_of(gone.end.saturating_sub(1)).max(first);
        self.scratch.clear();
        if last == first + 1 && self.tokens.are_block_ends(self.pieces[last]..gone.end) {
            return self.mutated_at_end(first, gone.end, span, change);
        }
        self.tokens.mutated(
            self.range(first, last),
            span,
            change,
            self.source,
            &mut self.scratch,
        );
        let changed = *blake3::hash(&self.scratch).as_bytes();
        if first == last {
            return root_with(&self.levels, first, changed);
        }
        // A change across several functions joins their pieces; only changes outside functions can do that.
        let leaves = &self.levels[0];
        let joined = [&leaves[..first], &[changed], &leaves[last + 1..]].concat();
        root(&hash_tree(joined))
    }

    /// The same for a change of a function's last statement, whose blocks end where the function does: the ends of
    /// blocks are counted to what follows the function.
    fn mutated_at_end(
        &mut self,
        function: usize,
        end: usize,
        span: ByteSpan,
        change: &Change,
    ) -> Digest {
        let all = self.pieces[function]..end;
        self.tokens
            .mutated(all, span, change, self.source, &mut self.scratch);
        let rest = end..self.range(function + 1, function + 1).end;
        let mut leaves = self.levels[0].clone();
        leaves[function] = *blake3::hash(&self.scratch).as_bytes();
        leaves[function + 1] = *blake3::hash(self.tokens.stream(rest)).as_bytes();
        root(&hash_tree(leaves))
    }
}

/// Digests of the pieces, of pairs of those, of pairs of pairs, up to a single one. An odd last one rises as it is.
fn hash_tree(leaves: Vec<[u8; 32]>) -> Vec<Vec<[u8; 32]>> {
    let mut levels = vec![leaves];
    while let Some(level) = levels.last().filter(|level| level.len() > 1) {
        let above = level.chunks(2).map(|pair| match pair {
            [left, right] => join(left, right),
            _ => pair[0],
        });
        let above = above.collect();
        levels.push(above);
    }
    levels
}

fn join(left: &[u8; 32], right: &[u8; 32]) -> [u8; 32] {
    let mut pair = [0; 64];
    pair[..32].copy_from_slice(left);
    pair[32..].copy_from_slice(right);
    *blake3::hash(&pair).as_bytes()
}

fn root(levels: &[Vec<[u8; 32]>]) -> Digest {
    let top = levels.last().and_then(|level| level.first());
    Digest::from_bytes(top.copied().unwrap_or_default())
}

/// The root if the leaf at `place` were `changed`: one pair on each level.
fn root_with(levels: &[Vec<[u8; 32]>], mut place: usize, mut changed: [u8; 32]) -> Digest {
    for level in levels {
        if place % 2 == 1 {
            changed = join(&level[place - 1], &changed);
        } else if let Some(right) = level.get(place + 1) {
            changed = join(&changed, right);
        }
        place /= 2;
    }
    Digest::from_bytes(changed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mutants_content_id_is_that_of_the_file_it_becomes() {
        let orders: &[u8] = include_bytes!("../tests/sources/orders.py");
        let basket: &[u8] = include_bytes!("../tests/sources/Basket.php");
        for (id, bytes, least) in [("python", orders, 150), ("php", basket, 90)] {
            follows(crate::language(id).unwrap(), bytes, least);
        }
    }

    fn follows(language: &dyn Language, bytes: &[u8], least: usize) {
        let file = crate::Source {
            path: mutscore_model::path::RelPath::new("sample").unwrap(),
            bytes: bytes.into(),
        };
        let mut parser = tree_sitter::Parser::new();
        parser.set_language(&language.grammar()).unwrap();
        let options = crate::Options {
            operators: crate::OperatorSet::parse(&["extended"]).unwrap(),
            ..crate::Options::default()
        };
        let mutants = crate::generate_file(language, &file, &options).mutants;
        assert!(mutants.len() > least, "{}", mutants.len());
        for mutant in mutants {
            let mutated = crate::mutate(bytes, &mutant).unwrap();
            let parsed = parser.parse(&mutated, None).unwrap();
            let tree = Tree::new(&mutated, &parsed, language);
            let tokens = Tokens::new(&tree, language);
            let content = Content::new(&tree, &tokens, language).original();
            assert_eq!(content, mutant.content_id, "{mutant:?}");
        }
    }

    #[test]
    fn a_changed_leaf_gives_the_root_of_the_changed_tree() {
        for count in 1..20_u8 {
            let leaves: Vec<[u8; 32]> = (0..count).map(|leaf| [leaf; 32]).collect();
            let levels = hash_tree(leaves.clone());
            for place in 0..leaves.len() {
                let mut changed = leaves.clone();
                changed[place] = [255; 32];
                assert_eq!(
                    root_with(&levels, place, [255; 32]),
                    root(&hash_tree(changed))
                );
                assert_eq!(root_with(&levels, place, leaves[place]), root(&levels));
            }
        }
    }
}
