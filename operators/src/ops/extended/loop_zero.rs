//! `loop-zero`: never enters a loop.

use super::condition::{Part, fixed, tested_part};
use crate::offer::Feature;
use crate::operator::{Operator, OperatorMeta, Proposal, Site};

static META: OperatorMeta = OperatorMeta {
    id: "loop-zero",
    tier: 2,
    rev: 1,
    summary: "Never enters a loop.",
    doc: include_str!("../../../docs/loop-zero.md"),
    table: &[
        ("while C", "while C and false"),
        ("for x in E", "for x in an empty list"),
    ],
    schematizable: true,
};

pub(crate) struct LoopZero;

impl Operator for LoopZero {
    fn meta(&self) -> &'static OperatorMeta {
        &META
    }

    fn feature(&self) -> Option<Feature> {
        Some(Feature::Iterated)
    }

    fn mutate(&self, site: &Site<'_>, sink: &mut dyn FnMut(Proposal)) {
        if let Some(part) = tested_part(site)
            && let Part::Whole {
                goes_on_if: Some(value),
            } = part
            && let Some(proposal) = fixed(site, part, !value)
        {
            sink(proposal);
        }
    }
}
