//! Where Go code is not mutated: what would not compile, what cannot change behaviour that a requirement could state,
//! and what would only make the program hang.

use super::kinds::{field, kind};
use super::roles::{binary, callee_name, is_tagged, last_name, receiver, statement_around};
use crate::language::Reach;
use crate::tree::Node;

/// The bans in words, for the catalogue.
pub(super) const BANS: &[&str] = &[
    "comments and parts the parser could not read",
    "package level, imports, types, struct tags, parameter lists, array lengths",
    "constant declarations, also local ones",
    "cases of a switch with a subject, heads of select cases, keys of composite literals",
    "arguments of make",
    "arguments of errors.New, errors.Wrap*, *Errorf and of calls or literals named *Error or *Exception that make a value",
    "calls of loggers, fmt.Print*, Close, Flush and Sleep as statements",
    "calls of Lock, Unlock, RLock, RUnlock, Wait, Done, close as statements; deferred calls (bodies of closures are mutated)",
    "panic and os.Exit",
    "the update of a for clause, an update that alone makes a loop end, literals that are a loop's condition or a switch's subject",
];

/// Receivers whose calls only tell people something.
const LOGGERS: &[&[u8]] = &[
    b"log", b"logger", b"logging", b"slog", b"klog", b"glog", b"zap",
];
/// Methods that give back a resource.
const RESOURCES: &[&[u8]] = &[b"Close", b"close", b"Flush", b"flush", b"Sleep"];
/// Methods that other goroutines wait for.
const LOCKS: &[&[u8]] = &[b"Lock", b"Unlock", b"RLock", b"RUnlock", b"Wait", b"Done"];

/// Whether nothing at or below the node is mutated.
pub(super) fn is_banned(node: Node<'_>, reach: Reach) -> bool {
    match node.kind() {
        kind::ARRAY_TYPE
        | kind::IMPORT
        | kind::INTERFACE_TYPE
        | kind::PACKAGE
        | kind::PARAMETER_LIST
        | kind::STRUCT_TYPE
        | kind::TYPE_ARGUMENTS
        | kind::TYPE_DECLARATION => true,
        kind::CONST_DECLARATION => reach == Reach::Bodies,
        kind::EXPRESSION_STATEMENT => is_quiet_statement(node) || node.field() == field::UPDATE,
        kind::ARGUMENT_LIST => node.parent().is_some_and(has_quiet_arguments),
        kind::LITERAL_VALUE => node.parent().is_some_and(|literal| {
            literal.kind() == kind::COMPOSITE
                && literal.child(field::TYPE).is_some_and(is_error_type)
        }),
        kind::EXPRESSION_LIST => {
            node.field() == field::VALUE
                && node
                    .parent()
                    .is_some_and(|case| case.kind() == kind::EXPRESSION_CASE && is_tagged(case))
        }
        kind::LITERAL_ELEMENT => node.field() == field::KEY,
        _ => matches!(node.field(), field::UPDATE | field::COMMUNICATION),
    }
}

/// `logger.Info(…)`, `mu.Lock()`, `panic(…)`.
pub(super) fn is_quiet_statement(statement: Node<'_>) -> bool {
    statement
        .named()
        .next()
        .is_some_and(|call| call.kind() == kind::CALL && is_arid(call))
}

/// Whether a call that stands as a statement has no effect that a requirement could state, or only effects on when
/// other things happen.
fn is_arid(call: Node<'_>) -> bool {
    let name = callee_name(call);
    let Some(receiver) = receiver(call) else {
        return matches!(name, b"panic" | b"close");
    };
    RESOURCES.contains(&name)
        || LOCKS.contains(&name)
        || match receiver.bytes() {
            b"fmt" => name.starts_with(b"Print"),
            b"os" => name == b"Exit",
            _ => is_logger(receiver),
        }
}

/// Whether a quiet statement only tells people something or gives back a resource; locks and waits are kept, and so is
/// the end of the program.
pub(super) fn is_told(statement: Node<'_>) -> bool {
    statement.named().next().is_some_and(|call| {
        let name = callee_name(call);
        let ends = name == b"Exit" || name.starts_with(b"Fatal") || name.starts_with(b"Panic");
        receiver(call).is_some() && !LOCKS.contains(&name) && !ends
    })
}

/// `logger`, `s.log`, `zap.L()`, `log.With(…)`, `s.Logger()`.
fn is_logger(receiver: Node<'_>) -> bool {
    if receiver.kind() == kind::CALL {
        return is_logger_name(callee_name(receiver))
            || super::roles::receiver(receiver).is_some_and(is_logger);
    }
    is_logger_name(last_name(receiver))
}

fn is_logger_name(name: &[u8]) -> bool {
    let name = name.to_ascii_lowercase();
    LOGGERS.contains(&name.as_slice())
}

/// Whether a call's arguments are a message or sizes.
fn has_quiet_arguments(call: Node<'_>) -> bool {
    if call.kind() != kind::CALL {
        return false;
    }
    let name = callee_name(call);
    let of_errors = receiver(call).is_some_and(|package| package.bytes() == b"errors");
    let makes_message =
        name == b"New" || name.starts_with(b"Wrap") || name.starts_with(b"WithMessage");
    if (name == b"make" && receiver(call).is_none()) || (of_errors && makes_message) {
        return true;
    }
    let makes_error = is_error_name(name) || name == b"Errorf";
    makes_error
        && call
            .parent()
            .is_some_and(|parent| parent.kind() != kind::EXPRESSION_STATEMENT)
}

fn is_error_name(name: &[u8]) -> bool {
    name.ends_with(b"Error") || name.ends_with(b"Exception")
}

fn is_error_type(declared: Node<'_>) -> bool {
    match declared.kind() {
        kind::TYPE_IDENTIFIER => is_error_name(declared.bytes()),
        kind::QUALIFIED_TYPE => declared
            .child(field::NAME)
            .is_some_and(|name| is_error_name(name.bytes())),
        _ => false,
    }
}

/// Whether the node belongs to a deferred call itself; the body of a closure in it is made of statements of its own.
pub(super) fn is_deferred(node: Node<'_>) -> bool {
    statement_around(node).is_some_and(|statement| statement.kind() == kind::DEFER)
}

/// Functions whose text arguments name a member.
const NAMING: &[&[u8]] = &[b"FieldByName", b"MethodByName"];

/// Whether a string is a key, a format, a pattern or a name for reflection, or a piece of one.
pub(super) fn is_key_or_format(literal: Node<'_>) -> bool {
    let mut part = literal;
    loop {
        let Some(parent) = super::roles::parent(part) else {
            return false;
        };
        match parent.kind() {
            kind::BINARY if binary(parent).is_some_and(|sum| sum.operator.bytes() == b"+") => {
                part = parent;
            }
            kind::INDEX => {
                return parent
                    .child(field::INDEX)
                    .is_some_and(|index| index.holds(literal));
            }
            kind::ARGUMENT_LIST => return parent.parent().is_some_and(takes_format),
            _ => return false,
        }
    }
}

fn takes_format(call: Node<'_>) -> bool {
    let name = callee_name(call);
    let of_package = receiver(call)
        .is_some_and(|package| matches!(package.bytes(), b"fmt" | b"errors" | b"regexp"));
    of_package || name.ends_with(b"f") || NAMING.contains(&name)
}

/// Whether the literal is all that a loop tests or a switch looks at.
pub(super) fn is_fixed_subject(literal: Node<'_>) -> bool {
    let Some(parent) = super::roles::parent(literal) else {
        return false;
    };
    let holds = |name| parent.child(name).is_some_and(|part| part.holds(literal));
    match parent.kind() {
        kind::FOR => !holds(field::BODY),
        kind::FOR_CLAUSE => holds(field::CONDITION),
        kind::EXPRESSION_SWITCH => holds(field::VALUE),
        _ => false,
    }
}
