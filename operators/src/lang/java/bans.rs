//! Where Java code is not mutated: what cannot change behaviour that a requirement could state, what would not compile,
//! and what would only make the program hang.

use super::calls::{arguments, callee_name, last_name, receiver};
use super::kinds::{field, kind};
use super::structure::{annotation_name, annotations, has_modifier, simple_name};
use crate::language::Reach;
use crate::tree::Node;

/// The bans in words, for the catalogue.
pub(super) const BANS: &[&str] = &[
    "comments, parts the parser could not read",
    "annotations and modifiers, types, throws clauses, caught types",
    "package, import and module declarations",
    "field initialisers, initialiser blocks, static fields also of local types; interface constants",
    "enum constants, case labels (their guards are mutated)",
    "types and methods marked @Generated, hashCode",
    "array sizes, sizes and capacities of collections, builders and buffers",
    "assert and throw statements, constructors and methods named *Error or *Exception",
    "calls of loggers, System.out, System.err, printStackTrace, close, flush and sleep as statements",
    "this(...) and super(...) with their arguments",
    "the update of a for loop, an update that alone makes a loop end, literals that are a loop's condition",
];

/// Receivers whose calls only tell people something.
const LOGGERS: &[&[u8]] = &[
    b"log", b"logger", b"logging", b"slog", b"klog", b"glog", b"zap",
];
/// Methods that give back a resource or wait.
const RESOURCES: &[&[u8]] = &[b"close", b"closeQuietly", b"flush", b"sleep"];
/// Annotations of code that no person wrote.
const GENERATED: &[&[u8]] = &[b"Generated"];
/// Types whose constructors take a size: numbers among their arguments change no behaviour.
const SIZED: &[&[u8]] = &[
    b"ArrayBlockingQueue",
    b"ArrayDeque",
    b"ArrayList",
    b"BufferedInputStream",
    b"BufferedOutputStream",
    b"BufferedReader",
    b"BufferedWriter",
    b"ByteArrayOutputStream",
    b"CharArrayWriter",
    b"ConcurrentHashMap",
    b"HashMap",
    b"HashSet",
    b"Hashtable",
    b"IdentityHashMap",
    b"LinkedHashMap",
    b"LinkedHashSet",
    b"PriorityQueue",
    b"StringBuffer",
    b"StringBuilder",
    b"StringWriter",
    b"Vector",
    b"WeakHashMap",
];

/// Whether nothing at or below the node is mutated.
pub(super) fn is_banned(node: Node<'_>, reach: Reach) -> bool {
    match node.kind() {
        kind::ANNOTATION
        | kind::ANNOTATION_ELEMENT
        | kind::ASSERT
        | kind::CATCH_TYPE
        | kind::DIMENSIONS_EXPR
        | kind::EXPLICIT_CONSTRUCTOR
        | kind::IMPORT
        | kind::MARKER_ANNOTATION
        | kind::MODIFIERS
        | kind::MODULE
        | kind::PACKAGE
        | kind::THROW
        | kind::THROWS
        | kind::TYPE_ARGUMENTS
        | kind::TYPE_PARAMETERS => return true,
        kind::ENUM_CONSTANT | kind::CONSTANT => return reach == Reach::Bodies,
        kind::FIELD => return reach == Reach::Bodies && has_modifier(node, b"static"),
        kind::CLASS | kind::INTERFACE | kind::ENUM | kind::RECORD | kind::CONSTRUCTOR => {
            return is_generated(node);
        }
        kind::METHOD => return is_hash_code(node) || is_generated(node),
        kind::EXPRESSION_STATEMENT => return node.named().next().is_some_and(is_arid),
        _ => {}
    }
    if is_label_value(node) || is_loop_update(node) {
        return true;
    }
    match node.kind() {
        kind::METHOD_CALL => {
            is_exceptional(callee_name(node)) || (is_lambda_body(node) && is_arid(node))
        }
        kind::OBJECT_CREATION => node
            .child(field::TYPE)
            .is_some_and(|made| is_exceptional(simple_name(made))),
        kind::BINARY | kind::UNARY | kind::DECIMAL_INTEGER | kind::HEX_INTEGER => is_size(node),
        _ => false,
    }
}

/// Whether the node is what a `case` compares with; a guard beside it is ordinary code.
fn is_label_value(node: Node<'_>) -> bool {
    node.kind() != kind::GUARD
        && node
            .parent()
            .is_some_and(|parent| parent.kind() == kind::SWITCH_LABEL)
}

fn is_loop_update(node: Node<'_>) -> bool {
    node.field() == field::UPDATE
        && node
            .parent()
            .is_some_and(|parent| parent.kind() == kind::FOR)
}

fn is_lambda_body(node: Node<'_>) -> bool {
    node.field() == field::BODY
}

fn is_generated(declaration: Node<'_>) -> bool {
    annotations(declaration).any(|annotation| GENERATED.contains(&annotation_name(annotation)))
}

/// Any consistent hash is as good as another.
fn is_hash_code(method: Node<'_>) -> bool {
    method
        .child(field::NAME)
        .is_some_and(|name| name.bytes() == b"hashCode")
}

/// Names of errors: what is given to them is text for people.
fn is_exceptional(name: &[u8]) -> bool {
    name.ends_with(b"Error") || name.ends_with(b"Exception")
}

/// Whether a call that stands as a statement has no effect that a requirement could state.
pub(super) fn is_arid(call: Node<'_>) -> bool {
    if call.kind() != kind::METHOD_CALL {
        return false;
    }
    let name = callee_name(call);
    let Some(receiver) = receiver(call) else {
        return name == b"sleep" || name == b"printStackTrace";
    };
    RESOURCES.contains(&name)
        || name == b"printStackTrace"
        || is_standard_stream(receiver)
        || is_logger(receiver)
}

/// `System.out`, `java.lang.System.err`.
fn is_standard_stream(receiver: Node<'_>) -> bool {
    receiver.kind() == kind::FIELD_ACCESS
        && matches!(last_name(receiver), b"out" | b"err")
        && receiver
            .child(field::OBJECT)
            .is_some_and(|object| last_name(object) == b"System")
}

/// `logger`, `this.log`, `LOG`, `LoggerFactory.getLogger(A.class)`, `log.atInfo()`.
fn is_logger(receiver: Node<'_>) -> bool {
    if receiver.kind() == kind::METHOD_CALL {
        return callee_name(receiver) == b"getLogger"
            || super::calls::receiver(receiver).is_some_and(is_logger);
    }
    let name = last_name(receiver).to_ascii_lowercase();
    let name = name.strip_prefix(b"_").unwrap_or(&name);
    LOGGERS.contains(&name)
}

/// Whether a number is an argument of a constructor that takes a size. Arithmetic with text in it is no number.
fn is_size(argument: Node<'_>) -> bool {
    let creation = super::roles::parent(argument)
        .filter(|list| list.kind() == kind::ARGUMENT_LIST)
        .and_then(Node::parent)
        .filter(|creation| creation.kind() == kind::OBJECT_CREATION);
    creation
        .and_then(|creation| creation.child(field::TYPE))
        .is_some_and(|made| SIZED.contains(&simple_name(made)))
        && !argument.subtree().any(|part| part.kind() == kind::STRING)
}

/// Methods whose first text is a format.
const FORMATS: &[&[u8]] = &[b"format", b"printf"];
/// Methods whose first argument is a regular expression, or names a class, a member or a file of the class path.
const PATTERNS_AND_NAMES: &[&[u8]] = &[
    b"matches",
    b"replaceAll",
    b"replaceFirst",
    b"split",
    b"forName",
    b"loadClass",
    b"getField",
    b"getDeclaredField",
    b"getMethod",
    b"getDeclaredMethod",
    b"getResource",
    b"getResourceAsStream",
];

/// Whether a string is a format, a regular expression or a name for reflection.
pub(super) fn is_key_or_format(literal: Node<'_>) -> bool {
    let whole = concatenation(literal);
    let Some(parent) = super::roles::parent(whole) else {
        return false;
    };
    if parent.kind() == kind::METHOD_CALL {
        let is_receiver = receiver(parent).is_some_and(|object| object.holds(whole));
        return is_receiver && callee_name(parent) == b"formatted";
    }
    let Some(call) = parent
        .parent()
        .filter(|call| parent.kind() == kind::ARGUMENT_LIST && call.kind() == kind::METHOD_CALL)
    else {
        return false;
    };
    let name = callee_name(call);
    let place = arguments(call).position(|argument| argument.holds(whole));
    if FORMATS.contains(&name) {
        let after_locale = || arguments(call).next().is_some_and(is_locale);
        return place == Some(0) || (place == Some(1) && after_locale());
    }
    let compiles = name == b"compile" && receiver(call).is_some_and(is_pattern_class);
    place == Some(0) && (compiles || PATTERNS_AND_NAMES.contains(&name))
}

/// The largest chain of `+` around a piece of text: what the pieces are, the whole is.
fn concatenation(piece: Node<'_>) -> Node<'_> {
    let mut whole = piece;
    while let Some(parent) = super::roles::parent(whole) {
        let joins = parent.kind() == kind::BINARY
            && parent
                .child(field::OPERATOR)
                .is_some_and(|operator| operator.bytes() == b"+");
        if !joins {
            break;
        }
        whole = parent;
    }
    whole
}

fn is_locale(argument: Node<'_>) -> bool {
    let text = argument.bytes();
    text.windows(6)
        .any(|word| word.eq_ignore_ascii_case(b"locale"))
}

fn is_pattern_class(receiver: Node<'_>) -> bool {
    last_name(receiver) == b"Pattern"
}

/// Whether the literal is all that a loop tests or a `switch` looks at.
pub(super) fn is_fixed_subject(literal: Node<'_>) -> bool {
    let Some(parent) = super::roles::parent(literal) else {
        return false;
    };
    matches!(
        parent.kind(),
        kind::WHILE | kind::DO | kind::FOR | kind::SWITCH
    ) && parent
        .child(field::CONDITION)
        .is_some_and(|condition| condition.holds(literal))
}
