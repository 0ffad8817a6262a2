//! The extended set in Java: which constructs may change, and how.

use super::kinds::{field, kind};
use super::structure::has_modifier;
use crate::language::Survey;
use crate::offer::{Feature, LoadTime};
use crate::operator::Proposal;
use crate::tree::Node;

mod clauses;
mod flow;
mod literals;
pub(super) mod safety;
mod values;

/// The operators of the extended set that have mutants in Java.
pub(super) const OPERATORS: &[&str] = &[
    "cond-true",
    "cond-false",
    "loop-zero",
    "break-continue",
    "stmt-delete",
    "assign-plain",
    "const-int-dec",
    "const-rel",
    "const-char",
    "const-decl",
    "null-return",
    "concat-drop",
    "empty-coll",
    "elem-drop",
    "value-call",
    "ctor-null",
    "throw-removal",
    "catch-swallow",
    "catch-narrow",
    "finally-drop",
    "case-drop",
    "default-drop",
    "cast-drop",
    "regex-edit",
    "selector-swap",
    "lambda-body",
    "super-drop",
    "arid-removal",
];

/// Passes on what may change at the node.
pub(super) fn offers<'t>(
    node: Node<'t>,
    survey: &Survey<'t>,
    sink: &mut dyn FnMut(Feature, Proposal),
) {
    match node.kind() {
        kind::BREAK | kind::CONTINUE => flow::jump(node, sink),
        kind::EXPRESSION_STATEMENT => flow::statement(node, survey, sink),
        kind::THROW => flow::throw(node, survey, sink),
        kind::CATCH_CLAUSE => clauses::handler(node, sink),
        kind::FINALLY => clauses::at_last(node, sink),
        kind::SWITCH_GROUP | kind::SWITCH_RULE => clauses::case(node, sink),
        kind::ASSIGNMENT if node.field() == field::UPDATE => {}
        kind::ASSIGNMENT | kind::VARIABLE_DECLARATOR => values::assigned(node, sink),
        kind::METHOD_CALL => {
            values::call(node, survey, sink);
            literals::collection(node, sink);
            literals::flags(node, sink);
        }
        kind::ARRAY_INITIALIZER => literals::array(node, sink),
        kind::STRING => literals::pattern(node, sink),
        kind::CHARACTER => literals::character(node, sink),
        kind::CAST => values::cast(node, sink),
        kind::BLOCK => flow::closure_body(node, sink),
        _ => {}
    }
}

/// What a literal outside of all bodies belongs to: constants only, and not what only serialisation looks at.
pub(super) fn load_time(literal: Node<'_>) -> Option<LoadTime> {
    let mut name: &[u8] = b"";
    for ancestor in literal.ancestors() {
        match ancestor.kind() {
            kind::VARIABLE_DECLARATOR => {
                name = ancestor
                    .child(field::NAME)
                    .map_or(&b""[..], |name| name.bytes());
            }
            kind::FIELD | kind::CONSTANT => {
                let is_constant = ancestor.kind() == kind::CONSTANT
                    || [&b"static"[..], b"final"]
                        .iter()
                        .all(|word| has_modifier(ancestor, word));
                return (is_constant && name != b"serialVersionUID")
                    .then_some(LoadTime::Declaration);
            }
            kind::BLOCK | kind::CLASS_BODY | kind::ENUM_CONSTANT => return None,
            _ => {}
        }
    }
    None
}

/// Where Java departs from the tables of the extended set.
pub(super) fn adaptations(operator: &str) -> &'static [&'static str] {
    match operator {
        "cond-true" => &[
            "the whole test and the operands of `&&`; not the test of a loop",
            "not where a pattern variable is bound",
        ],
        "cond-false" => &[
            "the whole test and the operands of `||`",
            "not where a pattern variable is bound",
        ],
        "loop-zero" => &["loops with a test only"],
        "break-continue" => &["not with a label, in a `switch`, or in a loop without a test"],
        "stmt-delete" => {
            &["fields of `this` and of other objects that are not final, elements of arrays"]
        }
        "assign-plain" => &["not where text takes something else, or a whole number a fraction"],
        "const-decl" => {
            &["`static final` fields and constants of interfaces, not `serialVersionUID`"]
        }
        "null-return" => &["not with @NotNull, @NonNull or @Nonnull"],
        "concat-drop" => &["only a side that is text itself stays"],
        "empty-coll" => &["array initialisers, `List.of`, `Set.of`, `Map.of`, `Arrays.asList`"],
        "elem-drop" => &[
            "array initialisers, `List.of`, `Set.of`, `Arrays.asList`",
            "of more than eight elements only the first and the last",
        ],
        "value-call" => &[
            "well-known methods and methods of the file that give back text; not in the test of a loop",
        ],
        "ctor-null" => &["not with `var`"],
        "throw-removal" => &["at the end of an `if` without `else`, or in a `void` method"],
        "catch-swallow" | "finally-drop" => {
            &["not where a variable could be left without a value, or a result be missing"]
        }
        "catch-narrow" => &["unchecked exceptions only"],
        "case-drop" | "default-drop" => {
            &["switches without a value, where no variable is left without a value"]
        }
        "cast-drop" => &["`(double)` only: others are needed to compile"],
        "lambda-body" => &["blocks that give back nothing"],
        "super-drop" => &["`super.f()`; `super(…)` stays"],
        _ => &[],
    }
}
