//! `cond-true`: makes a condition always hold.

use super::condition::{Part, fixed, tested_part};
use crate::operator::{Operator, OperatorMeta, Proposal, Site};

static META: OperatorMeta = OperatorMeta {
    id: "cond-true",
    tier: 2,
    rev: 1,
    summary: "Makes a condition always hold; it is still evaluated.",
    doc: include_str!("../../../docs/cond-true.md"),
    table: &[("C", "C or true")],
    schematizable: true,
};

pub(crate) struct CondTrue;

impl Operator for CondTrue {
    fn meta(&self) -> &'static OperatorMeta {
        &META
    }

    fn mutate(&self, site: &Site<'_>, sink: &mut dyn FnMut(Proposal)) {
        // A loop that always goes on would mostly only time out.
        let part = match tested_part(site) {
            Some(Part::Whole {
                goes_on_if: Some(true),
            })
            | Some(Part::Operand { of_and: false })
            | None => return,
            Some(part) => part,
        };
        if let Some(proposal) = fixed(site, part, true) {
            sink(proposal);
        }
    }
}
