//! Which declaration each name means and where that declaration is read, for languages whose compiler refuses a
//! variable or an import that nobody reads, and for telling what a name holds.
//!
//! A language fills this in one pass over the file, in document order, with its own rules of scope; afterwards every
//! question is a search in a sorted list.

use rustc_hash::FxHashMap;

use crate::tree::Node;

/// What was declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// A variable that must be read.
    Variable,
    /// An imported package, which must be used.
    Import,
    /// Anything that may stay unused: a parameter, a constant, a package's variable.
    Free,
}

/// What a name or an expression holds, as far as the text tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Held {
    /// Nobody knows.
    #[default]
    Unknown,
    /// Text.
    Text,
    /// Something whose elements are text.
    Texts,
}

impl Held {
    /// What several of these are.
    #[must_use]
    pub fn several(self) -> Self {
        match self {
            Self::Text => Self::Texts,
            Self::Texts | Self::Unknown => Self::Unknown,
        }
    }

    /// What one of these is.
    #[must_use]
    pub fn element(self) -> Self {
        match self {
            Self::Texts => Self::Text,
            Self::Text | Self::Unknown => Self::Unknown,
        }
    }
}

/// A declared name.
#[derive(Debug, Clone, Copy)]
pub struct Declaration {
    /// Node index of the declaring name.
    pub node: u32,
    /// What was declared.
    pub origin: Origin,
    /// What it holds.
    pub held: Held,
    /// Node indices between which the name means this (end exclusive).
    pub visible: (u32, u32),
    /// Node index of the scope it belongs to.
    pub scope: u32,
    /// Node indices of its first and last read.
    reads: Option<(u32, u32)>,
}

impl Declaration {
    /// A declaration that nobody has read yet.
    #[must_use]
    pub fn new(node: u32, origin: Origin, scope: u32, visible: (u32, u32)) -> Self {
        Self {
            node,
            origin,
            held: Held::Unknown,
            visible,
            scope,
            reads: None,
        }
    }

    /// Whether it is read outside of the nodes `gone`.
    #[must_use]
    pub fn is_read_outside(&self, gone: (u32, u32)) -> bool {
        self.reads
            .is_some_and(|(first, last)| first < gone.0 || last >= gone.1)
    }
}

/// The declarations of one file.
#[derive(Default)]
pub struct Locals<'t> {
    declarations: Vec<Declaration>,
    /// For each declaration, the earlier ones of its name.
    earlier: Vec<Named>,
    /// The last declaration of each name, and the last that is visible where the pass stands.
    by_name: FxHashMap<&'t [u8], Named>,
    /// Where declarations are named, in document order: node index and number of the declaration.
    uses: Vec<(u32, u32)>,
    /// What the members (fields, methods, functions) of a name hold.
    members: FxHashMap<&'t [u8], Held>,
}

/// Where two lists of declarations of one name go on, by number. Most names have but one declaration, so a list is kept
/// in its elements.
#[derive(Clone, Copy, Default)]
struct Named {
    /// All of them, the latest first.
    all: Option<u32>,
    /// Innermost first; the first ones may have gone out of sight already.
    visible: Option<u32>,
}

impl<'t> Locals<'t> {
    /// Adds a declaration; those of one name must come in the order in which they become visible.
    pub fn declare(&mut self, name: &'t [u8], declaration: Declaration) {
        let number = self.declarations.len() as u32;
        self.declarations.push(declaration);
        let named = self.by_name.entry(name).or_default();
        self.earlier.push(*named);
        *named = Named {
            all: Some(number),
            visible: Some(number),
        };
    }

    /// The number of the innermost declaration of `name` that is visible at node index `at`. The pass must not go
    /// back.
    pub fn visible(&mut self, name: &[u8], at: u32) -> Option<u32> {
        let named = self.by_name.get_mut(name)?;
        while let Some(number) = named.visible
            && self.declarations[number as usize].visible.1 <= at
        {
            named.visible = self.earlier[number as usize].visible;
        }
        named.visible
    }

    /// Notes that the node names a declaration, and whether that surely reads it.
    pub fn note(&mut self, node: u32, number: u32, reads: bool) {
        self.uses.push((node, number));
        if reads {
            let declaration = &mut self.declarations[number as usize];
            let (first, _) = declaration.reads.unwrap_or((node, node));
            declaration.reads = Some((first, node));
        }
    }

    /// The declaration with a number.
    #[must_use]
    pub fn declaration(&self, number: u32) -> &Declaration {
        &self.declarations[number as usize]
    }

    /// Says what a declaration holds, where nothing was known.
    pub fn hold(&mut self, number: u32, held: Held) {
        let declaration = &mut self.declarations[number as usize];
        if declaration.held == Held::Unknown {
            declaration.held = held;
        }
    }

    /// The number of the declaration that a name stands for.
    #[must_use]
    pub fn meant_by(&self, name: Node<'_>) -> Option<u32> {
        let place = self
            .uses
            .binary_search_by_key(&name.index(), |(node, _)| *node)
            .ok()?;
        Some(self.uses[place].1)
    }

    /// Node index and declaration of every name between two node indices.
    pub fn named_in(&self, nodes: (u32, u32)) -> impl Iterator<Item = (u32, &Declaration)> {
        let first = self.uses.partition_point(|(node, _)| *node < nodes.0);
        self.uses[first..]
            .iter()
            .take_while(move |(node, _)| *node < nodes.1)
            .map(|(node, number)| (*node, self.declaration(*number)))
    }

    /// Whether a variable, parameter or constant of this name is visible at node index `at`.
    #[must_use]
    pub fn is_taken(&self, name: &[u8], at: u32) -> bool {
        let latest = self.by_name.get(name).and_then(|named| named.all);
        let mut all = std::iter::successors(latest, |number| self.earlier[*number as usize].all);
        all.any(|number| {
            let declaration = self.declaration(number);
            let (from, to) = declaration.visible;
            declaration.origin != Origin::Import && from <= at && at < to
        })
    }

    /// Says what a member of this name holds; two members that differ make it unknown.
    pub fn add_member(&mut self, name: &'t [u8], held: Held) {
        self.members
            .entry(name)
            .and_modify(|known| {
                if *known != held {
                    *known = Held::Unknown;
                }
            })
            .or_insert(held);
    }

    /// What a member of this name holds.
    #[must_use]
    pub fn member(&self, name: &[u8]) -> Held {
        self.members.get(name).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn locals() -> Locals<'static> {
        let mut locals = Locals::default();
        locals.declare(b"x", Declaration::new(1, Origin::Variable, 0, (2, 50)));
        locals.declare(b"x", Declaration::new(10, Origin::Free, 9, (11, 20)));
        locals
    }

    #[test]
    fn the_innermost_visible_declaration_is_meant() {
        let mut locals = locals();
        assert_eq!(locals.visible(b"x", 12), Some(1));
        assert_eq!(locals.visible(b"x", 20), Some(0));
        assert_eq!(locals.visible(b"x", 50), None);
        assert_eq!(locals.visible(b"y", 12), None);
        assert!(locals.is_taken(b"x", 12) && !locals.is_taken(b"x", 1));
    }

    #[test]
    fn a_read_counts_unless_it_is_among_what_goes() {
        let mut locals = locals();
        locals.note(5, 0, true);
        locals.note(7, 0, false);
        locals.note(30, 0, true);
        let x = *locals.declaration(0);
        assert!(x.is_read_outside((5, 6)) && x.is_read_outside((6, 31)));
        assert!(!x.is_read_outside((5, 31)));
        let named: Vec<u32> = locals.named_in((6, 31)).map(|(node, _)| node).collect();
        assert_eq!(named, [7, 30]);
    }

    #[test]
    fn members_that_differ_are_unknown() {
        let mut locals = locals();
        locals.add_member(b"a", Held::Text);
        locals.add_member(b"b", Held::Text);
        locals.add_member(b"b", Held::Texts);
        assert_eq!(locals.member(b"a"), Held::Text);
        assert_eq!(locals.member(b"b"), Held::Unknown);
    }
}
