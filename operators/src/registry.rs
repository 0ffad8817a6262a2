//! What there is: the languages and the operators, each in one static list.

use thiserror::Error;

use crate::lang::java::Java;
use crate::lang::php::Php;
use crate::lang::python::Python;
use crate::lang::ruby::Ruby;
use crate::language::Language;
use crate::operator::{Operator, OperatorMeta};
use crate::ops;

static LANGUAGES: &[&dyn Language] = &[&Java, &Php, &Python, &Ruby];

/// In the order in which mutants of the same bytes are listed.
static OPERATORS: &[&dyn Operator] = &[
    &ops::cond_boundary::CondBoundary,
    &ops::negate_cond::NegateCond,
    &ops::unary_not::UnaryNot,
    &ops::logical::Logical,
    &ops::arith::Arith,
    &ops::bitwise::Bitwise,
    &ops::unary_neg::UnaryNeg,
    &ops::incr_decr::IncrDecr,
    &ops::assign_op::AssignOp,
    &ops::const_int::ConstInt,
    &ops::const_float::ConstFloat,
    &ops::const_bool::ConstBool,
    &ops::const_str::ConstStr,
    &ops::return_value::ReturnValue,
    &ops::call_removal::CallRemoval,
];

/// All languages.
#[must_use]
pub fn languages() -> &'static [&'static dyn Language] {
    LANGUAGES
}

/// The language with this id.
#[must_use]
pub fn language(id: &str) -> Option<&'static dyn Language> {
    LANGUAGES
        .iter()
        .copied()
        .find(|language| language.id() == id)
}

/// The language of files with this extension (without the dot).
#[must_use]
pub fn language_of_extension(extension: &str) -> Option<&'static dyn Language> {
    LANGUAGES
        .iter()
        .copied()
        .find(|language| language.extensions().contains(&extension))
}

/// All operators, in the order of the catalogue.
#[must_use]
pub fn operators() -> &'static [&'static dyn Operator] {
    OPERATORS
}

/// The description of the operator with this id.
#[must_use]
pub fn operator(id: &str) -> Option<&'static OperatorMeta> {
    OPERATORS
        .iter()
        .map(|operator| operator.meta())
        .find(|meta| meta.id == id)
}

/// A chosen set of operators.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperatorSet {
    chosen: Vec<usize>,
}

/// A name in an operator set that means nothing.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("unknown operator `{name}` (known: default, {})", known_ids().join(", "))]
pub struct UnknownOperator {
    /// The name as written.
    pub name: String,
}

fn known_ids() -> Vec<&'static str> {
    OPERATORS
        .iter()
        .map(|operator| operator.meta().id)
        .collect()
}

impl Default for OperatorSet {
    /// Tier 1.
    fn default() -> Self {
        let tier_one = |(_, operator): &(usize, &&dyn Operator)| operator.meta().tier == 1;
        Self {
            chosen: OPERATORS
                .iter()
                .enumerate()
                .filter(tier_one)
                .map(|(rank, _)| rank)
                .collect(),
        }
    }
}

impl OperatorSet {
    /// Reads a list such as `["default", "-const-str"]` or `["arith", "logical"]`: `default` is tier 1, a leading `-`
    /// takes an operator out again, and an empty list is `default`.
    ///
    /// # Errors
    /// When a name is neither `default` nor an operator's id.
    pub fn parse<S: AsRef<str>>(names: &[S]) -> Result<Self, UnknownOperator> {
        let mut chosen = vec![false; OPERATORS.len()];
        let first_removes = names
            .first()
            .is_none_or(|name| name.as_ref().starts_with('-'));
        if first_removes {
            Self::default()
                .chosen
                .into_iter()
                .for_each(|rank| chosen[rank] = true);
        }
        for name in names.iter().map(AsRef::as_ref) {
            if name == "default" {
                Self::default()
                    .chosen
                    .into_iter()
                    .for_each(|rank| chosen[rank] = true);
                continue;
            }
            let (id, wanted) = name
                .strip_prefix('-')
                .map_or((name, true), |id| (id, false));
            let rank = OPERATORS
                .iter()
                .position(|operator| operator.meta().id == id);
            let rank = rank.ok_or_else(|| UnknownOperator {
                name: name.to_owned(),
            })?;
            chosen[rank] = wanted;
        }
        Ok(Self {
            chosen: (0..chosen.len()).filter(|rank| chosen[*rank]).collect(),
        })
    }

    /// The operators with their rank, in order.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &'static dyn Operator)> + '_ {
        self.chosen.iter().map(|rank| (*rank, OPERATORS[*rank]))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_operator_has_its_own_id_a_manual_page_and_a_table() {
        let mut ids = HashSet::new();
        for operator in operators() {
            let meta = operator.meta();
            assert!(ids.insert(meta.id), "{} twice", meta.id);
            assert!(
                meta.doc.starts_with(&format!("# {}\n", meta.id)),
                "{}",
                meta.id
            );
            for section in ["## What", "## Why", "## Where not"] {
                assert!(meta.doc.contains(section), "{}: {section}", meta.id);
            }
            assert!(
                !meta.table.is_empty() && meta.summary.ends_with('.'),
                "{}",
                meta.id
            );
            assert!((1..=2).contains(&meta.tier) && meta.rev >= 1);
        }
    }

    #[test]
    fn no_two_languages_claim_an_id_or_an_extension() {
        let (mut ids, mut seen) = (HashSet::new(), HashSet::new());
        for language in languages() {
            assert!(ids.insert(language.id()));
            assert!(
                language
                    .extensions()
                    .iter()
                    .all(|extension| seen.insert(extension))
            );
            assert!(!language.bans().is_empty());
        }
    }

    #[test]
    fn a_set_is_read_from_names() {
        let ids = |names: &[&str]| -> Vec<&str> {
            OperatorSet::parse(names)
                .unwrap()
                .iter()
                .map(|(_, operator)| operator.meta().id)
                .collect()
        };
        assert_eq!(ids(&["logical", "arith"]), ["logical", "arith"]);
        assert_eq!(ids(&[]).len(), 15);
        assert_eq!(ids(&["-const-str"]).len(), 14);
        assert_eq!(ids(&["default", "-const-str", "-arith"]).len(), 13);
        let error = OperatorSet::parse(&["arit"]).unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with("unknown operator `arit` (known: default, cond-boundary")
        );
    }
}
