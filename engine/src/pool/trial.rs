//! The gate of a freeze: every scenario alone, several times, and once more observed.

use std::sync::Arc;

use mutscore_model::instance::Instance;
use mutscore_model::outcome::{RunOutcome, RunReport};
use mutscore_model::overlay::Overlay;
use mutscore_model::pool::{Drop, GateEntry};
use mutscore_runners::runner::Mode;

use crate::cache::Purpose;
use crate::pool::freeze::{FreezeError, Freezing, Passed, Phase};
use crate::pool::gate;

impl Freezing<'_> {
    /// Runs every instance alone, cold, several times, and once more observed.
    pub(super) fn gate(
        &mut self,
        instances: Vec<Instance>,
        early: Vec<GateEntry>,
    ) -> Result<(Vec<Passed>, Vec<GateEntry>), FreezeError> {
        let runs = self.opened.ready.settings.gate_runs.max(1);
        let limits = self.opened.ready.settings.limits.unmeasured();
        let workers = self.opened.workers(&self.view, Mode::Cold)?;
        let nothing = Arc::new(Overlay::default());
        let mut requests = Vec::new();
        for instance in &instances {
            for run in 1..=runs {
                requests.push(self.request(instance, &nothing, limits, Purpose::Gate(run)));
            }
        }
        self.watch.begin(Phase::Gate, requests.len());
        let finished = self.make(requests, &workers)?;
        let (mut entries, mut alive) = (early, Vec::new());
        for (instance, runs) in instances.into_iter().zip(finished.chunks(runs as usize)) {
            let reports: Vec<RunReport> = runs.iter().map(|run| run.report.clone()).collect();
            let dropped =
                gate::dropped_by(&reports).map_err(|note| FreezeError::Infrastructure {
                    instance: instance.id,
                    note,
                })?;
            match dropped {
                Some((dropped, because)) => {
                    entries.push(GateEntry {
                        instance: instance.id,
                        dropped: Some(dropped),
                        because,
                    });
                }
                None => alive.push((instance, gate::baseline(&reports))),
            }
        }
        let observing = alive
            .iter()
            .map(|(instance, _)| self.request(instance, &nothing, limits, Purpose::Observed))
            .collect::<Vec<_>>();
        self.watch.begin(Phase::Observe, observing.len());
        let observed = self.make(observing, &workers)?;
        let mut passed = Vec::new();
        for ((instance, baseline), seen) in alive.into_iter().zip(observed) {
            match (seen.report.outcome, seen.report.observation) {
                (RunOutcome::Pass, Some(observed)) => {
                    entries.push(GateEntry {
                        instance: instance.id,
                        dropped: None,
                        because: None,
                    });
                    let limits = self.opened.ready.settings.limits.limits(baseline);
                    passed.push(Passed {
                        instance,
                        limits,
                        observed,
                    });
                }
                (RunOutcome::Infrastructure, _) => {
                    let note = seen.report.note.unwrap_or_default();
                    return Err(FreezeError::Infrastructure {
                        instance: instance.id,
                        note,
                    });
                }
                _ => {
                    let because = Some("it does not pass while it is observed".to_owned());
                    entries.push(GateEntry {
                        instance: instance.id,
                        dropped: Some(Drop::Unstable),
                        because,
                    });
                }
            }
        }
        entries.sort_by_key(|entry| entry.instance);
        self.summary.count_gate(&entries);
        Ok((passed, entries))
    }
}
