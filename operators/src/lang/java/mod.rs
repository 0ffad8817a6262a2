//! Java: a description of its syntax for the operators.

use std::borrow::Cow;
use std::sync::LazyLock;

use crate::language::{
    Binary, Integer, Language, Reach, Returned, Role, Shape, StringParts, Survey, Token,
};
use crate::offer::{Feature, LoadTime};
use crate::operator::Proposal;
use crate::rewrite::Rewriting;
use crate::tree::{Node, Tree};
use crate::vocabulary::Vocabulary;

mod bans;
mod calls;
mod compile;
mod extended;
mod kinds;
mod literals;
mod one_line;
mod results;
mod rewriting;
mod roles;
mod structure;
mod survey;
mod weaving;

use kinds::{KNOWN, kind};

/// Java up to version 21, as far as the grammar reads it.
pub(crate) struct Java;

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(|| {
    let node_types = tree_sitter_java::NODE_TYPES;
    Vocabulary::new(&Java.grammar(), node_types, &KNOWN)
});

impl Language for Java {
    fn id(&self) -> &'static str {
        "java"
    }

    fn grammar(&self) -> tree_sitter::Language {
        tree_sitter_java::LANGUAGE.into()
    }

    fn grammar_version(&self) -> &'static str {
        "0.23.5"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["java"]
    }

    fn vocabulary(&self) -> &Vocabulary {
        &VOCABULARY
    }

    fn is_block(&self, _kind: u16) -> bool {
        false // braces are tokens of their own
    }

    fn is_opaque(&self, kind: u16, text: &[u8]) -> bool {
        match kind {
            kind::STRING => !literals::may_hold_code(text),
            kind::IDENTIFIER | kind::IMPORT | kind::PACKAGE => true,
            _ => false,
        }
    }

    fn is_one_token(&self, kind: u16) -> bool {
        kind == kind::STRING
    }

    fn is_separator(&self, _token: &[u8]) -> bool {
        false // a lone `;` is a statement, and in the head of a `for` each one counts
    }

    fn is_statement_list(&self, kind: u16) -> bool {
        structure::is_statement_list(kind)
    }

    fn is_clause(&self, kind: u16) -> bool {
        structure::is_clause(kind)
    }

    fn is_unit(&self, node: Node<'_>) -> bool {
        let in_list = |parent: Node<'_>| structure::is_statement_list(parent.kind());
        structure::is_clause(node.kind())
            || structure::is_branch(node)
            || (node.is_named() && node.parent().is_some_and(in_list))
    }

    fn enclosing_switch<'t>(&self, node: Node<'t>, clause: Node<'t>) -> Option<Node<'t>> {
        structure::enclosing_switch(node, clause)
    }

    fn declared_name<'t>(&self, node: Node<'t>) -> Option<Node<'t>> {
        structure::declared_name(node)
    }

    fn scope_name<'t>(&self, declaration: Node<'t>, name: Node<'t>) -> Cow<'t, str> {
        structure::scope_name(declaration, name)
    }

    fn is_named_function(&self, kind: u16) -> bool {
        structure::is_named_function(kind)
    }

    fn is_body(&self, node: Node<'_>) -> bool {
        structure::is_body(node)
    }

    fn is_banned(&self, node: Node<'_>, reach: Reach) -> bool {
        bans::is_banned(node, reach)
    }

    fn survey<'t>(&self, tree: &'t Tree<'_>) -> Survey<'t> {
        survey::survey(tree)
    }

    fn role<'t>(&self, node: Node<'t>) -> Option<Role<'t>> {
        roles::role(node)
    }

    fn comparisons<'t>(&self, node: Node<'t>) -> Vec<Binary<'t>> {
        roles::comparisons(node)
    }

    fn is_parentheses(&self, node: Node<'_>) -> bool {
        node.kind() == kind::PARENTHESIZED
    }

    fn unwrapped<'t>(&self, node: Node<'t>) -> Node<'t> {
        roles::unwrapped(node)
    }

    fn parent<'t>(&self, node: Node<'t>) -> Option<Node<'t>> {
        roles::parent(node)
    }

    fn is_condition(&self, node: Node<'_>) -> bool {
        roles::is_condition(node)
    }

    fn right_operand_is_condition(&self) -> bool {
        true
    }

    fn spell(&self, token: Token) -> Option<&'static str> {
        Some(match token {
            Token::True => "true",
            Token::False => "false",
            Token::Null => "null",
            Token::Zero => "0",
            Token::One => "1",
            Token::FloatZero => "0.0",
            Token::FloatOne => "1.0",
            Token::EmptyText => "\"\"",
            Token::SomeText => "\"mutscore\"",
            Token::EmptyList => "java.util.Collections.emptyList()",
            Token::EmptyMap => "java.util.Collections.emptyMap()",
            Token::EmptySet => "java.util.Collections.emptySet()",
            Token::Not => "!",
            Token::EmptyBytes | Token::SomeBytes | Token::EmptyTuple => return None,
        })
    }

    fn is_stringish<'t>(&self, node: Node<'t>, survey: &Survey<'t>) -> bool {
        survey::is_stringish(node, survey)
    }

    fn is_key_or_format(&self, literal: Node<'_>) -> bool {
        bans::is_key_or_format(literal)
    }

    fn is_fixed_subject(&self, literal: Node<'_>) -> bool {
        bans::is_fixed_subject(literal)
    }

    fn removal<'t>(&self, call: Node<'t>) -> Option<(Node<'t>, &'static str)> {
        calls::removal(call)
    }

    fn chosen_between<'t>(&self, comparison: Node<'t>) -> Option<(Node<'t>, Node<'t>)> {
        roles::chosen_between(comparison)
    }

    fn returned<'t>(&self, statement: Node<'t>) -> Vec<Returned<'t>> {
        results::returned(statement)
    }

    fn shape(&self, value: Node<'_>) -> Shape {
        results::shape(value)
    }

    fn integer<'t>(&self, literal: Node<'t>) -> Option<Integer<'t>> {
        literals::integer(literal)
    }

    fn float<'t>(&self, literal: Node<'t>) -> Option<(&'t str, &'t str)> {
        literals::float(literal)
    }

    fn string<'t>(&self, literal: Node<'t>) -> Option<StringParts<'t>> {
        literals::string(literal)
    }

    fn protect<'t>(
        &self,
        operator: &str,
        node: Node<'t>,
        proposal: Proposal,
        survey: &Survey<'t>,
    ) -> Option<Proposal> {
        compile::protect(operator, node, proposal, survey)
    }

    fn is_selectable(&self, node: Node<'_>) -> bool {
        !compile::is_constant(node)
    }

    fn extended_operators(&self) -> &'static [&'static str] {
        extended::OPERATORS
    }

    fn offers<'t>(
        &self,
        node: Node<'t>,
        survey: &Survey<'t>,
        sink: &mut dyn FnMut(Feature, Proposal),
    ) {
        extended::offers(node, survey, sink);
    }

    fn load_time(&self, literal: Node<'_>) -> Option<LoadTime> {
        extended::load_time(literal)
    }

    fn goes_on_if(&self, node: Node<'_>) -> Option<bool> {
        roles::is_loop_condition(node).then_some(true)
    }

    fn rewriting(&self) -> Option<&'static dyn Rewriting> {
        Some(&rewriting::JavaRewriting)
    }

    fn manual(&self) -> &'static str {
        concat!(
            include_str!("../../../docs/languages/java.md"),
            "\n",
            include_str!("../../../docs/languages/extended/java.md")
        )
    }

    fn adaptations(&self, operator: &str) -> &'static [&'static str] {
        match operator {
            "negate-cond" => {
                &["`instanceof` is negated as a whole; tests that bind a pattern variable stay"]
            }
            "logical" | "unary-not" => &["not where an operand binds a pattern variable"],
            "arith" | "assign-op" => &["`+` and `+=` stay where an operand is text"],
            "const-int" => &["octal literals stay"],
            "const-str" => &[
                "formats, regular expressions and names for reflection stay",
                "a text block becomes a plain string",
            ],
            "return-value" => &[
                "by declared type; not in lambdas",
                "collections, Optional and Stream become empty, written in full",
                "`true ? R : E` inside a try that catches a checked exception",
                "no null where @NotNull, @NonNull or @Nonnull forbids it",
            ],
            "call-removal" => &[
                "`;`, and `{}` after the arrow of a switch",
                "`if (false) call();` inside a try that catches a checked exception",
                "a call with an assignment among its arguments stays",
            ],
            _ => extended::adaptations(operator),
        }
    }

    fn bans(&self) -> &'static [&'static str] {
        bans::BANS
    }
}
