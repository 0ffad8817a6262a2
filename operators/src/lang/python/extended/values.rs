//! Values: what is assigned, and what a call gives back.

use crate::lang::python::bans::is_arid;
use crate::lang::python::kinds::{field, kind};
use crate::lang::python::roles::{callee_name, is_statement_call, last_name, receiver};
use crate::language::Survey;
use crate::offer::Feature;
use crate::operator::Proposal;
use crate::tree::Node;

/// `x = E` and `x = T()`: null instead.
pub(super) fn assigned<'t>(
    node: Node<'t>,
    survey: &Survey<'t>,
    sink: &mut dyn FnMut(Feature, Proposal),
) {
    let (Some(left), Some(right)) = (node.child(field::LEFT), node.child(field::RIGHT)) else {
        return;
    };
    let one_target = matches!(
        left.kind(),
        kind::IDENTIFIER | kind::ATTRIBUTE | kind::SUBSCRIPT
    );
    // Without its `yield` a function may be no generator any more.
    let stays = matches!(right.kind(), kind::ASSIGNMENT | kind::NONE | kind::YIELD);
    if !one_target || stays || survey.drives_loop(node) {
        return;
    }
    sink(Feature::AssignedValue, Proposal::replace(right, "None"));
    if is_construction(right) {
        sink(Feature::Constructed, Proposal::replace(right, "None"));
    }
}

/// A call of a name with a capital letter and a small one after it.
fn is_construction(node: Node<'_>) -> bool {
    let name = if node.kind() == kind::CALL {
        callee_name(node)
    } else {
        b""
    };
    name.first().is_some_and(u8::is_ascii_uppercase) && name.iter().any(u8::is_ascii_lowercase)
}

/// Well-known functions: name, plain value of their type, and whether the argument is of that type or nearly so.
const FUNCTIONS: &[(&[u8], &str, bool)] = &[
    (b"abs", "0", true),
    (b"bool", "False", true),
    (b"dict", "{}", false),
    (b"float", "0.0", true),
    (b"int", "0", true),
    (b"len", "0", false),
    (b"list", "[]", true),
    (b"repr", "\"\"", false),
    (b"round", "0", true),
    (b"set", "set()", true),
    (b"sorted", "[]", true),
    (b"str", "\"\"", true),
    (b"sum", "0", false),
    (b"tuple", "()", true),
];

/// Well-known methods of text, whose receiver is text too.
const METHODS: &[&[u8]] = &[
    b"capitalize",
    b"casefold",
    b"expandtabs",
    b"ljust",
    b"lower",
    b"lstrip",
    b"removeprefix",
    b"removesuffix",
    b"replace",
    b"rjust",
    b"rstrip",
    b"strip",
    b"swapcase",
    b"title",
    b"upper",
    b"zfill",
];

/// Names with a counterpart that takes the same arguments.
const COUNTERPARTS: &[(&str, &str)] = &[
    ("all", "any"),
    ("any", "all"),
    ("appendleft", "append"),
    ("ceil", "floor"),
    ("endswith", "startswith"),
    ("find", "rfind"),
    ("floor", "ceil"),
    ("intersection", "union"),
    ("issubset", "issuperset"),
    ("issuperset", "issubset"),
    ("keys", "values"),
    ("ljust", "rjust"),
    ("lower", "upper"),
    ("lstrip", "rstrip"),
    ("max", "min"),
    ("min", "max"),
    ("popleft", "pop"),
    ("removeprefix", "removesuffix"),
    ("removesuffix", "removeprefix"),
    ("rfind", "find"),
    ("rindex", "index"),
    ("rjust", "ljust"),
    ("rstrip", "lstrip"),
    ("startswith", "endswith"),
    ("union", "intersection"),
    ("upper", "lower"),
    ("values", "keys"),
];

/// A call: of the counterpart, or not at all.
pub(super) fn call(node: Node<'_>, sink: &mut dyn FnMut(Feature, Proposal)) {
    let Some(function) = node.child(field::FUNCTION) else {
        return;
    };
    let used = !is_statement_call(node);
    if let Some(name) = name_of(function)
        && (used || !is_arid(node))
        && let Some((_, other)) = COUNTERPARTS.iter().find(|(known, _)| *known == name.text())
    {
        sink(Feature::Selector, Proposal::replace(name, *other));
    }
    if !used {
        return;
    }
    if let Some(base) = receiver(node) {
        if METHODS.contains(&last_name(function)) {
            plain(node, "\"\"", sink);
            sink(Feature::ValueCall, Proposal::keep(node, base));
        }
        return;
    }
    let known = FUNCTIONS
        .iter()
        .find(|(name, _, _)| *name == function.bytes());
    let Some((_, value, passes_on)) = known else {
        return;
    };
    if node.bytes().ends_with(b"()") && node.bytes().len() == function.bytes().len() + 2 {
        return; // `list()` is the plain value
    }
    plain(node, value, sink);
    if let Some(argument) = first_argument(node).filter(|_| *passes_on) {
        let proposal = match argument.kind() {
            kind::IDENTIFIER | kind::ATTRIBUTE | kind::SUBSCRIPT | kind::CALL => {
                Proposal::keep(node, argument)
            }
            _ => Proposal::wrap(node, "(", argument, ")"),
        };
        sink(Feature::ValueCall, proposal);
    }
}

/// A plain value in the place of a call. Inside a string its quotes could be those of the string around it.
fn plain(call: Node<'_>, value: &'static str, sink: &mut dyn FnMut(Feature, Proposal)) {
    let in_string = || {
        call.ancestors()
            .any(|around| around.kind() == kind::INTERPOLATION)
    };
    if !(value.contains('"') && in_string()) {
        sink(Feature::ValueCall, Proposal::replace(call, value));
    }
}

/// The first argument, if it is one value.
fn first_argument(call: Node<'_>) -> Option<Node<'_>> {
    let arguments = call.child(field::ARGUMENTS)?;
    if arguments.kind() == kind::GENERATOR {
        return Some(arguments);
    }
    arguments.named().next().filter(|argument| {
        !matches!(
            argument.kind(),
            kind::KEYWORD_ARGUMENT | kind::LIST_SPLAT | kind::DICTIONARY_SPLAT
        )
    })
}

/// The name by which a function is called.
fn name_of(function: Node<'_>) -> Option<Node<'_>> {
    match function.kind() {
        kind::IDENTIFIER => Some(function),
        kind::ATTRIBUTE => function.child(field::ATTRIBUTE),
        _ => None,
    }
}
