//! What the reports say, word for word: a score and a freeze as text, without a terminal.
#![allow(clippy::unwrap_used, reason = "a failure here is a failed test")]

use std::collections::BTreeMap;

use mutscore::metrics::Why;
use mutscore::pool::{AuditResult, Counts, FreezeSummary};
use mutscore::report::{Excerpts, Line, Mark, Plain, ScoreView, reporter};
use mutscore::score::{CacheUse, Missed, Score, Timing};
use mutscore_model::instance::{Instance, Scenario, ScenarioRef};
use mutscore_model::mutant::MutantId;
use mutscore_model::outcome::{FailedStep, Stage};
use mutscore_model::path::RelPath;

fn instance() -> Instance {
    Instance {
        id: 412,
        project: "till".to_owned(),
        scenario: Scenario {
            at: ScenarioRef {
                feature: RelPath::new("features/till.feature").unwrap(),
                line: 7,
                rows: Vec::new(),
                test: None,
            },
            outline: false,
            feature_name: "Till".to_owned(),
            name: "A rebate".to_owned(),
            tags: Vec::new(),
            steps: Vec::new(),
        },
    }
}

fn miss(line: u32, why: Why) -> Missed {
    Missed {
        id: MutantId::from_text(&format!("m1_{line}")),
        file: RelPath::new("src/till.py").unwrap(),
        line,
        column: 8,
        operator: "arith".to_owned(),
        original: "-".to_owned(),
        replacement: "+".to_owned(),
        why,
    }
}

fn score(outcome: Stage) -> Score {
    Score {
        schema: 1,
        instance: 412,
        project: "till".to_owned(),
        outcome,
        because: None,
        failed_step: None,
        mut_recall: Some(0.5),
        mut_recall_strict: Some(0.4),
        kill_complete: false,
        gt_kills: 5,
        gen_kills: 2,
        missed: Vec::new(),
        cov_jaccard: Some(0.75),
        api_f1: None,
        api_f1_by_step: None,
        pairs: String::new(),
        submission: None,
        executed: Default::default(),
        outcomes: Vec::new(),
        excluded: BTreeMap::new(),
        extra_kills: None,
        discarded: Vec::new(),
        isolation: "namespaces".to_owned(),
        execution: String::new(),
        audit: None,
        timing: Timing {
            wall_seconds: 1.25,
            run_cpu_seconds: 0.5,
        },
        cache: CacheUse { hits: 3, misses: 1 },
    }
}

fn shown(score: &Score, excerpts: &Excerpts, most_misses: usize) -> String {
    let instance = instance();
    let view = ScoreView {
        score,
        instance: &instance,
        excerpts,
        most_misses,
    };
    let mut out = Vec::new();
    reporter("terminal")
        .unwrap()
        .score(&view, &Plain, &mut out)
        .unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn a_pass_shows_the_measures_and_each_miss_with_its_change_and_reason() {
    let mut score = score(Stage::Pass);
    score.missed = vec![
        miss(9, Why::NotExecuted),
        miss(4, Why::ExecutedNotChecked),
        miss(30, Why::NotExecuted),
    ];
    score.excluded = BTreeMap::from([("timeout".to_owned(), 1)]);
    score.discarded = vec![("src/till.py".to_owned(), "outside the test side".to_owned())];
    score.execution = "warm".to_owned();
    score.audit = Some(AuditResult {
        audited: 40,
        ..AuditResult::default()
    });
    let lines = [
        (Mark::Removed, "    return full - rebate"),
        (Mark::Added, "    return full + rebate"),
    ];
    let lines = lines.map(|(mark, text)| Line {
        mark,
        number: 4,
        text: text.to_owned(),
    });
    let excerpts = Excerpts::from([(MutantId::from_text("m1_4"), lines.to_vec())]);
    insta::assert_snapshot!(shown(&score, &excerpts, 2), @r"
    instance      412 of till, features/till.feature:7: A rebate
    stage         pass
    MutRecall     0.5000 (strict 0.4000)
    KillComplete  no
    kills         2 of the ground truth's 5
    no verdict    1 timeout
    line Jaccard  0.7500
    API F1        undefined: the ground truth calls none
    discarded     src/till.py: outside the test side
    audit         40 pairs made again cold, 0 disagree (0.00%)
    cache         3 answered, 1 run made
    time          1.25 s, CPU of the runs 0.50 s (warm, namespaces)

    3 missed mutants: 1 executed-not-checked, 2 not-executed
    src/till.py
      4:8      arith          `-` → `+`  executed-not-checked  m1_4
        -     return full - rebate
        +     return full + rebate
      9:8      arith          `-` → `+`  not-executed  m1_9
    … 1 more (--misses 3 or --json shows all)
    ");
}

#[test]
fn a_failure_shows_the_step_and_the_words_and_no_measure() {
    let mut score = score(Stage::AssertionFailure);
    score.because = Some("AssertionError: 1 != 2\nsecond line".to_owned());
    let step = |row| FailedStep {
        keyword: "Then".to_owned(),
        name: "it is 2".to_owned(),
        line: 9,
        row,
    };
    score.failed_step = Some(step(Some(14)));
    insta::assert_snapshot!(shown(&score, &Excerpts::new(), 20), @r"
    instance      412 of till, features/till.feature:7: A rebate
    stage         assertion-failure
    because       AssertionError: 1 != 2
                  second line
    failed step   Then it is 2 (line 9, row at line 14)
    cache         3 answered, 1 run made
    time          1.25 s, CPU of the runs 0.50 s (namespaces)
    ");
}

#[test]
fn an_instance_without_kills_is_said_to_be_not_scorable() {
    let mut score = score(Stage::Pass);
    (
        score.mut_recall,
        score.mut_recall_strict,
        score.gt_kills,
        score.gen_kills,
    ) = (None, None, 0, 0);
    let text = shown(&score, &Excerpts::new(), 20);
    assert!(
        text.contains("so this instance is not scorable\n"),
        "{text}"
    );
}

#[test]
fn a_summary_counts_what_was_found_dropped_killed_and_left_without_verdict() {
    let of = |pairs: &[(&str, usize)]| {
        pairs
            .iter()
            .map(|(word, count)| ((*word).to_owned(), *count))
            .collect()
    };
    let summary = FreezeSummary {
        project: "till".to_owned(),
        instances: 73,
        unparsable: vec![(
            "features/odd.feature".to_owned(),
            "line 3: no such keyword".to_owned(),
        )],
        dropped: of(&[("failing", 2), ("undefined", 3)]),
        mutants: 1_002,
        left_out: of(&[("equivalent", 12), ("stillborn", 1)]),
        compile_check: Some("cpython 3.11.7".to_owned()),
        frozen: 68,
        kept: 8,
        pairs: Counts {
            sum: 20_573,
            min: 12,
            max: 488,
            mean: 302.54,
        },
        kills: Counts {
            sum: 9_000,
            min: 0,
            max: 171,
            mean: 132.35,
        },
        assertion_dependent: Counts::default(),
        not_scorable: vec![4, 9],
        excluded: of(&[("timeout", 1), ("before-first-step", 107)]),
        executed: BTreeMap::from([
            ("cold".to_owned(), 300),
            ("shared".to_owned(), 5_000),
            ("warm".to_owned(), 20_000),
        ]),
        cached: 1_500,
        cold_instances: vec![(4, "Timeout when warm".to_owned())],
        audit: Some(AuditResult {
            audited: 412,
            disagreements: 1,
            which: vec![
                "features/a.feature:3 with src/a.py mutated: pass (swapped), cold: timeout"
                    .to_owned(),
            ],
            seed: 1,
        }),
        run_cpu_seconds: 412.0,
        wall_seconds: 300.4,
    };
    let mut out = Vec::new();
    reporter("terminal")
        .unwrap()
        .freeze(&[summary], &Plain, &mut out)
        .unwrap();
    insta::assert_snapshot!(String::from_utf8(out).unwrap(), @r"
    till
    instances     73 found, 68 frozen (8 from before), 5 dropped
    dropped       2 failing, 3 undefined
    unparsable    features/odd.feature: line 3: no such keyword
    mutants       1,002; never run: 12 equivalent, 1 stillborn (checked with cpython 3.11.7)
    pairs         20,573; per instance 12 to 488, mean 302.5
    kills         9,000; per instance 0 to 171, mean 132.3
    by Then steps 0
    not scorable  2 (no kill): 4, 9
    no verdict    107 before-first-step, 1 timeout
    run cold      instance 4: Timeout when warm
    audit         412 pairs made again cold, 1 disagree (0.24%)
                  features/a.feature:3 with src/a.py mutated: pass (swapped), cold: timeout
    runs          300 cold, 5,000 shared, 20,000 warm; 1,500 answered from the cache
    time          5 min 00 s, CPU of the runs 6 min 52 s
    ");
}
