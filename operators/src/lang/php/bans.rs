//! Where PHP code is not mutated: what cannot change behaviour that a requirement could state, what would not
//! compile, and what would only make the program hang.

use super::kinds::{field, kind};
use super::literals::has_code;
use super::names::{callee_name, calls_function, is_call, last_name, receiver};
use super::roles::{is_word, parent, subject_is_true, unwrapped};
use crate::language::Reach;
use crate::tree::Node;

/// The bans in words, for the catalogue.
pub(super) const BANS: &[&str] = &[
    "comments, text outside the code, bare strings",
    "parts the parser could not read",
    "attributes, types, namespaces, use, declare, include and require",
    "code outside functions, default values of parameters, constants, properties, static variables, define()",
    "enum cases, property hooks, targets of destructuring, levels of break and continue",
    "labels of switch and match unless the subject is true",
    "throw, assert(), exit and die, new *Error or *Exception, calls named *Exception",
    "calls of loggers, error_log, var_dump, print_r, fclose and the like, and sleeps as statements",
    "the update of a for loop, an update that alone makes a loop end, literals that are a loop's condition",
];

/// Receivers whose calls only tell people something.
const LOGGERS: &[&[u8]] = &[
    b"log", b"logger", b"logging", b"slog", b"klog", b"glog", b"zap",
];
/// Functions whose calls only tell people something, give back a resource or wait.
const QUIET: &[&[u8]] = &[
    b"error_log",
    b"var_dump",
    b"print_r",
    b"fclose",
    b"fflush",
    b"closedir",
    b"pclose",
    b"curl_close",
    b"socket_close",
    b"sleep",
    b"usleep",
    b"time_nanosleep",
];

/// Whether nothing at or below the node is mutated.
pub(super) fn is_banned(node: Node<'_>, reach: Reach) -> bool {
    match node.kind() {
        kind::ATTRIBUTE_LIST
        | kind::BOTTOM_TYPE
        | kind::BREAK
        | kind::CAST_TYPE
        | kind::CONTINUE
        | kind::DECLARE_DIRECTIVE
        | kind::DNF_TYPE
        | kind::ENUM_CASE
        | kind::EXIT
        | kind::GLOBAL
        | kind::GOTO
        | kind::INCLUDE
        | kind::INCLUDE_ONCE
        | kind::INTERSECTION_TYPE
        | kind::LIST_LITERAL
        | kind::NAMED_TYPE
        | kind::NAMESPACE_NAME
        | kind::NAMESPACE_USE
        | kind::OPTIONAL_TYPE
        | kind::PAIR
        | kind::PRIMITIVE_TYPE
        | kind::PROPERTY_HOOK
        | kind::REQUIRE
        | kind::REQUIRE_ONCE
        | kind::THROW
        | kind::TYPE_LIST
        | kind::UNION_TYPE
        | kind::USE => true,
        kind::FORMAL_PARAMETERS
        | kind::CONST_DECLARATION
        | kind::PROPERTY_DECLARATION
        | kind::STATIC_DECLARATION => reach == Reach::Bodies,
        kind::EXPRESSION_STATEMENT => is_quiet_statement(node),
        kind::FUNCTION_CALL => is_quiet_call(node, reach) || makes_exception(node),
        kind::MEMBER_CALL
        | kind::NULLSAFE_MEMBER_CALL
        | kind::SCOPED_CALL
        | kind::OBJECT_CREATION => makes_exception(node),
        kind::MATCH_CONDITION_LIST => !subject_is_true(node),
        _ => match node.field() {
            field::UPDATE => true,
            field::VALUE => node
                .parent()
                .is_some_and(|case| case.kind() == kind::CASE && !subject_is_true(case)),
            _ => false,
        },
    }
}

/// `assert`, which production switches off, `die`, and `define`, which declares a constant.
fn is_quiet_call(call: Node<'_>, reach: Reach) -> bool {
    calls_function(call, &[b"assert", b"die", b"exit"])
        || (reach == Reach::Bodies && calls_function(call, &[b"define"]))
}

/// Whether an exception is made here: by its class, or by a call that is named after one. A method such as `hasError`
/// or `addError` asks or does something, so of calls only class-like names ending in `Error` count.
fn makes_exception(call: Node<'_>) -> bool {
    let name = callee_name(call);
    name.ends_with(b"Exception")
        || (name.ends_with(b"Error") && name.first().is_some_and(u8::is_ascii_uppercase))
}

/// Bare strings, `$logger->info(…)`, `fclose(…)`.
fn is_quiet_statement(statement: Node<'_>) -> bool {
    let Some(only) = statement.named().next() else {
        return false;
    };
    match only.kind() {
        kind::STRING | kind::NOWDOC => true,
        kind::ENCAPSED_STRING => !has_code(only),
        _ => is_call(only) && is_arid(only),
    }
}

/// Whether a call that stands as a statement has no effect that a requirement could state.
pub(super) fn is_arid(call: Node<'_>) -> bool {
    match receiver(call) {
        None => {
            calls_function(call, QUIET)
                || callee_name(call)
                    .get(..7)
                    .is_some_and(|start| is_word(start, b"mysqli_"))
        }
        Some(receiver) => matches!(callee_name(call), b"sleep" | b"usleep") || is_logger(receiver),
    }
}

/// `$logger`, `$this->_logger`, `Log`, `$this->getLogger()`, `$this->logger->withName('x')`.
fn is_logger(mut object: Node<'_>) -> bool {
    loop {
        let name = last_name(object).to_ascii_lowercase();
        let called = is_call(object);
        let name = match name.strip_prefix(b"get") {
            Some(rest) if called => rest,
            _ => &name[name.iter().take_while(|byte| **byte == b'_').count()..],
        };
        if LOGGERS.contains(&name) {
            return true;
        }
        match receiver(object) {
            Some(inner) if called => object = inner,
            _ => return false,
        }
    }
}

/// Whether the literal is all that a loop tests, or what a `switch` or `match` looks at.
pub(super) fn is_fixed_subject(literal: Node<'_>) -> bool {
    let Some(around) = parent(literal) else {
        return false;
    };
    matches!(
        around.kind(),
        kind::WHILE | kind::DO | kind::FOR | kind::SWITCH | kind::MATCH
    ) && around
        .child(field::CONDITION)
        .is_some_and(|condition| unwrapped(condition) == literal)
}
