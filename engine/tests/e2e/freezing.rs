//! Frozen files: the same bytes however they come about, and never other ones without being asked.

use std::collections::BTreeMap;
use std::time::Duration;

use super::bed::{Bed, TOOLSHED, corpora, shared};
use super::frozen::gate;
use super::index;
use super::traces::Watched;

const LONG: Duration = Duration::from_secs(180);

#[test]
fn one_worker_freezes_the_same_bytes_as_two_and_a_second_freeze_changes_nothing() {
    let Some(bed) = Bed::mini() else { return };
    let before = bed.users_tree();
    let running = Watched::start(bed.command(["freeze", "--jobs", "1", "--audit", "0%"]));
    let (ran, leftovers) = running.end(LONG);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    leftovers.are_none(&bed);
    assert_eq!(
        bed.frozen(),
        shared().unwrap().frozen,
        "one worker against two"
    );
    assert_eq!(
        bed.users_tree(),
        before,
        "the user's tree is never written to"
    );

    let again = bed.freeze("--jobs 2");
    assert_eq!(
        (&again["kept"], &again["executed"]),
        (&5.into(), &serde_json::json!({})),
        "{again}"
    );
    assert_eq!(bed.frozen(), shared().unwrap().frozen);
    assert_eq!(
        bed.succeed("freeze --check").out,
        "sound: 5 pools checked\n"
    );
}

#[test]
fn a_frozen_pool_is_rebuilt_only_by_force_and_a_refusal_leaves_every_file_as_it_was() {
    let Some(bed) = Bed::mini_frozen() else {
        return;
    };
    let before = bed.frozen();
    bed.edit("project/src/shop/rate.py", "return 0", "return 1 - 1");
    bed.run("freeze").is_refused(
        2,
        &[
            "the pool of instance 1 was frozen from",
            "another tree of the project",
            "--force",
        ],
    );
    assert_eq!(bed.frozen(), before, "a refused freeze");
    // One instance anew would leave the others with a manifest that is not theirs.
    bed.run("freeze --instance 2 --force")
        .is_refused(2, &["instance 1", "another tree of the project"]);
    assert_eq!(bed.frozen(), before, "a refused freeze of one instance");
    assert_eq!(
        bed.succeed("freeze --check").out,
        "sound: 5 pools checked\n"
    );
    // By force a scenario that passes no more loses its pool.
    bed.edit(
        "project/features/steps/rough_steps.py",
        "== (first, second)",
        "== (second, first)",
    );
    let summary = bed.freeze("--force");
    assert_eq!(
        (&summary["frozen"], &summary["dropped"]["failing"]),
        (&4.into(), &2.into()),
        "{summary}"
    );
    assert!(
        bed.frozen()
            .iter()
            .all(|(path, _)| !path.ends_with("/6.json"))
    );
    assert_eq!(
        bed.succeed("freeze --check").out,
        "sound: 4 pools checked\n"
    );
}

#[test]
fn freezing_some_instances_leaves_what_is_known_of_the_others() {
    let Some(bed) = Bed::mini_frozen() else {
        return;
    };
    let before = bed.frozen();
    for name in ["2.json", "4.json"] {
        std::fs::remove_file(bed.bench().join("pools/shop").join(name)).unwrap();
    }
    let summary = bed.freeze("--instance 2 3");
    assert_eq!(
        (&summary["frozen"], &summary["dropped"]["failing"]),
        (&1.into(), &1.into()),
        "{summary}"
    );
    let missing = |files: Vec<(String, String)>| {
        files
            .into_iter()
            .filter(|(path, _)| !path.ends_with("/4.json"))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        missing(bed.frozen()),
        missing(before),
        "the gate keeps its entries, and 2 has its old bytes"
    );
}

#[test]
fn the_gate_drops_exactly_what_the_index_says_for_the_reasons_it_gives() {
    let Some(bed) = Bed::toolshed_with("src/toolshed/tickets.py", "[\"unary-not\"]") else {
        return;
    };
    let promised = index::dropped("toolshed: instances");
    assert_eq!(promised.len(), 5, "{promised:?}");
    let ids: Vec<String> = promised.iter().map(|(id, _)| id.to_string()).collect();
    bed.freeze(&format!("--instance 1 68 {}", ids.join(" ")));
    check_gate(&gate(&bed, TOOLSHED), &promised);
    // The gate of the whole bench is in the repository.
    if corpora()
        .join("pools")
        .join(TOOLSHED)
        .join("gate.jsonl")
        .exists()
    {
        let whole = gate(&Bed::toolshed().unwrap(), TOOLSHED);
        assert_eq!(whole.len(), 73);
        check_gate(&whole, &promised);
    }
}

fn check_gate(gate: &BTreeMap<u64, Option<String>>, promised: &[(u32, Vec<String>)]) {
    for (instance, found) in gate {
        let reasons = promised
            .iter()
            .find(|(id, _)| u64::from(*id) == *instance)
            .map(|(_, reasons)| reasons);
        let right = match (found, reasons) {
            (None, None) => true,
            (Some(found), Some(reasons)) => reasons.contains(found),
            // The one that passes by chance may do so three times: once in 512 freezes.
            (None, Some(reasons)) => reasons.len() > 1,
            (Some(_), None) => false,
        };
        assert!(
            right,
            "instance {instance}: {found:?}, promised {reasons:?}"
        );
    }
}
