//! `cond-false`: makes a condition never hold.

use super::condition::{Part, fixed, tested_part};
use crate::operator::{Operator, OperatorMeta, Proposal, Site};

static META: OperatorMeta = OperatorMeta {
    id: "cond-false",
    tier: 2,
    rev: 1,
    summary: "Makes a condition never hold; it is still evaluated.",
    doc: include_str!("../../../docs/cond-false.md"),
    table: &[("C", "C and false")],
    schematizable: true,
};

pub(crate) struct CondFalse;

impl Operator for CondFalse {
    fn meta(&self) -> &'static OperatorMeta {
        &META
    }

    fn mutate(&self, site: &Site<'_>, sink: &mut dyn FnMut(Proposal)) {
        // Of an `and`, the operand that fails makes the whole fail: that is the mutant of the whole.
        let part = match tested_part(site) {
            Some(Part::Whole {
                goes_on_if: Some(false),
            })
            | Some(Part::Operand { of_and: true })
            | None => return,
            Some(part) => part,
        };
        if let Some(proposal) = fixed(site, part, false) {
            sink(proposal);
        }
    }
}
