//! A result set out of thin air, the same every time.

use std::collections::BTreeMap;

use mutscore::results::{Basis, Generation, Header, Planned, RESULTS_SCHEMA, ResultSet, Row};
use mutscore_model::digest::Digest;
use mutscore_model::outcome::Stage;
use mutscore_model::path::RelPath;

/// Any generator will do; this one is a linear congruence.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(2).wrapping_add(1))
    }

    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }
}

const STAGES: [Stage; 5] = [
    Stage::GenerationFailure,
    Stage::BuildFailure,
    Stage::BindingFailure,
    Stage::ExecutionFailure,
    Stage::AssertionFailure,
];

/// Three projects of unequal size, three configurations, two views, so many repeats.
pub(crate) fn set(repeats: u32) -> ResultSet {
    let mut dice = Dice::new(7);
    let mut planned = BTreeMap::new();
    let mut instance = 0;
    for (project, features, each) in [("shop", 6, 5), ("bank", 3, 4), ("zoo", 9, 2)] {
        for feature in 0..features {
            for number in 0..each {
                instance += 1;
                planned.insert(
                    instance,
                    one_planned(&mut dice, instance, project, feature, number),
                );
            }
        }
    }
    let mut rows = Vec::new();
    for (configuration, strength) in [("mild", 45), ("strong", 85), ("weak", 25)] {
        for view in ["all-hidden", "target-hidden"] {
            for repeat in 1..=repeats {
                for planned in planned.values() {
                    rows.push(row(
                        &mut dice,
                        (configuration, view, repeat),
                        strength,
                        planned,
                    ));
                }
            }
        }
    }
    rows.sort_by(|a, b| a.who().cmp(&b.who()));
    ResultSet {
        header: header(),
        planned,
        rows,
    }
}

pub(crate) fn header() -> Header {
    let basis = Basis {
        operators: vec!["arith".into()],
        manifest: Digest::of(b"manifest"),
        tree: Digest::of(b"tree"),
        toolchain: BTreeMap::from([("behave".to_owned(), "1.3.3".to_owned())]),
        policy: Digest::of(b"policy"),
    };
    let projects = ["bank", "shop", "zoo"].map(|name| (name.to_owned(), basis.clone()));
    Header {
        schema: RESULTS_SCHEMA,
        tool: "0.1.0".into(),
        projects: projects.into(),
    }
}

fn one_planned(
    dice: &mut Dice,
    instance: u32,
    project: &str,
    feature: u64,
    number: u64,
) -> Planned {
    // Some kill nothing.
    let kills = if dice.chance(8) {
        0
    } else {
        1 + dice.below(12) as u32
    };
    let mut mask = |percent| {
        (0..kills)
            .map(|_| if dice.chance(percent) { '1' } else { '0' })
            .collect::<String>()
    };
    let (assertion, target) = (mask(50), mask(30));
    Planned {
        instance,
        project: project.to_owned(),
        feature: RelPath::new(&format!("features/f{feature}.feature")).unwrap(),
        scenario: format!("scenario {number}"),
        pool: Digest::of(&instance.to_le_bytes()),
        gt_kills: kills,
        calls: dice.chance(80),
        assertion: Some(assertion),
        target: Some(target),
        group: dice.chance(50).then(|| format!("g{}", dice.below(4))),
    }
}

fn row(
    dice: &mut Dice,
    (configuration, view, repeat): (&str, &str, u32),
    strength: u64,
    planned: &Planned,
) -> Row {
    let outcome = match dice.below(100) {
        0..=3 => Stage::Infrastructure,
        at if at < 20 + strength * 3 / 4 => Stage::Pass,
        _ => STAGES[dice.below(5) as usize],
    };
    let passes = outcome == Stage::Pass;
    let letter = |dice: &mut Dice| {
        if dice.chance(strength + 10) {
            'k'
        } else {
            ['s', 's', 'n', 'n', 't', 'i'][dice.below(6) as usize]
        }
    };
    let pairs = if passes {
        (0..planned.gt_kills).map(|_| letter(dice)).collect()
    } else {
        String::new()
    };
    let share = |dice: &mut Dice| dice.below(1001) as f64 / 1000.0;
    Row {
        configuration: configuration.to_owned(),
        view: view.to_owned(),
        repeat,
        instance: planned.instance,
        submission: Digest::of(&[repeat as u8, planned.instance as u8]),
        pool: planned.pool,
        outcome,
        pairs,
        cov_jaccard: dice.chance(97).then(|| share(dice)),
        api_f1: planned.calls.then(|| share(dice)),
        api_f1_by_step: planned.calls.then(|| share(dice)),
        because: None,
        discarded: 0,
        generation: dice.chance(90).then(|| Generation {
            seconds: Some(share(dice) * 100.0),
            cost: Some(share(dice)),
            ..Generation::default()
        }),
    }
}
