//! A syntax tree as one flat array in document order.
//!
//! Operators ask many small questions of a node ("what is my parent, which field am I?"). In a tree-sitter tree a
//! parent is found by descending from the root; here it is one index away. The array is filled in one walk, so a
//! file is parsed once and walked once, and everything after that is plain memory.

use mutscore_model::span::ByteSpan;
use tree_sitter::TreeCursor;

use crate::language::Language;
use crate::reused::{Reused, kept};
use crate::vocabulary::{ANONYMOUS, ERROR, Ends, Holder, Kind};

const NONE: u32 = u32::MAX;

#[derive(Clone, Copy)]
struct Raw {
    kind: u16,
    field: u16,
    start: u32,
    end: u32,
    parent: u32,
    /// Index of the first node after this one's subtree.
    after: u32,
}

kept!(Raw);

/// A node whose children are being copied.
struct Open<'v> {
    index: u32,
    /// Children that are still to come.
    left: u32,
    kind: &'v Kind,
}

/// A parsed file: its bytes and its nodes in document order (parents before children).
pub struct Tree<'s> {
    source: &'s [u8],
    nodes: Reused<Raw>,
    damaged: Vec<ByteSpan>,
}

impl<'s> Tree<'s> {
    /// Copies `parsed` into a flat array, with kinds and fields renamed by the
    /// language's vocabulary, and without what is inside its opaque nodes.
    #[must_use]
    pub fn new(source: &'s [u8], parsed: &tree_sitter::Tree, language: &dyn Language) -> Self {
        let root = parsed.root_node();
        let mut tree = Self {
            source,
            nodes: Reused::with_capacity(source.len() / 4 + 16),
            damaged: Vec::new(),
        };
        let mut cursor = root.walk();
        tree.fill(&mut cursor, language, root.has_error());
        tree
    }

    fn fill(&mut self, cursor: &mut TreeCursor<'_>, language: &dyn Language, has_error: bool) {
        let vocabulary = language.vocabulary();
        let mut open: Vec<Open<'_>> = Vec::new();
        loop {
            let node = cursor.node();
            let known = vocabulary.kind(node.kind_id());
            let index = self.nodes.len() as u32;
            let mut kind = known.number;
            let (start, end) = (node.start_byte() as u32, node.end_byte() as u32);
            if has_error && (node.is_error() || node.is_missing()) {
                kind = ERROR;
                self.damaged.push(ByteSpan::new(start, end));
            }
            let (parent, holder) = open
                .last()
                .map_or((NONE, Holder::None), |open| (open.index, open.kind.holder));
            let field = match holder.holds(kind) {
                true => cursor.field_id().map_or(0, |id| vocabulary.field(id.get())),
                false => 0,
            };
            self.nodes.push(Raw {
                kind,
                field,
                start,
                end,
                parent,
                after: index + 1,
            });
            let mut children = 0;
            if kind != ANONYMOUS {
                let text = self.source.get(start as usize..end as usize);
                let opaque = language.is_opaque(kind, text.unwrap_or(&[]));
                if !opaque || (has_error && node.has_error()) {
                    children = node.child_count();
                }
            }
            // A damaged file may lack the tokens that should be there.
            let only_tokens = children == 2 && !has_error && self.push_both_ends(index, known.ends);
            let passed = match children > 1 && !only_tokens && !has_error {
                true => self.pass_first(cursor, index, known.ends),
                false => 0,
            };
            if passed > 0 || (children > 0 && !only_tokens && cursor.goto_first_child()) {
                open.push(Open {
                    index,
                    left: children - passed - 1,
                    kind: known,
                });
            } else if !self.go_on(cursor, &mut open, has_error) {
                return;
            }
        }
    }

    /// Moves on to the next node that is not below the present one; `false` at the end. Whether there is a next child
    /// is counted: to look for it in vain costs the parser as much as to find it.
    fn go_on(
        &mut self,
        cursor: &mut TreeCursor<'_>,
        open: &mut Vec<Open<'_>>,
        has_error: bool,
    ) -> bool {
        while let Some(last) = open.last_mut() {
            let index = last.index;
            let known = last.left == 1 && !has_error && self.push_last(index, last.kind.ends);
            if last.left > 0 && !known {
                last.left -= 1;
                if cursor.goto_next_sibling() {
                    return true;
                }
            }
            self.nodes[index as usize].after = self.nodes.len() as u32;
            open.pop();
            cursor.goto_parent();
        }
        false
    }

    /// The two tokens that are all there is below the node at `index`, unless it is not known how they read.
    fn push_both_ends(&mut self, index: u32, ends: Ends) -> bool {
        let node = &self.nodes[index as usize];
        let (start, text) = (node.start, self.text_of(node));
        let (Some(first), true) = (ends.first(text), ends.last(text).is_some()) else {
            return false;
        };
        self.push_token(start, start + first, index);
        self.push_last(index, ends);
        self.nodes[index as usize].after = self.nodes.len() as u32;
        true
    }

    /// Goes to the second child of the node at `index`, unless it is not known how the first one reads. Gives back how
    /// many children were passed.
    fn pass_first(&mut self, cursor: &mut TreeCursor<'_>, index: u32, ends: Ends) -> u32 {
        let node = &self.nodes[index as usize];
        let Some(length) = ends.first(self.text_of(node)) else {
            return 0;
        };
        let (start, second) = (node.start, node.start + length);
        match cursor.goto_first_child_for_byte(second as usize) {
            Some(1) => {
                self.push_token(start, second, index);
                1
            }
            // A second child without any text.
            Some(_) => {
                cursor.goto_parent();
                0
            }
            None => 0,
        }
    }

    /// The last token below the node at `index`, unless it is not known how that reads.
    fn push_last(&mut self, index: u32, ends: Ends) -> bool {
        let node = &self.nodes[index as usize];
        let (end, last) = (node.end, ends.last(self.text_of(node)));
        if let Some(length) = last {
            self.push_token(end - length, end, index);
        }
        last.is_some()
    }

    fn text_of(&self, node: &Raw) -> &'s [u8] {
        let range = node.start as usize..node.end as usize;
        self.source.get(range).unwrap_or(&[])
    }

    /// A keyword or a bracket that was not looked at.
    fn push_token(&mut self, start: u32, end: u32, parent: u32) {
        let after = self.nodes.len() as u32 + 1;
        self.nodes.push(Raw {
            kind: ANONYMOUS,
            field: 0,
            start,
            end,
            parent,
            after,
        });
    }

    /// The file's bytes.
    #[must_use]
    pub fn source(&self) -> &'s [u8] {
        self.source
    }

    /// Places the parser could not read: ERROR nodes, and MISSING ones as empty spans.
    #[must_use]
    pub fn damaged(&self) -> &[ByteSpan] {
        &self.damaged
    }

    /// Number of nodes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no node; a parsed file always has its root.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The node at `index` in document order; `index` is below [`Tree::len`].
    #[must_use]
    pub fn node(&self, index: u32) -> Node<'_> {
        Node { tree: self, index }
    }
}

/// A node: a cheap handle into a [`Tree`].
#[derive(Clone, Copy)]
pub struct Node<'t> {
    tree: &'t Tree<'t>,
    index: u32,
}

impl PartialEq for Node<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index && std::ptr::eq(self.tree, other.tree)
    }
}

impl Eq for Node<'_> {}

impl<'t> Node<'t> {
    fn raw(self) -> &'t Raw {
        &self.tree.nodes[self.index as usize]
    }

    /// Position in document order.
    #[must_use]
    pub fn index(self) -> u32 {
        self.index
    }

    /// The node that stands at `index` of the same tree.
    #[must_use]
    pub fn at(self, index: u32) -> Node<'t> {
        Node {
            tree: self.tree,
            index,
        }
    }

    /// First index after this node's subtree.
    #[must_use]
    pub fn after(self) -> u32 {
        self.raw().after
    }

    /// Kind, in the language's vocabulary.
    #[must_use]
    pub fn kind(self) -> u16 {
        self.raw().kind
    }

    /// Field under which the parent holds this node; 0 for none.
    #[must_use]
    pub fn field(self) -> u16 {
        self.raw().field
    }

    /// Whether the grammar gives this node a name (keywords and punctuation have none).
    #[must_use]
    pub fn is_named(self) -> bool {
        self.kind() != ANONYMOUS
    }

    /// First byte.
    #[must_use]
    pub fn start(self) -> u32 {
        self.raw().start
    }

    /// One past the last byte.
    #[must_use]
    pub fn end(self) -> u32 {
        self.raw().end
    }

    /// First byte and one past the last.
    #[must_use]
    pub fn span(self) -> ByteSpan {
        ByteSpan::new(self.start(), self.end())
    }

    /// The node's bytes.
    #[must_use]
    pub fn bytes(self) -> &'t [u8] {
        &self.tree.source[self.span().range()]
    }

    /// The node's text; empty where it is not UTF-8 (names and operators that operators know always are).
    #[must_use]
    pub fn text(self) -> &'t str {
        std::str::from_utf8(self.bytes()).unwrap_or("")
    }

    /// The byte after the node.
    #[must_use]
    pub fn next_byte(self) -> Option<u8> {
        self.tree.source.get(self.end() as usize).copied()
    }

    /// The byte before the node.
    #[must_use]
    pub fn previous_byte(self) -> Option<u8> {
        let before = (self.start() as usize).checked_sub(1)?;
        self.tree.source.get(before).copied()
    }

    /// All bytes before the node.
    #[must_use]
    pub fn before(self) -> &'t [u8] {
        &self.tree.source[..self.start() as usize]
    }

    /// The parent, unless this is the root.
    #[must_use]
    pub fn parent(self) -> Option<Node<'t>> {
        let parent = self.raw().parent;
        (parent != NONE).then(|| self.at(parent))
    }

    /// Parent, grandparent and so on up to the root.
    pub fn ancestors(self) -> impl Iterator<Item = Node<'t>> {
        std::iter::successors(self.parent(), |node| node.parent())
    }

    /// All children in order.
    pub fn children(self) -> impl Iterator<Item = Node<'t>> {
        let end = self.after();
        let mut next = self.index + 1;
        std::iter::from_fn(move || {
            (next < end).then(|| {
                let child = self.at(next);
                next = child.after();
                child
            })
        })
    }

    /// Children that the grammar names, comments left out.
    pub fn named(self) -> impl Iterator<Item = Node<'t>> {
        self.children()
            .filter(|child| child.is_named() && child.kind() != crate::vocabulary::TRIVIA)
    }

    /// This node and everything below it, in document order.
    pub fn subtree(self) -> impl Iterator<Item = Node<'t>> {
        (self.index..self.after()).map(move |index| self.at(index))
    }

    /// The first child under `field`.
    #[must_use]
    pub fn child(self, field: u16) -> Option<Node<'t>> {
        self.children().find(|child| child.field() == field)
    }

    /// Whether the node has no children.
    #[must_use]
    pub fn is_leaf(self) -> bool {
        self.after() == self.index + 1
    }

    /// Whether `other` is this node or below it.
    #[must_use]
    pub fn holds(self, other: Node<'_>) -> bool {
        (self.index..self.after()).contains(&other.index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same array with every child looked for and every field asked for.
    fn plainly(
        cursor: &mut TreeCursor<'_>,
        parent: u32,
        language: &dyn Language,
        source: &[u8],
        nodes: &mut Vec<[u32; 6]>,
    ) {
        let node = cursor.node();
        let index = nodes.len() as u32;
        let vocabulary = language.vocabulary();
        let kind = match node.is_error() || node.is_missing() {
            true => ERROR,
            false => vocabulary.kind(node.kind_id()).number,
        };
        let field = cursor.field_id().map_or(0, |id| vocabulary.field(id.get()));
        let (start, end) = (node.start_byte() as u32, node.end_byte() as u32);
        nodes.push([kind.into(), field.into(), start, end, parent, 0]);
        let text = &source[start as usize..end as usize];
        let opaque = language.is_opaque(kind, text) && !node.has_error();
        if kind != ANONYMOUS && !opaque && cursor.goto_first_child() {
            loop {
                plainly(cursor, index, language, source, nodes);
                if !cursor.goto_next_sibling() {
                    break;
                }
            }
            cursor.goto_parent();
        }
        nodes[index as usize][5] = nodes.len() as u32;
    }

    /// With every construct whose first or last token is not looked at.
    const ENDS: [(&str, &[u8]); 5] = [
        ("python", include_bytes!("../tests/ends/ends.py")),
        ("php", include_bytes!("../tests/ends/ends.php")),
        ("go", include_bytes!("../tests/ends/ends.go")),
        ("java", include_bytes!("../tests/ends/ends.java")),
        ("ruby", include_bytes!("../tests/ends/ends.rb")),
    ];

    #[test]
    fn every_known_end_is_met_and_is_a_token_of_its_own() {
        for (id, bytes) in ENDS {
            let language = crate::language(id).unwrap();
            let mut parser = tree_sitter::Parser::new();
            parser.set_language(&language.grammar()).unwrap();
            let parsed = parser.parse(bytes, None).unwrap();
            assert!(!parsed.root_node().has_error(), "{id}");
            let rules = language.vocabulary().ends.iter();
            let mut missing: Vec<(&str, usize)> = rules
                .flat_map(|(kind, first, last)| {
                    let both = [(*first, (*kind, 0)), (*last, (*kind, 1))];
                    both.into_iter().filter(|(token, _)| !token.is_empty())
                })
                .map(|(_, end)| end)
                .collect();
            let mut open = vec![parsed.root_node()];
            while let Some(node) = open.pop() {
                let ends = language.vocabulary().kind(node.kind_id()).ends;
                let text = &bytes[node.byte_range()];
                let places = [0, node.child_count().saturating_sub(1)];
                for (end, length) in [ends.first(text), ends.last(text)].into_iter().enumerate() {
                    let Some(length) = length else { continue };
                    let token = node.child(places[end]).unwrap();
                    assert!(!token.is_named(), "{id}: {}", node.kind());
                    assert_eq!(token.byte_range().len(), length as usize, "{}", node.kind());
                    missing.retain(|known| *known != (node.kind(), end));
                }
                open.extend(node.children(&mut node.walk()));
            }
            assert!(missing.is_empty(), "{id}: {missing:?}");
        }
    }

    #[test]
    fn the_copy_is_the_parsers_tree() {
        let mut sources: Vec<(&str, &[u8])> = vec![
            ("python", include_bytes!("../tests/sources/orders.py")),
            ("php", include_bytes!("../tests/sources/Basket.php")),
            ("go", include_bytes!("../tests/sources/shelf.go")),
            ("java", include_bytes!("../tests/sources/Ledger.java")),
            ("ruby", include_bytes!("../tests/sources/library.rb")),
            (
                "java",
                b"class A { int f( { return a +; } void g() { x = ; } }",
            ),
            ("python", b"def f(:\n  return (a +\n\ndef g(): return 1 <\n"),
        ];
        sources.extend(ENDS);
        for (id, bytes) in sources {
            let language = crate::language(id).unwrap();
            let mut parser = tree_sitter::Parser::new();
            parser.set_language(&language.grammar()).unwrap();
            let parsed = parser.parse(bytes, None).unwrap();
            let tree = Tree::new(bytes, &parsed, language);
            let mut nodes = Vec::new();
            let mut cursor = parsed.walk();
            plainly(&mut cursor, NONE, language, bytes, &mut nodes);
            let copied = tree.nodes.iter().map(|node| {
                let (kind, field) = (node.kind.into(), node.field.into());
                [kind, field, node.start, node.end, node.parent, node.after]
            });
            let copied: Vec<[u32; 6]> = copied.collect();
            for (one, other) in copied.iter().zip(&nodes) {
                let text = String::from_utf8_lossy(&bytes[one[2] as usize..one[3] as usize]);
                assert_eq!(one, other, "{id}: {text}");
            }
            assert_eq!(copied.len(), nodes.len(), "{id}");
        }
    }
}
