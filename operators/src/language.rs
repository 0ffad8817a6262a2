//! What a language tells the operators about its syntax.
//!
//! Operators ask for *roles* ("a comparison", "a returned value") and *spellings* ("how is false written here?"), never
//! for a grammar's node names. A new language is one implementation of [`Language`]; no operator changes.

use std::borrow::Cow;

use mutscore_model::span::ByteSpan;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::locals::Locals;
use crate::offer::{Feature, LoadTime};
use crate::operator::Proposal;
use crate::rewrite::Rewriting;
use crate::tree::{Node, Tree};
use crate::vocabulary::Vocabulary;

/// How much of a file is mutated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Reach {
    /// The default: bodies of functions, methods and closures.
    #[default]
    Bodies,
    /// Also module and class level and the default values of parameters. That code runs at load time, so a run must
    /// treat its mutants as covered by every test that loads the file.
    Everywhere,
}

/// An operator between two operands, or before an assignment's value.
#[derive(Clone, Copy)]
pub struct Binary<'t> {
    /// The operator's token.
    pub operator: Node<'t>,
    /// Left operand, or the target of an assignment.
    pub left: Node<'t>,
    /// Right operand, or the assigned value.
    pub right: Node<'t>,
}

/// What a node is to an operator.
#[derive(Clone, Copy)]
pub enum Role<'t> {
    /// One or more relational or equality operators; see [`Language::comparisons`].
    Comparison,
    /// A short-circuit operator.
    Logical(Binary<'t>),
    /// An arithmetic or bitwise operator.
    Arithmetic(Binary<'t>),
    /// `x op= y`.
    CompoundAssign(Binary<'t>),
    /// `++` or `--`; the token.
    Step(Node<'t>),
    /// Logical negation of the node.
    Not(Node<'t>),
    /// Unary minus over a number literal: one literal with its sign.
    SignedNumber(Node<'t>),
    /// Unary minus over anything else.
    Minus(Node<'t>),
    /// Bitwise complement.
    Complement(Node<'t>),
    /// An integer literal.
    Integer,
    /// A floating-point literal.
    Float,
    /// A truth literal and its value.
    Bool(bool),
    /// A string literal without interpolation.
    Str,
    /// Another literal: null, an interpolated string, a collection.
    Literal,
    /// A return statement with a value, or an expression whose value a function gives back without one; the first
    /// value.
    Return(Node<'t>),
    /// A call whose value is not used.
    CallStatement,
    /// An expression that needs no parentheses before an operator: a name, a call, a member or index access.
    Primary,
    /// Any other expression.
    Compound,
    /// An expression that must stay whole: an assignment, a closure, a switch.
    Sealed,
}

/// Fixed words and values whose spelling differs between languages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Token {
    /// The true literal.
    True,
    /// The false literal.
    False,
    /// The null literal.
    Null,
    /// Integer zero.
    Zero,
    /// Integer one.
    One,
    /// Floating-point zero.
    FloatZero,
    /// Floating-point one.
    FloatOne,
    /// The empty text.
    EmptyText,
    /// A text that is not empty.
    SomeText,
    /// Empty bytes.
    EmptyBytes,
    /// Bytes that are not empty.
    SomeBytes,
    /// An empty list.
    EmptyList,
    /// An empty map.
    EmptyMap,
    /// An empty set.
    EmptySet,
    /// An empty tuple.
    EmptyTuple,
    /// Negation, with the blank it needs before its operand.
    Not,
}

/// What is known of the type of a function's result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Declared {
    /// Nothing.
    Unknown,
    /// Nothing is returned, or the result cannot be chosen (a constructor).
    Void,
    /// A truth value.
    Bool,
    /// An integer.
    Int,
    /// A floating-point number.
    Float,
    /// Text.
    Text,
    /// Bytes.
    Bytes,
    /// A list.
    List,
    /// A map.
    Map,
    /// A set.
    Set,
    /// A tuple.
    Tuple,
    /// Something that null can stand for.
    Nullable,
}

/// What a returned expression looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// A truth value; the value where it is a literal.
    Truth(Option<bool>),
    /// A number literal, and whether it is zero.
    Number {
        /// Its value is zero.
        zero: bool,
    },
    /// A string.
    Text {
        /// It is a literal of length zero.
        empty: bool,
    },
    /// A string of bytes.
    Bytes {
        /// It is a literal of length zero.
        empty: bool,
    },
    /// A collection, as one of [`Declared`]'s collections.
    Collection {
        /// Which one.
        of: Declared,
        /// It has no elements.
        empty: bool,
    },
    /// Null.
    Null,
    /// Anything else.
    Other,
}

/// One value that a `return` gives back.
pub struct Returned<'t> {
    /// The value; parentheses around it are not part of it.
    pub value: Node<'t>,
    /// By what it may be replaced.
    pub replacement: Replacement,
}

/// How the replacement of a returned value is chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Replacement {
    /// By the declared type; by shape where that is [`Declared::Unknown`].
    OfType(Declared),
    /// By shape, in a function whose name asks a question: a truth value where the shape says nothing better.
    Question,
    /// These texts and no others (one that is there already is passed over).
    Texts(Vec<String>),
}

/// What one pass over a file finds out before any operator runs.
#[derive(Default)]
pub struct Survey<'t> {
    /// Names known to hold text or a collection, by name first since few are: the node index of the function (or class)
    /// that knows it, and the byte from which on.
    pub stringish: FxHashMap<&'t [u8], Vec<(u32, u32)>>,
    /// Statements that are a loop's only way to end; touching them makes endless loops.
    pub loop_updates: Vec<ByteSpan>,
    /// Where each name stands: node indices in document order. Only for languages that ask who else uses a name.
    pub names: FxHashMap<&'t [u8], Vec<u32>>,
    /// Functions of this file whose result is declared as text, by name; arrays of it included where such an array as an
    /// operand makes text of the whole, too.
    pub text_functions: FxHashSet<&'t [u8]>,
    /// Those of them whose result is one text. Only for languages that put a text in place of a call.
    pub one_text_functions: FxHashSet<&'t [u8]>,
    /// Tests that also bind a name (patterns), by node index in document order.
    pub bindings: Vec<u32>,
    /// What each name means and who reads it. Only for languages that ask.
    pub locals: Locals<'t>,
}

impl Survey<'_> {
    /// Whether the node lies in a statement that alone makes a loop end.
    #[must_use]
    pub fn drives_loop(&self, node: Node<'_>) -> bool {
        let span = node.span();
        self.loop_updates.iter().any(|update| update.contains(span))
    }
}

/// A language, as operators see it.
pub trait Language: Sync {
    /// Its id, e.g. `python`.
    fn id(&self) -> &'static str;
    /// Its grammar.
    fn grammar(&self) -> tree_sitter::Language;
    /// Release of the grammar.
    fn grammar_version(&self) -> &'static str;
    /// File name extensions without the dot.
    fn extensions(&self) -> &'static [&'static str];
    /// Numbers of the kinds and fields it knows.
    fn vocabulary(&self) -> &Vocabulary;

    /// Whether nodes of this kind are indented blocks, whose end is a token.
    fn is_block(&self, kind: u16) -> bool;
    /// Whether nothing inside the node is ever asked for (annotations, strings without code): it is kept as a leaf.
    fn is_opaque(&self, kind: u16, text: &[u8]) -> bool;
    /// Whether nodes of this kind are one token, whatever is below (strings with code inside).
    fn is_one_token(&self, kind: u16) -> bool;
    /// Whether this token only separates statements.
    fn is_separator(&self, token: &[u8]) -> bool;
    /// Operators written as two words with any blank space between.
    fn two_word_operators(&self) -> &'static [&'static str] {
        &[]
    }

    /// Whether children of this kind of node are statements.
    fn is_statement_list(&self, kind: u16) -> bool;
    /// Whether this kind of node is a clause with a head of its own (`elif`, `case`).
    fn is_clause(&self, kind: u16) -> bool;
    /// For a node in the tested part of a `case`: the switch whose first line stands for it.
    fn enclosing_switch<'t>(&self, node: Node<'t>, clause: Node<'t>) -> Option<Node<'t>>;
    /// The node at whose start a coverage tool that counts positions finds out that `node` is executed; `None` for a
    /// language whose tool counts lines, and for code that the tool does not watch.
    fn counted_at<'t>(&self, _node: Node<'t>) -> Option<Node<'t>> {
        None
    }
    /// Whether the node is a unit of identity and coverage: a statement or a clause.
    fn is_unit(&self, node: Node<'_>) -> bool {
        let in_list = |parent: Node<'_>| self.is_statement_list(parent.kind());
        node.is_named() && (self.is_clause(node.kind()) || node.parent().is_some_and(in_list))
    }
    /// For a node whose text stands apart from the statement it belongs to (that of a here-document): where it is used.
    fn used_at<'t>(&self, _node: Node<'t>) -> Option<Node<'t>> {
        None
    }
    /// The name by which a declaration adds to the scope of what is inside.
    fn declared_name<'t>(&self, node: Node<'t>) -> Option<Node<'t>>;
    /// That name as it is written in scopes: where names alone are ambiguous, with what tells them apart.
    fn scope_name<'t>(&self, _declaration: Node<'t>, name: Node<'t>) -> Cow<'t, str> {
        String::from_utf8_lossy(name.bytes())
    }
    /// Whether the node is a named function; the outermost ones are the units of content ids.
    fn is_named_function(&self, kind: u16) -> bool;
    /// Whether the node is the body of a function, method or closure.
    fn is_body(&self, node: Node<'_>) -> bool;
    /// Whether nothing at or below the node is mutated.
    fn is_banned(&self, node: Node<'_>, reach: Reach) -> bool;

    /// One pass over the file for what operators must know from afar.
    fn survey<'t>(&self, tree: &'t Tree<'_>) -> Survey<'t>;
    /// The node's role, if it has one.
    fn role<'t>(&self, node: Node<'t>) -> Option<Role<'t>>;
    /// Whether the node's value is what a function gives back, though no `return` says so.
    fn is_implicit_return(&self, _node: Node<'_>) -> bool {
        false
    }
    /// The relational operators of a comparison, in order.
    fn comparisons<'t>(&self, node: Node<'t>) -> Vec<Binary<'t>>;
    /// Whether the node is a pair of parentheses around one expression.
    fn is_parentheses(&self, node: Node<'_>) -> bool;
    /// The node without parentheses around it.
    fn unwrapped<'t>(&self, node: Node<'t>) -> Node<'t>;
    /// The nearest ancestor that is not a pair of parentheses.
    fn parent<'t>(&self, node: Node<'t>) -> Option<Node<'t>>;
    /// Whether the node is the tested part of an `if`, a loop, a conditional or a guard.
    fn is_condition(&self, node: Node<'_>) -> bool;
    /// Whether the right operand of `and`/`or` is a truth value wherever it stands.
    fn right_operand_is_condition(&self) -> bool;
    /// How the token is spelled.
    fn spell(&self, token: Token) -> Option<&'static str>;

    /// Whether the operand holds text or a collection, as far as the text tells.
    fn is_stringish<'t>(&self, node: Node<'t>, survey: &Survey<'t>) -> bool;
    /// Whether the literal is a key, a format, a pattern or a reflective name.
    fn is_key_or_format(&self, literal: Node<'_>) -> bool;
    /// Whether the literal is all that a loop tests, or what a `match` looks at.
    fn is_fixed_subject(&self, literal: Node<'_>) -> bool;
    /// For a call whose value is not used: the node that goes when the call goes, and what is left in its place.
    /// `None` for a call that must stay, as one that builds the object's base part.
    fn removal<'t>(&self, call: Node<'t>) -> Option<(Node<'t>, &'static str)>;
    /// The two nodes between which a comparison chooses, if it is a minimum or maximum.
    fn chosen_between<'t>(&self, comparison: Node<'t>) -> Option<(Node<'t>, Node<'t>)>;
    /// The values that a node in the role of a `return` gives back, each with its replacement; not those that stay.
    fn returned<'t>(&self, statement: Node<'t>) -> Vec<Returned<'t>>;
    /// What a returned expression looks like.
    fn shape(&self, value: Node<'_>) -> Shape;
    /// The value after the literal's, written in the same base; `None` if it is no plain integer.
    fn integer<'t>(&self, literal: Node<'t>) -> Option<Integer<'t>>;
    /// Digits of a float literal without suffix, and the suffix; `None` if it is not a real number.
    fn float<'t>(&self, literal: Node<'t>) -> Option<(&'t str, &'t str)>;
    /// Prefix, opening delimiter, contents and closing delimiter of a string literal.
    fn string<'t>(&self, literal: Node<'t>) -> Option<StringParts<'t>>;

    /// Last look at what `operator` proposes for `node`: a language may have to add something so that the mutated file
    /// still compiles, or refuse what would not (or what would mean something else).
    fn protect<'t>(
        &self,
        _operator: &str,
        _node: Node<'t>,
        proposal: Proposal,
        _survey: &Survey<'t>,
    ) -> Option<Proposal> {
        Some(proposal)
    }

    /// Ids of the operators of the extended set that have mutants in this language.
    fn extended_operators(&self) -> &'static [&'static str] {
        &[]
    }
    /// Passes to `sink` every change at `node` that an operator of the extended set may take, with its heading. Asked for
    /// nodes at the top of a ban too, but not below.
    fn offers<'t>(
        &self,
        _node: Node<'t>,
        _survey: &Survey<'t>,
        _sink: &mut dyn FnMut(Feature, Proposal),
    ) {
    }
    /// For a literal that is read when the file is loaded: what it belongs to, if that may change.
    fn load_time(&self, _literal: Node<'_>) -> Option<LoadTime> {
        None
    }
    /// For what a loop tests: the truth value with which it goes on.
    fn goes_on_if(&self, _node: Node<'_>) -> Option<bool> {
        None
    }
    /// Whether a change of the node can be chosen while the program runs; not where the language wants a constant.
    fn is_selectable(&self, _node: Node<'_>) -> bool {
        true
    }
    /// What its functions are to whole-file rewrites; `None` where there are none.
    fn rewriting(&self) -> Option<&'static dyn Rewriting> {
        None
    }

    /// This language's pages of the manual: Markdown with a section for each operator that has mutants here.
    fn manual(&self) -> &'static str;
    /// Where this language departs from the operator's table; goes into the catalogue.
    fn adaptations(&self, operator: &str) -> &'static [&'static str];
    /// Where this language has no mutants at all; goes into the catalogue.
    fn bans(&self) -> &'static [&'static str];
}

/// An integer literal taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Integer<'t> {
    /// `0x`, `0b` or nothing.
    pub prefix: &'t str,
    /// Digits without separators.
    pub digits: Cow<'t, str>,
    /// 2, 10 or 16.
    pub base: u32,
    /// What follows the digits.
    pub suffix: &'t str,
}

impl<'t> Integer<'t> {
    /// Leaves out the separators (`_`); `None` if there are no digits, or others than those of the base.
    #[must_use]
    pub fn new(prefix: &'t str, digits: &'t str, base: u32, suffix: &'t str) -> Option<Self> {
        let digits = match digits.contains('_') {
            true => Cow::Owned(digits.replace('_', "")),
            false => Cow::Borrowed(digits),
        };
        let is_digit = |byte: u8| char::from(byte).is_digit(base);
        (!digits.is_empty() && digits.bytes().all(is_digit)).then_some(Self {
            prefix,
            digits,
            base,
            suffix,
        })
    }

    /// Whether there is a zero before other digits, as octal numbers have it in some languages.
    #[must_use]
    pub fn is_padded(&self) -> bool {
        self.digits.len() > 1 && self.digits.starts_with('0')
    }
}

/// A string literal taken apart.
#[derive(Debug, Clone, Copy)]
pub struct StringParts<'t> {
    /// Prefix and opening delimiter.
    pub open: &'t str,
    /// Whether nothing is inside.
    pub empty: bool,
    /// Closing delimiter.
    pub close: &'t str,
}
