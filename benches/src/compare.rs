//! Runs a sample's pairs in every way, in turn, and adds up what they cost.

use std::time::{Duration, Instant};

use mutscore::project::Opened;
use mutscore_model::outcome::{Execution, RunOutcome, RunReport};
use mutscore_model::overlay::Overlay;
use mutscore_runners::runner::{CancelToken, Job, Mode, Session};

use crate::meter::Meter;
use crate::native::Native;
use crate::sample::{Pair, Sample};
use crate::table::{Row, Tally, rows};

/// How a pair can be run; the yardstick first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// `behave FILE:LINE` in a new process.
    Native,
    /// The engine's cold run.
    Cold,
    /// Warm, where the mutated function may be swapped.
    Swapped,
    /// Warm, where the mutated file has to be loaded.
    Loaded,
    /// Warm, without a mutant: the least that a warm run can cost.
    Unmutated,
}

const WAYS: [(Way, &str); 5] = [
    (Way::Native, "native behave"),
    (Way::Cold, "cold"),
    (Way::Swapped, "warm, swapped"),
    (Way::Loaded, "warm, loaded"),
    (Way::Unmutated, "warm, unmutated"),
];

/// A pair with what a warm run of it showed before anything was measured.
struct Known<'a> {
    pair: &'a Pair,
    execution: Execution,
    passes: bool,
}

impl Known<'_> {
    fn goes(&self, way: Way) -> bool {
        match way {
            Way::Swapped => self.execution == Execution::Swapped,
            Way::Loaded => self.execution == Execution::Loaded,
            Way::Native | Way::Cold | Way::Unmutated => true,
        }
    }
}

/// Sessions that live through the whole measurement, as a worker's do.
pub struct Comparison<'a> {
    sample: &'a Sample,
    meter: Meter,
    native: Native,
    cold: Box<dyn Session>,
    warm: Box<dyn Session>,
    left_out: u32,
}

impl<'a> Comparison<'a> {
    /// Makes the sessions and the copy for native runs.
    ///
    /// # Errors
    /// When one of them cannot be made.
    pub fn new(opened: &Opened, sample: &'a Sample) -> anyhow::Result<Self> {
        let project = opened.project(opened.whole_view().layers().to_vec());
        Ok(Self {
            sample,
            meter: Meter::new()?,
            native: Native::new(opened)?,
            cold: opened.runner.session(&project, Mode::Cold, 0)?,
            warm: opened.runner.session(&project, Mode::Warm, 1)?,
            left_out: 0,
        })
    }

    /// Pairs that were left out so far, since they end without a verdict when warm: a native run has no limits.
    #[must_use]
    pub fn left_out(&self) -> u32 {
        self.left_out
    }

    /// Measures groups of pairs that a worker would be given together. `batched` tells that the pairs of a group are of
    /// one mutant, which is then loaded once.
    ///
    /// # Errors
    /// When a native run cannot be started, or the machine does not tell CPU times.
    pub fn measure(&mut self, groups: &[Vec<Pair>], batched: bool) -> anyhow::Result<Vec<Row>> {
        let mut tallies = WAYS.map(|(_, name)| (name, Tally::default()));
        for (number, group) in groups.iter().enumerate() {
            let known = self.look(group, batched);
            for turn in 0..WAYS.len() {
                // In another order each time, so that none is always the one after another.
                let place = (turn + number) % WAYS.len();
                let (way, _) = WAYS[place];
                let pairs: Vec<&Known<'_>> = known.iter().filter(|one| one.goes(way)).collect();
                self.block(way, &pairs, batched, &mut tallies[place].1)?;
            }
        }
        Ok(rows(&tallies))
    }

    /// A warm run of each pair of a group, unmeasured: which way it goes, and that it has a verdict at all.
    fn look<'p>(&mut self, group: &'p [Pair], batched: bool) -> Vec<Known<'p>> {
        let mut known = Vec::new();
        for (place, pair) in group.iter().enumerate() {
            let follow = if batched { group.len() - place } else { 1 };
            let report = run(&mut *self.warm, self.sample, pair, &pair.overlay, follow);
            match report.outcome {
                RunOutcome::Timeout | RunOutcome::Infrastructure => self.left_out += 1,
                outcome => known.push(Known {
                    pair,
                    execution: report.execution,
                    passes: outcome == RunOutcome::Pass,
                }),
            }
        }
        // Otherwise the warm session still holds the last mutant of this group, and the first block that it is
        // measured in would get it for nothing.
        if let Some(pair) = group.first() {
            run(&mut *self.warm, self.sample, pair, &Overlay::default(), 1);
        }
        known
    }

    fn block(
        &mut self,
        way: Way,
        pairs: &[&Known<'_>],
        batched: bool,
        tally: &mut Tally,
    ) -> anyhow::Result<()> {
        if pairs.is_empty() {
            return Ok(());
        }
        let (sample, native) = (self.sample, &self.native);
        let session = match way {
            Way::Cold => &mut *self.cold,
            _ => &mut *self.warm,
        };
        let nothing = Overlay::default();
        let started = Instant::now();
        let (outcome, cpu) = self.meter.measure(|| -> anyhow::Result<(Duration, u32)> {
            let (mut own, mut differ) = (0, 0);
            for (place, known) in pairs.iter().enumerate() {
                let pair = known.pair;
                let follow = if batched { pairs.len() - place } else { 1 };
                let passes = match way {
                    Way::Native => {
                        native.run(&sample.instances[pair.instance].at, &pair.overlay)?
                    }
                    Way::Unmutated => {
                        let report = run(session, sample, pair, &nothing, follow);
                        own += report.cpu_us;
                        // Nothing is to be compared: it passes, mutant or not.
                        known.passes
                    }
                    Way::Cold | Way::Swapped | Way::Loaded => {
                        let report = run(session, sample, pair, &pair.overlay, follow);
                        own += report.cpu_us;
                        report.outcome == RunOutcome::Pass
                    }
                };
                differ += u32::from(passes != known.passes);
            }
            Ok((Duration::from_micros(own), differ))
        })?;
        let (own, differ) = outcome?;
        tally.wall += started.elapsed();
        tally.cpu += cpu;
        tally.own += own;
        tally.differ += differ;
        tally.runs += u32::try_from(pairs.len())?;
        Ok(())
    }
}

fn run(
    session: &mut dyn Session,
    sample: &Sample,
    pair: &Pair,
    overlay: &Overlay,
    follow: usize,
) -> RunReport {
    let instance = &sample.instances[pair.instance];
    let job = Job {
        scenario: &instance.at,
        overlay,
        limits: instance.limits,
        observe: false,
        strip: false,
        batch: u32::try_from(follow).unwrap_or(u32::MAX),
    };
    session.run(&job, &CancelToken::default())
}
