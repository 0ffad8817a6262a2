//! Which part of a Go file a declaration can be seen in, and by what name an import is called there.

use super::kinds::kind;
use super::roles::is_function;
use crate::tree::Node;

/// The node whose end is the end of what a declaration can be seen in. A function's parameters and its body share one
/// scope: the function.
pub(super) fn enclosing_scope(node: Node<'_>) -> Option<Node<'_>> {
    let scope = node.ancestors().find(|ancestor| {
        matches!(
            ancestor.kind(),
            kind::BLOCK
                | kind::IF
                | kind::FOR
                | kind::EXPRESSION_SWITCH
                | kind::TYPE_SWITCH
                | kind::EXPRESSION_CASE
                | kind::TYPE_CASE
                | kind::COMMUNICATION_CASE
                | kind::DEFAULT_CASE
                | kind::SOURCE_FILE
        )
    })?;
    match scope.parent() {
        Some(function) if scope.kind() == kind::BLOCK && is_function(function) => Some(function),
        _ => Some(scope),
    }
}

/// The specs of a declaration, which may stand in a list of their own.
pub(super) fn specs<'t>(declaration: Node<'t>) -> impl Iterator<Item = Node<'t>> {
    let is_spec = |node: Node<'_>| matches!(node.kind(), kind::CONST_SPEC | kind::VAR_SPEC);
    declaration.named().flat_map(move |child| {
        let itself = is_spec(child).then_some(child);
        let listed = (!is_spec(child)).then(|| child.named().filter(move |node| is_spec(*node)));
        itself.into_iter().chain(listed.into_iter().flatten())
    })
}

/// Whether a clause declares its left side (`:=`) instead of assigning to it.
pub(super) fn declares(clause: Node<'_>) -> bool {
    clause
        .children()
        .any(|child| !child.is_named() && child.bytes() == b":=")
}

/// Whether a package's name stands before a type's, and not where the package is imported or begins.
pub(super) fn is_in_type(package: Node<'_>) -> bool {
    package
        .parent()
        .is_some_and(|parent| parent.kind() == kind::QUALIFIED_TYPE)
}

/// The names that the package at a quoted import path may have: its last part, without a version and without what
/// people put around names (`go-`, `-go`, `.v2`).
pub(super) fn package_names(path: &[u8]) -> impl Iterator<Item = &[u8]> {
    let path = path.get(1..path.len().saturating_sub(1)).unwrap_or(b"");
    let mut parts = path.rsplit(|byte| *byte == b'/');
    let last = parts.next().unwrap_or(b"");
    let is_version = last.len() > 1 && last[0] == b'v' && last[1..].iter().all(u8::is_ascii_digit);
    let last = match parts.next() {
        Some(before) if is_version => before,
        _ => last,
    };
    let plain = match last.windows(2).rposition(|pair| pair == b".v") {
        Some(dot) => &last[..dot],
        None => last,
    };
    let separator = |byte: &u8| matches!(byte, b'-' | b'.');
    let mut names = vec![plain];
    if plain.iter().any(separator) {
        names.extend(plain.split(separator).filter(|part| !part.is_empty()));
    }
    names.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_goes_by_the_last_part_of_its_path() {
        for (path, expected) in [
            ("\"fmt\"", &["fmt"][..]),
            ("\"math/rand/v2\"", &["rand"]),
            ("\"gopkg.in/yaml.v3\"", &["yaml"]),
            ("`github.com/x/go-isatty`", &["go-isatty", "go", "isatty"]),
        ] {
            let names: Vec<&[u8]> = package_names(path.as_bytes()).collect();
            let expected: Vec<&[u8]> = expected.iter().map(|name| name.as_bytes()).collect();
            assert_eq!(names, expected, "{path}");
        }
    }
}
