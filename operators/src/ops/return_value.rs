//! `return-value`: replaces what a function returns by a plain value of its type.

use crate::language::{Declared, Replacement, Returned, Role, Shape, Token};
use crate::operator::{Operator, OperatorMeta, Proposal, Site};
use crate::role_set::RoleSet;
use crate::tree::Node;

static META: OperatorMeta = OperatorMeta {
    id: "return-value",
    tier: 1,
    rev: 1,
    summary: "Replaces a returned value by a plain one of its type.",
    doc: include_str!("../../docs/return-value.md"),
    table: &[
        ("truth value", "true, false"),
        ("integer", "0; 0 becomes 1"),
        ("float", "0.0; 0 becomes 1.0"),
        ("text", "empty; empty becomes \"mutscore\""),
        ("collection", "empty; empty becomes null"),
        ("other", "null"),
    ],
    schematizable: true,
};

pub(crate) struct ReturnValue;

impl Operator for ReturnValue {
    fn meta(&self) -> &'static OperatorMeta {
        &META
    }

    fn roles(&self) -> RoleSet {
        RoleSet::RETURN
    }

    fn mutate(&self, site: &Site<'_>, sink: &mut dyn FnMut(Proposal)) {
        let Role::Return(_) = site.role else {
            return;
        };
        for Returned { value, replacement } in site.language.returned(site.node) {
            let texts = match replacement {
                Replacement::Texts(texts) => texts,
                Replacement::OfType(Declared::Unknown) => {
                    spelled(site, by_shape(site, value, false))
                }
                Replacement::OfType(declared) => {
                    spelled(site, by_type(declared, site.language.shape(value)))
                }
                Replacement::Question => spelled(site, by_shape(site, value, true)),
            };
            for text in texts {
                if text.as_bytes() != value.bytes() {
                    sink(Proposal::replace(value, text));
                }
            }
        }
    }
}

/// Whether the operator would put an empty text or collection in the value's place, where null could stand as well.
pub(crate) fn gives_an_empty_value(site: &Site<'_>, returned: &Returned<'_>) -> bool {
    let shape = site.language.shape(returned.value);
    let tokens = match &returned.replacement {
        Replacement::Texts(texts) => {
            return texts.iter().any(|text| {
                text.starts_with("java.util.") || matches!(text.as_str(), "\"\"" | "''")
            });
        }
        Replacement::OfType(Declared::Unknown) => by_shape(site, returned.value, false),
        Replacement::OfType(declared) => by_type(*declared, shape),
        Replacement::Question => by_shape(site, returned.value, true),
    };
    tokens.iter().flatten().any(|token| {
        matches!(
            token,
            Token::EmptyText
                | Token::SomeText
                | Token::EmptyBytes
                | Token::SomeBytes
                | Token::EmptyList
                | Token::EmptyMap
                | Token::EmptySet
                | Token::EmptyTuple
        )
    })
}

fn spelled(site: &Site<'_>, tokens: Replacements) -> Vec<String> {
    tokens
        .into_iter()
        .flatten()
        .filter_map(|token| site.language.spell(token))
        .map(str::to_owned)
        .collect()
}

type Replacements = [Option<Token>; 2];

fn one(token: Token) -> Replacements {
    [Some(token), None]
}

/// `first`, unless the value is that already.
fn either(is_first: bool, first: Token, second: Token) -> Replacements {
    one(if is_first { second } else { first })
}

fn truth(shape: Shape) -> Replacements {
    match shape {
        Shape::Truth(Some(true)) => one(Token::False),
        Shape::Truth(Some(false)) | Shape::Null => one(Token::True),
        _ => [Some(Token::False), Some(Token::True)],
    }
}

fn by_type(declared: Declared, shape: Shape) -> Replacements {
    let zero = matches!(shape, Shape::Number { zero: true });
    let empty = matches!(
        shape,
        Shape::Text { empty: true }
            | Shape::Bytes { empty: true }
            | Shape::Collection { empty: true, .. }
    );
    match declared {
        Declared::Void | Declared::Unknown => [None, None],
        Declared::Bool => truth(shape),
        Declared::Int => either(zero, Token::Zero, Token::One),
        Declared::Float => either(zero, Token::FloatZero, Token::FloatOne),
        Declared::Text => either(empty, Token::EmptyText, Token::SomeText),
        Declared::Bytes => either(empty, Token::EmptyBytes, Token::SomeBytes),
        Declared::List => either(empty, Token::EmptyList, Token::Null),
        Declared::Map => either(empty, Token::EmptyMap, Token::Null),
        Declared::Set => either(empty, Token::EmptySet, Token::Null),
        Declared::Tuple => either(empty, Token::EmptyTuple, Token::Null),
        Declared::Nullable if shape == Shape::Null => [None, None],
        Declared::Nullable => one(Token::Null),
    }
}

fn by_shape(site: &Site<'_>, value: Node<'_>, predicate: bool) -> Replacements {
    let shape = site.language.shape(value);
    match shape {
        Shape::Null => [None, None],
        Shape::Truth(_) => truth(shape),
        _ if predicate => truth(shape),
        Shape::Number { zero } => either(zero, Token::Zero, Token::One),
        Shape::Text { .. } => by_type(Declared::Text, shape),
        Shape::Bytes { .. } => by_type(Declared::Bytes, shape),
        Shape::Collection { of, .. } => by_type(of, shape),
        Shape::Other => one(Token::Null),
    }
}

#[cfg(test)]
mod tests {
    use crate::language::Token::{EmptyText, False, Null, One, SomeText, True, Zero};

    #[test]
    fn every_language_spells_the_plain_values() {
        for language in crate::registry::languages() {
            for token in [True, False, Null, Zero, One, EmptyText, SomeText] {
                assert!(
                    language.spell(token).is_some(),
                    "{} {token:?}",
                    language.id()
                );
            }
        }
    }
}
