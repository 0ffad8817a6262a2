//! Names of node kinds and fields as small numbers that a `match` can use.
//!
//! A grammar numbers its kinds anew with each release, so code must not hold those numbers; comparing names instead
//! would cost a string comparison for each question. A language therefore lists the names it knows once, gets a
//! constant for each, and the grammar's numbers are translated while the tree is copied.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
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
    /// By the grammar's kind.
    kinds: Vec<Kind>,
    fields: Vec<u16>,
    /// For the test that all of them hold and none is in vain.
    #[cfg(test)]
    pub(crate) ends: &'static [(&'static str, &'static str, &'static str)],
}

/// What there is to know of a kind of node while the tree is copied.
#[derive(Clone, Copy)]
pub(crate) struct Kind {
    /// The language's number.
    pub number: u16,
    pub holder: Holder,
    pub ends: Ends,
}

/// The error kind has the highest number there is and stands in no table.
const UNKNOWN: Kind = Kind {
    number: ERROR,
    holder: Holder::Any,
    ends: Ends {
        first: "",
        last: "",
    },
};

/// The names that a language knows, and what it knows of its grammar beside them.
pub struct Names {
    /// Kinds of nodes; the n-th becomes `FIRST + n`.
    pub kinds: &'static [&'static str],
    /// Fields; the n-th becomes `1 + n`.
    pub fields: &'static [&'static str],
    /// Kinds that become [`TRIVIA`].
    pub trivia: &'static [&'static str],
    /// Kinds of nodes that always begin or end with one and the same token, with the first and the last one (empty where
    /// there are several). The rule behind each name, and behind each alias of that name, must say so.
    pub ends: &'static [(&'static str, &'static str, &'static str)],
}

/// With which tokens a kind of node begins and ends. They are known without going there, and to go to the last one means
/// to climb out of the list before it.
/// Empty where there are several.
#[derive(Clone, Copy, Default)]
pub(crate) struct Ends {
    first: &'static str,
    last: &'static str,
}

impl Ends {
    /// Length of the last token of `text`, a node of this kind, if it is known.
    pub(crate) fn last(self, text: &[u8]) -> Option<u32> {
        let known = !self.last.is_empty() && text.ends_with(self.last.as_bytes());
        known.then_some(self.last.len() as u32)
    }

    /// Length of the first token of `text`, a node of this kind, if it is known.
    pub(crate) fn first(self, text: &[u8]) -> Option<u32> {
        let known = !self.first.is_empty() && text.starts_with(self.first.as_bytes());
        known.then_some(self.first.len() as u32)
    }
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

/// Node types by their names, and whether the grammar gave them or they are written so.
type ByName<'a> = FxHashMap<(&'a str, bool), &'a NodeType>;

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
    /// Looks up every name in `grammar`. `node_types` is the grammar's `node-types.json`; what it does not mention may
    /// have any field.
    #[must_use]
    pub fn new(grammar: &tree_sitter::Language, node_types: &str, names: &Names) -> Self {
        let Names {
            kinds,
            fields,
            trivia,
            ends,
        } = names;
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
        let by_name = node_types
            .iter()
            .map(|known| ((known.name.as_str(), known.named), known));
        let by_name: ByName<'_> = by_name.collect();
        let kind = |id: u16| {
            let named = grammar.node_kind_is_named(id);
            let name = grammar.node_kind_for_id(id).unwrap_or("");
            let known = by_name.get(&(name, named));
            let mut rules = ends.iter().filter(|(known, ..)| named && *known == name);
            // A token that stands under a field is more than a token.
            let plain = |token: &'static str| {
                let is_token = |child: &ChildType| !child.named && child.name == token;
                let known = known.filter(|known| !known.may_hold(fields, &by_name, &is_token));
                known.map_or("", |_| token)
            };
            Kind {
                number: kind_code(id),
                holder: known.map_or(Holder::Any, |known| known.holder(fields, &by_name)),
                ends: rules
                    .next()
                    .map_or_else(Ends::default, |(_, first, last)| Ends {
                        first: plain(first),
                        last: plain(last),
                    }),
            }
        };
        Self {
            #[cfg(test)]
            ends,
            kinds: (0..grammar.node_kind_count() as u16).map(kind).collect(),
            fields: (0..=grammar.field_count() as u16).map(field_code).collect(),
        }
    }

    /// What is known of a grammar's kind.
    pub(crate) fn kind(&self, id: u16) -> &Kind {
        self.kinds.get(id as usize).unwrap_or(&UNKNOWN)
    }

    /// The language's number for a grammar's field.
    #[must_use]
    pub fn field(&self, id: u16) -> u16 {
        self.fields.get(id as usize).copied().unwrap_or(0)
    }
}

impl NodeType {
    fn holder(&self, fields: &[&str], all: &ByName<'_>) -> Holder {
        if !self.may_hold(fields, all, &|_| true) {
            Holder::None
        } else if self.may_hold(fields, all, &|child| !child.named) {
            Holder::Any
        } else {
            Holder::Named
        }
    }

    /// Whether a child of such a kind may stand under one of the fields.
    fn may_hold(&self, fields: &[&str], all: &ByName<'_>, is: &dyn Fn(&ChildType) -> bool) -> bool {
        let known = self.fields.iter();
        let mut known = known.filter(|(name, _)| fields.contains(&name.as_str()));
        known.any(|(_, field)| field.types.iter().any(|child| child.may_be(all, is)))
    }
}

impl ChildType {
    /// Whether this kind, or one of those it stands for, is such a kind.
    fn may_be(&self, all: &ByName<'_>, is: &dyn Fn(&ChildType) -> bool) -> bool {
        let same = all.get(&(self.name.as_str(), self.named));
        let mut others = same.into_iter().flat_map(|kind| &kind.subtypes);
        is(self) || others.any(|child| child.may_be(all, is))
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
