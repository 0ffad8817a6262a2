//! What holds text in Go, as far as the text of one file tells. `+` joins text, and no other arithmetic takes it.

use super::kinds::{field, kind};
use super::literals::is_string;
use super::roles::{binary, callee_name, last_name, unwrapped};
use crate::locals::{Held, Locals};
use crate::tree::Node;

/// Calls whose result is text.
const PRODUCERS: &[&[u8]] = &[
    b"Base",
    b"Dir",
    b"EncodeToString",
    b"Error",
    b"Ext",
    b"FormatInt",
    b"FormatUint",
    b"Getenv",
    b"Itoa",
    b"Join",
    b"Name",
    b"Quote",
    b"Repeat",
    b"Replace",
    b"ReplaceAll",
    b"Sprint",
    b"Sprintf",
    b"Sprintln",
    b"String",
    b"ToLower",
    b"ToUpper",
    b"Trim",
    b"TrimLeft",
    b"TrimPrefix",
    b"TrimRight",
    b"TrimSpace",
    b"TrimSuffix",
    b"string",
];
/// Calls whose result is a list of text.
const SPLITTERS: &[&[u8]] = &[b"Fields", b"Split", b"SplitAfter", b"SplitN"];

/// Longest chain of operands that is followed: `a + b + c + …` nests to the left.
const MAX_DEPTH: u32 = 64;

/// What an expression holds.
pub(super) fn held(value: Node<'_>, locals: &Locals<'_>) -> Held {
    held_to(value, locals, MAX_DEPTH)
}

fn held_to(value: Node<'_>, locals: &Locals<'_>, depth: u32) -> Held {
    if depth == 0 {
        return Held::Unknown;
    }
    let below = |part: Option<Node<'_>>| {
        part.map_or(Held::Unknown, |part| held_to(part, locals, depth - 1))
    };
    let value = unwrapped(value);
    match value.kind() {
        kind::STRING | kind::RAW_STRING => Held::Text,
        kind::BINARY => match binary(value) {
            Some(sum)
                if sum.operator.bytes() == b"+"
                    && (below(Some(sum.right)) == Held::Text
                        || below(Some(sum.left)) == Held::Text) =>
            {
                Held::Text
            }
            _ => Held::Unknown,
        },
        kind::CALL => match callee_name(value) {
            name if PRODUCERS.contains(&name) => Held::Text,
            name if SPLITTERS.contains(&name) => Held::Texts,
            name => locals.member(name),
        },
        kind::IDENTIFIER => locals
            .meant_by(value)
            .map_or(Held::Unknown, |number| locals.declaration(number).held),
        kind::SELECTOR => locals.member(last_name(value)),
        kind::INDEX => below(value.child(field::OPERAND)).element(),
        kind::SLICE => below(value.child(field::OPERAND)),
        kind::UNARY => match value
            .child(field::OPERATOR)
            .map_or(&b""[..], |sign| sign.bytes())
        {
            b"*" | b"<-" => below(value.child(field::OPERAND)).element(),
            b"&" => below(value.child(field::OPERAND)).several(),
            _ => Held::Unknown,
        },
        kind::COMPOSITE | kind::CONVERSION | kind::TYPE_ASSERTION => value
            .child(field::TYPE)
            .map_or(Held::Unknown, |declared| of_type(declared, locals)),
        _ => Held::Unknown,
    }
}

/// What a value of a type holds. A pointer to text is as good as a list of one.
pub(super) fn of_type(declared: Node<'_>, locals: &Locals<'_>) -> Held {
    let part = |name| {
        declared
            .child(name)
            .map_or(Held::Unknown, |part| of_type(part, locals).several())
    };
    match declared.kind() {
        kind::TYPE_IDENTIFIER if declared.bytes() == b"string" => Held::Text,
        kind::TYPE_IDENTIFIER => locals.member(declared.bytes()),
        kind::SLICE_TYPE | kind::ARRAY_TYPE | kind::IMPLICIT_ARRAY_TYPE => part(field::ELEMENT),
        kind::MAP_TYPE | kind::CHANNEL_TYPE => part(field::VALUE),
        kind::POINTER_TYPE => declared
            .named()
            .next()
            .map_or(Held::Unknown, |part| of_type(part, locals).several()),
        _ => Held::Unknown,
    }
}

/// Notes what the types, fields and functions that `root` declares hold.
pub(super) fn members<'t>(root: Node<'t>, locals: &mut Locals<'t>) {
    let types = || {
        root.named()
            .filter(|node| node.kind() == kind::TYPE_DECLARATION)
    };
    let specs =
        || types().flat_map(|node| node.named().filter(|spec| spec.kind() == kind::TYPE_SPEC));
    // Types first: fields and functions are declared with them.
    for spec in specs() {
        if let (Some(name), Some(declared)) = (spec.child(field::NAME), spec.child(field::TYPE))
            && of_type(declared, locals) != Held::Unknown
        {
            let held = of_type(declared, locals);
            locals.add_member(name.bytes(), held);
        }
    }
    for spec in specs() {
        for part in spec
            .subtree()
            .filter(|node| node.kind() == kind::FIELD_DECLARATION)
        {
            let held = part
                .child(field::TYPE)
                .map_or(Held::Unknown, |declared| of_type(declared, locals));
            for name in part.named().filter(|name| name.field() == field::NAME) {
                locals.add_member(name.bytes(), held);
            }
        }
    }
    for function in root.named() {
        if !matches!(function.kind(), kind::FUNCTION | kind::METHOD) {
            continue;
        }
        let held = function
            .child(field::RESULT)
            .map_or(Held::Unknown, |declared| of_type(declared, locals));
        if let Some(name) = function.child(field::NAME) {
            locals.add_member(name.bytes(), held);
        }
    }
}

/// Whether the operand is text.
pub(super) fn is_text(value: Node<'_>, locals: &Locals<'_>) -> bool {
    is_string(value) || held(value, locals) == Held::Text
}
