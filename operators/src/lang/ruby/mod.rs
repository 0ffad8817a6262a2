//! Ruby: a description of its syntax for the operators.

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
mod extended;
mod kinds;
mod literals;
mod locals;
mod results;
mod rewriting;
mod roles;
mod safety;
mod survey;
mod values;

use kinds::{KNOWN, field, kind};

/// Ruby up to 3.1, as far as the grammar reads it.
pub(crate) struct Ruby;

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(|| {
    let node_types = tree_sitter_ruby::NODE_TYPES;
    Vocabulary::new(&Ruby.grammar(), node_types, &KNOWN)
});

impl Language for Ruby {
    fn id(&self) -> &'static str {
        "ruby"
    }

    fn grammar(&self) -> tree_sitter::Language {
        tree_sitter_ruby::LANGUAGE.into()
    }

    fn grammar_version(&self) -> &'static str {
        "0.23.1"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["rb"]
    }

    fn vocabulary(&self) -> &Vocabulary {
        &VOCABULARY
    }

    fn is_block(&self, _kind: u16) -> bool {
        false // every block ends with a token of its own
    }

    fn is_opaque(&self, kind: u16, text: &[u8]) -> bool {
        match kind {
            kind::STRING
            | kind::REGEX
            | kind::SUBSHELL
            | kind::DELIMITED_SYMBOL
            | kind::HEREDOC_BODY => !text.contains(&b'#'),
            // `1r`: the digits are no number of their own.
            kind::RATIONAL | kind::COMPLEX => true,
            _ => false,
        }
    }

    fn is_one_token(&self, kind: u16) -> bool {
        matches!(
            kind,
            kind::STRING
                | kind::REGEX
                | kind::SUBSHELL
                | kind::DELIMITED_SYMBOL
                | kind::HEREDOC_BODY
                | kind::STRING_ARRAY
                | kind::SYMBOL_ARRAY
        )
    }

    fn is_separator(&self, token: &[u8]) -> bool {
        token == b";"
    }

    fn is_statement_list(&self, kind: u16) -> bool {
        matches!(
            kind,
            kind::BODY_STATEMENT
                | kind::THEN
                | kind::ELSE
                | kind::DO
                | kind::BLOCK_BODY
                | kind::BEGIN
                | kind::ENSURE
                | kind::PROGRAM
        )
    }

    fn is_clause(&self, kind: u16) -> bool {
        matches!(
            kind,
            kind::ELSIF | kind::WHEN | kind::IN_CLAUSE | kind::RESCUE
        )
    }

    fn used_at<'t>(&self, node: Node<'t>) -> Option<Node<'t>> {
        if node.kind() != kind::HEREDOC_BODY {
            return None;
        }
        (0..node.index())
            .rev()
            .map(|index| node.at(index))
            .find(|before| before.kind() == kind::HEREDOC_BEGINNING)
    }

    /// Coverage has no line for the heads of `when` and `rescue`: the whole they belong to stands for them.
    fn enclosing_switch<'t>(&self, node: Node<'t>, clause: Node<'t>) -> Option<Node<'t>> {
        let body = clause.child(field::BODY);
        if body.is_some_and(|body| body.holds(node)) {
            return None;
        }
        let wanted: &[u16] = match clause.kind() {
            kind::WHEN => &[kind::CASE],
            kind::IN_CLAUSE => &[kind::CASE_MATCH],
            kind::RESCUE => &[
                kind::BEGIN,
                kind::METHOD,
                kind::SINGLETON_METHOD,
                kind::CALL,
            ],
            _ => return None,
        };
        clause
            .ancestors()
            .find(|ancestor| wanted.contains(&ancestor.kind()))
    }

    fn declared_name<'t>(&self, node: Node<'t>) -> Option<Node<'t>> {
        match node.kind() {
            kind::METHOD | kind::SINGLETON_METHOD | kind::CLASS | kind::MODULE => {
                node.child(field::NAME)
            }
            kind::SINGLETON_CLASS => node.child(field::VALUE),
            _ => None,
        }
    }

    /// `self.name` for a method of the class itself.
    fn scope_name<'t>(&self, declaration: Node<'t>, name: Node<'t>) -> Cow<'t, str> {
        let name = String::from_utf8_lossy(name.bytes());
        match declaration.child(field::OBJECT) {
            Some(object) => format!("{}.{name}", String::from_utf8_lossy(object.bytes())).into(),
            None => name,
        }
    }

    fn is_named_function(&self, kind: u16) -> bool {
        matches!(kind, kind::METHOD | kind::SINGLETON_METHOD)
    }

    fn is_body(&self, node: Node<'_>) -> bool {
        node.field() == field::BODY
            && node.parent().is_some_and(|parent| {
                matches!(
                    parent.kind(),
                    kind::METHOD | kind::SINGLETON_METHOD | kind::LAMBDA
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
        values::is_tail(node)
    }

    fn comparisons<'t>(&self, node: Node<'t>) -> Vec<Binary<'t>> {
        roles::comparisons(node)
    }

    fn is_parentheses(&self, node: Node<'_>) -> bool {
        roles::is_parentheses(node)
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
        false // `a || b` may be used for its value
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
            Token::EmptyList => "[]",
            Token::EmptyMap => "{}",
            Token::Not => "!",
            Token::EmptyBytes | Token::SomeBytes | Token::EmptySet | Token::EmptyTuple => {
                return None;
            }
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
        Some((call, "nil"))
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
        _survey: &Survey<'t>,
    ) -> Option<Proposal> {
        let refused = extended::is_misread(operator, node) || !safety::is_safe(node, &proposal);
        (!refused).then_some(proposal)
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
        roles::goes_on_if(node)
    }

    fn rewriting(&self) -> Option<&'static dyn Rewriting> {
        Some(&rewriting::RubyRewriting)
    }

    fn manual(&self) -> &'static str {
        concat!(
            include_str!("../../../docs/languages/ruby.md"),
            "\n",
            include_str!("../../../docs/languages/extended/ruby.md")
        )
    }

    fn adaptations(&self, operator: &str) -> &'static [&'static str] {
        match operator {
            "negate-cond" => &[
                "`=~` and `!~` negate to each other; `===` and `<=>` stay as operators",
                "`unless` and `until` are conditions like `if`",
            ],
            "logical" => &["also `||=` and `&&=`"],
            "arith" => &["`+ * % /` stay where an operand is text or a collection"],
            "bitwise" => &["`<<` and `>>` only after a number literal: elsewhere they append"],
            "incr-decr" => &["none: Ruby has no `++` and `--`"],
            "assign-op" => &["`<<=` and `>>=` stay"],
            "const-int" => &["octal, rational and imaginary literals stay"],
            "const-str" => {
                &["strings with interpolation, here-documents, keys, formats and patterns stay"]
            }
            "return-value" => &[
                "by shape; a truth value in a method whose name ends with `?`",
                "also the last value of a method, through all its branches",
                "not in `initialize` and `name=`, not for loops, assignments, `super` and `yield`",
            ],
            "call-removal" => &[
                "`nil`, where nobody uses the value: not the last of a list, or last in a loop, a constructor, or the block of an iterator",
                "`super` and `yield` stay",
            ],
            _ => extended::adaptations(operator),
        }
    }

    fn bans(&self) -> &'static [&'static str] {
        bans::BANS
    }
}
