//! What a Java method gives back: read from its declared type.

use super::kinds::{field, kind};
use super::literals::is_zero;
use super::roles::{is_interpolated, is_number, unwrapped};
use super::structure::{
    annotation_name, annotations, is_type_declaration, method_around, simple_name,
};
use crate::language::{Declared, Replacement, Returned, Shape};
use crate::tree::Node;

/// Annotations that forbid null.
const NEVER_NULL: &[&[u8]] = &[b"NotNull", b"NonNull", b"Nonnull"];

/// A type that has an empty value: its name, its package, the value in full, and the value's usual spellings.
struct Emptiable {
    name: &'static str,
    package: &'static str,
    empty: &'static str,
    known: &'static [&'static str],
}

const fn emptiable(
    name: &'static str,
    package: &'static str,
    empty: &'static str,
    known: &'static [&'static str],
) -> Emptiable {
    Emptiable {
        name,
        package,
        empty,
        known,
    }
}

const LISTS: &[&str] = &[
    "List.of()",
    "Collections.emptyList()",
    "Collections.EMPTY_LIST",
    "Arrays.asList()",
    "Set.of()",
    "Collections.emptySet()",
    "ArrayList()",
    "LinkedList()",
    "HashSet()",
];
const SETS: &[&str] = &[
    "Set.of()",
    "Collections.emptySet()",
    "Collections.EMPTY_SET",
    "HashSet()",
    "LinkedHashSet()",
    "TreeSet()",
];
const MAPS: &[&str] = &[
    "Map.of()",
    "Collections.emptyMap()",
    "Collections.EMPTY_MAP",
    "HashMap()",
    "LinkedHashMap()",
    "TreeMap()",
];

/// Empty values are written in full, so that they need no import.
const EMPTIABLE: &[Emptiable] = &[
    emptiable(
        "List",
        "java.util",
        "java.util.Collections.emptyList()",
        LISTS,
    ),
    emptiable(
        "Collection",
        "java.util",
        "java.util.Collections.emptyList()",
        LISTS,
    ),
    emptiable(
        "Iterable",
        "java.lang",
        "java.util.Collections.emptyList()",
        LISTS,
    ),
    emptiable("Set", "java.util", "java.util.Collections.emptySet()", SETS),
    emptiable("Map", "java.util", "java.util.Collections.emptyMap()", MAPS),
    emptiable(
        "Optional",
        "java.util",
        "java.util.Optional.empty()",
        &["Optional.empty()"],
    ),
    emptiable(
        "Stream",
        "java.util.stream",
        "java.util.stream.Stream.empty()",
        &["Stream.empty()", "Stream.of()"],
    ),
];

/// Types of `java.lang` whose values can be written.
const BOXES_AND_TEXTS: &[&str] = &[
    "Boolean",
    "Byte",
    "CharSequence",
    "Character",
    "Double",
    "Float",
    "Integer",
    "Long",
    "Short",
    "String",
];

/// The value of a `return`, and by what it may be replaced.
pub(super) fn returned(statement: Node<'_>) -> Vec<Returned<'_>> {
    let value = statement.named().next().map(unwrapped);
    let (Some(value), Some(method)) = (value, method_around(statement)) else {
        return Vec::new();
    };
    let replacement = method
        .child(field::TYPE)
        .map_or(Replacement::OfType(Declared::Void), |declared| {
            replacement(declared, method, value)
        });
    vec![Returned { value, replacement }]
}

fn replacement(declared: Node<'_>, method: Node<'_>, value: Node<'_>) -> Replacement {
    let plain = |text: &str| Replacement::Texts(vec![text.to_owned()]);
    let zero = shape(value) == Shape::Number { zero: true };
    let either = |first, second| plain(if zero { second } else { first });
    if method.child(field::DIMENSIONS).is_some() || declared.kind() == kind::ARRAY_TYPE {
        return nullable(method, value);
    }
    let name = match declared.kind() {
        kind::VOID_TYPE => return Replacement::OfType(Declared::Void),
        kind::BOOLEAN_TYPE | kind::INTEGRAL_TYPE | kind::FLOATING_TYPE => declared.text(),
        _ => std::str::from_utf8(simple_name(declared)).unwrap_or(""),
    };
    let emptiable = EMPTIABLE.iter().find(|known| known.name == name);
    let package = emptiable.map_or("java.lang", |known| known.package);
    let is_known = emptiable.is_some() || BOXES_AND_TEXTS.contains(&name);
    if is_known && !is_from(package, name, declared) {
        return nullable(method, value);
    }
    match name {
        "boolean" | "Boolean" => Replacement::OfType(Declared::Bool),
        "byte" | "short" | "int" | "char" | "Byte" | "Short" | "Integer" | "Character" => {
            Replacement::OfType(Declared::Int)
        }
        // An int literal is no Long, and no Float either.
        "long" | "Long" => either("0L", "1L"),
        "float" | "Float" => either("0.0f", "1.0f"),
        "double" | "Double" => Replacement::OfType(Declared::Float),
        "String" | "CharSequence" => Replacement::OfType(Declared::Text),
        _ => match emptiable {
            Some(known) if is_empty(value, known) => Replacement::Texts(Vec::new()),
            Some(known) => plain(known.empty),
            None => nullable(method, value),
        },
    }
}

fn refuses_null(method: Node<'_>) -> bool {
    annotations(method).any(|annotation| NEVER_NULL.contains(&annotation_name(annotation)))
}

/// Whether the method that a `return` leaves may give back null.
pub(super) fn may_be_null(statement: Node<'_>) -> bool {
    method_around(statement).is_some_and(|method| !refuses_null(method))
}

fn nullable(method: Node<'_>, value: Node<'_>) -> Replacement {
    if refuses_null(method) || value.kind() == kind::NULL {
        Replacement::Texts(Vec::new())
    } else {
        Replacement::OfType(Declared::Nullable)
    }
}

/// Whether the type with this simple name is that of `package`: written so, or neither imported from elsewhere nor
/// declared in this file where it is seen.
fn is_from(package: &str, name: &str, declared: Node<'_>) -> bool {
    let head = match declared.kind() {
        kind::GENERIC_TYPE => declared.named().next().unwrap_or(declared),
        _ => declared,
    };
    if head.kind() == kind::SCOPED_TYPE {
        return is_path(head.text(), package, name);
    }
    let names_it = |child: Node<'_>| {
        is_type_declaration(child.kind())
            && child
                .child(field::NAME)
                .is_some_and(|own| own.bytes() == name.as_bytes())
    };
    if declared
        .ancestors()
        .any(|outer| outer.children().any(names_it))
    {
        return false;
    }
    let Some(root) = declared.ancestors().last() else {
        return false;
    };
    root.children()
        .filter(|child| child.kind() == kind::IMPORT)
        .filter_map(|import| import.text().strip_prefix("import"))
        .map(|import| import.trim_end_matches(';').trim())
        .filter(|path| path.rsplit('.').next().map(str::trim) == Some(name))
        .all(|path| is_path(path, package, name))
}

fn is_path(path: &str, package: &str, name: &str) -> bool {
    path.strip_suffix(name)
        .and_then(|rest| rest.strip_suffix('.'))
        == Some(package)
}

/// Whether the value is one of the usual spellings of the empty one: `List.of()`, `new ArrayList<>()`.
fn is_empty(value: Node<'_>, known: &Emptiable) -> bool {
    let mut depth = 0_u32;
    let text: String = value
        .text()
        .chars()
        .filter(|character| !character.is_whitespace())
        .filter(|character| match character {
            '<' => {
                depth += 1;
                false
            }
            '>' => {
                depth = depth.saturating_sub(1);
                false
            }
            _ => depth == 0,
        })
        .collect();
    let text = match value.kind() {
        kind::OBJECT_CREATION => text.strip_prefix("new").unwrap_or(&text),
        _ => &text,
    };
    let text = text.strip_prefix("java.util.stream.").unwrap_or(text);
    let text = text.strip_prefix("java.util.").unwrap_or(text);
    known.known.contains(&text)
}

/// What a returned expression looks like.
pub(super) fn shape(value: Node<'_>) -> Shape {
    match value.kind() {
        kind::TRUE => Shape::Truth(Some(true)),
        kind::FALSE => Shape::Truth(Some(false)),
        kind::NULL => Shape::Null,
        kind::STRING if !is_interpolated(value) => Shape::Text {
            empty: super::literals::string(value).is_some_and(|parts| parts.empty),
        },
        kind::UNARY => match value.child(field::OPERAND).map(unwrapped) {
            Some(number) if is_number(number) => Shape::Number {
                zero: is_zero(number),
            },
            _ => Shape::Other,
        },
        _ if is_number(value) => Shape::Number {
            zero: is_zero(value),
        },
        _ => Shape::Other,
    }
}
