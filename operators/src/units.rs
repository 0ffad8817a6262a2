//! Statements as units of identity and coverage.
//!
//! A mutant belongs to the innermost statement (or clause head) around it. Only the *header* of that unit counts:
//! what stands in nested statements belongs to those. So an edit in a loop's body leaves the mutants of the loop's
//! head alone, and a covered body says nothing about the head.

use std::borrow::Cow;
use std::ops::Range;

use mutscore_model::name::Name;
use mutscore_model::span::ByteSpan;
use rustc_hash::FxHashMap;

use crate::content::{Content, mixed};
use crate::language::Language;
use crate::text::Text;
use crate::tokens::Tokens;
use crate::tree::{Node, Tree};

/// The innermost unit around a node; the root for what is in none.
#[must_use]
pub fn unit_of<'t>(node: Node<'t>, language: &dyn Language) -> Node<'t> {
    let mut unit = node;
    loop {
        if let Some(user) = language.used_at(unit) {
            unit = user;
        }
        if language.is_unit(unit) {
            return unit;
        }
        match unit.parent() {
            Some(parent) => unit = parent,
            None => return unit,
        }
    }
}

/// L(m), rule `unit-header/1`: the lines of `unit`'s header, the lines of the changed bytes, and for a node in the
/// tested part of a `case` the first line of the switch. Sorted, 1-based.
#[must_use]
pub fn lines_of(
    header: &[u32],
    changed: ByteSpan,
    switch: Option<u32>,
    text: &Text<'_>,
) -> Vec<u32> {
    let (first, last) = text.lines(changed);
    let known = |line: u32| header.binary_search(&line).is_ok();
    if switch.is_none() && known(first) && (first == last || (first..=last).all(known)) {
        return header.to_vec();
    }
    let mut lines = header.to_vec();
    lines.extend(first..=last);
    lines.extend(switch.map(|start| text.line(start)));
    lines.sort_unstable();
    lines.dedup();
    lines
}

/// The units of a file, and where each stands among those of its scope that have equal headers.
pub(crate) struct Units<'t> {
    /// In document order, with the place.
    all: Vec<(Node<'t>, u32)>,
}

impl<'t> Units<'t> {
    /// One pass over the tokens: each belongs to the header of the innermost unit around it.
    pub(crate) fn new(
        tree: &'t Tree<'_>,
        content: &Content<'_>,
        scopes: &mut Scopes<'_>,
        language: &dyn Language,
    ) -> Self {
        let mut headers: Vec<(Node<'t>, u64)> = Vec::new();
        let mut open: Vec<(u32, usize)> = Vec::new();
        let mut index = 0;
        content.each_token(|at, token| {
            while (index as usize) < tree.len() && tree.node(index).start() <= at {
                let node = tree.node(index);
                index += 1;
                if node.is_named() && language.is_unit(node) {
                    open.push((node.end(), headers.len()));
                    headers.push((node, 0));
                }
            }
            while open.pop_if(|(end, _)| *end <= at).is_some() {}
            if let Some((_, place)) = open.last() {
                let (_, hash) = &mut headers[*place];
                *hash = mixed(*hash ^ token);
            }
        });
        // Comments behind the last token.
        let rest = (index..tree.len() as u32).map(|index| tree.node(index));
        headers.extend(
            rest.filter(|node| language.is_unit(*node))
                .map(|node| (node, 0)),
        );

        // Two headers that collide would be numbered as one group, the same way every time, and their ids would still
        // differ.
        let mut seen: FxHashMap<(u32, u64), u32> = FxHashMap::default();
        seen.reserve(headers.len());
        let place = |(unit, hash)| {
            let count = seen.entry((scopes.of(unit), hash)).or_insert(0);
            *count += 1;
            (unit, *count - 1)
        };
        Self {
            all: headers.into_iter().map(place).collect(),
        }
    }

    /// The unit's 0-based place.
    pub(crate) fn ordinal(&self, unit: Node<'_>) -> u32 {
        let place = self
            .all
            .binary_search_by_key(&unit.index(), |(node, _)| node.index());
        place.map_or(0, |place| self.all[place].1)
    }

    /// All units below `node`, in document order.
    fn below(&self, node: Node<'_>) -> impl Iterator<Item = Node<'t>> {
        let (before, after) = (node.index(), node.after());
        let first = self.all.partition_point(|(unit, _)| unit.index() <= before);
        let units = self.all[first..].iter().map(|(unit, _)| *unit);
        units.take_while(move |unit| unit.index() < after)
    }

    /// Those of them that lie in no other one below `node`.
    fn nested(&self, node: Node<'_>) -> impl Iterator<Item = Node<'t>> {
        let mut passed = 0;
        self.below(node).filter(move |unit| {
            let outermost = unit.index() >= passed;
            if outermost {
                passed = unit.after();
            }
            outermost
        })
    }

    /// Lines of `unit` without those of nested units, and its first line. Sorted, 1-based.
    pub(crate) fn header_lines(&self, unit: Node<'_>, text: &Text<'_>) -> Vec<u32> {
        let (first, last) = text.lines(unit.span());
        let mut lines: Vec<u32> = vec![first];
        if first == last {
            return lines;
        }
        let mut next = first + 1;
        for nested in self.nested(unit) {
            if !nested.span().is_empty() {
                let (first, last) = text.lines(nested.span());
                lines.extend(next..first);
                next = next.max(last + 1);
            }
        }
        lines.extend(next..=last);
        lines
    }

    /// The tokens of a unit's header: those that belong to no nested unit.
    pub(crate) fn header_tokens(&self, unit: Node<'_>, tokens: &Tokens) -> Vec<u8> {
        let mut header = Vec::new();
        let mut next = tokens.first_at(unit.start());
        for nested in self.nested(unit) {
            let start = tokens.first_at(nested.start());
            header.extend_from_slice(tokens.stream(next..start.max(next)));
            next = tokens.first_at(nested.end()).max(next);
        }
        let end = tokens.first_at(unit.end()).max(next);
        header.extend_from_slice(tokens.stream(next..end));
        header
    }

    /// The tokens of `span`, a part of `node` that touches the tokens `touched`, without those of nested units: what a
    /// closure's statements say is their own affair, so an edit there leaves the identity of a change around them
    /// alone.
    pub(crate) fn own_tokens<'a>(
        &self,
        node: Node<'_>,
        span: ByteSpan,
        touched: &Range<usize>,
        tokens: &'a Tokens,
        source: &'a [u8],
    ) -> Cow<'a, [u8]> {
        if node.is_leaf() {
            return Cow::Borrowed(tokens.of(span, touched, source));
        }
        let mut own = Vec::new();
        let mut next = None;
        let mut passed = 0;
        for unit in self.below(node) {
            if unit.start() >= span.end {
                break;
            }
            if unit.index() >= passed && span.contains(unit.span()) && unit.span() != span {
                let from = next.unwrap_or(touched.start);
                own.extend_from_slice(tokens.stream(from..tokens.first_at(unit.start()).max(from)));
                next = Some(tokens.first_at(unit.end()).max(from));
                passed = unit.after();
            }
        }
        let Some(rest) = next else {
            return Cow::Borrowed(tokens.of(span, touched, source));
        };
        own.extend_from_slice(tokens.stream(rest..touched.end.max(rest)));
        Cow::Owned(own)
    }
}

/// Names of the declarations around nodes, joined by `/`, each known by a number.
pub struct Scopes<'t> {
    language: &'t dyn Language,
    /// In document order.
    declarations: Vec<Declaration<'t>>,
    names: Vec<Name>,
    by_name: FxHashMap<Name, u32>,
}

struct Declaration<'t> {
    node: Node<'t>,
    name: Node<'t>,
    /// Place of the nearest declaration around it.
    outer: Option<usize>,
    /// The number of the scope inside, once somebody has asked for it.
    scope: Option<u32>,
}

impl<'t> Scopes<'t> {
    /// Finds the declarations of a file.
    #[must_use]
    pub fn new(tree: &'t Tree<'_>, language: &'t dyn Language) -> Self {
        let mut scopes = Self {
            language,
            declarations: Vec::new(),
            names: Vec::new(),
            by_name: FxHashMap::default(),
        };
        let mut last = None;
        for index in 0..tree.len() as u32 {
            let node = tree.node(index);
            if !node.is_leaf()
                && let Some(name) = language.declared_name(node)
            {
                let outer = scopes.innermost(last, index);
                last = Some(scopes.declarations.len());
                scopes.declarations.push(Declaration {
                    node,
                    name,
                    outer,
                    scope: None,
                });
            }
        }
        scopes
    }

    /// The innermost of the declaration at `place` and those around it that reaches to a node index.
    fn innermost(&self, mut place: Option<usize>, index: u32) -> Option<usize> {
        while let Some(declaration) = place.map(|place| &self.declarations[place])
            && declaration.node.after() <= index
        {
            place = declaration.outer;
        }
        place
    }

    /// The number of the scope of what stands at `node`. Two declarations of one name share a number.
    pub fn of(&mut self, node: Node<'_>) -> u32 {
        let before = |declaration: &Declaration<'_>| declaration.node.index() < node.index();
        let last = self.declarations.partition_point(before).checked_sub(1);
        let mut place = self.innermost(last, node.index());
        // Innermost first, up to a declaration that is known already.
        let mut chain = Vec::new();
        let mut scope = None;
        while let Some(at) = place {
            scope = self.declarations[at].scope;
            if scope.is_some() {
                break;
            }
            chain.push(at);
            place = self.declarations[at].outer;
        }
        let mut scope = scope.unwrap_or_else(|| self.number(""));
        for at in chain.into_iter().rev() {
            let Declaration { node, name, .. } = self.declarations[at];
            let name = self.language.scope_name(node, name);
            let outer = self.name(scope);
            let full = if outer.is_empty() {
                name
            } else {
                format!("{outer}/{name}").into()
            };
            scope = self.number(&full);
            self.declarations[at].scope = Some(scope);
        }
        scope
    }

    fn number(&mut self, name: &str) -> u32 {
        if let Some(known) = self.by_name.get(name) {
            return *known;
        }
        let number = self.names.len() as u32;
        let name = Name::from(name);
        self.names.push(name.clone());
        self.by_name.insert(name, number);
        number
    }

    /// The name of a scope that [`Scopes::of`] gave; empty at module level.
    #[must_use]
    pub fn name(&self, scope: u32) -> Name {
        self.names.get(scope as usize).cloned().unwrap_or_default()
    }
}
