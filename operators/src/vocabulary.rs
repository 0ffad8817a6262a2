//! Names of node kinds and fields as small numbers that a `match` can use.
//!
//! A grammar numbers its kinds anew with each release, so code must not hold those numbers; comparing names instead
//! would cost a string comparison for each question. A language therefore lists the names it knows once, gets a
//! constant for each, and the grammar's numbers are translated while the tree is copied.

use std::collections::BTreeMap;

use serde::Deserialize;

/// A named kind the language does not list.
pub const OTHER: u16 = 0;
/// Keywords and punctuation.
pub const ANONYMOUS: u16 = 1;
/// A part the parser could not read, or a token it had to invent.
pub const ERROR: u16 = 2;
/// Comments and line continuations: no part of the program.
pub const TRIVIA: u16 = 3;
/// The first number free for a language's own kinds.
pub const FIRST: u16 = 8;

/// Translation of a grammar's numbers into a language's own.
pub struct Vocabulary {
    kinds: Vec<u16>,
    fields: Vec<u16>,
    /// By the grammar's kind.
    holders: Vec<Holder>,
}

/// Which children of a node stand under a field that a language knows. Asking the parser for a child's field costs as
/// much as moving on to the next child, and most children have none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Holder {
    /// None does.
    None,
    /// Only such as have names.
    Named,
    /// Any may.
    Any,
}

impl Holder {
    /// Whether a child of `kind` may stand under a field.
    pub(crate) fn holds(self, kind: u16) -> bool {
        match self {
            Self::None => false,
            Self::Named => kind != ANONYMOUS,
            Self::Any => true,
        }
    }
}

/// What a grammar's `node-types.json` says of one kind of node.
#[derive(Deserialize)]
struct NodeType {
    #[serde(rename = "type")]
    name: String,
    named: bool,
    #[serde(default)]
    fields: BTreeMap<String, FieldType>,
    /// Of a kind that only stands for others.
    #[serde(default)]
    subtypes: Vec<ChildType>,
}

#[derive(Deserialize)]
struct FieldType {
    types: Vec<ChildType>,
}

#[derive(Deserialize)]
struct ChildType {
    #[serde(rename = "type")]
    name: String,
    named: bool,
}

impl Vocabulary {
    /// Looks up every name of `kinds` and `fields` in `grammar`: the n-th kind becomes `FIRST + n`, the n-th field
    /// `1 + n`. Kinds named in `trivia` become [`TRIVIA`]. `node_types` is the grammar's `node-types.json`; what it does
    /// not mention may have any field.
    #[must_use]
    pub fn new(
        grammar: &tree_sitter::Language,
        node_types: &str,
        kinds: &[&str],
        fields: &[&str],
        trivia: &[&str],
    ) -> Self {
        let kind_code = |id: u16| {
            if !grammar.node_kind_is_named(id) {
                return ANONYMOUS;
            }
            let name = grammar.node_kind_for_id(id).unwrap_or("");
            if trivia.contains(&name) {
                return TRIVIA;
            }
            position(kinds, name).map_or(OTHER, |place| FIRST + place)
        };
        let field_code = |id: u16| {
            let name = grammar.field_name_for_id(id).unwrap_or("");
            position(fields, name).map_or(0, |place| 1 + place)
        };
        let node_types: Vec<NodeType> = serde_json::from_str(node_types).unwrap_or_default();
        let holder = |id: u16| {
            let named = grammar.node_kind_is_named(id);
            let name = grammar.node_kind_for_id(id).unwrap_or("");
            let mut known = node_types.iter();
            known
                .find(|known| known.named == named && known.name == name)
                .map_or(Holder::Any, |known| known.holder(fields, &node_types))
        };
        Self {
            holders: (0..grammar.node_kind_count() as u16).map(holder).collect(),
            kinds: (0..grammar.node_kind_count() as u16)
                .map(kind_code)
                .collect(),
            fields: (0..=grammar.field_count() as u16).map(field_code).collect(),
        }
    }

    /// The language's number for a grammar's kind.
    #[must_use]
    pub fn kind(&self, id: u16) -> u16 {
        // The error kind has the highest number there is and stands in no table.
        self.kinds.get(id as usize).copied().unwrap_or(ERROR)
    }

    /// Which children of a node of the grammar's kind stand under a field.
    pub(crate) fn holder(&self, id: u16) -> Holder {
        self.holders
            .get(id as usize)
            .copied()
            .unwrap_or(Holder::Any)
    }

    /// The language's number for a grammar's field.
    #[must_use]
    pub fn field(&self, id: u16) -> u16 {
        self.fields.get(id as usize).copied().unwrap_or(0)
    }
}

impl NodeType {
    fn holder(&self, fields: &[&str], all: &[NodeType]) -> Holder {
        let known = self.fields.iter();
        let known = known.filter(|(name, _)| fields.contains(&name.as_str()));
        known
            .map(
                |(_, field)| match field.types.iter().all(|child| child.is_named(all)) {
                    true => Holder::Named,
                    false => Holder::Any,
                },
            )
            .max()
            .unwrap_or(Holder::None)
    }
}

impl ChildType {
    fn is_named(&self, all: &[NodeType]) -> bool {
        let mut same = all
            .iter()
            .filter(|kind| kind.named == self.named && kind.name == self.name);
        self.named && same.all(|kind| kind.subtypes.iter().all(|child| child.is_named(all)))
    }
}

fn position(names: &[&str], name: &str) -> Option<u16> {
    names
        .iter()
        .position(|known| *known == name)
        .map(|place| place as u16)
}

/// Declares constants for names, numbered from `$first` upward, and `NAMES`, the list they stand in.
macro_rules! names {
    ($first:expr; $($constant:ident = $name:literal,)+) => {
        /// The names, in the order of their numbers.
        pub(crate) const NAMES: &[&str] = &[$($name),+];
        /// Where each name stands in the list. A count by recursion would end at 128 names.
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "named like the constants")]
        enum Place { $($constant),+ }
        $(pub(crate) const $constant: u16 = $first + Place::$constant as u16;)+
    };
}
pub(crate) use names;
