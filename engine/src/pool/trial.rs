//! The gate of a freeze: every scenario alone, several times, and once more observed.

use std::ops::RangeInclusive;
use std::sync::Arc;

use mutscore_model::instance::Instance;
use mutscore_model::outcome::{RunOutcome, RunReport};
use mutscore_model::overlay::Overlay;
use mutscore_model::pool::{Drop, GateEntry};
use mutscore_runners::runner::Mode;

use crate::cache::Purpose;
use crate::dispatch::Request;
use crate::pool::freeze::{FreezeError, Freezing, Passed, Phase};
use crate::pool::gate;

impl Freezing<'_> {
    /// Runs every instance alone several times, and once more observed.
    pub(super) fn gate(
        &mut self,
        instances: Vec<Instance>,
        early: Vec<GateEntry>,
    ) -> Result<(Vec<Passed>, Vec<GateEntry>), FreezeError> {
        let limits = self.opened.ready.settings.limits.unmeasured();
        let nothing = Arc::new(Overlay::default());
        let tried = self.try_alone(&instances)?;
        let (mut entries, mut alive) = (early, Vec::new());
        for (instance, reports) in instances.into_iter().zip(tried) {
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
        let workers = self.opened.workers(&self.view, Mode::Cold)?;
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

    /// The gate's runs of each instance: the first one cold. The others are warm where such a run is left to chance as
    /// much as a cold one, and all is cold again where one of them does not pass: that could be the warm process's doing.
    fn try_alone(&mut self, instances: &[Instance]) -> Result<Vec<Vec<RunReport>>, FreezeError> {
        let runs = self.opened.ready.settings.gate_runs.max(1);
        let all: Vec<usize> = (0..instances.len()).collect();
        let warm = self.opened.mode() == Mode::Warm && self.opened.runner.is_left_to_chance_warm();
        let before = if warm { 1 } else { runs };
        self.watch
            .begin(Phase::Gate, instances.len() * runs as usize);
        let mut tried = self.repeat(instances, &all, 1..=before, Mode::Cold)?;
        if before == runs {
            return Ok(tried);
        }
        let is_good = |reports: &[RunReport]| matches!(gate::dropped_by(reports), Ok(None));
        let (good, bad): (Vec<usize>, Vec<usize>) =
            all.into_iter().partition(|place| is_good(&tried[*place]));
        let again = self.repeat(instances, &good, 2..=runs, Mode::Warm)?;
        let mut doubtful = bad;
        for (place, reports) in good.into_iter().zip(again) {
            if is_good(&reports) {
                tried[place].extend(reports);
            } else {
                doubtful.push(place);
            }
        }
        let again = self.repeat(instances, &doubtful, 2..=runs, Mode::Cold)?;
        for (place, reports) in doubtful.into_iter().zip(again) {
            tried[place].extend(reports);
        }
        Ok(tried)
    }

    /// Makes the gate's runs of these numbers for the instances at these places. Warm ones are not kept: one that fails says
    /// nothing of the scenario, and must not be found in the place of a cold one.
    fn repeat(
        &mut self,
        instances: &[Instance],
        places: &[usize],
        runs: RangeInclusive<u32>,
        mode: Mode,
    ) -> Result<Vec<Vec<RunReport>>, FreezeError> {
        if places.is_empty() {
            return Ok(Vec::new());
        }
        let limits = self.opened.ready.settings.limits.unmeasured();
        let nothing = Arc::new(Overlay::default());
        let each = runs.clone().count();
        let mut requests = Vec::with_capacity(places.len() * each);
        for place in places {
            for run in runs.clone() {
                let request =
                    self.request(&instances[*place], &nothing, limits, Purpose::Gate(run));
                let key = request.key.filter(|_| mode == Mode::Cold);
                requests.push(Request { key, ..request });
            }
        }
        let workers = self.opened.workers(&self.view, mode)?;
        let finished = self.make(requests, &workers)?;
        Ok(finished
            .chunks(each)
            .map(|runs| runs.iter().map(|run| run.report.clone()).collect())
            .collect())
    }
}
