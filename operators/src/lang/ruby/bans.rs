//! Where Ruby code is not mutated: what cannot change behaviour that a requirement could state, what Ruby and the
//! grammar read differently, and what would only make the program hang.

use super::calls::{callee_name, last_name, receiver};
use super::kinds::{field, kind};
use super::locals::{is_misread_binary, is_misread_call};
use super::roles::switch_of;
use super::values::{Use, use_of};
use crate::language::Reach;
use crate::tree::Node;

/// The bans in words, for the catalogue.
pub(super) const BANS: &[&str] = &[
    "comments, literals that stand alone",
    "parts the parser could not read",
    "module and class level, default values of parameters",
    "alias, undef, superclasses, require and autoload",
    "patterns of when (in a case with a subject), in and =>",
    "bodies of hash and inspect, operands of defined?",
    "raise, fail and throw, arguments of *Error and *Exception constructors",
    "calls of loggers, puts, p, pp, print, warn, close, flush and sleep as statements",
    "an update that alone makes a loop end, literals that are a loop's condition",
    "`x -y` and the like, where the reading depends on whether `x` is a variable",
];

/// Receivers whose calls only tell people something.
const LOGGERS: &[&[u8]] = &[
    b"log", b"logger", b"logging", b"slog", b"klog", b"glog", b"zap",
];
/// Methods that only tell people something.
const PRINTERS: &[&[u8]] = &[b"puts", b"p", b"pp", b"print", b"warn"];
/// What they may be called on.
const STREAMS: &[&[u8]] = &[b"$stdout", b"$stderr", b"STDOUT", b"STDERR", b"Kernel"];
/// Calls that load code.
const LOADERS: &[&[u8]] = &[
    b"require",
    b"require_relative",
    b"require_dependency",
    b"autoload",
];

/// Whether nothing at or below the node is mutated.
pub(super) fn is_banned(node: Node<'_>, reach: Reach) -> bool {
    match node.kind() {
        kind::ALIAS | kind::UNDEF | kind::SUPERCLASS => true,
        kind::METHOD_PARAMETERS | kind::BLOCK_PARAMETERS | kind::LAMBDA_PARAMETERS => {
            reach == Reach::Bodies
        }
        kind::METHOD => {
            let name = node.child(field::NAME).map(|name| name.bytes());
            matches!(name, Some(b"hash" | b"inspect"))
        }
        kind::PATTERN => switch_of(node).is_some_and(|switch| switch.child(field::VALUE).is_some()),
        kind::CALL => is_banned_call(node),
        kind::IDENTIFIER => is_banned_name(node),
        kind::BINARY if is_misread_binary(node) => true,
        kind::STRING
        | kind::CHAINED_STRING
        | kind::INTEGER
        | kind::FLOAT
        | kind::TRUE
        | kind::FALSE
            if use_of(node) == Use::Dropped =>
        {
            true
        }
        kind::ARGUMENT_LIST => node.parent().is_some_and(is_exception),
        _ => is_pattern(node) || is_asked_for_existence(node),
    }
}

/// `in [1, x]`, `value => {name:}`.
fn is_pattern(node: Node<'_>) -> bool {
    node.field() == field::PATTERN
        && node.parent().is_some_and(|parent| {
            matches!(
                parent.kind(),
                kind::IN_CLAUSE | kind::MATCH_PATTERN | kind::TEST_PATTERN
            )
        })
}

/// The operand of `defined?`, which is never evaluated.
fn is_asked_for_existence(node: Node<'_>) -> bool {
    node.field() == field::OPERAND
        && node
            .parent()
            .and_then(|parent| parent.child(field::OPERATOR))
            .is_some_and(|operator| operator.bytes() == b"defined?")
}

fn is_banned_call(call: Node<'_>) -> bool {
    let name = callee_name(call);
    let banned = match receiver(call) {
        None => is_raise(name) || LOADERS.contains(&name) || is_misread_call(call),
        Some(receiver) => is_raise(name) && receiver.bytes() == b"Kernel",
    };
    banned || is_pattern(call) || is_asked_for_existence(call) || is_quiet_statement(call)
}

pub(super) fn is_raise(name: &[u8]) -> bool {
    matches!(name, b"raise" | b"fail" | b"throw")
}

/// A bare `raise` or `puts`; names are read so only where they stand for themselves.
fn is_banned_name(name: Node<'_>) -> bool {
    is_bare_raise(name) || is_quiet_name(name)
}

/// `raise` alone.
pub(super) fn is_bare_raise(name: Node<'_>) -> bool {
    name.field() != field::METHOD && is_raise(name.bytes())
}

/// `puts` alone.
pub(super) fn is_quiet_name(name: Node<'_>) -> bool {
    let text = name.bytes();
    (PRINTERS.contains(&text) || text == b"sleep") && use_of(name) != Use::Used
}

/// A statement without an effect that a requirement could state.
pub(super) fn is_quiet_statement(call: Node<'_>) -> bool {
    let name = callee_name(call);
    let quiet = match receiver(call) {
        None => PRINTERS.contains(&name) || name == b"sleep",
        Some(receiver) => {
            let on = last_name(receiver);
            matches!(name, b"close" | b"flush")
                || (STREAMS.contains(&on) && PRINTERS.contains(&name))
                || (on == b"Kernel" && name == b"sleep")
                || is_logger(on)
        }
    };
    quiet && use_of(call) != Use::Used
}

/// `logger`, `@logger`, `_log`, `LOGGER`.
fn is_logger(name: &[u8]) -> bool {
    let bare = name
        .iter()
        .position(|byte| !matches!(byte, b'@' | b'$' | b'_'));
    let name = bare.map_or(&b""[..], |at| &name[at..]);
    LOGGERS
        .iter()
        .any(|logger| name.eq_ignore_ascii_case(logger))
}

/// `ParseError.new("…")`, `Errors::BadException.new("…")`: the text is for people.
fn is_exception(call: Node<'_>) -> bool {
    let named = |name: &[u8]| name.ends_with(b"Error") || name.ends_with(b"Exception");
    call.kind() == kind::CALL
        && (named(callee_name(call))
            || (callee_name(call) == b"new"
                && receiver(call).is_some_and(|class| named(last_name(class)))))
}

/// Methods whose first argument names something or is a small language of its own.
const NAMING: &[&[u8]] = &[
    b"send",
    b"public_send",
    b"__send__",
    b"try",
    b"respond_to?",
    b"method",
    b"public_method",
    b"instance_method",
    b"instance_variable_get",
    b"instance_variable_set",
    b"instance_variable_defined?",
    b"class_variable_get",
    b"class_variable_set",
    b"const_get",
    b"const_set",
    b"const_defined?",
    b"define_method",
    b"define_singleton_method",
    b"format",
    b"sprintf",
    b"printf",
    b"strftime",
    b"pack",
    b"unpack",
    b"unpack1",
    b"match",
    b"match?",
];
/// Methods of which every text argument is a format or a mode.
const NAMING_THROUGHOUT: &[&[u8]] = &[b"open", b"strptime"];

/// Whether a string is a key, a format, a pattern or a name for reflection.
pub(super) fn is_key_or_format(literal: Node<'_>) -> bool {
    // A piece of a string written in several is what the whole is.
    let literal = match super::roles::parent(literal) {
        Some(parent) if parent.kind() == kind::CHAINED_STRING => parent,
        _ => literal,
    };
    let Some(parent) = super::roles::parent(literal) else {
        return false;
    };
    let holds = |name| parent.child(name).is_some_and(|part| part.holds(literal));
    match parent.kind() {
        kind::PAIR => holds(field::KEY),
        kind::ELEMENT_REFERENCE => !holds(field::OBJECT),
        kind::BINARY => {
            let operator = parent.child(field::OPERATOR);
            operator.is_some_and(|operator| operator.bytes() == b"%") && holds(field::LEFT)
        }
        kind::ARGUMENT_LIST => parent
            .parent()
            .is_some_and(|call| is_special(call, parent, literal)),
        _ => false,
    }
}

fn is_special(call: Node<'_>, arguments: Node<'_>, literal: Node<'_>) -> bool {
    if call.kind() != kind::CALL {
        return false;
    }
    let name = callee_name(call);
    let of_regexp = receiver(call).is_some_and(|class| class.bytes() == b"Regexp")
        && matches!(name, b"new" | b"compile" | b"union");
    let first = arguments
        .named()
        .next()
        .is_some_and(|argument| argument.holds(literal));
    NAMING_THROUGHOUT.contains(&name) || (first && (of_regexp || NAMING.contains(&name)))
}

/// Whether the literal is all that a loop tests or a `case` looks at.
pub(super) fn is_fixed_subject(literal: Node<'_>) -> bool {
    let Some(parent) = super::roles::parent(literal) else {
        return false;
    };
    let holds = |name| parent.child(name).is_some_and(|part| part.holds(literal));
    match parent.kind() {
        kind::WHILE | kind::UNTIL | kind::WHILE_MODIFIER | kind::UNTIL_MODIFIER => {
            holds(field::CONDITION)
        }
        kind::CASE | kind::CASE_MATCH => holds(field::VALUE),
        _ => false,
    }
}
