//! What an operator is: a description and a function from a site to changes.

use std::borrow::Cow;

use mutscore_model::mutant::{Edit, Form};
use mutscore_model::span::ByteSpan;

use crate::language::{Language, Role, Survey};
use crate::offer::Feature;
use crate::role_set::RoleSet;
use crate::tokens::Change;
use crate::tree::Node;

/// An operator's description, shown in the manual and stored with every manifest.
#[derive(Debug)]
pub struct OperatorMeta {
    /// Its id; never renamed.
    pub id: &'static str,
    /// 1: in the default set; 2: only on request.
    pub tier: u8,
    /// Raised whenever the table below changes.
    pub rev: u32,
    /// One line for lists.
    pub summary: &'static str,
    /// The manual page: what, why, where not, example.
    pub doc: &'static str,
    /// What becomes what.
    pub table: &'static [(&'static str, &'static str)],
    /// Whether the change can be selected at run time inside one build.
    pub schematizable: bool,
}

/// A place an operator looks at.
#[derive(Clone, Copy)]
pub struct Site<'t> {
    /// The node.
    pub node: Node<'t>,
    /// Its role.
    pub role: Role<'t>,
    /// Its language.
    pub language: &'t dyn Language,
    /// What is known from afar.
    pub survey: &'t Survey<'t>,
    /// Whether the node's code runs when its file is loaded, and not when a function is called.
    pub loads: bool,
}

impl<'t> Site<'t> {
    /// Whether only the truth of the node's value matters.
    #[must_use]
    pub fn is_condition(&self) -> bool {
        let mut node = self.node;
        loop {
            if self.language.is_condition(node) {
                return true;
            }
            let Some(parent) = node.parent() else {
                return false;
            };
            match self.language.role(parent) {
                Some(Role::Not(_)) => return true,
                Some(Role::Logical(binary)) => {
                    if binary.left.holds(node) || self.language.right_operand_is_condition() {
                        return true;
                    }
                }
                _ if self.language.is_parentheses(parent) => {}
                _ => return false,
            }
            node = parent;
        }
    }

    /// Whether the site lies in a statement that alone makes a loop end.
    #[must_use]
    pub fn drives_loop(&self) -> bool {
        self.survey.drives_loop(self.node)
    }

    /// The role of the nearest ancestor that is not a pair of parentheses.
    #[must_use]
    pub fn parent_role(&self) -> Option<(Node<'t>, Role<'t>)> {
        let parent = self.language.parent(self.node)?;
        Some((parent, self.language.role(parent)?))
    }

    /// Whether the node, parentheses aside, is the right operand of a division.
    #[must_use]
    pub fn is_divisor(&self) -> bool {
        let (Some((_, Role::Arithmetic(binary))) | Some((_, Role::CompoundAssign(binary)))) =
            self.parent_role()
        else {
            return false;
        };
        binary.right.holds(self.node)
            && matches!(
                binary.operator.text(),
                "/" | "//" | "%" | "/=" | "//=" | "%="
            )
    }

    /// Whether the node, parentheses aside, is all that a `return` gives back.
    #[must_use]
    pub fn is_returned(&self) -> bool {
        matches!(self.parent_role(), Some((_, Role::Return(_)))) || self.is_implicit_return()
    }
}

impl Site<'_> {
    /// Whether the node, with any parentheses around it, is what a function gives back without a `return`.
    fn is_implicit_return(&self) -> bool {
        let mut node = self.node;
        loop {
            if self.language.is_implicit_return(node) {
                return true;
            }
            match node.parent() {
                Some(parent) if self.language.is_parentheses(parent) => node = parent,
                _ => return false,
            }
        }
    }
}

/// A change an operator asks for.
#[derive(Debug)]
pub struct Proposal {
    /// The smallest node that changes.
    pub span: ByteSpan,
    /// What comes in its place.
    pub change: Change,
    /// Text put elsewhere so that the file still compiles; changes nothing that can be observed.
    pub guard: Option<Edit>,
    /// Whether anything was added for the compiler's sake.
    pub form: Form,
}

impl Proposal {
    /// `node` becomes `text`.
    #[must_use]
    pub fn replace(node: Node<'_>, text: impl Into<String>) -> Self {
        Self::plain(node, Change::Text(text.into()))
    }

    /// `node` becomes `kept`, a part of it.
    #[must_use]
    pub fn keep(node: Node<'_>, kept: Node<'_>) -> Self {
        Self::wrap(node, "", kept, "")
    }

    /// `node` becomes `kept`, a part of it, with text around it.
    #[must_use]
    pub fn wrap(
        node: Node<'_>,
        before: impl Into<Cow<'static, str>>,
        kept: Node<'_>,
        after: impl Into<Cow<'static, str>>,
    ) -> Self {
        let change = Change::Wrap {
            before: before.into(),
            kept: kept.span(),
            after: after.into(),
        };
        Self::plain(node, change)
    }

    /// The bytes of `span` go.
    #[must_use]
    pub fn cut(span: ByteSpan) -> Self {
        Self::put(span, "")
    }

    /// The bytes of `span` become `text`.
    #[must_use]
    pub fn put(span: ByteSpan, text: impl Into<String>) -> Self {
        Self::of_span(span, Change::Text(text.into()))
    }

    fn plain(node: Node<'_>, change: Change) -> Self {
        Self::of_span(node.span(), change)
    }

    fn of_span(span: ByteSpan, change: Change) -> Self {
        Self {
            span,
            change,
            guard: None,
            form: Form::Plain,
        }
    }
}

/// A mutation operator.
pub trait Operator: Sync {
    /// Its description.
    fn meta(&self) -> &'static OperatorMeta;
    /// Passes every change at `site` to `sink`.
    fn mutate(&self, _site: &Site<'_>, _sink: &mut dyn FnMut(Proposal)) {}
    /// The roles of the sites it looks at; it has nothing to say of others.
    fn roles(&self) -> RoleSet {
        RoleSet::ALL
    }
    /// The heading under which it takes what a language offers, if it lives from offers.
    fn feature(&self) -> Option<Feature> {
        None
    }
    /// Whether it also looks at code that runs when a file is loaded, whatever the [`Reach`](crate::Reach).
    fn sees_load_time(&self) -> bool {
        false
    }
}

/// The table's entry for `from`.
#[must_use]
pub fn look_up(table: &'static [(&'static str, &'static str)], from: &str) -> Option<&'static str> {
    table
        .iter()
        .find(|(known, _)| *known == from)
        .map(|(_, to)| *to)
}
