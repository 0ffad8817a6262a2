//! Conditions that are evaluated but do not matter any more.

use crate::language::{Role, Token};
use crate::operator::{Proposal, Site};

/// What part of a test a node is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// All of it.
    Whole {
        /// If the test is a loop's, the truth value with which it goes on.
        goes_on_if: Option<bool>,
    },
    /// An operand.
    Operand {
        /// Of an `and`; otherwise of an `or`.
        of_and: bool,
    },
}

/// What part of a test the site is, if it is one whose truth alone matters and that can vary.
pub(super) fn tested_part(site: &Site<'_>) -> Option<Part> {
    if is_fixed(site.role) {
        return None;
    }
    let language = site.language;
    let mut node = site.node;
    loop {
        if language.is_condition(node) {
            let goes_on_if = language.goes_on_if(node);
            return Some(Part::Whole { goes_on_if });
        }
        let parent = node.parent()?;
        match language.role(parent) {
            Some(Role::Logical(binary)) if site.is_condition() => {
                let operator = binary.operator.text();
                let of_and = operator == "&&" || operator.eq_ignore_ascii_case("and");
                return Some(Part::Operand { of_and });
            }
            _ if language.is_parentheses(parent) => node = parent,
            _ => return None,
        }
    }
}

/// Literals: a test of one is meant to be always the same.
fn is_fixed(role: Role<'_>) -> bool {
    matches!(
        role,
        Role::Bool(_)
            | Role::Integer
            | Role::Float
            | Role::SignedNumber(_)
            | Role::Str
            | Role::Literal
    )
}

/// The site with its value kept from mattering: `(C) or True`.
pub(super) fn fixed(site: &Site<'_>, part: Part, value: bool) -> Option<Proposal> {
    let words = site.language.spell(Token::Not)? == "not ";
    let operator = match (words, value) {
        (true, true) => "or",
        (true, false) => "and",
        (false, true) => "||",
        (false, false) => "&&",
    };
    let token = if value { Token::True } else { Token::False };
    let value = site.language.spell(token)?;
    let (before, close) = match part {
        Part::Whole { .. } => ("(", ""),
        Part::Operand { .. } => ("((", ")"),
    };
    let after = format!(") {operator} {value}{close}");
    Some(Proposal::wrap(site.node, before, site.node, after))
}
