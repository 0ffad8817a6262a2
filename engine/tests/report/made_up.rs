//! Results that nobody measured: of the bundled bench with its real mutants and sources, or of any size out of nothing.
//! The same each time.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use mutscore::bench::{Bench, digest_of};
use mutscore::config::Known;
use mutscore::measures::{Arm, Best, Comparison, Efficiency, Estimate, Scores, Spent, Summary};
use mutscore::metrics::assertion_dependent;
use mutscore::results::{Basis, Generation, Header, Planned, RESULTS_SCHEMA, ResultSet, Row};
use mutscore_model::digest::Digest;
use mutscore_model::outcome::Stage;
use mutscore_model::path::RelPath;

/// How good a made-up configuration is, in percent: it passes, it kills, it executes.
pub(crate) type Skill = (&'static str, u8, u8, u8);

pub(crate) const SKILLS: [Skill; 4] = [
    ("Careful/large", 90, 96, 60),
    ("Quick/large", 80, 85, 50),
    ("Quick/small", 62, 60, 40),
    ("Vacuous <b>&/\"small\"", 95, 10, 90),
];

pub(crate) const VIEWS: [&str; 2] = ["target-hidden", "all-hidden"];

/// The bundled bench. Nothing is written to it.
pub(crate) fn bench() -> Bench {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpora");
    let known = Known {
        languages: mutscore_operators::languages()
            .iter()
            .map(|language| language.id().to_owned())
            .collect(),
        runners: mutscore_runners::registry::runners()
            .iter()
            .map(|runner| runner.id().to_owned())
            .collect(),
        operators: Vec::new(),
    };
    Bench::open(&dir, &known).unwrap()
}

/// A number below 100 that depends on these words alone.
fn chance(words: &str) -> u8 {
    let bytes = *Digest::of(words.as_bytes()).as_bytes();
    (u16::from_le_bytes([bytes[0], bytes[1]]) % 100) as u8
}

/// Results of made-up configurations on these projects of the bundled bench.
pub(crate) fn of_bench(bench: &Bench, projects: &[&str], repeats: u32) -> ResultSet {
    let mut planned = Vec::new();
    let mut bases = BTreeMap::new();
    for project in projects {
        for instance in bench.instances().unwrap().of_project(project) {
            let Ok(pool) = bench.pool(project, instance.id) else {
                continue;
            };
            let provenance = &pool.provenance;
            bases.entry((*project).to_owned()).or_insert(Basis {
                operators: provenance.operators.clone(),
                manifest: provenance.manifest,
                tree: provenance.tree,
                toolchain: provenance.toolchain.clone(),
                policy: provenance.policy,
            });
            let assertion = pool
                .kills()
                .map(|entry| u8::from(assertion_dependent(entry)));
            planned.push(Planned {
                instance: instance.id,
                project: (*project).to_owned(),
                feature: instance.scenario.at.feature.clone(),
                scenario: instance.scenario.name.clone(),
                pool: digest_of(&serde_json::to_value(&pool).unwrap()),
                gt_kills: pool.kills().count() as u32,
                calls: !pool.calls.0.is_empty(),
                assertion: Some(assertion.map(|one| one.to_string()).collect()),
                target: None,
                group: None,
            });
        }
    }
    set(bases, planned, &SKILLS, repeats)
}

/// Results of this many instances in eight projects, with this many kills each, out of nothing.
pub(crate) fn of_nothing(instances: u32, kills: u32, skills: &[Skill]) -> ResultSet {
    let digest = Digest::of(b"made up");
    let planned = (1..=instances).map(|instance| Planned {
        instance,
        project: format!("project-{}", instance % 8),
        feature: RelPath::new(&format!("features/f{}.feature", instance % 300)).unwrap(),
        scenario: format!("Scenario number {instance}"),
        pool: digest,
        gt_kills: kills,
        calls: true,
        assertion: None,
        target: None,
        group: None,
    });
    let basis = Basis {
        operators: vec!["arith".to_owned()],
        manifest: digest,
        tree: digest,
        toolchain: BTreeMap::new(),
        policy: digest,
    };
    let bases = (0..8).map(|number| (format!("project-{number}"), basis.clone()));
    set(bases.collect(), planned.collect(), skills, 1)
}

fn set(
    projects: BTreeMap<String, Basis>,
    planned: Vec<Planned>,
    skills: &[Skill],
    repeats: u32,
) -> ResultSet {
    let mut rows = Vec::new();
    for skill in skills {
        for view in VIEWS {
            for repeat in 1..=repeats {
                rows.extend(
                    planned
                        .iter()
                        .map(|planned| row(planned, skill, view, repeat)),
                );
            }
        }
    }
    ResultSet {
        header: Header {
            schema: RESULTS_SCHEMA,
            tool: "0.1.0".to_owned(),
            projects,
        },
        planned: planned
            .into_iter()
            .map(|planned| (planned.instance, planned))
            .collect(),
        rows,
    }
}

const FAILURES: [Stage; 6] = [
    Stage::AssertionFailure,
    Stage::ExecutionFailure,
    Stage::BindingFailure,
    Stage::BuildFailure,
    Stage::GenerationFailure,
    Stage::Infrastructure,
];

fn row(planned: &Planned, skill: &Skill, view: &str, repeat: u32) -> Row {
    let (name, passes, kills, executes) = *skill;
    let key = format!("{name} {view} {repeat} {}", planned.instance);
    let harder = if view == "all-hidden" { 12 } else { 0 };
    let outcome = if chance(&key) < passes.saturating_sub(harder) {
        Stage::Pass
    } else {
        FAILURES[usize::from(chance(&format!("stage {key}"))) % FAILURES.len()]
    };
    let complete = chance(&format!("complete {key}")) < kills / 2;
    let letter = |mutant: u32| {
        let luck = chance(&format!("{key} {mutant}"));
        match luck {
            _ if complete || luck < kills => 'k',
            99 => 't',
            _ if chance(&format!("miss {key} {mutant}")) < executes => 's',
            _ => 'n',
        }
    };
    let is_pass = outcome == Stage::Pass;
    Row {
        configuration: name.to_owned(),
        view: view.to_owned(),
        repeat,
        instance: planned.instance,
        submission: Digest::of(key.as_bytes()),
        pool: planned.pool,
        outcome,
        pairs: if is_pass {
            (0..planned.gt_kills).map(letter).collect()
        } else {
            String::new()
        },
        cov_jaccard: Some(if is_pass {
            0.5 + f64::from(chance(&key)) / 200.0
        } else {
            0.0
        }),
        api_f1: planned.calls.then_some(if is_pass { 0.7 } else { 0.0 }),
        api_f1_by_step: None,
        because: (!is_pass).then(|| format!("the step <then> of {name} failed & said so")),
        discarded: 0,
        generation: Some(Generation {
            seconds: Some(30.0 + f64::from(chance(&key))),
            cost: Some(f64::from(passes) * f64::from(kills) / 40_000.0),
            ..Generation::default()
        }),
    }
}

/// A summary with the right form and naive numbers; its intervals are made up.
pub(crate) fn summary(set: &ResultSet) -> Summary {
    let mut planned: BTreeMap<String, usize> = BTreeMap::new();
    for one in set.planned.values() {
        *planned.entry(one.project.clone()).or_default() += 1;
    }
    let keys: BTreeSet<(&str, &str)> = set
        .rows
        .iter()
        .map(|row| (&*row.configuration, &*row.view))
        .collect();
    let arms: Vec<Arm> = keys.iter().map(|key| arm(set, &planned, *key)).collect();
    let value = |arm: &Arm, measure| arm.overall.measures[measure].value;
    let mut comparisons = Vec::new();
    let mut pareto: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for view in VIEWS {
        let mut ranked: Vec<&Arm> = arms.iter().filter(|arm| arm.view == view).collect();
        ranked.sort_by(|a, b| value(b, "kill_complete").total_cmp(&value(a, "kill_complete")));
        for pair in ranked.windows(2) {
            let difference = |measure| spread(value(pair[0], measure) - value(pair[1], measure));
            comparisons.push(Comparison {
                view: view.to_owned(),
                better: pair[0].configuration.clone(),
                worse: pair[1].configuration.clone(),
                instances: set.planned.len(),
                kill_complete: difference("kill_complete"),
                pass: difference("pass"),
                mcnemar_kill_complete: Some(0.000_2),
                mcnemar_pass: Some(0.041_5),
                sign_flip_mut_recall: None,
            });
        }
        let cost = |arm: &&Arm| arm.efficiency.as_ref().unwrap().of["cost"].per_generation;
        ranked.sort_by(|a, b| cost(a).total_cmp(&cost(b)));
        let mut best = 0.0;
        for arm in ranked {
            if value(arm, "kill_complete") > best {
                best = value(arm, "kill_complete");
                pareto
                    .entry(view.to_owned())
                    .or_default()
                    .push(arm.configuration.clone());
            }
        }
    }
    Summary {
        schema: 1,
        planned,
        unscorable: set
            .planned
            .values()
            .filter(|planned| planned.gt_kills == 0)
            .map(|planned| planned.instance)
            .collect(),
        groups: Some(set.planned.len() / 2),
        draws: 10_000,
        seed: 1,
        arms,
        comparisons,
        pareto,
    }
}

fn arm(
    set: &ResultSet,
    planned: &BTreeMap<String, usize>,
    (configuration, view): (&str, &str),
) -> Arm {
    let rows: Vec<&Row> = set
        .rows
        .iter()
        .filter(|row| (&*row.configuration, &*row.view) == (configuration, view))
        .collect();
    let of = |project: &str| -> Vec<&Row> {
        let is_of = |row: &&&Row| set.planned[&row.instance].project == project;
        rows.iter().filter(is_of).copied().collect()
    };
    let projects: BTreeMap<String, Scores> = planned
        .keys()
        .map(|project| (project.clone(), scores(&of(project), set)))
        .collect();
    let repeats = rows.iter().map(|row| row.repeat).max().unwrap_or(1) as usize;
    let mean = |pick: &dyn Fn(&Generation) -> Option<f64>| {
        let values: Vec<f64> = rows
            .iter()
            .filter_map(|row| pick(row.generation.as_ref()?))
            .collect();
        let per_generation = values.iter().sum::<f64>() / values.len() as f64;
        Spent {
            recorded: values.len(),
            per_generation,
            per_pass: Some(2.0 * per_generation),
            per_kill_complete: None,
        }
    };
    let of = BTreeMap::from([
        ("seconds", mean(&|generation| generation.seconds)),
        ("cost", mean(&|generation| generation.cost)),
    ]);
    Arm {
        configuration: configuration.to_owned(),
        view: view.to_owned(),
        repeats,
        overall: scores(&rows, set),
        projects,
        best_of: (repeats > 1).then_some(Best {
            k: repeats,
            pass: 0.9,
            kill_complete: 0.5,
            pass_flips: 0.2,
            kill_complete_flips: 0.15,
        }),
        efficiency: Some(Efficiency { of }),
    }
}

fn scores(rows: &[&Row], set: &ResultSet) -> Scores {
    let executed: Vec<&&Row> = rows
        .iter()
        .filter(|row| row.outcome != Stage::Infrastructure)
        .collect();
    let mut stages: BTreeMap<Stage, f64> = BTreeMap::new();
    for row in &executed {
        *stages.entry(row.outcome).or_default() += 1.0 / executed.len() as f64;
    }
    let kills = |row: &Row| row.pairs.matches('k').count() as f64;
    let all = |row: &Row| f64::from(set.planned[&row.instance].gt_kills).max(1.0);
    let mean = |value: &dyn Fn(&Row) -> f64| {
        rows.iter().map(|row| value(row)).sum::<f64>() / rows.len() as f64
    };
    let measures = BTreeMap::from([
        (
            "pass",
            spread(stages.get(&Stage::Pass).copied().unwrap_or(0.0)),
        ),
        (
            "kill_complete",
            spread(mean(&|row| f64::from(kills(row) >= all(row)))),
        ),
        ("mut_recall", spread(mean(&|row| kills(row) / all(row)))),
        (
            "mut_recall_strict",
            spread(mean(&|row| kills(row) / all(row) - 0.01)),
        ),
        (
            "cov_jaccard",
            spread(mean(&|row| row.cov_jaccard.unwrap_or(0.0))),
        ),
        ("api_f1", spread(mean(&|row| row.api_f1.unwrap_or(0.0)))),
    ]);
    Scores {
        planned: rows.len(),
        executed: executed.len(),
        infrastructure: rows.len() - executed.len(),
        stages,
        measures,
    }
}

fn spread(value: f64) -> Estimate {
    Estimate {
        value,
        low: Some((value - 0.031).max(-1.0)),
        high: Some((value + 0.027).min(1.0)),
    }
}
