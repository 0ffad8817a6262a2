//! What must be known from afar: names and methods that hold text, patterns that bind a name, and statements that
//! alone make a loop end.

use rustc_hash::FxHashMap;

use super::calls::{callee_name, last_name};
use super::kinds::{field, kind};
use super::roles::{binds, unwrapped};
use super::structure::{is_function, simple_name};
use crate::language::Survey;
use crate::tree::{Node, Tree};

/// Methods whose result is text, whatever they are called on.
const PRODUCERS: &[&[u8]] = &[
    b"toString",
    b"substring",
    b"trim",
    b"strip",
    b"toLowerCase",
    b"toUpperCase",
    b"concat",
    b"replace",
    b"replaceAll",
    b"repeat",
    b"name",
    b"getName",
    b"getMessage",
    b"format",
    b"join",
    b"valueOf",
];

/// Longest chain of operands that is followed: `a + b + c + …` nests to the left.
const MAX_DEPTH: u32 = 64;

/// Passes over the file once.
pub(super) fn survey<'t>(tree: &'t Tree<'_>) -> Survey<'t> {
    let mut survey = Survey::default();
    let mut writes = Writes::default();
    let mut loops = Vec::new();
    // Method names, and whether all methods of that name give back text, and one text.
    let mut methods: FxHashMap<&[u8], (bool, bool)> = FxHashMap::default();
    for index in 0..tree.len() as u32 {
        let node = tree.node(index);
        match node.kind() {
            kind::FORMAL_PARAMETER | kind::ENHANCED_FOR | kind::RESOURCE => {
                variable(node, node, &mut survey);
            }
            kind::LOCAL_VARIABLE | kind::FIELD | kind::CONSTANT => {
                let declarators = node.children();
                for declarator in declarators.filter(|child| child.field() == field::DECLARATOR) {
                    variable(node, declarator, &mut survey);
                }
            }
            kind::SPREAD_PARAMETER => spread(node, &mut survey),
            kind::METHOD => {
                if let Some(name) = node.child(field::NAME) {
                    let (text, one) = methods.entry(name.bytes()).or_insert((true, true));
                    *text &= is_text_type(node);
                    *one &= is_one_text(node);
                }
            }
            kind::INSTANCEOF if binds(node) => {
                survey.bindings.push(index);
                pattern(node, &mut survey);
            }
            kind::ASSIGNMENT => {
                writes.add(node.child(field::LEFT), node);
                assigned_text(node, &mut survey);
            }
            kind::UPDATE => writes.add(node.named().next(), node),
            kind::WHILE | kind::DO | kind::FOR => loops.push(node),
            _ => {}
        }
    }
    let those = |known: fn(&(bool, bool)) -> bool| {
        let found = methods.iter().filter(|(_, kinds)| known(kinds));
        found.map(|(name, _)| *name).collect()
    };
    survey.text_functions = those(|(text, _)| *text);
    survey.one_text_functions = those(|(_, one)| *one);
    for node in loops {
        loop_updates(node, &writes, &mut survey);
    }
    survey
}

/// Notes a variable declared as text. It is known in the node around its declaration; a parameter, in its function.
fn variable<'t>(declaration: Node<'t>, declarator: Node<'t>, survey: &mut Survey<'t>) {
    let (Some(name), Some(around)) = (declarator.child(field::NAME), declaration.parent()) else {
        return;
    };
    let owner = match declaration.kind() {
        kind::FORMAL_PARAMETER => around.parent().unwrap_or(around),
        kind::ENHANCED_FOR => declaration,
        kind::RESOURCE => around.parent().unwrap_or(around),
        _ => around,
    };
    let holds_text = is_text_type(declaration)
        || (is_inferred(declaration)
            && declarator
                .child(field::VALUE)
                .is_some_and(|value| is_stringish(value, survey)));
    if holds_text {
        note(name, owner, 0, survey);
    }
}

/// `String... names`.
fn spread<'t>(parameter: Node<'t>, survey: &mut Survey<'t>) {
    let name = parameter
        .named()
        .last()
        .and_then(|declarator| declarator.child(field::NAME));
    let owner = parameter.parent().and_then(Node::parent);
    if let (Some(name), Some(owner)) = (name, owner)
        && parameter.named().any(is_text)
    {
        note(name, owner, 0, survey);
    }
}

fn note<'t>(name: Node<'t>, owner: Node<'t>, from: u32, survey: &mut Survey<'t>) {
    survey
        .stringish
        .entry(name.bytes())
        .or_default()
        .push((owner.index(), from));
}

/// `o instanceof String s`.
fn pattern<'t>(test: Node<'t>, survey: &mut Survey<'t>) {
    let (Some(name), Some(declared)) = (test.child(field::NAME), test.child(field::RIGHT)) else {
        return;
    };
    if is_text(declared)
        && let Some(function) = function_around(test)
    {
        note(name, function, 0, survey);
    }
}

/// `x = "…"`: from here on in this function, `x` is text.
fn assigned_text<'t>(assignment: Node<'t>, survey: &mut Survey<'t>) {
    let (Some(left), Some(right)) = (
        assignment.child(field::LEFT),
        assignment.child(field::RIGHT),
    ) else {
        return;
    };
    if left.kind() == kind::IDENTIFIER
        && is_stringish(right, survey)
        && let Some(function) = function_around(assignment)
    {
        note(left, function, assignment.end(), survey);
    }
}

fn function_around(node: Node<'_>) -> Option<Node<'_>> {
    node.ancestors()
        .find(|ancestor| is_function(ancestor.kind()))
}

fn is_text_type(declaration: Node<'_>) -> bool {
    declaration.child(field::TYPE).is_some_and(is_text)
}

/// Whether what is declared is a `String` and no array of it, `String f()[]` included.
fn is_one_text(declaration: Node<'_>) -> bool {
    let is_string = |declared: Node<'_>| simple_name(declared) == b"String";
    declaration.child(field::TYPE).is_some_and(is_string)
        && declaration.child(field::DIMENSIONS).is_none()
}

/// `String` or an array of it: with an array of strings as operand, `+` can only join text, too.
fn is_text(declared: Node<'_>) -> bool {
    match declared.kind() {
        kind::ARRAY_TYPE => declared.child(field::ELEMENT).is_some_and(is_text),
        _ => simple_name(declared) == b"String",
    }
}

/// `var x = …`.
fn is_inferred(declaration: Node<'_>) -> bool {
    declaration
        .child(field::TYPE)
        .is_some_and(|declared| declared.bytes() == b"var")
}

/// Whether the operand holds text, as far as the file tells.
pub(super) fn is_stringish<'t>(node: Node<'t>, survey: &Survey<'t>) -> bool {
    stringish_to(node, survey, MAX_DEPTH)
}

fn stringish_to<'t>(node: Node<'t>, survey: &Survey<'t>, depth: u32) -> bool {
    if depth == 0 {
        return false;
    }
    let below = |name| {
        node.child(name)
            .is_some_and(|part| stringish_to(part, survey, depth - 1))
    };
    match node.kind() {
        kind::STRING => true,
        kind::PARENTHESIZED => stringish_to(unwrapped(node), survey, depth - 1),
        // The right operand first: it is short, the left one is the rest of the chain.
        kind::BINARY => {
            node.child(field::OPERATOR)
                .is_some_and(|operator| operator.bytes() == b"+")
                && (below(field::RIGHT) || below(field::LEFT))
        }
        kind::ASSIGNMENT => below(field::RIGHT),
        kind::TERNARY => below(field::CONSEQUENCE) || below(field::ALTERNATIVE),
        kind::CAST | kind::OBJECT_CREATION => is_text_type(node),
        kind::METHOD_CALL => {
            let name = callee_name(node);
            PRODUCERS.contains(&name) || survey.text_functions.contains(name)
        }
        kind::ARRAY_ACCESS => below(field::ARRAY),
        kind::IDENTIFIER => is_known(node, survey),
        kind::FIELD_ACCESS => is_known_field(node, survey),
        _ => false,
    }
}

fn is_known<'t>(name: Node<'t>, survey: &Survey<'t>) -> bool {
    survey.stringish.get(name.bytes()).is_some_and(|places| {
        places
            .iter()
            .any(|(owner, from)| name.at(*owner).holds(name) && *from <= name.start())
    })
}

/// `this.name`, `other.name`, `Names.NAME`: whether a type of this file has such a field, and it is text.
fn is_known_field<'t>(access: Node<'t>, survey: &Survey<'t>) -> bool {
    survey
        .stringish
        .get(last_name(access))
        .is_some_and(|places| {
            places
                .iter()
                .any(|(owner, _)| is_type_body(access.at(*owner).kind()))
        })
}

fn is_type_body(kind: u16) -> bool {
    matches!(
        kind,
        kind::CLASS_BODY
            | kind::INTERFACE_BODY
            | kind::ENUM_BODY_DECLARATIONS
            | kind::ANNOTATION_TYPE_BODY
            | kind::RECORD
    )
}

/// Every assignment and step of a file, in document order.
#[derive(Default)]
struct Writes<'t> {
    all: Vec<(Node<'t>, Node<'t>)>,
}

impl<'t> Writes<'t> {
    fn add(&mut self, target: Option<Node<'t>>, write: Node<'t>) {
        self.all
            .extend(target.map(|target| (write, unwrapped(target))));
    }

    /// Those inside `part`.
    fn inside(&self, part: Node<'t>) -> &[(Node<'t>, Node<'t>)] {
        let before = |index| self.all.partition_point(|(write, _)| write.index() < index);
        &self.all[before(part.index())..before(part.after())]
    }
}

/// Finds the only write, inside a loop, of a name that the loop's condition reads. A `for` with an update has its own
/// way to end.
fn loop_updates<'t>(node: Node<'t>, writes: &Writes<'t>, survey: &mut Survey<'t>) {
    let has_update = node.child(field::UPDATE).is_some();
    let Some(condition) = node.child(field::CONDITION).filter(|_| !has_update) else {
        return;
    };
    let writes = writes.inside(node);
    for read in condition.subtree().filter(|part| is_variable(*part)) {
        let mut of_it = writes
            .iter()
            .filter(|(_, target)| target.bytes() == read.bytes());
        if let (Some((only, _)), None) = (of_it.next(), of_it.next())
            && is_update(*only, read)
        {
            survey.loop_updates.push(only.span());
        }
    }
    survey.loop_updates.dedup();
}

fn is_variable(node: Node<'_>) -> bool {
    matches!(node.kind(), kind::IDENTIFIER | kind::FIELD_ACCESS)
}

/// `x++`, `x += …`, or `x = …` with `x` on the right as well.
fn is_update(write: Node<'_>, variable: Node<'_>) -> bool {
    let is_plain = write
        .child(field::OPERATOR)
        .is_some_and(|operator| operator.bytes() == b"=");
    !is_plain
        || write.child(field::RIGHT).is_some_and(|right| {
            right
                .subtree()
                .any(|part| is_variable(part) && part.bytes() == variable.bytes())
        })
}
