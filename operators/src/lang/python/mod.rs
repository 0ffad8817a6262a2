//! Python: a description of its syntax for the operators.

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
mod kinds;
mod literals;
mod results;
mod rewriting;
mod roles;
mod survey;

use kinds::{KNOWN, field, kind};

/// Python 3; statements that only Python 2 has are passed over.
pub(crate) struct Python;

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(|| {
    let node_types = tree_sitter_python::NODE_TYPES;
    Vocabulary::new(&Python.grammar(), node_types, &KNOWN)
});

impl Language for Python {
    fn id(&self) -> &'static str {
        "python"
    }

    fn grammar(&self) -> tree_sitter::Language {
        tree_sitter_python::LANGUAGE.into()
    }

    fn grammar_version(&self) -> &'static str {
        "0.25.0"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["py"]
    }

    fn vocabulary(&self) -> &Vocabulary {
        &VOCABULARY
    }

    fn is_block(&self, kind: u16) -> bool {
        kind == kind::BLOCK
    }

    fn is_opaque(&self, kind: u16, text: &[u8]) -> bool {
        match kind {
            kind::STRING => !literals::may_hold_code(text),
            kind::IDENTIFIER
            | kind::DECORATOR
            | kind::TYPE
            | kind::IMPORT
            | kind::IMPORT_FROM
            | kind::FUTURE_IMPORT => true,
            _ => false,
        }
    }

    fn is_one_token(&self, kind: u16) -> bool {
        kind == kind::STRING
    }

    fn is_separator(&self, token: &[u8]) -> bool {
        token == b";"
    }

    fn two_word_operators(&self) -> &'static [&'static str] {
        &["is not", "not in"]
    }

    fn is_statement_list(&self, kind: u16) -> bool {
        matches!(kind, kind::BLOCK | kind::MODULE)
    }

    fn is_clause(&self, kind: u16) -> bool {
        matches!(kind, kind::ELIF | kind::CASE_CLAUSE)
    }

    fn enclosing_switch<'t>(&self, node: Node<'t>, clause: Node<'t>) -> Option<Node<'t>> {
        if clause.kind() != kind::CASE_CLAUSE || clause.child(field::CONSEQUENCE)?.holds(node) {
            return None;
        }
        clause
            .ancestors()
            .find(|ancestor| ancestor.kind() == kind::MATCH)
    }

    fn declared_name<'t>(&self, node: Node<'t>) -> Option<Node<'t>> {
        matches!(node.kind(), kind::FUNCTION | kind::CLASS).then(|| node.child(field::NAME))?
    }

    fn is_named_function(&self, kind: u16) -> bool {
        kind == kind::FUNCTION
    }

    fn is_body(&self, node: Node<'_>) -> bool {
        node.field() == field::BODY
            && node
                .parent()
                .is_some_and(|parent| matches!(parent.kind(), kind::FUNCTION | kind::LAMBDA))
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
        false // `a or b` may be used for its value
    }

    fn spell(&self, token: Token) -> Option<&'static str> {
        Some(match token {
            Token::True => "True",
            Token::False => "False",
            Token::Null => "None",
            Token::Zero => "0",
            Token::One => "1",
            Token::FloatZero => "0.0",
            Token::FloatOne => "1.0",
            Token::EmptyText => "\"\"",
            Token::SomeText => "\"mutscore\"",
            Token::EmptyBytes => "b\"\"",
            Token::SomeBytes => "b\"mutscore\"",
            Token::EmptyList => "[]",
            Token::EmptyMap => "{}",
            Token::EmptySet => "set()",
            Token::EmptyTuple => "()",
            Token::Not => "not ",
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
        (!bans::is_constructor_chaining(call)).then_some((call, "pass"))
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
        let is_loop = |parent: Node<'_>| parent.kind() == kind::WHILE;
        (node.field() == field::CONDITION && node.parent().is_some_and(is_loop)).then_some(true)
    }

    fn rewriting(&self) -> Option<&'static dyn Rewriting> {
        Some(&rewriting::PythonRewriting)
    }

    fn manual(&self) -> &'static str {
        concat!(
            include_str!("../../../docs/languages/python.md"),
            "\n",
            include_str!("../../../docs/languages/extended/python.md")
        )
    }

    fn adaptations(&self, operator: &str) -> &'static [&'static str] {
        match operator {
            "negate-cond" => &[
                "`is` and `in` negate to `is not` and `not in`",
                "a walrus stays whole",
            ],
            "arith" => &[
                "`@` stays",
                "`+ * % /` stay where an operand is text or a collection",
            ],
            "const-int" => &["octal, complex and Python 2 long literals stay"],
            "const-str" => &["strings with interpolation, keys, formats and patterns stay"],
            "return-value" => &[
                "by annotation, else by shape",
                "not in lambdas and `__init__`",
            ],
            "call-removal" => &[
                "`pass`, also for an awaited call",
                "`super().__init__()` stays",
            ],
            _ => extended::adaptations(operator),
        }
    }

    fn bans(&self) -> &'static [&'static str] {
        bans::BANS
    }
}
