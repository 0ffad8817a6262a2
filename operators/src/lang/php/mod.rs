//! PHP: a description of its syntax for the operators.

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
mod keys;
mod kinds;
mod literals;
mod names;
mod results;
mod rewriting;
mod roles;
mod scopes;
mod survey;

use kinds::{KNOWN, field, kind};

/// PHP 8, with text around it or without.
pub(crate) struct Php;

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(|| {
    let node_types = tree_sitter_php::PHP_NODE_TYPES;
    Vocabulary::new(&Php.grammar(), node_types, &KNOWN)
});

impl Language for Php {
    fn id(&self) -> &'static str {
        "php"
    }

    fn grammar(&self) -> tree_sitter::Language {
        tree_sitter_php::LANGUAGE_PHP.into()
    }

    fn grammar_version(&self) -> &'static str {
        "0.25.1 (language_php)" // the crate has two grammars
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["php"]
    }

    fn vocabulary(&self) -> &Vocabulary {
        &VOCABULARY
    }

    fn is_block(&self, _kind: u16) -> bool {
        false // blocks have braces or `end` words of their own
    }

    fn is_opaque(&self, kind: u16, text: &[u8]) -> bool {
        match kind {
            kind::ENCAPSED_STRING => !literals::may_hold_code(text),
            // `$` and the name after it are one thing.
            kind::VARIABLE
            | kind::STRING
            | kind::NAME
            | kind::QUALIFIED_NAME
            | kind::NAMED_TYPE
            | kind::PRIMITIVE_TYPE
            | kind::CAST_TYPE
            | kind::RELATIVE_SCOPE
            | kind::VISIBILITY_MODIFIER
            | kind::STATIC_MODIFIER
            | kind::FINAL_MODIFIER
            | kind::ABSTRACT_MODIFIER
            | kind::READONLY_MODIFIER => true,
            _ => false,
        }
    }

    fn is_one_token(&self, kind: u16) -> bool {
        matches!(
            kind,
            kind::STRING
                | kind::ENCAPSED_STRING
                | kind::HEREDOC
                | kind::NOWDOC
                | kind::SHELL_COMMAND
        )
    }

    fn is_separator(&self, _token: &[u8]) -> bool {
        false // a semicolon ends a statement, and alone it is one
    }

    fn is_statement_list(&self, kind: u16) -> bool {
        scopes::is_statement_list(kind)
    }

    fn is_clause(&self, kind: u16) -> bool {
        scopes::is_clause(kind)
    }

    fn enclosing_switch<'t>(&self, node: Node<'t>, clause: Node<'t>) -> Option<Node<'t>> {
        scopes::stands_for(node, clause)
    }

    fn declared_name<'t>(&self, node: Node<'t>) -> Option<Node<'t>> {
        scopes::declared_name(node)
    }

    fn is_named_function(&self, kind: u16) -> bool {
        matches!(kind, kind::FUNCTION | kind::METHOD)
    }

    fn is_body(&self, node: Node<'_>) -> bool {
        node.field() == field::BODY
            && node.parent().is_some_and(|parent| {
                matches!(
                    parent.kind(),
                    kind::FUNCTION | kind::METHOD | kind::ANONYMOUS_FUNCTION | kind::ARROW_FUNCTION
                )
            })
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

    fn is_implicit_return(&self, node: Node<'_>) -> bool {
        results::is_implicit_return(node)
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
            Token::EmptyText | Token::EmptyBytes => "''",
            Token::SomeText | Token::SomeBytes => "'mutscore'",
            Token::EmptyList | Token::EmptyMap => "[]",
            Token::EmptySet | Token::EmptyTuple => return None,
            Token::Not => "!",
        })
    }

    fn is_stringish<'t>(&self, node: Node<'t>, survey: &Survey<'t>) -> bool {
        survey::is_stringish(node, survey)
    }

    fn is_key_or_format(&self, literal: Node<'_>) -> bool {
        keys::is_key_or_format(literal)
    }

    fn is_fixed_subject(&self, literal: Node<'_>) -> bool {
        bans::is_fixed_subject(literal)
    }

    fn removal<'t>(&self, call: Node<'t>) -> Option<(Node<'t>, &'static str)> {
        let statement = call.parent()?;
        (!names::is_constructor_chaining(call)).then_some((statement, ";"))
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
        Some((literal.text(), ""))
    }

    fn string<'t>(&self, literal: Node<'t>) -> Option<StringParts<'t>> {
        literals::string(literal)
    }

    fn protect<'t>(
        &self,
        operator: &str,
        node: Node<'t>,
        proposal: Proposal,
        _survey: &Survey<'t>,
    ) -> Option<Proposal> {
        // A quotient is a float: where only an integer may stand, the mutant would do nothing but raise a type error.
        let quotient = operator == "arith"
            && node
                .child(field::OPERATOR)
                .is_some_and(|token| token.bytes() == b"*")
            && results::must_be_integer(node);
        (!quotient && !extended::is_refused(operator, node)).then_some(proposal)
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
        Some(&rewriting::PhpRewriting)
    }

    fn manual(&self) -> &'static str {
        concat!(
            include_str!("../../../docs/languages/php.md"),
            "\n",
            include_str!("../../../docs/languages/extended/php.md")
        )
    }

    fn adaptations(&self, operator: &str) -> &'static [&'static str] {
        match operator {
            "negate-cond" => &[
                "`===` and `!==` change places, `<>` becomes `==`",
                "`instanceof` is negated as a whole",
                "arms of `match (true)` and `switch (true)` are conditions",
                "an assignment or `match` stays whole",
            ],
            "logical" => &["`and` and `or` keep their spelling", "`xor` stays"],
            "arith" => &[
                "`+ * % /` stay where an operand is text or an array",
                "`*` stays where only an integer may stand: returned from `: int`",
                "`.` stays",
            ],
            "assign-op" => &["`.=` and `??=` stay"],
            "const-int" => &["octal literals stay", "levels of `break` stay"],
            "const-str" => &["strings with code, heredocs, keys, formats and patterns stay"],
            "return-value" => &[
                "by return type, else by shape",
                "not where a class or a union without null is declared",
                "bodies of arrow functions only with a return type",
            ],
            "call-removal" => &["`;`", "`parent::__construct()` and `f(...)` stay"],
            _ => extended::adaptations(operator),
        }
    }

    fn bans(&self) -> &'static [&'static str] {
        bans::BANS
    }
}
