//! Formats of one suite, on mutants that were made up for it.

use std::collections::BTreeMap;

use mutscore::bench::Bench;
use mutscore::report::project::{
    JoinError, KillReport, ReportedMutant, Standing, Tally, TestCase, kill_reporter, kill_reporters,
};
use mutscore::report::set::Misses;
use mutscore::report::{Plain, Sources};
use mutscore_model::mutant::{Mutant, MutantStatus};
use mutscore_model::outcome::{Exclusion, PairOutcome, Stage};
use mutscore_model::path::RelPath;
use mutscore_operators::{Options, Source, generate_file, language};

use super::made_up;

const TEXT: &str =
    "def f(a, b):\n    if a < b:\n        return a + b\n    return '</script>' + \"|\" + a\n";

/// Mutants of a small file with a bad name, one of each standing.
pub(crate) fn small() -> KillReport {
    let path = RelPath::new("src/a,b:c 100%<é>.py").unwrap();
    let source = Source {
        path: path.clone(),
        bytes: TEXT.as_bytes().into(),
    };
    let mut mutants =
        generate_file(language("python").unwrap(), &source, &Options::default()).mutants;
    assert!(mutants.len() >= 6);
    mutants[5].status = MutantStatus::Stillborn;
    let standings = [
        Standing::Killed,
        Standing::Survived,
        Standing::NotCovered,
        Standing::NoVerdict(Exclusion::Timeout),
        Standing::Survived,
        Standing::LeftOut,
    ];
    let reported = mutants
        .into_iter()
        .zip(standings)
        .map(|(mutant, standing)| {
            let is_run = !matches!(standing, Standing::NotCovered | Standing::LeftOut);
            ReportedMutant {
                mutant,
                standing,
                killed_by: if standing == Standing::Killed {
                    vec![0]
                } else {
                    Vec::new()
                },
                covered_by: if is_run { vec![0, 1] } else { Vec::new() },
            }
        });
    let test = |id: u32, name: &str| TestCase {
        id: id.to_string(),
        name: name.to_owned(),
        file: RelPath::new("features/f.feature").unwrap(),
        line: Some(id),
    };
    KillReport {
        project: "small".to_owned(),
        suite: "ground truth".to_owned(),
        language: "python".to_owned(),
        mutants: reported.collect(),
        tests: vec![test(3, "It adds"), test(9, "::error::]]> & <b>")],
        sources: Sources {
            texts: BTreeMap::from([(path, TEXT.to_owned())]),
            missing: BTreeMap::new(),
        },
        remarks: Vec::new(),
    }
}

pub(crate) fn shown(format: &str, report: &KillReport) -> String {
    let mut out = Vec::new();
    kill_reporter(format)
        .unwrap()
        .write(report, &Plain, &mut out)
        .unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn people_read_what_no_test_kills_and_which_tests_kill_nothing() {
    insta::assert_snapshot!("suite-terminal", shown("terminal", &small()));
    insta::assert_snapshot!("suite-markdown", shown("markdown", &small()));
}

#[test]
fn integrations_read_a_place_and_a_reason() {
    insta::assert_snapshot!("suite-junit", shown("junit", &small()));
    insta::assert_snapshot!("suite-github", shown("github", &small()));
    insta::assert_snapshot!("suite-sarif", shown("sarif", &small()));
    insta::assert_snapshot!("suite-elements", shown("elements", &small()));
}

#[test]
fn an_annotation_is_one_line_and_one_command() {
    for line in shown("github", &small()).lines() {
        assert_eq!(line.matches("::").count(), 2, "{line}");
        assert!(
            line.starts_with("::warning file=src/a%2Cb%3Ac 100%25<é>.py,line="),
            "{line}"
        );
    }
}

#[test]
fn every_format_is_the_same_each_time() {
    for reporter in kill_reporters() {
        let id = reporter.id();
        assert_eq!(shown(id, &small()), shown(id, &small()), "{id}");
    }
}

/// Everything is told apart, and the share is of what was judged.
#[test]
fn a_mutant_without_a_verdict_is_on_nobodys_side() {
    let tally = Tally::of(&small().mutants);
    let expected = Tally {
        killed: 1,
        survived: 2,
        not_covered: 1,
        no_verdict: 1,
        left_out: 1,
    };
    assert_eq!(tally, expected);
    assert_eq!(tally.share(), Some(0.25));
    assert_eq!(Tally::default().share(), None);
    let elements: serde_json::Value = serde_json::from_str(&shown("elements", &small())).unwrap();
    let text = elements.to_string();
    assert!(
        !text.contains("\"Timeout\""),
        "viewers count it as detected"
    );
}

/// The same, out of the frozen pools by a second way.
fn recount(bench: &Bench, project: &str, mutant: &Mutant) -> Standing {
    let mut outcomes = Vec::new();
    for instance in bench.instances().unwrap().of_project(project) {
        if let Ok(pool) = bench.pool(project, instance.id) {
            outcomes.extend(
                pool.mutants
                    .iter()
                    .filter(|entry| entry.id == mutant.id)
                    .map(|entry| entry.outcome),
            );
        }
    }
    if outcomes.contains(&PairOutcome::Killed) {
        Standing::Killed
    } else if outcomes.contains(&PairOutcome::Survived) {
        Standing::Survived
    } else if let Some(PairOutcome::Excluded(reason)) = outcomes.first() {
        Standing::NoVerdict(*reason)
    } else if mutant.status == MutantStatus::Ok {
        Standing::NotCovered
    } else {
        Standing::LeftOut
    }
}

#[test]
fn frozen_pools_alone_say_what_the_ground_truth_kills() {
    let bench = made_up::bench();
    let project = "ruby-cucumber-ferry";
    let report = KillReport::of_ground_truth(&bench, project).unwrap();
    assert!(report.remarks.is_empty() && report.sources.missing.is_empty());
    for reported in report.mutants.iter().step_by(25) {
        assert_eq!(
            reported.standing,
            recount(&bench, project, &reported.mutant),
            "{}",
            reported.mutant.id
        );
        assert!(
            reported
                .killed_by
                .iter()
                .all(|test| reported.covered_by.contains(test))
        );
    }
    let tally = Tally::of(&report.mutants);
    assert!(tally.killed > 0 && tally.survived > 0);
    assert!(KillReport::of_ground_truth(&bench, "nobody").is_err());
}

#[test]
fn a_suite_each_and_a_join_that_kills_what_any_of_them_kills() {
    let bench = made_up::bench();
    let project = "ruby-cucumber-ferry";
    let set = made_up::of_bench(&bench, &[project], 1);
    let misses = Misses::load(&bench, &set);
    let suite = |name: &str| {
        KillReport::of_arm(&set, &misses, project, (name, "target-hidden", 1)).unwrap()
    };
    let suites = [suite("Careful/large"), suite("Quick/small")];
    let passes = |name: &str| {
        let is_one = |row: &&mutscore::results::Row| {
            (&*row.configuration, &*row.view, row.outcome) == (name, "target-hidden", Stage::Pass)
        };
        set.rows.iter().filter(is_one).count()
    };
    assert_eq!(suites[0].tests.len(), passes("Careful/large"));
    let joined = KillReport::join(&suites).unwrap();
    assert_eq!(
        joined.tests.len(),
        suites[0].tests.len() + suites[1].tests.len()
    );
    assert_eq!(joined.mutants.len(), suites[0].mutants.len());
    for ((joined, one), other) in joined
        .mutants
        .iter()
        .zip(&suites[0].mutants)
        .zip(&suites[1].mutants)
    {
        assert_eq!(joined.mutant.id, one.mutant.id);
        let is_killed = [one, other]
            .iter()
            .any(|suite| suite.standing == Standing::Killed);
        assert_eq!(joined.standing == Standing::Killed, is_killed);
        assert_eq!(
            joined.killed_by.len(),
            one.killed_by.len() + other.killed_by.len()
        );
    }
    let ids: std::collections::BTreeSet<&str> =
        joined.tests.iter().map(|test| test.id.as_str()).collect();
    assert_eq!(
        ids.len(),
        joined.tests.len(),
        "a test's id says which suite it is of"
    );

    let all = KillReport::of_arms(&set, &misses, project);
    let arms = made_up::SKILLS.len() * made_up::VIEWS.len();
    assert_eq!(all.len(), arms, "a suite for each configuration and view");
    assert!(all.contains(&suites[0]) && all.contains(&suites[1]));

    assert_eq!(KillReport::join(&[]), Err(JoinError::Nothing));
    let twice = KillReport::join(&[suites[0].clone(), suites[0].clone()]);
    assert!(matches!(twice, Err(JoinError::SameName(_))));
    let other = KillReport::join(&[suites[0].clone(), small()]);
    assert!(matches!(other, Err(JoinError::Projects { .. })));
}
