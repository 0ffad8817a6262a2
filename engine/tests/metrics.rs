//! The measures against numbers worked out by hand, and the properties that no numbers may break.
#![allow(clippy::unwrap_used, reason = "a test says what failed by panicking")]

use std::collections::{BTreeMap, BTreeSet};

use mutscore::metrics::{
    Generated, Kills, Miss, Why, api_f1, assertion_dependent, cov_jaccard, kill_complete,
};
use mutscore_model::coverage::{Calls, Lines};
use mutscore_model::mutant::MutantId;
use mutscore_model::outcome::{Exclusion, PairOutcome};
use mutscore_model::path::RelPath;
use mutscore_model::pool::PoolEntry;
use proptest::prelude::*;

const KILLED: Generated = Generated::Ran(PairOutcome::Killed);
const SURVIVED: Generated = Generated::Ran(PairOutcome::Survived);
const TIMEOUT: Generated = Generated::Ran(PairOutcome::Excluded(Exclusion::Timeout));
const TROUBLE: Generated = Generated::Ran(PairOutcome::Excluded(Exclusion::Infrastructure));

fn id(number: usize) -> MutantId {
    MutantId::from_text(&format!("m1_{number:020x}"))
}

fn kills(pairs: &[Generated]) -> Kills {
    let ids: Vec<_> = (0..pairs.len()).map(id).collect();
    Kills::of(ids.iter().zip(pairs.iter().copied()))
}

#[test]
fn recall_leaves_excluded_pairs_out_of_both_sides_and_strict_recall_counts_them_as_missed() {
    // |K| = 8; killed 3; survived 2; not executed 1; timeout 1; trouble 1. Retained: 6.
    let kills = kills(&[
        KILLED,
        SURVIVED,
        KILLED,
        TIMEOUT,
        Generated::NotExecuted,
        KILLED,
        TROUBLE,
        SURVIVED,
    ]);
    assert_eq!(
        (kills.gt_kills, kills.gen_kills, kills.retained()),
        (8, 3, 6)
    );
    let recall = kills.recall().unwrap();
    assert_eq!(recall.paper, 0.5);
    assert_eq!(recall.strict, 0.375);
    assert_eq!(
        kills.excluded,
        BTreeMap::from([(Exclusion::Timeout, 1), (Exclusion::Infrastructure, 1)])
    );
}

#[test]
fn each_missed_mutant_says_why_in_the_order_given() {
    let kills = kills(&[SURVIVED, KILLED, Generated::NotExecuted, TIMEOUT]);
    assert_eq!(
        kills.missed,
        [
            Miss {
                id: id(0),
                why: Why::ExecutedNotChecked
            },
            Miss {
                id: id(2),
                why: Why::NotExecuted
            },
        ]
    );
    let counts = BTreeMap::from([(Why::NotExecuted, 1), (Why::ExecutedNotChecked, 1)]);
    assert_eq!(kills.missed_by_why(), counts);
}

#[test]
fn a_test_that_hangs_on_what_it_cannot_kill_is_not_kill_complete() {
    let hanging = kills(&[KILLED, TIMEOUT]);
    assert_eq!(hanging.recall().unwrap().paper, 1.0);
    assert_eq!(hanging.recall().unwrap().strict, 0.5);
    assert!(!kill_complete(true, &hanging));
    assert!(!kill_complete(true, &kills(&[KILLED, TROUBLE])));
}

#[test]
fn kill_complete_needs_a_passing_test_and_a_kill_to_repeat() {
    assert!(kill_complete(true, &kills(&[KILLED, KILLED])));
    assert!(!kill_complete(false, &kills(&[KILLED, KILLED])));
    assert!(!kill_complete(true, &kills(&[KILLED, SURVIVED])));
    assert!(!kill_complete(true, &kills(&[])));
}

#[test]
fn an_instance_without_kills_has_no_recall_and_a_test_without_verdicts_has_none_shown() {
    assert_eq!(kills(&[]).recall(), None);
    let recall = kills(&[TIMEOUT, TROUBLE]).recall().unwrap();
    assert_eq!((recall.paper, recall.strict), (0.0, 0.0));
}

#[test]
fn only_kills_that_vanish_without_the_checks_are_assertion_dependent() {
    let timeout = PairOutcome::Excluded(Exclusion::Timeout);
    let table = [
        (PairOutcome::Killed, Some(PairOutcome::Survived), true),
        (PairOutcome::Killed, Some(PairOutcome::Killed), false),
        (PairOutcome::Killed, Some(timeout), false),
        (PairOutcome::Killed, None, false),
        (PairOutcome::Survived, Some(PairOutcome::Survived), false),
        (timeout, Some(PairOutcome::Survived), false),
    ];
    for (outcome, stripped, expected) in table {
        let entry = PoolEntry {
            id: id(1),
            outcome,
            step: None,
            exception: None,
            stripped,
        };
        assert_eq!(
            assertion_dependent(&entry),
            expected,
            "{outcome:?} {stripped:?}"
        );
    }
}

fn lines(files: &[(&str, &[u32])]) -> Lines {
    let files = files.iter().map(|(file, lines)| {
        (
            RelPath::new(file).unwrap(),
            lines.iter().copied().collect::<BTreeSet<u32>>(),
        )
    });
    Lines(files.collect())
}

#[test]
fn coverage_compares_file_and_line_pairs() {
    let ground_truth = lines(&[("a.py", &[1, 2, 3, 4]), ("b.py", &[1])]);
    // Shared: a.py 2, 3. Either: a.py 1-5, b.py 1, c.py 1. 2 / 7.
    let generated = lines(&[("a.py", &[2, 3, 5]), ("c.py", &[1])]);
    assert_eq!(cov_jaccard(&generated, &ground_truth), 2.0 / 7.0);
    assert_eq!(cov_jaccard(&ground_truth, &ground_truth), 1.0);
    assert_eq!(cov_jaccard(&lines(&[]), &ground_truth), 0.0);
    assert_eq!(cov_jaccard(&lines(&[]), &lines(&[("a.py", &[])])), 1.0);
}

fn calls(methods: &[(&str, &[&str])]) -> Calls {
    let methods = methods.iter().map(|(method, callers)| {
        (
            (*method).to_owned(),
            callers.iter().map(|caller| (*caller).to_owned()).collect(),
        )
    });
    Calls(methods.collect())
}

#[test]
fn api_f1_compares_methods_called_from_steps_whatever_the_step() {
    let ground_truth = calls(&[
        ("a.py::A.open", &["given"]),
        ("a.py::A.read", &["when", "then"]),
        ("a.py::A.close", &["then", "hook"]),
        ("a.py::A.reset", &["hook"]),
    ]);
    // Ground truth: open, read, close. Generated: read, close, seek. Shared: 2. 2 * 2 / (3 + 3).
    let generated = calls(&[
        ("a.py::A.read", &["given"]),
        ("a.py::A.close", &["when"]),
        ("a.py::A.seek", &["when"]),
        ("a.py::A.reset", &["hook"]),
    ]);
    assert_eq!(api_f1(&generated, &ground_truth), Some(4.0 / 6.0));
    assert_eq!(api_f1(&calls(&[]), &ground_truth), Some(0.0));
    assert_eq!(api_f1(&ground_truth, &ground_truth), Some(1.0));
}

#[test]
fn api_f1_is_undefined_where_the_ground_truth_calls_nothing_from_a_step() {
    let generated = calls(&[("a.py::A.read", &["when"])]);
    assert_eq!(api_f1(&generated, &calls(&[])), None);
    assert_eq!(
        api_f1(&generated, &calls(&[("a.py::A.reset", &["hook"])])),
        None
    );
}

fn any_generated() -> impl Strategy<Value = Generated> {
    prop_oneof![
        Just(KILLED),
        Just(SURVIVED),
        Just(TIMEOUT),
        Just(TROUBLE),
        Just(Generated::NotExecuted),
        Just(Generated::Ran(PairOutcome::Excluded(
            Exclusion::BeforeFirstStep
        ))),
        Just(Generated::Ran(PairOutcome::Excluded(Exclusion::Binding))),
        Just(Generated::Ran(PairOutcome::Excluded(Exclusion::Policy))),
    ]
}

fn any_lines() -> impl Strategy<Value = Lines> {
    let file = prop_oneof![Just("a.py"), Just("b.py"), Just("c.py")];
    let lines = prop::collection::btree_set(1_u32..12, 0..8);
    prop::collection::btree_map(
        file.prop_map(|name| RelPath::new(name).unwrap()),
        lines,
        0..3,
    )
    .prop_map(Lines)
}

proptest! {
    #[test]
    fn every_pair_is_counted_once_and_recall_keeps_its_bounds(
        pairs in prop::collection::vec(any_generated(), 1..60)
    ) {
        let kills = kills(&pairs);
        let excluded: usize = kills.excluded.values().sum();
        prop_assert_eq!(kills.gen_kills + kills.missed.len() + excluded, pairs.len());
        let recall = kills.recall().unwrap();
        prop_assert!((0.0..=1.0).contains(&recall.paper));
        prop_assert!((0.0..=1.0).contains(&recall.strict));
        prop_assert!(recall.strict <= recall.paper);
        prop_assert_eq!(kill_complete(true, &kills), recall.strict == 1.0);
    }

    #[test]
    fn killing_one_more_mutant_never_lowers_anything(
        pairs in prop::collection::vec(any_generated(), 1..60), at in any::<prop::sample::Index>()
    ) {
        let before = kills(&pairs);
        let mut better = pairs.clone();
        better[at.index(pairs.len())] = KILLED;
        let after = kills(&better);
        let (before_recall, after_recall) = (before.recall().unwrap(), after.recall().unwrap());
        prop_assert!(after_recall.paper >= before_recall.paper);
        prop_assert!(after_recall.strict >= before_recall.strict);
        prop_assert!(kill_complete(true, &after) >= kill_complete(true, &before));
    }

    #[test]
    fn hanging_instead_of_killing_never_raises_the_strict_recall(
        pairs in prop::collection::vec(any_generated(), 1..60), at in any::<prop::sample::Index>()
    ) {
        let mut hanging = pairs.clone();
        hanging[at.index(pairs.len())] = TIMEOUT;
        let strict = |pairs: &[Generated]| kills(pairs).recall().unwrap().strict;
        prop_assert!(strict(&hanging) <= strict(&pairs));
    }

    #[test]
    fn coverage_is_bounded_symmetric_and_one_only_for_equal_sets(a in any_lines(), b in any_lines()) {
        let jaccard = cov_jaccard(&a, &b);
        prop_assert!((0.0..=1.0).contains(&jaccard));
        prop_assert_eq!(jaccard, cov_jaccard(&b, &a));
        let mut both = a.clone();
        both.extend(&b);
        let equal = both.len() == a.len() && a.len() == b.len();
        prop_assert_eq!(jaccard == 1.0, equal);
    }
}
