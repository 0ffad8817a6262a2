//! What there is: the languages and the operators, each in one static list.

use thiserror::Error;

use crate::lang::go::Go;
use crate::lang::java::Java;
use crate::lang::php::Php;
use crate::lang::python::Python;
use crate::lang::ruby::Ruby;
use crate::language::Language;
use crate::operator::{Operator, OperatorMeta};
use crate::ops::{self, extended};

static LANGUAGES: &[&dyn Language] = &[&Go, &Java, &Php, &Python, &Ruby];

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
    // The extended set.
    &extended::cond_true::CondTrue,
    &extended::cond_false::CondFalse,
    &extended::loop_zero::LoopZero,
    &extended::loop_once::LOOP_ONCE,
    &extended::break_continue::BREAK_CONTINUE,
    &extended::stmt_delete::STMT_DELETE,
    &extended::assign_plain::AssignPlain,
    &extended::assign_null::ASSIGN_NULL,
    &extended::const_int_dec::ConstIntDec,
    &extended::const_rel::ConstRel,
    &extended::const_key::CONST_KEY,
    &extended::const_sym::CONST_SYM,
    &extended::const_char::CONST_CHAR,
    &extended::str_interp::STR_INTERP,
    &extended::const_decl::ConstDecl,
    &extended::default_arg::DefaultArg,
    &extended::null_return::NullReturn,
    &extended::error_return::ERROR_RETURN,
    &extended::concat_drop::ConcatDrop,
    &extended::empty_coll::EMPTY_COLL,
    &extended::elem_drop::ELEM_DROP,
    &extended::value_call::VALUE_CALL,
    &extended::ctor_null::CTOR_NULL,
    &extended::throw_removal::THROW_REMOVAL,
    &extended::catch_swallow::CATCH_SWALLOW,
    &extended::catch_narrow::CATCH_NARROW,
    &extended::finally_drop::FINALLY_DROP,
    &extended::case_drop::CASE_DROP,
    &extended::default_drop::DEFAULT_DROP,
    &extended::defer_drop::DEFER_DROP,
    &extended::go_inline::GO_INLINE,
    &extended::safe_nav::SAFE_NAV,
    &extended::coalesce::COALESCE,
    &extended::spaceship::SPACESHIP,
    &extended::cast_drop::CAST_DROP,
    &extended::range_edge::RANGE_EDGE,
    &extended::regex_edit::REGEX_EDIT,
    &extended::selector_swap::SELECTOR_SWAP,
    &extended::lambda_body::LAMBDA_BODY,
    &extended::macro_drop::MACRO_DROP,
    &extended::decorator_drop::DECORATOR_DROP,
    &extended::super_drop::SUPER_DROP,
    &extended::arid_removal::ARID_REMOVAL,
];

/// A name that stands for several operators.
#[derive(Debug)]
pub struct Profile {
    /// The name.
    pub name: &'static str,
    /// What it stands for.
    pub summary: &'static str,
    belongs: fn(&OperatorMeta) -> bool,
}

static PROFILES: &[Profile] = &[
    Profile {
        name: "default",
        summary: "The default set (tier 1).",
        belongs: |meta| meta.tier == 1,
    },
    Profile {
        name: "extended",
        summary: "The default set and the extended set (tier 2).",
        belongs: |_| true,
    },
    Profile {
        name: "pit",
        summary: "The default set with `cond-false` instead of `negate-cond`, as in PIT of today.",
        belongs: |meta| (meta.tier == 1 && meta.id != "negate-cond") || meta.id == "cond-false",
    },
];

/// All profiles.
#[must_use]
pub fn profiles() -> &'static [Profile] {
    PROFILES
}

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

/// Whether the operator has mutants in the language. The whole default set is looked at in every language; the extended
/// set only where the language says that it knows the operator.
#[must_use]
pub fn has_mutants(meta: &OperatorMeta, language: &dyn Language) -> bool {
    meta.tier == 1 || language.extended_operators().contains(&meta.id)
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
#[error("unknown operator `{name}` (known: {})", known_names().join(", "))]
pub struct UnknownOperator {
    /// The name as written.
    pub name: String,
}

fn known_names() -> Vec<&'static str> {
    let profiles = PROFILES.iter().map(|profile| profile.name);
    profiles
        .chain(OPERATORS.iter().map(|operator| operator.meta().id))
        .collect()
}

/// Marks the operators of a profile.
fn choose(chosen: &mut [bool], belongs: fn(&OperatorMeta) -> bool) {
    for (chosen, operator) in chosen.iter_mut().zip(OPERATORS) {
        *chosen |= belongs(operator.meta());
    }
}

impl Default for OperatorSet {
    /// Tier 1.
    fn default() -> Self {
        let mut chosen = vec![false; OPERATORS.len()];
        choose(&mut chosen, |meta| meta.tier == 1);
        Self::of(&chosen)
    }
}

impl OperatorSet {
    fn of(chosen: &[bool]) -> Self {
        Self {
            chosen: (0..chosen.len()).filter(|rank| chosen[*rank]).collect(),
        }
    }

    /// Reads a list such as `["default", "-const-str"]` or `["arith", "logical"]`: a profile (`default` is tier 1) adds
    /// its operators, a leading `-` takes an operator out again, and an empty list is `default`.
    ///
    /// # Errors
    /// When a name is neither a profile nor an operator's id.
    pub fn parse<S: AsRef<str>>(names: &[S]) -> Result<Self, UnknownOperator> {
        let mut chosen = vec![false; OPERATORS.len()];
        let first_removes = names
            .first()
            .is_none_or(|name| name.as_ref().starts_with('-'));
        if first_removes {
            choose(&mut chosen, |meta| meta.tier == 1);
        }
        for name in names.iter().map(AsRef::as_ref) {
            if let Some(profile) = PROFILES.iter().find(|profile| profile.name == name) {
                choose(&mut chosen, profile.belongs);
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
        Ok(Self::of(&chosen))
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
        assert!(operators().len() <= 64, "the walk has a bit for each");
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
    fn what_a_language_knows_of_the_extended_set_exists_and_every_operator_is_known_to_some_language()
     {
        let known = |id: &&str| operator(id).is_some_and(|meta| meta.tier == 2);
        for language in languages() {
            assert!(
                language.extended_operators().iter().all(known),
                "{}",
                language.id()
            );
        }
        for operator in operators() {
            let somewhere = |language: &&dyn Language| has_mutants(operator.meta(), *language);
            assert!(languages().iter().any(somewhere), "{}", operator.meta().id);
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
        assert_eq!(ids(&["extended"]).len(), operators().len());
        assert_eq!(ids(&["extended", "-arith"]).len(), operators().len() - 1);
        assert_eq!(ids(&["default", "loop-once"]).len(), 16);
        let pit = ids(&["pit"]);
        assert!(pit.len() == 15 && pit.contains(&"cond-false") && !pit.contains(&"negate-cond"));
        let error = OperatorSet::parse(&["arit"]).unwrap_err();
        assert!(
            error.to_string().starts_with(
                "unknown operator `arit` (known: default, extended, pit, cond-boundary"
            )
        );
    }
}
