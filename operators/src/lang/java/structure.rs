//! How Java code is built: statements, clauses, declarations and their names.

use std::borrow::Cow;

use super::kinds::{field, kind};
use crate::tree::Node;

/// Whether children of this kind of node are statements.
pub(super) fn is_statement_list(kind: u16) -> bool {
    matches!(
        kind,
        kind::BLOCK | kind::CONSTRUCTOR_BODY | kind::SWITCH_GROUP
    )
}

/// Whether this kind of node is a unit wherever it stands. Fields are: their initialisers run apart from the statement
/// that makes an anonymous class.
pub(super) fn is_clause(kind: u16) -> bool {
    matches!(
        kind,
        kind::SWITCH_RULE | kind::FIELD | kind::CONSTANT | kind::ENUM_CONSTANT
    )
}

/// Whether the node is a statement that stands where a block could: a branch or loop body without braces.
pub(super) fn is_branch(node: Node<'_>) -> bool {
    let is_part = matches!(
        node.field(),
        field::BODY | field::CONSEQUENCE | field::ALTERNATIVE
    );
    is_part
        && node.is_named()
        && node.kind() != kind::BLOCK
        && node.parent().is_some_and(|parent| {
            matches!(
                parent.kind(),
                kind::IF | kind::WHILE | kind::DO | kind::FOR | kind::ENHANCED_FOR
            )
        })
}

/// The switch whose first line stands for a node in a label or guard. `unit` is the statement or clause around it.
pub(super) fn enclosing_switch<'t>(node: Node<'t>, unit: Node<'t>) -> Option<Node<'t>> {
    let tested = match unit.kind() {
        kind::SWITCH_LABEL => true,
        kind::SWITCH_RULE => unit
            .named()
            .next()
            .is_some_and(|label| label.kind() == kind::SWITCH_LABEL && label.holds(node)),
        _ => false,
    };
    tested.then(|| {
        unit.ancestors()
            .find(|ancestor| ancestor.kind() == kind::SWITCH)
    })?
}

/// Whether the node declares a class, an interface, an enum, a record or an annotation.
pub(super) fn is_type_declaration(kind: u16) -> bool {
    matches!(
        kind,
        kind::CLASS | kind::INTERFACE | kind::ENUM | kind::RECORD | kind::ANNOTATION_TYPE
    )
}

/// Whether the node is a method or constructor.
pub(super) fn is_named_function(kind: u16) -> bool {
    matches!(
        kind,
        kind::METHOD | kind::CONSTRUCTOR | kind::COMPACT_CONSTRUCTOR
    )
}

/// The name of a type, method or constructor; anonymous classes and lambdas have none.
pub(super) fn declared_name(node: Node<'_>) -> Option<Node<'_>> {
    (is_type_declaration(node.kind()) || is_named_function(node.kind()))
        .then(|| node.child(field::NAME))?
}

/// The name, for methods and constructors with the types of the parameters: overloads are different methods.
pub(super) fn scope_name<'t>(declaration: Node<'t>, name: Node<'t>) -> Cow<'t, str> {
    let plain = String::from_utf8_lossy(name.bytes());
    let parameters = match declaration.kind() {
        kind::METHOD | kind::CONSTRUCTOR => declaration.child(field::PARAMETERS),
        _ => None,
    };
    let Some(parameters) = parameters else {
        return plain;
    };
    let mut full = plain.into_owned();
    full.push('(');
    for (place, parameter) in parameters.named().filter_map(parameter_type).enumerate() {
        if place > 0 {
            full.push(',');
        }
        full.push_str(&parameter);
    }
    full.push(')');
    full.into()
}

/// The type as written, without blanks: `List<String>`, `int[]`, `Object...`.
fn parameter_type(parameter: Node<'_>) -> Option<String> {
    let (declared, after) = match parameter.kind() {
        kind::FORMAL_PARAMETER => (
            parameter.child(field::TYPE)?,
            parameter
                .child(field::DIMENSIONS)
                .map_or("", |dimensions| dimensions.text()),
        ),
        kind::SPREAD_PARAMETER => (
            parameter
                .named()
                .find(|child| child.kind() != kind::MODIFIERS)?,
            "...",
        ),
        _ => return None,
    };
    let text = String::from_utf8_lossy(declared.bytes());
    Some(
        text.chars()
            .chain(after.chars())
            .filter(|character| !character.is_whitespace())
            .collect(),
    )
}

/// Whether the node is the body of a method, constructor or lambda.
pub(super) fn is_body(node: Node<'_>) -> bool {
    node.field() == field::BODY
        && node
            .parent()
            .is_some_and(|parent| is_function(parent.kind()))
}

/// Whether the node is a method, constructor or lambda.
pub(super) fn is_function(kind: u16) -> bool {
    is_named_function(kind) || kind == kind::LAMBDA
}

/// The method that a `return` leaves; `None` in lambdas and constructors.
pub(super) fn method_around(statement: Node<'_>) -> Option<Node<'_>> {
    statement
        .ancestors()
        .find(|ancestor| is_function(ancestor.kind()))
        .filter(|function| function.kind() == kind::METHOD)
}

/// Whether a declaration has this modifier (`static`, `final`).
pub(super) fn has_modifier(declaration: Node<'_>, modifier: &[u8]) -> bool {
    declaration
        .children()
        .filter(|child| child.kind() == kind::MODIFIERS)
        .flat_map(Node::children)
        .any(|found| found.bytes() == modifier)
}

/// The annotations of a declaration, each as written after its `@`.
pub(super) fn annotations(declaration: Node<'_>) -> impl Iterator<Item = &[u8]> {
    declaration
        .children()
        .take_while(|child| !matches!(child.field(), field::NAME | field::BODY))
        .filter(|child| child.kind() == kind::MODIFIERS)
        .flat_map(Node::named)
        .filter_map(|modifier| modifier.bytes().strip_prefix(b"@"))
}

/// The last part of an annotation's name: `Generated` of `javax.annotation.Generated("x")`.
pub(super) fn annotation_name(annotation: &[u8]) -> &[u8] {
    let path = annotation
        .split(|byte| *byte == b'(')
        .next()
        .unwrap_or(annotation)
        .trim_ascii();
    path.rsplit(|byte| *byte == b'.')
        .next()
        .unwrap_or(path)
        .trim_ascii()
}

/// The last name of a type: `Entry` of `java.util.Map.Entry<K, V>`.
pub(super) fn simple_name(declared: Node<'_>) -> &[u8] {
    match declared.kind() {
        kind::GENERIC_TYPE => declared.named().next().map_or(b"", simple_name),
        kind::SCOPED_TYPE => declared
            .named()
            .filter(|part| part.kind() == kind::TYPE_IDENTIFIER)
            .last()
            .map_or(b"", |part| part.bytes()),
        kind::TYPE_IDENTIFIER => declared.bytes(),
        _ => b"",
    }
}
