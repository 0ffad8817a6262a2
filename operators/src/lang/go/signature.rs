//! What a Go function takes and gives back, as text.

use super::kinds::{field, kind};
use crate::tree::Node;

/// One declaration in a list of parameters or results: `a, b int`, `int`, `rest ...string`.
#[derive(Clone, Copy)]
pub(super) struct Parameter<'t> {
    node: Node<'t>,
}

impl<'t> Parameter<'t> {
    /// The names, which may be none and may be `_`.
    pub(super) fn names(self) -> impl Iterator<Item = Node<'t>> {
        self.node
            .named()
            .filter(|child| child.field() == field::NAME)
    }

    /// The type.
    pub(super) fn declared(self) -> Option<Node<'t>> {
        self.node.child(field::TYPE)
    }

    /// Whether it takes all arguments that are left.
    pub(super) fn is_variadic(self) -> bool {
        self.node.kind() == kind::VARIADIC_PARAMETER
    }

    /// First byte.
    pub(super) fn start(self) -> u32 {
        self.node.start()
    }
}

/// The declarations in one of a function's lists.
pub(super) fn declarations(list: Node<'_>) -> impl Iterator<Item = Parameter<'_>> {
    list.named()
        .filter(|child| matches!(child.kind(), kind::PARAMETER | kind::VARIADIC_PARAMETER))
        .map(|node| Parameter { node })
}

/// The parameters of a function, the receiver left out.
pub(super) fn parameters(function: Node<'_>) -> Vec<Parameter<'_>> {
    function
        .child(field::PARAMETERS)
        .into_iter()
        .flat_map(declarations)
        .collect()
}

/// The type of each result; one that several names share comes once for each.
pub(super) fn results(function: Node<'_>) -> Vec<Node<'_>> {
    let Some(result) = function.child(field::RESULT) else {
        return Vec::new();
    };
    if result.kind() != kind::PARAMETER_LIST {
        return vec![result];
    }
    declarations(result)
        .flat_map(|parameter| {
            let count = parameter.names().count().max(1);
            parameter.declared().into_iter().cycle().take(count)
        })
        .collect()
}

/// Every name that a function's own declaration brings in: receiver, parameters, results.
pub(super) fn own_names(function: Node<'_>) -> Vec<&[u8]> {
    function
        .named()
        .filter(|list| list.kind() == kind::PARAMETER_LIST)
        .flat_map(declarations)
        .flat_map(Parameter::names)
        .map(Node::bytes)
        .collect()
}
