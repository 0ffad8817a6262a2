//! Digests of mutated files, without building them.
//!
//! A mutant changes a few tokens of one function. So the file is cut at its outermost functions, each piece is hashed
//! once, and a mutant costs the hash of one piece and of the list of pieces. The digest is that of the mutated file's
//! tokens all the same: it does not depend on which mutant led to them.

use std::ops::Range;

use blake3::Hasher;
use mutscore_model::digest::Digest;
use mutscore_model::mutant::Edit;
use mutscore_model::span::ByteSpan;

use crate::language::Language;
use crate::tokens::{Change, Tokens};
use crate::tree::Tree;

/// Hashes the mutants of one file; they must come sorted by their start.
pub(crate) struct Content<'a> {
    source: &'a [u8],
    tokens: &'a Tokens,
    /// First token of each piece.
    pieces: Vec<usize>,
    digests: Vec<[u8; 32]>,
    /// Hash state of the pieces before `hashed_pieces`.
    piece_prefix: Hasher,
    hashed_pieces: usize,
    /// Hash state of the bytes before `hashed_bytes`.
    byte_prefix: Hasher,
    hashed_bytes: usize,
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
            digests: Vec::new(),
            piece_prefix: Hasher::new(),
            hashed_pieces: 0,
            byte_prefix: Hasher::new(),
            hashed_bytes: 0,
        };
        content.digests = (0..content.pieces.len())
            .map(|piece| *blake3::hash(tokens.stream(content.range(piece, piece))).as_bytes())
            .collect();
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
        let mut hasher = Hasher::new();
        self.digests.iter().for_each(|digest| {
            hasher.update(digest);
        });
        Digest::from_bytes(*hasher.finalize().as_bytes())
    }

    /// Content id of the file after `change` at `span`.
    pub(crate) fn mutated(&mut self, span: ByteSpan, change: &Change) -> Digest {
        let piece_at = |at: u32| {
            let token = self.tokens.first_at(at);
            self.pieces
                .partition_point(|first| *first <= token)
                .saturating_sub(1)
        };
        let first = piece_at(span.start);
        let last = piece_at(span.end.saturating_sub(1)).max(first);
        for digest in &self.digests[self.hashed_pieces.min(first)..first] {
            self.piece_prefix.update(digest);
        }
        self.hashed_pieces = self.hashed_pieces.max(first);

        let mut piece = Hasher::new();
        self.tokens.mutated(
            self.range(first, last),
            span,
            change,
            self.source,
            &mut |part| {
                piece.update(part);
            },
        );
        let mut all = self.piece_prefix.clone();
        all.update(piece.finalize().as_bytes());
        self.digests[last + 1..].iter().for_each(|digest| {
            all.update(digest);
        });
        Digest::from_bytes(*all.finalize().as_bytes())
    }

    /// Digest of the file's bytes after `edits`, which are sorted and do not overlap.
    pub(crate) fn mutated_bytes(&mut self, edits: &[Edit]) -> Digest {
        let start = edits.first().map_or(0, |edit| edit.span.start as usize);
        if start > self.hashed_bytes {
            self.byte_prefix
                .update(&self.source[self.hashed_bytes..start]);
            self.hashed_bytes = start;
        }
        let mut hasher = self.byte_prefix.clone();
        let mut copied = self.hashed_bytes;
        for edit in edits {
            hasher.update(&self.source[copied..edit.span.start as usize]);
            hasher.update(edit.text.as_bytes());
            copied = edit.span.end as usize;
        }
        hasher.update(&self.source[copied..]);
        Digest::from_bytes(*hasher.finalize().as_bytes())
    }
}
