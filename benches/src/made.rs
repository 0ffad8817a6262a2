//! Requests, reports and kills made up for measuring what handles them: as many as wanted, none alike.

use std::sync::Arc;
use std::time::Duration;

use mutscore::cache::Key;
use mutscore::dispatch::Request;
use mutscore::metrics::Generated;
use mutscore_model::coverage::Lines;
use mutscore_model::digest::Digest;
use mutscore_model::instance::ScenarioRef;
use mutscore_model::mutant::MutantId;
use mutscore_model::outcome::{Exclusion, Execution, PairOutcome, RunOutcome, RunReport};
use mutscore_model::overlay::{Overlay, Replacement};
use mutscore_model::path::RelPath;
use mutscore_model::span::ByteSpan;
use mutscore_runners::runner::RunLimits;

/// The key of the result with this number.
#[must_use]
pub fn key(number: u32) -> Key {
    Key::from_digest(Digest::of(&number.to_le_bytes()))
}

/// The report of a run that passes: the shape of most that are kept.
#[must_use]
pub fn pass() -> RunReport {
    RunReport {
        outcome: RunOutcome::Pass,
        detail: None,
        step_begun: true,
        failed_step: None,
        exception: None,
        note: None,
        execution: Execution::Swapped,
        wall_us: 9_000,
        cpu_us: 8_000,
        peak_memory: 40 << 20,
        left_behind: 0,
        observation: None,
    }
}

/// `mutants` × `scenarios` requests, the scenarios outermost, as a freeze asks.
#[must_use]
pub fn requests(mutants: u32, scenarios: u32) -> Vec<Request> {
    let mut overlays = Vec::new();
    for mutant in 0..mutants {
        let span = ByteSpan::new(mutant, mutant + 1);
        let path = path(&format!("src/module_{}.py", mutant / 50));
        let bytes: Arc<[u8]> = format!("mutant {mutant}").into_bytes().into();
        let files = vec![Replacement {
            path,
            bytes,
            edited: span,
            original: span,
        }];
        overlays.push(Arc::new(Overlay { files, woven: None }));
    }
    let limits = RunLimits {
        wall: Duration::from_secs(10),
        cpu: Duration::from_secs(2),
    };
    let mut requests = Vec::new();
    for line in 0..scenarios {
        let scenario = ScenarioRef {
            feature: path("features/made.feature"),
            line: line + 1,
            rows: Vec::new(),
            test: None,
        };
        for (mutant, overlay) in (0u32..).zip(&overlays) {
            requests.push(Request {
                key: Some(key(line * mutants + mutant)),
                scenario: scenario.clone(),
                overlay: Arc::clone(overlay),
                limits,
                observe: false,
                strip: false,
            });
        }
    }
    requests
}

/// `pairs` mutants of `K_i`, with what a generated test does to each: of seven, four killed, one survived, one not
/// executed, one without a verdict.
#[must_use]
pub fn verdicts(pairs: u32) -> Vec<(MutantId, Generated)> {
    let of = |number: u32| match number % 7 {
        0..=3 => Generated::Ran(PairOutcome::Killed),
        4 => Generated::Ran(PairOutcome::Survived),
        5 => Generated::NotExecuted,
        _ => Generated::Ran(PairOutcome::Excluded(Exclusion::Timeout)),
    };
    (0..pairs)
        .map(|number| {
            let id = MutantId::from_digest(&Digest::of(&number.to_le_bytes()));
            (id, of(number))
        })
        .collect()
}

/// `files` files with `lines` executed lines each, beginning at line `first`.
#[must_use]
pub fn executed(files: u32, first: u32, lines: u32) -> Lines {
    let of = |file| {
        let path = path(&format!("src/module_{file}.py"));
        (path, (first..first + lines).collect())
    };
    Lines((0..files).map(of).collect())
}

fn path(text: &str) -> RelPath {
    RelPath::new(text).expect("a made-up path is relative and plain")
}
