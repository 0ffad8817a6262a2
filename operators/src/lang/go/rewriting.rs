//! Go's functions, methods and closures as rewrites see them.
//!
//! The compiler refuses a function without a result, and an import or a variable that nobody reads. `panic` satisfies it
//! about results; an import that only hidden bodies used becomes a blank one, so that its package is still linked in. A
//! stripped body stays behind a `return`: code that is never reached is no error here, and what it uses is still used.

use mutscore_model::mutant::Edit;
use mutscore_model::span::ByteSpan;

use super::kinds::{field, kind};
use super::roles::{self, function_around};
use super::scopes;
use super::signature::{own_names, parameters, results};
use super::weaving::{GoWeaving, has_directive};
use crate::language::Survey;
use crate::locals::Origin;
use crate::rewrite::{File, HIDDEN, Rewriting, Weaving, Why};
use crate::tokens::is_word;
use crate::tree::Node;

/// Functions, methods and function literals.
pub(super) struct GoRewriting;

impl Rewriting for GoRewriting {
    fn is_function(&self, node: Node<'_>) -> bool {
        roles::is_function(node)
    }

    fn body<'t>(&self, function: Node<'t>) -> Option<Node<'t>> {
        function.child(field::BODY)
    }

    fn hide(&self, function: Node<'_>, file: &File<'_>) -> Result<Vec<Edit>, Why> {
        let body = self.body(function).ok_or(Why::NoBody)?;
        if runs_at_load(function) {
            return Err(Why::Loading);
        }
        let (open, close) = (body.start() + 1, body.end() - 1);
        let reads = only_read_in(function, body, file);
        let panic = format!("panic(\"{HIDDEN}\")");
        let text = if file.same_line(open, close) {
            format!(" {reads}{panic} ")
        } else {
            let first = body.named().next();
            let inner = file.inner_indentation(body.start(), first);
            let outer = file.indentation(close);
            let newline = file.newline();
            format!("{newline}{inner}{reads}{panic}{newline}{outer}")
        };
        Ok(vec![Edit {
            span: ByteSpan::new(open, close),
            text,
        }])
    }

    fn probe(&self, function: Node<'_>, number: u32) -> Option<Edit> {
        if has_directive(function) {
            return None;
        }
        let at = self.body(function)?.start() + 1;
        Some(Edit {
            span: ByteSpan::new(at, at),
            text: format!(" mutEnter_({number});"),
        })
    }

    fn probe_support(&self, package: &str) -> Option<(&'static str, String)> {
        let text = include_str!("../../rewrite/support/probe.go.txt");
        Some(("00mutscore_probe.go", text.replace("PACKAGE", package)))
    }

    fn strip(&self, function: Node<'_>, _file: &File<'_>) -> Result<Vec<Edit>, Why> {
        let body = self.body(function).ok_or(Why::NoBody)?;
        if body.named().next().is_none() {
            return Err(Why::Empty);
        }
        let values = results(function)
            .into_iter()
            .map(|declared| nothing(function, declared))
            .collect::<Result<Vec<_>, _>>()?;
        let blank = if values.is_empty() { "" } else { " " };
        let at = body.start() + 1;
        Ok(vec![Edit {
            span: ByteSpan::new(at, at),
            text: format!(" return{blank}{};", values.join(", ")),
        }])
    }

    fn weaving(&self) -> Option<&'static dyn Weaving> {
        Some(&GoWeaving)
    }

    fn settle(&self, file: &File<'_>, gone: &[ByteSpan]) -> Vec<Edit> {
        let mut survey = Survey::default();
        scopes::bind(file.tree, &mut survey);
        let root = file.tree.node(0);
        let stays = |node: &Node<'_>| !gone.iter().any(|gone| gone.contains(node.span()));
        // By the import's node: whether it is used at all, and whether where code stays.
        let mut used = std::collections::BTreeMap::<u32, bool>::new();
        for (at, declaration) in survey.locals.named_in((0, root.after())) {
            let node = root.at(at);
            if declaration.origin == Origin::Import && is_qualifier(node) {
                *used.entry(declaration.node).or_default() |= stays(&node);
            }
        }
        // A package whose name its path does not tell: used by a qualifier that nothing in the file declares.
        let unknown_stays = root
            .subtree()
            .filter(|node| is_qualifier(*node) && survey.locals.meant_by(*node).is_none())
            .any(|node| stays(&node));
        root.subtree()
            .filter(|spec| spec.kind() == kind::IMPORT_SPEC)
            .filter(|spec| !used.get(&spec.index()).copied().unwrap_or(unknown_stays))
            .filter_map(blank_import)
            .collect()
    }
}

/// Whether a name stands before the dot of `package.Member`.
fn is_qualifier(node: Node<'_>) -> bool {
    match node.kind() {
        kind::PACKAGE_IDENTIFIER => node
            .parent()
            .is_some_and(|parent| parent.kind() == kind::QUALIFIED_TYPE),
        kind::IDENTIFIER => {
            node.field() == field::OPERAND
                && node
                    .parent()
                    .is_some_and(|parent| parent.kind() == kind::SELECTOR)
        }
        _ => false,
    }
}

/// Gives an import the name `_`. Blank and dot imports, and C's, stay.
fn blank_import(spec: Node<'_>) -> Option<Edit> {
    let path = spec.child(field::PATH)?;
    if path.bytes() == b"\"C\"" {
        return None;
    }
    let (span, text) = match spec.child(field::NAME) {
        None => (ByteSpan::new(path.start(), path.start()), "_ "),
        Some(name) if name.kind() == kind::PACKAGE_IDENTIFIER => (name.span(), "_"),
        Some(_) => return None,
    };
    Some(Edit {
        span,
        text: text.to_owned(),
    })
}

/// `init`, and a literal that is called where a package variable gets its value.
fn runs_at_load(function: Node<'_>) -> bool {
    match function.kind() {
        kind::FUNCTION => function
            .child(field::NAME)
            .is_some_and(|name| name.bytes() == b"init"),
        kind::FUNC_LITERAL => {
            let called = function.field() == field::FUNCTION
                || roles::parent(function).is_some_and(|parent| {
                    parent.kind() == kind::CALL
                        && parent
                            .child(field::FUNCTION)
                            .is_some_and(|callee| callee.holds(function))
                });
            called && function_around(function).is_none()
        }
        _ => false,
    }
}

/// For a closure: a statement that reads the variables of the function around it which nobody else reads.
fn only_read_in(function: Node<'_>, body: Node<'_>, file: &File<'_>) -> String {
    if function.kind() != kind::FUNC_LITERAL || function_around(function).is_none() {
        return String::new();
    }
    let mut survey = Survey::default();
    scopes::bind(file.tree, &mut survey);
    let nodes = (body.index(), body.after());
    let mut names: Vec<&str> = survey
        .locals
        .named_in(nodes)
        .filter(|(_, declaration)| {
            declaration.origin == Origin::Variable
                && !(nodes.0..nodes.1).contains(&declaration.node)
                && !declaration.is_read_outside(nodes)
        })
        .map(|(at, _)| body.at(at).text())
        .collect();
    names.sort_unstable();
    names.dedup();
    if names.is_empty() {
        return String::new();
    }
    format!(
        "{} = {}; ",
        vec!["_"; names.len()].join(", "),
        names.join(", ")
    )
}

/// The value that stands for nothing in a result's type. A step that gives back a context gives back the one it got: the
/// state of the scenario is in it.
fn nothing(function: Node<'_>, declared: Node<'_>) -> Result<String, Why> {
    let text = declared.text();
    let value = match declared.kind() {
        kind::POINTER_TYPE
        | kind::SLICE_TYPE
        | kind::MAP_TYPE
        | kind::CHANNEL_TYPE
        | kind::FUNCTION_TYPE
        | kind::INTERFACE_TYPE => "nil".to_owned(),
        kind::TYPE_IDENTIFIER => match text {
            "error" | "any" => "nil".to_owned(),
            "bool" => "false".to_owned(),
            "string" => "\"\"".to_owned(),
            _ => format!("*new({text})"),
        },
        _ => format!("*new({text})"),
    };
    if text == "context.Context" {
        let same = parameters(function).into_iter().find(|parameter| {
            parameter
                .declared()
                .is_some_and(|other| other.text() == text)
        });
        if let Some(parameter) = same {
            return parameter
                .names()
                .map(Node::text)
                .find(|name| *name != "_")
                .map(str::to_owned)
                .ok_or(Why::UnknownResult);
        }
    }
    if text.contains('\n') {
        return Err(Why::UnknownResult);
    }
    // A parameter may go by the name of a type.
    let own = own_names(function);
    let is_hidden = value
        .as_bytes()
        .split(|byte| !is_word(*byte))
        .any(|word| own.contains(&word));
    if is_hidden {
        return Err(Why::UnknownResult);
    }
    Ok(value)
}
