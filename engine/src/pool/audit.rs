//! The audit: a random share of the warm runs is made again, cold, and any difference is published.

use std::sync::Arc;

use serde::Serialize;

use crate::dispatch::{Finished, Request, sample};
use crate::judge::{KillPolicy, judge};
use crate::pool::summary::word;

/// What an audit found.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct AuditResult {
    /// Pairs made again.
    pub audited: usize,
    /// Pairs whose verdict was another one.
    pub disagreements: usize,
    /// Which, in words: scenario, mutated file, warm against cold.
    pub which: Vec<String>,
    /// Seed of the sample.
    pub seed: u64,
}

impl AuditResult {
    /// Share of audited pairs that disagree; 0 if none was audited.
    #[must_use]
    pub fn rate(&self) -> f64 {
        if self.audited == 0 {
            0.0
        } else {
            self.disagreements as f64 / self.audited as f64
        }
    }
}

/// The requests to be made again, and their places among `requests`. They are never looked up nor kept.
pub(crate) fn choose(requests: &[Request], share: f64, seed: u64) -> (Vec<usize>, Vec<Request>) {
    let places = sample(requests, share, seed);
    let again = places
        .iter()
        .map(|place| {
            let request = &requests[*place];
            Request {
                key: None,
                overlay: Arc::clone(&request.overlay),
                ..request.clone()
            }
        })
        .collect();
    (places, again)
}

/// Compares what was found warm with what was found cold.
pub(crate) fn compare(
    requests: &[Request],
    places: &[usize],
    warm: &[Finished],
    cold: &[Finished],
    policy: &KillPolicy,
    seed: u64,
) -> AuditResult {
    let mut result = AuditResult {
        audited: places.len(),
        seed,
        ..AuditResult::default()
    };
    for (place, cold) in places.iter().zip(cold) {
        let warm = &warm[*place].report;
        let verdicts = (judge(warm, policy), judge(&cold.report, policy));
        if verdicts.0 != verdicts.1 {
            result.disagreements += 1;
            let request = &requests[*place];
            let file = request
                .overlay
                .files
                .first()
                .map_or("-", |file| file.path.as_str());
            result.which.push(format!(
                "{}:{} with {file} mutated: {} ({}), cold: {}",
                request.scenario.feature.as_str(),
                request.scenario.line,
                word(&warm.outcome),
                warm.execution.word(),
                word(&cold.report.outcome),
            ));
        }
    }
    result
}
