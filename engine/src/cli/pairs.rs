//! What the ground truth does to a mutant, in words.

use mutscore::report::Tone;
use mutscore_model::outcome::{Exclusion, PairOutcome};
use mutscore_model::pool::PoolEntry;

use super::term::paint;

/// `killed`, `survived`, or the reason for an exclusion.
pub(crate) fn outcome_word(outcome: PairOutcome) -> &'static str {
    match outcome {
        PairOutcome::Killed => "killed",
        PairOutcome::Survived => "survived",
        PairOutcome::Excluded(reason) => match reason {
            Exclusion::Timeout => "excluded: timeout",
            Exclusion::BeforeFirstStep => "excluded: before-first-step",
            Exclusion::Binding => "excluded: binding",
            Exclusion::Infrastructure => "excluded: infrastructure",
            Exclusion::Policy => "excluded: policy",
        },
    }
}

/// All that is frozen of a pair, a line each.
pub(crate) fn pair_words(entry: &PoolEntry) -> Vec<String> {
    let tone = if entry.outcome == PairOutcome::Killed {
        Tone::Good
    } else {
        Tone::Warn
    };
    let mut lines = vec![format!(
        "ground truth: {}",
        paint(tone, outcome_word(entry.outcome))
    )];
    if let Some(step) = &entry.step {
        let row = step
            .row
            .map(|row| format!(", row at line {row}"))
            .unwrap_or_default();
        lines.push(format!(
            "failing step: {} {} (line {}{row})",
            step.keyword, step.name, step.line
        ));
    }
    if let Some(exception) = &entry.exception {
        lines.push(format!("exception: {exception}"));
    }
    match entry.stripped {
        Some(PairOutcome::Survived) => {
            lines.push("survives with emptied Then bodies: only a Then step notices it".to_owned());
        }
        Some(stripped) => lines.push(format!(
            "with emptied Then bodies: {}",
            outcome_word(stripped)
        )),
        None => {}
    }
    lines
}
