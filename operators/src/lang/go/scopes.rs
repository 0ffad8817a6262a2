//! Go's rules of scope: which declaration each name of a file means, and who reads it. The compiler refuses a local
//! variable or an import that nobody reads, so a mutant that drops the last read must know.

use super::kinds::{field, kind};
use super::loops::loop_update;
use super::regions::{declares, enclosing_scope, is_in_type, package_names, specs};
use super::roles::{assignment, binary, values};
use super::text;
use crate::language::Survey;
use crate::locals::{Declaration, Held, Origin};
use crate::tree::{Node, Tree};

/// A declaration that is passed already but becomes visible later: `x` of `x := x + 1`.
struct Pending<'t> {
    /// Node index from which on it is visible.
    from: u32,
    name: Node<'t>,
    scope: Node<'t>,
    origin: Origin,
    source: Source<'t>,
}

/// Where it shows what a declared name holds.
#[derive(Clone, Copy)]
enum Source<'t> {
    Nowhere,
    /// It has this type.
    Type(Node<'t>),
    /// It has several values of this type.
    Several(Node<'t>),
    /// It has this value.
    Value(Node<'t>),
    /// It is one of the elements of this value.
    ElementOf(Node<'t>),
}

/// Walks a file in document order.
struct Binder<'t, 'a> {
    survey: &'a mut Survey<'t>,
    /// The next to become visible is the last one, for declarations nest.
    pending: Vec<Pending<'t>>,
    /// Names in a list that starts before this node index are only written.
    written_to: u32,
    /// Names, and values that are of the same type.
    alike: Vec<(Node<'t>, Node<'t>)>,
}

impl<'t, 'a> Binder<'t, 'a> {
    fn new(survey: &'a mut Survey<'t>) -> Self {
        Self {
            survey,
            pending: Vec::new(),
            written_to: 0,
            alike: Vec::new(),
        }
    }

    /// Declares what is visible everywhere in the file: imports, and constants and variables of the package.
    fn package_level(&mut self, root: Node<'t>) {
        for declaration in root.named() {
            match declaration.kind() {
                kind::IMPORT => declaration
                    .subtree()
                    .filter(|spec| spec.kind() == kind::IMPORT_SPEC)
                    .for_each(|spec| self.import(spec, root)),
                kind::CONST_DECLARATION | kind::VAR_DECLARATION => specs(declaration)
                    .for_each(|spec| self.spec(spec, root, Origin::Free, root.index())),
                _ => {}
            }
        }
        self.make_visible(root.index());
    }

    /// Takes one node of the walk.
    fn visit(&mut self, node: Node<'t>) {
        self.make_visible(node.index());
        match node.kind() {
            kind::IDENTIFIER => self.name(node),
            kind::PACKAGE_IDENTIFIER if is_in_type(node) => self.note(node, true),
            kind::SHORT_VAR => {
                if let Some(scope) = enclosing_scope(node) {
                    let (left, right) = (node.child(field::LEFT), node.child(field::RIGHT));
                    self.short(left, right, scope, node.after(), Source::Value);
                }
            }
            kind::RANGE_CLAUSE if declares(node) => {
                let (left, right) = (node.child(field::LEFT), node.child(field::RIGHT));
                if let Some(scope) = node.parent() {
                    self.ranged(left, right, scope, node.after());
                }
            }
            kind::RECEIVE if declares(node) => {
                if let Some(scope) = node.parent() {
                    let left = node.child(field::LEFT);
                    self.short(left, None, scope, node.after(), Source::Value);
                }
            }
            kind::TYPE_SWITCH => {
                if let (Some(alias), Some(value)) =
                    (node.child(field::ALIAS), node.child(field::VALUE))
                {
                    self.short(Some(alias), None, node, value.after(), Source::Value);
                }
            }
            kind::VAR_SPEC | kind::CONST_SPEC => {
                if let Some(scope) = enclosing_scope(node).filter(|scope| scope.parent().is_some())
                {
                    let origin = match node.kind() {
                        kind::VAR_SPEC => Origin::Variable,
                        _ => Origin::Free,
                    };
                    self.spec(node, scope, origin, node.after());
                }
            }
            kind::FUNCTION | kind::METHOD | kind::FUNC_LITERAL => self.parameters(node),
            kind::ASSIGNMENT => self.assigned(node),
            kind::STRING | kind::RAW_STRING => self.compared(node),
            _ => {}
        }
    }

    fn make_visible(&mut self, at: u32) {
        if self.pending.last().is_none_or(|next| next.from > at) {
            return; // so it is at nearly every node
        }
        while let Some(next) = self.pending.pop_if(|next| next.from <= at) {
            let held = match next.source {
                Source::Nowhere => Held::Unknown,
                Source::Type(declared) => text::of_type(declared, &self.survey.locals),
                Source::Several(declared) => text::of_type(declared, &self.survey.locals).several(),
                Source::Value(value) => text::held(value, &self.survey.locals),
                Source::ElementOf(value) => text::held(value, &self.survey.locals).element(),
            };
            let visible = (next.from, next.scope.after());
            let mut declaration =
                Declaration::new(next.name.index(), next.origin, next.scope.index(), visible);
            declaration.held = held;
            self.survey.locals.declare(next.name.bytes(), declaration);
        }
    }

    /// A name that stands for something declared elsewhere.
    fn name(&mut self, node: Node<'t>) {
        if node.field() == field::NAME {
            return; // it is declared here
        }
        if node.index() < self.written_to
            && node
                .parent()
                .is_some_and(|list| list.kind() == kind::EXPRESSION_LIST)
        {
            self.note(node, false);
            return;
        }
        // The key of a composite literal is a variable or the name of a field: it may read, but nobody can rely on it.
        let is_key = node
            .parent()
            .is_some_and(|parent| parent.field() == field::KEY);
        self.note(node, !is_key);
    }

    fn note(&mut self, node: Node<'t>, reads: bool) {
        let locals = &mut self.survey.locals;
        if let Some(number) = locals.visible(node.bytes(), node.index()) {
            locals.note(node.index(), number, reads);
        }
    }

    /// `left = …`: the names on the left are not read.
    fn assigned(&mut self, node: Node<'t>) {
        let plain = node
            .child(field::OPERATOR)
            .is_some_and(|operator| operator.bytes() == b"=");
        if let (true, Some(left)) = (plain, node.child(field::LEFT)) {
            self.written_to = left.after();
        }
        if let Some(sides) = assignment(node) {
            self.alike.push((sides.left, sides.right));
        }
    }

    /// What is compared with a text is text.
    fn compared(&mut self, literal: Node<'t>) {
        let Some(parent) = literal.parent() else {
            return;
        };
        let other = match parent.kind() {
            kind::BINARY => binary(parent).and_then(|sides| match sides.operator.bytes() {
                b"==" | b"!=" | b"<" | b"<=" | b">" | b">=" if sides.left == literal => {
                    Some(sides.right)
                }
                b"==" | b"!=" | b"<" | b"<=" | b">" | b">=" => Some(sides.left),
                _ => None,
            }),
            kind::EXPRESSION_LIST => parent
                .parent()
                .filter(|case| case.kind() == kind::EXPRESSION_CASE)
                .and_then(|case| case.parent()?.child(field::VALUE)),
            _ => None,
        };
        self.alike.extend(other.map(|other| (other, literal)));
    }

    /// After the walk: a name whose declaration says nothing holds what is assigned to it or compared with it.
    fn finish(self) {
        let locals = &mut self.survey.locals;
        for (name, value) in self.alike {
            if name.kind() == kind::IDENTIFIER
                && let Some(number) = locals.meant_by(name)
            {
                let held = text::held(value, locals);
                locals.hold(number, held);
            }
        }
    }

    /// `left := right`. A name that its scope knows already is only written.
    fn short(
        &mut self,
        left: Option<Node<'t>>,
        right: Option<Node<'t>>,
        scope: Node<'t>,
        from: u32,
        source: fn(Node<'t>) -> Source<'t>,
    ) {
        let Some(left) = left else { return };
        let names: Vec<Node<'t>> = values(left).collect();
        let sources: Vec<Node<'t>> = right.into_iter().flat_map(values).collect();
        self.written_to = left.after();
        for (place, name) in names.iter().enumerate() {
            let source = match sources.get(place) {
                Some(value) if names.len() == sources.len() => source(*value),
                _ => Source::Nowhere,
            };
            self.declare(*name, scope, Origin::Variable, from, source);
        }
    }

    /// `for index, element := range right`.
    fn ranged(
        &mut self,
        left: Option<Node<'t>>,
        right: Option<Node<'t>>,
        scope: Node<'t>,
        from: u32,
    ) {
        let Some(left) = left else { return };
        self.written_to = left.after();
        for (place, name) in values(left).enumerate() {
            let source = match right {
                Some(right) if place == 1 => Source::ElementOf(right),
                _ => Source::Nowhere,
            };
            self.declare(name, scope, Origin::Variable, from, source);
        }
    }

    /// `a, b T = right`.
    fn spec(&mut self, node: Node<'t>, scope: Node<'t>, origin: Origin, from: u32) {
        let declared = node.child(field::TYPE);
        let right: Vec<Node<'t>> = node
            .child(field::VALUE)
            .into_iter()
            .flat_map(values)
            .collect();
        let names = node.named().filter(|name| name.field() == field::NAME);
        for (place, name) in names.enumerate() {
            let source = match (declared, right.get(place)) {
                (Some(declared), _) => Source::Type(declared),
                (None, Some(value)) => Source::Value(*value),
                (None, None) => Source::Nowhere,
            };
            self.declare(name, scope, origin, from, source);
        }
    }

    fn parameters(&mut self, function: Node<'t>) {
        let Some(body) = function.child(field::BODY) else {
            return;
        };
        for list in function
            .named()
            .filter(|list| list.kind() == kind::PARAMETER_LIST)
        {
            for parameter in list.named() {
                let source = match (parameter.kind(), parameter.child(field::TYPE)) {
                    (kind::VARIADIC_PARAMETER, Some(declared)) => Source::Several(declared),
                    (_, Some(declared)) => Source::Type(declared),
                    (_, None) => Source::Nowhere,
                };
                for name in parameter.named().filter(|name| name.field() == field::NAME) {
                    self.declare(name, function, Origin::Free, body.index(), source);
                }
            }
        }
    }

    fn declare(
        &mut self,
        name: Node<'t>,
        scope: Node<'t>,
        origin: Origin,
        from: u32,
        source: Source<'t>,
    ) {
        if name.kind() != kind::IDENTIFIER || name.bytes() == b"_" {
            return;
        }
        let locals = &mut self.survey.locals;
        let known = locals.visible(name.bytes(), name.index());
        if known.is_some_and(|known| {
            let known = locals.declaration(known);
            known.scope == scope.index() && known.origin != Origin::Import
        }) {
            return;
        }
        self.pending.push(Pending {
            from,
            name,
            scope,
            origin,
            source,
        });
    }

    /// An import is used under its own name, or under one of those that fit its path.
    fn import(&mut self, spec: Node<'t>, root: Node<'t>) {
        let visible = (root.index(), root.after());
        let mut add = |name: &'t [u8]| {
            let declaration = Declaration::new(spec.index(), Origin::Import, root.index(), visible);
            self.survey.locals.declare(name, declaration);
        };
        match spec.child(field::NAME) {
            Some(name) if name.kind() == kind::PACKAGE_IDENTIFIER => add(name.bytes()),
            Some(_) => {} // `_` and `.`: nothing says who uses it
            None => {
                if let Some(path) = spec.child(field::PATH) {
                    package_names(path.bytes()).for_each(add);
                }
            }
        }
    }
}

/// Passes over the whole file; finds the loops' updates on the way.
pub(super) fn bind<'t>(tree: &'t Tree<'_>, survey: &mut Survey<'t>) {
    let mut binder = Binder::new(survey);
    binder.package_level(tree.node(0));
    for index in 0..tree.len() as u32 {
        let node = tree.node(index);
        if !node.is_named() {
            continue;
        }
        if node.kind() == kind::FOR {
            loop_update(node, binder.survey);
        }
        binder.visit(node);
    }
    binder.finish();
}
