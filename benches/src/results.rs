//! A result set of the paper's size, made on the spot: instances in feature files of eight projects, eight configurations
//! in two views, about 300 kills of the ground truth an instance.

use std::collections::BTreeMap;

use mutscore::results::{Basis, Generation, Header, Line, Planned, RESULTS_SCHEMA, ResultSet, Row};
use mutscore_model::digest::Digest;
use mutscore_model::outcome::Stage;
use mutscore_model::path::RelPath;

/// Instances of the paper's benchmark.
pub const INSTANCES: u32 = 5_086;
const PROJECTS: u32 = 8;
/// The paper's 1,415 feature files hold 3.6 scenarios each.
const IN_A_FILE: u32 = 4;
const CONFIGURATIONS: u32 = 8;
const VIEWS: [&str; 2] = ["all-hidden", "target-hidden"];
const KILLS: u32 = 300;

struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(bound)) as u32
    }
}

/// A set of so many instances.
///
/// # Panics
/// Never: its paths are paths.
#[must_use]
#[expect(clippy::unwrap_used, reason = "names made here")]
pub fn set(instances: u32) -> ResultSet {
    let mut dice = Dice(11);
    let planned: BTreeMap<u32, Planned> = (1..=instances)
        .map(|instance| {
            let project = format!("project-{}", instance % PROJECTS);
            let kills = KILLS / 2 + dice.below(KILLS);
            let mask = (0..kills)
                .map(|_| if dice.below(2) == 0 { '0' } else { '1' })
                .collect();
            let planned = Planned {
                instance,
                project,
                feature: RelPath::new(&format!(
                    "features/f{}.feature",
                    instance / PROJECTS / IN_A_FILE
                ))
                .unwrap(),
                scenario: format!("Scenario number {instance}"),
                pool: Digest::of(&instance.to_le_bytes()),
                gt_kills: kills,
                calls: dice.below(10) > 0,
                assertion: Some(mask),
                target: None,
                group: None,
            };
            (instance, planned)
        })
        .collect();
    let mut rows = Vec::new();
    for configuration in 0..CONFIGURATIONS {
        for view in VIEWS {
            for planned in planned.values() {
                rows.push(row(&mut dice, configuration, view, planned));
            }
        }
    }
    ResultSet {
        header: header(),
        planned,
        rows,
    }
}

fn row(dice: &mut Dice, configuration: u32, view: &str, planned: &Planned) -> Row {
    let passes = dice.below(100) < 50 + 4 * configuration;
    let complete = dice.below(100) < 40;
    let letter = |dice: &mut Dice| {
        if complete || dice.below(100) < 85 {
            'k'
        } else {
            ['s', 'n', 't'][dice.below(3) as usize]
        }
    };
    let pairs = if passes {
        (0..planned.gt_kills).map(|_| letter(dice)).collect()
    } else {
        String::new()
    };
    let share = |dice: &mut Dice| f64::from(dice.below(10_000)) / 10_000.0;
    Row {
        configuration: format!("agent-{configuration}/model"),
        view: view.to_owned(),
        repeat: 1,
        instance: planned.instance,
        submission: Digest::of(&dice.0.to_le_bytes()),
        pool: planned.pool,
        outcome: if passes {
            Stage::Pass
        } else {
            Stage::AssertionFailure
        },
        pairs,
        cov_jaccard: Some(share(dice)),
        api_f1: planned.calls.then(|| share(dice)),
        api_f1_by_step: planned.calls.then(|| share(dice)),
        because: None,
        discarded: 0,
        generation: Some(Generation {
            seconds: Some(f64::from(60 + dice.below(600))),
            cost: Some(share(dice)),
            ..Generation::default()
        }),
    }
}

fn header() -> Header {
    let basis = Basis {
        operators: vec!["default".to_owned()],
        manifest: Digest::of(b"manifest"),
        tree: Digest::of(b"tree"),
        toolchain: BTreeMap::new(),
        policy: Digest::of(b"policy"),
    };
    Header {
        schema: RESULTS_SCHEMA,
        tool: env!("CARGO_PKG_VERSION").to_owned(),
        projects: (0..PROJECTS)
            .map(|number| (format!("project-{number}"), basis.clone()))
            .collect(),
    }
}

/// The file that holds a set.
///
/// # Panics
/// Never: a set has a JSON form.
#[must_use]
#[expect(clippy::unwrap_used, reason = "made of strings and finite numbers")]
pub fn text(set: &ResultSet) -> Vec<u8> {
    let mut text = Vec::new();
    let lines = std::iter::once(Line::Header(set.header.clone()))
        .chain(set.planned.values().cloned().map(Line::Planned))
        .chain(
            set.rows
                .iter()
                .cloned()
                .map(|row| Line::Result(Box::new(row))),
        );
    for line in lines {
        serde_json::to_writer(&mut text, &line).unwrap();
        text.push(b'\n');
    }
    text
}
