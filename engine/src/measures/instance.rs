//! The measures of one generation (paper §3.3.2), each defined or not.

use mutscore_model::outcome::{PairOutcome, Stage};

use crate::metrics::Generated;
use crate::results::{Planned, Row, generated};

use super::MEASURES;

/// A measure's value, where it is defined for this generation.
pub type Values = [Option<f64>; MEASURES.len()];

/// What a submission does to a part of `K_i`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Counts {
    all: u32,
    killed: u32,
    survived: u32,
    not_executed: u32,
    no_verdict: u32,
}

impl Counts {
    /// Over the mutants that `mask` names with a `1`; over all without a mask.
    fn of(pairs: &str, kills: u32, mask: Option<&str>) -> Self {
        let wanted =
            |place: usize| mask.is_none_or(|mask| mask.as_bytes().get(place) == Some(&b'1'));
        let mut counts = Self {
            all: mask.map_or(kills, |mask| {
                u32::try_from(mask.bytes().filter(|bit| *bit == b'1').count()).unwrap_or(u32::MAX)
            }),
            ..Self::default()
        };
        for (place, letter) in pairs.chars().enumerate() {
            if !wanted(place) {
                continue;
            }
            let count = match generated(letter) {
                Some(Generated::Ran(PairOutcome::Killed)) => &mut counts.killed,
                Some(Generated::Ran(PairOutcome::Survived)) => &mut counts.survived,
                Some(Generated::NotExecuted) => &mut counts.not_executed,
                _ => &mut counts.no_verdict,
            };
            *count += 1;
        }
        counts
    }

    /// As the paper counts: pairs without a verdict are left out of both sides.
    fn recall(self) -> f64 {
        ratio(self.killed, self.all - self.no_verdict.min(self.all))
    }

    fn recall_strict(self) -> f64 {
        ratio(self.killed, self.all)
    }

    fn complete(self) -> bool {
        self.all > 0 && self.killed == self.all
    }
}

fn ratio(part: u32, whole: u32) -> f64 {
    if whole == 0 {
        0.0
    } else {
        f64::from(part) / f64::from(whole)
    }
}

/// All measures of a generation, in the order of [`MEASURES`]. A generation that does not pass has 0 wherever the
/// measure is defined. Trouble of ours defines nothing but the measures that divide by all planned generations.
#[must_use]
pub fn values(planned: &Planned, row: &Row, relaxed: f64) -> Values {
    let executed = row.outcome != Stage::Infrastructure;
    let passes = row.outcome == Stage::Pass;
    let flag = |is: bool| f64::from(u8::from(is));
    let of = |mask: Option<&str>| Counts::of(&row.pairs, planned.gt_kills, mask);
    let all = of(None);
    let scorable = planned.gt_kills > 0;
    let if_passes = |value: f64| if passes { value } else { 0.0 };
    let subset = |mask: Option<&str>| mask.map(|mask| of(Some(mask))).filter(|part| part.all > 0);
    let (assertion, target) = (
        subset(planned.assertion.as_deref()),
        subset(planned.target.as_deref()),
    );
    let recall_of = |part: Option<Counts>| {
        part.filter(|_| executed)
            .map(|part| if_passes(part.recall()))
    };
    let complete_of = |part: Option<Counts>| part.map(|part| flag(passes && part.complete()));
    let missed = all.survived + all.no_verdict;
    [
        executed.then(|| flag(passes)),
        Some(flag(passes && all.complete())),
        Some(flag(passes && scorable && all.recall_strict() >= relaxed)),
        (executed && scorable).then(|| if_passes(all.recall())),
        (executed && scorable).then(|| if_passes(all.recall_strict())),
        row.cov_jaccard.filter(|_| executed).map(if_passes),
        (executed && planned.calls).then(|| if_passes(row.api_f1.unwrap_or(0.0))),
        (executed && planned.calls).then(|| if_passes(row.api_f1_by_step.unwrap_or(0.0))),
        recall_of(assertion),
        complete_of(assertion),
        recall_of(target),
        complete_of(target),
        Some(flag(passes && scorable && all.not_executed == 0)),
        Some(flag(passes && all.killed > 0 && missed == 0)),
    ]
}

#[cfg(test)]
mod tests {
    use mutscore_model::digest::Digest;
    use mutscore_model::path::RelPath;

    use super::*;

    fn planned(kills: u32) -> Planned {
        Planned {
            instance: 1,
            project: "p".into(),
            feature: RelPath::new("f.feature").unwrap(),
            scenario: "s".into(),
            pool: Digest::of(b"pool"),
            gt_kills: kills,
            calls: true,
            assertion: Some("0110".into()),
            target: None,
            group: None,
        }
    }

    fn row(outcome: Stage, pairs: &str) -> Row {
        Row {
            configuration: "c".into(),
            view: "v".into(),
            repeat: 1,
            instance: 1,
            submission: Digest::of(b"s"),
            pool: Digest::of(b"pool"),
            outcome,
            pairs: pairs.into(),
            cov_jaccard: Some(0.5),
            api_f1: Some(0.25),
            api_f1_by_step: None,
            because: None,
            discarded: 0,
            generation: None,
        }
    }

    fn of(name: &str, planned: &Planned, row: &Row) -> Option<f64> {
        let place = MEASURES.iter().position(|(id, _)| *id == name).unwrap();
        values(planned, row, 0.95)[place]
    }

    #[test]
    fn a_pair_without_a_verdict_is_left_out_of_recall_and_never_helps_completeness() {
        let (planned, row) = (planned(4), row(Stage::Pass, "kkkt"));
        assert_eq!(of("mut_recall", &planned, &row), Some(1.0));
        assert_eq!(of("mut_recall_strict", &planned, &row), Some(0.75));
        assert_eq!(of("kill_complete", &planned, &row), Some(0.0));
        assert_eq!(of("kill_complete_assertion", &planned, &row), Some(1.0));
        assert_eq!(of("executes_all", &planned, &row), Some(1.0));
        assert_eq!(of("kills_all_executed", &planned, &row), Some(0.0));
    }

    #[test]
    fn what_does_not_pass_is_0_and_trouble_of_ours_is_left_out_but_of_what_was_planned() {
        let planned = planned(4);
        let failed = row(Stage::AssertionFailure, "");
        for name in [
            "pass",
            "mut_recall",
            "cov_jaccard",
            "api_f1",
            "kill_complete",
        ] {
            assert_eq!(of(name, &planned, &failed), Some(0.0), "{name}");
        }
        let ours = row(Stage::Infrastructure, "");
        for name in ["pass", "mut_recall", "cov_jaccard", "api_f1"] {
            assert_eq!(of(name, &planned, &ours), None, "{name}");
        }
        assert_eq!(of("kill_complete", &planned, &ours), Some(0.0));
    }

    #[test]
    fn an_instance_without_kills_is_planned_but_never_kill_complete() {
        let (mut planned, row) = (planned(0), row(Stage::Pass, ""));
        planned.assertion = None;
        assert_eq!(of("kill_complete", &planned, &row), Some(0.0));
        assert_eq!(of("mut_recall", &planned, &row), None);
        assert_eq!(of("mut_recall_assertion", &planned, &row), None);
    }

    #[test]
    fn not_executed_mutants_count_against_the_route_and_not_against_checking() {
        let (planned, row) = (planned(4), row(Stage::Pass, "knkk"));
        assert_eq!(of("executes_all", &planned, &row), Some(0.0));
        assert_eq!(of("kills_all_executed", &planned, &row), Some(1.0));
        assert_eq!(of("mut_recall", &planned, &row), Some(0.75));
        assert_eq!(of("mut_recall_assertion", &planned, &row), Some(0.5));
    }
}
