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
    /// The framework, started on `FILE:LINE` by hand, in a new process.
    Native,
    /// The same in the smallest JVM that does it, with the options that cold runs have.
    NativeSmall,
    /// The engine's cold run.
    Cold,
    /// Warm, where the mutated function may be swapped.
    Swapped,
    /// Warm in any other way: with the mutated file loaded, with a build of all mutants, or after all cold.
    Loaded,
    /// Warm, without a mutant: the least that a warm run can cost.
    Unmutated,
}

const WAYS: [(Way, &str); 6] = [
    (Way::Native, "native"),
    (Way::NativeSmall, "native, small JVM"),
    (Way::Cold, "cold"),
    (Way::Swapped, "warm, swapped"),
    (Way::Loaded, "warm, not swapped"),
    (Way::Unmutated, "warm, unmutated"),
];
const SWAPPED: usize = 3;
const LOADED: usize = 4;

/// A pair with what a warm run of it showed before anything was measured.
struct Known<'a> {
    pair: &'a Pair,
    execution: Execution,
    passes: bool,
}

impl Known<'_> {
    fn goes(&self, way: Way, native: &Native) -> bool {
        match way {
            Way::Swapped => self.execution == Execution::Swapped,
            Way::Loaded => self.execution != Execution::Swapped,
            Way::NativeSmall => native.has_small(),
            Way::Native | Way::Cold | Way::Unmutated => true,
        }
    }
}

/// Sessions that live through the whole measurement, as a worker's do.
///
/// Each way has its own: what a run leaves to the next one to clear away is then paid for in the same way, and what the
/// meter rounds off in a process that lives on is not lost between two blocks.
pub struct Comparison<'a> {
    sample: &'a Sample,
    meter: &'a Meter,
    native: Native,
    looking: Box<dyn Session>,
    /// Beside the native way, in the order of [`WAYS`], with whether it has run already.
    sessions: Vec<(Way, Box<dyn Session>, bool)>,
    left_out: u32,
    /// Of each so many pairs one is run in a process of its own.
    apart: usize,
    shared: u32,
}

impl<'a> Comparison<'a> {
    /// Makes the sessions and the copy for native runs. Of each `apart` pairs one is run natively and cold: all of these
    /// cost nearly the same, and a warm worker is known by long series only.
    ///
    /// # Errors
    /// When one of them cannot be made.
    pub fn new(
        opened: &Opened,
        meter: &'a Meter,
        sample: &'a Sample,
        apart: usize,
    ) -> anyhow::Result<Self> {
        let project = opened.project(opened.whole_view().layers().to_vec());
        let mut sessions = Vec::new();
        for (slot, (way, _)) in (1..).zip(WAYS) {
            let mode = match way {
                Way::Native | Way::NativeSmall => continue,
                Way::Cold => Mode::Cold,
                Way::Swapped | Way::Loaded | Way::Unmutated => Mode::Warm,
            };
            sessions.push((way, opened.runner.session(&project, mode, slot)?, false));
        }
        Ok(Self {
            sample,
            meter,
            native: Native::new(opened)?,
            looking: opened.runner.session(&project, Mode::Warm, 0)?,
            sessions,
            left_out: 0,
            apart: apart.max(1),
            shared: 0,
        })
    }

    /// Pairs that were left out so far, since they end without a verdict when warm: a native run has no limits.
    #[must_use]
    pub fn left_out(&self) -> u32 {
        self.left_out
    }

    /// Pairs so far that a process or class loader made which serves many mutants.
    #[must_use]
    pub fn shared(&self) -> u32 {
        self.shared
    }

    /// Measures groups of pairs that a worker would be given together. `batched` tells that the pairs of a group are of
    /// one mutant, which is then loaded once.
    ///
    /// # Errors
    /// When a native run cannot be started, or the machine does not tell CPU times.
    pub fn measure(&mut self, groups: &[Vec<Pair>], batched: bool) -> anyhow::Result<Vec<Row>> {
        let mut tallies = WAYS.map(|(_, name)| (name, Tally::default()));
        let mut seen = 0;
        for (number, group) in groups.iter().enumerate() {
            let known = self.look(group, batched)?;
            for turn in 0..WAYS.len() {
                // In another order each time, so that none is always the one after another.
                let place = (turn + number) % WAYS.len();
                let (way, _) = WAYS[place];
                let each = match way {
                    Way::Native | Way::NativeSmall | Way::Cold => self.apart,
                    Way::Swapped | Way::Loaded | Way::Unmutated => 1,
                };
                let pairs: Vec<&Known<'_>> = known
                    .iter()
                    .enumerate()
                    .filter(|(at, one)| (seen + at) % each == 0 && one.goes(way, &self.native))
                    .map(|(_, one)| one)
                    .collect();
                self.block(way, &pairs, batched, &mut tallies[place].1)?;
            }
            seen += known.len();
        }
        let warm = tallies[SWAPPED].1 + tallies[LOADED].1;
        let [native, small, cold, swapped, loaded, unmutated] = tallies;
        Ok(rows(&[
            native,
            small,
            cold,
            ("warm, all pairs", warm),
            swapped,
            loaded,
            unmutated,
        ]))
    }

    /// A warm run of each pair of a group, unmeasured: which way it goes, and that it has a verdict at all.
    fn look<'p>(&mut self, group: &'p [Pair], batched: bool) -> anyhow::Result<Vec<Known<'p>>> {
        let mut known = Vec::new();
        for (place, pair) in group.iter().enumerate() {
            self.native.prepare(&pair.overlay)?;
            let follow = if batched { group.len() - place } else { 1 };
            let report = run(&mut *self.looking, self.sample, pair, &pair.overlay, follow);
            match report.outcome {
                RunOutcome::Timeout | RunOutcome::Infrastructure => self.left_out += 1,
                outcome => {
                    self.shared += u32::from(report.execution == Execution::Shared);
                    known.push(Known {
                        pair,
                        execution: report.execution,
                        passes: outcome == RunOutcome::Pass,
                    });
                }
            }
        }
        Ok(known)
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
        let nothing = &*sample.unmutated;
        let mut session = self.sessions.iter_mut().find(|(its, ..)| *its == way);
        if let Some((_, session, ran)) = &mut session
            && !std::mem::replace(ran, true)
        {
            // What a worker does once in its life is not part of a pair; the second run lets go of the first's mutant.
            let pair = pairs[0].pair;
            run(&mut **session, sample, pair, &pair.overlay, 1);
            run(&mut **session, sample, pair, nothing, 1);
        }
        let mut make = |pair: &Pair, overlay: &Overlay, follow: usize| {
            let (_, session, _) = session.as_mut()?;
            Some(run(&mut **session, sample, pair, overlay, follow))
        };
        let started = Instant::now();
        let (outcome, cpu) = self.meter.measure(|| -> anyhow::Result<(Duration, u32)> {
            let (mut own, mut differ) = (0, 0);
            for (place, known) in pairs.iter().enumerate() {
                let pair = known.pair;
                let follow = if batched { pairs.len() - place } else { 1 };
                let overlay = match way {
                    Way::Unmutated => nothing,
                    _ => &*pair.overlay,
                };
                let passes = match make(pair, overlay, follow) {
                    None => {
                        let at = &sample.instances[pair.instance].at;
                        native.run(at, overlay, way == Way::NativeSmall)?
                    }
                    Some(report) => {
                        own += report.cpu_us;
                        report.outcome == RunOutcome::Pass
                    }
                };
                let expected = way == Way::Unmutated || known.passes;
                differ += u32::from(passes != expected);
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
