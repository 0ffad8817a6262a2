//! Where Python code is not mutated: what cannot change behaviour that a requirement could state, what would not
//! compile, and what would only make the program hang.

use super::kinds::{field, kind};
use super::roles::{called, callee_name, last_name, receiver};
use crate::language::Reach;
use crate::tree::Node;

/// The bans in words, for the catalogue.
pub(super) const BANS: &[&str] = &[
    "comments, docstrings and bare strings",
    "parts the parser could not read",
    "decorators, annotations, type aliases, imports, case patterns",
    "module and class level, default values of parameters",
    "__all__, __slots__, bodies of __hash__ and __repr__",
    "if __name__ == ... and if TYPE_CHECKING",
    "assert and raise statements, calls named *Error or *Exception",
    "calls of loggers, print, pprint, warnings.warn, close, flush and sleep as statements",
    "an update that alone makes a while loop end, literals that are a loop's condition",
    "print and exec statements of Python 2",
];

/// Receivers whose calls only tell people something.
const LOGGERS: &[&[u8]] = &[
    b"log", b"logger", b"logging", b"slog", b"klog", b"glog", b"zap",
];
/// Functions whose calls only tell people something.
const PRINTERS: &[&[u8]] = &[b"print", b"pprint"];
/// Calls that give back a resource or wait.
const RESOURCES: &[&[u8]] = &[b"close", b"flush", b"sleep"];

/// Whether nothing at or below the node is mutated.
pub(super) fn is_banned(node: Node<'_>, reach: Reach) -> bool {
    match node.kind() {
        kind::ASSERT
        | kind::CASE_PATTERN
        | kind::DECORATOR
        | kind::EXEC
        | kind::FUTURE_IMPORT
        | kind::IMPORT
        | kind::IMPORT_FROM
        | kind::PRINT
        | kind::RAISE
        | kind::TYPE
        | kind::TYPE_ALIAS => true,
        kind::PARAMETERS | kind::LAMBDA_PARAMETERS => reach == Reach::Bodies,
        kind::EXPRESSION_STATEMENT => is_quiet_statement(node),
        kind::FUNCTION => {
            let name = node
                .child(field::NAME)
                .map_or(&b""[..], |name| name.bytes());
            matches!(name, b"__hash__" | b"__repr__")
        }
        kind::CALL => {
            let name = callee_name(node);
            name.ends_with(b"Error") || name.ends_with(b"Exception")
        }
        // The test and what it guards; an `else` is ordinary code.
        _ => {
            matches!(node.field(), field::CONDITION | field::CONSEQUENCE)
                && node.parent().is_some_and(is_plumbing_test)
        }
    }
}

/// Docstrings, `__all__ = …`, `logger.info(…)`.
fn is_quiet_statement(statement: Node<'_>) -> bool {
    let mut parts = statement.named();
    let (Some(only), None) = (parts.next(), parts.next()) else {
        return false;
    };
    match only.kind() {
        kind::STRING | kind::CONCATENATED_STRING => true,
        kind::ASSIGNMENT | kind::AUGMENTED_ASSIGNMENT => only
            .child(field::LEFT)
            .is_some_and(|left| matches!(left.bytes(), b"__all__" | b"__slots__")),
        _ => called(only).is_some_and(is_arid),
    }
}

/// Whether a call that stands as a statement has no effect that a requirement could state.
pub(super) fn is_arid(call: Node<'_>) -> bool {
    let name = callee_name(call);
    let Some(receiver) = receiver(call) else {
        return PRINTERS.contains(&name) || name == b"sleep";
    };
    RESOURCES.contains(&name)
        || PRINTERS.contains(&last_name(receiver))
        || (name == b"warn" && last_name(receiver) == b"warnings")
        || is_logger(receiver)
}

/// `logger`, `self._logger`, `LOG`, `logging.getLogger(__name__)`.
fn is_logger(receiver: Node<'_>) -> bool {
    if receiver.kind() == kind::CALL {
        return receiver.child(field::FUNCTION).is_some_and(|function| {
            function.child(field::OBJECT).is_some_and(is_logger)
                || callee_name(receiver) == b"getLogger"
        });
    }
    let name: Vec<u8> = last_name(receiver).to_ascii_lowercase();
    let name = name
        .strip_prefix(b"__")
        .or(name.strip_prefix(b"_"))
        .unwrap_or(&name);
    LOGGERS.contains(&name)
}

/// `if __name__ == …` and `if TYPE_CHECKING`.
fn is_plumbing_test(statement: Node<'_>) -> bool {
    if !matches!(statement.kind(), kind::IF | kind::ELIF) {
        return false;
    }
    let Some(condition) = statement.child(field::CONDITION) else {
        return false;
    };
    match condition.kind() {
        kind::COMPARISON => condition
            .named()
            .any(|operand| operand.bytes() == b"__name__"),
        _ => last_name(condition) == b"TYPE_CHECKING",
    }
}

/// Functions whose text arguments name things or are a small language of their own.
const NAMING: &[&[u8]] = &[
    b"getattr",
    b"setattr",
    b"hasattr",
    b"delattr",
    b"open",
    b"__import__",
    b"import_module",
    b"attrgetter",
    b"methodcaller",
];
/// Functions of `re` whose first argument is a pattern.
const PATTERNS: &[&[u8]] = &[
    b"compile",
    b"match",
    b"search",
    b"fullmatch",
    b"sub",
    b"subn",
    b"split",
    b"findall",
    b"finditer",
];

/// Whether a string is a key, a format, a pattern or a name for reflection.
pub(super) fn is_key_or_format(literal: Node<'_>) -> bool {
    // A piece of a string written in several is what the whole is.
    let literal = match super::roles::parent(literal) {
        Some(parent) if parent.kind() == kind::CONCATENATED_STRING => parent,
        _ => literal,
    };
    let Some(parent) = super::roles::parent(literal) else {
        return false;
    };
    match parent.kind() {
        kind::PAIR => parent
            .child(field::KEY)
            .is_some_and(|key| key.holds(literal)),
        kind::SUBSCRIPT => !parent
            .child(field::VALUE)
            .is_some_and(|value| value.holds(literal)),
        kind::BINARY => {
            let part = |name| parent.child(name);
            part(field::OPERATOR).is_some_and(|operator| operator.bytes() == b"%")
                && part(field::LEFT).is_some_and(|left| left.holds(literal))
        }
        kind::ATTRIBUTE => {
            matches!(last_name(parent), b"format" | b"format_map")
                && parent
                    .parent()
                    .is_some_and(|call| call.kind() == kind::CALL)
        }
        kind::ARGUMENT_LIST => parent
            .parent()
            .is_some_and(|call| is_special(call, parent, literal)),
        kind::KEYWORD_ARGUMENT => parent
            .ancestors()
            .find(|node| node.kind() == kind::CALL)
            .is_some_and(|call| NAMING.contains(&callee_name(call))),
        _ => false,
    }
}

fn is_special(call: Node<'_>, arguments: Node<'_>, literal: Node<'_>) -> bool {
    if call.kind() != kind::CALL {
        return false;
    }
    let first = || {
        let mut arguments = arguments.named();
        arguments.next().is_some_and(|first| first.holds(literal))
    };
    NAMING.contains(&callee_name(call)) || (takes_pattern(call) && first())
}

/// Whether the call is one of a function of `re` whose first argument is a pattern.
pub(super) fn takes_pattern(call: Node<'_>) -> bool {
    PATTERNS.contains(&callee_name(call))
        && receiver(call).is_some_and(|receiver| matches!(receiver.bytes(), b"re" | b"regex"))
}

/// `super().__init__(…)`.
pub(super) fn is_constructor_chaining(node: Node<'_>) -> bool {
    called(node).is_some_and(|call| {
        callee_name(call) == b"__init__"
            && receiver(call)
                .is_some_and(|base| base.kind() == kind::CALL && callee_name(base) == b"super")
    })
}

/// Whether the literal is all that a `while` tests or a `match` looks at.
pub(super) fn is_fixed_subject(literal: Node<'_>) -> bool {
    let Some(parent) = super::roles::parent(literal) else {
        return false;
    };
    let holds = |name| parent.child(name).is_some_and(|part| part.holds(literal));
    match parent.kind() {
        kind::WHILE => holds(field::CONDITION),
        kind::MATCH => !holds(field::BODY),
        _ => false,
    }
}
