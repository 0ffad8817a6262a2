//! Go: a description of its syntax for the operators.

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
mod extended;
mod guards;
mod kinds;
mod literals;
mod loops;
mod regions;
mod results;
mod rewriting;
mod roles;
mod scopes;
mod signature;
mod text;
mod weaving;

use kinds::{KNOWN, field, kind};

/// Go 1.
pub(crate) struct Go;

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(|| {
    let node_types = tree_sitter_go::NODE_TYPES;
    Vocabulary::new(&Go.grammar(), node_types, &KNOWN)
});

impl Language for Go {
    fn id(&self) -> &'static str {
        "go"
    }

    fn grammar(&self) -> tree_sitter::Language {
        tree_sitter_go::LANGUAGE.into()
    }

    fn grammar_version(&self) -> &'static str {
        "0.25.0"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["go"]
    }

    fn vocabulary(&self) -> &Vocabulary {
        &VOCABULARY
    }

    fn is_block(&self, _kind: u16) -> bool {
        false // braces are tokens
    }

    fn is_opaque(&self, kind: u16, _text: &[u8]) -> bool {
        matches!(kind, kind::STRING | kind::RAW_STRING | kind::IDENTIFIER)
    }

    fn is_one_token(&self, kind: u16) -> bool {
        matches!(kind, kind::STRING | kind::RAW_STRING)
    }

    fn is_separator(&self, token: &[u8]) -> bool {
        matches!(token, b"\n" | b";")
    }

    fn is_statement_list(&self, kind: u16) -> bool {
        matches!(kind, kind::STATEMENT_LIST | kind::SOURCE_FILE)
    }

    fn is_clause(&self, kind: u16) -> bool {
        kind == kind::EXPRESSION_CASE
    }

    fn enclosing_switch<'t>(&self, node: Node<'t>, clause: Node<'t>) -> Option<Node<'t>> {
        if clause.kind() != kind::EXPRESSION_CASE || !clause.child(field::VALUE)?.holds(node) {
            return None;
        }
        clause.parent()
    }

    fn counted_at<'t>(&self, node: Node<'t>) -> Option<Node<'t>> {
        roles::statement_around(node)
    }

    fn declared_name<'t>(&self, node: Node<'t>) -> Option<Node<'t>> {
        self.is_named_function(node.kind())
            .then(|| node.child(field::NAME))?
    }

    fn scope_name<'t>(&self, declaration: Node<'t>, name: Node<'t>) -> Cow<'t, str> {
        roles::receiver_type(declaration).map_or_else(
            || Cow::Borrowed(name.text()),
            |receiver| Cow::Owned(format!("{receiver}.{}", name.text())),
        )
    }

    fn is_named_function(&self, kind: u16) -> bool {
        matches!(kind, kind::FUNCTION | kind::METHOD)
    }

    fn is_body(&self, node: Node<'_>) -> bool {
        node.field() == field::BODY
            && node.kind() == kind::BLOCK
            && node.parent().is_some_and(roles::is_function)
    }

    fn is_banned(&self, node: Node<'_>, reach: Reach) -> bool {
        bans::is_banned(node, reach)
    }

    fn survey<'t>(&self, tree: &'t Tree<'_>) -> Survey<'t> {
        let mut survey = Survey::default();
        text::members(tree.node(0), &mut survey.locals);
        scopes::bind(tree, &mut survey);
        survey
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
        true // both operands are truth values wherever they stand
    }

    fn spell(&self, token: Token) -> Option<&'static str> {
        Some(match token {
            Token::True => "true",
            Token::False => "false",
            Token::Null => "nil",
            Token::Zero => "0",
            Token::One => "1",
            Token::FloatZero => "0.0",
            Token::FloatOne => "1.0",
            Token::EmptyText => "\"\"",
            Token::SomeText => "\"mutscore\"",
            Token::Not => "!",
            Token::EmptyBytes
            | Token::SomeBytes
            | Token::EmptyList
            | Token::EmptyMap
            | Token::EmptySet
            | Token::EmptyTuple => return None,
        })
    }

    fn is_stringish<'t>(&self, node: Node<'t>, survey: &Survey<'t>) -> bool {
        text::is_text(node, &survey.locals)
    }

    fn is_key_or_format(&self, literal: Node<'_>) -> bool {
        bans::is_key_or_format(literal)
    }

    fn is_fixed_subject(&self, literal: Node<'_>) -> bool {
        bans::is_fixed_subject(literal)
    }

    fn removal<'t>(&self, call: Node<'t>) -> Option<(Node<'t>, &'static str)> {
        Some((call, ""))
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
        guards::protect(operator, node, proposal, survey)
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
        extended::goes_on_if(node)
    }

    fn rewriting(&self) -> Option<&'static dyn Rewriting> {
        Some(&rewriting::GoRewriting)
    }

    fn manual(&self) -> &'static str {
        concat!(
            include_str!("../../../docs/languages/go.md"),
            "\n",
            include_str!("../../../docs/languages/extended/go.md")
        )
    }

    fn adaptations(&self, operator: &str) -> &'static [&'static str] {
        match operator {
            "arith" => &["`+ * % /` stay where an operand is text"],
            "assign-op" => &["`+=` stays where an operand is text"],
            "bitwise" => &["a complement is `^E`"],
            "const-int" => &[
                "octal and imaginary literals stay",
                "bounds of a slice stay in order",
            ],
            "const-float" => &["hexadecimal literals stay"],
            "const-str" => &["keys, formats, patterns and names of members stay"],
            "return-value" => &[
                "one mutant for each result, by its declared type; `*new(T)` where only a name is known",
                "a nil error stays, and so does a zero beside an error",
                "`_ = x` goes before the statement where a variable or import would be left unread",
            ],
            "call-removal" => &[
                "nothing is left, or `_ = x` where a variable or import would be left unread",
                "deferred calls and those in goroutines stay",
            ],
            _ => extended::adaptations(operator),
        }
    }

    fn bans(&self) -> &'static [&'static str] {
        bans::BANS
    }
}
