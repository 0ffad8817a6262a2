//! Statements as units of identity and coverage.
//!
//! A mutant belongs to the innermost statement (or clause head) around it. Only the *header* of that unit counts:
//! what stands in nested statements belongs to those. So an edit in a loop's body leaves the mutants of the loop's
//! head alone, and a covered body says nothing about the head.

use std::collections::HashMap;

use mutscore_model::span::ByteSpan;

use crate::language::Language;
use crate::text::Text;
use crate::tokens::Tokens;
use crate::tree::{Node, Tree};

/// The innermost unit around a node; the root for what is in none.
#[must_use]
pub fn unit_of<'t>(node: Node<'t>, language: &dyn Language) -> Node<'t> {
    let mut unit = node;
    loop {
        if is_unit(unit, language) {
            return unit;
        }
        match unit.parent() {
            Some(parent) => unit = parent,
            None => return unit,
        }
    }
}

fn is_unit(node: Node<'_>, language: &dyn Language) -> bool {
    language.is_clause(node.kind())
        || node
            .parent()
            .is_some_and(|parent| language.is_statement_list(parent.kind()))
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
    let mut lines = header.to_vec();
    lines.extend(text.line(changed.start)..=text.last_line(changed.start, changed.end));
    lines.extend(switch.map(|start| text.line(start)));
    lines.sort_unstable();
    lines.dedup();
    lines
}

/// Lines of `unit` without those of nested units, and its first line. Sorted, 1-based.
#[must_use]
pub fn header_lines(unit: Node<'_>, language: &dyn Language, text: &Text<'_>) -> Vec<u32> {
    let first = text.line(unit.start());
    let mut lines: Vec<u32> = vec![first];
    let mut next = first + 1;
    let mut index = unit.index() + 1;
    while index < unit.after() {
        let node = unit.at(index);
        index += 1;
        if is_unit(node, language) && node.end() > node.start() {
            lines.extend(next..text.line(node.start()));
            next = next.max(text.last_line(node.start(), node.end()) + 1);
            index = node.after();
        }
    }
    lines.extend(next..=text.last_line(unit.start(), unit.end()));
    lines
}

/// Tokens of a unit's header and its place among equal headers of its scope.
#[derive(Default)]
struct Header {
    tokens: Vec<u8>,
    ordinal: u32,
}

/// The headers of all units of a file.
pub struct Headers {
    /// By the unit's node index.
    by_unit: HashMap<u32, Header>,
}

impl Headers {
    /// One pass over the tokens: each belongs to the header of the innermost unit around it.
    #[must_use]
    pub fn new(tree: &Tree<'_>, tokens: &Tokens, language: &dyn Language) -> Self {
        let mut order: Vec<u32> = Vec::new();
        let mut headers: Vec<Header> = Vec::new();
        let mut open: Vec<(Node<'_>, usize)> = Vec::new();
        let mut units = (0..tree.len() as u32)
            .map(|index| tree.node(index))
            .filter(|node| is_unit(*node, language))
            .peekable();
        tokens.each(|at, token| {
            while let Some(unit) = units.next_if(|unit| unit.start() <= at) {
                open.push((unit, headers.len()));
                order.push(unit.index());
                headers.push(Header::default());
            }
            while open.pop_if(|(unit, _)| unit.end() <= at).is_some() {}
            if let Some((_, place)) = open.last() {
                headers[*place].tokens.extend_from_slice(token);
            }
        });
        Self::number(tree, order, headers, language)
    }

    fn number(
        tree: &Tree<'_>,
        order: Vec<u32>,
        mut headers: Vec<Header>,
        language: &dyn Language,
    ) -> Self {
        let mut seen: HashMap<(String, &[u8]), u32> = HashMap::new();
        let mut scopes = Scopes::default();
        let mut ordinals = Vec::with_capacity(headers.len());
        for (unit, header) in order.iter().zip(&headers) {
            let scope = scopes.of(tree.node(*unit), language).to_owned();
            let count = seen.entry((scope, &header.tokens)).or_insert(0);
            ordinals.push(*count);
            *count += 1;
        }
        for (header, ordinal) in headers.iter_mut().zip(ordinals) {
            header.ordinal = ordinal;
        }
        Self {
            by_unit: order.into_iter().zip(headers).collect(),
        }
    }

    /// Tokens of the unit's header and its 0-based place among equal headers of the same scope.
    #[must_use]
    pub fn of(&self, unit: u32) -> (&[u8], u32) {
        self.by_unit
            .get(&unit)
            .map_or((&[], 0), |header| (&header.tokens, header.ordinal))
    }
}

/// Names of the declarations around nodes, joined by `/`.
#[derive(Default)]
pub struct Scopes {
    by_declaration: HashMap<u32, String>,
}

impl Scopes {
    /// The scope of what stands at `node`; empty at module level.
    pub fn of(&mut self, node: Node<'_>, language: &dyn Language) -> &str {
        let mut ancestors = node.ancestors();
        let Some((declaration, name)) =
            ancestors.find_map(|ancestor| Some((ancestor, language.declared_name(ancestor)?)))
        else {
            return "";
        };
        let key = declaration.index();
        if !self.by_declaration.contains_key(&key) {
            let outer = self.of(declaration, language);
            let name = String::from_utf8_lossy(name.bytes());
            let scope = if outer.is_empty() {
                name.into_owned()
            } else {
                format!("{outer}/{name}")
            };
            self.by_declaration.insert(key, scope);
        }
        &self.by_declaration[&key]
    }
}
