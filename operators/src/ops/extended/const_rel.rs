//! `const-rel`: replaces an integer literal in a relational comparison by the neighbour above.

use crate::operator::{Operator, OperatorMeta, Proposal, Site};
use crate::ops::const_int::{is_edge, is_type_limit, plain_integer, shifted};

static META: OperatorMeta = OperatorMeta {
    id: "const-rel",
    tier: 2,
    rev: 1,
    summary: "Replaces an integer literal in a relational comparison by the neighbour above.",
    doc: include_str!("../../../docs/const-rel.md"),
    table: &[("x < n", "x < n+1")],
    schematizable: true,
};

pub(crate) struct ConstRel;

impl Operator for ConstRel {
    fn meta(&self) -> &'static OperatorMeta {
        &META
    }

    fn mutate(&self, site: &Site<'_>, sink: &mut dyn FnMut(Proposal)) {
        let Some((integer, negative)) = plain_integer(site) else {
            return;
        };
        if is_edge(site) && !site.drives_loop() && !is_type_limit(&integer) {
            sink(Proposal::replace(
                site.node,
                shifted(&integer, negative, true),
            ));
        }
    }
}
