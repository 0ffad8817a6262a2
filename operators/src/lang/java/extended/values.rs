//! Values: what is assigned, converted, and what a call gives back.

use mutscore_model::mutant::Form;

use super::safety::{is_in_loop_condition, is_needed};
use crate::lang::java::calls::{arguments, callee_name, is_statement, last_name, receiver};
use crate::lang::java::compile::{may_be_awaited, may_throw};
use crate::lang::java::kinds::{field, kind};
use crate::lang::java::survey::is_stringish;
use crate::language::Survey;
use crate::offer::Feature;
use crate::operator::Proposal;
use crate::tree::Node;

/// `x = new T()`: null instead, for the compiler's sake beside the object if a `catch` around needs it.
pub(super) fn assigned(node: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    let (value, declared) = if node.kind() == kind::ASSIGNMENT {
        let plain = |operator: &Node<'_>| operator.bytes() == b"=";
        let is_plain = node.child(field::OPERATOR).filter(plain).is_some();
        (node.child(field::RIGHT).filter(|_| is_plain), None)
    } else {
        let declared = node
            .parent()
            .and_then(|declaration| declaration.child(field::TYPE));
        (node.child(field::VALUE), declared)
    };
    let Some(value) = value.filter(|value| value.kind() == kind::OBJECT_CREATION) else {
        return;
    };
    if declared.is_some_and(|declared| declared.bytes() == b"var") {
        return;
    }
    let proposal = if may_throw(value) && may_be_awaited(value) {
        let mut guarded = Proposal::wrap(value, "true ? null : ", value, "");
        guarded.form = Form::Guarded;
        guarded
    } else {
        Proposal::replace(value, "null")
    };
    sink(Feature::Constructed, proposal);
}

/// `(double) n`: a whole number becomes a fraction by itself wherever one is needed.
pub(super) fn cast(node: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    if let (Some(declared), Some(value)) = (node.child(field::TYPE), node.child(field::VALUE))
        && declared.bytes() == b"double"
    {
        sink(Feature::Cast, Proposal::keep(node, value));
    }
}

/// Well-known methods: name, number of arguments, plain value of their type.
const METHODS: &[(&[u8], usize, &str)] = &[
    (b"compareTo", 1, "0"),
    (b"contains", 1, "false"),
    (b"containsKey", 1, "false"),
    (b"endsWith", 1, "false"),
    (b"equals", 1, "false"),
    (b"equalsIgnoreCase", 1, "false"),
    (b"indexOf", 1, "0"),
    (b"isEmpty", 0, "false"),
    (b"lastIndexOf", 1, "0"),
    (b"size", 0, "0"),
    (b"startsWith", 1, "false"),
    (b"toLowerCase", 0, "\"\""),
    (b"toString", 0, "\"\""),
    (b"toUpperCase", 0, "\"\""),
    (b"trim", 0, "\"\""),
];

/// Methods with a counterpart that takes the same arguments.
const COUNTERPARTS: &[(&str, &str)] = &[
    ("addFirst", "addLast"),
    ("addLast", "addFirst"),
    ("allMatch", "anyMatch"),
    ("anyMatch", "allMatch"),
    ("endsWith", "startsWith"),
    ("getFirst", "getLast"),
    ("getLast", "getFirst"),
    ("indexOf", "lastIndexOf"),
    ("isAfter", "isBefore"),
    ("isBefore", "isAfter"),
    ("lastIndexOf", "indexOf"),
    ("pollFirst", "pollLast"),
    ("pollLast", "pollFirst"),
    ("startsWith", "endsWith"),
    ("toLowerCase", "toUpperCase"),
    ("toUpperCase", "toLowerCase"),
];
/// Those that are well known of some classes only.
const OF_CLASSES: &[(&str, &str)] = &[
    ("ceil", "floor"),
    ("floor", "ceil"),
    ("max", "min"),
    ("min", "max"),
];

/// A call: of the counterpart, or not at all.
pub(super) fn call<'t>(
    node: Node<'t>,
    survey: &Survey<'t>,
    sink: &mut dyn FnMut(Feature, Proposal),
) {
    if let Some(name) = node.child(field::NAME)
        && let Some(other) = counterpart(node, name.text())
    {
        sink(Feature::Selector, Proposal::replace(name, other));
    }
    let is_closure = node.field() == field::BODY;
    if is_statement(node) || is_closure || is_needed(node) || is_in_loop_condition(node) {
        return;
    }
    // A statement after the arrow of a `switch` with a value stays one.
    let is_alone = node
        .parent()
        .is_some_and(|parent| parent.kind() == kind::EXPRESSION_STATEMENT);
    if is_alone {
        return;
    }
    let count = arguments(node).count();
    let known = METHODS
        .iter()
        .find(|(name, arity, _)| *name == callee_name(node) && *arity == count);
    let own = |node: Node<'t>| {
        receiver(node).is_none_or(|object| object.kind() == kind::THIS)
            && survey.one_text_functions.contains(callee_name(node))
    };
    match (known, receiver(node)) {
        (Some((_, _, value)), Some(base)) if base.kind() != kind::SUPER => {
            sink(Feature::ValueCall, Proposal::replace(node, *value));
            if *value == "\"\"" && is_stringish(base, survey) {
                sink(Feature::ValueCall, Proposal::keep(node, base));
            }
        }
        _ if own(node) => sink(Feature::ValueCall, Proposal::replace(node, "\"\"")),
        _ => {}
    }
}

fn counterpart(call: Node<'_>, name: &str) -> Option<&'static str> {
    let of_class = receiver(call)
        .is_some_and(|class| matches!(last_name(class), b"Math" | b"Collections" | b"StrictMath"));
    let table = if of_class { OF_CLASSES } else { COUNTERPARTS };
    let known = receiver(call).and_then(|_| table.iter().find(|(known, _)| *known == name));
    known.map(|(_, other)| *other)
}
