//! Visits every node of a tree once and asks the chosen operators for changes.

use crate::language::{Language, Reach, Role};
use crate::operator::{Proposal, Site};
use crate::registry::OperatorSet;
use crate::tree::Tree;
use crate::vocabulary::{ANONYMOUS, ERROR, TRIVIA};

/// A change with the operator that asked for it.
pub(crate) struct Found {
    /// The node the operator looked at; the changed span lies inside it.
    pub node: u32,
    /// Place of the operator in the registry, which is also its rank where several change the same bytes.
    pub rank: usize,
    /// The change.
    pub proposal: Proposal,
}

/// All changes in `tree`, in no particular order.
pub(crate) fn find(
    tree: &Tree<'_>,
    language: &dyn Language,
    operators: &OperatorSet,
    reach: Reach,
) -> Vec<Found> {
    let survey = language.survey(tree);
    let mut found = Vec::new();
    // Document order puts parents first, so one number says how far the current body reaches.
    let mut body_end = if reach == Reach::Everywhere {
        u32::MAX
    } else {
        0
    };
    let mut index = 0;
    while (index as usize) < tree.len() {
        let node = tree.node(index);
        index += 1;
        match node.kind() {
            ANONYMOUS => continue,
            ERROR if node.parent().is_some() => {
                index = node.after();
                continue;
            }
            TRIVIA => continue,
            _ => {}
        }
        if language.is_banned(node, reach) {
            index = node.after();
            continue;
        }
        if language.is_body(node) {
            body_end = body_end.max(node.after());
        }
        if node.index() >= body_end {
            continue;
        }
        let implicit = language
            .is_implicit_return(node)
            .then_some(Role::Return(node));
        for role in language.role(node).into_iter().chain(implicit) {
            let site = Site {
                node,
                role,
                language,
                survey: &survey,
            };
            for (rank, operator) in operators.iter() {
                operator.mutate(&site, &mut |proposal| {
                    let id = operator.meta().id;
                    let protected = language.protect(id, node, proposal, &survey);
                    found.extend(protected.map(|proposal| Found {
                        node: node.index(),
                        rank,
                        proposal,
                    }));
                });
            }
        }
    }
    found
}
