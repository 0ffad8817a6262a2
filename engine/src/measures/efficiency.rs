//! What generating took (paper §3.3.3), and who gives most for it.

use std::collections::BTreeMap;

use super::summarise::Group;
use super::summary::{Arm, Efficiency, Spent};
use crate::results::Generation;

type Quantity = (&'static str, fn(&Generation) -> Option<f64>);

const QUANTITIES: [Quantity; 5] = [
    ("seconds", |one| one.seconds),
    ("llm_calls", |one| one.llm_calls),
    ("input_tokens", |one| one.input_tokens),
    ("output_tokens", |one| one.output_tokens),
    ("cost", |one| one.cost),
];

/// Means over the generations that recorded a quantity; those that did not are not taken for free.
pub(super) fn efficiency(group: &Group<'_>) -> Option<Efficiency> {
    let mut of = BTreeMap::new();
    for (name, quantity) in QUANTITIES {
        let (mut recorded, mut sum, mut passes, mut complete) = (0_usize, 0.0, 0.0, 0.0);
        for one in &group.measured {
            if let Some(amount) = one.row.generation.as_ref().and_then(quantity) {
                recorded += 1;
                sum += amount;
                passes += one.values[0].unwrap_or(0.0);
                complete += one.values[1].unwrap_or(0.0);
            }
        }
        if recorded > 0 {
            let each = |successes: f64| (successes > 0.0).then(|| sum / successes);
            let spent = Spent {
                recorded,
                per_generation: sum / recorded as f64,
                per_pass: each(passes),
                per_kill_complete: each(complete),
            };
            of.insert(name, spent);
        }
    }
    (!of.is_empty()).then_some(Efficiency { of })
}

/// By view: the configurations whose KillComplete@1 no other reaches at the same or a lower cost, the cheapest first.
pub(super) fn pareto(arms: &[Arm]) -> BTreeMap<String, Vec<String>> {
    let mut by_view: BTreeMap<String, Vec<(f64, f64, &str)>> = BTreeMap::new();
    for arm in arms {
        let cost = arm.efficiency.as_ref().and_then(|all| all.of.get("cost"));
        let complete = arm.overall.measures.get("kill_complete");
        if let (Some(cost), Some(complete)) = (cost, complete) {
            let of = by_view.entry(arm.view.clone()).or_default();
            of.push((cost.per_generation, complete.value, &arm.configuration));
        }
    }
    by_view
        .into_iter()
        .map(|(view, mut arms)| {
            // The cheapest first, and the best of equal cost first: whoever is above all before is on the line.
            arms.sort_by(|a, b| {
                a.0.total_cmp(&b.0)
                    .then(b.1.total_cmp(&a.1))
                    .then(a.2.cmp(b.2))
            });
            let mut best = f64::NEG_INFINITY;
            let mut line = Vec::new();
            for (_, complete, name) in arms {
                if complete > best {
                    best = complete;
                    line.push(name.to_owned());
                }
            }
            (view, line)
        })
        .collect()
}
